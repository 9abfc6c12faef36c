// SPDX-License-Identifier: BSD-3-Clause
// Tests the order in which blocks are blended: no block comes before a block that it hides. Rays
// from the eye check this, and so does a comparison of all pairs of blocks, which BlockOrder itself avoids.
#include "BlockOrder.h"
#include "Seeds.h"
#include "vtkCamera.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

namespace
{

using BlockOrder::Box;
using Boxes = std::vector<Box>;
using Point = std::array<double, 3>;
using Random = std::mt19937;

double uniform(Random& random, double low, double high)
{
  return std::uniform_real_distribution<double>(low, high)(random);
}

/// Returns the leaves of an octree of a cube from 0 to 2^depth. `refine` says whether a cube of a level is
/// divided.
Boxes octree(int depth, const std::function<bool(const Box&, int)>& refine)
{
  Boxes leaves;
  const std::function<void(const Box&, int)> split = [&](const Box& cube, int level) {
    if (level == depth || !refine(cube, level))
    {
      leaves.push_back(cube);
      return;
    }
    for (int child = 0; child < 8; ++child)
    {
      Box part = cube;
      for (int axis = 0; axis < 3; ++axis)
      {
        const double middle = (cube[2 * axis] + cube[2 * axis + 1]) / 2;
        part[2 * axis + ((child >> axis) & 1 ? 0 : 1)] = middle;
      }
      split(part, level + 1);
    }
  };
  const double side = 1 << depth;
  split({ 0, side, 0, side, 0, side }, 0);
  return leaves;
}

/// Returns the blocks of an adaptive mesh, in random order: small ones around a sphere, large ones elsewhere.
Boxes adaptive(int depth, Random& random)
{
  const double side = 1 << depth;
  Boxes blocks = octree(depth, [side](const Box& cube, int) {
    double nearest = 0, farthest = 0;
    for (int axis = 0; axis < 3; ++axis)
    {
      const double low = cube[2 * axis] - side / 2, high = cube[2 * axis + 1] - side / 2;
      nearest += low * high < 0 ? 0 : std::min(low * low, high * high);
      farthest += std::max(low * low, high * high);
    }
    const double radius = 0.37 * side;
    return nearest <= radius * radius && radius * radius <= farthest;
  });
  std::shuffle(blocks.begin(), blocks.end(), random);
  return blocks;
}

/// Returns boxes at random places, apart from one another, long and short. No plane need go between them.
Boxes scattered(std::size_t number, Random& random)
{
  Boxes boxes;
  for (int tries = 0; boxes.size() < number && tries < 100 * static_cast<int>(number); ++tries)
  {
    Box box;
    for (int axis = 0; axis < 3; ++axis)
    {
      box[2 * axis] = uniform(random, 0, 10);
      box[2 * axis + 1] = box[2 * axis] + std::exp(uniform(random, -2, 1.5));
    }
    const bool isFree = std::none_of(boxes.begin(), boxes.end(), [&box](const Box& other) {
      bool meet = true;
      for (int axis = 0; axis < 3; ++axis)
      {
        meet = meet && box[2 * axis] < other[2 * axis + 1] && other[2 * axis] < box[2 * axis + 1];
      }
      return meet;
    });
    if (isFree)
    {
      boxes.push_back(box);
    }
  }
  return boxes;
}

/// Puts a camera at a random place, inside the boxes or outside, with either projection.
void look(vtkCamera* camera, Random& random, double size)
{
  camera->SetPosition(
    uniform(random, -size, 2 * size), uniform(random, -size, 2 * size), uniform(random, -size, 2 * size));
  camera->SetFocalPoint(uniform(random, 0, size), uniform(random, 0, size), uniform(random, 0, size));
  camera->SetParallelProjection(random() % 2 == 0);
}

std::vector<std::size_t> order(const Boxes& boxes, vtkCamera* camera, std::size_t* comparisons = nullptr)
{
  vtkNew<vtkMatrix4x4> identity;
  return BlockOrder::BackToFront(boxes, camera, identity, comparisons);
}

/// Returns the place of each box in the order; nothing where boxes are missing or come twice.
std::vector<std::size_t> places(const std::vector<std::size_t>& sorted, std::size_t number)
{
  std::vector<std::size_t> place(number, number);
  for (std::size_t i = 0; i < sorted.size(); ++i)
  {
    if (sorted[i] >= number || place[sorted[i]] != number)
    {
      return {};
    }
    place[sorted[i]] = i;
  }
  return sorted.size() == number ? place : std::vector<std::size_t>();
}

/// A box that a ray meets, with where the ray enters and leaves it.
struct Met
{
  double Enters, Leaves;
  std::size_t Box;
};

std::vector<Met> meet(const Boxes& boxes, const Point& from, const Point& along)
{
  std::vector<Met> met;
  for (std::size_t i = 0; i < boxes.size(); ++i)
  {
    double enters = -std::numeric_limits<double>::max(), leaves = std::numeric_limits<double>::max();
    for (int axis = 0; axis < 3; ++axis)
    {
      const double a = (boxes[i][2 * axis] - from[axis]) / along[axis];
      const double b = (boxes[i][2 * axis + 1] - from[axis]) / along[axis];
      enters = std::max(enters, std::min(a, b));
      leaves = std::min(leaves, std::max(a, b));
    }
    if (enters < leaves)
    {
      met.push_back({ enters, leaves, i });
    }
  }
  return met;
}

/// Counts pairs along random rays in a false order: the nearer box comes first, although it hides the farther
/// one.
int pairsInFalseOrder(const Boxes& boxes, const std::vector<std::size_t>& place, vtkCamera* camera, int rays,
  double size, Random& random)
{
  int falsely = 0;
  for (int ray = 0; ray < rays; ++ray)
  {
    const Point to = { uniform(random, 0, size), uniform(random, 0, size), uniform(random, 0, size) };
    Point from, along;
    camera->GetPosition(from.data());
    camera->GetDirectionOfProjection(along.data());
    for (int axis = 0; axis < 3; ++axis)
    {
      if (!camera->GetParallelProjection())
      {
        along[axis] = to[axis] - from[axis];
      }
      else
      {
        from[axis] = to[axis] - 10 * size * along[axis];
      }
    }
    std::vector<Met> met = meet(boxes, from, along);
    // A box behind the eye hides nothing.
    met.erase(
      std::remove_if(met.begin(), met.end(), [](const Met& one) { return one.Leaves <= 0; }), met.end());
    for (const Met& nearer : met)
    {
      for (const Met& farther : met)
      {
        falsely += nearer.Leaves <= farther.Enters + 1e-9 && nearer.Box != farther.Box &&
            place[nearer.Box] < place[farther.Box]
          ? 1
          : 0;
      }
    }
  }
  return falsely;
}

/// Decides for a pair: returns whether a plane between the boxes has the eye on the side of b.
bool isBehind(const Box& a, const Box& b, vtkCamera* camera)
{
  Point eye, direction;
  camera->GetPosition(eye.data());
  camera->GetDirectionOfProjection(direction.data());
  const bool parallel = camera->GetParallelProjection() != 0;
  for (int axis = 0; axis < 3; ++axis)
  {
    const auto isAbove = [&](double plane) { return parallel ? direction[axis] <= 0 : eye[axis] >= plane; };
    const auto isBelow = [&](double plane) { return parallel ? direction[axis] >= 0 : eye[axis] <= plane; };
    if ((a[2 * axis + 1] <= b[2 * axis] && isAbove(a[2 * axis + 1])) ||
      (a[2 * axis] >= b[2 * axis + 1] && isBelow(a[2 * axis])))
    {
      return true;
    }
  }
  return false;
}

/// Returns whether an order exists in which no box comes before a box that it may hide. It takes one box
/// after the other, each time a box that hides no remaining box.
bool hasOrder(const Boxes& boxes, vtkCamera* camera)
{
  std::vector<std::size_t> left(boxes.size());
  for (std::size_t i = 0; i < left.size(); ++i)
  {
    left[i] = i;
  }
  while (!left.empty())
  {
    const auto next = std::find_if(left.begin(), left.end(), [&](std::size_t i) {
      return std::all_of(left.begin(), left.end(), [&](std::size_t j) {
        return i == j || isBehind(boxes[i], boxes[j], camera) || !isBehind(boxes[j], boxes[i], camera);
      });
    });
    if (next == left.end())
    {
      return false;
    }
    left.erase(next);
  }
  return true;
}

TEST(BlockOrder, IsThatOfAllPairsWhereThereIsOne)
{
  int withOrder = 0, withoutOrder = 0;
  for (std::uint32_t seed : inkray::testing::seedsOf("BlockOrder", 60, 60))
  {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Boxes boxes = scattered(2 + random() % 60, random);
    vtkNew<vtkCamera> camera;
    look(camera, random, 10);
    const std::vector<std::size_t> place = places(order(boxes, camera), boxes.size());
    ASSERT_EQ(place.size(), boxes.size());
    if (!hasOrder(boxes, camera))
    {
      ++withoutOrder;
      continue;
    }
    ++withOrder;
    for (std::size_t i = 0; i < boxes.size(); ++i)
    {
      for (std::size_t j = 0; j < boxes.size(); ++j)
      {
        const bool mayHide =
          i != j && !isBehind(boxes[i], boxes[j], camera) && isBehind(boxes[j], boxes[i], camera);
        ASSERT_FALSE(mayHide && place[i] < place[j]) << i << " comes before " << j << ", which it may hide";
      }
    }
    EXPECT_EQ(pairsInFalseOrder(boxes, place, camera, 200, 10, random), 0);
  }
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(withOrder, 30) << "and " << withoutOrder << " without an order";
  }
}

TEST(BlockOrder, BlocksInACircleComeOnceEach)
{
  // Three rods, each of which lies on the next one.
  const Boxes rods = { { 0, 3, 0, 1, 0, 1 }, { 2, 3, 0, 3, 1, 2 }, { 0, 1, 2, 3, 0, 3 },
    { 2, 3, 2, 3, 5, 6 } };
  for (std::uint32_t seed : inkray::testing::seedsOf("BlockOrderCircle", 20, 20))
  {
    Random random(seed);
    vtkNew<vtkCamera> camera;
    look(camera, random, 3);
    EXPECT_EQ(places(order(rods, camera), rods.size()).size(), rods.size()) << "seed " << seed;
  }
}

TEST(BlockOrder, OfTenThousandBlocksFewPairsAreCompared)
{
  Random random(1);
  const double size = 1 << 6;
  Boxes blocks = adaptive(6, random);
  ASSERT_GT(blocks.size(), 10000u);
  for (bool parallel : { false, true })
  {
    for (const Point& eye : { Point{ 200, 150, 120 }, Point{ -3, 90, 31 }, Point{ 30.3, 29.7, 33.1 } })
    {
      SCOPED_TRACE("eye at " + std::to_string(eye[0]) + (parallel ? ", parallel" : ""));
      vtkNew<vtkCamera> camera;
      camera->SetPosition(eye.data());
      camera->SetFocalPoint(32, 32, 32);
      camera->SetParallelProjection(parallel);
      std::size_t comparisons = 0;
      const std::vector<std::size_t> place = places(order(blocks, camera, &comparisons), blocks.size());
      ASSERT_EQ(place.size(), blocks.size());
      EXPECT_EQ(pairsInFalseOrder(blocks, place, camera, 400, size, random), 0);
      // All pairs would be some hundred millions.
      EXPECT_GE(comparisons, blocks.size());
      EXPECT_LT(comparisons, 200 * blocks.size());
    }
  }
}

TEST(BlockOrder, FacesThatDifferByRoundingAreOne)
{
  // Three boxes in a row each begin a little before the end of the box before. Seen from the side, there are
  // also farther boxes that would come first by their numbers alone.
  const double off = 1e-9;
  vtkNew<vtkCamera> camera;
  camera->SetFocalPoint(1.5, 0.5, 0.5);
  for (bool fromAbove : { false, true })
  {
    camera->SetPosition(fromAbove ? 20 : -20, 0.5, 0.5);
    for (bool ascending : { false, true })
    {
      Boxes row = { { 0, 1 + off, 0, 1, 0, 1 }, { 1 - off, 2 + off, 0, 1, 0, 1 },
        { 2 - off, 3, 0, 1, 0, 1 } };
      if (!ascending)
      {
        std::reverse(row.begin(), row.end());
      }
      const std::vector<std::size_t> wanted =
        fromAbove == ascending ? std::vector<std::size_t>{ 0, 1, 2 } : std::vector<std::size_t>{ 2, 1, 0 };
      EXPECT_EQ(order(row, camera), wanted) << fromAbove << ascending;
    }
  }
}

TEST(BlockOrder, AParallelProjectionHasADirectionAndNoPlace)
{
  // The camera is among the boxes, far from where it would have to be to see them all in perspective.
  const Boxes row = { { 10, 11, 0, 1, 0, 1 }, { 11, 12, 0, 1, 0, 1 }, { 12, 13, 0, 1, 0, 1 } };
  vtkNew<vtkCamera> camera;
  camera->ParallelProjectionOn();
  for (double at : { -5.0, 0.0, 11.5, 20.0 })
  {
    camera->SetPosition(at, 0.5, 0.5);
    camera->SetFocalPoint(at + 1, 0.5, 0.5);
    EXPECT_EQ(order(row, camera), (std::vector<std::size_t>{ 2, 1, 0 })) << "looks up from " << at;
    camera->SetFocalPoint(at - 1, 0.5, 0.5);
    EXPECT_EQ(order(row, camera), (std::vector<std::size_t>{ 0, 1, 2 })) << "looks down from " << at;
  }
}

TEST(BlockOrder, BoxesAreWhereTheirMatrixPutsThem)
{
  const Boxes row = { { 0, 1, 0, 1, 0, 1 }, { 1, 2, 0, 1, 0, 1 } };
  vtkNew<vtkMatrix4x4> mirror;
  mirror->SetElement(0, 0, -1);
  vtkNew<vtkCamera> camera;
  camera->SetPosition(10, 0.5, 0.5);
  camera->SetFocalPoint(0, 0.5, 0.5);
  EXPECT_EQ(order(row, camera), (std::vector<std::size_t>{ 0, 1 }));
  EXPECT_EQ(BlockOrder::BackToFront(row, camera, mirror), (std::vector<std::size_t>{ 1, 0 }));
}

TEST(BlockOrder, BoxesWithoutAPlaceComeOnce)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const Boxes boxes = { { 0, 1, 0, 1, 0, 1 }, { nan, nan, 0, 1, 0, 1 }, { 2, 3, 0, 1, 0, 1 },
    { -inf, inf, 0, 1, 0, 1 }, { 1, -1, 1, -1, 1, -1 }, { 1, 2, 0, 1, 0, 1 } };
  vtkNew<vtkCamera> camera;
  camera->SetPosition(10, 0.5, 0.5);
  camera->SetFocalPoint(0, 0.5, 0.5);
  const std::vector<std::size_t> place = places(order(boxes, camera), boxes.size());
  ASSERT_EQ(place.size(), boxes.size());
  EXPECT_LT(place[0], place[5]);
  EXPECT_LT(place[5], place[2]);
  EXPECT_TRUE(order({}, camera).empty());
}

} // namespace
