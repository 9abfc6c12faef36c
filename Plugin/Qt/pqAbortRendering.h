// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqAbortRendering_h
#define pqAbortRendering_h

#include "vtkWeakPointer.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>

#include <deque>
#include <memory>
#include <utility>

class QEvent;
class QPoint;
class pqRefinedPictures;
class pqView;
class vtkObject;
class vtkRenderWindow;

/// Has the button beside ParaView's progress bar abort frames that take long. ParaView 5.11 has the button,
/// but never enables it, and drops clicks while there is progress.
///
/// Mappers that take long ask their window whether to go on (vtkCommand::AbortCheckEvent). When that of a
/// view of the built-in server is asked, the button is enabled until the frame ends, and clicks on it are
/// looked for. A picture that is refined frame by frame begins anew when its view is turned: such a frame is
/// aborted for a button or the wheel over its view. All else that happens to windows meanwhile happens when
/// the frame has ended, in its order and as if the window system sent it then.
class pqAbortRendering : public QObject
{
  Q_OBJECT

public:
  pqAbortRendering(pqRefinedPictures* refining, QObject* parent);
  ~pqAbortRendering() override;

  bool eventFilter(QObject* receiver, QEvent* event) override;

private Q_SLOTS:
  void watch(pqView* view);
  void begin();
  void ask(vtkObject* window);
  void abort();
  void end();
  void release();

private:
  Q_DISABLE_COPY(pqAbortRendering)

  pqView* findAsked() const;
  void giveWay(const QPoint& place);

  pqRefinedPictures* Refining;
  QElapsedTimer Frame; ///< since the start of a frame; invalid between frames
  bool Enabled = false;
  vtkWeakPointer<vtkRenderWindow> Asked;
  std::deque<std::pair<QPointer<QObject>, std::unique_ptr<QEvent>>> Held; ///< what the frame has to end for
};

#endif
