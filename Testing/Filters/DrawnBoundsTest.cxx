// SPDX-License-Identifier: BSD-3-Clause
// The bounds of the cells that are drawn, where points and cells that are not drawn lie far away. Each case
// is one seed.
#include "DrawnBounds.h"
#include "../Seeds.h"
#include "MeshKit.h"

#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkDataSetAttributes.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace
{

std::vector<double> boundsOf(vtkDataSet* data)
{
  std::vector<double> bounds(6);
  DrawnBounds::Find(data, bounds.data());
  return bounds;
}

/// A grid of cubes that fill the unit cube. Points and cells far away are added to it.
struct Disturbed
{
  explicit Disturbed(unsigned seed)
    : Random(seed)
  {
    kit::MeshKit mesh(seed);
    kit::forBoxes(1 + static_cast<int>(seed % 3),
      [&mesh](const auto&, const std::vector<kit::Vec3>& corners) { mesh.cell(VTK_HEXAHEDRON, corners); });
    this->Grid = mesh.grid(0.0, seed % 2 == 0);
    this->Own = this->Grid->GetNumberOfCells();
  }
  vtkIdType farPoint()
  {
    std::uniform_real_distribution<double> power(1, 30), side(-1, 1);
    const double distance = std::pow(10.0, power(this->Random));
    return this->Grid->GetPoints()->InsertNextPoint(
      distance * side(this->Random), distance * side(this->Random), distance * side(this->Random));
  }
  vtkUnsignedCharArray* flags(vtkDataSetAttributes* to, vtkIdType count)
  {
    vtkNew<vtkUnsignedCharArray> flags;
    flags->SetName(vtkDataSetAttributes::GhostArrayName());
    flags->SetNumberOfTuples(count);
    flags->Fill(0);
    to->AddArray(flags);
    return flags;
  }

  std::mt19937 Random;
  vtkSmartPointer<vtkUnstructuredGrid> Grid;
  vtkIdType Own;
};

TEST(DrawnBounds, FarPointsAndCellsThatAreNotDrawn)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("DrawnBounds", 40, 40))
  {
    Disturbed with(seed);
    const std::vector<double> wanted = { 0, 1, 0, 1, 0, 1 };
    ASSERT_EQ(boundsOf(with.Grid), wanted) << "seed " << seed;
    // Far away lie points without a cell, flat cells, and solid cells. The solid cells are hidden, ghosts,
    // broken, or have a hidden point.
    std::vector<unsigned char> flags(static_cast<std::size_t>(with.Own), 0);
    vtkIdType hidden = -1;
    for (int n = 1 + static_cast<int>(seed % 6); n > 0; --n)
    {
      const vtkIdType p[4] = { with.farPoint(), with.farPoint(), with.farPoint(), with.farPoint() };
      const auto add = [&](int type, vtkIdType size, int flag) {
        with.Grid->InsertNextCell(type, size, p);
        flags.push_back(static_cast<unsigned char>(flag));
      };
      switch (with.Random() % 8)
      {
        case 0:
          add(VTK_VERTEX, 1, 0);
          break;
        case 1:
          add(VTK_LINE, 2, 0);
          break;
        case 2:
          add(VTK_TRIANGLE, 3, 0);
          break;
        case 3:
          add(VTK_TETRA, 4, vtkDataSetAttributes::HIDDENCELL);
          break;
        case 4:
          add(VTK_TETRA, 4, vtkDataSetAttributes::DUPLICATECELL);
          break;
        case 5:
          add(VTK_HEXAHEDRON, 4, 0); // four of eight points
          break;
        case 6:
          add(VTK_TETRA, 4, 0);
          hidden = p[1];
          break;
        default:
          break;
      }
    }
    if (hidden >= 0)
    {
      // All tetrahedra far away have the hidden point.
      vtkUnsignedCharArray* const points =
        with.flags(with.Grid->GetPointData(), with.Grid->GetNumberOfPoints());
      for (vtkIdType i = 0; i < with.Grid->GetNumberOfPoints(); ++i)
      {
        double x[3];
        with.Grid->GetPoint(i, x);
        const bool isFar = std::max({ std::abs(x[0]), std::abs(x[1]), std::abs(x[2]) }) > 1;
        points->SetValue(i, isFar ? vtkDataSetAttributes::HIDDENPOINT : 0);
      }
    }
    vtkUnsignedCharArray* const cells =
      with.flags(with.Grid->GetCellData(), static_cast<vtkIdType>(flags.size()));
    std::copy(flags.begin(), flags.end(), cells->GetPointer(0));
    EXPECT_EQ(boundsOf(with.Grid), wanted) << "seed " << seed;
  }
}

TEST(DrawnBounds, AreFoundAnewWhereTheGridHasChanged)
{
  Disturbed with(1);
  DrawnBounds held;
  EXPECT_EQ(held.Of(with.Grid)[1], 1);
  const vtkIdType p[4] = { 0, 1, 2, with.Grid->GetPoints()->InsertNextPoint(7, 0, 0) };
  with.Grid->InsertNextCell(VTK_TETRA, 4, p);
  with.Grid->Modified();
  EXPECT_EQ(held.Of(with.Grid)[1], 7);
}

TEST(DrawnBounds, OfOtherDataAreTheirs)
{
  vtkNew<vtkImageData> image;
  image->SetDimensions(3, 4, 5);
  EXPECT_EQ(boundsOf(image), (std::vector<double>{ 0, 2, 0, 3, 0, 4 }));
  // Nothing of the grid is drawn, but a camera can be reset to its points.
  vtkNew<vtkPoints> points;
  points->InsertNextPoint(1, 2, 3);
  vtkNew<vtkUnstructuredGrid> vertex;
  vertex->SetPoints(points);
  const vtkIdType first = 0;
  vertex->InsertNextCell(VTK_VERTEX, 1, &first);
  EXPECT_EQ(boundsOf(vertex), (std::vector<double>{ 1, 1, 2, 2, 3, 3 }));
}

} // namespace
