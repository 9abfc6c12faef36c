// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/Portable.h"
#include "InKRayRenderingModule.h"
#include "View/SurfaceLayers.h"

#include <cstddef>
#include <vector>

/// Translucent surfaces on the rays of an image, apart from one another, as fragments: in each pixel any
/// number of them.
class INKRAYRENDERING_EXPORT SurfaceFragments
{
public:
  /// Numbers that a rank can send to another; whole ones are below 2^24.
  struct Fragment
  {
    float Column, Row, Depth; ///< the pixel, and a window depth
    float Colour[4];          ///< red, green and blue multiplied by opacity, and opacity
  };
  static constexpr std::size_t Numbers = sizeof(Fragment) / sizeof(float);

  /// The most that are kept apart in a pixel: as many polygons, and as many surfaces of images, as one rank
  /// keeps apart. Further ones are blended into the last.
  static constexpr int MostLayers = 16;

  /// A layer of an image of that width: colours, and window depths, of which those below 1 that are not
  /// behind `ends` count (null: none is).
  void Add(int width, const std::vector<inkray::Float4>& colours, const std::vector<float>& depths,
    const float* ends);
  /// The same of surfaces that a caster has found in an image of that size, in host memory.
  void Add(int width, int height, const inkray::SurfaceLayers& layers);
  std::vector<Fragment>& GetAll() { return this->All; }

  /// Put them in order, in an image of a size, to sample them.
  void Sort(int width, int height);

  ///@{
  /// Layers from front to back in each pixel, as those of TranslucentPolygons: how many the pixel with most
  /// of them has, and one of them, in an image of the size in which they are sorted.
  int GetNumberOfLayers() const { return this->Layers; }
  void Sample(
    int layer, int width, int height, std::vector<inkray::Float4>& colours, std::vector<float>& depths) const;
  ///@}

private:
  std::vector<Fragment> All;
  std::vector<std::size_t> Begins; // of the fragments of each pixel, and the end
  int Layers = 0;
};
