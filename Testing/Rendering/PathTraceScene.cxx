// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceScene.h"

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
