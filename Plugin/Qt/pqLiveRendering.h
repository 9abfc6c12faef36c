// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqLiveRendering_h
#define pqLiveRendering_h

#include "pqDragStep.h"

#include <QObject>

class pqHeldInput;
class pqSceneSteps;
class pqView;

/// Makes views with displays of the plug-in follow what the user drags: points of functions, sliders, and
/// planes and boxes in the view. pqViewFrames chooses the frames. Changes of widgets that only report them on
/// release (ParaView's sliders, and widgets in the view) are applied at once. All changes of a drag are one
/// step of undo and one entry of a trace, also in the Color Map Editor.
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
  pqDragStep Step; ///< the changes since a mouse button was pressed
};

#endif
