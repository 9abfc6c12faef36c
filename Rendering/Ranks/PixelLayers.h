// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"

#include <cstddef>
#include <vector>

/// How one rank's part of a mesh affects the light in a pixel.
struct PixelLayer
{
  float Depth; ///< the window depth of its first visible place; 1: nothing is visible
  float Light; ///< the share of the light from behind that passes
};

/// What other ranks' parts leave visible in a pixel of the part of this rank.
struct PixelBehind
{
  float End;   ///< the window depth of the nearest opaque object of any rank; 1: no such object
  float Light; ///< the share of light that passes all parts in front of this one
  float Picks; ///< not 0: a click on the pixel selects a cell of this part
};

namespace PixelLayers
{
/// Combine the layers of all ranks in the order of depth, pixel by pixel. `layers`: for one rank after the
/// other, the layers of its `number` pixels. Returns the light for rank `me`, and whether `me` picks. The
/// rank picks in whose part a ray reaches `opacity` or, if no ray does, the rank that adds most. Ends are 1.
INKRAYRENDERING_EXPORT std::vector<PixelBehind> Order(
  const std::vector<PixelLayer>& layers, std::size_t number, std::size_t me, float opacity);
} // namespace PixelLayers
