// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"

#include <cstddef>
#include <vector>

/// The effect on the light in a pixel of the piece of a mesh that a rank has.
struct PixelLayer
{
  float Depth; ///< the window depth of the first that shows; 1: nothing does
  float Light; ///< the share of the light from behind that comes through
};

/// The part of a pixel that pieces of other ranks leave for the piece of this one.
struct PixelBehind
{
  float End;   ///< the window depth of something opaque, of any rank; 1: there is none
  float Light; ///< the share of the light that comes through what lies in front of this piece
  float Picks; ///< not 0: a click on the pixel selects a cell of this piece
};

namespace PixelLayers
{
/// Put the layers of all ranks in order of depth, pixel by pixel: `layers` has those of `number` pixels of
/// each rank, one rank after the other. The light, and whether the piece of rank `me` is the one in which a
/// ray has gathered `opacity`, or where no ray does, which adds most. Their ends are 1.
INKRAYRENDERING_EXPORT std::vector<PixelBehind> Order(
  const std::vector<PixelLayer>& layers, std::size_t number, std::size_t me, float opacity);
} // namespace PixelLayers
