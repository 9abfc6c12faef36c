// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

namespace inkray
{

/// Side of an image tile in pixels; one block of threads casts a tile (Gu and Kim 2020, section 5.1).
constexpr int tileSize = 8;
constexpr int tilePixels = tileSize * tileSize;

/// The order of the tiles of an image.
enum class PixelTiles
{
  Rows,  ///< along the rows of tiles: each number has a tile, so rays can be numbered in queues
  Morton ///< along the Morton curve (1966): blocks that run at the same time see neighboring parts of a mesh
};

/// The order in which rays are numbered: by tiles of 8 x 8 pixels, each of two halves of 8 x 4 (one warp
/// each), so that neighbors in number are neighbors in the picture.
template <PixelTiles Order>
struct PixelOrder
{
  /// The number of places in this order for an image of width x height pixels. Some lie outside of the image.
  INKRAY_HD static std::int64_t count(std::int32_t width, std::int32_t height)
  {
    if (Order == PixelTiles::Rows)
      return std::int64_t(tilePixels) * tilesAcross(width) * tilesAcross(height);
    // The smallest square of 2^k tiles a side that contains the image.
    std::int64_t side = 1;
    while (side * tileSize < width || side * tileSize < height)
      side *= 2;
    return side * side * tilePixels;
  }

  /// The pixel of a number; it may lie beyond the right or the upper border of the image.
  INKRAY_HD static void pixel(std::uint32_t tile, std::uint32_t inTile, std::int32_t width, int& x, int& y)
  {
    int tileX, tileY;
    if (Order == PixelTiles::Rows)
    {
      const std::int32_t across = tilesAcross(width);
      tileY = static_cast<int>(tile / static_cast<std::uint32_t>(across));
      tileX = static_cast<int>(tile) - tileY * across;
    }
    else
    {
      tileX = evenBits(tile);
      tileY = evenBits(tile >> 1);
    }
    x = tileX * tileSize + static_cast<int>(inTile % tileSize);
    y = tileY * tileSize + static_cast<int>(inTile / tileSize);
  }
  INKRAY_HD static void pixel(std::int64_t number, std::int32_t width, int& x, int& y)
  {
    pixel(static_cast<std::uint32_t>(number / tilePixels), static_cast<std::uint32_t>(number % tilePixels),
      width, x, y);
  }

private:
  INKRAY_HD static std::int32_t tilesAcross(std::int32_t pixels)
  {
    return (pixels + tileSize - 1) / tileSize;
  }

  INKRAY_HD static int evenBits(std::uint32_t v)
  {
    v &= 0x55555555u;
    v = (v | v >> 1) & 0x33333333u;
    v = (v | v >> 2) & 0x0f0f0f0fu;
    v = (v | v >> 4) & 0x00ff00ffu;
    v = (v | v >> 8) & 0x0000ffffu;
    return static_cast<int>(v);
  }
};

} // namespace inkray
