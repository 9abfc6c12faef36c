// SPDX-License-Identifier: BSD-3-Clause
#include "DrawnBounds.h"

#include "CellSubdivider.h"
#include "GridSource.h"
#include "PointView.h"
#include "TetSink.h"
#include "VtkCompat.h"

#include "vtkDataArray.h"
#include "vtkUnstructuredGrid.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

namespace
{

using namespace inkray::filters;

struct Box
{
  std::array<double, 3> low, high;

  Box()
  {
    this->low.fill(std::numeric_limits<double>::infinity());
    this->high.fill(-std::numeric_limits<double>::infinity());
  }
  void add(const double* x)
  {
    for (std::size_t axis = 0; axis < 3 && std::isfinite(x[0] + x[1] + x[2]); ++axis)
    {
      this->low[axis] = std::min(this->low[axis], x[axis]);
      this->high[axis] = std::max(this->high[axis], x[axis]);
    }
  }
  Box joined(const Box& other) const
  {
    Box all = *this;
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
      all.low[axis] = std::min(all.low[axis], other.low[axis]);
      all.high[axis] = std::max(all.high[axis], other.high[axis]);
    }
    return all;
  }
};

Box boxOf(const GridSource& source, vtkDataArray* coordinates)
{
  const bool isFloat = coordinates->GetDataType() == VTK_FLOAT;
  const bool isPlain =
    coordinates->HasStandardMemoryLayout() && (isFloat || coordinates->GetDataType() == VTK_DOUBLE);
  const PointView points = { isPlain ? coordinates->GetVoidPointer(0) : nullptr, !isFloat };
  const CellView cells(source, points);
  using Range = tbb::blocked_range<vtkIdType>;
  return tbb::parallel_reduce(
    Range(0, source.numCells(), 4096), Box(),
    [&](const Range& range, Box box) {
      TetSink sink(source.numPoints());
      CellSubdivider cutter(cells, sink);
      for (vtkIdType cell = range.begin(); cell < range.end(); ++cell)
      {
        for (const std::int64_t point : cutter.pointsOfDrawn(cell))
        {
          double x[3];
          isPlain ? points.get(point, x) : coordinates->GetTuple(point, x);
          box.add(x);
        }
      }
      return box;
    },
    [](const Box& a, const Box& b) { return a.joined(b); });
}

} // namespace

void DrawnBounds::Find(vtkDataSet* data, double bounds[6])
{
  const GridSource source(vtkUnstructuredGrid::SafeDownCast(data));
  vtkDataArray* const points = source.array(GridSource::Points);
  const bool isHere =
    source.numCells() > 0 && !cudaMemoryOf(points) && !cudaMemoryOf(source.array(GridSource::Connectivity));
  const Box box = isHere ? boxOf(source, points) : Box();
  if (!(box.low[0] <= box.high[0]))
  {
    data->GetBounds(bounds);
    return;
  }
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    bounds[2 * axis] = box.low[axis];
    bounds[2 * axis + 1] = box.high[axis];
  }
}

std::string DrawnBounds::FindProblem(const double bounds[6], double width, bool areFloats, const char* noun)
{
  double far = 0;
  for (int i = 0; i < 6; ++i)
  {
    far = std::max(far, std::abs(bounds[i]));
  }
  const double rounding = 0.5 * far *
    (areFloats ? double(std::numeric_limits<float>::epsilon()) : std::numeric_limits<double>::epsilon());
  std::ostringstream problem;
  if (width > 0 && width < rounding)
  {
    problem << "The points of the " << noun << " cannot be told apart: they are about " << width
            << " apart, but their coordinates, of up to " << far << ", are rounded by " << rounding
            << ". Move the data closer to the origin.";
  }
  return problem.str();
}

const double* DrawnBounds::Of(vtkDataSet* data)
{
  if (this->Data != data || this->Time != data->GetMTime())
  {
    Find(data, this->Bounds);
    this->Data = data;
    this->Time = data->GetMTime();
  }
  return this->Bounds;
}
