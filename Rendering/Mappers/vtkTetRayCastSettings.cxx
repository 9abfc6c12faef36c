// SPDX-License-Identifier: BSD-3-Clause
#include "vtkTetRayCastSettings.h"

#include "vtkObjectFactory.h"

#include <algorithm>

vtkStandardNewMacro(vtkTetRayCastSettings);

vtkTetRayCastSettings::vtkTetRayCastSettings() = default;
vtkTetRayCastSettings::~vtkTetRayCastSettings() = default;

bool vtkTetRayCastSettings::DrawsOpaqueSurfacesAlone()
{
  return !this->DrawVolume && this->IsOpaque() && (this->Slices.empty() || this->SliceOpacity == 1.0);
}

void vtkTetRayCastSettings::SetNumberOfSlices(int number)
{
  if (number != this->GetNumberOfSlices())
  {
    this->Slices.resize(std::max(0, number), { 0, 0, 0, 0, 0, 1 });
    this->Modified();
  }
}

int vtkTetRayCastSettings::GetNumberOfSlices()
{
  return static_cast<int>(this->Slices.size());
}

void vtkTetRayCastSettings::SetSlice(int i, const double origin[3], const double normal[3])
{
  const std::array<double, 6> slice = { origin[0], origin[1], origin[2], normal[0], normal[1], normal[2] };
  if (i >= 0 && i < this->GetNumberOfSlices() && slice != this->Slices[i])
  {
    this->Slices[i] = slice;
    this->Modified();
  }
}

void vtkTetRayCastSettings::GetSlice(int i, double origin[3], double normal[3])
{
  if (i >= 0 && i < this->GetNumberOfSlices())
  {
    std::copy_n(this->Slices[i].data(), 3, origin);
    std::copy_n(this->Slices[i].data() + 3, 3, normal);
  }
}

void vtkTetRayCastSettings::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  INKRAY_PRINT_TetRayCast(os, indent);
  os << indent << "NumberOfSlices: " << this->Slices.size() << "\n";
}
