// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkCommand.h"
#include "vtkWeakPointer.h"

#include <vector>

class vtkSMPVRepresentationProxy;
class vtkSMProxy;
struct DisplayHistogram;

/// Opacity functions made from the histogram of what a display shows, by its property "RayCastOpacityPreset",
/// together with the unit distance with which typical rays see into the data. With the first value of the
/// property, the function and the distance from before the presets come back. State files, undo and redo
/// bring function and distance themselves.
class OpacityPresets : public vtkCommand
{
public:
  vtkTypeMacro(OpacityPresets, vtkCommand);

  enum Preset
  {
    OWN,
    RAMP,
    PEAKS,
    LAYERS,
    HIGHEST
  };

  /// Look after this display for as long as it lives, if it has the property.
  static void Watch(vtkSMProxy* display);

  /// Nodes of a function, four numbers each as in ParaView's property "Points"; empty without a volume.
  static std::vector<double> MakePoints(const DisplayHistogram& shown, int preset);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  static OpacityPresets* New();

  bool Apply();

  vtkWeakPointer<vtkSMPVRepresentationProxy> Display;
  bool IsDue = false;
  std::vector<double> Own; // nodes from before the presets
  double OwnDistance = 0;
};
