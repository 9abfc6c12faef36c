// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"

class vtkSMProperty;

/// Switches a display to the 2-D transfer function, or back, when its color map is switched. ParaView's Color
/// Map Editor switches both, but its traces hold the color map's switch alone.
class Transfer2DSwitch : public DisplayWatcher
{
public:
  static Transfer2DSwitch* New() { return new Transfer2DSwitch; }
  vtkTypeMacro(Transfer2DSwitch, DisplayWatcher);

  /// Look after this display for as long as it lives, if it can be drawn with a 2-D transfer function.
  static void Watch(vtkSMProxy* display);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  void FindSwitch();

  vtkWeakPointer<vtkSMProperty> Switch; // of the color map
};
