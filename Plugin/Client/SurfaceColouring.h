// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"

/// Gives a display the colour map of the array that colours the isosurfaces in its volume, when one is
/// chosen: that of the array's name, which all displays share, fitted to the array's range if it has none
/// yet; at the first time step that has one, where a series begins without. A range that it has stays: it may
/// have been chosen, and scripts that restore a state choose arrays, too. State files, undo and redo bring
/// their own map, which is left alone.
class SurfaceColouring : public DisplayWatcher
{
public:
  static SurfaceColouring* New() { return new SurfaceColouring; }
  vtkTypeMacro(SurfaceColouring, DisplayWatcher);

  /// Look after this display for as long as it lives, if it offers isosurfaces in a volume.
  static void Watch(vtkSMProxy* display);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;
};
