// SPDX-License-Identifier: BSD-3-Clause
#include "DisplayTypes.h"

#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"

#include <algorithm>
#include <cstring>

namespace
{
std::vector<DisplayType>& Known()
{
  static std::vector<DisplayType> types = {
    { "Volume (Ray Cast)", "RayCast", nullptr },
    { "Isosurface (Ray Cast)", "Isosurface", nullptr },
  };
  return types;
}
} // namespace

const std::vector<DisplayType>& DisplayTypes::GetAll()
{
  return Known();
}

const DisplayType* DisplayTypes::Find(vtkSMProxy* display)
{
  const char* const name = vtkSMPropertyHelper(display, "Representation", true).GetAsString();
  const auto found = std::find_if(Known().begin(), Known().end(),
    [name](const DisplayType& type) { return name && std::strcmp(type.Name, name) == 0; });
  return found == Known().end() ? nullptr : &*found;
}

bool DisplayTypes::Add(const DisplayType& type)
{
  Known().push_back(type);
  return true;
}
