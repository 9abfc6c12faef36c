// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Scene.h"
#include "vtkActor.h"
#include "vtkImageData.h"
#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkIsovalueList.h"

#include <functional>

using Field = std::function<double(double, double, double)>;

/// The field of many scenes: z.
inline double height(double, double, double z)
{
  return z;
}

/// An image of n points per axis over [-1, 1]^3 with the point array "f" (double) and, at cell centers, the
/// cell array "c". Its extent does not begin at zero.
vtkSmartPointer<vtkImageData> MakeImage(int n, const Field& f);

/// An off-screen window that shows [-1, 1]^3 from the front without perspective, filling the window. The
/// isovalue -1 is blue, 0 green and 1 red, without light. The CPU draws, or a CUDA device if
/// INKRAY_TEST_DEVICE=cuda is in the environment.
struct IsosurfaceScene
{
  explicit IsosurfaceScene(const Field& f, int size = 64, int multiSamples = 0, int n = 9);

  /// Replace the isovalues.
  void Show(std::initializer_list<double> isovalues);
  void Perspective(double x, double y, double z);

  std::vector<float> Picture();
  /// Window depths of the last picture. (From VTK 9.4 on, vtkRenderer::GetZ selects instead: it draws the
  /// scene again for every pixel, and returns the depth of what would be picked there.)
  std::vector<float> Depths();
  double DepthAt(int x, int y);
  std::array<float, 3> Pixel(int x, int y); ///< of a new picture
  std::array<float, 3> PixelOf(const std::vector<float>& picture, int x, int y) const;
  /// The window depth of a point in world coordinates.
  double WindowDepth(double x, double y, double z);
  /// The point at height z on the ray through a pixel's center, in world coordinates.
  void OnRay(int x, int y, double z, double world[3]);
  /// Write the last picture as PNG into the folder INKRAY_TEST_PICTURES, if it is set.
  void Save(const char* name);

  vtkNew<vtkRenderWindow> Window;
  vtkNew<vtkRenderer> Renderer;
  /// A number in the mapper's report.
  double Reported(const char* row) { return this->Mapper->GetReport()->GetValue(row); }

  vtkNew<vtkIsosurfaceRayCastMapper> Mapper;
  vtkIsosurfaceRayCastSettings* const Settings = Mapper->GetSettings();
  vtkIsovalueList* const Isovalues = Settings->GetIsovalues();
  vtkNew<vtkVolume> Volume;
};
