// SPDX-License-Identifier: BSD-3-Clause
// The lists that vtkIsosurfaceRayCastMapper is set up with, and what it tells about its last frame.
#include "vtkIsosurfaceRayCastMapper.h"

#include "vtkIsosurfaceRayCastMapperInternals.h"

#include <algorithm>

void vtkIsosurfaceRayCastMapper::SetValue(int i, double value)
{
  const vtkMTimeType before = this->Internal->Values->GetMTime();
  this->Internal->Values->SetValue(std::max(0, i), value);
  if (this->Internal->Values->GetMTime() != before)
  {
    this->Modified();
  }
}

double vtkIsosurfaceRayCastMapper::GetValue(int i)
{
  return this->GetNumberOfContours() > 0 ? this->Internal->Values->GetValue(i) : 0.0;
}

double* vtkIsosurfaceRayCastMapper::GetValues()
{
  return this->Internal->Values->GetValues();
}

void vtkIsosurfaceRayCastMapper::GetValues(double* values)
{
  this->Internal->Values->GetValues(values);
}

void vtkIsosurfaceRayCastMapper::SetNumberOfContours(int number)
{
  const int before = this->GetNumberOfContours();
  number = std::max(0, number);
  if (number == before)
  {
    return;
  }
  this->Internal->Values->SetNumberOfContours(number);
  for (int i = before; i < number; ++i)
  {
    this->Internal->Values->SetValue(i, 0.0); // memory without initial values otherwise
  }
  this->Modified();
}

int vtkIsosurfaceRayCastMapper::GetNumberOfContours()
{
  return this->Internal->Values->GetNumberOfContours();
}

void vtkIsosurfaceRayCastMapper::GenerateValues(int number, double range[2])
{
  this->GenerateValues(number, range[0], range[1]);
}

void vtkIsosurfaceRayCastMapper::GenerateValues(int number, double rangeStart, double rangeEnd)
{
  this->SetNumberOfContours(number);
  for (int i = 0; i < number; ++i)
  {
    this->SetValue(i, number == 1 ? rangeStart : rangeStart + (rangeEnd - rangeStart) * i / (number - 1));
  }
}

void vtkIsosurfaceRayCastMapper::SetNumberOfIsosurfaceOpacities(int number)
{
  if (number >= 0 && number != this->GetNumberOfIsosurfaceOpacities())
  {
    this->Internal->Opacities.resize(number, 1.0);
    this->Modified();
  }
}

int vtkIsosurfaceRayCastMapper::GetNumberOfIsosurfaceOpacities()
{
  return static_cast<int>(this->Internal->Opacities.size());
}

void vtkIsosurfaceRayCastMapper::SetIsosurfaceOpacity(int i, double opacity)
{
  opacity = opacity >= 0 ? std::min(opacity, 1.0) : 0.0;
  if (i < 0 || (i < this->GetNumberOfIsosurfaceOpacities() && this->Internal->Opacities[i] == opacity))
  {
    return;
  }
  this->SetNumberOfIsosurfaceOpacities(std::max(i + 1, this->GetNumberOfIsosurfaceOpacities()));
  this->Internal->Opacities[i] = opacity;
  this->Modified();
}

double vtkIsosurfaceRayCastMapper::GetIsosurfaceOpacity(int i)
{
  return i >= 0 && i < this->GetNumberOfIsosurfaceOpacities() ? this->Internal->Opacities[i] : 1.0;
}

bool vtkIsosurfaceRayCastMapper::IsOpaque()
{
  for (int i = 0; i < this->GetNumberOfContours(); ++i)
  {
    const double opacity = this->Opacity * this->GetIsosurfaceOpacity(i);
    if (opacity > 0 && static_cast<float>(opacity) < 1)
    {
      return false;
    }
  }
  return true;
}

void vtkIsosurfaceRayCastMapper::SetNumberOfIsosurfaceColors(int number)
{
  if (number >= 0 && number != this->GetNumberOfIsosurfaceColors())
  {
    this->Internal->Colors.resize(number, { 1, 1, 1 });
    this->Modified();
  }
}

int vtkIsosurfaceRayCastMapper::GetNumberOfIsosurfaceColors()
{
  return static_cast<int>(this->Internal->Colors.size());
}

void vtkIsosurfaceRayCastMapper::SetIsosurfaceColor(int i, double red, double green, double blue)
{
  const std::array<double, 3> color = { red, green, blue };
  if (i < 0 || (i < this->GetNumberOfIsosurfaceColors() && this->Internal->Colors[i] == color))
  {
    return;
  }
  this->SetNumberOfIsosurfaceColors(std::max(i + 1, this->GetNumberOfIsosurfaceColors()));
  this->Internal->Colors[i] = color;
  this->Modified();
}

void vtkIsosurfaceRayCastMapper::GetIsosurfaceColor(int i, double color[3])
{
  const bool there = i >= 0 && i < this->GetNumberOfIsosurfaceColors();
  for (int c = 0; c < 3; ++c)
  {
    color[c] = there ? this->Internal->Colors[i][c] : 1.0;
  }
}

void vtkIsosurfaceRayCastMapper::SelectColorArray(int association, const char* name)
{
  this->SetColorArrayAssociation(association);
  this->SetColorArrayName(name);
}

void vtkIsosurfaceRayCastMapper::SetColorFunction(vtkScalarsToColors* function)
{
  if (this->Internal->ColorFunction != function)
  {
    this->Internal->ColorFunction = function;
    this->Modified();
  }
}

vtkScalarsToColors* vtkIsosurfaceRayCastMapper::GetColorFunction()
{
  return this->Internal->ColorFunction;
}

double* vtkIsosurfaceRayCastMapper::GetTimings()
{
  return this->Internal->Timings;
}

double* vtkIsosurfaceRayCastMapper::GetMemoryUsed()
{
  return this->Internal->Memory;
}

double* vtkIsosurfaceRayCastMapper::GetScalarRange()
{
  return this->Internal->ScalarRange;
}

int* vtkIsosurfaceRayCastMapper::GetImageSize()
{
  return this->Internal->ImageSize;
}

const char* vtkIsosurfaceRayCastMapper::GetDeviceName()
{
  return this->Internal->Device.Name.c_str();
}

const char* vtkIsosurfaceRayCastMapper::GetFallbackReason()
{
  return this->Internal->Device.FallbackReason.c_str();
}

int vtkIsosurfaceRayCastMapper::GetUsedPipeline()
{
  switch (this->Internal->TakeStatistics().pipeline)
  {
    case inkray::IsosurfacePipeline::MultiKernel:
      return MULTI_KERNEL;
    case inkray::IsosurfacePipeline::KdJump:
      return KD_JUMP;
    default:
      return SINGLE_KERNEL;
  }
}

const char* vtkIsosurfaceRayCastMapper::GetUsedPipelineName()
{
  const int pipeline = this->GetUsedPipeline();
  return pipeline == MULTI_KERNEL ? "multi-kernel" : pipeline == KD_JUMP ? "Kd-Jump" : "single kernel";
}

vtkIdType vtkIsosurfaceRayCastMapper::GetNumberOfRays()
{
  return this->Internal->TakeStatistics().rays;
}

vtkIdType vtkIsosurfaceRayCastMapper::GetNumberOfHits()
{
  return this->Internal->TakeStatistics().hits;
}

vtkIdType vtkIsosurfaceRayCastMapper::GetNumberOfRounds()
{
  return this->Internal->TakeStatistics().rounds;
}

vtkIdType vtkIsosurfaceRayCastMapper::GetNumberOfQueueItems()
{
  return this->Internal->TakeStatistics().queueItems;
}

vtkIdType vtkIsosurfaceRayCastMapper::GetNumberOfKeptItems()
{
  return this->Internal->TakeStatistics().keptItems;
}

double vtkIsosurfaceRayCastMapper::GetCompactionRatio()
{
  const inkray::IsosurfaceStatistics& statistics = this->Internal->TakeStatistics();
  return statistics.queueItems > 0
    ? static_cast<double>(statistics.keptItems) / static_cast<double>(statistics.queueItems)
    : 0.0;
}

vtkIdType vtkIsosurfaceRayCastMapper::GetNumberOfLeaves()
{
  const std::int64_t* leaves = this->Internal->Report.leaves;
  return leaves[0] * leaves[1] * leaves[2];
}

vtkIdType vtkIsosurfaceRayCastMapper::GetNumberOfActiveLeaves()
{
  return this->Internal->TakeStatistics().activeLeaves;
}

vtkIdType vtkIsosurfaceRayCastMapper::GetNumberOfVolumeUploads()
{
  return this->Internal->VolumeUploads;
}

vtkIdType vtkIsosurfaceRayCastMapper::GetNumberOfColorArrayUploads()
{
  return this->Internal->ColorArrayUploads;
}

vtkIdType vtkIsosurfaceRayCastMapper::GetNumberOfIsosurfaceUploads()
{
  return this->Internal->IsosurfaceUploads;
}

vtkIdType vtkIsosurfaceRayCastMapper::GetNumberOfColorTableUploads()
{
  return this->Internal->ColorTableUploads;
}

double vtkIsosurfaceRayCastMapper::GetProbedIsovalue()
{
  return this->Internal->ProbedIsovalue;
}

int vtkIsosurfaceRayCastMapper::GetProbedIsosurface()
{
  return this->Internal->ProbedIsosurface;
}

double* vtkIsosurfaceRayCastMapper::GetProbedPosition()
{
  return this->Internal->ProbedPosition;
}

double vtkIsosurfaceRayCastMapper::GetProbedValue()
{
  return this->Internal->ProbedValue;
}

double vtkIsosurfaceRayCastMapper::GetProbedColorValue()
{
  return this->Internal->ProbedColorValue;
}

void vtkIsosurfaceRayCastMapper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  this->Internal->Values->PrintSelf(os, indent);
  os << indent << "Opacity: " << this->Opacity << "\n";
  os << indent << "ColorMode: " << this->ColorMode << "\n";
  os << indent << "ColorArrayName: " << (this->ColorArrayName ? this->ColorArrayName : "(none)") << "\n";
  os << indent << "ColorArrayAssociation: " << this->ColorArrayAssociation << "\n";
  os << indent << "ColorVectorMode: " << this->ColorVectorMode << "\n";
  os << indent << "ColorVectorComponent: " << this->ColorVectorComponent << "\n";
  os << indent << "ColorFunction: " << this->Internal->ColorFunction.GetPointer() << "\n";
  os << indent << "VectorMode: " << this->VectorMode << "\n";
  os << indent << "VectorComponent: " << this->VectorComponent << "\n";
  os << indent << "Device: " << this->Device << " (" << this->Internal->Device.Name << ")\n";
  os << indent << "FallbackReason: " << this->Internal->Device.FallbackReason << "\n";
  os << indent << "Pipeline: " << this->Pipeline << "\n";
  os << indent << "CompactionMethod: " << this->CompactionMethod << "\n";
  os << indent << "EarlyTermination: " << this->EarlyTermination << "\n";
  os << indent << "ImageSampleDistance: " << this->ImageSampleDistance << "\n";
  os << indent << "AutoAdjustSampleDistances: " << this->AutoAdjustSampleDistances << "\n";
  os << indent << "MaximumImageSampleDistance: " << this->MaximumImageSampleDistance << "\n";
  os << indent << "InputIsPiece: " << this->InputIsPiece << "\n";
}
