// SPDX-License-Identifier: BSD-3-Clause
#include "vtkMinMaxBricks.h"

#include "ImageVolume.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkStreamingDemandDrivenPipeline.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <new>
#include <string>

namespace
{

using Index = std::array<std::int64_t, 3>;

/// The range of the interpolant over a box of its cells, by the rules of VolumeInput.
template <typename T>
class RangeFinder
{
public:
  explicit RangeFinder(const inkray::VolumeInput& volume)
    : Volume(volume)
    , Values(static_cast<const T*>(volume.scalars.values))
    , OfCells(volume.scalars.association == inkray::Association::Cells)
  {
    for (int axis = 0; axis < 3; ++axis)
    {
      this->Points[axis] = volume.dimensions[axis];
      this->Cells[axis] = volume.dimensions[axis] - 1;
      this->Size[axis] = this->OfCells ? this->Cells[axis] : this->Points[axis];
    }
  }

  /// Cells [low, high) of the interpolant, each of which lies between values i and i + 1.
  void operator()(const Index& low, const Index& high, double range[2]) const
  {
    range[0] = std::numeric_limits<double>::infinity();
    range[1] = -range[0];
    if (this->Volume.pointFlags || this->Volume.cellFlags || !this->OverPoints(low, high, range))
    {
      this->OverCells(low, high, range);
    }
    if (!(range[0] <= range[1]))
    {
      range[0] = range[1] = std::numeric_limits<double>::quiet_NaN();
    }
  }

private:
  double At(std::int64_t i) const
  {
    const inkray::Field& values = this->Volume.scalars;
    if (values.component >= 0)
    {
      return static_cast<double>(this->Values[i * values.numComponents + values.component]);
    }
    double sum = 0;
    for (int c = 0; c < values.numComponents; ++c)
    {
      const auto x = static_cast<double>(this->Values[i * values.numComponents + c]);
      sum += x * x;
    }
    return std::sqrt(sum);
  }

  std::int64_t Id(const Index& at) const { return at[0] + this->Size[0] * (at[1] + this->Size[1] * at[2]); }

  /// False when a value is not finite: cells have to be looked at one by one then.
  bool OverPoints(const Index& low, const Index& high, double range[2]) const
  {
    double least = range[0], greatest = range[1];
    Index at;
    for (at[2] = low[2]; at[2] <= high[2]; ++at[2])
    {
      for (at[1] = low[1]; at[1] <= high[1]; ++at[1])
      {
        for (at[0] = low[0]; at[0] <= high[0]; ++at[0])
        {
          const double value = this->At(this->Id(at));
          if (!std::isfinite(value))
          {
            return false;
          }
          least = std::min(least, value);
          greatest = std::max(greatest, value);
        }
      }
    }
    range[0] = least;
    range[1] = greatest;
    return true;
  }

  void OverCells(const Index& low, const Index& high, double range[2]) const
  {
    Index cell;
    for (cell[2] = low[2]; cell[2] < high[2]; ++cell[2])
    {
      for (cell[1] = low[1]; cell[1] < high[1]; ++cell[1])
      {
        for (cell[0] = low[0]; cell[0] < high[0]; ++cell[0])
        {
          double least = range[0], greatest = range[1];
          bool drawn = !this->IsHidden(cell);
          for (int corner = 0; corner < 8 && drawn; ++corner)
          {
            const double value = this->At(
              this->Id({ cell[0] + (corner & 1), cell[1] + (corner >> 1 & 1), cell[2] + (corner >> 2) }));
            drawn = std::isfinite(value);
            least = std::min(least, value);
            greatest = std::max(greatest, value);
          }
          if (drawn)
          {
            range[0] = least;
            range[1] = greatest;
          }
        }
      }
    }
  }

  bool IsHidden(const Index& cell) const
  {
    if (!this->OfCells)
    {
      return this->HasFlag(cell, this->Volume.hiddenCellBits | this->Volume.ghostCellBits) ||
        this->HasHiddenPoint(cell);
    }
    // Between eight cells of the image; of ghosts, the piece of the lowest one draws it.
    if (this->HasFlag(cell, this->Volume.ghostCellBits))
    {
      return true;
    }
    for (int corner = 0; corner < 8; ++corner)
    {
      const Index at = { cell[0] + (corner & 1), cell[1] + (corner >> 1 & 1), cell[2] + (corner >> 2) };
      if (this->HasFlag(at, this->Volume.hiddenCellBits) || this->HasHiddenPoint(at))
      {
        return true;
      }
    }
    return false;
  }

  bool HasFlag(const Index& cell, int bits) const
  {
    return this->Volume.cellFlags &&
      (this->Volume.cellFlags[cell[0] + this->Cells[0] * (cell[1] + this->Cells[1] * cell[2])] & bits) != 0;
  }

  bool HasHiddenPoint(const Index& cell) const
  {
    for (int corner = 0; corner < 8 && this->Volume.pointFlags; ++corner)
    {
      const std::int64_t point = cell[0] + (corner & 1) +
        this->Points[0] * (cell[1] + (corner >> 1 & 1) + this->Points[1] * (cell[2] + (corner >> 2)));
      if ((this->Volume.pointFlags[point] & this->Volume.hiddenPointBits) != 0)
      {
        return true;
      }
    }
    return false;
  }

  const inkray::VolumeInput& Volume;
  const T* Values;
  bool OfCells;
  Index Points, Cells, Size;
};

/// `first` and `count` leaves; `offset` is where the volume begins, in cells of the whole image.
template <typename T>
void FindRanges(const inkray::VolumeInput& volume, const Index& first, const Index& count,
  const Index& offset, int leafSize, double* least, double* greatest)
{
  const RangeFinder<T> find(volume);
  const int border = volume.scalars.association == inkray::Association::Cells ? 2 : 1;
  tbb::parallel_for(std::int64_t(0), count[0] * count[1] * count[2], [&](std::int64_t i) {
    const Index leaf = { first[0] + i % count[0], first[1] + i / count[0] % count[1],
      first[2] + i / (count[0] * count[1]) };
    Index low, high;
    for (int axis = 0; axis < 3; ++axis)
    {
      low[axis] = std::max<std::int64_t>(0, leaf[axis] * leafSize - offset[axis]);
      high[axis] =
        std::min<std::int64_t>(volume.dimensions[axis] - border, (leaf[axis] + 1) * leafSize - offset[axis]);
    }
    double range[2];
    find(low, high, range);
    least[i] = range[0];
    greatest[i] = range[1];
  });
}

using Finder = void (*)(
  const inkray::VolumeInput&, const Index&, const Index&, const Index&, int, double*, double*);

Finder FinderOf(inkray::ValueType type)
{
  switch (type)
  {
    case inkray::ValueType::Int8:
      return FindRanges<std::int8_t>;
    case inkray::ValueType::UInt8:
      return FindRanges<std::uint8_t>;
    case inkray::ValueType::Int16:
      return FindRanges<std::int16_t>;
    case inkray::ValueType::UInt16:
      return FindRanges<std::uint16_t>;
    case inkray::ValueType::Int32:
      return FindRanges<std::int32_t>;
    case inkray::ValueType::UInt32:
      return FindRanges<std::uint32_t>;
    case inkray::ValueType::Int64:
      return FindRanges<std::int64_t>;
    case inkray::ValueType::UInt64:
      return FindRanges<std::uint64_t>;
    case inkray::ValueType::Float32:
      return FindRanges<float>;
    default:
      return FindRanges<double>;
  }
}

} // namespace

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

  // The output counts from zero, so its origin is where the input's lower corner is.
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
    // Up to the points that the last leaf shares with the next one, and one more for the cells beyond them.
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
                      : std::string(
                          "There is no numeric array of that name to find ranges of; choose another one.")));
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
  Index first, count, offset;
  for (int axis = 0; axis < 3; ++axis)
  {
    first[axis] = wanted[2 * axis];
    count[axis] = wanted[2 * axis + 1] - wanted[2 * axis];
    offset[axis] = extent[2 * axis] - whole[2 * axis];
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
    vtkNew<vtkDoubleArray> least, greatest;
    least->SetName("Min");
    greatest->SetName("Max");
    least->SetNumberOfValues(std::max<vtkIdType>(0, count[0] * count[1] * count[2]));
    greatest->SetNumberOfValues(least->GetNumberOfValues());
    FinderOf(volume.scalars.type)(
      volume, first, count, offset, this->LeafSize, least->GetPointer(0), greatest->GetPointer(0));
    output->GetCellData()->AddArray(least);
    output->GetCellData()->AddArray(greatest);
    output->GetCellData()->SetActiveScalars("Min");
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
