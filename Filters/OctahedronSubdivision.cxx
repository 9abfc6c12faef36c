// SPDX-License-Identifier: BSD-3-Clause
#include "OctahedronSubdivision.h"

#include "Vec3.h"

#include <algorithm>

namespace inkray::filters
{
namespace
{

/// A diagonal and the ring of points around it: 4 tets.
struct Cut
{
  Cut(const std::int64_t* corners, int diagonal)
    : from(corners[diagonal])
    , to(corners[diagonal + 3])
  {
    const int y = (diagonal + 1) % 3;
    const int z = (diagonal + 2) % 3;
    const std::int64_t round[5] = { corners[y], corners[z + 3], corners[y + 3], corners[z], corners[y] };
    std::copy(round, round + 5, this->ring);
  }

  std::int64_t from, to;
  std::int64_t ring[5];
};

Vec3 at(const PointView& points, std::int64_t id)
{
  Vec3 x;
  points.get(id, x.data());
  return x;
}

} // namespace

double volumeOf(const PointView& points, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d)
{
  const Vec3 origin = at(points, a);
  return dot(at(points, b) - origin, cross(at(points, c) - origin, at(points, d) - origin));
}

void cutOctahedron(const PointView& points, const std::int64_t* corners, bool mirrored, TetSink& sink)
{
  const Cut cuts[3] = { { corners, 0 }, { corners, 1 }, { corners, 2 } };
  double smallest[3], length[3];
  for (int d = 0; d < 3; ++d)
  {
    const Cut& cut = cuts[d];
    double volumes[4];
    for (int i = 0; i < 4; ++i)
    {
      const double volume = volumeOf(points, cut.from, cut.to, cut.ring[i + 1], cut.ring[i]);
      volumes[i] = mirrored ? -volume : volume;
    }
    smallest[d] = *std::min_element(volumes, volumes + 4);
    const Vec3 diagonal = at(points, cut.to) - at(points, cut.from);
    length[d] = dot(diagonal, diagonal);
  }

  // Ignore differences of one percent, so that rounded coordinates do not make straight cells use long
  // diagonals. If all three diagonals invert a tet, every difference counts.
  const double most = *std::max_element(smallest, smallest + 3);
  const double enough = most > 0 ? 0.99 * most : most;
  int best = -1;
  for (int d = 0; d < 3; ++d)
  {
    if (smallest[d] >= enough && (best < 0 || length[d] < length[best]))
    {
      best = d;
    }
  }
  // NaN coordinates fail all comparisons, so that no diagonal is best.
  const Cut& cut = cuts[std::max(best, 0)];
  for (int i = 0; i < 4; ++i)
  {
    sink.cut(cut.from, cut.to, cut.ring[i + 1], cut.ring[i]);
  }
}

} // namespace inkray::filters
