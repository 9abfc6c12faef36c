// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"

/// Gives a display the colour map of the array that colours the isosurfaces in its volume, when one is
/// chosen: the map of the array's name, which all displays share. A map without a range is fitted to the
/// array's range, at the first time step that has one. A map with a range keeps it: somebody may have chosen
/// it, and scripts that restore a state choose arrays, too. State files, undo and redo bring their own map,
/// which is left alone.
class SurfaceColouring : public DisplayWatcher
{
public:
  static SurfaceColouring* New() { return new SurfaceColouring; }
  vtkTypeMacro(SurfaceColouring, DisplayWatcher);

  /// Look after this display for as long as it lives, if it offers isosurfaces in a volume.
  static void Watch(vtkSMProxy* display);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;
};
