// SPDX-License-Identifier: BSD-3-Clause
#include "SlicePlanes.h"

#include "vtkMath.h"
#include "vtkTetRayCastSettings.h"

#include <algorithm>

void SlicePlanes::SetOffset(int i, double offset)
{
  if (i >= static_cast<int>(this->Offsets.size()))
  {
    this->Offsets.resize(i + 1);
  }
  this->Offsets[i] = offset;
}

void SlicePlanes::ApplyTo(vtkTetRayCastSettings* settings) const
{
  settings->SetSliceOpacity(this->Opacity);
  settings->SetNumberOfSlices(this->Use ? static_cast<int>(this->Offsets.size()) : 0);
  const double length = vtkMath::Norm(this->Normal);
  for (int i = 0; i < settings->GetNumberOfSlices(); ++i)
  {
    double origin[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      const double direction = length > 0 ? this->Normal[axis] / length : 0.0;
      origin[axis] = this->Origin[axis] + this->Offsets[i] * direction;
    }
    settings->SetSlice(i, origin, this->Normal);
  }
}
