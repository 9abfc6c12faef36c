// SPDX-License-Identifier: BSD-3-Clause
#include "vtkTetRayCastStatistics.h"

#include "vtkObjectFactory.h"
#include "vtkTetRayCastRepresentation.h"

namespace
{
double NoNumbers[6] = { 0, 0, 0, 0, 0, 0 };
int NoSize[2] = { 0, 0 };
vtkIdType NoCounters[7] = { 0, 0, 0, 0, 0, 0, 0 };
} // namespace

vtkStandardNewMacro(vtkTetRayCastStatistics);

vtkTetRayCastStatistics::vtkTetRayCastStatistics() = default;
vtkTetRayCastStatistics::~vtkTetRayCastStatistics() = default;

void vtkTetRayCastStatistics::SetRepresentation(vtkTetRayCastRepresentation* representation)
{
  this->Representation = representation;
}

const char* vtkTetRayCastStatistics::GetDeviceName()
{
  return this->Representation ? this->Representation->GetDeviceName() : "";
}

const char* vtkTetRayCastStatistics::GetFallbackReason()
{
  return this->Representation ? this->Representation->GetFallbackReason() : "";
}

double* vtkTetRayCastStatistics::GetTimings()
{
  return this->Representation ? this->Representation->GetTimings() : NoNumbers;
}

double* vtkTetRayCastStatistics::GetMemoryUsed()
{
  return this->Representation ? this->Representation->GetMemoryUsed() : NoNumbers;
}

int* vtkTetRayCastStatistics::GetImageSize()
{
  return this->Representation ? this->Representation->GetImageSize() : NoSize;
}

vtkIdType* vtkTetRayCastStatistics::GetCounters()
{
  return this->Representation ? this->Representation->GetCounters() : NoCounters;
}

void vtkTetRayCastStatistics::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Representation: " << this->Representation.GetPointer() << "\n";
}
