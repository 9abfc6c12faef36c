// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqLiveRendering_h
#define pqLiveRendering_h

#include "pqDragStep.h"

#include <QObject>

class pqHeldInput;
class pqSceneSteps;
class pqView;

/// Has views that show displays of ours follow whatever the user drags: points of functions, sliders, planes
/// and boxes in the view. The frames are chosen by pqViewFrames. Widgets that tell of a change only when they
/// are let go (ParaView's sliders, and those in the view) have it applied at once. All changes of a drag are
/// one step of undo and one entry of a trace, in the Color Map Editor as well.
class pqLiveRendering : public QObject
{
  Q_OBJECT

public:
  explicit pqLiveRendering(QObject* parent = nullptr);
  ~pqLiveRendering() override;

private Q_SLOTS:
  void watch(pqView* view);
  void begin();
  void apply();
  void note();
  void finish();
  void end();

private:
  Q_DISABLE_COPY(pqLiveRendering)

  pqHeldInput* const Held;
  pqSceneSteps* const Steps;
  bool Applying = false;
  pqDragStep Step; ///< the changes since the mouse button was pressed
};

#endif
