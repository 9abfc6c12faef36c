// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <regex>
#include <string>

/// Whether an array of this name numbers points, cells or parts, or says where they come from, so that nobody
/// wants to see it without asking: GlobalNodeId, cell_ids, ID, vtkProcessId and the like. Before "id" is an
/// underscore, a lower-case letter with a capital after it, or nothing, so Acid, fluid and Void are no ids.
inline bool IsIdArray(const std::string& name)
{
  static const std::regex ids("(.*[a-z0-9_])?(Ids?|IDS?)|(.*_)?ids?|vtk[A-Z].*");
  return std::regex_match(name, ids);
}
