// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/PathTracer/PathTracer.h"

namespace inkray::laboratory
{

/// Returns Naive through a bounding volume hierarchy of the scene's triangles (ReferenceBvh.h), in place of
/// the kd-tree (Wald 2011, section 3.2). The hierarchy is built for the first sample of a picture if they
/// have changed. Scenes must have triangles alone; others throw InvalidInput. The loop is for
/// PathMethodOptions::loop, lives as long as the process, and gives the picture of PathKernel::Naive.
const PathLoopFactory* pathsInBvh();

} // namespace inkray::laboratory
