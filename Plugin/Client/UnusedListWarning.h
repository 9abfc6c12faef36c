// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"

class vtkSMProperty;

/// Displays of meshes have two lists of isosurfaces. Volume (Ray Cast) draws one, whose names begin with
/// RayCast; the isosurface types draw the other. Warns if a script fills the list that the chosen type does
/// not draw, which would otherwise do nothing.
class UnusedListWarning : public WatcherOf<UnusedListWarning>
{
public:
  /// Watch this display while it lives, if it has both lists.
  static void Watch(vtkSMProxy* display);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  bool Said = false; // since the type was chosen
};
