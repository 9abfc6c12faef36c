// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

class vtkSMProxy;

/// What draws data for which a type of representation is not offered.
namespace OtherWays
{
/// Sentences, each with a space before it, that tell a user what draws the data of a display instead of this
/// type; empty where the display offers the type, or nothing else draws them.
std::string Find(vtkSMProxy* display, const std::string& type = "Volume (Ray Cast)");
} // namespace OtherWays
