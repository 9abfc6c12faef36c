// SPDX-License-Identifier: BSD-3-Clause
#include "GradientFunctions.h"

#include "vtkColorTransferFunction.h"
#include "vtkPVDiscretizableColorTransferFunction.h"
#include "vtkPVTransferFunction2D.h"
#include "vtkPiecewiseFunction.h"
#include "vtkVolumeProperty.h"

GradientFunctions::GradientFunctions() = default;
GradientFunctions::~GradientFunctions() = default;

void GradientFunctions::ApplyTo(vtkVolumeProperty* property, bool hasArray) const
{
  property->SetGradientOpacity(this->UseOpacity ? this->Opacity.GetPointer() : nullptr);
  const bool is2D = this->UseTransfer2D && hasArray;
  // The display has a 2-D function only after the user has chosen an array. The color map always has one.
  auto* const colors =
    vtkPVDiscretizableColorTransferFunction::SafeDownCast(property->GetRGBTransferFunction(0));
  vtkPVTransferFunction2D* const function = this->Transfer2D ? this->Transfer2D.GetPointer()
    : colors                                                 ? colors->GetTransferFunction2D()
                                                             : nullptr;
  if (is2D && function)
  {
    property->SetTransferFunction2D(function->GetFunction());
  }
  property->SetTransferFunctionMode(is2D ? vtkVolumeProperty::TF_2D : vtkVolumeProperty::TF_1D);
}
