// SPDX-License-Identifier: BSD-3-Clause
// The kernels that prepare a mesh for marching, each called by itself on inputs small enough to check by
// hand, and the order of vertices and tets along the curve.
#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Geometry/Mesh/FlatTets.h"
#include "Geometry/Mesh/TetAdjacency.h"
#include "Oracles/TestMeshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr float NaN = std::numeric_limits<float>::quiet_NaN();

/// Runs a kernel for every i in [0, n), one after the other.
template <class Kernel>
void forEach(std::size_t n, const Kernel& kernel)
{
  for (std::size_t i = 0; i < n; ++i)
    kernel(static_cast<std::int64_t>(i));
}

bool operator==(const UInt4& a, const UInt4& b)
{
  return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

/// Tets with sorted vertices, the keys of their faces sorted as the caster sorts them, and their links.
struct Linked
{
  std::vector<UInt4> tets;
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> faces, originalTet;
  std::vector<UInt2> links;
  std::vector<std::uint8_t> duplicates;
  AdjacencyCounts counts = {};

  explicit Linked(std::vector<UInt4> sortedTets, int idBits = 4)
    : tets(std::move(sortedTets))
    , keys(4 * tets.size())
    , faces(4 * tets.size())
    , originalTet(tets.size())
    , links(4 * tets.size())
    , duplicates(tets.size(), 0)
  {
    std::iota(originalTet.begin(), originalTet.end(), 0u);
    forEach(tets.size(), EncodeFaces{ tets.data(), idBits, keys.data(), faces.data() });
    std::vector<std::size_t> order(keys.size());
    std::iota(order.begin(), order.end(), std::size_t{ 0 });
    std::stable_sort(
      order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
    const auto unsortedKeys = keys;
    const auto unsortedFaces = faces;
    for (std::size_t i = 0; i < order.size(); ++i)
    {
      keys[i] = unsortedKeys[order[i]];
      faces[i] = unsortedFaces[order[i]];
    }
  }
  void link(const std::uint8_t* removed, bool findDuplicates)
  {
    forEach(faces.size(),
      LinkFaces{ keys.data(), faces.data(), static_cast<std::int64_t>(faces.size()), tets.data(),
        originalTet.data(), removed, findDuplicates ? duplicates.data() : nullptr, links.data(), &counts });
  }
};

/// Returns the mean distance from each point to the next.
template <class Point>
double meanStep(const std::vector<Point>& points)
{
  double sum = 0.0;
  for (std::size_t i = 1; i < points.size(); ++i)
    sum +=
      std::hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y, points[i].z - points[i - 1].z);
  return sum / double(points.size() - 1);
}

} // namespace

TEST(TetAdjacencyKernels, MortonCodesInterleaveTheAxes)
{
  // Corners of the cube, and cells whose coordinates have one bit each.
  EXPECT_EQ(mortonCode(-1.0f, -1.0f, -1.0f), 0u);
  EXPECT_EQ(mortonCode(1.0f, 1.0f, 1.0f), mortonNowhere - 1);
  EXPECT_EQ(mortonCode(0.0f, -1.0f, -1.0f), std::uint64_t(1) << 45);
  EXPECT_EQ(mortonCode(-1.0f, 0.0f, -1.0f), std::uint64_t(1) << 46);
  EXPECT_EQ(mortonCode(-1.0f, -1.0f, 0.0f), std::uint64_t(1) << 47);
  const float cell = 2.0f / 65536.0f;
  EXPECT_EQ(mortonCode(-1.0f + cell, -1.0f, -1.0f), 1u);
  EXPECT_EQ(mortonCode(-1.0f, -1.0f + 2 * cell, -1.0f), 16u);
  EXPECT_EQ(mortonCode(-1.0f, -1.0f, -1.0f + 3 * cell), 4u + 32u);
  EXPECT_LT(mortonCode(-5.0f, 7.0f, 0.0f), mortonNowhere) << "outside the cube: at its border";
}

TEST(TetAdjacencyKernels, EncodeVertices)
{
  const Float3 points[] = { { 1.0f, 1.0f, 1.0f }, { NaN, 0.0f, 0.0f }, { -1.0f, -1.0f, -1.0f },
    { 0.0f, 0.0f, std::numeric_limits<float>::infinity() } };
  std::vector<std::uint64_t> keys(4, 77);
  std::vector<std::uint32_t> ids(4, 77);
  forEach(4, EncodeVertices{ points, keys.data(), ids.data() });
  EXPECT_EQ(keys, (std::vector<std::uint64_t>{ mortonNowhere - 1, mortonNowhere, 0, mortonNowhere }));
  EXPECT_EQ(ids, (std::vector<std::uint32_t>{ 0, 1, 2, 3 }));
}

TEST(TetAdjacencyKernels, PlaceVertices)
{
  const Float3 points[] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } };
  const std::uint32_t original[] = { 2, 0, 1 };
  std::vector<Float4> vertices(3, Float4{ 9, 9, 9, 9 });
  std::vector<std::uint32_t> newId(3, 77);
  forEach(3, PlaceVertices{ points, original, vertices.data(), newId.data() });
  EXPECT_EQ(newId, (std::vector<std::uint32_t>{ 1, 2, 0 }));
  for (std::size_t v = 0; v < 3; ++v)
  {
    const Float3 p = points[original[v]];
    EXPECT_TRUE(
      vertices[v].x == p.x && vertices[v].y == p.y && vertices[v].z == p.z && vertices[v].w == 0.0f);
  }
}

TEST(TetAdjacencyKernels, EncodeTets)
{
  const Float3 points[] = { { -1, -1, -1 }, { 1, -1, -1 }, { -1, 1, -1 }, { -1, -1, 1 }, { NaN, 0, 0 } };
  const UInt4 tets[] = { { 0, 1, 2, 3 }, { noVertex, noVertex, noVertex, noVertex }, { 0, 1, 2, 2 },
    { 3, 1, 0, 3 }, { 0, 1, 2, 4 } };
  std::vector<std::uint64_t> keys(5, 77);
  std::vector<std::uint32_t> ids(5, 77);
  AdjacencyCounts counts = {};
  forEach(5, EncodeTets{ tets, points, keys.data(), ids.data(), &counts });
  EXPECT_EQ(keys[0], mortonCode(-0.5f, -0.5f, -0.5f)) << "the centroid";
  for (std::size_t t = 1; t < 5; ++t)
    EXPECT_EQ(keys[t], mortonNowhere) << t;
  EXPECT_EQ(ids, (std::vector<std::uint32_t>{ 0, 1, 2, 3, 4 }));
  EXPECT_EQ(counts.outOfRange, 1u);
  EXPECT_EQ(counts.repeatedVertex, 2u);
  EXPECT_EQ(counts.nonFinite, 1u);
}

TEST(TetAdjacencyKernels, FlatIsWhatCoordinatesDoNotResolve)
{
  // A tet over half a unit square: six times its volume is its height.
  const auto shapeOf = [](float height, float scale, int turn) {
    Float4 p[4] = { { 0, 0, 0, 0 }, { scale, 0, 0, 0 }, { 0, scale, 0, 0 },
      { 0.25f * scale, 0.25f * scale, height, 0 } };
    for (Float4& v : p)
      for (int i = 0; i < turn; ++i)
        v = { v.z, v.x, v.y, 0 };
    std::rotate(p, p + turn, p + 4); // each vertex comes first once, and each edge is once the longest
    return tetShape(p[0], p[1], p[2], p[3]);
  };
  for (int turn = 0; turn < 4; ++turn)
  {
    const double sign = turn % 2 ? -1.0 : 1.0; // the sign of moving four vertices up by one
    for (const float height : { 0.5f, -0.5f, 3e-6f, 2e-7f, -2e-7f })
    {
      const TetShape shape = shapeOf(height, 1.0f, turn);
      EXPECT_NEAR(shape.determinant, sign * height, 1e-7 * std::fabs(height)) << turn;
      EXPECT_EQ(shape.flat, std::fabs(height) < 1e-6f) << turn << ", height " << height;
    }
    // Whether a small tet is flat depends on the rounding of its coordinates, not on its shape.
    EXPECT_FALSE(shapeOf(2e-6f, 1e-3f, turn).flat);
    EXPECT_TRUE(shapeOf(2e-8f, 1e-3f, turn).flat);
  }
  // A needle is thin for its length in two directions, but a thousand times thicker than the rounding.
  const Float4 needle[] = { { 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1e-4f, 0, 0 }, { 0, 0, 1e-4f, 0 } };
  EXPECT_FALSE(tetShape(needle[0], needle[1], needle[2], needle[3]).flat);
  EXPECT_FALSE(tetShape(needle[2], needle[3], needle[1], needle[0]).flat);
  // All vertices lie in one place.
  const Float4 one = { 0.5f, 0.25f, 0.125f, 0 };
  EXPECT_TRUE(tetShape(one, one, one, one).flat);
  EXPECT_EQ(tetShape(one, one, one, one).determinant, 0.0);
}

TEST(TetAdjacencyKernels, PlaceTets)
{
  // Vertices come in their new order; the second tet of the input is inverted, and the third has no volume.
  const Float4 vertices[] = { { 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 },
    { 1, 1, 0, 0 } };
  const std::uint32_t newId[] = { 3, 2, 1, 0, 4 };
  const UInt4 input[] = { { 3, 2, 1, 0 }, { 2, 3, 1, 0 }, { 3, 2, 1, 4 } };
  const std::uint32_t original[] = { 1, 0, 2 };
  std::vector<UInt4> tets(3);
  AdjacencyCounts counts = {};
  forEach(3, PlaceTets{ input, original, newId, vertices, tets.data(), &counts });
  EXPECT_TRUE(tets[0] == (UInt4{ 0, 1, 2, 3 }));
  EXPECT_TRUE(tets[1] == (UInt4{ 0, 1, 2, 3 }));
  EXPECT_TRUE(tets[2] == (UInt4{ 0, 1, 2, 4 }));
  EXPECT_EQ(counts.inverted, 1u);
  EXPECT_EQ(counts.zeroVolume, 1u);
}

TEST(TetAdjacencyKernels, EncodeFaces)
{
  const UInt4 tet = { 1, 4, 6, 7 };
  std::uint64_t keys[4];
  std::uint32_t faces[4];
  EncodeFaces{ &tet, 3, keys, faces }(0);
  EXPECT_EQ(keys[0], (4u << 6 | 6u << 3 | 7u));
  EXPECT_EQ(keys[1], (1u << 6 | 6u << 3 | 7u));
  EXPECT_EQ(keys[2], (1u << 6 | 4u << 3 | 7u));
  EXPECT_EQ(keys[3], (1u << 6 | 4u << 3 | 6u));
  EXPECT_EQ(faces[3], 3u);
  EXPECT_EQ(faceKeyBits(3), 9);
  // With 30 bits an id, two whole ids and the four low bits of the third fill 64.
  const UInt4 large = { 5, (1u << 30) - 1, (1u << 30) - 1, 0x3ffffff9u };
  EncodeFaces{ &large, 30, keys, faces }(0);
  EXPECT_EQ(keys[1], std::uint64_t(5) << 34 | std::uint64_t((1u << 30) - 1) << 4 | 9u);
  EXPECT_EQ(faceKeyBits(30), 64);
}

TEST(TetAdjacencyKernels, LinkFaces)
{
  Linked two({ { 0, 1, 2, 3 }, { 1, 2, 3, 4 } });
  two.link(nullptr, false);
  // Face 0 of the first tet and face 3 of the second are one face; each names the other and the vertex
  // across.
  EXPECT_EQ(two.links[0].x, 7u);
  EXPECT_EQ(two.links[0].y, 4u);
  EXPECT_EQ(two.links[7].x, 0u);
  EXPECT_EQ(two.links[7].y, 0u);
  for (const std::uint32_t face : { 1u, 2u, 3u, 4u, 5u, 6u })
  {
    EXPECT_EQ(two.links[face].x, boundaryLink) << face;
    EXPECT_EQ(two.links[face].y, vertexOf(two.tets[face >> 2], face & 3)) << face;
  }
  EXPECT_EQ(two.counts.nonManifoldFaces, 0u);
  EXPECT_EQ(two.counts.duplicate, 0u);

  // Three tets share one face: it is a boundary of each, and counted once.
  Linked three({ { 0, 1, 2, 3 }, { 1, 2, 3, 4 }, { 1, 2, 3, 5 } });
  three.link(nullptr, false);
  for (const std::uint32_t face : { 0u, 7u, 11u })
    EXPECT_EQ(three.links[face].x, boundaryLink) << face;
  EXPECT_EQ(three.counts.nonManifoldFaces, 1u);

  // Equal keys do not mean equal faces where the third id is cut off.
  Linked cut({ { 0, 1, 2, 3 }, { 0, 1, 2 + (1 << 4), 4 } }, 30);
  cut.link(nullptr, false);
  for (const UInt2& link : cut.links)
    EXPECT_EQ(link.x, boundaryLink);
}

TEST(TetAdjacencyKernels, DuplicatesAreFoundAndForgotten)
{
  // The first and the third tet are the same; the one that came later in the input is removed.
  Linked mesh({ { 0, 1, 2, 3 }, { 1, 2, 3, 4 }, { 0, 1, 2, 3 } });
  mesh.originalTet = { 9, 4, 6 };
  mesh.link(nullptr, false);
  EXPECT_GT(mesh.counts.duplicate, 0u);
  mesh.link(nullptr, true);
  EXPECT_EQ(mesh.duplicates, (std::vector<std::uint8_t>{ 1, 0, 0 }));
  mesh.counts = {};
  const std::vector<std::uint8_t> removed = mesh.duplicates;
  mesh.link(removed.data(), true);
  EXPECT_EQ(mesh.links[0].x, removedLink);
  EXPECT_EQ(mesh.links[7].x, 8u) << "the second tet meets the third, not the removed first";
  EXPECT_EQ(mesh.links[8].x, 7u);
  EXPECT_EQ(mesh.counts.nonManifoldFaces, 0u);
  forEach(3, ForgetDuplicates{ removed.data(), mesh.originalTet.data(), &mesh.counts });
  EXPECT_EQ(mesh.originalTet, (std::vector<std::uint32_t>{ noTet, 4, 6 }));
  EXPECT_EQ(mesh.counts.duplicate, 1u);
}

TEST(TetAdjacencyKernels, CollectBoundary)
{
  const UInt2 links[] = { { boundaryLink, 0 }, { 7, 4 }, { removedLink, 0 }, { boundaryLink, 0 }, { 1, 0 },
    { 2, 0 }, { 3, 0 }, { 0, 0 } };
  const CollectBoundary collect{ links };
  CollectBoundary::State state;
  ASSERT_EQ(collect.count(0, state), 2u);
  std::uint32_t out[3] = { 77, 77, 77 };
  collect.emit(0, state, out);
  EXPECT_EQ(out[0], 0u);
  EXPECT_EQ(out[1], 3u);
  EXPECT_EQ(out[2], 77u);
  EXPECT_EQ(collect.count(1, state), 0u);
}

TEST(TetAdjacencyKernels, MakeBoundaryFaces)
{
  // A positive tet and its mirror image: corners go counterclockwise around the outward normal.
  for (const float side : { 1.0f, -1.0f })
  {
    const Float4 vertices[] = { { 0, 0, 0, 0 }, { side, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 } };
    const UInt4 tet = { 0, 1, 2, 3 };
    const std::uint32_t ids[] = { 0, 1, 2, 3 };
    UInt4 faces[4];
    forEach(4, MakeBoundaryFaces{ ids, &tet, vertices, nullptr, faces });
    for (std::uint32_t i = 0; i < 4; ++i)
    {
      EXPECT_EQ(faces[i].w, i);
      const Float4 &a = vertices[faces[i].x], &b = vertices[faces[i].y], &c = vertices[faces[i].z],
                   &inner = vertices[i];
      EXPECT_EQ(faces[i].x + faces[i].y + faces[i].z, 6 - i) << "the three others";
      EXPECT_LT(tetShape(a, b, c, inner).determinant, 0.0) << "side " << side << ", face " << i;
    }
  }
}

/// A mesh of tets whose flat tets are settled.
struct Settled
{
  std::vector<UInt4> tets;
  std::vector<UInt2> links;
  std::vector<std::uint8_t> orientations;

  Settled(const std::vector<Float4>& vertices, const std::vector<UInt4>& sortedTets, std::int64_t numFlat)
    : tets(sortedTets)
    , orientations(sortedTets.size(), 77)
  {
    Linked mesh(sortedTets);
    mesh.link(nullptr, false);
    links = mesh.links;
    HostBackend backend;
    settleFlatTets(backend, { tets.data(), vertices.data(), links.data(), orientations.data() },
      static_cast<std::int64_t>(tets.size()), numFlat);
  }
  std::uint32_t across(std::size_t tet, std::size_t face) const { return links[4 * tet + face].x; }
};

TEST(TetAdjacencyKernels, FlatTetsAtTheBoundaryAreUnlinked)
{
  // Tets 1 and 2 lie on one another in the plane z = 0, below tet 0. The lower face of tet 0 becomes the
  // boundary. Tet 3 touches no other tet.
  const std::vector<Float4> vertices = { { 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0.3f, 0.3f, 1, 0 },
    { 0.25f, 0.25f, 0, 0 }, { 0.25f, 0.125f, 0, 0 }, { 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 },
    { 0, 0, 0, 0 } };
  const Settled mesh(vertices, { { 0, 1, 2, 3 }, { 0, 1, 2, 4 }, { 0, 1, 4, 5 }, { 6, 7, 8, 9 } }, 3);
  EXPECT_EQ(
    mesh.orientations, (std::vector<std::uint8_t>{ PositiveTet, UnlinkedTet, UnlinkedTet, UnlinkedTet }));
  for (std::size_t face = 0; face < 16; ++face)
  {
    EXPECT_EQ(mesh.links[face].x, face < 4 ? boundaryLink : removedLink) << face;
    EXPECT_EQ(mesh.links[face].y, vertexOf(mesh.tets[face / 4], static_cast<std::uint32_t>(face % 4)))
      << face;
  }
}

TEST(TetAdjacencyKernels, FlatTetsInsideTakeTheOrientationOfTheirNeighbors)
{
  // Tets 1 and 2 lie in the plane z = 0, between tet 0 above and tet 3 below. Their corners 4 and 5 are on
  // the line from 0 to 1, so that their faces on the boundary have no area. Tet 2 touches only tet 1 and the
  // tets below.
  std::vector<Float4> vertices = { { 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0.3f, 0.3f, 1, 0 },
    { 0.5f, 0, 0, 0 }, { 0.75f, 0, 0, 0 }, { 0.3f, 0.3f, -1, 0 } };
  const std::vector<UInt4> tets = { { 0, 1, 2, 3 }, { 0, 1, 2, 4 }, { 1, 2, 4, 5 }, { 0, 2, 4, 6 },
    { 2, 4, 5, 6 }, { 1, 2, 5, 6 } };
  for (const bool isMirrored : { false, true })
  {
    const Settled mesh(vertices, tets, 2);
    // Tets 0 and 1 lie on opposite sides of their face 0 1 2, and so have opposite orientations.
    const auto own = isMirrored ? NegativeTet : PositiveTet, other = isMirrored ? PositiveTet : NegativeTet;
    EXPECT_EQ(mesh.orientations[0], own);
    EXPECT_EQ(mesh.orientations[1], other);
    EXPECT_EQ(mesh.across(0, 3), 7u) << "still linked";
    EXPECT_EQ(mesh.across(1, 0), 11u);
    for (std::size_t face = 0; face < mesh.links.size(); ++face)
    {
      const std::uint32_t across = mesh.links[face].x;
      if (across >= removedLink)
        continue;
      const bool implied = FlatTetsView::implied(
        mesh.orientations[across >> 2] == PositiveTet, static_cast<std::uint32_t>(face & 3), across & 3);
      EXPECT_EQ(implied, mesh.orientations[face >> 2] == PositiveTet) << "face " << face;
    }
    for (Float4& v : vertices)
      v.z *= -1.0f;
  }
}

TEST(TetAdjacency, NeighborsLieNearInMemory)
{
  // A mesh in random order. After the set-up, vertices and tets that follow one another in memory lie a few
  // lattice cells apart on average. In another order than the curve's, half the mesh lies between them.
  const OracleScene scene = randomOrderMesh();
  HostBackend backend;
  TetMeshInput input;
  input.points = scene.points.data();
  input.pointType = ValueType::Float64;
  input.numPoints = static_cast<std::int64_t>(scene.points.size() / 3);
  input.connectivity = scene.tets.data();
  input.numTets = static_cast<std::int64_t>(scene.tets.size() / 4);
  TetAdjacency<HostBackend> mesh;
  mesh.build(backend, input, 0);
  const std::vector<Float4> vertices(mesh.vertices.data(), mesh.vertices.data() + mesh.vertices.size());
  std::vector<Float3> given, centroids, givenCentroids;
  for (std::size_t p = 0; p < vertices.size(); ++p)
    given.push_back({ static_cast<float>((scene.points[3 * p] - mesh.center[0]) * mesh.scale),
      static_cast<float>((scene.points[3 * p + 1] - mesh.center[1]) * mesh.scale),
      static_cast<float>((scene.points[3 * p + 2] - mesh.center[2]) * mesh.scale) });
  const auto centroid = [&](std::size_t t) {
    Float3 sum = { 0, 0, 0 };
    for (std::size_t i = 4 * t; i < 4 * t + 4; ++i)
    {
      const Float3& p = given[static_cast<std::size_t>(scene.tets[i])];
      sum = { sum.x + 0.25f * p.x, sum.y + 0.25f * p.y, sum.z + 0.25f * p.z };
    }
    return sum;
  };
  for (std::int64_t t = 0; t < mesh.numTets; ++t)
  {
    centroids.push_back(centroid(mesh.originalTet.data()[t]));
    givenCentroids.push_back(centroid(static_cast<std::size_t>(t)));
  }
  EXPECT_GT(meanStep(given), 0.5) << "the input is in random order";
  EXPECT_GT(meanStep(givenCentroids), 0.5);
  EXPECT_LT(meanStep(vertices), 0.3 * meanStep(given));
  EXPECT_LT(meanStep(centroids), 0.2 * meanStep(givenCentroids));
}
