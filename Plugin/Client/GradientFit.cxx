// SPDX-License-Identifier: BSD-3-Clause
#include "GradientFit.h"

#include "DisplayColouring.h"
#include "vtkSMGradientRangeDomain.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMTransferFunction2DProxy.h"
#include "vtkSMTransferFunctionProxy.h"
#include "vtkSMViewProxy.h"
#include "vtkSmartPointer.h"

#include <utility>

namespace
{
const char* const UseOpacity = "UseGradientOpacity";
const char* const UseTransfer2D = "UseTransfer2D";

GradientFit::FittedFunction& OnFitted()
{
  static GradientFit::FittedFunction function;
  return function;
}
} // namespace

GradientFit* GradientFit::New()
{
  return new GradientFit;
}

void GradientFit::SetOnFitted(FittedFunction function)
{
  OnFitted() = std::move(function);
}

void GradientFit::Watch(vtkSMProxy* proxy)
{
  auto* display = vtkSMPVRepresentationProxy::SafeDownCast(proxy);
  if (!display || !display->GetProperty(UseOpacity) || !display->GetProperty(UseTransfer2D))
  {
    return;
  }
  auto command = vtkSmartPointer<GradientFit>::Take(GradientFit::New());
  command->Display = display;
  display->GetProperty(UseOpacity)->AddObserver(vtkCommand::ModifiedEvent, command);
  display->GetProperty(UseTransfer2D)->AddObserver(vtkCommand::ModifiedEvent, command);
  display->AddObserver(vtkCommand::UpdateEvent, command);
}

void GradientFit::Execute(vtkObject* caller, unsigned long event, void*)
{
  if (!this->Display)
  {
    return;
  }
  if (event == vtkCommand::ModifiedEvent)
  {
    // The server has not been told yet.
    const char* const name = caller == this->Display->GetProperty(UseOpacity) ? UseOpacity : UseTransfer2D;
    if (this->IsOn(name) && !DisplayColouring::IsRestoring(this->Display))
    {
      this->TurnedOn.insert(name);
    }
    return;
  }
  for (const std::string& name : std::exchange(this->TurnedOn, {}))
  {
    if (this->IsOn(name.c_str()))
    {
      name == UseOpacity ? this->FitOpacity() : this->FitTransfer2D();
    }
  }
}

bool GradientFit::IsOn(const char* name) const
{
  return vtkSMPropertyHelper(this->Display, name).GetAsInt() == 1;
}

void GradientFit::UpdateData()
{
  if (vtkSMViewProxy* view = vtkSMViewProxy::FindView(this->Display))
  {
    view->Update();
  }
}

void GradientFit::FitOpacity()
{
  vtkSMProperty* const property = this->Display->GetProperty("GradientOpacityFunction");
  vtkSMProxy* const function = property ? vtkSMPropertyHelper(property).GetAsProxy() : nullptr;
  if (function && function->GetProperty("Points")->IsValueDefault() &&
    vtkSMPropertyHelper(function, "ScalarRangeInitialized").GetAsInt() == 0)
  {
    this->UpdateData();
    property->ResetToDomainDefaults();
    if (OnFitted())
    {
      OnFitted()(property);
    }
  }
}

void GradientFit::FitTransfer2D()
{
  vtkSMProxy* const function = vtkSMPropertyHelper(this->Display, "TransferFunction2D").GetAsProxy();
  vtkSMProxy* const colors = vtkSMPropertyHelper(this->Display, "LookupTable").GetAsProxy();
  double values[2], range[4]; // of values, then of magnitudes
  if (!function || !colors || vtkSMPropertyHelper(function, "Boxes").GetNumberOfElements() > 0 ||
    !vtkSMTransferFunctionProxy::GetRange(colors, values) ||
    !vtkSMTransferFunction2DProxy::GetRange(function, range) || range[2] != 0.0 || range[3] != 1.0)
  {
    return;
  }
  this->UpdateData();
  const double largest = vtkSMGradientRangeDomain::FindLargest(this->Display);
  if (largest > 0)
  {
    vtkSMTransferFunction2DProxy::RescaleTransferFunction(function, values[0], values[1], 0.0, largest);
  }
}
