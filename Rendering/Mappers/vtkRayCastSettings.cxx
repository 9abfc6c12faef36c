// SPDX-License-Identifier: BSD-3-Clause
#include "vtkRayCastSettings.h"

vtkRayCastSettings::vtkRayCastSettings() = default;
vtkRayCastSettings::~vtkRayCastSettings() = default;

void vtkRayCastSettings::CopyCasting(vtkRayCastSettings* other)
{
  INKRAY_COPY_RayCast(other);
}

void vtkRayCastSettings::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  INKRAY_PRINT_RayCast(os, indent);
}
