// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <regex>
#include <string>

/// Whether an array of this name holds ids or origins of points, cells or parts, such as GlobalNodeId,
/// cell_ids, ID or vtkProcessId. Such arrays are not shown unless the user asks for them. The "id" must
/// follow an underscore, a change from lower to upper case, or nothing: Acid, fluid and Void are no ids.
inline bool IsIdArray(const std::string& name)
{
  static const std::regex ids("(.*[a-z0-9_])?(Ids?|IDS?)|(.*_)?ids?|vtk[A-Z].*");
  return std::regex_match(name, ids);
}
