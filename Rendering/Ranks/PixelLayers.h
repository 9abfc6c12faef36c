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

/// What other ranks' parts leave of a pixel for the part of this rank.
struct PixelBehind
{
  float End;   ///< the window depth of the nearest opaque object of any rank; 1: there is none
  float Light; ///< the share of light that passes what is in front of this part
  float Picks; ///< not 0: a click on the pixel selects a cell of this part
};

namespace PixelLayers
{
/// Combine the layers of all ranks in the order of depth, pixel by pixel. `layers`: one rank after the other,
/// the layers of its `number` pixels. For rank `me`, returns the light, and whether it picks: the rank that
/// picks is the one in whose part a ray reaches `opacity` or, if no ray does, the one that adds most. Ends
/// are 1.
INKRAYRENDERING_EXPORT std::vector<PixelBehind> Order(
  const std::vector<PixelLayer>& layers, std::size_t number, std::size_t me, float opacity);
} // namespace PixelLayers
