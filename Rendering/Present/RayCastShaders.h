// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

/// The fragment shaders that draw a ray caster's picture into the window. Their uniforms are the sampler
/// `image` and those of the features. A picture with depths also has the sampler `depthImage`, the numbers
/// `depthOnly` (1: draw only pixels that have a depth) and `depthBias`.
namespace RayCastShaders
{
/// Tasks of a shader in addition to drawing an image of the window's size; bits to be combined.
enum Feature
{
  Surface = 1,  ///< outputs positions and normals (uniform `clipToEye`)
  Smoothed = 2, ///< smooths noise (`clipToEye`, `noise`)
  Enlarged = 4, ///< continues the depths of an image that is smaller than the window
  Guided = 8    ///< interpolates the colors of such an image only among rays that have stopped at the same
                ///< opaque object (the sampler `opaqueDepth`)
};

///@{
/// The source for a picture of colors alone, and the source for a picture with depths.
std::string ForColors(int features);
std::string ForDepths(int features);
///@}
} // namespace RayCastShaders
