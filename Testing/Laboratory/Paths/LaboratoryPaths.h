// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/PathTracer/PathTracer.h"

/// Loops of the path tracer that only comparisons need: through a bounding volume hierarchy in place of the
/// kd-tree (Wald 2011, section 3.2), and with a shading that is sorted by material (Hoberock et al. 2009).
/// Each is for PathMethodOptions::loop, as long as the process lives, and gives the picture of
/// PathKernel::Naive.
namespace inkray::laboratory
{

enum class BvhOfPaths
{
  OfHost,  ///< ReferenceBvh.h, by the surface area heuristic
  Clusters ///< ClusterBvh.h, on the device
};

/// Naive, or Queued, through a hierarchy of the scene's triangles, which is built for the first sample of a
/// picture if they have changed. For scenes of triangles alone; InvalidInput for others.
const PathLoopFactory* pathsInBvh(BvhOfPaths bvh, bool isQueued);

/// WholeFrame with two kernels for each bounce, of which one finds what rays meet and the other one shades
/// it. `isSorted`: between them paths are sorted by the material that they have met.
const PathLoopFactory* pathsByMaterial(bool isSorted);

} // namespace inkray::laboratory
