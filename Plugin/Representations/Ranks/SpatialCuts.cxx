// SPDX-License-Identifier: BSD-3-Clause
#include "SpatialCuts.h"

#include "DrawnBounds.h"
#include "ServerRanks.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkPlane.h"
#include "vtkTableBasedClipDataSet.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>

namespace
{

constexpr int NumberOfBins = 4096;

/// Where to cut along an axis, so that this share of the points of all ranks lies below.
double CutPosition(vtkUnstructuredGrid* grid, int axis, double low, double high, double share)
{
  std::vector<double> bins(NumberOfBins, 0.0);
  const double scale = NumberOfBins / (high - low);
  double p[3];
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    grid->GetPoint(i, p);
    const double bin = (p[axis] - low) * scale;
    if (bin >= 0 && bin <= NumberOfBins)
    {
      bins[std::min(NumberOfBins - 1, static_cast<int>(bin))] += 1;
    }
  }
  ServerRanks::AddUp(bins.data(), NumberOfBins);
  double total = 0;
  for (double count : bins)
  {
    total += count;
  }
  double below = 0;
  int bin = 0;
  while (bin + 1 < NumberOfBins && below + bins[bin] < share * total)
  {
    below += bins[bin++];
  }
  return low + (bin + 0.5) / scale;
}

/// The pieces of a grid on both sides of a plane.
void Cut(vtkUnstructuredGrid* grid, int axis, double position, vtkSmartPointer<vtkUnstructuredGrid>& below,
  vtkSmartPointer<vtkUnstructuredGrid>& above)
{
  below = vtkSmartPointer<vtkUnstructuredGrid>::New();
  above = vtkSmartPointer<vtkUnstructuredGrid>::New();
  double bounds[6];
  DrawnBounds::Find(grid, bounds);
  if (grid->GetNumberOfCells() == 0 || bounds[2 * axis + 1] <= position)
  {
    below->ShallowCopy(grid);
    return;
  }
  if (bounds[2 * axis] >= position)
  {
    above->ShallowCopy(grid);
    return;
  }
  vtkNew<vtkPlane> plane;
  double origin[3] = { 0, 0, 0 };
  double normal[3] = { 0, 0, 0 };
  origin[axis] = position;
  normal[axis] = 1;
  plane->SetOrigin(origin);
  plane->SetNormal(normal);
  vtkNew<vtkTableBasedClipDataSet> clip;
  clip->SetInputData(grid);
  clip->SetClipFunction(plane);
  clip->GenerateClippedOutputOn();
  clip->Update();
  above->ShallowCopy(clip->GetOutput());
  below->ShallowCopy(clip->GetClippedOutput());
}

/// Cut what is left of each rank's data into the boxes of the ranks first .. first + count - 1. All ranks
/// make the same cuts.
void CutInto(
  std::vector<vtkSmartPointer<vtkUnstructuredGrid>>& pieces, vtkUnstructuredGrid* grid, int first, int count)
{
  if (count == 1)
  {
    pieces[first] = grid;
    return;
  }
  double bounds[6]; // of what all ranks hold together
  vtkMath::UninitializeBounds(bounds);
  if (grid->GetNumberOfCells() > 0)
  {
    DrawnBounds::Find(grid, bounds);
  }
  ServerRanks::Unite(bounds, 3);
  const auto length = [&bounds](int axis) { return bounds[2 * axis + 1] - bounds[2 * axis]; };
  int axis = 0;
  for (int other : { 1, 2 })
  {
    axis = length(other) > length(axis) ? other : axis;
  }
  const int half = count / 2;
  vtkSmartPointer<vtkUnstructuredGrid> below = grid;
  auto above = vtkSmartPointer<vtkUnstructuredGrid>::New();
  if (length(axis) > 0)
  {
    const double position =
      CutPosition(grid, axis, bounds[2 * axis], bounds[2 * axis + 1], static_cast<double>(half) / count);
    Cut(grid, axis, position, below, above);
  }
  CutInto(pieces, below, first, half);
  CutInto(pieces, above, first + half, count - half);
}

} // namespace

namespace SpatialCuts
{

std::vector<vtkSmartPointer<vtkUnstructuredGrid>> CutForRanks(vtkUnstructuredGrid* grid, int ranks)
{
  std::vector<vtkSmartPointer<vtkUnstructuredGrid>> pieces(ranks);
  CutInto(pieces, grid, 0, ranks);
  return pieces;
}

int GetPartner(int round, int rank, int ranks)
{
  // Ranks that add up to the round, modulo their number, meet.
  return (round - rank + ranks) % ranks;
}

} // namespace SpatialCuts
