// SPDX-License-Identifier: BSD-3-Clause
#include "vtkSMGradientRangeDomain.h"

#include "DisplayHistogram.h"
#include "vtkObjectFactory.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMTransferFunctionProxy.h"

#include <cmath>

vtkStandardNewMacro(vtkSMGradientRangeDomain);

vtkSMGradientRangeDomain::vtkSMGradientRangeDomain() = default;
vtkSMGradientRangeDomain::~vtkSMGradientRangeDomain() = default;

double vtkSMGradientRangeDomain::FindSteep(vtkSMProxy* display)
{
  constexpr int bins = 4096;
  const double steep = DisplayHistogram::Of(display, 1, bins).WithoutFlat().FindQuantile(1, SteepFraction);
  if (!(steep > 0) || !std::isfinite(steep))
  {
    return 0;
  }
  // Round to three digits: they are legible, and equal for histograms of the host and of a device.
  const double exponent = 2 - std::floor(std::log10(steep)), scale = std::pow(10.0, std::abs(exponent));
  return exponent < 0 ? std::round(steep / scale) * scale : std::round(steep * scale) / scale;
}

int vtkSMGradientRangeDomain::SetDefaultValues(vtkSMProperty* property, bool useUncheckedValues)
{
  vtkSMPropertyHelper helper(property);
  helper.SetUseUnchecked(useUncheckedValues);
  vtkSMProxy* const function = helper.GetNumberOfElements() > 0 ? helper.GetAsProxy() : nullptr;
  if (!function)
  {
    return this->Superclass::SetDefaultValues(property, useUncheckedValues);
  }
  const double steep = FindSteep(property->GetParent());
  if (steep > 0)
  {
    vtkSMTransferFunctionProxy::RescaleTransferFunction(function, 0.0, steep);
  }
  return 1;
}
