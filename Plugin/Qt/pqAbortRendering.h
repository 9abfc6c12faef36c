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

/// Makes the button beside ParaView's progress bar abort long frames. ParaView 5.11 has the button, but never
/// enables it, and drops clicks during progress.
///
/// Mappers that take long ask their window whether to go on (vtkCommand::AbortCheckEvent). When a window of
/// the built-in server is asked, the button is enabled until the frame ends, and clicks on it are processed.
/// A picture that is refined frame by frame starts again when its view is rotated: such a frame is aborted by
/// a mouse button or the wheel over its view. All other events of windows are held until the frame ends. Then
/// they are delivered in order, as if the window system sent them.
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
  QElapsedTimer Frame; ///< time since the start of the frame; invalid between frames
  bool Enabled = false;
  vtkWeakPointer<vtkRenderWindow> Asked;
  std::deque<std::pair<QPointer<QObject>, std::unique_ptr<QEvent>>> Held; ///< delivered after the frame
};

#endif
