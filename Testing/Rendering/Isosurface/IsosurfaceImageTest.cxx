// SPDX-License-Identifier: BSD-3-Clause
// Isosurfaces of images with the mapper alone, in VTK's own windows.
#include "ImageTest.h"

#include "vtkAppendFilter.h"
#include "vtkColorTransferFunction.h"
#include "vtkDoubleArray.h"
#include "vtkFloatArray.h"
#include "vtkImageData.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPointData.h"
#include "vtkRectilinearGrid.h"
#include "vtkRenderer.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"
#include "vtkVolumeCollection.h"
#include "vtkVolumeProperty.h"

#include <cmath>
#include <limits>

namespace
{

/// The values of a gyroid that thins out from the middle.
void AddGyroid(vtkDataSet* image, bool missing)
{
  vtkNew<vtkFloatArray> values;
  values->SetName("gyroid");
  for (vtkIdType i = 0; i < image->GetNumberOfPoints(); ++i)
  {
    const double* x = image->GetPoint(i);
    const double a = 4.5 * x[0], b = 4.5 * x[1], c = 4.5 * x[2];
    const double g = std::sin(a) * std::cos(b) + std::sin(b) * std::cos(c) + std::sin(c) * std::cos(a);
    const bool none = missing && x[0] > 0.2 && x[1] < 0;
    values->InsertNextValue(none ? std::numeric_limits<float>::quiet_NaN()
                                 : static_cast<float>(g + 0.9 * (x[0] * x[0] + x[1] * x[1] + x[2] * x[2])));
  }
  image->GetPointData()->SetScalars(values);
}

} // namespace

vtkSmartPointer<vtkImageData> MakeGyroid(bool missing)
{
  auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetExtent(3, 42, -5, 28, 1, 26);
  image->SetSpacing(0.05, 0.06, 0.08);
  image->SetOrigin(-1.125, -0.69, -1.08);
  AddGyroid(image, missing);
  return image;
}

namespace
{

/// The gyroid in a grid whose cells are 1 to 5 times as long at one end of an axis as at the other. The
/// coordinates along z descend.
vtkSmartPointer<vtkRectilinearGrid> MakeUnevenGyroid()
{
  auto grid = vtkSmartPointer<vtkRectilinearGrid>::New();
  grid->SetDimensions(40, 34, 26);
  const double first[3] = { -0.975, -0.99, 1 };
  for (int axis = 0; axis < 3; ++axis)
  {
    const int cells = grid->GetDimensions()[axis] - 1;
    vtkNew<vtkDoubleArray> coordinates;
    for (int i = 0; i <= cells; ++i)
    {
      const double t = static_cast<double>(i) / cells;
      coordinates->InsertNextValue(first[axis] * (1 - 2 * t * (1 + 2 * t) / 3));
    }
    axis == 0     ? grid->SetXCoordinates(coordinates)
      : axis == 1 ? grid->SetYCoordinates(coordinates)
                  : grid->SetZCoordinates(coordinates);
  }
  AddGyroid(grid, false);
  return grid;
}

void Plain(Canvas& canvas)
{
  canvas.AddIsosurfaces(MakeGyroid(), { 0.3 });
  canvas.LookFrom(2.4, -3.8, 2.4, 1.4);
}

/// The gradient of the interpolant lights the surface.
void Facets(Canvas& canvas)
{
  canvas.AddIsosurfaces(MakeGyroid(), { 0.3 }, {}, false);
  canvas.LookFrom(2.4, -3.8, 2.4, 1.4);
}

void Uneven(Canvas& canvas)
{
  canvas.AddIsosurfaces(MakeUnevenGyroid(), { 0.3 });
  canvas.LookFrom(2.4, -3.8, 2.4, 1.4);
}

void Parallel(Canvas& canvas)
{
  Plain(canvas);
  canvas.LookFrom(2.4, -3.8, 2.4, 1.4, true);
}

void CameraInside(Canvas& canvas)
{
  canvas.AddIsosurfaces(MakeGyroid(), { 0.3 });
  const double position[3] = { -0.35, -0.35, -0.3 }, focus[3] = { 0.6, 0.5, 0.3 };
  canvas.LookFromInside(position, focus, 80);
}

/// A translucent surface around two others, of which one is opaque.
void Translucent(Canvas& canvas)
{
  canvas.AddIsosurfaces(MakeGyroid(), { 1.4, 0.5, -0.4 }, { 0.25, 0.5 });
  canvas.LookFrom(2.4, -3.8, 2.4, 1.4);
}

void AmongBalls(Canvas& canvas)
{
  canvas.AddBall(0.5, -0.5, 0.2, 0.35, 0.2, 0.9, 0.2);
  canvas.AddBall(-0.2, -1.5, 0.5, 0.2, 0.9, 0.9, 0.1);
  canvas.AddBall(-0.6, 1.8, 0.6, 0.6, 0.7, 0.2, 0.9);
  Plain(canvas);
}

void TranslucentAmongBalls(Canvas& canvas)
{
  canvas.AddBall(0.5, -0.5, 0.2, 0.35, 0.2, 0.9, 0.2);
  canvas.AddBall(-0.6, 1.8, 0.6, 0.6, 0.7, 0.2, 0.9);
  canvas.AddIsosurfaces(MakeGyroid(), { 0.3 }, { 0.5 });
  canvas.LookFrom(2.4, -3.8, 2.4, 1.4);
}

void Specular(Canvas& canvas)
{
  vtkVolume* volume = canvas.AddIsosurfaces(MakeGyroid(), { 0.3 });
  volume->GetProperty()->SetDiffuse(0.6);
  volume->GetProperty()->SetSpecular(0.8);
  volume->GetProperty()->SetSpecularPower(12);
  canvas.LookFrom(2.4, -3.8, 2.4, 1.4);
}

void MissingValues(Canvas& canvas)
{
  canvas.AddIsosurfaces(MakeGyroid(true), { 0.3 });
  canvas.LookFrom(2.4, -3.8, 2.4, 1.4);
}

/// The image has its own direction matrix, and the volume turns it further.
void Direction(Canvas& canvas)
{
  vtkSmartPointer<vtkImageData> image = MakeGyroid();
  image->SetDirectionMatrix(0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1);
  vtkVolume* volume = canvas.AddIsosurfaces(image, { 0.3 });
  volume->SetOrientation(30, 0, 0);
  volume->SetScale(0.9, 0.7, 0.9);
  canvas.LookFrom(2.4, -3.8, 2.4, 1.4);
}

} // namespace

std::vector<ImageTest> IsosurfaceImageTests()
{
  return { { "Isosurface", 240, 200, Plain }, { "IsosurfaceParallel", 240, 200, Parallel },
    { "IsosurfaceCameraInside", 240, 200, CameraInside }, { "IsosurfaceTranslucent", 240, 200, Translucent },
    { "IsosurfaceAmongBalls", 240, 200, AmongBalls },
    { "IsosurfaceTranslucentAmongBalls", 240, 200, TranslucentAmongBalls },
    { "IsosurfaceSpecular", 240, 200, Specular }, { "IsosurfaceMissingValues", 240, 200, MissingValues },
    { "IsosurfaceDirection", 240, 200, Direction }, { "IsosurfaceFacets", 240, 200, Facets },
    { "IsosurfaceUneven", 240, 200, Uneven } };
}
