// SPDX-License-Identifier: BSD-3-Clause
#include "PointAverages.h"

#include "ArrayMemory.h"
#include "ValueCopies.h"
#include "VtkCompat.h"

#include <algorithm>
#include <vector>

namespace inkray::filters
{

vtkSmartPointer<vtkDoubleArray> averageAtPoints(
  const GridSource& grid, const TetMesh& mesh, vtkDataArray* cellValues, int component)
{
  const vtkIdType numPoints = grid.numPoints(), numCells = grid.numCells();
  const std::int64_t* const cellOfTet = mesh.cellOfTet.get();
  std::vector<bool> isDrawn(static_cast<std::size_t>(numCells), cellOfTet == nullptr);
  for (std::int64_t tet = 0; cellOfTet && tet < mesh.counts.tets; ++tet)
  {
    isDrawn[static_cast<std::size_t>(cellOfTet[tet])] = true;
  }
  static const AddedPoints none;
  RawArray<double> values;
  copyComponent(cellValues, component, numCells, none, values);

  auto averages = vtkSmartPointer<vtkDoubleArray>::New();
  averages->SetName(cellValues->GetName());
  double* const sums = allocateTuples(averages.Get(), numPoints);
  std::fill_n(sums, numPoints, 0.0);
  std::vector<std::int32_t> counts(static_cast<std::size_t>(numPoints), 0);
  const IntegerView offsets(grid.array(GridSource::Offsets));
  const IntegerView points(grid.array(GridSource::Connectivity));
  for (vtkIdType cell = 0; cell < numCells; ++cell)
  {
    if (!isDrawn[static_cast<std::size_t>(cell)])
    {
      continue;
    }
    // The cells were checked when they were cut, except in a grid that only has tets.
    const std::int64_t begin = mesh.plain ? 4 * cell : offsets[cell];
    const std::int64_t end = mesh.plain ? begin + 4 : offsets[cell + 1];
    for (std::int64_t i = begin; i < end; ++i)
    {
      const std::int64_t point = points[i];
      if (point >= 0 && point < numPoints)
      {
        sums[point] += values.get()[cell];
        ++counts[static_cast<std::size_t>(point)];
      }
    }
  }

  const std::int64_t firstCell = cellOfTet ? cellOfTet[0] : 0;
  for (vtkIdType point = 0; point < numPoints; ++point)
  {
    const std::int32_t count = counts[static_cast<std::size_t>(point)];
    sums[point] = count > 0 ? sums[point] / count : values.get()[firstCell];
  }
  return averages;
}

} // namespace inkray::filters
