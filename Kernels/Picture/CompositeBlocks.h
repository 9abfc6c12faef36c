// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Film.h"
#include "View/WindowDepth.h"

#include <cstdint>

/// Kernels that composite the picture of data in blocks, which are cast from front to back.
namespace inkray
{

/// Begins a picture without blocks.
struct BeginBlocks
{
  const float* stops; ///< window depths, or null
  Float4* image;
  float* ends; ///< window depths at which the rays of the next block stop

  INKRAY_HD void operator()(std::int64_t i) const
  {
    image[i] = { 0.0f, 0.0f, 0.0f, 0.0f };
    ends[i] = stops ? stops[i] : 1.0f;
  }
};

/// Composites the next block under the picture. Closes pixels that let too little light through.
struct CompositeBlock
{
  const Float4* blockImage;
  const float* blockDepth; ///< depths of opaque surfaces, or null
  float leastThrough;      ///< share of the light from behind below which a pixel is closed
  Float4* image;
  float* depth; ///< null where blockDepth is
  float* ends;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const Float4 behind = blockImage[i];
    Float4 all = image[i];
    const float through = 1.0f - all.w;
    all.x = multiplyAdd(through, behind.x, all.x);
    all.y = multiplyAdd(through, behind.y, all.y);
    all.z = multiplyAdd(through, behind.z, all.z);
    all.w = multiplyAdd(through, behind.w, all.w);
    image[i] = all;
    if (blockDepth && depth[i] >= 1.0f)
      depth[i] = blockDepth[i];
    if (!(1.0f - all.w >= leastThrough))
      ends[i] = closedPixel;
  }
};

/// Begins films without blocks. Their rays end at opaque geometry and opaque surfaces.
struct BeginFilms
{
  const float* stops;        ///< window depths, or null
  const float* surfaceDepth; ///< depths of the opaque surfaces, or null
  Float4* films;
  float* ends;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    films[i] = { 0.0f, 0.0f, 0.0f, 0.0f };
    const float opaque = stops ? stops[i] : 1.0f;
    ends[i] = surfaceDepth ? minimum(opaque, surfaceDepth[i]) : opaque;
  }
};

/// Combines additional films with the films in `films`.
struct CombineFilms
{
  static constexpr int most = 16;

  const Float4* own[most];
  int number;
  bool areInOrder; ///< from front to back
  int order;       ///< order of the film (AnyFilm)
  Float4* films;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    films[i] = combineFilms(order, areInOrder, films[i], number, [&](int k) { return own[k][i]; });
  }
};

/// Finds whether a rectangle has pixels that are not closed.
struct FindOpenPixels
{
  const float* ends;
  std::int32_t imageWidth, x, y, width; ///< of the rectangle, its lower left pixel and its width
  std::uint8_t* isAny;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (ends[(y + i / width) * imageWidth + x + i % width] != closedPixel)
      setFlagRelaxed(isAny);
  }
};

} // namespace inkray
