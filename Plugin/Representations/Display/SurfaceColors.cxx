// SPDX-License-Identifier: BSD-3-Clause
#include "SurfaceColors.h"

#include "vtkRayCastSurfaceSettings.h"
#include "vtkScalarsToColors.h"

#include <algorithm>

void SurfaceColors::ApplyTo(vtkRayCastSurfaceSettings* settings) const
{
  if (this->Array.Name.empty())
  {
    settings->SetColorModeToIsovalue();
    return;
  }
  settings->SetColorModeToArray();
  settings->SelectColorArray(this->Array.Association, this->Array.Name.c_str());
  settings->SetColorFunction(this->Function);
  const bool byComponent = this->Function && this->Function->GetVectorMode() == vtkScalarsToColors::COMPONENT;
  settings->SetColorVectorMode(byComponent ? vtkRayCastSettings::COMPONENT : vtkRayCastSettings::MAGNITUDE);
  settings->SetColorVectorComponent(byComponent ? std::max(0, this->Function->GetVectorComponent()) : 0);
}
