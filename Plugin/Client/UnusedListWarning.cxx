// SPDX-License-Identifier: BSD-3-Clause
#include "UnusedListWarning.h"

#include "LateDefaults.h"
#include "vtkNew.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"

#include <string>

namespace
{
const std::string OfVolume = "RayCast"; // the prefix of the names of a volume's list
const char* const Lists[2] = { "Isosurfaces", "Isovalues" };

bool IsFilled(vtkSMProxy* display, const std::string& name)
{
  return vtkSMPropertyHelper(display, name.c_str()).GetNumberOfElements() > 0;
}
} // namespace

void UnusedListWarning::Watch(vtkSMProxy* proxy)
{
  vtkNew<UnusedListWarning> command;
  if (command->LookAfter(proxy, { "RayCastIsosurfaces", "Isosurfaces" }))
  {
    command->Hear({ "Representation", "Isosurfaces", "Isovalues", "RayCastIsosurfaces", "RayCastIsovalues" });
  }
}

void UnusedListWarning::Execute(vtkObject* caller, unsigned long, void*)
{
  auto* const property = vtkSMProperty::SafeDownCast(caller);
  if (!property || !this->Display || LateDefaults::IsChoosing())
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
  const bool isOther = this->IsOfOurType(); // other types draw no isosurfaces
  for (const char* const name : Lists)
  {
    const std::string volumes = OfVolume + name;
    const std::string set = isVolume ? name : volumes;
    const std::string drawn = isVolume ? volumes : name;
    // A volume has no isosurfaces at first. If its list is filled, the script's author knows that list.
    const bool isMistaken = isOther && property == this->Display->GetProperty(set.c_str()) &&
      IsFilled(this->Display, set) && !(isVolume && IsFilled(this->Display, drawn));
    if (isMistaken && !this->Said)
    {
      this->Said = true; // once: a script may set several properties of a list
      vtkWarningWithObjectMacro(this->Display, << set << " has no effect in " << type << ", which draws "
                                               << drawn << "; set " << drawn << " instead.");
    }
  }
}
