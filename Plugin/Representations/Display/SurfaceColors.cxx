// SPDX-License-Identifier: BSD-3-Clause
#include "SurfaceColors.h"

#include "vtkRayCastSurfaceSettings.h"
#include "vtkScalarsToColors.h"

#include <algorithm>
#include <string>

bool SurfaceColors::Select(int association, const char* name)
{
  const ArrayChoice before = this->Array;
  const std::string chosen = name ? name : "";
  this->Array.Name = chosen != "By Value" && chosen != "None" ? chosen : "";
  this->Array.Association = association;
  return !(this->Array == before);
}

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
