// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Scene.h"
#include "vtkDataSet.h"
#include "vtkGridRayCastMapper.h"
#include "vtkImageData.h"
#include "vtkPiecewiseFunction.h"
#include "vtkRectilinearGrid.h"

#include <functional>

/// A function of the place of a point.
using PlacedValue = std::function<double(const double*)>;

/// An image of 5 x 4 x 6 points in and around the unit cube, turned, with three different spacings, and with
/// an extent that does not begin at zero.
vtkSmartPointer<vtkImageData> MakeTurnedImage();

/// A rectilinear grid of 5 x 4 x 6 points over the unit cube, with uneven coordinates that descend along y.
vtkSmartPointer<vtkRectilinearGrid> MakeUnevenGrid();

/// Add a point array, or a cell array with the values at the cells' centers, of a type of VTK's numbers. The
/// mapper draws the first point array.
void AddValues(vtkDataSet* grid, const char* name, const PlacedValue& value, int type = VTK_DOUBLE);
void AddCellValues(vtkDataSet* grid, const char* name, const PlacedValue& value);

/// A linear function, which has the same interpolant in voxels and in tetrahedra.
double Linear(const double* place);

/// The tetrahedra of a grid, with its point arrays.
vtkSmartPointer<vtkUnstructuredGrid> CutIntoTets(vtkDataSet* grid);

/// The points between which the cell values of a grid are interpolated, the centers of its cells, as a
/// rectilinear grid. The cell arrays become point arrays.
vtkSmartPointer<vtkRectilinearGrid> MakeCenters(vtkRectilinearGrid* grid);

/// A scene whose volume the mapper of meshes or the mapper of images draws, with the same functions, light
/// and settings.
struct GridScene : Scene
{
  explicit GridScene(int size = 64);

  /// Draw a grid with the mapper of images, or its tetrahedra with the mapper of meshes.
  std::vector<float> Draw(vtkDataSet* grid);
  std::vector<float> DrawTets(vtkDataSet* grid);

  vtkNew<vtkGridRayCastMapper> Grids;
  /// The function of the mapper of meshes, for which opacity is an attenuation and not a share of light.
  vtkNew<vtkPiecewiseFunction> OpacityOfTets;
};

/// The share of a picture that is not black.
double Covered(const std::vector<float>& picture);

/// Expects the same picture from both mappers, and one that shows something.
void ExpectAlike(GridScene& scene, vtkDataSet* grid, const char* what);
