// SPDX-License-Identifier: BSD-3-Clause
// A vtkRectilinearGrid as the volume from which isosurfaces are drawn.
#include "../Seeds.h"
#include "ImageVolume.h"
#include "vtkCellData.h"
#include "vtkDataObject.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkFloatArray.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkRectilinearGrid.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace
{

void setCoordinates(vtkDoubleArray* array, std::initializer_list<double> values)
{
  array->SetNumberOfTuples(0);
  for (const double x : values)
  {
    array->InsertNextValue(x);
  }
  array->Modified();
}

/// A grid of 4 x 3 x 2 points, with values at points and at cells.
class RectilinearVolume : public ::testing::Test
{
protected:
  RectilinearVolume()
  {
    setCoordinates(X, { -1, 0.5, 0.75, 9 });
    setCoordinates(Y, { 3, 2, -5 });
    setCoordinates(Z, { 0, 1e-3 });
    Grid->SetDimensions(4, 3, 2);
    Grid->SetXCoordinates(X);
    Grid->SetYCoordinates(Y);
    Grid->SetZCoordinates(Z);
    for (int i = 0; i < 24; ++i)
    {
      Points->InsertNextValue(static_cast<float>(i));
    }
    for (int i = 0; i < 6; ++i)
    {
      Cells->InsertNextValue(static_cast<float>(i));
    }
  }
  std::string problem() { return inkray::filters::imageVolumeProblem(Grid, Points, vtkDataObject::POINT); }

  vtkNew<vtkRectilinearGrid> Grid;
  vtkNew<vtkDoubleArray> X, Y, Z;
  vtkNew<vtkFloatArray> Points, Cells;
};

TEST_F(RectilinearVolume, HasItsCoordinates)
{
  ASSERT_EQ(this->problem(), "");
  inkray::filters::ImageVolume source;
  const inkray::VolumeInput volume = source.makeVolume(Grid, Points, vtkDataObject::POINT, 0);
  EXPECT_EQ(volume.dimensions[0], 4);
  EXPECT_EQ(volume.dimensions[1], 3);
  EXPECT_EQ(volume.dimensions[2], 2);
  vtkDoubleArray* const arrays[3] = { X, Y, Z };
  for (int axis = 0; axis < 3; ++axis)
  {
    ASSERT_NE(volume.coordinates[axis], nullptr);
    for (int i = 0; i < volume.dimensions[axis]; ++i)
    {
      EXPECT_EQ(volume.coordinates[axis][i], arrays[axis]->GetValue(i));
    }
  }
  for (int i = 0; i < 16; ++i)
  {
    EXPECT_EQ(volume.indexToMesh[i], i % 5 == 0 ? 1.0 : 0.0); // coordinates are the data's own
  }
  EXPECT_EQ(volume.scalars.values, Points->GetVoidPointer(0));

  // A second array at cells is taken as values of points: each point gets the mean of its cells.
  const inkray::Field colors = source.makeValues(Grid, Cells, vtkDataObject::CELL, 0, vtkDataObject::POINT);
  const auto* means = static_cast<const double*>(colors.values);
  EXPECT_EQ(means[0], 0.0);
  EXPECT_EQ(means[1], 0.5);
  EXPECT_EQ(means[5], (0 + 1 + 3 + 4) / 4.0);
}

TEST_F(RectilinearVolume, IsAnotherOneWithOtherCoordinates)
{
  using inkray::filters::imageVolumeKey;
  const auto before = imageVolumeKey(Grid, Points, vtkDataObject::POINT, 0);
  EXPECT_EQ(before, imageVolumeKey(Grid, Points, vtkDataObject::POINT, 0));
  X->SetValue(2, 0.8);
  X->Modified();
  EXPECT_NE(before, imageVolumeKey(Grid, Points, vtkDataObject::POINT, 0));
}

TEST_F(RectilinearVolume, CellsOfNoWidthAreNoProblem)
{
  // Values of points keep all planes.
  setCoordinates(X, { 0, 1, 1, 3 });
  setCoordinates(Y, { 3, 3, 2 });
  ASSERT_EQ(this->problem(), "");
  inkray::filters::ImageVolume source;
  const inkray::VolumeInput volume = source.makeVolume(Grid, Points, vtkDataObject::POINT, 0);
  EXPECT_EQ(volume.dimensions[0], 4);
  EXPECT_EQ(volume.scalars.values, Points->GetVoidPointer(0));
  // Cell 1 along x and cell 0 along y have no width, so their values do not count. Points get the mean of the
  // other cells beside them.
  const inkray::Field colors = source.makeValues(Grid, Cells, vtkDataObject::CELL, 0, vtkDataObject::POINT);
  const auto* means = static_cast<const double*>(colors.values);
  EXPECT_EQ(means[0], 3.0);
  EXPECT_EQ(means[1], 4.0);
  EXPECT_EQ(means[2], 4.0);
  EXPECT_EQ(means[3], 5.0);

  // Values of cells that are wanted at cells leave out cells without a width.
  setCoordinates(Z, { 0, 0 });
  EXPECT_NE(this->problem().find("no width along z"), std::string::npos) << this->problem();
}

TEST_F(RectilinearVolume, CellsOfNoWidthAreLeftOutOfValuesOfCells)
{
  vtkNew<vtkRectilinearGrid> grid;
  vtkNew<vtkDoubleArray> x, y, z;
  setCoordinates(x, { 0, 1, 1, 1, 3 });
  setCoordinates(y, { 0, 0, -1, -2 });
  setCoordinates(z, { 0, 1, 2 });
  grid->SetDimensions(5, 4, 3);
  grid->SetXCoordinates(x);
  grid->SetYCoordinates(y);
  grid->SetZCoordinates(z);
  vtkNew<vtkFloatArray> cells;
  vtkNew<vtkUnsignedCharArray> flags;
  flags->SetName(vtkDataSetAttributes::GhostArrayName());
  for (int i = 0; i < 24; ++i)
  {
    cells->InsertNextValue(static_cast<float>(i));
    flags->InsertNextValue(i == 7 ? vtkDataSetAttributes::HIDDENCELL : 0);
  }
  grid->GetCellData()->AddArray(flags);
  ASSERT_EQ(inkray::filters::imageVolumeProblem(grid, cells, vtkDataObject::CELL), "");
  inkray::filters::ImageVolume source;
  const inkray::VolumeInput volume = source.makeVolume(grid, cells, vtkDataObject::CELL, 0);
  EXPECT_EQ(volume.dimensions[0], 3);
  EXPECT_EQ(volume.dimensions[1], 3);
  EXPECT_EQ(volume.dimensions[2], 3);
  ASSERT_EQ(volume.scalars.numTuples, 8);
  const int kept[8] = { 4, 7, 8, 11, 16, 19, 20, 23 };
  for (int i = 0; i < 8; ++i)
  {
    EXPECT_EQ(static_cast<const double*>(volume.scalars.values)[i], kept[i]);
    EXPECT_EQ(volume.cellFlags[i] != 0, kept[i] == 7);
  }
  setCoordinates(y, { 0, 0, 0, -2 });
  EXPECT_NE(inkray::filters::imageVolumeProblem(grid, cells, vtkDataObject::CELL).find("with a width"),
    std::string::npos);
}

TEST_F(RectilinearVolume, PlacesNearestToPointsAreCells)
{
  vtkNew<vtkImageData> image;
  image->SetExtent(3, 6, 0, 1, -2, 0);
  vtkNew<vtkFloatArray> points;
  points->SetNumberOfTuples(4 * 2 * 3);
  vtkNew<vtkUnsignedCharArray> flags;
  flags->SetName(vtkDataSetAttributes::GhostArrayName());
  for (int i = 0; i < 3 * 1 * 2; ++i)
  {
    // The first cell of each row belongs to another part. The last of the first row is hidden.
    flags->InsertNextValue(i % 3 == 0 ? vtkDataSetAttributes::DUPLICATECELL
        : i == 2                      ? vtkDataSetAttributes::HIDDENCELL
                                      : 0);
  }
  image->GetCellData()->AddArray(flags);
  ASSERT_EQ(inkray::filters::imageVolumeProblem(image, points, vtkDataObject::POINT, true), "");
  inkray::filters::ImageVolume source;
  const inkray::VolumeInput volume = source.makeVolume(image, points, vtkDataObject::POINT, 0, true);
  EXPECT_EQ(volume.scalars.values, points->GetVoidPointer(0));
  EXPECT_EQ(volume.scalars.association, inkray::Association::Cells);
  EXPECT_TRUE(volume.areCellsConstant);
  const std::vector<double> places[3] = { { 1, 1, 1.5, 2.5, 3 }, { 0, 0.5, 1 }, { 0, 0.5, 1.5, 2 } };
  for (int axis = 0; axis < 3; ++axis)
  {
    const std::vector<double>& wanted = places[axis];
    ASSERT_EQ(volume.dimensions[axis], static_cast<std::int64_t>(wanted.size()));
    EXPECT_EQ(
      std::vector<double>(volume.coordinates[axis], volume.coordinates[axis] + wanted.size()), wanted);
    EXPECT_EQ(volume.cellsAlong(axis), volume.dimensions[axis] - 2);
  }
  // Hidden are the points that have no other cell: the last ones along x in the first layer.
  for (int i = 0; i < 4 * 2 * 3; ++i)
  {
    EXPECT_EQ((volume.cellFlags[i] & volume.hiddenCellBits) != 0, i == 3 || i == 7) << i;
  }
}

TEST_F(RectilinearVolume, PointsThatCannotBeToldApartAreNamed)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("FarPoints", 100, 100))
  {
    std::mt19937 random(seed);
    const auto real = [&random](double low, double high) {
      return std::uniform_real_distribution<double>(low, high)(random);
    };
    // The distance from 0 at which the rounding of a coordinate is as large as a cell, times up to 4.
    const double width = std::pow(10.0, real(-6, 6)), share = std::pow(4.0, real(-1, 1)),
                 far = 2 * width / std::numeric_limits<double>::epsilon() * share;
    setCoordinates(X, { -far, -far + 2 * width, -far + 4 * width, -far + 8 * width });
    setCoordinates(Y, { 0, width, 2 * width });
    setCoordinates(Z, { 0, width });
    EXPECT_EQ(this->problem().find("cannot be told apart") != std::string::npos, share > 1)
      << "seed " << seed << ": " << this->problem();
    if (share < 1)
    {
      EXPECT_NE(X->GetValue(0), X->GetValue(1)) << "seed " << seed;
    }
  }
}

TEST_F(RectilinearVolume, CoordinatesOutOfOrderAreNamed)
{
  const auto expectNamed = [this](const char* what) {
    EXPECT_NE(this->problem().find("along y are not in order"), std::string::npos)
      << what << ": " << this->problem();
  };
  setCoordinates(Y, { 3, -6, -5 });
  expectNamed("back again");
  setCoordinates(Y, { 3, std::numeric_limits<double>::quiet_NaN(), -5 });
  expectNamed("NaN");
  setCoordinates(Y, { std::numeric_limits<double>::infinity(), 2, -5 });
  expectNamed("infinite");
  setCoordinates(Y, { 3, 2 });
  expectNamed("too few");
  setCoordinates(Y, { 1, 2, 3 });
  EXPECT_EQ(this->problem(), "");
}

} // namespace
