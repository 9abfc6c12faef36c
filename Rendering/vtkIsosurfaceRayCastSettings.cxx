// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfaceRayCastSettings.h"

#include "vtkIsovalueList.h"
#include "vtkObjectFactory.h"
#include "vtkScalarsToColors.h"

#include <algorithm>

vtkStandardNewMacro(vtkIsosurfaceRayCastSettings);

vtkIsosurfaceRayCastSettings::vtkIsosurfaceRayCastSettings() = default;

vtkIsosurfaceRayCastSettings::~vtkIsosurfaceRayCastSettings()
{
  delete[] this->ColorArrayName;
}

vtkIsovalueList* vtkIsosurfaceRayCastSettings::GetIsovalues()
{
  return this->Isovalues;
}

bool vtkIsosurfaceRayCastSettings::IsOpaque()
{
  for (int i = 0; i < this->Isovalues->GetNumberOfContours(); ++i)
  {
    const double opacity = this->Opacity * this->Isovalues->GetOpacity(i);
    if (opacity > 0 && static_cast<float>(opacity) < 1 && this->Isovalues->GetVisibility(i))
    {
      return false;
    }
  }
  return true;
}

void vtkIsosurfaceRayCastSettings::SelectColorArray(int association, const char* name)
{
  this->SetColorArrayAssociation(association);
  this->SetColorArrayName(name);
}

void vtkIsosurfaceRayCastSettings::SetColorFunction(vtkScalarsToColors* function)
{
  if (this->ColorFunction != function)
  {
    this->ColorFunction = function;
    this->Modified();
  }
}

vtkScalarsToColors* vtkIsosurfaceRayCastSettings::GetColorFunction()
{
  return this->ColorFunction;
}

vtkMTimeType vtkIsosurfaceRayCastSettings::GetMTime()
{
  return std::max(this->Superclass::GetMTime(), this->Isovalues->GetMTime());
}

void vtkIsosurfaceRayCastSettings::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  this->Isovalues->PrintSelf(os, indent);
  os << indent << "Opacity: " << this->Opacity << "\n";
  os << indent << "ColorMode: " << this->ColorMode << "\n";
  os << indent << "SolidColor: " << this->SolidColor[0] << " " << this->SolidColor[1] << " "
     << this->SolidColor[2] << "\n";
  os << indent << "ColorArrayName: " << (this->ColorArrayName ? this->ColorArrayName : "(none)") << "\n";
  os << indent << "ColorArrayAssociation: " << this->ColorArrayAssociation << "\n";
  os << indent << "ColorVectorMode: " << this->ColorVectorMode << "\n";
  os << indent << "ColorVectorComponent: " << this->ColorVectorComponent << "\n";
  os << indent << "ColorFunction: " << this->ColorFunction.GetPointer() << "\n";
  os << indent << "SmoothNormals: " << this->SmoothNormals << "\n";
  os << indent << "Pipeline: " << this->Pipeline << "\n";
  os << indent << "CompactionMethod: " << this->CompactionMethod << "\n";
}
