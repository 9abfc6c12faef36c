// SPDX-License-Identifier: BSD-3-Clause
#include "vtkRayCastSettings.h"

vtkRayCastSettings::vtkRayCastSettings() = default;
vtkRayCastSettings::~vtkRayCastSettings() = default;

void vtkRayCastSettings::CopyCasting(vtkRayCastSettings* other)
{
  this->SetDevice(other->Device);
  this->SetImageSampleDistance(other->ImageSampleDistance);
  this->SetAutoAdjustSampleDistances(other->AutoAdjustSampleDistances);
  this->SetMaximumImageSampleDistance(other->MaximumImageSampleDistance);
  this->SetEarlyTermination(other->EarlyTermination);
  this->SetVectorMode(other->VectorMode);
  this->SetVectorComponent(other->VectorComponent);
  this->SetUseCropBox(other->UseCropBox);
  this->SetCropBoxKeepsOutside(other->CropBoxKeepsOutside);
  this->SetCropBox(other->CropBox);
  this->SetInputIsPiece(other->InputIsPiece);
}

void vtkRayCastSettings::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Device: " << this->Device << "\n";
  os << indent << "ImageSampleDistance: " << this->ImageSampleDistance << "\n";
  os << indent << "AutoAdjustSampleDistances: " << this->AutoAdjustSampleDistances << "\n";
  os << indent << "MaximumImageSampleDistance: " << this->MaximumImageSampleDistance << "\n";
  os << indent << "EarlyTermination: " << this->EarlyTermination << "\n";
  os << indent << "VectorMode: " << this->VectorMode << "\n";
  os << indent << "VectorComponent: " << this->VectorComponent << "\n";
  os << indent << "UseCropBox: " << this->UseCropBox << "\n";
  os << indent << "CropBoxKeepsOutside: " << this->CropBoxKeepsOutside << "\n";
  os << indent << "CropBox:";
  for (const double number : this->CropBox)
  {
    os << " " << number;
  }
  os << "\n";
  os << indent << "InputIsPiece: " << this->InputIsPiece << "\n";
}
