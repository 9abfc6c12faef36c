// SPDX-License-Identifier: BSD-3-Clause
#include "LateDefaults.h"

#include "DefaultArray.h"
#include "DisplayColoring.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkPVDataInformation.h"
#include "vtkSMArrayListDomain.h"
#include "vtkSMBoundsDomain.h"
#include "vtkSMDoubleRangeDomain.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMUncheckedPropertyHelper.h"
#include "vtkSMViewProxy.h"

namespace
{
/// The properties that are chosen. An array comes before the properties that depend on it.
const char* const Defaults[] = { "IsosurfaceArray", "Isovalues", "ThresholdArray", "ThresholdRange",
  "OpacityArrayName", "SliceOrigin" };

template <class Helper>
std::vector<vtkVariant> ValuesOf(const Helper& helper)
{
  std::vector<vtkVariant> values;
  for (unsigned int i = 0; i < helper.GetNumberOfElements(); ++i)
  {
    values.push_back(helper.GetAsVariant(i));
  }
  return values;
}
} // namespace

bool LateDefaults::Choosing = false;

void LateDefaults::Watch(vtkSMProxy* proxy)
{
  vtkNew<LateDefaults> command;
  if (!HasTypes(proxy) || !command->LookAfter(proxy, {}) ||
    DisplayColoring::IsRestoring(proxy, vtkCommand::NoEvent))
  {
    return;
  }
  for (const char* const name : Defaults)
  {
    vtkSMProperty* const property = proxy->GetProperty(name);
    if (property && command->Find(property) != Choice::Good)
    {
      command->Waiting[name] = ValuesOf(vtkSMPropertyHelper(property));
    }
  }
  if (!command->Waiting.empty())
  {
    command->Hear({}, { vtkCommand::UpdateDataEvent });
  }
}

void LateDefaults::Execute(vtkObject* caller, unsigned long event, void*)
{
  if (!this->Display || Choosing || this->Waiting.empty())
  {
    return;
  }
  if (DisplayColoring::IsRestoring(this->Display, event))
  {
    this->Waiting.clear();
  }
  else if (this->IsViewUpdated(caller, event, 2))
  {
    Choosing = true;
    bool isAny = false;
    for (const char* const name : Defaults)
    {
      isAny = this->Choose(name) || isAny;
    }
    if (isAny)
    {
      this->Display->UpdateVTKObjects();
      this->View->Update();
    }
    Choosing = false;
  }
}

LateDefaults::Choice LateDefaults::Find(vtkSMProperty* property) const
{
  if (auto* const arrays = property->FindDomain<vtkSMArrayListDomain>())
  {
    arrays->Update(nullptr); // ParaView may update domains after this event
    if (!arrays->SetDefaultValues(property, true))
    {
      return Choice::None;
    }
    const vtkSMUncheckedPropertyHelper array(property);
    const DefaultArray first = { array.GetInputArrayAssociation(), array.GetInputArrayNameToProcess() };
    property->ClearUncheckedElements();
    return first.IsWorthALook(this->Display) ? Choice::Good : Choice::ForNow;
  }
  if (property->FindDomain<vtkSMBoundsDomain>())
  {
    const vtkSMPropertyHelper input(this->Display, "Input");
    auto* const source = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy());
    double bounds[6];
    vtkMath::UninitializeBounds(bounds);
    if (source)
    {
      source->GetDataInformation(input.GetOutputPort())->GetBounds(bounds);
    }
    return vtkMath::AreBoundsInitialized(bounds) ? Choice::Good : Choice::None;
  }
  auto* const range = property->FindDomain<vtkSMDoubleRangeDomain>();
  if (range)
  {
    range->Update(nullptr);
  }
  if (!range || !range->GetMinimumExists(0) || !range->GetMaximumExists(0) ||
    range->GetMinimum(0) > range->GetMaximum(0))
  {
    return Choice::None;
  }
  return range->GetMinimum(0) < range->GetMaximum(0) ? Choice::Good : Choice::ForNow;
}

bool LateDefaults::Choose(const std::string& name)
{
  const auto waiting = this->Waiting.find(name);
  if (waiting == this->Waiting.end())
  {
    return false;
  }
  vtkSMProperty* const property = this->Display->GetProperty(name.c_str());
  if (ValuesOf(vtkSMPropertyHelper(property)) != waiting->second)
  {
    this->Waiting.erase(waiting); // the user has chosen
    return false;
  }
  const Choice choice = this->Find(property);
  if (choice != Choice::None)
  {
    property->ResetToDomainDefaults();
  }
  const Values found = ValuesOf(vtkSMPropertyHelper(property));
  const bool isOther = found != waiting->second;
  waiting->second = found;
  if (choice == Choice::Good)
  {
    this->Waiting.erase(waiting);
  }
  return isOther;
}
