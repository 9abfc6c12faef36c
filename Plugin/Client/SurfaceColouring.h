// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkCommand.h"
#include "vtkWeakPointer.h"

class vtkSMPVRepresentationProxy;
class vtkSMProxy;

/// Gives a display the colour map of the array that colours the isosurfaces in its volume, when one is
/// chosen: that of the array's name, which all displays share, extended to the array's range as ParaView does
/// when an array is chosen to colour by. State files, undo and redo bring their own, which is left alone.
class SurfaceColouring : public vtkCommand
{
public:
  vtkTypeMacro(SurfaceColouring, vtkCommand);

  /// Look after this display for as long as it lives, if it offers isosurfaces in a volume.
  static void Watch(vtkSMProxy* display);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  static SurfaceColouring* New();

  vtkWeakPointer<vtkSMPVRepresentationProxy> Display;
};
