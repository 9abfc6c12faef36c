// SPDX-License-Identifier: BSD-3-Clause
#include "OtherWays.h"

#include "DisplayTypes.h"
#include "vtkSMProperty.h"
#include "vtkSMProxy.h"
#include "vtkSMStringListDomain.h"

#include <algorithm>

namespace
{
bool Offers(vtkSMProxy* display, const std::string& type)
{
  vtkSMProperty* const property = display->GetProperty("Representation");
  auto* const offered = property ? property->FindDomain<vtkSMStringListDomain>() : nullptr;
  unsigned int at = 0;
  return offered && offered->IsInDomain(type.c_str(), at);
}
} // namespace

std::string OtherWays::Find(vtkSMProxy* display, const std::string& type)
{
  const std::string kind = display && display->GetXMLName() ? display->GetXMLName() : "";
  if (!display || Offers(display, type))
  {
    return {};
  }
  const auto& types = DisplayTypes::GetAll();
  const auto lit =
    std::find_if(types.begin(), types.end(), [](const DisplayType& one) { return one.IncludesVolume; });
  const std::string inLight = lit == types.end() ? "" : lit->Name;
  if (kind == "AMRRepresentation")
  {
    return " Volume draws the volume of an adaptive mesh. The filter Threshold makes a mesh of it for Volume "
           "(Ray Cast)" +
      (inLight.empty() ? "." : ", and Resample To Image makes an image for " + inLight + ".");
  }
  if (kind == "HyperTreeGridRepresentation")
  {
    return " The filter HyperTreeGrid To UnstructuredGrid makes a mesh of the tree, for Volume (Ray Cast) "
           "and "
           "the isosurfaces.";
  }
  return {};
}
