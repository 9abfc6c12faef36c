// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

#include <vector>

class vtkSMProxy;

/// A type of representation that the plug-in adds to ParaView's, as clients know it.
struct DisplayType
{
  const char* Name;           ///< in the panel
  const char* Prefix;         ///< of the names of the properties that are its own, its report's among them
  const char* IncludesVolume; ///< the property that puts a volume around its surfaces; null: there is none
};

namespace DisplayTypes
{
/// The types of the core, and after them those of components.
INKRAYREPRESENTATIONS_EXPORT const std::vector<DisplayType>& GetAll();

/// The type that is chosen for a display; null: it is none of the plug-in's.
INKRAYREPRESENTATIONS_EXPORT const DisplayType* Find(vtkSMProxy* display);

/// Add the type of a component, before anything asks for types: from the initial value of a variable. True.
bool Add(const DisplayType& type);
} // namespace DisplayTypes
