// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkCommand.h"
#include "vtkWeakPointer.h"

class vtkSMProperty;
class vtkSMPVRepresentationProxy;
class vtkSMProxy;

/// Displays of meshes have two lists of isosurfaces: one that Volume (Ray Cast) draws, whose names begin with
/// RayCast, and one that the isosurface types draw. Says so where a script fills the one that the chosen type
/// does not draw, which would change nothing without a word.
class OtherIsosurfaces : public vtkCommand
{
public:
  vtkTypeMacro(OtherIsosurfaces, vtkCommand);

  /// Look after this display for as long as it lives, if it has both lists.
  static void Watch(vtkSMProxy* display);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  static OtherIsosurfaces* New();

  vtkWeakPointer<vtkSMPVRepresentationProxy> Display;
  bool Said = false; // since the type was chosen
};
