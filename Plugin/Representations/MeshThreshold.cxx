// SPDX-License-Identifier: BSD-3-Clause
#include "MeshThreshold.h"

#include "vtkTetRayCastMapper.h"

bool MeshThreshold::Select(int association, const char* name)
{
  const ArrayChoice before = this->Array;
  this->Array.Name = name ? name : "";
  this->Array.Association = association;
  return !(this->Array == before);
}

void MeshThreshold::ApplyTo(vtkTetRayCastMapper* mapper) const
{
  mapper->SelectThresholdArray(
    this->Array.Association, this->IsOn() ? this->Array.Name.c_str() : nullptr, this->Component);
  mapper->SetThresholdRange(this->Range[0], this->Range[1]);
}
