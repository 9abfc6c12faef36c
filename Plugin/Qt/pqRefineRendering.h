// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqRefineRendering_h
#define pqRefineRendering_h

#include "pqRefinedPictures.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

class pqView;

/// Has path traced displays come to the window in several frames while a view rests: a first picture at once,
/// which the frames after it refine until it has all its samples. Whatever else asks for a frame comes first,
/// and who uses the mouse, its wheel or the keyboard anywhere in the window has the machine to himself until
/// he rests. ParaView's progress bar says how many samples the picture has, and when it will have all.
///
/// ParaView has something like it for OSPRay and streamed data (pqViewStreamingBehavior), which a plug-in
/// cannot take part in. Displays say by a property that they have frames to come, on remote servers, too.
class pqRefineRendering : public pqRefinedPictures
{
  Q_OBJECT

public:
  explicit pqRefineRendering(QObject* parent = nullptr);
  ~pqRefineRendering() override;

  bool eventFilter(QObject* receiver, QEvent* event) override;

  bool isRefining() const override { return this->Refining; }
  bool isShownBy(pqView* view) const override;
  void leave(pqView* view) override;

private Q_SLOTS:
  void watch(pqView* view);
  void begin();
  void end();
  void refine();

private:
  Q_DISABLE_COPY(pqRefineRendering)

  /// The state of the picture of one view, the one that is refined.
  struct Picture
  {
    QPointer<pqView> View;
    int Samples = 0;         ///< that it has
    int First = 0;           ///< that it had when Milliseconds began to count
    qint64 Milliseconds = 0; ///< that the others have taken
  };

  void add(pqView* view);
  void draw(pqView* view);
  void tell(pqView* view, int samples, int wanted);
  void tellNothing();

  QTimer Timer;
  QList<QPointer<pqView>> Unfinished; ///< views with frames to come
  QList<QPointer<pqView>> Left;       ///< views whose frame is being aborted
  QElapsedTimer Frame;                ///< since the last frame began
  QElapsedTimer Used;                 ///< since the user did something; invalid while nobody has
  Picture Told;
  bool Telling = false; ///< the bar shows it
  bool Refining = false;
};

#endif
