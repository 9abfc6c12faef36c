// SPDX-License-Identifier: BSD-3-Clause
#include "DisplayColoring.h"

#include "DefaultArray.h"
#include "vtkDataObject.h"
#include "vtkNew.h"
#include "vtkPVArrayInformation.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxyManager.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSMTransferFunction2DProxy.h"
#include "vtkSMTransferFunctionProxy.h"
#include "vtkSMUndoStack.h"
#include "vtkSMUndoStackBuilder.h"
#include "vtkSMViewProxy.h"

#include <cmath>
#include <cstring>

namespace
{
DisplayColoring::ChosenFunction& OnChosen()
{
  static DisplayColoring::ChosenFunction function;
  return function;
}
} // namespace

bool DisplayColoring::IsRestoring(vtkSMProxy* display, unsigned long event)
{
  vtkSMUndoStackBuilder* const builder = vtkSMProxyManager::GetProxyManager()->GetUndoStackBuilder();
  vtkSMUndoStack* const undo = builder ? builder->GetUndoStack() : nullptr;
  return display->GetSessionProxyManager()->GetInLoadXMLState() ||
    (undo && (undo->GetInUndo() || undo->GetInRedo())) ||
    (event == vtkCommand::ModifiedEvent && builder && builder->GetIgnoreAllChanges());
}

void DisplayColoring::SetOnChosen(ChosenFunction function)
{
  OnChosen() = std::move(function);
}

void DisplayColoring::Watch(vtkSMProxy* proxy)
{
  vtkNew<DisplayColoring> command;
  if (HasTypes(proxy) && command->LookAfter(proxy, {}))
  {
    command->Hear({ "Representation", "ColorArrayName", "LookupTable", "ScalarOpacityFunction" },
      { vtkCommand::UpdateDataEvent });
    command->HearOfVolumes();
    command->NoteArray();
    command->WasVolume = command->IsOfType(VolumeType);
  }
}

void DisplayColoring::Execute(vtkObject* caller, unsigned long event, void*)
{
  if (!this->Display || this->IsBusy)
  {
    return;
  }
  const bool isUpdated = this->IsViewUpdated(caller, event, 1);
  if (event == vtkCommand::UpdateDataEvent && !(isUpdated && this->IsForNow))
  {
    return;
  }
  if (caller == this->Display->GetProperty("Representation"))
  {
    this->NoteType();
  }
  if (IsRestoring(this->Display, event))
  {
    this->IsForNow = false;
    return;
  }
  this->IsBusy = true;
  this->IsForNow = isUpdated;
  if (isUpdated)
  {
    this->ChooseAgain();
  }
  else if (caller == this->Display->GetProperty("Representation") || this->IsOfVolume(caller))
  {
    this->ChooseArray();
  }
  else if (this->HasArray())
  {
    this->NoteArray();
  }
  else
  {
    this->KeepOpacity();
  }
  this->IsBusy = false;
}

bool DisplayColoring::HasArray() const
{
  vtkSMPropertyHelper array(this->Display, "ColorArrayName");
  const int association = array.GetInputArrayAssociation();
  return this->Display->GetUsingScalarColoring() &&
    (association == vtkDataObject::FIELD_ASSOCIATION_POINTS ||
      association == vtkDataObject::FIELD_ASSOCIATION_CELLS);
}

void DisplayColoring::NoteType()
{
  const bool isVolume = this->IsOfType(VolumeType);
  if (this->WasVolume && !isVolume)
  {
    this->KeepsSolid = !this->Display->GetUsingScalarColoring() && !this->IsForNow;
  }
  this->WasVolume = isVolume;
}

void DisplayColoring::ChooseArray()
{
  const bool isVolume = this->IsOfType(VolumeType);
  const bool isIsosurface = this->IsOfType(IsosurfaceType);
  if (isVolume && this->HasArray())
  {
    vtkSMPropertyHelper chosen(this->Display, "ColorArrayName");
    this->ShowConstant({ chosen.GetInputArrayAssociation(), chosen.GetInputArrayNameToProcess() });
    this->TakeTransferFunction2D();
  }
  // If an array colored the display before, Solid Color is the user's choice. But a volume around
  // surfaces always needs an array.
  const bool isSolid = !this->IncludesVolume() && !this->Display->GetUsingScalarColoring() &&
    (isVolume ? this->KeepsSolid : !isIsosurface || this->KeepsSolid || !this->Name.empty());
  if (!this->IsOfOurType() || this->HasArray() || isSolid)
  {
    return;
  }
  this->ChooseFirst();
}

void DisplayColoring::ChooseFirst()
{
  vtkSMProxy* before = vtkSMPropertyHelper(this->Display, "LookupTable", true).GetAsProxy();
  const DefaultArray array = DefaultArray::FirstOf(this->Display);
  this->IsForNow = !array.IsWorthALook(this->Display);
  // New functions get the array's range. Existing ones are extended to contain it, as in representation
  // Volume.
  if (!array.Name.empty() && this->Display->SetScalarColoring(array.Name.c_str(), array.Association))
  {
    this->Display->RescaleTransferFunctionToDataRange(true);
    this->ShowConstant(array);
    this->NoteArray();
    this->Ranges = this->GetRanges();
    if (OnChosen())
    {
      OnChosen()(this->Display, before);
    }
  }
}

std::array<double, 4> DisplayColoring::GetRanges() const
{
  std::array<double, 4> ranges = {};
  vtkSMProxy* const colors = vtkSMPropertyHelper(this->Display, "LookupTable", true).GetAsProxy();
  vtkSMProxy* const opacity = vtkSMPropertyHelper(this->Display, "ScalarOpacityFunction", true).GetAsProxy();
  if (colors && opacity)
  {
    vtkSMTransferFunctionProxy::GetRange(colors, ranges.data());
    vtkSMTransferFunctionProxy::GetRange(opacity, ranges.data() + 2);
  }
  return ranges;
}

void DisplayColoring::ChooseAgain()
{
  const DefaultArray array = DefaultArray::FirstOf(this->Display);
  const vtkSMPropertyHelper chosen(this->Display, "ColorArrayName");
  const DefaultArray now = { chosen.GetInputArrayAssociation(), chosen.GetInputArrayNameToProcess() };
  if (this->HasArray() && this->GetRanges() != this->Ranges)
  {
    this->IsForNow = false; // the user has changed the range of a function
    return;
  }
  const bool isOther = !this->HasArray() || now.Association != array.Association || now.Name != array.Name;
  if (!isOther)
  {
    this->IsForNow = !array.IsWorthALook(this->Display);
  }
  else if (array.IsWorthALook(this->Display) || !now.GetInformation(this->Display))
  {
    this->ChooseFirst();
    this->View->Update();
  }
}

void DisplayColoring::ShowConstant(const DefaultArray& array)
{
  // For a constant array, ParaView's new functions have a range that begins at its
  // value, with opacity 0 there.
  double range[2];
  vtkSMProxy* colors = vtkSMPropertyHelper(this->Display, "LookupTable").GetAsProxy();
  vtkSMProxy* opacity = vtkSMPropertyHelper(this->Display, "ScalarOpacityFunction").GetAsProxy();
  if (colors && opacity && array.GetRange(this->Display, range) && range[0] == range[1] &&
    vtkSMPropertyHelper(opacity, "Points").GetAsDouble(0) == range[0] &&
    vtkSMPropertyHelper(opacity, "Points").GetAsDouble(1) == 0.0)
  {
    const double width = range[0] != 0.0 ? std::abs(range[0]) : 1.0;
    for (vtkSMProxy* function : { colors, opacity })
    {
      vtkSMTransferFunctionProxy::RescaleTransferFunction(function, range[0] - width, range[0] + width);
    }
  }
}

void DisplayColoring::NoteArray()
{
  if (!this->HasArray())
  {
    return;
  }
  vtkSMPropertyHelper array(this->Display, "ColorArrayName");
  this->Association = array.GetInputArrayAssociation();
  this->Name = array.GetInputArrayNameToProcess();
  this->Colors = vtkSMPropertyHelper(this->Display, "LookupTable", true).GetAsProxy();
  if (vtkSMProxy* opacity = vtkSMPropertyHelper(this->Display, "ScalarOpacityFunction", true).GetAsProxy())
  {
    this->Opacity = opacity;
  }
}

void DisplayColoring::TakeTransferFunction2D()
{
  vtkSMProxy* colors = vtkSMPropertyHelper(this->Display, "LookupTable", true).GetAsProxy();
  vtkSMProxy* function =
    colors ? vtkSMPropertyHelper(colors, "TransferFunction2D", true).GetAsProxy() : nullptr;
  vtkSMProperty* property = this->Display->GetProperty("TransferFunction2D");
  if (property && function && !vtkSMPropertyHelper(property).GetAsProxy())
  {
    vtkSMPropertyHelper(property).Set(function);
    double values[2];
    double range[4]; // of values, then of magnitudes
    if (vtkSMPropertyHelper(function, "ScalarRangeInitialized", true).GetAsInt() == 0 &&
      vtkSMTransferFunctionProxy::GetRange(colors, values) &&
      vtkSMTransferFunction2DProxy::GetRange(function, range))
    {
      vtkSMTransferFunction2DProxy::RescaleTransferFunction(
        function, values[0], values[1], range[2], range[3]);
    }
  }
}

void DisplayColoring::KeepOpacity()
{
  if (!this->IsOfType(VolumeType) || this->Name.empty())
  {
    return;
  }
  if (vtkSMPropertyHelper(this->Display, "UseSeparateOpacityArray", true).GetAsInt() == 0)
  {
    vtkSMPropertyHelper(this->Display, "OpacityArrayName")
      .SetInputArrayToProcess(this->Association, this->Name.c_str());
    // The component or, with an index one past the last component, the magnitude.
    vtkPVArrayInformation* array =
      DefaultArray{ this->Association, this->Name }.GetInformation(this->Display);
    const int number = array ? array->GetNumberOfComponents() : 1;
    const bool byComponent = number == 1 || !this->Colors ||
      std::strcmp(vtkSMPropertyHelper(this->Colors, "VectorMode").GetAsString(), "Component") == 0;
    const int component = this->Colors ? vtkSMPropertyHelper(this->Colors, "VectorComponent").GetAsInt() : 0;
    vtkSMPropertyHelper(this->Display, "OpacityComponent")
      .Set(number == 1  ? 0
          : byComponent ? component
                        : number);
  }
  vtkSMPropertyHelper function(this->Display, "ScalarOpacityFunction");
  if (!function.GetAsProxy() && this->Opacity)
  {
    function.Set(this->Opacity);
  }
}
