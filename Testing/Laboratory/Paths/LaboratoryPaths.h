// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/PathTracer/PathTracer.h"

/// Loops of the path tracer that only comparisons need. Some go through a bounding volume hierarchy in place
/// of the kd-tree (Wald 2011, section 3.2); others sort the shading by material (Hoberock et al. 2009). Each
/// is for PathMethodOptions::loop, lives as long as the process, and gives the picture of PathKernel::Naive.
namespace inkray::laboratory
{

enum class BvhOfPaths
{
  OfHost,  ///< ReferenceBvh.h, by the surface area heuristic
  Clusters ///< ClusterBvh.h, on the device
};

/// Returns Naive, or Queued, through a hierarchy of the scene's triangles. The hierarchy is built for the
/// first sample of a picture if they have changed. Scenes must have triangles alone; others throw
/// InvalidInput.
const PathLoopFactory* pathsInBvh(BvhOfPaths bvh, bool isQueued);

/// Returns WholeFrame with two kernels for each bounce: one finds what rays meet, and the other shades it.
/// With `isSorted`, paths are sorted between them by the material that they have met.
const PathLoopFactory* pathsByMaterial(bool isSorted);

} // namespace inkray::laboratory
