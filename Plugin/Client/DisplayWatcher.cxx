// SPDX-License-Identifier: BSD-3-Clause
#include "DisplayWatcher.h"

#include "DisplayTypes.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMViewProxy.h"

#include <algorithm>
#include <cstring>

bool DisplayWatcher::HasTypes(vtkSMProxy* proxy)
{
  return proxy && (proxy->GetProperty("RayCastMapper") || proxy->GetProperty("IsosurfaceArray"));
}

bool DisplayWatcher::LookAfter(vtkSMProxy* proxy, Names needed)
{
  this->Display = vtkSMPVRepresentationProxy::SafeDownCast(proxy);
  return this->Display && std::all_of(needed.begin(), needed.end(), [proxy](const char* name) {
    return proxy->GetProperty(name) != nullptr;
  });
}

void DisplayWatcher::Hear(Names properties, std::initializer_list<unsigned long> events)
{
  for (const char* const name : properties)
  {
    if (vtkSMProperty* const property = this->Display->GetProperty(name))
    {
      property->AddObserver(vtkCommand::ModifiedEvent, this);
    }
  }
  for (const unsigned long event : events)
  {
    this->Display->AddObserver(event, this);
  }
}

bool DisplayWatcher::IsOfType(const char* type) const
{
  return std::strcmp(vtkSMPropertyHelper(this->Display, "Representation").GetAsString(), type) == 0;
}

bool DisplayWatcher::IsOfOurType() const
{
  return DisplayTypes::Find(this->Display) != nullptr;
}

void DisplayWatcher::HearOfVolumes()
{
  for (const DisplayType& type : DisplayTypes::GetAll())
  {
    if (type.IncludesVolume)
    {
      this->Hear({ type.IncludesVolume });
    }
  }
}

bool DisplayWatcher::IsOfVolume(vtkObject* property) const
{
  const auto& types = DisplayTypes::GetAll();
  return std::any_of(types.begin(), types.end(), [this, property](const DisplayType& type) {
    return type.IncludesVolume && property == this->Display->GetProperty(type.IncludesVolume);
  });
}

bool DisplayWatcher::CanIncludeVolume() const
{
  const DisplayType* const type = DisplayTypes::Find(this->Display);
  return type && type->IncludesVolume;
}

bool DisplayWatcher::IncludesVolume() const
{
  const DisplayType* const type = DisplayTypes::Find(this->Display);
  return type && type->IncludesVolume &&
    vtkSMPropertyHelper(this->Display, type->IncludesVolume, true).GetAsInt() == 1;
}

bool DisplayWatcher::IsViewUpdated(vtkObject* caller, unsigned long event, float priority)
{
  if (event != vtkCommand::UpdateDataEvent || caller != this->Display)
  {
    return event == vtkCommand::UpdateDataEvent && caller == this->View;
  }
  vtkSMViewProxy* const view = vtkSMViewProxy::FindView(this->Display);
  if (view && view != this->View)
  {
    this->View = view;
    view->AddObserver(vtkCommand::UpdateDataEvent, this, priority);
  }
  return false;
}
