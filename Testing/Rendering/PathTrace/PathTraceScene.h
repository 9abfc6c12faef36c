// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "IsosurfaceScene.h"
#include "vtkIsosurfacePathTraceMapper.h"
#include "vtkPathTraceSettings.h"

/// Positive inside a ball.
double ball(double x, double y, double z);
/// A gyroid, whose surfaces reflect light onto each other.
double gyroid(double x, double y, double z);

/// An IsosurfaceScene drawn by the path tracer: [-1, 1]^3 from the front without perspective, eight samples
/// per pixel, under a uniform sky of 1.
struct PathTraceScene : IsosurfaceScene
{
  explicit PathTraceScene(const Field& f, int size = 32);

  /// Draws an interactive frame; later frames are stills again.
  std::vector<float> Interact();
  double Told(const char* row) { return this->Tracer->GetReport()->GetValue(row); }
  std::string Remarks(const char* row) { return RemarksOf(this->Tracer->GetReport(), row); }

  vtkNew<vtkIsosurfacePathTraceMapper> Tracer;
  vtkPathTraceSettings* const Paths = Tracer->GetSettings();
};

/// Expects a pixel's color, up to `tolerance` in each channel.
void ExpectColor(const std::array<float, 3>& pixel, double red, double green, double blue, double tolerance,
  const char* what);

/// Replaces all lights by a distant light from a direction, like the sun.
void AddSun(vtkRenderer* renderer, double x, double y, double z);
