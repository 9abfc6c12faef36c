// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

class vtkUnstructuredGrid;

/// Sums at points that the pieces of several ranks have in common.
namespace BorderSums
{
/// Add to the `number` sums of each point of a grid those of the points of other ranks in the same place (to
/// the last bit) and block. All ranks call this together, with the same number; those without points have no
/// sums.
void AddUp(vtkUnstructuredGrid* grid, int number, std::vector<double>& sums);
} // namespace BorderSums
