// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

class vtkSMProxy;

/// What draws data of a kind for which a type of representation is not offered.
namespace OtherWays
{
/// Sentences, each with a space before it, for somebody who wants this type, or a volume at all, for a
/// display; empty where it offers the type.
std::string Find(vtkSMProxy* display, const std::string& type = "Volume (Ray Cast)");
} // namespace OtherWays
