// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "IsosurfaceScene.h"
#include "vtkIsosurfacePathTraceMapper.h"
#include "vtkPathTraceSettings.h"

/// Above 0 in a ball.
double ball(double x, double y, double z);
/// A gyroid, whose surfaces light each other.
double gyroid(double x, double y, double z);

/// As IsosurfaceScene, with the path tracer in the ray caster's place: [-1, 1]^3 straight from the front,
/// without perspective. Eight samples a pixel, under a sky of 1 all around.
struct PathTraceScene : IsosurfaceScene
{
  explicit PathTraceScene(const Field& f, int size = 32);

  /// A frame of an interaction, after which frames are stills again.
  std::vector<float> Interact();
  double Told(const char* row) { return this->Tracer->GetReport()->GetValue(row); }
  std::string Remarks(const char* row) { return RemarksOf(this->Tracer->GetReport(), row); }

  vtkNew<vtkIsosurfacePathTraceMapper> Tracer;
  vtkPathTraceSettings* const Paths = Tracer->GetSettings();
};

/// Expect a pixel's colour, up to `tolerance` in each channel.
void ExpectColor(const std::array<float, 3>& pixel, double red, double green, double blue, double tolerance,
  const char* what);

/// A light like the sun, from a direction, in place of all others.
void AddSun(vtkRenderer* renderer, double x, double y, double z);
