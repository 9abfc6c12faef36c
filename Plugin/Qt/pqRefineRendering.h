// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqRefineRendering_h
#define pqRefineRendering_h

#include "pqRefinedPictures.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

class pqView;

/// Refines path traced displays over several frames while a view rests. A first picture is shown at once, and
/// later frames add samples until it is complete. Other requests for frames come first. While the user uses
/// mouse, wheel or keyboard anywhere in the window, refining pauses. ParaView's progress bar shows the number
/// of samples and the time left.
///
/// ParaView has a similar feature for OSPRay and streamed data (pqViewStreamingBehavior), which plug-ins
/// cannot use. A property of the display says whether more frames are needed, also on remote servers.
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

  /// The state of the picture that is being refined, of one view.
  struct Picture
  {
    QPointer<pqView> View;
    int Samples = 0;         ///< the number of samples now
    int First = 0;           ///< the number of samples when Milliseconds was 0
    qint64 Milliseconds = 0; ///< the time of the samples since First
  };

  void add(pqView* view);
  void draw(pqView* view);
  void tell(pqView* view, int samples, int wanted);
  void tellNothing();

  QTimer Timer;
  QList<QPointer<pqView>> Unfinished; ///< views that need more frames
  QList<QPointer<pqView>> Left;       ///< views whose frame is being aborted
  QElapsedTimer Frame;                ///< time since the last frame began
  QElapsedTimer Used;                 ///< time since the last input; invalid: no input yet
  Picture Told;
  bool Telling = false; ///< whether the bar shows the progress
  bool Refining = false;
};

#endif
