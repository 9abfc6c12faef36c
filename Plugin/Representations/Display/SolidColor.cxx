// SPDX-License-Identifier: BSD-3-Clause
#include "SolidColor.h"

#include "vtkColorTransferFunction.h"
#include "vtkPiecewiseFunction.h"
#include "vtkVolumeProperty.h"

#include <algorithm>

SolidColor::SolidColor() = default;
SolidColor::~SolidColor() = default;

void SolidColor::SetColor(double red, double green, double blue)
{
  this->Color[0] = red;
  this->Color[1] = green;
  this->Color[2] = blue;
}

vtkVolumeProperty* SolidColor::GetProperty(
  const double range[2], vtkPiecewiseFunction* opacity, double unitDistance)
{
  const double low = range[0] <= range[1] ? range[0] : 0.0;
  const double high = range[0] < range[1] ? range[1] : low + 1.0;
  const double* const rgb = this->Color;
  const double wanted[5] = { low, high, rgb[0], rgb[1], rgb[2] };
  if (!this->IsColored || !std::equal(wanted, wanted + 5, this->Colored))
  {
    // Refill the functions only after a change: a refilled function counts as modified and is uploaded again.
    std::copy_n(wanted, 5, this->Colored);
    this->IsColored = true;
    vtkColorTransferFunction* colors = this->Property->GetRGBTransferFunction(0);
    colors->RemoveAllPoints();
    colors->SetNanOpacity(0); // only color maps have a color for NaN
    this->Ramp->RemoveAllPoints();
    for (int end = 0; end < 2; ++end)
    {
      colors->AddRGBPoint(wanted[end], rgb[0], rgb[1], rgb[2]);
      this->Ramp->AddPoint(wanted[end], end);
    }
  }
  this->Property->SetScalarOpacity(opacity ? opacity : this->Ramp.Get());
  this->Property->SetScalarOpacityUnitDistance(unitDistance);
  return this->Property;
}

void SolidColor::TakeLight(vtkVolumeProperty* from)
{
  this->Property->SetAmbient(from->GetAmbient());
  this->Property->SetDiffuse(from->GetDiffuse());
  this->Property->SetSpecular(from->GetSpecular());
  this->Property->SetSpecularPower(from->GetSpecularPower());
}
