// SPDX-License-Identifier: BSD-3-Clause
#include "vtkSMGradientRangeDomain.h"

#include "vtkObjectFactory.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMTransferFunctionProxy.h"

vtkStandardNewMacro(vtkSMGradientRangeDomain);

vtkSMGradientRangeDomain::vtkSMGradientRangeDomain() = default;
vtkSMGradientRangeDomain::~vtkSMGradientRangeDomain() = default;

double vtkSMGradientRangeDomain::FindLargest(vtkSMProxy* proxy)
{
  vtkSMProperty* const told = proxy ? proxy->GetProperty("RayCastLargestGradient") : nullptr;
  if (!told)
  {
    return 0.0;
  }
  vtkSMProxy* const report = told->GetParent();
  if (!report->GetObjectsCreated())
  {
    return 0.0; // nothing is shown yet
  }
  report->InvokeCommand("RayCastFindLargestGradient");
  report->UpdatePropertyInformation(told);
  const vtkSMPropertyHelper helper(told);
  return helper.GetNumberOfElements() > 0 ? helper.GetAsDouble() : 0.0;
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
  const double largest = FindLargest(property->GetParent());
  if (largest > 0)
  {
    vtkSMTransferFunctionProxy::RescaleTransferFunction(function, 0.0, largest);
  }
  return 1;
}
