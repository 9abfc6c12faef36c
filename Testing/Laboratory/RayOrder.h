// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

namespace inkray::laboratory
{

/// How rays are given to threads (Gu and Kim, section 5.1, figure 6), chosen at run time. The pixels of a
/// tile go to a block of threads, tiles along the rows of the image. With tiles of no size, pixels go along
/// the rows of the image.
struct RayOrder
{
  std::int32_t width, height;         ///< of the image
  std::int32_t tileWidth, tileHeight; ///< 0: no tiles

  INKRAY_HD std::int64_t tilesAcross() const { return (width + tileWidth - 1) / tileWidth; }
  INKRAY_HD std::int64_t numTiles() const
  {
    return this->tilesAcross() * ((height + tileHeight - 1) / tileHeight);
  }
  /// Returns the number of rays; some lie beyond the right or upper border of the image.
  INKRAY_HD std::int64_t count() const
  {
    return tileWidth > 0 ? this->numTiles() * tileWidth * tileHeight : std::int64_t(width) * height;
  }
  /// Gives the pixel of a ray. Returns false beyond the border.
  INKRAY_HD bool pixel(std::int64_t number, int& x, int& y) const
  {
    if (tileWidth == 0)
    {
      y = static_cast<int>(number / width);
      x = static_cast<int>(number - std::int64_t(y) * width);
      return true;
    }
    const std::int32_t size = tileWidth * tileHeight;
    const auto tile = static_cast<std::int32_t>(number / size),
               inTile = static_cast<std::int32_t>(number % size);
    const auto across = static_cast<std::int32_t>(this->tilesAcross());
    x = tile % across * tileWidth + inTile % tileWidth;
    y = tile / across * tileHeight + inTile / tileWidth;
    return x < width && y < height;
  }
};

} // namespace inkray::laboratory
