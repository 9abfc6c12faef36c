// SPDX-License-Identifier: BSD-3-Clause
// What vtkTetRayCastMapper tells about its last frame.
#include "vtkTetRayCastMapper.h"

#include "vtkTetRayCastMapperInternals.h"

double* vtkTetRayCastMapper::GetTimings()
{
  return this->Internal->Timings;
}

double* vtkTetRayCastMapper::GetMemoryUsed()
{
  return this->Internal->Memory;
}

int* vtkTetRayCastMapper::GetImageSize()
{
  return this->Internal->ImageSize;
}

const char* vtkTetRayCastMapper::GetDeviceName()
{
  return this->Internal->Device.Name.c_str();
}

const char* vtkTetRayCastMapper::GetFallbackReason()
{
  return this->Internal->Device.FallbackReason.c_str();
}

vtkIdType vtkTetRayCastMapper::GetNumberOfTets()
{
  return this->Internal->Report.numTets;
}

vtkIdType vtkTetRayCastMapper::GetNumberOfBoundaryFaces()
{
  return this->Internal->Report.numBoundaryFaces;
}

vtkIdType vtkTetRayCastMapper::GetNumberOfListEntries()
{
  return this->Internal->Statistics.listEntries;
}

vtkIdType vtkTetRayCastMapper::GetNumberOfFailedRays()
{
  return this->Internal->Statistics.failedRays;
}

vtkIdType vtkTetRayCastMapper::GetNumberOfMeshUploads()
{
  return this->Internal->MeshUploads;
}

vtkIdType vtkTetRayCastMapper::GetNumberOfScalarUploads()
{
  return this->Internal->ScalarUploads;
}

vtkIdType vtkTetRayCastMapper::GetNumberOfTransferFunctionUploads()
{
  return this->Internal->TransferFunctionUploads;
}

void vtkTetRayCastMapper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Device: " << this->Device << " (" << this->Internal->Device.Name << ")\n";
  os << indent << "FallbackReason: " << this->Internal->Device.FallbackReason << "\n";
  os << indent << "ImageSampleDistance: " << this->ImageSampleDistance << "\n";
  os << indent << "AutoAdjustSampleDistances: " << this->AutoAdjustSampleDistances << "\n";
  os << indent << "MaximumImageSampleDistance: " << this->MaximumImageSampleDistance << "\n";
  os << indent << "EarlyTermination: " << this->EarlyTermination << "\n";
  os << indent << "VectorMode: " << this->VectorMode << "\n";
  os << indent << "VectorComponent: " << this->VectorComponent << "\n";
  os << indent << "FaceTest: " << this->FaceTest << "\n";
  os << indent << "ListBuilder: " << this->ListBuilder << "\n";
  os << indent << "InputIsPiece: " << this->InputIsPiece << "\n";
}
