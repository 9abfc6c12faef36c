// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqDragRendering_h
#define pqDragRendering_h

#include <QObject>
#include <QPointer>

class QAbstractSlider;
class pqPropertyWidget;

/// Has the view follow a slider as it follows the mouse that turns the camera: while the slider is held, each
/// change of the property is rendered interactively (vtkSMViewProxy::InteractiveRender), and when it is let
/// go, once in full. By itself, ParaView renders each change in full, when the slider has been painted.
class pqDragRendering : public QObject
{
  Q_OBJECT

public:
  /// For a slider that changes the property of `widget` while it is dragged: all that the widget does for
  /// that has to be done when the slider's valueChanged() returns. Belongs to the slider.
  pqDragRendering(QAbstractSlider* slider, pqPropertyWidget* widget);
  ~pqDragRendering() override;

private Q_SLOTS:
  void begin();
  void move();
  void draw();
  void end();

private:
  Q_DISABLE_COPY(pqDragRendering)

  QPointer<pqPropertyWidget> Widget;
  bool Moving = false; ///< the slider is telling about a change just now
  bool Drawn = false;  ///< the view shows an interactive frame
};

#endif
