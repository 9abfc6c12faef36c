// SPDX-License-Identifier: BSD-3-Clause
#include "GridScene.h"

#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkDataArray.h"
#include "vtkDataSetTriangleFilter.h"
#include "vtkDoubleArray.h"
#include "vtkGenericCell.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPointData.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

vtkSmartPointer<vtkImageData> MakeTurnedImage()
{
  auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetExtent(2, 6, -1, 2, 3, 8);
  image->SetSpacing(0.15, 0.21, 0.1);
  const double c = std::cos(0.4), s = std::sin(0.4);
  image->SetDirectionMatrix(c, -s, 0, s, c, 0, 0, 0, 1);
  image->SetOrigin(0.1, 0.15, -0.05);
  return image;
}

vtkSmartPointer<vtkRectilinearGrid> MakeUnevenGrid()
{
  const double places[3][6] = { { 0, 0.1, 0.4, 0.6, 1 }, { 1, 0.7, 0.2, 0 }, { 0, 0.3, 0.35, 0.5, 0.9, 1 } };
  const int dimensions[3] = { 5, 4, 6 };
  auto grid = vtkSmartPointer<vtkRectilinearGrid>::New();
  grid->SetDimensions(dimensions);
  vtkNew<vtkDoubleArray> axes[3];
  for (int axis = 0; axis < 3; ++axis)
  {
    for (int i = 0; i < dimensions[axis]; ++i)
    {
      axes[axis]->InsertNextValue(places[axis][i]);
    }
  }
  grid->SetXCoordinates(axes[0]);
  grid->SetYCoordinates(axes[1]);
  grid->SetZCoordinates(axes[2]);
  return grid;
}

void AddValues(vtkDataSet* grid, const char* name, const PlacedValue& value, int type)
{
  auto array = vtkSmartPointer<vtkDataArray>::Take(vtkDataArray::CreateDataArray(type));
  array->SetName(name);
  array->SetNumberOfTuples(grid->GetNumberOfPoints());
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    array->SetComponent(i, 0, value(grid->GetPoint(i)));
  }
  const bool isFirst = !grid->GetPointData()->GetScalars();
  grid->GetPointData()->AddArray(array);
  if (isFirst)
  {
    grid->GetPointData()->SetScalars(array);
  }
}

void AddCellValues(vtkDataSet* grid, const char* name, const PlacedValue& value)
{
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  vtkNew<vtkGenericCell> cell;
  for (vtkIdType i = 0; i < grid->GetNumberOfCells(); ++i)
  {
    double bounds[6];
    grid->GetCellBounds(i, bounds); // a box along the axes, or around one that is turned
    const double center[3] = { 0.5 * (bounds[0] + bounds[1]), 0.5 * (bounds[2] + bounds[3]),
      0.5 * (bounds[4] + bounds[5]) };
    array->InsertNextValue(value(center));
  }
  grid->GetCellData()->AddArray(array);
}

double Linear(const double* p)
{
  return 20 + 25 * p[0] - 18 * p[1] + 30 * p[2];
}

vtkSmartPointer<vtkUnstructuredGrid> CutIntoTets(vtkDataSet* grid)
{
  vtkNew<vtkDataSetTriangleFilter> cut;
  cut->SetInputData(grid);
  cut->Update();
  return cut->GetOutput();
}

vtkSmartPointer<vtkRectilinearGrid> MakeCenters(vtkRectilinearGrid* grid)
{
  auto centers = vtkSmartPointer<vtkRectilinearGrid>::New();
  vtkDataArray* const from[3] = { grid->GetXCoordinates(), grid->GetYCoordinates(), grid->GetZCoordinates() };
  vtkNew<vtkDoubleArray> axes[3];
  for (int axis = 0; axis < 3; ++axis)
  {
    for (vtkIdType i = 0; i + 1 < from[axis]->GetNumberOfTuples(); ++i)
    {
      axes[axis]->InsertNextValue(0.5 * (from[axis]->GetTuple1(i) + from[axis]->GetTuple1(i + 1)));
    }
  }
  int dimensions[3];
  grid->GetDimensions(dimensions);
  centers->SetDimensions(dimensions[0] - 1, dimensions[1] - 1, dimensions[2] - 1);
  centers->SetXCoordinates(axes[0]);
  centers->SetYCoordinates(axes[1]);
  centers->SetZCoordinates(axes[2]);
  for (int i = 0; i < grid->GetCellData()->GetNumberOfArrays(); ++i)
  {
    centers->GetPointData()->AddArray(grid->GetCellData()->GetArray(i));
  }
  return centers;
}

GridScene::GridScene(int size)
  : Scene(size)
{
  this->Grids->SetSettings(this->Settings);
  // Color and opacity change at several values, so that the interpolant matters.
  vtkVolumeProperty* const property = this->Volume->GetProperty();
  vtkColorTransferFunction* const colors = property->GetRGBTransferFunction();
  colors->RemoveAllPoints();
  colors->AddRGBPoint(0, 1, 0.1, 0.2);
  colors->AddRGBPoint(30, 0.1, 1, 0.4);
  colors->AddRGBPoint(60, 0.2, 0.3, 1);
  const double levels[4][3] = { { -30, 20, 0.1 }, { 20, 25, 0.55 }, { 25, 40, 0.2 }, { 40, 60, 0.4 } };
  property->GetScalarOpacity()->RemoveAllPoints();
  this->OpacityOfTets->RemoveAllPoints();
  for (const auto& level :
    levels) // constant, because the two opacities are no linear functions of each other
  {
    for (int end = 0; end < 2; ++end)
    {
      const double x = level[end] + 1e-6 * (1 - 2 * end);
      property->GetScalarOpacity()->AddPoint(x, level[2]);
      this->OpacityOfTets->AddPoint(x, -std::log1p(-level[2]));
    }
  }
  property->SetScalarOpacityUnitDistance(0.4);
  this->Volume->SetOrigin(0.5, 0.5, 0.5);
  this->Volume->SetOrientation(25, 35, 15);
  this->Volume->SetScale(0.7, 0.6, 0.8);
}

std::vector<float> GridScene::Draw(vtkDataSet* grid)
{
  this->Grids->SetInputDataObject(grid);
  this->Volume->SetMapper(this->Grids);
  return this->Picture();
}

std::vector<float> GridScene::DrawTets(vtkDataSet* grid)
{
  this->Mapper->SetInputData(CutIntoTets(grid));
  this->Volume->SetMapper(this->Mapper);
  vtkVolumeProperty* const property = this->Volume->GetProperty();
  const int mode = this->Mapper->GetBlendMode();
  if ((mode != vtkVolumeMapper::COMPOSITE_BLEND && mode != vtkVolumeMapper::ADDITIVE_BLEND) ||
    property->GetTransferFunctionMode() == vtkVolumeProperty::TF_2D)
  {
    return this->Picture();
  }
  const vtkSmartPointer<vtkPiecewiseFunction> ofGrids = property->GetScalarOpacity();
  property->SetScalarOpacity(this->OpacityOfTets);
  auto picture = this->Picture();
  property->SetScalarOpacity(ofGrids);
  return picture;
}

double Covered(const std::vector<float>& picture)
{
  return static_cast<double>(
           std::count_if(picture.begin(), picture.end(), [](float value) { return value > 0.05f; })) /
    static_cast<double>(picture.size());
}

void ExpectAlike(GridScene& scene, vtkDataSet* grid, const char* what)
{
  const auto tets = scene.DrawTets(grid);
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "problem"), "") << what;
  const auto picture = scene.Draw(grid);
  EXPECT_EQ(RemarksOf(scene.Grids->GetReport(), "problem"), "") << what;
  EXPECT_STREQ(scene.Grids->GetReport()->GetText("drawn by"), "InKRay Ray Caster") << what;
  EXPECT_GT(Covered(picture), 0.04) << what;
  EXPECT_LE(LargestDifference(picture, tets), OneLevel) << what;
}
