// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"

class vtkSMProperty;

/// Turns the 2-D transfer function of a display on or off together with the function of its color map.
/// ParaView's Color Map Editor switches both, but its traces only record the switch of the color map.
class Transfer2DSwitch : public WatcherOf<Transfer2DSwitch>
{
public:
  /// Watch this display while it lives, if it can use a 2-D transfer function.
  static void Watch(vtkSMProxy* display);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  void FindSwitch();

  vtkWeakPointer<vtkSMProperty> Switch; // the property of the color map
};
