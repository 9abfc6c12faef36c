// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "vtkActor.h"
#include "vtkCallbackCommand.h"
#include "vtkNew.h"
#include "vtkRayCastReport.h"
#include "vtkRenderWindow.h"
#include "vtkRenderer.h"
#include "vtkSmartPointer.h"
#include "vtkTetRayCastMapper.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"

#include <array>
#include <string>
#include <vector>

/// One of 255 levels of a color, with a margin for rounding.
constexpr float OneLevel = 1.05f / 255;

/// The unit cube in n x n x n hexahedra, with point array "f" = x and cell array "c" = 0.5.
vtkSmartPointer<vtkUnstructuredGrid> MakeCube(int n);

/// A quadrilateral in one color, without light.
vtkSmartPointer<vtkActor> MakeQuad(const double origin[3], const double point1[3], const double point2[3],
  double red, double green, double blue);

/// An off-screen window that shows the unit cube from the front without perspective, filling the window. The
/// picture is white where the cube is opaque.
struct Scene
{
  explicit Scene(int size = 64, int multiSamples = 0);

  /// Set a uniform attenuation per unit of length, in one color.
  void Uniform(double attenuation, double red, double green, double blue);

  /// The window's pixels as floats in [0, 1], bottom row first, 3 values per pixel.
  std::vector<float> Picture();
  std::array<float, 3> Pixel(const std::vector<float>& picture, int x, int y) const;

  vtkNew<vtkRenderWindow> Window;
  vtkNew<vtkRenderer> Renderer;
  /// A number in the mapper's report.
  double Reported(const char* row) { return this->Mapper->GetReport()->GetValue(row); }

  vtkNew<vtkTetRayCastMapper> Mapper;
  vtkTetRayCastSettings* const Settings = Mapper->GetSettings();
  vtkNew<vtkVolume> Volume;
};

/// The largest difference between two pictures of the same size.
float LargestDifference(const std::vector<float>& a, const std::vector<float>& b);

/// Resident memory of this process in MiB. AddressSanitizer may keep KeptResident of it after it was freed.
double Resident();
#if defined(__SANITIZE_ADDRESS__)
constexpr double KeptResident = 256;
#else
constexpr double KeptResident = 0;
#endif

/// Collects the errors and warnings of one object.
class Messages
{
public:
  explicit Messages(vtkObject* object);
  ~Messages();
  std::vector<std::string> Said;

private:
  vtkObject* Object;
  unsigned long Observers[2];
};

/// The texts of all rows `name` ("problem", "note") of a report, one per line.
std::string RemarksOf(vtkRayCastReport* report, const std::string& name);

/// While an object of this class lives, the window aborts each frame from its start.
class AbortedFrames
{
public:
  explicit AbortedFrames(vtkRenderer* renderer);
  ~AbortedFrames();

private:
  vtkRenderer* Renderer;
  vtkNew<vtkCallbackCommand> Command;
};
