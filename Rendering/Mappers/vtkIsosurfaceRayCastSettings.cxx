// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfaceRayCastSettings.h"

#include "vtkObjectFactory.h"

vtkStandardNewMacro(vtkIsosurfaceRayCastSettings);

vtkIsosurfaceRayCastSettings::vtkIsosurfaceRayCastSettings() = default;

vtkIsosurfaceRayCastSettings::~vtkIsosurfaceRayCastSettings() = default;

void vtkIsosurfaceRayCastSettings::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  INKRAY_PRINT_IsosurfaceRayCast(os, indent);
}
