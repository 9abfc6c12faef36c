// SPDX-License-Identifier: BSD-3-Clause
#include "vtkMinMaxBricks.h"

#include "ArrayMemory.h"
#include "Core/Errors.h"
#include "Geometry/RegularGrid/BrickRanges.h"
#include "ImageVolume.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkStreamingDemandDrivenPipeline.h"

#include <algorithm>
#include <cstddef>
#include <new>
#include <string>
#include <vector>

vtkStandardNewMacro(vtkMinMaxBricks);

vtkMinMaxBricks::vtkMinMaxBricks()
{
  this->SetInputArrayToProcess(
    0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, vtkDataSetAttributes::SCALARS);
}

bool vtkMinMaxBricks::IsOfCells()
{
  return this->GetInputArrayInformation(0)->Get(vtkDataObject::FIELD_ASSOCIATION()) ==
    vtkDataObject::FIELD_ASSOCIATION_CELLS;
}

int vtkMinMaxBricks::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkImageData");
  return 1;
}

int vtkMinMaxBricks::RequestInformation(
  vtkInformation*, vtkInformationVector** inputs, vtkInformationVector* outputs)
{
  vtkInformation* in = inputs[0]->GetInformationObject(0);
  vtkInformation* out = outputs->GetInformationObject(0);
  int whole[6];
  in->Get(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), whole);
  double spacing[3] = { 1, 1, 1 }, origin[3] = { 0, 0, 0 }, direction[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
  if (in->Has(vtkDataObject::SPACING()))
  {
    in->Get(vtkDataObject::SPACING(), spacing);
  }
  if (in->Has(vtkDataObject::ORIGIN()))
  {
    in->Get(vtkDataObject::ORIGIN(), origin);
  }
  if (in->Has(vtkDataObject::DIRECTION()))
  {
    in->Get(vtkDataObject::DIRECTION(), direction);
  }

  // The output's extent begins at zero, so its origin is the lower corner of the input.
  const bool ofCells = this->IsOfCells();
  int leaves[6];
  double corner[3];
  for (int axis = 0; axis < 3; ++axis)
  {
    const int cells = whole[2 * axis + 1] - whole[2 * axis] - (ofCells ? 1 : 0);
    leaves[2 * axis] = 0;
    leaves[2 * axis + 1] = cells > 0 ? (cells + this->LeafSize - 1) / this->LeafSize : -1;
    corner[axis] = (whole[2 * axis] + (ofCells ? 0.5 : 0.0)) * spacing[axis];
  }
  for (int axis = 0; axis < 3; ++axis)
  {
    origin[axis] += direction[3 * axis] * corner[0] + direction[3 * axis + 1] * corner[1] +
      direction[3 * axis + 2] * corner[2];
  }
  for (double& s : spacing)
  {
    s *= this->LeafSize;
  }
  out->Set(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), leaves, 6);
  out->Set(vtkDataObject::SPACING(), spacing, 3);
  out->Set(vtkDataObject::ORIGIN(), origin, 3);
  out->Set(vtkDataObject::DIRECTION(), direction, 9);
  return 1;
}

int vtkMinMaxBricks::RequestUpdateExtent(
  vtkInformation*, vtkInformationVector** inputs, vtkInformationVector* outputs)
{
  vtkInformation* in = inputs[0]->GetInformationObject(0);
  vtkInformation* out = outputs->GetInformationObject(0);
  int whole[6], wanted[6];
  in->Get(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), whole);
  out->Get(vtkStreamingDemandDrivenPipeline::UPDATE_EXTENT(), wanted);
  for (int axis = 0; axis < 3; ++axis)
  {
    // Include the points that the last brick shares with the next one, and one more point for cells beyond.
    const std::int64_t low = whole[2 * axis] + std::int64_t(wanted[2 * axis]) * this->LeafSize;
    const std::int64_t high = whole[2 * axis] + std::int64_t(wanted[2 * axis + 1]) * this->LeafSize + 1;
    wanted[2 * axis] = static_cast<int>(std::min<std::int64_t>(low, whole[2 * axis + 1]));
    wanted[2 * axis + 1] = static_cast<int>(std::min<std::int64_t>(high, whole[2 * axis + 1]));
  }
  in->Set(vtkStreamingDemandDrivenPipeline::UPDATE_EXTENT(), wanted, 6);
  return 1;
}

int vtkMinMaxBricks::RequestData(
  vtkInformation*, vtkInformationVector** inputs, vtkInformationVector* outputs)
{
  vtkInformation* in = inputs[0]->GetInformationObject(0);
  vtkInformation* out = outputs->GetInformationObject(0);
  vtkImageData* image = vtkImageData::GetData(in);
  vtkImageData* output = vtkImageData::GetData(out);
  output->Initialize();

  vtkDataArray* array = this->GetInputArrayToProcess(0, inputs);
  const int association = this->IsOfCells() ? vtkDataObject::CELL : vtkDataObject::POINT;
  const std::string problem = inkray::filters::imageVolumeProblem(image, array, association);
  if (!problem.empty() || !array)
  {
    vtkErrorMacro(<< (!problem.empty()
                      ? problem
                      : std::string("There is no numeric array of that name; choose another one.")));
    return 1;
  }
  if (this->Component >= array->GetNumberOfComponents())
  {
    vtkErrorMacro(<< "The array has only " << array->GetNumberOfComponents()
                  << " components, so there is no component " << this->Component << ".");
    return 1;
  }

  int whole[6], extent[6], wanted[6];
  in->Get(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), whole);
  out->Get(vtkStreamingDemandDrivenPipeline::UPDATE_EXTENT(), wanted);
  image->GetExtent(extent);
  inkray::BrickSelection bricks;
  bricks.size = this->LeafSize;
  for (int axis = 0; axis < 3; ++axis)
  {
    bricks.first[axis] = wanted[2 * axis];
    bricks.count[axis] = std::max(0, wanted[2 * axis + 1] - wanted[2 * axis]);
    bricks.offset[axis] = extent[2 * axis] - whole[2 * axis];
  }
  double spacing[3], origin[3], direction[9];
  out->Get(vtkDataObject::SPACING(), spacing);
  out->Get(vtkDataObject::ORIGIN(), origin);
  out->Get(vtkDataObject::DIRECTION(), direction);
  output->SetExtent(wanted);
  output->SetSpacing(spacing);
  output->SetOrigin(origin);
  output->SetDirectionMatrix(direction);

  try
  {
    inkray::filters::ImageVolume source;
    const int component = array->GetNumberOfComponents() == 1 ? 0 : this->Component;
    const inkray::VolumeInput volume = source.makeVolume(image, array, association, component);
    std::vector<inkray::MinMax<double>> ranges(
      static_cast<std::size_t>(bricks.count[0] * bricks.count[1] * bricks.count[2]));
    inkray::findBrickRanges(volume, bricks, ranges.data());
    vtkNew<vtkDoubleArray> least, greatest;
    least->SetName("Min");
    greatest->SetName("Max");
    const auto numBricks = static_cast<vtkIdType>(ranges.size());
    double* const low = inkray::filters::allocateTuples(least.Get(), numBricks);
    double* const high = inkray::filters::allocateTuples(greatest.Get(), numBricks);
    for (std::size_t i = 0; i < ranges.size(); ++i)
    {
      const bool empty = ranges[i].low > ranges[i].high;
      low[i] = empty ? vtkMath::Nan() : ranges[i].low;
      high[i] = empty ? vtkMath::Nan() : ranges[i].high;
    }
    output->GetCellData()->AddArray(least);
    output->GetCellData()->AddArray(greatest);
    output->GetCellData()->SetActiveScalars("Min");
  }
  catch (const inkray::Error& error)
  {
    output->Initialize();
    vtkErrorMacro(<< error.what());
  }
  catch (const std::bad_alloc&)
  {
    output->Initialize();
    vtkErrorMacro("There is not enough memory to find the ranges.");
  }
  return 1;
}

void vtkMinMaxBricks::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "LeafSize: " << this->LeafSize << "\n";
  os << indent << "Component: " << this->Component << "\n";
}
