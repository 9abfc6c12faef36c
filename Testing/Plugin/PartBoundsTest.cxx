// SPDX-License-Identifier: BSD-3-Clause
// The bounds of pieces, without the cells that a neighbor has as well.
#include "PartBounds.h"
#include "vtkCellData.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkImageData.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkRectilinearGrid.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <array>

namespace
{

using Bounds = std::array<double, 6>;

Bounds boundsOf(PartBounds& bounds, const std::vector<vtkSmartPointer<vtkDataSet>>& pieces)
{
  Bounds found;
  bounds.Get(pieces, found.data());
  return found;
}
Bounds boundsOf(const std::vector<vtkSmartPointer<vtkDataSet>>& pieces)
{
  PartBounds bounds;
  return boundsOf(bounds, pieces);
}

/// Marks all cells of a grid of 4 x 5 x 6 as a neighbor's, except the cells from `low` to `high`, both
/// included.
void giveAway(vtkDataSet* grid, const std::array<int, 3>& low, const std::array<int, 3>& high)
{
  vtkNew<vtkUnsignedCharArray> ghosts;
  ghosts->SetName(vtkDataSetAttributes::GhostArrayName());
  for (int k = 0; k < 6; ++k)
  {
    for (int j = 0; j < 5; ++j)
    {
      for (int i = 0; i < 4; ++i)
      {
        const bool own =
          low[0] <= i && i <= high[0] && low[1] <= j && j <= high[1] && low[2] <= k && k <= high[2];
        ghosts->InsertNextValue(own ? 0 : vtkDataSetAttributes::DUPLICATECELL);
      }
    }
  }
  grid->GetCellData()->AddArray(ghosts);
}

/// Returns an image with cells of 0.5 x 1 x 2 that begins at (10, 20, 30).
vtkSmartPointer<vtkImageData> makeImage()
{
  auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetDimensions(5, 6, 7);
  image->SetSpacing(0.5, 1, 2);
  image->SetOrigin(10, 20, 30);
  return image;
}

TEST(PartBounds, CellsOfANeighborAreNotCounted)
{
  auto image = makeImage();
  EXPECT_EQ(boundsOf({ image }), (Bounds{ 10, 12, 20, 25, 30, 42 })) << "no ghosts";
  giveAway(image, { 1, 0, 2 }, { 3, 3, 2 });
  EXPECT_EQ(boundsOf({ image }), (Bounds{ 10.5, 12, 20, 24, 34, 36 }))
    << "one layer of cells is one cell thick";
}

TEST(PartBounds, OfTheFirstAndOfTheLastRow)
{
  auto image = makeImage();
  giveAway(image, { 0, 0, 0 }, { 3, 0, 0 });
  EXPECT_EQ(boundsOf({ image }), (Bounds{ 10, 12, 20, 21, 30, 32 }));
  giveAway(image, { 0, 4, 5 }, { 3, 4, 5 });
  EXPECT_EQ(boundsOf({ image }), (Bounds{ 10, 12, 24, 25, 40, 42 }));
}

TEST(PartBounds, OfCellValuesPartsMeetAtTheCentersOfCells)
{
  const auto ofCells = [](const vtkSmartPointer<vtkDataSet>& piece) {
    PartBounds bounds;
    Bounds found = boundsOf(bounds, { piece }); // which is not kept for cells
    bounds.Get({ piece }, found.data(), true);
    return found;
  };
  auto image = makeImage();
  giveAway(image, { 0, 0, 0 }, { 1, 4, 5 });
  EXPECT_EQ(ofCells(image), (Bounds{ 10, 11.25, 20, 25, 30, 42 }));
  giveAway(image, { 2, 0, 0 }, { 3, 4, 5 });
  EXPECT_EQ(ofCells(image), (Bounds{ 11.25, 12, 20, 25, 30, 42 }));
}

TEST(PartBounds, OfOneCell)
{
  auto image = makeImage();
  giveAway(image, { 2, 4, 5 }, { 2, 4, 5 });
  EXPECT_EQ(boundsOf({ image }), (Bounds{ 11, 11.5, 24, 25, 40, 42 }));
}

TEST(PartBounds, OfAllThatIsANeighborsThereAreNone)
{
  auto image = makeImage();
  giveAway(image, { 9, 9, 9 }, { 9, 9, 9 });
  EXPECT_FALSE(vtkMath::AreBoundsInitialized(boundsOf({ image }).data()));
  EXPECT_FALSE(vtkMath::AreBoundsInitialized(boundsOf({}).data()));
  EXPECT_EQ(boundsOf({ image, makeImage() }), (Bounds{ 10, 12, 20, 25, 30, 42 })) << "others count";
}

TEST(PartBounds, OfTurnedImagesAllCornersCount)
{
  auto image = makeImage();
  image->SetDirectionMatrix(0, -1, 0, 1, 0, 0, 0, 0, 1); // x along y, and y against x
  giveAway(image, { 0, 1, 0 }, { 1, 2, 5 });
  EXPECT_EQ(boundsOf({ image }), (Bounds{ 7, 9, 20, 21, 30, 42 }));
}

TEST(PartBounds, OfRectilinearGridsAndOfSeveralPieces)
{
  vtkNew<vtkRectilinearGrid> grid;
  grid->SetDimensions(5, 6, 7);
  const int points[3] = { 5, 6, 7 };
  for (int axis = 0; axis < 3; ++axis)
  {
    vtkNew<vtkDoubleArray> places;
    for (int i = 0; i < points[axis]; ++i)
    {
      places->InsertNextValue(i * i);
    }
    axis == 0     ? grid->SetXCoordinates(places)
      : axis == 1 ? grid->SetYCoordinates(places)
                  : grid->SetZCoordinates(places);
  }
  giveAway(grid, { 0, 1, 3 }, { 2, 3, 4 });
  EXPECT_EQ(boundsOf({ grid.Get() }), (Bounds{ 0, 9, 1, 16, 9, 25 }));
  EXPECT_EQ(boundsOf({ grid.Get(), makeImage() }), (Bounds{ 0, 12, 1, 25, 9, 42 }));
}

TEST(PartBounds, AlongTheAxesOfATurnedImage)
{
  const double axes[9] = { 0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1 };
  auto image = makeImage();
  image->SetDirectionMatrix(axes);
  image->SetOrigin(0, 0, 30);
  PartBounds bounds;
  const auto expect = [&](const Bounds& expected, bool ofCells) {
    Bounds found;
    bounds.Get({ image }, found.data(), ofCells, axes);
    for (std::size_t end = 0; end < 6; ++end)
    {
      EXPECT_NEAR(found[end], expected[end], 1e-12) << "end " << end;
    }
  };
  expect({ 0, 2, 0, 5, 30, 42 }, false);
  giveAway(image, { 1, 0, 2 }, { 3, 3, 2 });
  image->Modified();
  expect({ 0.5, 2, 0, 4, 34, 36 }, false);
  expect({ 0.75, 2, 0, 4.5, 35, 37 }, true);
  EXPECT_LT(boundsOf(bounds, { image })[0], -2.0) << "along x, y and z";
}

TEST(PartBounds, FollowsWhatHasChanged)
{
  PartBounds bounds;
  auto image = makeImage();
  EXPECT_EQ(boundsOf(bounds, { image }), (Bounds{ 10, 12, 20, 25, 30, 42 }));
  giveAway(image, { 1, 0, 2 }, { 3, 3, 2 });
  image->Modified();
  EXPECT_EQ(boundsOf(bounds, { image }), (Bounds{ 10.5, 12, 20, 24, 34, 36 }));
  EXPECT_EQ(boundsOf(bounds, { makeImage() }), (Bounds{ 10, 12, 20, 25, 30, 42 })) << "another in its place";
}

} // namespace
