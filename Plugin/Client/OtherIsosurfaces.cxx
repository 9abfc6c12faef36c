// SPDX-License-Identifier: BSD-3-Clause
#include "OtherIsosurfaces.h"

#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSmartPointer.h"

#include <string>

namespace
{
const char* const VolumeType = "Volume (Ray Cast)";
const std::string OfVolume = "RayCast"; // before the names of its list
const char* const Names[2] = { "Isosurfaces", "Isovalues" };

bool IsFilled(vtkSMProxy* display, const std::string& name)
{
  return vtkSMPropertyHelper(display, name.c_str()).GetNumberOfElements() > 0;
}
} // namespace

OtherIsosurfaces* OtherIsosurfaces::New()
{
  return new OtherIsosurfaces;
}

void OtherIsosurfaces::Watch(vtkSMProxy* proxy)
{
  auto* const display = vtkSMPVRepresentationProxy::SafeDownCast(proxy);
  if (!display || !display->GetProperty("RayCastIsosurfaces") || !display->GetProperty("Isosurfaces"))
  {
    return;
  }
  auto command = vtkSmartPointer<OtherIsosurfaces>::Take(OtherIsosurfaces::New());
  command->Display = display;
  display->GetProperty("Representation")->AddObserver(vtkCommand::ModifiedEvent, command);
  for (const char* const name : Names)
  {
    display->GetProperty(name)->AddObserver(vtkCommand::ModifiedEvent, command);
    display->GetProperty((OfVolume + name).c_str())->AddObserver(vtkCommand::ModifiedEvent, command);
  }
}

void OtherIsosurfaces::Execute(vtkObject* caller, unsigned long, void*)
{
  auto* const property = vtkSMProperty::SafeDownCast(caller);
  if (!property || !this->Display)
  {
    return;
  }
  if (property == this->Display->GetProperty("Representation"))
  {
    this->Said = false;
    return;
  }
  const std::string type = vtkSMPropertyHelper(this->Display, "Representation").GetAsString();
  const bool isVolume = type == VolumeType;
  const bool isOther =
    isVolume || type == "Isosurface (Ray Cast)" || type == "Isosurface (Path Traced)"; // else none is drawn
  for (const char* const name : Names)
  {
    const std::string volumes = OfVolume + name;
    const std::string set = isVolume ? name : volumes;
    const std::string drawn = isVolume ? volumes : name;
    // A volume has no isosurfaces at first: where it has some, somebody knows its list.
    const bool isMistaken = isOther && property == this->Display->GetProperty(set.c_str()) &&
      IsFilled(this->Display, set) && !(isVolume && IsFilled(this->Display, drawn));
    if (isMistaken && !this->Said)
    {
      this->Said = true; // the names of a list follow one another
      vtkWarningWithObjectMacro(this->Display,
        << set << " has no effect in " << type << ", which draws " << drawn << "; set that instead.");
    }
  }
}
