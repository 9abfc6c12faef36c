// SPDX-License-Identifier: BSD-3-Clause
#include "vtkTetRayCastSettings.h"

#include "vtkObjectFactory.h"

vtkStandardNewMacro(vtkTetRayCastSettings);

vtkTetRayCastSettings::vtkTetRayCastSettings() = default;
vtkTetRayCastSettings::~vtkTetRayCastSettings() = default;

bool vtkTetRayCastSettings::DrawsOpaqueSurfacesAlone()
{
  return !this->DrawVolume && this->IsOpaque();
}

void vtkTetRayCastSettings::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "FaceTest: " << this->FaceTest << "\n";
  os << indent << "Gradients: " << this->Gradients << "\n";
  os << indent << "DrawVolume: " << this->DrawVolume << "\n";
  os << indent << "PickOpacity: " << this->PickOpacity << "\n";
}
