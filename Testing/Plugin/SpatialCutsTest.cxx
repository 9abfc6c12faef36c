// SPDX-License-Identifier: BSD-3-Clause
// How cells are handed out to ranks, for one rank to seventeen: parts of about the same size, each in a box
// of its own, which make up the whole, and rounds in which every two ranks meet once.
#include "SpatialCuts.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkTetra.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace
{

/// Cubes of tetrahedra, sheared so that no plane holds many points, with the value x + 2 y + 3 z at each
/// point.
vtkSmartPointer<vtkUnstructuredGrid> makeMesh(int nx, int ny, int nz)
{
  auto mesh = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkNew<vtkPoints> points;
  vtkNew<vtkDoubleArray> values;
  values->SetName("values");
  points->SetDataTypeToDouble();
  const auto id = [&](int x, int y, int z) -> vtkIdType { return x + (nx + 1) * (y + (ny + 1) * z); };
  for (int z = 0; z <= nz; ++z)
  {
    for (int y = 0; y <= ny; ++y)
    {
      for (int x = 0; x <= nx; ++x)
      {
        const double p[3] = { x + 0.31 * y + 0.17 * z, y + 0.23 * z, 1.0 * z };
        points->InsertNextPoint(p);
        values->InsertNextValue(p[0] + 2 * p[1] + 3 * p[2]);
      }
    }
  }
  mesh->SetPoints(points);
  mesh->GetPointData()->SetScalars(values);
  const int paths[6][2] = { { 1, 3 }, { 1, 5 }, { 2, 3 }, { 2, 6 }, { 4, 5 }, { 4, 6 } }; // around a diagonal
  for (int cube = 0; cube < nx * ny * nz; ++cube)
  {
    const int x = cube % nx, y = cube / nx % ny, z = cube / nx / ny;
    const auto corner = [&](int bits) { return id(x + (bits & 1), y + (bits >> 1 & 1), z + (bits >> 2)); };
    for (const auto& path : paths)
    {
      const vtkIdType ids[4] = { corner(0), corner(path[0]), corner(path[1]), corner(7) };
      mesh->InsertNextCell(VTK_TETRA, 4, ids);
    }
  }
  return mesh;
}

/// The volume of all cells, which are tetrahedra and, where they were cut, wedges and pyramids.
double volumeOf(vtkUnstructuredGrid* mesh)
{
  double volume = 0;
  vtkNew<vtkPoints> points;
  vtkNew<vtkIdList> ids;
  for (vtkIdType i = 0; i < mesh->GetNumberOfCells(); ++i)
  {
    mesh->GetCell(i)->Triangulate(0, ids, points);
    for (vtkIdType at = 0; at + 3 < points->GetNumberOfPoints(); at += 4)
    {
      double p[4][3];
      for (int k = 0; k < 4; ++k)
      {
        points->GetPoint(at + k, p[k]);
      }
      volume += std::abs(vtkTetra::ComputeVolume(p[0], p[1], p[2], p[3]));
    }
  }
  return volume;
}

class SpatialCutsForRanks : public ::testing::TestWithParam<int>
{
};

TEST_P(SpatialCutsForRanks, PartsOfOneSizeMakeUpTheWhole)
{
  const int ranks = GetParam();
  const vtkSmartPointer<vtkUnstructuredGrid> mesh = makeMesh(12, 10, 9);
  const auto pieces = SpatialCuts::CutForRanks(mesh, ranks);
  ASSERT_EQ(pieces.size(), static_cast<std::size_t>(ranks));
  const double whole = 12.0 * 10 * 9;
  double sum = 0;
  int number = 0;
  for (const auto& piece : pieces)
  {
    ASSERT_NE(piece, nullptr);
    const double volume = volumeOf(piece);
    sum += volume;
    ++number;
    if (number == ranks / 2)
    {
      EXPECT_NEAR(sum / whole, static_cast<double>(number) / ranks, 0.08) << "the first cut";
    }
    // Points are counted, of which there are more at the boundary and at cuts.
    EXPECT_GT(volume * ranks / whole, 0.25);
    EXPECT_LT(volume * ranks / whole, 2.5);
    vtkDataArray* const values = piece->GetPointData()->GetArray("values");
    ASSERT_NE(values, nullptr);
    for (vtkIdType i = 0; i < piece->GetNumberOfPoints(); ++i)
    {
      double p[3];
      piece->GetPoint(i, p);
      ASSERT_NEAR(values->GetTuple1(i), p[0] + 2 * p[1] + 3 * p[2], 1e-4);
    }
  }
  EXPECT_NEAR(sum, whole, 1e-4 * whole); // points are floats where cells are cut
  for (std::size_t i = 0; i < pieces.size(); ++i)
  {
    for (std::size_t j = 0; j < i; ++j)
    {
      double a[6], b[6];
      pieces[i]->GetBounds(a);
      pieces[j]->GetBounds(b);
      double common = 1;
      for (int axis = 0; axis < 3; ++axis)
      {
        common *=
          std::max(0.0, std::min(a[2 * axis + 1], b[2 * axis + 1]) - std::max(a[2 * axis], b[2 * axis]));
      }
      EXPECT_LT(common, 1e-4) << "boxes of " << j << " and " << i;
    }
  }
}

/// Data may be given in any unit of length.
TEST_P(SpatialCutsForRanks, SmallMeshesAreCutAsLargeOnes)
{
  const vtkSmartPointer<vtkUnstructuredGrid> mesh = makeMesh(6, 5, 4);
  const auto large = SpatialCuts::CutForRanks(mesh, GetParam());
  vtkPoints* const points = mesh->GetPoints();
  for (vtkIdType i = 0; i < points->GetNumberOfPoints(); ++i)
  {
    double p[3];
    points->GetPoint(i, p);
    points->SetPoint(i, p[0] / 1024, p[1] / 1024, p[2] / 1024); // which rounds nothing
  }
  points->Modified();
  const auto small = SpatialCuts::CutForRanks(mesh, GetParam());
  ASSERT_EQ(small.size(), large.size());
  for (std::size_t i = 0; i < large.size(); ++i)
  {
    EXPECT_EQ(small[i]->GetNumberOfCells(), large[i]->GetNumberOfCells()) << i;
  }
}

TEST_P(SpatialCutsForRanks, NothingAndALittleAreHandedOutToo)
{
  const int ranks = GetParam();
  vtkNew<vtkUnstructuredGrid> empty;
  for (const auto& piece : SpatialCuts::CutForRanks(empty, ranks))
  {
    ASSERT_NE(piece, nullptr);
    EXPECT_EQ(piece->GetNumberOfCells(), 0);
  }
  const vtkSmartPointer<vtkUnstructuredGrid> little = makeMesh(1, 1, 1);
  double sum = 0;
  for (const auto& piece : SpatialCuts::CutForRanks(little, ranks))
  {
    ASSERT_NE(piece, nullptr);
    sum += volumeOf(piece);
  }
  // VTK's filter makes wedges that overlap a little where it cuts what it has cut already.
  EXPECT_GT(sum, 0.9999);
  EXPECT_LT(sum, 1.05);
}

TEST_P(SpatialCutsForRanks, EveryTwoMeetOnceAndBothKnow)
{
  const int ranks = GetParam();
  std::set<std::pair<int, int>> met;
  for (int round = 0; round < ranks; ++round)
  {
    for (int rank = 0; rank < ranks; ++rank)
    {
      const int partner = SpatialCuts::GetPartner(round, rank, ranks);
      ASSERT_GE(partner, 0);
      ASSERT_LT(partner, ranks);
      EXPECT_EQ(SpatialCuts::GetPartner(round, partner, ranks), rank) << "round " << round;
      EXPECT_TRUE(met.emplace(rank, partner).second) << rank << " meets " << partner << " again";
    }
  }
  EXPECT_EQ(met.size(), static_cast<std::size_t>(ranks) * ranks);
}

INSTANTIATE_TEST_SUITE_P(Ranks, SpatialCutsForRanks, ::testing::Values(1, 2, 3, 4, 5, 6, 7, 8, 12, 17));

} // namespace
