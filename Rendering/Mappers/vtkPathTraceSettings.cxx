// SPDX-License-Identifier: BSD-3-Clause
#include "vtkPathTraceSettings.h"

#include "vtkObjectFactory.h"

vtkStandardNewMacro(vtkPathTraceSettings);

vtkPathTraceSettings::vtkPathTraceSettings() = default;

vtkPathTraceSettings::~vtkPathTraceSettings()
{
  this->SetImageFileName(nullptr);
}

bool vtkPathTraceSettings::DrawsOpaqueSurfacesAlone()
{
  // Surfaces in one colour have no volume around them.
  return this->IsOpaque() && (!this->IncludeVolume || this->ColorMode == COLOR_SOLID);
}

void vtkPathTraceSettings::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "SamplesPerPixel: " << this->SamplesPerPixel << "\n";
  os << indent << "Bounces: " << this->Bounces << "\n";
  os << indent << "Material: " << this->Material << "\n";
  os << indent << "Shininess: " << this->Shininess << "\n";
  os << indent << "RefractiveIndex: " << this->RefractiveIndex << "\n";
  os << indent << "SolidBelow: " << this->SolidBelow << "\n";
  os << indent << "Light: " << this->Light << "\n";
  os << indent << "SkyUp: " << this->SkyUp << "\n";
  os << indent << "SkyColor: " << this->SkyColor[0] << " " << this->SkyColor[1] << " " << this->SkyColor[2]
     << "\n";
  os << indent << "GroundColor: " << this->GroundColor[0] << " " << this->GroundColor[1] << " "
     << this->GroundColor[2] << "\n";
  os << indent << "ImageFileName: " << (this->ImageFileName ? this->ImageFileName : "(none)") << "\n";
  os << indent << "SkyStrength: " << this->SkyStrength << "\n";
  os << indent << "LightStrength: " << this->LightStrength << "\n";
  os << indent << "ShowSky: " << this->ShowSky << "\n";
  os << indent << "LensRadius: " << this->LensRadius << "\n";
  os << indent << "FocalDistance: " << this->FocalDistance << "\n";
  os << indent << "IncludeSurfaces: " << this->IncludeSurfaces << "\n";
  os << indent << "IncludeVolume: " << this->IncludeVolume << "\n";
  os << indent << "VolumeDensity: " << this->VolumeDensity << "\n";
  os << indent << "Denoise: " << this->Denoise << "\n";
}
