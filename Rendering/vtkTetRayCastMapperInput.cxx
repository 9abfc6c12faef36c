// SPDX-License-Identifier: BSD-3-Clause
// Is there something to draw, and what? And how vtkTetRayCastMapper says that there is not.
#include "vtkTetRayCastMapper.h"

#include "vtkRenderer.h"
#include "vtkTetRayCastMapperInternals.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"

#include <algorithm>
#include <string>

bool vtkTetRayCastMapper::CheckInput(vtkRenderer* renderer, vtkVolume* volume, Frame& frame)
{
  Internals& internal = *this->Internal;
  frame.Renderer = renderer;
  frame.Volume = volume;
  vtkUnstructuredGridBase* input = this->GetInput();
  frame.Grid = vtkUnstructuredGrid::SafeDownCast(input);
  internal.Messages.About(input ? input->GetMTime() : 0);
  internal.Statistics = {};

  // A hardware selection pass writes ids, not colours.
  if (renderer->GetSelector())
  {
    return false;
  }
  if (!internal.Target.SetRenderer(renderer))
  {
    this->Report(true, "This mapper needs an OpenGL render window.");
    return false;
  }
  internal.Target.GetSize(frame.Viewport);
  if (frame.Viewport[0] <= 0 || frame.Viewport[1] <= 0)
  {
    this->Report(false, "The window has no pixels, so the volume is not drawn.");
    return false;
  }

  if (!frame.Grid)
  {
    this->Report(true,
      input ? "The input is not a vtkUnstructuredGrid; convert it, for example with vtkAppendFilter."
            : "There is no input; connect a vtkUnstructuredGrid.");
    return false;
  }
  if (frame.Grid->GetNumberOfCells() == 0)
  {
    if (!this->GetSettings()->GetInputIsPiece())
    {
      this->Report(false, "The grid is empty (no cells), so there is nothing to draw.");
    }
    return false;
  }
  return this->SelectScalars(frame);
}

bool vtkTetRayCastMapper::SelectScalars(Frame& frame)
{
  int cellFlag = 0;
  frame.Scalars = vtkAbstractMapper::GetScalars(
    frame.Grid, this->ScalarMode, this->ArrayAccessMode, this->ArrayId, this->ArrayName, cellFlag);
  const bool byName = (this->ScalarMode == VTK_SCALAR_MODE_USE_POINT_FIELD_DATA ||
                        this->ScalarMode == VTK_SCALAR_MODE_USE_CELL_FIELD_DATA) &&
    this->ArrayAccessMode == VTK_GET_ARRAY_BY_NAME && this->ArrayName && this->ArrayName[0];
  if (!frame.Scalars)
  {
    this->Report(true,
      byName ? std::string("There is no array '") + this->ArrayName + "' on the " +
          (this->ScalarMode == VTK_SCALAR_MODE_USE_CELL_FIELD_DATA ? "cells" : "points") +
          " of the grid; choose another one."
             : std::string("The grid has no scalars to draw; choose an array of its points or cells."));
    return false;
  }
  if (cellFlag == 2)
  {
    this->Report(true, "Field data cannot be drawn; choose an array of the points or cells.");
    return false;
  }
  frame.Association = cellFlag == 1 ? vtkDataObject::CELL : vtkDataObject::POINT;

  const int components = frame.Scalars->GetNumberOfComponents();
  if (components > 1)
  {
    frame.Component = this->GetSettings()->GetVectorMode() == vtkRayCastSettings::MAGNITUDE
      ? -1
      : std::min(this->GetSettings()->GetVectorComponent(), components - 1);
    if (!frame.Volume->GetProperty()->GetIndependentComponents())
    {
      frame.Component = 0;
      this->Report(false,
        "Components that hold colour and opacity together are not supported; the first one is drawn through "
        "the transfer functions.");
    }
    else if (this->GetSettings()->GetVectorMode() == vtkRayCastSettings::COMPONENT &&
      this->GetSettings()->GetVectorComponent() >= components)
    {
      this->Report(
        false, "The array has only " + std::to_string(components) + " components; the last one is drawn.");
    }
  }
  if (this->BlendMode != COMPOSITE_BLEND)
  {
    this->Report(false, "Maximum intensity is not supported; the volume is composited.");
  }
  return true;
}

void vtkTetRayCastMapper::Report(bool error, const std::string& message)
{
  this->Internal->Messages.Report(this, error, message);
}
