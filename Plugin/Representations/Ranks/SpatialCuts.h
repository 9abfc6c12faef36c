// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"

#include <vector>

class vtkUnstructuredGrid;

/// How cells are handed out to the ranks of a server: a box of space for each, and who meets whom.
namespace SpatialCuts
{

/// The parts of a rank's cells that lie in the boxes of the ranks, by rank. Space is cut in two along its
/// longer side until there is a box for each rank, with about as many points of all ranks together in each;
/// cells at the cuts are split, point values being interpolated. All ranks call this together and make the
/// same cuts.
std::vector<vtkSmartPointer<vtkUnstructuredGrid>> CutForRanks(vtkUnstructuredGrid* grid, int ranks);

/// Whom a rank meets in a round, from 0 to ranks - 1: possibly itself. In each round the partner of a
/// rank's partner is that rank, and in all rounds together a rank meets every other once.
int GetPartner(int round, int rank, int ranks);

} // namespace SpatialCuts
