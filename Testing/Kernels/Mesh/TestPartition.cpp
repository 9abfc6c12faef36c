// SPDX-License-Identifier: BSD-3-Clause
// Meshes cut into pieces by walls: to which piece each point of space and each tet belongs, and in which
// order rays meet the pieces.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "Geometry/Mesh/Partition.h"
#include "Oracles/RandomScene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

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

/// Returns whether a tet reaches into a box by more than a point of the box's sides.
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

/// The piece whose box holds a point, by the walls alone.
std::size_t pieceAt(const MeshPartition& parts, const double point[3])
{
  std::size_t at = 0;
  while (parts.nodes[at].axis >= 0)
    at = point[parts.nodes[at].axis] < parts.nodes[at].wall ? parts.nodes[at].below : parts.nodes[at].above;
  return parts.nodes[at].piece;
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

    // Each point lies in exactly one box.
    for (int i = 0; i < 200; ++i)
    {
      const Vector p = { random.real(-2, 2), random.real(-2, 2), random.real(-2, 2) };
      const auto isThere = [&p](const MeshBlock& piece) { return holds(piece.box, p); };
      ASSERT_EQ(std::count_if(parts.pieces.begin(), parts.pieces.end(), isThere), 1) << what;
      ASSERT_TRUE(isThere(parts.pieces[pieceAt(parts, p.data())])) << what;
    }

    // Each piece has the tets that reach into its box, the tets around these, and the points of all of them.
    for (const MeshBlock& piece : parts.pieces)
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

    // Rays meet the pieces in the order of the pieces.
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
        const std::size_t next = turn[pieceAt(parts, p.data())];
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

/// A partition that is computed tet by tet and piece by piece, as the walls define it.
class SerialPartition
{
public:
  SerialPartition(const OracleScene& mesh, std::size_t bytes)
    : mesh_(mesh)
    , bytes_(bytes)
  {
    std::vector<std::uint32_t> tets(mesh.tets.size() / 4);
    std::iota(tets.begin(), tets.end(), 0u);
    this->split(AxisBox(), tets);
  }

  std::vector<double> walls; ///< a wall stands after the walls that divide its box; below comes before above
  std::vector<std::vector<std::uint32_t>> tets, points;

private:
  double coordinate(std::uint32_t tet, std::size_t corner, std::size_t axis) const
  {
    return mesh_.points[3 * static_cast<std::size_t>(mesh_.tets[4 * std::size_t(tet) + corner]) + axis];
  }
  std::array<double, 2> extent(std::uint32_t tet, std::size_t axis) const
  {
    const double x[4] = { coordinate(tet, 0, axis), coordinate(tet, 1, axis), coordinate(tet, 2, axis),
      coordinate(tet, 3, axis) };
    return { *std::min_element(x, x + 4), *std::max_element(x, x + 4) };
  }

  void split(const AxisBox& box, const std::vector<std::uint32_t>& inBox)
  {
    const auto numTets = static_cast<std::int64_t>(inBox.size());
    const std::size_t numPoints = mesh_.points.size() / 3, numOfAll = mesh_.tets.size() / 4;
    const double pointsATet = std::min(4.0, double(numPoints) / double(numOfAll));
    if (estimateMeshBytes(numTets, static_cast<std::int64_t>(pointsATet * double(numTets))).setUp <= bytes_)
      return this->add(inBox);
    const std::size_t count = std::min<std::size_t>(20001, inBox.size());
    double most = 0, wall = 0;
    std::size_t axis = 0;
    for (std::size_t a = 0; a < 3; ++a)
    {
      std::vector<double> middles;
      for (std::size_t i = 0; i < count; ++i)
      {
        const std::array<double, 2> own = this->extent(inBox[i * inBox.size() / count], a);
        middles.push_back(0.5 * std::max(own[0], box.low[a]) + 0.5 * std::min(own[1], box.high[a]));
      }
      std::sort(middles.begin(), middles.end());
      if (middles.back() - middles.front() <= most)
        continue;
      most = middles.back() - middles.front();
      wall = middles[count / 2];
      axis = a;
    }
    walls.push_back(wall);
    std::vector<std::uint32_t> below, above;
    for (const std::uint32_t tet : inBox)
    {
      const std::array<double, 2> own = this->extent(tet, axis);
      if (own[0] < wall)
        below.push_back(tet);
      if (own[1] > wall || own[0] >= wall)
        above.push_back(tet);
    }
    AxisBox boxBelow = box, boxAbove = box;
    boxBelow.high[axis] = boxAbove.low[axis] = wall;
    this->split(boxBelow, below);
    this->split(boxAbove, above);
  }

  void add(const std::vector<std::uint32_t>& inBox)
  {
    std::vector<bool> isCorner(mesh_.points.size() / 3), isPoint(isCorner.size());
    for (const std::uint32_t tet : inBox)
      for (std::size_t c = 0; c < 4; ++c)
        isCorner[static_cast<std::size_t>(mesh_.tets[4 * std::size_t(tet) + c])] = true;
    tets.emplace_back();
    for (std::size_t tet = 0; tet < mesh_.tets.size() / 4; ++tet)
    {
      const auto first = mesh_.tets.begin() + static_cast<std::ptrdiff_t>(4 * tet), last = first + 4;
      if (std::none_of(first, last, [&](auto id) { return isCorner[static_cast<std::size_t>(id)]; }))
        continue;
      tets.back().push_back(static_cast<std::uint32_t>(tet));
      std::for_each(first, last, [&](auto id) { isPoint[static_cast<std::size_t>(id)] = true; });
    }
    points.emplace_back();
    for (std::size_t point = 0; point < isPoint.size(); ++point)
      if (isPoint[point])
        points.back().push_back(static_cast<std::uint32_t>(point));
  }

  const OracleScene& mesh_;
  const std::size_t bytes_;
};

// Threads share the work on large meshes by blocks of tets.
TEST(Partition, OfManyBlocksIsThatOfOneThread)
{
  for (const generator::Order order : { generator::Order::Lattice, generator::Order::Random })
    for (const double pieces : { 1.5, 5.0, 40.0 })
    {
      generator::MeshOptions options;
      options.tets = 250'000;
      options.order = order;
      const OracleScene mesh = fromGenerator(options);
      const MeshPartition parts = partition(meshInput(mesh), bytesOf(mesh, pieces));
      const SerialPartition serial(mesh, bytesOf(mesh, pieces));
      std::vector<double> walls;
      std::vector<std::size_t> open = { 0 };
      while (!open.empty())
      {
        const MeshPartition::Node& node = parts.nodes[open.back()];
        open.pop_back();
        if (node.axis < 0)
          continue;
        walls.push_back(node.wall);
        open.push_back(node.above);
        open.push_back(node.below);
      }
      EXPECT_EQ(walls, serial.walls);
      ASSERT_EQ(parts.pieces.size(), serial.tets.size());
      for (std::size_t p = 0; p < parts.pieces.size(); ++p)
      {
        const PagedVector<std::uint32_t>&tets = parts.pieces[p].tets, &points = parts.pieces[p].points;
        EXPECT_TRUE(std::equal(tets.begin(), tets.end(), serial.tets[p].begin(), serial.tets[p].end())) << p;
        EXPECT_TRUE(
          std::equal(points.begin(), points.end(), serial.points[p].begin(), serial.points[p].end()))
          << p;
      }
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
  for (const MeshBlock& piece : parts.pieces)
    for (const std::uint32_t tet : { 0u, 7u, 9u, 50u })
      EXPECT_FALSE(std::binary_search(piece.tets.begin(), piece.tets.end(), tet)) << tet;
  std::vector<bool> isThere(mesh.tets.size() / 4);
  for (const MeshBlock& piece : parts.pieces)
    for (const std::uint32_t tet : piece.tets)
      isThere[tet] = true;
  for (std::size_t tet = 0; tet < isThere.size(); ++tet)
    EXPECT_EQ((parts.isDrawn[tet / 64] >> (tet % 64) & 1) != 0, isThere[tet]) << tet;
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
  // All tets share an edge: each wall straddles most of them, or leaves nothing on one side.
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
