// SPDX-License-Identifier: BSD-3-Clause
// Meshes cut into pieces by walls: where each point of space and each tet belongs, and in which order rays
// meet the pieces.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "Geometry/Mesh/Partition.h"
#include "Oracles/RandomScene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

using namespace inkray;
using namespace inkray::testing;

namespace
{

bool holds(const AxisBox& box, const Vector& p)
{
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (!(p[axis] >= box.low[axis] && p[axis] < box.high[axis]))
      return false;
  return true;
}

Vector pointOf(const OracleScene& mesh, std::int64_t id)
{
  return { mesh.points[3 * static_cast<std::size_t>(id)], mesh.points[3 * static_cast<std::size_t>(id) + 1],
    mesh.points[3 * static_cast<std::size_t>(id) + 2] };
}

/// Whether a tet has a part within a box that is more than a point of its sides.
bool reachesInto(const OracleScene& mesh, std::size_t tet, const AxisBox& box)
{
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    double low = AxisBox::infinity, high = -AxisBox::infinity;
    for (std::size_t c = 0; c < 4; ++c)
    {
      low = std::min(low, pointOf(mesh, mesh.tets[4 * tet + c])[axis]);
      high = std::max(high, pointOf(mesh, mesh.tets[4 * tet + c])[axis]);
    }
    if (!(low < box.high[axis] && high > box.low[axis]))
      return false;
  }
  return true;
}

std::size_t bytesOf(const OracleScene& mesh, double pieces)
{
  const MeshBytes bytes = estimateMeshBytes(
    static_cast<std::int64_t>(mesh.tets.size() / 4), static_cast<std::int64_t>(mesh.points.size() / 3));
  return static_cast<std::size_t>(double(bytes.setUp) / pieces);
}

TEST(Partition, Seeds)
{
  double numPieces = 0;
  for (const std::uint32_t seed : seedsOf("Partition", 40, 40))
  {
    Randomness random(seed);
    const OracleScene mesh = randomMesh(random, seed);
    const std::string what = "seed " + std::to_string(seed);
    const MeshPartition parts = partition(meshInput(mesh), bytesOf(mesh, random.real(1, 12)));
    numPieces += double(parts.pieces.size());

    // Each point lies in one box.
    for (int i = 0; i < 200; ++i)
    {
      const Vector p = { random.real(-2, 2), random.real(-2, 2), random.real(-2, 2) };
      const auto isThere = [&p](const MeshPiece& piece) { return holds(piece.box, p); };
      ASSERT_EQ(std::count_if(parts.pieces.begin(), parts.pieces.end(), isThere), 1) << what;
      ASSERT_TRUE(isThere(parts.pieces[parts.pieceAt(p.data())])) << what;
    }

    // Each piece has the tets that reach into its box and those around them, and the points of all.
    for (const MeshPiece& piece : parts.pieces)
    {
      ASSERT_FALSE(piece.tets.empty()) << what;
      ASSERT_TRUE(std::is_sorted(piece.tets.begin(), piece.tets.end())) << what;
      std::set<std::int64_t> inBox, points;
      std::vector<bool> isThere(mesh.tets.size() / 4);
      for (const std::uint32_t tet : piece.tets)
        isThere[tet] = true;
      for (std::size_t tet = 0; tet < isThere.size(); ++tet)
      {
        if (isThere[tet])
          points.insert(&mesh.tets[4 * tet], &mesh.tets[4 * tet] + 4);
        if (!reachesInto(mesh, tet, piece.box))
          continue;
        ASSERT_TRUE(isThere[tet]) << what;
        inBox.insert(&mesh.tets[4 * tet], &mesh.tets[4 * tet] + 4);
        for (std::size_t c = 0; c < 4; ++c)
        {
          Vector p = pointOf(mesh, mesh.tets[4 * tet + c]);
          for (std::size_t axis = 0; axis < 3; ++axis)
          {
            p[axis] = std::min(std::max(p[axis], piece.box.low[axis]), piece.box.high[axis]);
            ASSERT_TRUE(p[axis] >= piece.occupied.low[axis] && p[axis] <= piece.occupied.high[axis]) << what;
          }
        }
      }
      for (std::size_t tet = 0; tet < isThere.size(); ++tet)
      {
        const auto isAround = [&](std::size_t c) { return inBox.count(mesh.tets[4 * tet + c]) > 0; };
        ASSERT_EQ(isThere[tet], isAround(0) || isAround(1) || isAround(2) || isAround(3)) << what;
      }
      ASSERT_TRUE(std::equal(points.begin(), points.end(), piece.points.begin(), piece.points.end())) << what;
    }

    // Rays meet the pieces in their order.
    const Camera camera = randomCamera(random);
    const std::vector<std::size_t> order = parts.frontToBack(camera);
    std::vector<std::size_t> turn(parts.pieces.size(), order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      turn[order[i]] = i;
    ASSERT_EQ(order.size(), parts.pieces.size()) << what;
    ASSERT_EQ(std::count(turn.begin(), turn.end(), order.size()), 0) << what;
    const Matrix clipToEye = inverse(camera.eyeToClip), eyeToMesh = inverse(camera.meshToEye);
    for (int i = 0; i < 20; ++i)
    {
      const auto [from, to] =
        pixelRay(camera, clipToEye, random.integer(camera.width), random.integer(camera.height));
      std::size_t last = 0;
      for (int step = 0; step <= 200; ++step)
      {
        Vector eye;
        for (std::size_t axis = 0; axis < 3; ++axis)
          eye[axis] = from[axis] + (to[axis] - from[axis]) * step / 200.0;
        const std::array<double, 4> p = transform(eyeToMesh.data(), eye);
        const std::size_t next = turn[parts.pieceAt(p.data())];
        ASSERT_GE(next, last) << what;
        last = next;
      }
    }
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(numPieces, 100);
  }
}

TEST(Partition, PiecesAreAboutAsLargeAsTheyMayBe)
{
  const OracleScene mesh = convexMesh();
  for (const int pieces : { 1, 2, 5, 20 })
  {
    const std::size_t bytes = bytesOf(mesh, pieces);
    const MeshPartition parts = partition(meshInput(mesh), bytes);
    EXPECT_GE(parts.pieces.size(), static_cast<std::size_t>(pieces));
    EXPECT_LE(parts.pieces.size(), static_cast<std::size_t>(4 * pieces - 3))
      << "halves of halves, and what straddles";
  }
}

TEST(Partition, WhatCannotBeDrawnIsInNoPiece)
{
  OracleScene mesh = convexMesh();
  const auto numPoints = static_cast<std::int64_t>(mesh.points.size() / 3);
  mesh.tets[1] = numPoints;
  mesh.tets[4 * 7 + 2] = -1;
  mesh.tets[4 * 9] = mesh.tets[4 * 9 + 3];
  mesh.points[3 * static_cast<std::size_t>(mesh.tets[4 * 50])] = std::nan("");
  std::swap(mesh.tets[4 * 100], mesh.tets[4 * 100 + 1]);
  const MeshPartition parts = partition(meshInput(mesh), bytesOf(mesh, 4));
  EXPECT_GT(parts.pieces.size(), 3u);
  for (const MeshPiece& piece : parts.pieces)
    for (const std::uint32_t tet : { 0u, 7u, 9u, 50u })
      EXPECT_FALSE(std::binary_search(piece.tets.begin(), piece.tets.end(), tet)) << tet;
  EXPECT_EQ(parts.report.outOfRange, 2);
  EXPECT_EQ(parts.report.repeatedVertex, 1);
  EXPECT_GT(parts.report.nonFinite, 0);
  EXPECT_EQ(parts.report.inverted, 1);
  EXPECT_EQ(
    parts.report.numTets, static_cast<std::int64_t>(mesh.tets.size() / 4) - 3 - parts.report.nonFinite);

  std::fill(mesh.tets.begin(), mesh.tets.end(), 0);
  EXPECT_THROW(partition(meshInput(mesh), 1), InvalidInput);
  EXPECT_THROW(partition(TetMeshInput(), 1), InvalidInput);
}

TEST(Partition, WhatNoWallDividesStaysTogether)
{
  // All tets have an edge in common: each wall straddles most of them, or leaves nothing on a side.
  OracleScene fan;
  fan.points = { 0, 0, -1, 0, 0, 1 };
  const int count = 64;
  for (int i = 0; i <= count; ++i)
    fan.points.insert(fan.points.end(), { std::cos(0.002 * i), std::sin(0.002 * i), 0 });
  for (int i = 0; i < count; ++i)
    fan.tets.insert(fan.tets.end(), { 0, 1, 2 + i, 3 + i });
  const MeshPartition parts = partition(meshInput(fan), 1);
  EXPECT_LT(parts.pieces.size(), 8u);

  const OracleScene single = singleTet();
  EXPECT_EQ(partition(meshInput(single), 1).pieces.size(), 1u);
}

} // namespace
