// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/Isosurface/SeenGridPieces.h"

#include "View/BoxPixels.h"
#include "View/EyeRays.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace inkray
{
namespace
{

/// How many pieces along an axis a ray passes before each of them, from the eye on.
std::vector<std::int64_t> distancesAlong(const std::vector<double>& walls, bool isParallel, double at)
{
  const auto n = static_cast<std::int64_t>(walls.size()) - 1;
  const std::int64_t own = isParallel
    ? (at >= 0 ? -1 : n)
    : static_cast<std::int64_t>(std::upper_bound(walls.begin(), walls.end(), at) - walls.begin()) - 1;
  std::vector<std::int64_t> distances(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i)
    distances[static_cast<std::size_t>(i)] = std::abs(i - own);
  return distances;
}

} // namespace

std::vector<SeenGridPiece> seenGridPieces(const GridWalls& walls, const double gridToMesh[16],
  const Camera& camera, const std::vector<bool>& isWanted)
{
  double gridToEye[16], toClip[16], eyeToGrid[9] = {};
  multiply(camera.meshToEye, gridToMesh, gridToEye);
  multiply(camera.eyeToClip, gridToEye, toClip);
  invertLinearPart(gridToEye, eyeToGrid);
  // The eye, or the direction of all rays, in the grid.
  const bool isParallel = camera.isParallel();
  const double inEye[3] = { isParallel ? 0 : -gridToEye[3], isParallel ? 0 : -gridToEye[7],
    isParallel ? -1 : camera.eyeDepth - gridToEye[11] };
  std::vector<std::int64_t> distances[3];
  for (int axis = 0; axis < 3; ++axis)
  {
    const double* const row = eyeToGrid + 3 * axis;
    distances[axis] = distancesAlong(
      walls.along[axis], isParallel, row[0] * inEye[0] + row[1] * inEye[1] + row[2] * inEye[2]);
  }

  // From piece to piece a ray gets farther along one axis and nearer along none.
  std::vector<std::pair<std::int64_t, SeenGridPiece>> found;
  for (std::size_t k = 0; k < isWanted.size(); ++k)
  {
    if (!isWanted[k])
      continue;
    const std::size_t place[3] = { k % walls.count(0), k / walls.count(0) % walls.count(1),
      k / walls.count(0) / walls.count(1) };
    AxisBox box;
    std::int64_t distance = 0;
    for (int axis = 0; axis < 3; ++axis)
    {
      box.low[axis] = walls.along[axis][place[axis]];
      box.high[axis] = walls.along[axis][place[axis] + 1];
      distance += distances[axis][place[axis]];
    }
    BoxPixels pixels;
    if (findBoxPixels(box, toClip, camera, pixels))
      found.emplace_back(distance, SeenGridPiece{ k, pixels.x, pixels.y, pixels.width, pixels.height });
  }
  std::stable_sort(
    found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<SeenGridPiece> pieces;
  pieces.reserve(found.size());
  for (const auto& entry : found)
    pieces.push_back(entry.second);
  return pieces;
}

} // namespace inkray
