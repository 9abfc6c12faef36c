// SPDX-License-Identifier: BSD-3-Clause
#include "LinearSubdivision.h"

#include <algorithm>
#include <array>

namespace inkray::filters
{
namespace
{

/// The corner of a hexahedron at x, y, z in {0, 1}.
constexpr int hexCorner(int x, int y, int z)
{
  return 4 * z + (y ? (x ? 2 : 3) : (x ? 1 : 0));
}

/// For each corner, the order of corners after a rotation that moves it to place 0.
std::array<std::array<int, 8>, 8> makeHexRotations()
{
  std::array<std::array<int, 8>, 8> rotations{};
  for (int corner = 0; corner < 8; ++corner)
  {
    const int mx = corner % 4 == 1 || corner % 4 == 2;
    const int my = corner % 4 >= 2;
    const int mz = corner / 4;
    for (int z = 0; z < 2; ++z)
    {
      for (int y = 0; y < 2; ++y)
      {
        for (int x = 0; x < 2; ++x)
        {
          // An odd number of mirrored axes turns the cell inside out. Swapping two axes repairs this.
          const bool exchange = (mx + my + mz) % 2 == 1;
          rotations[corner][hexCorner(x, y, z)] =
            hexCorner((exchange ? y : x) ^ mx, (exchange ? x : y) ^ my, z ^ mz);
        }
      }
    }
  }
  return rotations;
}

} // namespace

void cutQuadCone(
  std::int64_t apex, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d, TetSink& sink)
{
  if (std::min(a, c) < std::min(b, d))
  {
    sink.cut(apex, a, b, c);
    sink.cut(apex, a, c, d);
  }
  else
  {
    sink.cut(apex, a, b, d);
    sink.cut(apex, b, c, d);
  }
}

void cutHexahedron(const std::int64_t* ids, TetSink& sink)
{
  static const std::array<std::array<int, 8>, 8> rotations = makeHexRotations();
  const std::array<int, 8>& rotation = rotations[std::min_element(ids, ids + 8) - ids];
  std::int64_t v[8];
  for (int i = 0; i < 8; ++i)
  {
    v[i] = ids[rotation[i]];
  }
  // The diagonals of the three faces at corner 0 end at corner 0. If none of the other three diagonals ends
  // at corner 6, the center is a single tet.
  if (std::min(v[2], v[5]) < std::min(v[1], v[6]) && std::min(v[2], v[7]) < std::min(v[3], v[6]) &&
    std::min(v[5], v[7]) < std::min(v[4], v[6]))
  {
    sink.cut(v[0], v[1], v[2], v[5]);
    sink.cut(v[0], v[2], v[3], v[7]);
    sink.cut(v[0], v[4], v[5], v[7]);
    sink.cut(v[0], v[2], v[7], v[5]);
    sink.cut(v[6], v[2], v[5], v[7]);
    return;
  }
  cutQuadCone(v[0], v[1], v[2], v[6], v[5], sink);
  cutQuadCone(v[0], v[2], v[3], v[7], v[6], sink);
  cutQuadCone(v[0], v[4], v[5], v[6], v[7], sink);
}

void cutWedge(const std::int64_t* ids, TetSink& sink)
{
  const int smallest = static_cast<int>(std::min_element(ids, ids + 6) - ids);
  // Turn the cell upside down if needed, then rotate it, so that the smallest id is at place 0.
  static const int turned[2][6] = { { 0, 1, 2, 3, 4, 5 }, { 3, 5, 4, 0, 2, 1 } };
  const int* const turn = turned[smallest / 3];
  const int shift = static_cast<int>(std::find(turn, turn + 3, smallest) - turn);
  std::int64_t v[6];
  for (int i = 0; i < 3; ++i)
  {
    v[i] = ids[turn[(i + shift) % 3]];
    v[i + 3] = ids[turn[(i + shift) % 3 + 3]];
  }
  sink.cut(v[0], v[3], v[5], v[4]);
  cutQuadCone(v[0], v[1], v[4], v[5], v[2], sink);
}

void cutPyramid(const std::int64_t* ids, TetSink& sink)
{
  cutQuadCone(ids[4], ids[0], ids[3], ids[2], ids[1], sink);
}

} // namespace inkray::filters
