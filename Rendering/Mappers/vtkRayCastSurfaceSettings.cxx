// SPDX-License-Identifier: BSD-3-Clause
#include "vtkRayCastSurfaceSettings.h"

#include "vtkIsovalueList.h"
#include "vtkScalarsToColors.h"

#include <algorithm>

vtkRayCastSurfaceSettings::vtkRayCastSurfaceSettings() = default;

vtkRayCastSurfaceSettings::~vtkRayCastSurfaceSettings()
{
  delete[] this->ColorArrayName;
}

vtkIsovalueList* vtkRayCastSurfaceSettings::GetIsovalues()
{
  return this->Isovalues;
}

bool vtkRayCastSurfaceSettings::IsOpaque()
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

void vtkRayCastSurfaceSettings::SelectColorArray(int association, const char* name)
{
  this->SetColorArrayAssociation(association);
  this->SetColorArrayName(name);
}

void vtkRayCastSurfaceSettings::SetColorFunction(vtkScalarsToColors* function)
{
  if (this->ColorFunction != function)
  {
    this->ColorFunction = function;
    this->Modified();
  }
}

vtkScalarsToColors* vtkRayCastSurfaceSettings::GetColorFunction()
{
  return this->ColorFunction;
}

void vtkRayCastSurfaceSettings::CopySurfaces(vtkRayCastSurfaceSettings* other)
{
  this->CopyCasting(other);
  const int number = other->Isovalues->GetNumberOfContours();
  this->Isovalues->SetNumberOfContours(number);
  for (int i = 0; i < number; ++i)
  {
    double row[vtkIsovalueList::NUMBERS_PER_ROW];
    other->Isovalues->GetRow(i, row);
    this->Isovalues->SetRow(i, row[0], row[1], row[2], row[3], row[4], row[5], row[6]);
  }
  INKRAY_COPY_RayCastSurface(other);
  this->SetColorFunction(other->ColorFunction);
}

vtkMTimeType vtkRayCastSurfaceSettings::GetMTime()
{
  return std::max(this->Superclass::GetMTime(), this->Isovalues->GetMTime());
}

void vtkRayCastSurfaceSettings::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  this->Isovalues->PrintSelf(os, indent);
  INKRAY_PRINT_RayCastSurface(os, indent);
  os << indent << "ColorFunction: " << this->ColorFunction.GetPointer() << "\n";
}
