// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceScene.h"

#include "vtkLight.h"

#include <gtest/gtest.h>

#include <cmath>

double ball(double x, double y, double z)
{
  return 0.6 - std::sqrt(x * x + y * y + z * z);
}

double gyroid(double x, double y, double z)
{
  return std::sin(4 * x) * std::cos(4 * y) + std::sin(4 * y) * std::cos(4 * z) +
    std::sin(4 * z) * std::cos(4 * x);
}

PathTraceScene::PathTraceScene(const Field& f, int size)
  : IsosurfaceScene(f, size)
{
  this->Tracer->SetInputData(this->Mapper->GetInput());
  this->Paths->SetDevice(this->Settings->GetDevice());
  this->Paths->SetSamplesPerPixel(8);
  this->Paths->SetLight(vtkPathTraceSettings::OVERCAST);
  this->Paths->SetColorModeToSolid();
  this->Paths->GetIsovalues()->SetNumberOfContours(1);
  this->Paths->GetIsovalues()->SetValue(0, 0);
  this->Volume->SetMapper(this->Tracer);
}

std::vector<float> PathTraceScene::Interact()
{
  const double still = this->Window->GetDesiredUpdateRate();
  this->Window->SetDesiredUpdateRate(15);
  const auto picture = this->Picture();
  this->Window->SetDesiredUpdateRate(still);
  return picture;
}

void ExpectColor(const std::array<float, 3>& pixel, double red, double green, double blue, double tolerance,
  const char* what)
{
  EXPECT_NEAR(pixel[0], red, tolerance) << what;
  EXPECT_NEAR(pixel[1], green, tolerance) << what;
  EXPECT_NEAR(pixel[2], blue, tolerance) << what;
}

void AddSun(vtkRenderer* renderer, double x, double y, double z)
{
  vtkNew<vtkLight> sun;
  sun->SetLightTypeToSceneLight();
  sun->SetPosition(x, y, z);
  sun->SetFocalPoint(0, 0, 0);
  renderer->RemoveAllLights();
  renderer->SetAutomaticLightCreation(0);
  renderer->AddLight(sun);
}
