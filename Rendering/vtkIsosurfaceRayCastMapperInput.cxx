// SPDX-License-Identifier: BSD-3-Clause
// Is there something to draw, and what? And how vtkIsosurfaceRayCastMapper says that there is not.
#include "vtkIsosurfaceRayCastMapper.h"

#include "vtkCellData.h"
#include "vtkIsosurfaceRayCastMapperInternals.h"
#include "vtkPointData.h"
#include "vtkRenderer.h"

#include <algorithm>
#include <string>

bool vtkIsosurfaceRayCastMapper::CheckInput(vtkRenderer* renderer, vtkVolume* volume, Frame& frame)
{
  Internals& internal = *this->Internal;
  frame.Renderer = renderer;
  frame.Volume = volume;
  vtkDataSet* input = this->GetInput();
  frame.Image = vtkImageData::SafeDownCast(input);
  internal.Messages.About(input ? input->GetMTime() : 0);
  internal.Statistics = {};
  internal.StatisticsAreDue = false;
  internal.HaveFrame = false;

  if (!internal.Target.SetRenderer(renderer))
  {
    this->Report(true, "This mapper needs an OpenGL render window.");
    return false;
  }
  internal.Target.GetSize(frame.Viewport);
  if (frame.Viewport[0] <= 0 || frame.Viewport[1] <= 0)
  {
    this->Report(false, "The window has no pixels, so the isosurface is not drawn.");
    return false;
  }

  if (!frame.Image)
  {
    this->Report(true,
      input ? std::string("The input is a ") + input->GetClassName() +
          ", not a vtkImageData; resample it to an image."
            : std::string("There is no input; connect a vtkImageData."));
    return false;
  }
  if (this->GetSettings()->GetInputIsPiece() && frame.Image->GetNumberOfPoints() == 0)
  {
    return false;
  }
  if (!this->SelectScalars(frame))
  {
    return false;
  }
  const std::string problem =
    inkray::filters::imageVolumeProblem(frame.Image, frame.Scalars, frame.Association);
  if (!problem.empty())
  {
    this->Report(true, problem);
    return false;
  }
  this->SelectColors(frame);
  return true;
}

bool vtkIsosurfaceRayCastMapper::SelectScalars(Frame& frame)
{
  if (frame.Image->GetNumberOfPoints() == 0)
  {
    this->Report(true, inkray::filters::imageVolumeProblem(frame.Image, nullptr, vtkDataObject::POINT));
    return false;
  }
  int cellFlag = 0;
  frame.Scalars = vtkAbstractMapper::GetScalars(
    frame.Image, this->ScalarMode, this->ArrayAccessMode, this->ArrayId, this->ArrayName, cellFlag);
  if (!frame.Scalars)
  {
    const bool byField = this->ScalarMode == VTK_SCALAR_MODE_USE_POINT_FIELD_DATA ||
      this->ScalarMode == VTK_SCALAR_MODE_USE_CELL_FIELD_DATA;
    const bool onCells = this->ScalarMode == VTK_SCALAR_MODE_USE_CELL_FIELD_DATA;
    if (!byField || this->ArrayAccessMode != VTK_GET_ARRAY_BY_NAME || !this->ArrayName || !this->ArrayName[0])
    {
      this->Report(true, "The image has no scalars to draw; choose an array of its points or cells.");
      return false;
    }
    vtkDataSetAttributes* data =
      onCells ? static_cast<vtkDataSetAttributes*>(frame.Image->GetCellData()) : frame.Image->GetPointData();
    const std::string name = std::string("'") + this->ArrayName + "'";
    this->Report(true,
      data->GetAbstractArray(this->ArrayName)
        ? "The array " + name + " does not hold numbers, so it has no isosurface; choose another one."
        : "There is no array " + name + " on the " + (onCells ? "cells" : "points") +
          " of the image; choose another one.");
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
    if (this->GetSettings()->GetVectorMode() == vtkRayCastSettings::COMPONENT &&
      this->GetSettings()->GetVectorComponent() >= components)
    {
      this->Report(
        false, "The array has only " + std::to_string(components) + " components; the last one is drawn.");
    }
  }
  return true;
}

void vtkIsosurfaceRayCastMapper::SelectColors(Frame& frame)
{
  if (this->GetSettings()->GetColorMode() != vtkIsosurfaceRayCastSettings::COLOR_BY_ARRAY)
  {
    return;
  }
  const bool onCells =
    this->GetSettings()->GetColorArrayAssociation() == vtkDataObject::FIELD_ASSOCIATION_CELLS;
  vtkDataSetAttributes* data =
    onCells ? static_cast<vtkDataSetAttributes*>(frame.Image->GetCellData()) : frame.Image->GetPointData();
  const std::string name =
    this->GetSettings()->GetColorArrayName() ? this->GetSettings()->GetColorArrayName() : "";
  vtkDataArray* array = name.empty() ? nullptr : data->GetArray(name.c_str());
  std::string problem;
  if (!array)
  {
    problem = name.empty()                   ? std::string("No array is chosen to colour by")
      : data->GetAbstractArray(name.c_str()) ? "The array '" + name + "' to colour by does not hold numbers"
                                             : "There is no array '" + name + "' to colour by on the " +
        (onCells ? "cells" : "points") + " of the image";
  }
  else if (array->GetNumberOfTuples() !=
    (onCells ? frame.Image->GetNumberOfCells() : frame.Image->GetNumberOfPoints()))
  {
    problem = "The array '" + name + "' to colour by has a wrong number of values";
  }
  if (!problem.empty())
  {
    this->Report(false, problem + "; the surfaces have the colours of their isovalues.");
    return;
  }
  frame.ColorArray = array;
  frame.ColorAssociation = onCells ? vtkDataObject::CELL : vtkDataObject::POINT;
  const int components = array->GetNumberOfComponents();
  if (components > 1)
  {
    frame.ColorComponent = this->GetSettings()->GetColorVectorMode() == vtkRayCastSettings::MAGNITUDE
      ? -1
      : std::min(this->GetSettings()->GetColorVectorComponent(), components - 1);
  }
}

void vtkIsosurfaceRayCastMapper::Report(bool error, const std::string& message, const std::string& kind)
{
  this->Internal->Messages.Report(this, error, message, kind);
}
