// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

#include <vector>

class vtkSMProxy;

/// A type of representation that the plug-in adds to ParaView, as the client knows it.
struct DisplayType
{
  const char* Name;           ///< the name in the panel
  const char* Prefix;         ///< prefix of the names of the type's properties, and of its report's
  const char* IncludesVolume; ///< the property that adds a volume around the surfaces; null: no such property
};

namespace DisplayTypes
{
/// The types of the core, followed by those of components.
INKRAYREPRESENTATIONS_EXPORT const std::vector<DisplayType>& GetAll();

/// The type that is chosen for a display. Null: the type is not one of the plug-in's.
INKRAYREPRESENTATIONS_EXPORT const DisplayType* Find(vtkSMProxy* display);

/// Add the type of a component. Returns true, so that the initializer of a static variable can call it.
bool Add(const DisplayType& type);
} // namespace DisplayTypes
