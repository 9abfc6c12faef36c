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

/// An eight-bit level of a colour.
constexpr float OneLevel = 1.05f / 255;

/// The unit cube in n x n x n hexahedra, with point array "f" = x and cell array "c" = 0.5.
vtkSmartPointer<vtkUnstructuredGrid> MakeCube(int n);

/// A quadrilateral in one colour, unlit.
vtkSmartPointer<vtkActor> MakeQuad(const double origin[3], const double point1[3], const double point2[3],
  double red, double green, double blue);

/// An off-screen window that shows the unit cube straight from the front, without perspective, filling the
/// window; white where the ray casts fully.
struct Scene
{
  explicit Scene(int size = 64, int multiSamples = 0);

  /// Attenuation per unit of length, the same everywhere, in a colour.
  void Uniform(double attenuation, double red, double green, double blue);

  /// The window as floats in [0, 1], lower row first, 3 a pixel.
  std::vector<float> Picture();
  std::array<float, 3> Pixel(const std::vector<float>& picture, int x, int y) const;

  vtkNew<vtkRenderWindow> Window;
  vtkNew<vtkRenderer> Renderer;
  /// A number of the mapper's report.
  double Reported(const char* row) { return this->Mapper->GetReport()->GetValue(row); }

  vtkNew<vtkTetRayCastMapper> Mapper;
  vtkTetRayCastSettings* const Settings = Mapper->GetSettings();
  vtkNew<vtkVolume> Volume;
};

/// Largest difference of two pictures of one size.
float LargestDifference(const std::vector<float>& a, const std::vector<float>& b);

/// Resident memory of this process in mebibytes, and how much of what was freed AddressSanitizer keeps in it.
double Resident();
#if defined(__SANITIZE_ADDRESS__)
constexpr double KeptResident = 256;
#else
constexpr double KeptResident = 0;
#endif

/// Collects errors and warnings of one object.
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

/// The texts of a report's rows of this name ("problem", "note"), a line each.
std::string RemarksOf(vtkRayCastReport* report, const std::string& name);

/// While this lives, the window wants each frame aborted from its start on.
class AbortedFrames
{
public:
  explicit AbortedFrames(vtkRenderer* renderer);
  ~AbortedFrames();

private:
  vtkRenderer* Renderer;
  vtkNew<vtkCallbackCommand> Command;
};
