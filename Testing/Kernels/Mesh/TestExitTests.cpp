// SPDX-License-Identifier: BSD-3-Clause
// Both exit tests on single tets in ray space. The face through which a ray leaves is compared with all faces
// of the tet in double. Some rays miss the tet.
#include "Geometry/Mesh/ExitTests.h"
#include "Oracles/Randomness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace inkray;
using namespace inkray::testing;

namespace
{

double edge(const RayVertex& a, const RayVertex& b)
{
  return double(a.x) * b.y - double(b.x) * a.y;
}

/// Returns how far the ray, the line x = y = 0, lies inside a triangle of either orientation; negative
/// outside.
double inside(const RayVertex& a, const RayVertex& b, const RayVertex& c)
{
  const double ab = edge(a, b), bc = edge(b, c), ca = edge(c, a);
  return std::max(std::min({ ab, bc, ca }), -std::max({ ab, bc, ca }));
}

/// A tet that a ray enters through the face a b c; the vertex d lies behind that face.
struct Tet
{
  RayVertex a, b, c, d;

  explicit Tet(Randomness& random)
  {
    const auto vertex = [&](double near) {
      return RayVertex{ static_cast<float>(random.real(-1, 1)), static_cast<float>(random.real(-1, 1)),
        static_cast<float>(near + random.real(0, 1)), static_cast<float>(random.real(0, 1)) };
    };
    a = vertex(1.0);
    b = vertex(1.0);
    c = vertex(1.0);
    d = vertex(2.0);
    if (edge(a, b) + edge(b, c) + edge(c, a) < 0.0)
      std::swap(b, c);
  }
  /// Returns how far d lies behind the plane of a b c, times twice the area of a b c that the ray sees.
  double behind() const
  {
    const double bx = double(b.x) - a.x, by = double(b.y) - a.y, bz = double(b.depth) - a.depth;
    const double cx = double(c.x) - a.x, cy = double(c.y) - a.y, cz = double(c.depth) - a.depth;
    const double dx = double(d.x) - a.x, dy = double(d.y) - a.y, dz = double(d.depth) - a.depth;
    return dx * (by * cz - bz * cy) + dy * (bz * cx - bx * cz) + dz * (bx * cy - by * cx);
  }
  /// Returns the face a b c with ids in the order a, b, c, d, so that the ranks are 0, 1, 2.
  EntryFace face() const
  {
    return { a, b, c, rawEdgeFunction(b, c), rawEdgeFunction(c, a), rawEdgeFunction(a, b), 0x020100u };
  }
};

bool same(const RayVertex& p, const RayVertex& q)
{
  return p.x == q.x && p.y == q.y && p.depth == q.depth && p.scalar == q.scalar;
}

template <class ExitTest>
void expectExit(const Tet& tet, std::uint32_t expected, unsigned seed)
{
  EntryFace face = tet.face();
  const std::uint32_t left = ExitTest::leave(face, tet.d, 3u);
  ASSERT_EQ(left, expected) << "seed " << seed;
  if (expected == noVertex)
    return;
  EXPECT_TRUE(same(face.a, expected == 0 ? tet.d : tet.a)) << "seed " << seed;
  EXPECT_TRUE(same(face.b, expected == 1 ? tet.d : tet.b)) << "seed " << seed;
  EXPECT_TRUE(same(face.c, expected == 2 ? tet.d : tet.c)) << "seed " << seed;
  EXPECT_NEAR(face.bc, edge(face.b, face.c), 1e-6) << "seed " << seed;
  EXPECT_NEAR(face.ca, edge(face.c, face.a), 1e-6) << "seed " << seed;
  EXPECT_NEAR(face.ab, edge(face.a, face.b), 1e-6) << "seed " << seed;
  EXPECT_TRUE(face.bc > 0.0f && face.ca > 0.0f && face.ab > 0.0f) << "seed " << seed;
  // The ranks order the three corners of the new face; d has the highest.
  const std::uint32_t ranks[3] = { expected == 0 ? 2u : 0u,
    expected == 1     ? 2u
      : expected == 0 ? 0u
                      : 1u,
    expected == 2 ? 2u : 1u };
  EXPECT_EQ(face.ranks, ranks[0] | ranks[1] << 8 | ranks[2] << 16) << "seed " << seed;
}

TEST(ExitTests, RaysLeaveThroughTheFaceThatHoldsThem)
{
  int times[3] = { 0, 0, 0 };
  for (unsigned seed = 0; seed < 20000; ++seed)
  {
    Randomness random(seed);
    const Tet tet(random);
    // Rounding decides near edges and in thin tets.
    constexpr double clear = 1e-2;
    const double without[3] = { inside(tet.d, tet.b, tet.c), inside(tet.a, tet.d, tet.c),
      inside(tet.a, tet.b, tet.d) };
    const double best = *std::max_element(without, without + 3);
    if (inside(tet.a, tet.b, tet.c) < clear || tet.behind() < clear || best < clear)
      continue;
    const auto left = static_cast<std::uint32_t>(std::max_element(without, without + 3) - without);
    ++times[left];
    ASSERT_NO_FATAL_FAILURE(expectExit<EdgeFunctionExit>(tet, left, seed));
    ASSERT_NO_FATAL_FAILURE(expectExit<OnDemandVdfiExit>(tet, left, seed));
  }
  for (const int n : times)
    EXPECT_GT(n, 100);
}

TEST(ExitTests, PlanesLoseRaysThatMissTheFace)
{
  int misses = 0;
  for (unsigned seed = 0; seed < 20000; ++seed)
  {
    Randomness random(seed);
    const Tet tet(random);
    const double nearest = std::max({ inside(tet.a, tet.b, tet.c), inside(tet.d, tet.b, tet.c),
      inside(tet.a, tet.d, tet.c), inside(tet.a, tet.b, tet.d) });
    if (nearest > -1e-3 || tet.behind() < 1e-2)
      continue;
    ++misses;
    ASSERT_NO_FATAL_FAILURE(expectExit<OnDemandVdfiExit>(tet, noVertex, seed));
  }
  EXPECT_GT(misses, 1000);
}

TEST(ExitTests, PlanesLoseRaysWhereNoFaceLooksAway)
{
  // The entry face is seen from behind. The vertex lies inside, so all faces at the vertex are seen from
  // behind.
  Randomness random(1);
  Tet tet(random);
  tet.a = { -1, -1, 1, 0 };
  tet.b = { 0, 1, 1, 0 };
  tet.c = { 1, -1, 1, 0 };
  tet.d = { 0.125f, 0.25f, 2, 0 };
  expectExit<OnDemandVdfiExit>(tet, noVertex, 1);
  std::swap(tet.b, tet.c);
  expectExit<OnDemandVdfiExit>(tet, 2u, 1);
}

} // namespace
