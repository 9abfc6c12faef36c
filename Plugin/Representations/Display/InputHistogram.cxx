// SPDX-License-Identifier: BSD-3-Clause
#include "InputHistogram.h"

#include "ArrayChoice.h"
#include "CellHistogram.h"
#include "DrawnBounds.h"
#include "MeshThreshold.h"
#include "RayCastHeld.h"
#include "ServerRanks.h"
#include "vtkArrayDispatch.h"
#include "vtkDataArrayRange.h"
#include "vtkDataSetAttributes.h"
#include "vtkIdList.h"
#include "vtkImageData.h"
#include "vtkMath.h"
#include "vtkRectilinearGrid.h"
#include "vtkSMPThreadLocal.h"
#include "vtkSMPThreadLocalObject.h"
#include "vtkSMPTools.h"
#include "vtkTetRayCastMapper.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <functional>

namespace
{
constexpr unsigned char HiddenCells = vtkDataSetAttributes::HIDDENCELL | vtkDataSetAttributes::DUPLICATECELL;

/// Coordinates of an image's points or cells along its three axes, and the length that each stands for.
struct Axes
{
  std::vector<double> Places[3], Lengths[3];
  vtkImageData* Turned = nullptr; ///< set for images: Places are then continuous indices
  double Unit = 1;                ///< the volume of a cell whose three Lengths are 1

  Axes(vtkDataSet* image, bool ofCells)
  {
    auto* const grid = vtkRectilinearGrid::SafeDownCast(image);
    this->Turned = vtkImageData::SafeDownCast(image);
    int extent[6] = { 0, -1, 0, -1, 0, -1 };
    grid ? grid->GetExtent(extent) : this->Turned->GetExtent(extent);
    vtkDataArray* const coordinates[3] = { grid ? grid->GetXCoordinates() : nullptr,
      grid ? grid->GetYCoordinates() : nullptr, grid ? grid->GetZCoordinates() : nullptr };
    if (this->Turned)
    {
      const double* const spacing = this->Turned->GetSpacing();
      this->Unit = std::abs(spacing[0] * spacing[1] * spacing[2]);
    }
    for (int axis = 0; axis < 3; ++axis)
    {
      const int number = extent[2 * axis + 1] - extent[2 * axis] + 1;
      std::vector<double> points;
      points.reserve(static_cast<std::size_t>(std::max(0, number)));
      for (int i = 0; i < number; ++i)
      {
        points.push_back(grid ? coordinates[axis]->GetComponent(i, 0) : extent[2 * axis] + i);
      }
      for (int i = 0; i < number; ++i)
      {
        const double low = i > 0 ? 0.5 * (points[i - 1] + points[i]) : points[i];
        const double high = i + 1 < number ? 0.5 * (points[i] + points[i + 1]) : points[i];
        this->Places[axis].push_back(points[i]);
        this->Lengths[axis].push_back(std::abs(high - low));
      }
      if (ofCells)
      {
        for (int i = 0; i + 1 < number; ++i)
        {
          this->Places[axis][i] = 0.5 * (points[i] + points[i + 1]);
          this->Lengths[axis][i] = std::abs(points[i + 1] - points[i]);
        }
        this->Places[axis].resize(std::max(0, number - 1));
        this->Lengths[axis].resize(std::max(0, number - 1));
      }
    }
  }

  vtkIdType GetNumber() const
  {
    return static_cast<vtkIdType>(this->Places[0].size()) * static_cast<vtkIdType>(this->Places[1].size()) *
      static_cast<vtkIdType>(this->Places[2].size());
  }

  void GetPlace(vtkIdType x, vtkIdType y, vtkIdType z, double place[3]) const
  {
    const double own[3] = { this->Places[0][x], this->Places[1][y], this->Places[2][z] };
    this->Turned ? this->Turned->TransformContinuousIndexToPhysicalPoint(own, place)
                 : static_cast<void>(std::copy_n(own, 3, place));
  }
};

/// Counts the values of an array of any type.
struct Count
{
  template <class ArrayType, class Share>
  void operator()(ArrayType* array, const Axes& axes, int component, const Share& share,
    const inkray::CropBox& box, const inkray::HistogramBins& bins, std::vector<double>& volumes) const
  {
    inkray::ClippingPlane planes[6];
    const bool crops = box.on && box.halfSpaces(planes);
    const auto isKept = [&](const double place[3]) {
      const bool isInside = std::all_of(planes, planes + 6, [&](const inkray::ClippingPlane& plane) {
        return vtkMath::Dot(plane.normal, place) >= plane.distance;
      });
      return isInside != box.keepsOutside;
    };
    const auto tuples = vtk::DataArrayTupleRange(array);
    const auto nx = static_cast<vtkIdType>(axes.Places[0].size());
    const auto ny = static_cast<vtkIdType>(axes.Places[1].size());
    const auto nz = static_cast<vtkIdType>(axes.Places[2].size());
    vtkSMPThreadLocal<std::vector<double>> sums(std::vector<double>(bins.count, 0.0));
    vtkSMPTools::For(0, ny * nz, [&](vtkIdType first, vtkIdType last) {
      std::vector<double>& mine = sums.Local();
      for (vtkIdType row = first; row < last; ++row)
      {
        const vtkIdType y = row % ny, z = row / ny;
        const double area = axes.Unit * axes.Lengths[1][y] * axes.Lengths[2][z];
        for (vtkIdType x = 0; x < nx; ++x)
        {
          const vtkIdType id = row * nx + x;
          double place[3];
          const double shown = share(id);
          if (!(shown > 0))
          {
            continue;
          }
          if (crops)
          {
            axes.GetPlace(x, y, z, place);
            if (!isKept(place))
            {
              continue;
            }
          }
          double value = 0;
          if (component >= 0)
          {
            value = static_cast<double>(tuples[id][component]);
          }
          else
          {
            for (const auto part : tuples[id])
            {
              value += static_cast<double>(part) * static_cast<double>(part);
            }
            value = std::sqrt(value);
          }
          inkray::addCell(value, shown * area * axes.Lengths[0][x], bins,
            [&mine](int bin, double volume) { mine[static_cast<std::size_t>(bin)] += volume; });
        }
      }
    });
    for (const std::vector<double>& some : sums)
    {
      std::transform(some.begin(), some.end(), volumes.begin(), volumes.begin(), std::plus<double>());
    }
  }
};
} // namespace

void InputHistogram::AddImage(vtkDataSet* image, const RayCastArray& values, const inkray::CropBox& box,
  const inkray::HistogramBins& bins, std::vector<double>& volumes)
{
  const bool ofCells = values.Association == vtkDataObject::FIELD_ASSOCIATION_CELLS;
  const Axes axes(image, ofCells);
  if (values.Array->GetNumberOfTuples() != axes.GetNumber())
  {
    return;
  }
  vtkUnsignedCharArray* const ghosts = ofCells ? image->GetCellGhostArray() : image->GetPointGhostArray();
  const unsigned char hidden =
    ofCells ? HiddenCells : vtkDataSetAttributes::HIDDENPOINT | vtkDataSetAttributes::DUPLICATEPOINT;
  vtkUnsignedCharArray* const ofPoint = ofCells ? nullptr : image->GetCellGhostArray();
  vtkSMPThreadLocalObject<vtkIdList> lists;
  // The visible share of the volume of a tuple; for a point, the share of the cells around it.
  const auto share = [&](vtkIdType id) {
    const bool isHidden = ghosts && (ghosts->GetValue(id) & hidden);
    if (isHidden || !ofPoint)
    {
      return isHidden ? 0.0 : 1.0;
    }
    vtkIdList* const cells = lists.Local();
    image->GetPointCells(id, cells);
    const auto shown = std::count_if(cells->begin(), cells->end(),
      [ofPoint](vtkIdType cell) { return !(ofPoint->GetValue(cell) & HiddenCells); });
    return static_cast<double>(shown) / static_cast<double>(cells->GetNumberOfIds());
  };
  const Count count;
  if (!vtkArrayDispatch::Dispatch::Execute(
        values.Array, count, axes, values.Component, share, box, bins, volumes))
  {
    count(values.Array, axes, values.Component, share, box, bins, volumes);
  }
}

RayCastArray InputHistogram::ValuesOf(vtkDataSet* piece) const
{
  RayCastArray values;
  values.Array = this->Array.In(piece);
  values.Association = this->Array.Association;
  const int number = values.Array ? values.Array->GetNumberOfComponents() : 1;
  values.Component = number == 1 ? 0 : this->Component < number ? this->Component : -1;
  return values;
}

void InputHistogram::CountAll(const inkray::HistogramBins& bins, std::vector<double>& volumes) const
{
  for (vtkDataSet* image : this->Pieces.Images)
  {
    const RayCastArray values = this->ValuesOf(image);
    if (values.Array)
    {
      AddImage(image, values, this->Box, bins, volumes);
    }
  }
  if (vtkUnstructuredGrid* const grid = this->Pieces.Grid)
  {
    CellHistogramInput input;
    input.Grid = grid;
    input.Values = this->ValuesOf(grid);
    this->Threshold.FindIn(input);
    input.Box = this->Box;
    CellHistogram histogram;
    histogram.Values = bins;
    double bounds[6];
    DrawnBounds::Find(grid, bounds);
    if (!input.Values.Array || !this->Mapper->AddToHistogram(input, bounds, histogram))
    {
      histogram.Add(input, bounds);
    }
    std::transform(histogram.Volumes.begin(), histogram.Volumes.end(), volumes.begin(), volumes.begin(),
      std::plus<double>());
  }
}

vtkRepresentationReport::Histogram InputHistogram::Find(int bins) const
{
  double ranges[4] = { VTK_DOUBLE_MAX, -VTK_DOUBLE_MAX, 0, 0 };
  for (vtkDataSet* piece : this->Pieces.GetAll())
  {
    const RayCastArray values = this->ValuesOf(piece);
    double range[2] = { 1, -1 };
    if (values.Array)
    {
      values.Array->GetFiniteRange(range, values.Component);
    }
    if (range[0] <= range[1])
    {
      ranges[0] = std::min(ranges[0], range[0]);
      ranges[1] = std::max(ranges[1], range[1]);
    }
  }
  ServerRanks::Unite(ranges, 1);
  vtkRepresentationReport::Histogram found;
  if (!(ranges[0] <= ranges[1]))
  {
    return found;
  }
  found.Volumes.resize(static_cast<std::size_t>(bins), 0.0);
  std::exception_ptr problem; // rethrown after the sum, because other ranks wait for it
  try
  {
    this->CountAll({ ranges[0], ranges[1], bins }, found.Volumes);
  }
  catch (const std::exception&)
  {
    problem = std::current_exception();
  }
  ServerRanks::AddUp(found.Volumes.data(), bins);
  if (problem)
  {
    std::rethrow_exception(problem);
  }
  std::copy_n(ranges, 4, found.Range);
  return found;
}
