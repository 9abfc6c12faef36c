// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/Pieces/SeenPieces.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace inkray
{
namespace
{

/// Finds the pixels of a box. False: all of its corners lie outside of one plane. One that reaches behind the
/// eye may be anywhere.
bool see(const AxisBox& box, const double (&toClip)[16], const Camera& camera, SeenPiece& seen)
{
  bool isBeyond[6] = { true, true, true, true, true, true }, isInFront = true;
  double low[2] = { 1, 1 }, high[2] = { -1, -1 };
  for (int corner = 0; corner < 8; ++corner)
  {
    const double p[3] = { (corner & 1) != 0 ? box.high[0] : box.low[0],
      (corner & 2) != 0 ? box.high[1] : box.low[1], (corner & 4) != 0 ? box.high[2] : box.low[2] };
    double clip[4];
    for (int r = 0; r < 4; ++r)
      clip[r] =
        toClip[4 * r] * p[0] + toClip[4 * r + 1] * p[1] + toClip[4 * r + 2] * p[2] + toClip[4 * r + 3];
    for (int axis = 0; axis < 3; ++axis)
    {
      isBeyond[2 * axis] = isBeyond[2 * axis] && clip[axis] < -clip[3];
      isBeyond[2 * axis + 1] = isBeyond[2 * axis + 1] && clip[axis] > clip[3];
    }
    isInFront = isInFront && clip[3] > 0;
    for (int axis = 0; axis < 2; ++axis)
    {
      low[axis] = std::min(low[axis], clip[axis] / clip[3]);
      high[axis] = std::max(high[axis], clip[axis] / clip[3]);
    }
  }
  const int size[2] = { camera.width, camera.height };
  int first[2] = { 0, 0 }, last[2] = { size[0] - 1, size[1] - 1 };
  for (int axis = 0; axis < 2 && isInFront; ++axis)
  {
    // A pixel more on each side.
    const double half = 0.5 * size[axis];
    first[axis] = static_cast<int>(std::clamp(std::floor((low[axis] + 1) * half) - 1, 0.0, size[axis] - 1.0));
    last[axis] = static_cast<int>(
      std::clamp(std::ceil((high[axis] + 1) * half) + 1, double(first[axis]), size[axis] - 1.0));
  }
  seen.x = first[0];
  seen.y = first[1];
  seen.width = last[0] - first[0] + 1;
  seen.height = last[1] - first[1] + 1;
  return std::none_of(isBeyond, isBeyond + 6, [](bool beyond) { return beyond; });
}

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
    SeenPiece seen = { k, 0, 0, 0, 0, 0 };
    if (see(partition.pieces[k].occupied, toClip, camera, seen))
      all.push_back(seen);
  }
  if (all.empty())
    all.push_back({ 0, 0, 0, camera.width, camera.height, 0 });
  findLayers(all, camera);
  return all;
}

} // namespace inkray
