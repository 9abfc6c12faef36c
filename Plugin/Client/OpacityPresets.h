// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"
#include "vtkSMProxy.h"
#include "vtkWeakPointer.h"

#include <vector>

struct DisplayHistogram;

/// Opacity functions made from the histogram of what a display shows, by its property "RayCastOpacityPreset",
/// together with the unit distance with which typical rays see into the data. With the first value of the
/// property, the function and the distance from before the presets come back. State files, undo and redo
/// bring function and distance themselves. A preset that is chosen before the data are shown waits for them.
/// If somebody changes the function in the meantime, the preset does nothing; if somebody changes the
/// distance, it keeps that.
class OpacityPresets : public DisplayWatcher
{
public:
  static OpacityPresets* New() { return new OpacityPresets; }
  vtkTypeMacro(OpacityPresets, DisplayWatcher);

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

  /// Function and unit distance of a display: nodes, four numbers each as in ParaView's property "Points".
  struct Look
  {
    vtkWeakPointer<vtkSMProxy> Function;
    std::vector<double> Nodes;
    double Distance = 0;
  };
  static Look Get(vtkSMProxy* display);
  static void Set(vtkSMProxy* display, const Look& look);
  /// Give the display the nodes of a preset. False where there is no volume yet.
  static bool Make(vtkSMProxy* display, int preset);

  /// Nodes of a function, four numbers each as in ParaView's property "Points"; empty without a volume.
  static std::vector<double> MakePoints(const DisplayHistogram& shown, int preset);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  bool Apply();

  bool IsDue = false;
  Look Chosen; // that the display had when a preset was chosen
  Look Own;    // that it had before the first preset, for None
};
