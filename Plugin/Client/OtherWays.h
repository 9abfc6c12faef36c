// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

class vtkSMProxy;

/// What draws data for which a type of representation is not offered.
namespace OtherWays
{
/// Sentences for a user that tell what draws the data of a display instead of this type, each with a space
/// before it. Empty where the display offers the type, or nothing else draws the data.
std::string Find(vtkSMProxy* display, const std::string& type = "Volume (Ray Cast)");
} // namespace OtherWays
