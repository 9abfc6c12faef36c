// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The loops with which Wald and others compare their loops. Tests expect the same picture from all loops,
/// and the benchmark measures them.
#include "Laboratory/Paths/ComparedPathLoop.h"
#include "Renderers/PathTracer/PathTracer.h"

#include <cstdint>

namespace inkray
{

/// Paths per thread of the block that follows a tile, a parameter of TiledGlobal and TiledShared (Wald 2011,
/// figure 2). Comparisons with other loops use 8.
constexpr int allTiledPaths[] = { 1, 2, 4, 8, 16 };

/// Return a factory for PathMethodOptions::loop, which lives as long as the process. `pathsPerThread`: one of
/// allTiledPaths; loops without tiles ignore it. Throws InvalidInput for other numbers.
const PathLoopFactory* comparedPathLoop(ComparedPathLoop loop, int pathsPerThread = 8);

/// Return a factory of a loop with additional work in each bounce (Wald 2011, section 4.2.5): `operations`
/// multiply-adds, and a search by bisection in a table of `numShares`, unless that is 0. The loop is Naive,
/// or WholeFrame if `isCompacted`. For PathMethodOptions::loop; it lives as long as the process.
const PathLoopFactory* dearerPathLoop(bool isCompacted, std::uint32_t operations, std::uint32_t numShares);

/// Return the occupancy of a loop in tiles through a scene of one isosurface: its resident threads as a share
/// of the most that a multiprocessor of the current CUDA device can hold. Throws Error in a build without
/// CUDA, and without a device.
double tiledOccupancy(ComparedPathLoop loop, int pathsPerThread);

} // namespace inkray
