// SPDX-License-Identifier: BSD-3-Clause
#include "vtkTetRayCastSettings.h"

#include "vtkObjectFactory.h"

vtkStandardNewMacro(vtkTetRayCastSettings);

vtkTetRayCastSettings::vtkTetRayCastSettings() = default;
vtkTetRayCastSettings::~vtkTetRayCastSettings() = default;

void vtkTetRayCastSettings::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "FaceTest: " << this->FaceTest << "\n";
  os << indent << "Gradients: " << this->Gradients << "\n";
}
