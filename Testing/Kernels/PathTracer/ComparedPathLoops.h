// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The loops of the path tracer that Wald and others compare theirs with: for tests, which expect the same
/// picture of all of them, and for the benchmark.
#include "Renderers/PathTracer/Baselines/ComparedPathLoop.h"
#include "Renderers/PathTracer/PathTracer.h"

namespace inkray
{

/// For PathMethodOptions::loop, as long as the process lives.
const PathLoopFactory* comparedPathLoop(ComparedPathLoop loop);

} // namespace inkray
