// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/Pieces/SeenPieces.h"

#include "View/BoxPixels.h"

#include <algorithm>
#include <cstdint>

namespace inkray
{
namespace
{

/// Counts the pieces in the cells of a grid over the picture, from front to back.
void findLayers(std::vector<SeenPiece>& seen, const Camera& camera)
{
  constexpr int across = 32;
  int before[across][across] = {};
  for (SeenPiece& piece : seen)
  {
    const int left = piece.x * across / camera.width,
              right = (piece.x + piece.width - 1) * across / camera.width,
              low = piece.y * across / camera.height,
              high = (piece.y + piece.height - 1) * across / camera.height;
    std::int64_t sum = 0;
    for (int y = low; y <= high; ++y)
      for (int x = left; x <= right; ++x)
        sum += before[y][x]++;
    piece.layer = double(sum) / ((right - left + 1) * (high - low + 1));
  }
}

} // namespace

std::vector<SeenPiece> seenPieces(const MeshPartition& partition, const Camera& camera)
{
  double toClip[16];
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c)
    {
      toClip[4 * r + c] = 0;
      for (int k = 0; k < 4; ++k)
        toClip[4 * r + c] += camera.eyeToClip[4 * r + k] * camera.meshToEye[4 * k + c];
    }
  std::vector<SeenPiece> all;
  for (const std::size_t k : partition.frontToBack(camera))
  {
    BoxPixels pixels;
    if (findBoxPixels(partition.pieces[k].occupied, toClip, camera, pixels))
      all.push_back({ k, pixels.x, pixels.y, pixels.width, pixels.height, 0 });
  }
  if (all.empty())
    all.push_back({ 0, 0, 0, camera.width, camera.height, 0 });
  findLayers(all, camera);
  return all;
}

} // namespace inkray
