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

/// The picture to which rays are cast, in the memory of the backend.
struct WalkTarget
{
  ImagePlane plane; ///< the same for all sources
  double begin;     ///< depth from the eye at which depths of rays begin
  float earlyTermination;
  Float4* image;
  float* depth; ///< depths of opaque surfaces; null if no source has surfaces
  RayCounters* counters;
  PairWalks pairWalks;
  bool countSteps;
};

/// Cast the rays of a picture through at most mostWalks sources. Each ray meets their spans and surfaces in
/// the order of depth. `workspace` keeps memory for the next picture. Each backend compiles this function in
/// a source file of its own.
template <class Backend>
void castWalks(Backend& backend, const std::vector<RayWalk>& walks, const WalkTarget& target,
  Buffer<unsigned char, Backend>& workspace);

} // namespace inkray
