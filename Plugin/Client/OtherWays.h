// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

class vtkSMProxy;

/// Alternatives for data for which a type of representation is not offered.
namespace OtherWays
{
/// Sentences for users that name other ways to draw the data of a display, each with a leading space. Empty
/// if the display offers the type, or if there is no other way.
std::string Find(vtkSMProxy* display, const std::string& type = "Volume (Ray Cast)");
} // namespace OtherWays
