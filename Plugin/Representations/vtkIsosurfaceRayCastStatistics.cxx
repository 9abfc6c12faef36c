// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfaceRayCastStatistics.h"

#include "vtkIsosurfaceRayCastRepresentation.h"
#include "vtkObjectFactory.h"

namespace
{
double NoNumbers[6] = { 0, 0, 0, 0, 0, 0 };
int NoSize[2] = { 0, 0 };
vtkIdType NoCounters[5] = { 0, 0, 0, 0, 0 };
} // namespace

vtkStandardNewMacro(vtkIsosurfaceRayCastStatistics);

vtkIsosurfaceRayCastStatistics::vtkIsosurfaceRayCastStatistics() = default;
vtkIsosurfaceRayCastStatistics::~vtkIsosurfaceRayCastStatistics() = default;

void vtkIsosurfaceRayCastStatistics::SetRepresentation(vtkIsosurfaceRayCastRepresentation* representation)
{
  this->Representation = representation;
}

const char* vtkIsosurfaceRayCastStatistics::GetDeviceName()
{
  return this->Representation ? this->Representation->GetDeviceName() : "";
}

const char* vtkIsosurfaceRayCastStatistics::GetFallbackReason()
{
  return this->Representation ? this->Representation->GetFallbackReason() : "";
}

const char* vtkIsosurfaceRayCastStatistics::GetUsedPipelineName()
{
  return this->Representation ? this->Representation->GetUsedPipelineName() : "";
}

double* vtkIsosurfaceRayCastStatistics::GetTimings()
{
  return this->Representation ? this->Representation->GetTimings() : NoNumbers;
}

double* vtkIsosurfaceRayCastStatistics::GetMemoryUsed()
{
  return this->Representation ? this->Representation->GetMemoryUsed() : NoNumbers;
}

double vtkIsosurfaceRayCastStatistics::GetCompactionRatio()
{
  return this->Representation ? this->Representation->GetCompactionRatio() : 0.0;
}

int* vtkIsosurfaceRayCastStatistics::GetImageSize()
{
  return this->Representation ? this->Representation->GetImageSize() : NoSize;
}

vtkIdType* vtkIsosurfaceRayCastStatistics::GetRays()
{
  return this->Representation ? this->Representation->GetRays() : NoCounters;
}

vtkIdType* vtkIsosurfaceRayCastStatistics::GetLeaves()
{
  return this->Representation ? this->Representation->GetLeaves() : NoCounters;
}

vtkIdType* vtkIsosurfaceRayCastStatistics::GetUploads()
{
  return this->Representation ? this->Representation->GetUploads() : NoCounters;
}

int vtkIsosurfaceRayCastStatistics::GetProbed()
{
  return this->Representation ? this->Representation->GetProbed() : 0;
}

double* vtkIsosurfaceRayCastStatistics::GetProbedPosition()
{
  return this->Representation ? this->Representation->GetProbedPosition() : NoNumbers;
}

double* vtkIsosurfaceRayCastStatistics::GetProbedValues()
{
  return this->Representation ? this->Representation->GetProbedValues() : NoNumbers;
}

void vtkIsosurfaceRayCastStatistics::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Representation: " << this->Representation.GetPointer() << "\n";
}
