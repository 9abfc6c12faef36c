// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Picture/RaySource.h"
#include "View/ImagePlane.h"
#include "View/RayCounters.h"

#include <vector>

namespace inkray
{

/// The most sources of a picture.
constexpr int mostWalks = 8;

/// Where the rays of a picture leave what they gather, in the memory of the backend.
struct WalkTarget
{
  ImagePlane plane; ///< the same for all sources
  double begin;     ///< depth from the eye where depths of rays begin
  float earlyTermination;
  Float4* image;
  float* depth; ///< of opaque surfaces; null where no source has surfaces
  RayCounters* counters;
  PairWalks pairWalks;
  bool countSteps;
};

/// Cast the rays of a picture through its sources, of which there are mostWalks at most: each ray meets their
/// segments and surfaces in the order of depth. `workspace` keeps memory for the next picture. Compiled for
/// each backend in a source of its own.
template <class Backend>
void castWalks(Backend& backend, const std::vector<RayWalk>& walks, const WalkTarget& target,
  Buffer<unsigned char, Backend>& workspace);

} // namespace inkray
