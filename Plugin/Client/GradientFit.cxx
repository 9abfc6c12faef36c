// SPDX-License-Identifier: BSD-3-Clause
#include "GradientFit.h"

#include "DisplayColoring.h"
#include "DisplayHistogram.h"
#include "FirstLook.h"
#include "vtkDataArray.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMRayCastTransferFunction2DProxy.h"
#include "vtkSMTrace.h"
#include "vtkSMTransferFunction2DProxy.h"
#include "vtkSMTransferFunctionProxy.h"
#include "vtkSMViewProxy.h"
#include "vtkSmartPointer.h"

#include <utility>

namespace
{
const char* const UseOpacity = "UseGradientOpacity";
const char* const UseTransfer2D = "UseTransfer2D";
const char* const Transfer2D = "TransferFunction2D";

GradientFit::FittedFunction& OnFitted()
{
  static GradientFit::FittedFunction function;
  return function;
}

/// The histogram of values and gradients of a display. Volumes of images have ParaView's histogram, which
/// counts points or cells.
DisplayHistogram Find(vtkSMProxy* display, vtkSMProxy* function)
{
  constexpr int bins = vtkSMRayCastTransferFunction2DProxy::BoxBins;
  const bool isImage = !display->GetProperty("RayCastMapper");
  if (!isImage)
  {
    return DisplayHistogram::Of(display, bins, bins);
  }
  DisplayHistogram found;
  found.Display = display;
  const auto counts = vtkSMTransferFunction2DProxy::ComputeDataHistogram2D(function, bins);
  vtkDataArray* const numbers = counts ? counts->GetPointData()->GetScalars() : nullptr;
  for (vtkIdType i = 0; numbers && i < numbers->GetNumberOfTuples(); ++i)
  {
    found.Volumes.push_back(numbers->GetTuple1(i));
  }
  for (int axis = 0; numbers && axis < 2; ++axis)
  {
    found.Bins[axis] = counts->GetDimensions()[axis];
    found.Range[2 * axis] = counts->GetOrigin()[axis];
    found.Range[2 * axis + 1] = counts->GetOrigin()[axis] + found.Bins[axis] * counts->GetSpacing()[axis];
  }
  return found;
}
} // namespace

void GradientFit::SetOnFitted(FittedFunction function)
{
  OnFitted() = std::move(function);
}

void GradientFit::Watch(vtkSMProxy* proxy)
{
  vtkNew<GradientFit> command;
  if (command->LookAfter(proxy, { UseOpacity, UseTransfer2D }))
  {
    command->Hear({ UseOpacity, UseTransfer2D, Transfer2D, "LookupTable", "ColorArrayName",
                    "OpacityArrayName", "Representation", "Visibility" },
      { vtkCommand::UpdateDataEvent, vtkCommand::UpdateEvent });
  }
}

void GradientFit::Execute(vtkObject* caller, unsigned long event, void*)
{
  if (!this->Display)
  {
    return;
  }
  this->IsSwitched = this->IsSwitched || caller == this->Display->GetProperty(UseOpacity) ||
    caller == this->Display->GetProperty(UseTransfer2D);
  if (DisplayColoring::IsRestoring(this->Display, event))
  {
    if (this->IsSwitched && event == vtkCommand::UpdateEvent)
    {
      this->FitDistance();
    }
    return;
  }
  if (event == vtkCommand::ModifiedEvent)
  {
    this->Note(caller); // not now: the server does not have the value yet
  }
  else if (event == vtkCommand::UpdateDataEvent && !this->IsViewUpdated(caller, event, -1))
  {
    this->IsDue = this->IsDue || caller == this->Display;
  }
  else if (this->IsDue && !this->TurnedOn.empty())
  {
    this->Try();
  }
  else if (this->IsSwitched)
  {
    this->FitDistance();
  }
}

void GradientFit::Note(vtkObject* changed)
{
  this->IsDue = true;
  const auto is = [&](const char* name) { return changed == this->Display->GetProperty(name); };
  if (is(UseOpacity) && this->IsOn(UseOpacity))
  {
    this->TurnedOn.insert(UseOpacity);
  }
  // Each color map has a separate 2-D function, so another array needs another fit.
  if ((is(UseTransfer2D) || is(Transfer2D) || is("LookupTable")) && this->IsOn(UseTransfer2D))
  {
    this->TurnedOn.insert(UseTransfer2D);
  }
}

void GradientFit::Try()
{
  vtkSMViewProxy* const view = this->FindView();
  if (!view)
  {
    return;
  }
  // Clear the set first: fitting updates the display, which calls this function again.
  for (const std::string& name : std::exchange(this->TurnedOn, {}))
  {
    if (this->IsOn(name.c_str()) &&
      !(name == UseOpacity ? this->FitOpacity(view) : this->FitTransfer2D(view)))
    {
      this->TurnedOn.insert(name);
    }
  }
  this->IsDue = false; // do not search data without gradients on every update
  this->FitDistance();
}

void GradientFit::FitDistance()
{
  this->IsSwitched = false; // before the display is updated, which calls Execute again
  if (FirstLook::HasSetDistance(this->Display))
  {
    SM_SCOPED_TRACE(PropertiesModified).arg("proxy", this->Display);
    FirstLook::SetDistance(this->Display);
  }
}

bool GradientFit::IsOn(const char* name) const
{
  return vtkSMPropertyHelper(this->Display, name).GetAsInt() == 1;
}

vtkSMViewProxy* GradientFit::FindView() const
{
  return this->IsOn("Visibility") && this->IsOfType(VolumeType) ? vtkSMViewProxy::FindView(this->Display)
                                                                : nullptr;
}

bool GradientFit::FitOpacity(vtkSMViewProxy* view)
{
  vtkSMProperty* const property = this->Display->GetProperty("GradientOpacityFunction");
  vtkSMProxy* const function = property ? vtkSMPropertyHelper(property).GetAsProxy() : nullptr;
  const auto isFitted = [&] {
    return !function->GetProperty("Points")->IsValueDefault() ||
      vtkSMPropertyHelper(function, "ScalarRangeInitialized").GetAsInt() != 0;
  };
  if (!function || isFitted())
  {
    return true;
  }
  view->Update();
  property->ResetToDomainDefaults();
  if (!isFitted())
  {
    return false;
  }
  if (OnFitted())
  {
    OnFitted()(property);
  }
  return true;
}

bool GradientFit::FitTransfer2D(vtkSMViewProxy* view)
{
  vtkSMProxy* const function = vtkSMPropertyHelper(this->Display, Transfer2D).GetAsProxy();
  vtkSMProxy* const colors = vtkSMPropertyHelper(this->Display, "LookupTable").GetAsProxy();
  double values[2], range[4]; // of values, then of magnitudes
  if (!function || !colors || !vtkSMTransferFunctionProxy::GetRange(colors, values) ||
    !vtkSMTransferFunction2DProxy::GetRange(function, range))
  {
    return false;
  }
  if (vtkSMPropertyHelper(function, "Boxes").GetNumberOfElements() > 0 || range[2] != 0.0 || range[3] != 1.0)
  {
    return true;
  }
  view->Update();
  const DisplayHistogram shown = Find(this->Display, function);
  const double largest = shown.Range[3];
  if (!(largest > 0) ||
    !vtkSMTransferFunction2DProxy::RescaleTransferFunction(function, values[0], values[1], 0.0, largest))
  {
    return false;
  }
  vtkSMRayCastTransferFunction2DProxy::AddFirstBoxes(function, shown);
  return true;
}
