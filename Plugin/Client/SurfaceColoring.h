// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"

/// Sets the color map of the array that colors isosurfaces in a volume, when the array is chosen: the map of
/// that array's name, which all displays share. A map without a range is fitted to the array's range at the
/// first time step that has one. A map with a range keeps it: the user may have chosen it, and scripts that
/// restore a state choose arrays, too. State files, undo and redo bring their own map, which is kept.
class SurfaceColoring : public WatcherOf<SurfaceColoring>
{
public:
  /// Watch this display while it lives, if it offers isosurfaces in a volume.
  static void Watch(vtkSMProxy* display);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;
};
