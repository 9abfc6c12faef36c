// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqRefineRendering_h
#define pqRefineRendering_h

#include <QObject>
#include <QPointer>
#include <QTimer>

class pqView;

/// Has path traced displays come to the window in several frames while a view rests: a first picture at once,
/// which the frames after it refine until it has all its samples. Whatever else asks for a frame comes first.
///
/// ParaView has something like it for OSPRay and streamed data (pqViewStreamingBehavior), which a plug-in
/// cannot take part in. Displays say by a property that they have frames to come, on remote servers, too.
class pqRefineRendering : public QObject
{
  Q_OBJECT

public:
  explicit pqRefineRendering(QObject* parent = nullptr);
  ~pqRefineRendering() override;

private Q_SLOTS:
  void watch(pqView* view);
  void begin();
  void end();
  void refine();

private:
  Q_DISABLE_COPY(pqRefineRendering)

  QTimer Timer;
  QList<QPointer<pqView>> Unfinished; ///< views with frames to come
};

#endif
