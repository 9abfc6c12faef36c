// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

/// The fragment shaders that draw a ray caster's picture into the window. Their uniforms are the sampler
/// `image`; of a picture with depths also the sampler `depthImage`, the numbers `depthOnly` (1: draw only
/// what has a depth) and `depthBias`; and those of the features.
namespace RayCastShaders
{
/// Tasks of a shader in addition to drawing an image of the window's size; bits that are added up.
enum Feature
{
  Surface = 1,  ///< gives positions and normals (uniform `clipToEye`)
  Smoothed = 2, ///< smooths noise (`clipToEye`, `noise`)
  Enlarged = 4, ///< continues the depths of an image that is smaller than the window
  Guided = 8    ///< interpolates the colours of such an image where its rays have stopped at one opaque thing
                ///< (the sampler `opaqueDepth`)
};

///@{
/// The source for a picture of colours alone, and for one with depths.
std::string ForColors(int features);
std::string ForDepths(int features);
///@}
} // namespace RayCastShaders
