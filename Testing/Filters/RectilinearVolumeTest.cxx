// SPDX-License-Identifier: BSD-3-Clause
// A vtkRectilinearGrid as the volume that isosurfaces are drawn from.
#include "ImageVolume.h"
#include "vtkDataObject.h"
#include "vtkDoubleArray.h"
#include "vtkFloatArray.h"
#include "vtkNew.h"
#include "vtkRectilinearGrid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>

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

/// 4 x 3 x 2 points, values at points and cells.
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

  // A second array at cells, as values of points: the mean of a point's cells.
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

TEST_F(RectilinearVolume, CoordinatesOutOfOrderAreNamed)
{
  const auto expectNamed = [this](const char* what) {
    EXPECT_NE(this->problem().find("along y are not in order"), std::string::npos)
      << what << ": " << this->problem();
  };
  setCoordinates(Y, { 3, 2, 2 });
  expectNamed("equal");
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
