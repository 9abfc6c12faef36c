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

/// Changes level and width of the active display's opacity function, for Volume (Ray Cast), by dragging in
/// the view with Ctrl, Shift and the left mouse button. ParaView does not use this combination for the
/// camera. Dragging right moves the function to higher values, and up makes it wider. The view follows,
/// and a drag is one step of undo.
class pqLevelWidthDrag : public QObject
{
  Q_OBJECT

public:
  /// `view` becomes the parent.
  explicit pqLevelWidthDrag(pqView* view);
  ~pqLevelWidthDrag() override;

  bool eventFilter(QObject* watched, QEvent* event) override;

  /// The nodes of an opacity function, four numbers each, moved by a fraction `shift` of their range and
  /// stretched around their center by `factor`.
  static std::vector<double> Moved(std::vector<double> nodes, double shift, double factor);

private:
  Q_DISABLE_COPY(pqLevelWidthDrag)

  bool begin(const QMouseEvent* press);
  void drag(const QPoint& to, const QSize& size);
  void end();

  pqView* const View;
  vtkWeakPointer<vtkSMProxy> Function; ///< the function that is dragged; null: none
  pqDragStep Step;
  std::vector<double> Nodes; ///< the nodes before the drag
  QPoint From;
  bool IsDrawn = false; ///< whether the last move has been drawn
};

#endif
