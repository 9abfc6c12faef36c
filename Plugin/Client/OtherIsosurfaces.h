// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"

class vtkSMProperty;

/// Displays of meshes have two lists of isosurfaces: one that Volume (Ray Cast) draws, whose names begin with
/// RayCast, and one that the isosurface types draw. Says so where a script fills the one that the chosen type
/// does not draw, which would change nothing without a word.
class OtherIsosurfaces : public DisplayWatcher
{
public:
  static OtherIsosurfaces* New() { return new OtherIsosurfaces; }
  vtkTypeMacro(OtherIsosurfaces, DisplayWatcher);

  /// Look after this display for as long as it lives, if it has both lists.
  static void Watch(vtkSMProxy* display);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  bool Said = false; // since the type was chosen
};
