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

/// Chooses the frames of a view that shows displays of the plug-in. Changes while a mouse button or key is
/// held are drawn interactively (vtkSMViewProxy::InteractiveRender), as ParaView only does for the camera.
/// One still follows on release. A view that rests after any interactive frame also gets a still.
///
/// ParaView itself draws a still for each change other than camera movements: pqView::render() starts a
/// timer, whose end this class takes over. If it ends within a step of an animation, the still that ends the
/// step is enough. Panels request frames then, as soon as the data of the next time are there.
class pqViewFrames : public QObject
{
  Q_OBJECT

public:
  /// `view` becomes the parent.
  pqViewFrames(pqView* view, pqHeldInput* held, pqSceneSteps* steps);
  ~pqViewFrames() override;

  /// Whether a view shows displays of the plug-in.
  static bool AreOurs(pqView* view);

  /// Stop frame requests of the view's interactor until release. Use this if a widget in the view changes a
  /// property, which requests frames itself.
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
  bool Interactive = false; ///< whether the last frame was interactive
  bool Quiet = false;       ///< whether the view's interactor requests no frames
};

#endif
