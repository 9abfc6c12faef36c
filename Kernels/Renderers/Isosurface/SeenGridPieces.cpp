// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/Isosurface/SeenGridPieces.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace inkray
{
namespace
{

void multiply(const double a[16], const double b[16], double (&out)[16])
{
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c)
    {
      out[4 * r + c] = 0;
      for (int k = 0; k < 4; ++k)
        out[4 * r + c] += a[4 * r + k] * b[4 * k + c];
    }
}

/// Solve the upper left 3 x 3 of a matrix for a right side, by Cramer's rule.
void solve(const double m[16], const double right[3], double x[3])
{
  const auto determinant = [](const double* a, const double* b, const double* c) {
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
  };
  double columns[3][3];
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r)
      columns[c][r] = m[4 * r + c];
  const double all = determinant(columns[0], columns[1], columns[2]);
  for (int c = 0; c < 3; ++c)
  {
    const double* of[3] = { columns[0], columns[1], columns[2] };
    of[c] = right;
    x[c] = determinant(of[0], of[1], of[2]) / all;
  }
}

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

/// Finds the pixels of a box. False: all of its corners lie outside of one plane. One that reaches behind the
/// eye may be anywhere.
bool see(const double (&box)[2][3], const double (&toClip)[16], const Camera& camera, SeenGridPiece& seen)
{
  bool isBeyond[6] = { true, true, true, true, true, true }, isInFront = true;
  double low[2] = { 1, 1 }, high[2] = { -1, -1 };
  for (int corner = 0; corner < 8; ++corner)
  {
    double clip[4];
    for (int r = 0; r < 4; ++r)
      clip[r] = toClip[4 * r] * box[corner & 1][0] + toClip[4 * r + 1] * box[corner >> 1 & 1][1] +
        toClip[4 * r + 2] * box[corner >> 2][2] + toClip[4 * r + 3];
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
    const double half = 0.5 * size[axis], end = size[axis] - 1.0;
    first[axis] = static_cast<int>(std::clamp(std::floor((low[axis] + 1) * half) - 1, 0.0, end));
    last[axis] =
      static_cast<int>(std::clamp(std::ceil((high[axis] + 1) * half) + 1, double(first[axis]), end));
  }
  seen.x = first[0];
  seen.y = first[1];
  seen.width = last[0] - first[0] + 1;
  seen.height = last[1] - first[1] + 1;
  return std::none_of(isBeyond, isBeyond + 6, [](bool beyond) { return beyond; });
}

} // namespace

std::vector<SeenGridPiece> seenGridPieces(const GridWalls& walls, const double gridToMesh[16],
  const Camera& camera, const std::vector<bool>& isWanted)
{
  double gridToEye[16], toClip[16], at[3];
  multiply(camera.meshToEye, gridToMesh, gridToEye);
  multiply(camera.eyeToClip, gridToEye, toClip);
  // The eye, or the direction of all rays, in the grid.
  const bool isParallel = camera.isParallel();
  const double right[3] = { isParallel ? 0 : -gridToEye[3], isParallel ? 0 : -gridToEye[7],
    isParallel ? -1 : -gridToEye[11] };
  solve(gridToEye, right, at);
  std::vector<std::int64_t> distances[3];
  for (int axis = 0; axis < 3; ++axis)
    distances[axis] = distancesAlong(walls.along[axis], isParallel, at[axis]);

  // From piece to piece a ray gets farther along one axis and nearer along none.
  std::vector<std::pair<std::int64_t, SeenGridPiece>> found;
  for (std::size_t k = 0; k < isWanted.size(); ++k)
  {
    if (!isWanted[k])
      continue;
    const std::size_t place[3] = { k % walls.count(0), k / walls.count(0) % walls.count(1),
      k / walls.count(0) / walls.count(1) };
    double box[2][3];
    std::int64_t distance = 0;
    for (int axis = 0; axis < 3; ++axis)
    {
      box[0][axis] = walls.along[axis][place[axis]];
      box[1][axis] = walls.along[axis][place[axis] + 1];
      distance += distances[axis][place[axis]];
    }
    SeenGridPiece seen = { k, 0, 0, 0, 0 };
    if (see(box, toClip, camera, seen))
      found.emplace_back(distance, seen);
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
