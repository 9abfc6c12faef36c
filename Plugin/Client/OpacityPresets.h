// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"
#include "vtkSMProxy.h"
#include "vtkWeakPointer.h"

#include <vector>

struct DisplayHistogram;

/// Presets of the opacity function, made from the histogram of a display, by its property
/// "RayCastOpacityPreset". A preset also sets a unit distance with which typical rays see into the data.
/// The value None restores function and distance from before the presets. State files, undo and redo
/// restore function and distance themselves. A preset that is chosen before the data are shown waits for
/// them. If the user changes the function in the meantime, the preset does nothing. If the user changes the
/// distance, that distance is kept.
class OpacityPresets : public WatcherOf<OpacityPresets>
{
public:
  enum Preset
  {
    OWN,
    RAMP,
    PEAKS,
    LAYERS,
    HIGHEST
  };

  /// Watch this display while it lives, if it has the property.
  static void Watch(vtkSMProxy* display);

  /// The nodes of the function (four numbers each, as in ParaView's property "Points") and the unit distance.
  struct Look
  {
    vtkWeakPointer<vtkSMProxy> Function;
    std::vector<double> Nodes;
    double Distance = 0;
  };
  static Look Get(vtkSMProxy* display);
  static void Set(vtkSMProxy* display, const Look& look);
  /// Apply a preset to a display. Returns false if there is no histogram yet.
  static bool Make(vtkSMProxy* display, int preset);

  /// The nodes of a preset, four numbers each as in ParaView's property "Points". Empty without a volume.
  static std::vector<double> MakePoints(const DisplayHistogram& shown, int preset);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  bool Apply();

  bool IsDue = false;
  Look Chosen; // the look when the last preset was chosen
  Look Own;    // the look before the first preset, for None
};
