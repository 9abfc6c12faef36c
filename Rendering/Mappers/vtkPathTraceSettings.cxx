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
  // Surfaces of one solid color have no volume around them.
  return this->IsOpaque() && (!this->IncludeVolume || this->ColorMode == COLOR_SOLID);
}

void vtkPathTraceSettings::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  INKRAY_PRINT_PathTrace(os, indent);
}
