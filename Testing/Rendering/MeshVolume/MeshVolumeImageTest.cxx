// SPDX-License-Identifier: BSD-3-Clause
// Meshes as volumes with the mapper alone, in VTK's own windows.
#include "ImageTest.h"

#include "vtkCellType.h"
#include "vtkColorTransferFunction.h"
#include "vtkDoubleArray.h"
#include "vtkImageData.h"
#include "vtkIsovalueList.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPlane.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkTetRayCastMapper.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnsignedCharArray.h"
#include "vtkVolumeProperty.h"

#include <cmath>
#include <limits>

namespace
{

/// A thick, non-convex bowl of n x n x m boxes cut into tetrahedra. Its values are the distances to a point.
vtkSmartPointer<vtkUnstructuredGrid> MakeBowl(bool missing = false)
{
  constexpr int n = 12, m = 4;
  vtkNew<vtkPoints> points;
  vtkNew<vtkDoubleArray> values;
  values->SetName("distance");
  for (int k = 0; k <= m; ++k)
  {
    for (int j = 0; j <= n; ++j)
    {
      for (int i = 0; i <= n; ++i)
      {
        const double u = 2.0 * i / n - 1, v = 2.0 * j / n - 1;
        const double x[3] = { u, v, 0.8 * (u * u + v * v) - 0.8 + 0.5 * k / m };
        points->InsertNextPoint(x);
        const bool none = missing && i > 7 && j < 5;
        values->InsertNextValue(none ? std::numeric_limits<double>::quiet_NaN()
                                     : std::hypot(std::hypot(x[0] - 0.4, x[1] + 0.3), x[2]));
      }
    }
  }
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  grid->SetPoints(points);
  grid->GetPointData()->SetScalars(values);
  const vtkIdType row = n + 1, layer = row * row;
  const int ring[7] = { 1, 2, 3, 7, 4, 5, 1 };
  for (int k = 0; k < m; ++k)
  {
    for (int j = 0; j < n; ++j)
    {
      for (int i = 0; i < n; ++i)
      {
        const vtkIdType p = i + row * j + layer * k;
        const vtkIdType box[8] = { p, p + 1, p + row + 1, p + row, p + layer, p + layer + 1,
          p + layer + row + 1, p + layer + row };
        for (int t = 0; t < 6; ++t)
        {
          const vtkIdType tet[4] = { box[0], box[ring[t]], box[ring[t + 1]], box[6] };
          grid->InsertNextCell(VTK_TETRA, 4, tet);
        }
      }
    }
  }
  return grid;
}

void Plain(Canvas& canvas)
{
  canvas.AddMesh(MakeBowl(), 0, 1.6, 0.5);
  canvas.LookFrom(2.2, -3.6, 2.6);
}

void Parallel(Canvas& canvas)
{
  Plain(canvas);
  canvas.LookFrom(2.2, -3.6, 2.6, 1.3, true);
}

void CameraInside(Canvas& canvas)
{
  canvas.AddMesh(MakeBowl(), 0, 1.6, 0.5);
  const double position[3] = { 0.1, 0.1, -0.5 }, focus[3] = { 0.5, 1, 0 };
  canvas.LookFromInside(position, focus, 70);
}

/// A green ball in the bowl's wall, a yellow ball in front and a violet ball behind.
void AmongBalls(Canvas& canvas)
{
  canvas.AddBall(0.5, -0.5, -0.2, 0.25, 0.2, 0.9, 0.2);
  canvas.AddBall(-0.4, -1.2, 0.4, 0.2, 0.9, 0.9, 0.1);
  canvas.AddBall(0.0, 1.4, 0.2, 0.5, 0.7, 0.2, 0.9);
  Plain(canvas);
}

/// The same scene, drawn by HAVS.
void Havs(Canvas& canvas)
{
  canvas.AddBall(0.5, -0.5, -0.2, 0.25, 0.2, 0.9, 0.2);
  canvas.AddBall(-0.4, -1.2, 0.4, 0.2, 0.9, 0.9, 0.1);
  canvas.AddBall(0.0, 1.4, 0.2, 0.5, 0.7, 0.2, 0.9);
  canvas.AddHavs(MakeBowl(), 0, 1.6, 0.5);
  canvas.LookFrom(2.2, -3.6, 2.6);
}

void MissingValues(Canvas& canvas)
{
  canvas.AddMesh(MakeBowl(true), 0, 1.6, 0.5);
  canvas.LookFrom(2.2, -3.6, 2.6);
}

/// Two meshes, one inside the other; a volume's transform turns and moves one of them.
void TwoVolumes(Canvas& canvas)
{
  canvas.AddMesh(MakeBowl(), 0, 1.6, 0.5);
  vtkVolume* second = canvas.AddMesh(MakeBowl(), 0, 1.6, 0.3);
  second->SetPosition(0, 0, 1.2);
  second->SetOrientation(180, 0, 0);
  second->SetScale(0.6, 0.6, 0.6);
  canvas.LookFrom(2.2, -3.6, 2.6);
}

/// A dense volume in the headlight, with a highlight.
vtkVolume* AddShaded(Canvas& canvas)
{
  vtkVolume* volume = canvas.AddMesh(MakeBowl(), 0, 1.6, 0.06);
  vtkVolumeProperty* property = volume->GetProperty();
  property->ShadeOn();
  property->SetAmbient(0.15);
  property->SetDiffuse(0.8);
  property->SetSpecular(0.4);
  property->SetSpecularPower(20);
  canvas.LookFrom(2.2, -3.6, 2.6);
  return volume;
}

void Shaded(Canvas& canvas)
{
  AddShaded(canvas);
}

void ShadedByCells(Canvas& canvas)
{
  vtkTetRayCastMapper::SafeDownCast(AddShaded(canvas)->GetMapper())
    ->GetSettings()
    ->SetGradients(vtkTetRayCastSettings::PER_CELL);
}

/// The bowl with waves around the point as values. The waves are flat at crests and troughs, and steep
/// between.
vtkVolume* AddWaves(Canvas& canvas)
{
  auto bowl = MakeBowl();
  vtkDataArray* values = bowl->GetPointData()->GetScalars();
  for (vtkIdType i = 0; i < values->GetNumberOfTuples(); ++i)
  {
    values->SetTuple1(i, std::sin(7 * values->GetTuple1(i)));
  }
  vtkVolume* volume = canvas.AddMesh(bowl, -1, 1, 0.15);
  canvas.LookFrom(2.2, -3.6, 2.6);
  return volume;
}

/// Shows only crests and troughs, with light.
void GradientOpacity(Canvas& canvas)
{
  vtkVolumeProperty* property = AddWaves(canvas)->GetProperty();
  property->GetScalarOpacity()->RemoveAllPoints();
  property->GetScalarOpacity()->AddPoint(-1, 0.9);
  vtkNew<vtkPiecewiseFunction> flat;
  flat->AddPoint(2.5, 1);
  flat->AddPoint(3.5, 0);
  property->SetGradientOpacity(flat);
  property->ShadeOn();
  property->SetAmbient(0.2);
  property->SetDiffuse(0.8);
  property->SetSpecular(0.2);
  property->SetSpecularPower(20);
}

/// Steep parts are yellow at any value; flat parts are red and blue.
void Transfer2D(Canvas& canvas)
{
  vtkVolumeProperty* property = AddWaves(canvas)->GetProperty();
  vtkNew<vtkImageData> table;
  table->SetDimensions(9, 8, 1);
  table->SetOrigin(-1, 0, 0);
  table->SetSpacing(0.25, 1, 1);
  table->AllocateScalars(VTK_FLOAT, 4);
  for (int row = 0; row < 8; ++row)
  {
    for (int column = 0; column < 9; ++column)
    {
      const double rgba[2][4] = { { column > 4 ? 0.9 : 0.1, 0.2, column > 4 ? 0.1 : 0.9,
                                    std::abs(column - 4) > 2 ? 0.8 : 0.0 },
        { 0.9, 0.8, 0.1, row == 5 ? 0.5 : 0.0 } };
      for (int c = 0; c < 4; ++c)
      {
        table->SetScalarComponentFromDouble(column, row, 0, c, rgba[row < 3 ? 0 : 1][c]);
      }
    }
  }
  property->SetTransferFunction2D(table);
  property->SetTransferFunctionMode(vtkVolumeProperty::TF_2D);
}

/// A volume that is opaque where its values are high, so that cuts show the values.
vtkTetRayCastMapper* AddDense(Canvas& canvas)
{
  vtkVolume* volume = canvas.AddMesh(MakeBowl(), 0, 1.6, 0.04);
  canvas.LookFrom(2.2, -3.6, 2.6);
  return vtkTetRayCastMapper::SafeDownCast(volume->GetMapper());
}

/// Two planes cut cells open.
void Clipped(Canvas& canvas)
{
  vtkTetRayCastMapper* mapper = AddDense(canvas);
  const double planes[2][3] = { { -1, 0.4, -0.3 }, { 0.2, 1, -0.5 } };
  for (const auto& normal : planes)
  {
    vtkNew<vtkPlane> plane;
    plane->SetOrigin(0.1, -0.35, 0);
    plane->SetNormal(normal);
    mapper->AddClippingPlane(plane);
  }
}

/// A turned box cuts a piece out.
void Cropped(Canvas& canvas)
{
  vtkTetRayCastMapper* mapper = AddDense(canvas);
  const double box[12] = { -0.3, -1.5, -0.4, 0.7, 0.5, 0.1, -0.5, 0.8, 0.1, -0.1, 0, 0.9 };
  mapper->GetSettings()->SetCropBox(box);
  mapper->GetSettings()->UseCropBoxOn();
  mapper->GetSettings()->CropBoxKeepsOutsideOn();
}

/// Three isosurfaces among the balls, the outer two translucent, each in the color of its value.
void Surfaces(Canvas& canvas)
{
  canvas.AddBall(0.5, -0.5, -0.2, 0.25, 0.2, 0.9, 0.2);
  canvas.AddBall(0.0, 1.4, 0.2, 0.5, 0.7, 0.2, 0.9);
  vtkVolume* volume = canvas.AddMesh(MakeBowl(), 0, 1.6, 2.0);
  volume->GetProperty()->SetSpecular(0.3);
  vtkTetRayCastSettings* settings = vtkTetRayCastMapper::SafeDownCast(volume->GetMapper())->GetSettings();
  settings->GetIsovalues()->GenerateValues(3, 0.4, 1.2);
  settings->GetIsovalues()->SetOpacity(1, 0.6);
  settings->GetIsovalues()->SetOpacity(2, 0.4);
  settings->GetIsovalues()->SetColor(1, 0.9, 0.8, 0.1);
  settings->DrawVolumeOff();
  canvas.LookFrom(2.2, -3.6, 2.6);
}

} // namespace

std::vector<ImageTest> MeshVolumeImageTests()
{
  return { { "MeshVolume", 240, 200, Plain }, { "MeshVolumeParallel", 240, 200, Parallel },
    { "MeshVolumeCameraInside", 240, 200, CameraInside }, { "MeshVolumeAmongBalls", 240, 200, AmongBalls },
    { "MeshVolumeHavs", 240, 200, Havs }, { "MeshVolumeMissingValues", 240, 200, MissingValues },
    { "MeshVolumeShaded", 240, 200, Shaded }, { "MeshVolumeShadedByCells", 240, 200, ShadedByCells },
    { "MeshVolumeClipped", 240, 200, Clipped }, { "MeshVolumeCropped", 240, 200, Cropped },
    { "MeshVolumeGradientOpacity", 240, 200, GradientOpacity },
    { "MeshVolumeTransfer2D", 240, 200, Transfer2D }, { "MeshSurfaces", 240, 200, Surfaces },
    { "MeshVolumeTwoVolumes", 240, 200, TwoVolumes } };
}
