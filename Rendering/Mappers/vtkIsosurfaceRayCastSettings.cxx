// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfaceRayCastSettings.h"

#include "vtkObjectFactory.h"

vtkStandardNewMacro(vtkIsosurfaceRayCastSettings);

vtkIsosurfaceRayCastSettings::vtkIsosurfaceRayCastSettings() = default;

vtkIsosurfaceRayCastSettings::~vtkIsosurfaceRayCastSettings() = default;

void vtkIsosurfaceRayCastSettings::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "SmoothNormals: " << this->SmoothNormals << "\n";
  os << indent << "Pipeline: " << this->Pipeline << "\n";
  os << indent << "CompactionMethod: " << this->CompactionMethod << "\n";
  os << indent << "GPUMemory: " << this->GPUMemory << "\n";
}
