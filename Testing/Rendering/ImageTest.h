// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "vtkDataSet.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkRenderWindow.h"
#include "vtkRenderer.h"
#include "vtkSmartPointer.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"

#include <functional>
#include <string>
#include <vector>

/// An off-screen window in which a regression test draws one picture with the mappers of InKRay.
///
/// Only the functions that add data use the interface of the mappers.
class Canvas
{
public:
  Canvas(int width, int height, bool cuda);

  /// A mesh as a volume, its point scalars in blue, white and red from `low` to `high` with rising opacity.
  /// `unitDistance` is the length over which the opacity function holds.
  vtkVolume* AddMesh(vtkUnstructuredGrid* mesh, double low, double high, double unitDistance);

  /// The same mesh as AddMesh, drawn by HAVS.
  vtkVolume* AddHavs(vtkUnstructuredGrid* mesh, double low, double high, double unitDistance);

  /// Isosurfaces of the point scalars of an image or rectilinear grid, colored by isovalue and lit. Surfaces
  /// without an opacity in the list are opaque.
  vtkVolume* AddIsosurfaces(vtkDataSet* image, const std::vector<double>& isovalues,
    const std::vector<double>& opacities = {}, bool smoothNormals = true);

  /// A sphere of polygons in one color, lit.
  void AddBall(double x, double y, double z, double radius, double red, double green, double blue);

  /// Place the camera outside the data, in the given direction from their center. Choose `zoom` so that the
  /// data fill the window.
  void LookFrom(double x, double y, double z, double zoom = 1.3, bool parallel = false);
  /// Place the camera inside the data.
  void LookFromInside(const double position[3], const double focus[3], double angle);

  /// The reasons why mappers did not draw on the wanted device; empty if all did.
  std::string GetFallbackReasons() const;

  vtkNew<vtkRenderWindow> Window;
  vtkNew<vtkRenderer> Renderer;
  const bool Cuda;                                           ///< whether mappers draw on a CUDA device
  std::vector<std::function<const char*()>> FallbackReasons; ///< one for each mapper
};

/// One picture; its baseline is Testing/Baselines/NAME.png.
struct ImageTest
{
  const char* Name;
  int Width, Height;
  void (*Draw)(Canvas&);
};

std::vector<ImageTest> CellKindImageTests();
std::vector<ImageTest> MeshVolumeImageTests();
std::vector<ImageTest> IsosurfaceImageTests();
std::vector<ImageTest> GridVolumeImageTests();

/// Image tests of components, which append to this list when the program starts.
std::vector<ImageTest>& ComponentImageTests();

/// A gyroid that thins out from the middle, in a box with unequal sides and spacings.
vtkSmartPointer<vtkImageData> MakeGyroid(bool missing = false);
