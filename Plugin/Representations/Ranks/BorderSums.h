// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

class vtkUnstructuredGrid;

/// Sums at points that the parts of several ranks share.
namespace BorderSums
{
/// Add to the `number` sums of each point the sums of the same point on other ranks. A point is the same if
/// its coordinates are equal to the last bit and its block is equal. All ranks call this together with the
/// same `number`. Ranks without points pass empty `sums`.
void AddUp(vtkUnstructuredGrid* grid, int number, std::vector<double>& sums);
} // namespace BorderSums
