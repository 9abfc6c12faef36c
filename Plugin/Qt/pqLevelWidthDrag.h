// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqLevelWidthDrag_h
#define pqLevelWidthDrag_h

#include "pqDragStep.h"
#include "vtkWeakPointer.h"

#include <QObject>
#include <QPoint>

#include <vector>

class pqView;
class QMouseEvent;
class vtkSMProxy;

/// Level and width of the opacity function by dragging in a view with Ctrl, Shift and the left mouse button,
/// which none of ParaView's own bindings of the camera takes: to the right moves the function of the active
/// display, if that is Volume (Ray Cast), to higher values, and up makes it wider. The view follows, and a
/// drag is one step of undo.
class pqLevelWidthDrag : public QObject
{
  Q_OBJECT

public:
  /// Belongs to the view.
  explicit pqLevelWidthDrag(pqView* view);
  ~pqLevelWidthDrag() override;

  bool eventFilter(QObject* watched, QEvent* event) override;

  /// Nodes of an opacity function, four numbers each, moved by a fraction of the range from the first to the
  /// last, and stretched around its middle by a factor.
  static std::vector<double> Moved(std::vector<double> nodes, double shift, double factor);

private:
  Q_DISABLE_COPY(pqLevelWidthDrag)

  bool begin(const QMouseEvent* press);
  void drag(const QPoint& to, const QSize& size);
  void end();

  pqView* const View;
  vtkWeakPointer<vtkSMProxy> Function; ///< that is dragged; null: none is
  pqDragStep Step;
  std::vector<double> Nodes; ///< from before the drag
  QPoint From;
  bool IsDrawn = false; ///< whether the last move has been drawn
};

#endif
