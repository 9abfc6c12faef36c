// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqViewFrames_h
#define pqViewFrames_h

#include <QObject>
#include <QPointer>
#include <QTimer>

class pqHeldInput;
class pqSceneSteps;
class pqView;
class vtkObject;

/// Which frames a view draws that shows displays of ours. Changes that come while a mouse button or a key is
/// held are drawn interactively (vtkSMViewProxy::InteractiveRender), as ParaView does by itself for the
/// camera, and one still follows when it is let go. A view that was drawn interactively and then rests gets a
/// still, too, whoever asked for the frame.
///
/// By itself, ParaView draws a still for each change that is no movement of the camera. pqView::render()
/// starts a timer for it, whose end is taken over here. One that ends within a step of an animation is left
/// to the still that ends the step: panels ask for frames then, as soon as the data are of the next time.
class pqViewFrames : public QObject
{
  Q_OBJECT

public:
  /// Belongs to the view.
  pqViewFrames(pqView* view, pqHeldInput* held, pqSceneSteps* steps);
  ~pqViewFrames() override;

  /// Whether a view shows displays of ours.
  static bool AreOurs(pqView* view);

  /// Has the view's interactor ask for no frames until what is held is let go, because a widget in the view
  /// changes what the view shows, which asks for them.
  void quiet();

  bool eventFilter(QObject* receiver, QEvent* event) override;

private Q_SLOTS:
  void draw();
  void begin(vtkObject*, unsigned long, void* interactive);
  void end(vtkObject*, unsigned long, void* interactive);
  void letGo();
  void settle();
  void rest();

private:
  Q_DISABLE_COPY(pqViewFrames)

  bool isHeld() const;
  int delay() const;

  pqView* const View;
  const QPointer<pqHeldInput> Held;
  const QPointer<pqSceneSteps> Steps;
  QTimer Resting;
  bool Interactive = false; ///< the last frame
  bool Quiet = false;       ///< the view's interactor asks for no frames
};

#endif
