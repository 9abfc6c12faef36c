// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/Portable.h"
#include "InKRayRenderingModule.h"
#include "View/SurfaceLayers.h"

#include <cstddef>
#include <vector>

/// Translucent surfaces on the rays of an image, as separate fragments: any number in each pixel.
class INKRAYRENDERING_EXPORT SurfaceFragments
{
public:
  /// Numbers that a rank can send to another one; integers are below 2^24.
  struct Fragment
  {
    float Column, Row, Depth; ///< the pixel, and a window depth
    float Color[4];           ///< red, green and blue multiplied by opacity, and opacity
  };
  static constexpr std::size_t Numbers = sizeof(Fragment) / sizeof(float);

  /// The most layers of a pixel: as many polygons, plus as many surfaces of images, as one rank keeps apart.
  /// Further fragments are blended into the last layer.
  static constexpr int MostLayers = 16;

  /// Add a layer of an image of that width: colors and window depths. A pixel counts if its depth is below 1
  /// and not behind `ends` (null: no limit).
  void Add(int width, const std::vector<inkray::Float4>& colors, const std::vector<float>& depths,
    const float* ends);
  /// Add surfaces that a caster has found in an image of that size, in host memory.
  void Add(int width, int height, const inkray::SurfaceLayers& layers);
  std::vector<Fragment>& GetAll() { return this->All; }

  /// Sort the fragments for sampling, in an image of that size.
  void Sort(int width, int height);

  ///@{
  /// Layers from front to back in each pixel, as in TranslucentPolygons: the largest number of layers in a
  /// pixel, and one layer, in an image of the size passed to Sort.
  int GetNumberOfLayers() const { return this->Layers; }
  void Sample(
    int layer, int width, int height, std::vector<inkray::Float4>& colors, std::vector<float>& depths) const;
  ///@}

private:
  std::vector<Fragment> All;
  std::vector<std::size_t> Begins; // index of each pixel's first fragment, and the end
  int Layers = 0;
};
