// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickedGrid.h"
#include "Geometry/RegularGrid/GridView.h"
#include "Geometry/RegularGrid/TaggedGridView.h"
#include "Shading/ColorTable.h"
#include "Shading/Light.h"
#include "Shading/Material.h"
#include "View/Clipping.h"
#include "View/RayGenerator.h"

#include <cstdint>

/// Input of the isosurface ray caster's kernels: plain structs of pointers and numbers, filled by
/// IsosurfaceRayCasterImpl.
namespace inkray
{

/// The second array, which colors the surfaces.
struct ColorArray : ColorTableView
{
  TaggedValues values; ///< null data: the isosurfaces' own colors
};

/// Where a frame stores its surfaces in layers (SurfaceLayers), if it does.
struct LayerTarget
{
  Float4* colors; ///< null: no layers
  float* depths;
  std::int64_t numPixels;
  int most;

  INKRAY_HD Float4& color(int layer, std::int64_t at) const { return colors[layer * numPixels + at]; }
  INKRAY_HD float& depth(int layer, std::int64_t at) const { return depths[layer * numPixels + at]; }
  /// Return the number of layers of a pixel so far.
  INKRAY_HD int count(std::int64_t at) const
  {
    int count = 0;
    while (count < most && this->depth(count, at) < INFINITY)
      ++count;
    return count;
  }
  /// End the layers of a pixel after the first `count`.
  INKRAY_HD void end(int count, std::int64_t at) const
  {
    if (count < most)
      this->depth(count, at) = INFINITY;
  }
};

/// The data of one frame, except the values and the queues.
struct IsosurfaceScene : BrickedGrid
{
  RayGenerator camera;
  ClipPlanes clipPlanes; ///< in index coordinates
  Cropping cropping;     ///< in index coordinates
  ColorArray color;
  SurfaceLight lights[maxLights];
  std::int32_t numLights;
  SurfaceMaterial material;
  float earlyTermination;
  LayerTarget layers;
};

/// Results of a frame: width x height each, lower row first.
struct IsosurfaceImage
{
  Float4* color;
  float* depth;
  Float4* hits; ///< depth, normal in eye coordinates of the first crossing; null when not wanted
  /// The volume is a block of a grid, and the picture shows the blocks in front: rays that have not ended go
  /// on.
  bool goesOn = false;
  std::int64_t firstRay = 0; ///< number of the first ray that is launched
};

} // namespace inkray
