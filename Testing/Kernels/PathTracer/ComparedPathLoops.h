// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The loops of the path tracer that Wald and others compare theirs with: for tests, which expect the same
/// picture of all of them, and for the benchmark.
#include "Laboratory/Paths/ComparedPathLoop.h"
#include "Renderers/PathTracer/PathTracer.h"

#include <cstdint>

namespace inkray
{

/// Paths of a thread of the block that follows a tile: a choice of TiledGlobal and TiledShared (Wald 2011,
/// figure 2), of which 8 is the one that is compared with other loops.
constexpr int allTiledPaths[] = { 1, 2, 4, 8, 16 };

/// For PathMethodOptions::loop, as long as the process lives. `pathsPerThread`: one of allTiledPaths, which
/// the loops without tiles do not ask.
const PathLoopFactory* comparedPathLoop(ComparedPathLoop loop, int pathsPerThread = 8);

/// Naive, or WholeFrame, with so many multiply-adds in each bounce besides, and a search in a table of
/// `numShares` by bisection, where that is not 0 (Wald 2011, section 4.2.5). For PathMethodOptions::loop, as
/// long as the process lives.
const PathLoopFactory* dearerPathLoop(bool isCompacted, std::uint32_t operations, std::uint32_t numShares);

/// Share of the threads that a multiprocessor of the current CUDA device can hold which it holds of a loop in
/// tiles through a scene of one isosurface. Throws Error in a build without CUDA, and without a device.
double tiledOccupancy(ComparedPathLoop loop, int pathsPerThread);

} // namespace inkray
