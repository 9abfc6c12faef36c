// SPDX-License-Identifier: BSD-3-Clause
// The kernels of a frame of a mesh, each called by itself: projection, the pixels that faces cover,
// intersection lists by both builders, values, and one ray through one tet in closed form.
#include "Geometry/Mesh/NormalizedField.h"
#include "Oracles/PixelCamera.h"
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/PixelIntersectionKernels.h"
#include "Renderers/MeshVolume/ScalarKernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <utility>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

template <class Kernel>
void forEach(std::size_t n, const Kernel& kernel)
{
  for (std::size_t i = 0; i < n; ++i)
    kernel(static_cast<std::int64_t>(i));
}

/// A triangle that faces the camera. Its depth rises by 1/16 for each pixel to the right. No edge passes
/// through the center of a pixel.
struct Triangle
{
  explicit Triangle(int size)
    : camera(pixelCamera(size, size))
    , half(0.5f * static_cast<float>(size))
    , projected{ { -half - 0.3f, -half - 0.3f, 1.0f, 0 }, { half + 0.25f, -half - 0.3f, 1.0f, 0 },
      { -half - 0.3f, half + 0.25f, 1.0f, 0 } }
    , counts(static_cast<std::size_t>(size) * size, 0)
    , heads(static_cast<std::size_t>(size) * size, 0)
  {
    for (ProjectedVertex& p : projected)
      p.z = 4.0f + p.x / 16.0f;
  }
  FaceProjection projection() { return { camera, &face, projected, counts.data(), heads.data() }; }

  /// Returns the pixels whose center lies under the long edge.
  std::set<std::uint32_t> covered() const
  {
    std::set<std::uint32_t> pixels;
    const double a = double(half) + 0.25, b = double(half) + 0.3;
    for (int j = 0; j < camera.height; ++j)
      for (int i = 0; i < camera.width; ++i)
        if ((i + 0.5 - half) + (j + 0.5 - half) < a - b)
          pixels.insert(static_cast<std::uint32_t>(j * camera.width + i));
    return pixels;
  }
  /// Expects the fragments of the covered pixels, each once, at the depth of the triangle.
  void expectFragments(std::vector<Fragment> fragments)
  {
    const FaceProjection seen = this->projection();
    std::set<std::uint32_t> pixels;
    for (Fragment& f : fragments)
    {
      EXPECT_TRUE(pixels.insert(f.pixel).second) << "twice";
      EXPECT_EQ(f.face, 0u);
      seen.complete(f, 77);
      EXPECT_EQ(f.next, 0u) << "the first of its pixel";
      EXPECT_EQ(heads[f.pixel], 78u);
      const double x = double(f.pixel % static_cast<unsigned>(camera.width)) + 0.5 - half;
      EXPECT_NEAR(f.depth, 4.0 + x / 16.0, 1e-5);
    }
    EXPECT_EQ(pixels, this->covered());
    for (std::size_t p = 0; p < counts.size(); ++p)
      EXPECT_EQ(counts[p], pixels.count(static_cast<std::uint32_t>(p)));
  }

  MeshCamera camera;
  float half;
  ProjectedVertex projected[3];
  UInt4 face = { 0, 1, 2, 0 };
  std::vector<std::uint32_t> counts, heads;
  std::vector<LargeFace> largeFaces{ 4 };
  std::uint64_t largeCount = 0;
};

bool isNearer(const PixelIntersection& a, const PixelIntersection& b)
{
  return a.depth < b.depth || (a.depth == b.depth && a.face < b.face);
}

template <int ThreadsPerFace>
std::vector<Fragment> smallFragments(Triangle& t)
{
  const ProjectFaces<ThreadsPerFace> kernel{ t.projection(), t.largeFaces.data(), &t.largeCount };
  std::vector<Fragment> all;
  for (int i = 0; i < ThreadsPerFace; ++i)
  {
    typename ProjectFaces<ThreadsPerFace>::State state;
    std::vector<Fragment> some(kernel.count(i, state));
    if (!some.empty())
      kernel.emit(i, state, some.data());
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

/// One tet and a picture of one pixel, whose ray runs along X = Y = 0. The ray enters through the face 0 1 2
/// at depth 1 and leaves through one of the faces at vertex 3.
struct OneTet
{
  OneTet()
  {
    for (std::uint32_t i = 0; i < 4; ++i)
      links[i] = { boundaryLink, i };
  }
  /// Returns the depth at which the ray leaves, in double: on the face at vertex 3 that holds the ray; -1 for
  /// none.
  double exitDepth() const
  {
    const std::uint32_t sides[3][2] = { { 0, 1 }, { 1, 2 }, { 2, 0 } };
    for (const auto& side : sides)
    {
      const ProjectedVertex &a = vertices[side[0]], &b = vertices[side[1]], &d = vertices[3];
      const double bd = double(b.x) * d.y - double(d.x) * b.y, da = double(d.x) * a.y - double(a.x) * d.y,
                   ab = double(a.x) * b.y - double(b.x) * a.y;
      if ((bd > 0) == (da > 0) && (da > 0) == (ab > 0))
        return (bd * a.z + da * b.z + ab * d.z) / (bd + da + ab);
    }
    return -1.0;
  }
  template <class ExitTest, class Integrator>
  Float4 cast(const Integrator& integrator)
  {
    counters = {};
    Float4 image = { 9, 9, 9, 9 };
    CastTetRays<Integrator, ExitTest> kernel;
    kernel.camera = camera;
    kernel.mesh = { vertices, links, &boundary };
    kernel.integrator = integrator;
    kernel.starts = starts;
    kernel.intersections = &entry;
    kernel.fragmentCount = &fragmentCount;
    kernel.capacity = 4;
    kernel.camera.stops = opaqueDepth;
    kernel.earlyTermination = 0.0f;
    kernel.byPlanes = byPlanes;
    kernel.maxSteps = 1;
    kernel.image = &image;
    kernel.counters = &counters;
    kernel.countSteps = true;
    forEach(64, kernel); // a tile: 63 of its pixels lie outside the image
    return image;
  }

  bool byPlanes = true;
  MeshCamera camera = pixelCamera(1, 1);
  ProjectedVertex vertices[4] = { { -1, -1, 1, 0.0f }, { 2, -1, 1, 0.25f }, { 0, 2, 1, 0.5f },
    { 0.25f, -0.5f, 3, 1.0f } };
  UInt2 links[4];
  UInt4 boundary = { 0, 1, 2, 3 };
  std::uint32_t starts[2] = { 0, 1 };
  PixelIntersection entry = { 0, 1.0f };
  std::uint64_t fragmentCount = 1;
  const float* opaqueDepth = nullptr;
  RayCounters counters = {};
};

} // namespace

TEST(MeshVolumeKernels, ProjectVertices)
{
  MeshCamera camera = pixelCamera(8, 8);
  const float rows[3][4] = { { 1, 2, 3, 4 }, { 0, -1, 0, 2 }, { 0.5f, 0, 0, 1 } };
  std::copy_n(rows[0], 4, camera.rowX);
  std::copy_n(rows[1], 4, camera.rowY);
  std::copy_n(rows[2], 4, camera.rowDepth);
  const Float4 vertices[] = { { 1, 1, 1, 0.75f }, { 2, 0, -1, 0.5f } };
  ProjectedVertex out[2];
  forEach(2, ProjectVertices{ camera, vertices, out });
  EXPECT_TRUE(out[0].x == 10 && out[0].y == 1 && out[0].z == 1.5f && out[0].w == 0.75f);
  EXPECT_TRUE(out[1].x == 3 && out[1].y == 2 && out[1].z == 2 && out[1].w == 0.5f);
}

TEST(MeshVolumeKernels, ProjectFaces)
{
  Triangle one(8), eight(8);
  one.expectFragments(smallFragments<1>(one));
  EXPECT_EQ(one.largeCount, 0u);
  eight.expectFragments(smallFragments<8>(eight));

  // Eight threads take a face that is too large for one thread. Neither kernel takes a still larger face.
  Triangle larger(16), largest(64);
  EXPECT_TRUE(smallFragments<1>(larger).empty());
  EXPECT_EQ(LargeFaceCount::faces(larger.largeCount), 1u);
  EXPECT_EQ(LargeFaceCount::items(larger.largeCount), 4u) << "blocks of 8 x 8";
  Triangle again(16);
  again.expectFragments(smallFragments<8>(again));
  EXPECT_TRUE(smallFragments<8>(largest).empty());
  EXPECT_EQ(LargeFaceCount::items(largest.largeCount), 64u);

  // A face that is turned away from the camera covers nothing. In a mirrored view such a face is seen.
  Triangle away(8);
  std::swap(away.face.y, away.face.z);
  EXPECT_TRUE(smallFragments<1>(away).empty());
  away.camera.facing = -1.0f;
  away.expectFragments(smallFragments<1>(away));
}

TEST(MeshVolumeKernels, FacesThatMayBeSeen)
{
  // With the faces that were found before, only the face of item 1 is looked at.
  Triangle t(8);
  const FindSeenFaces find{ t.projection() };
  FindSeenFaces::State state;
  EXPECT_EQ(find.count(0, state), 1u);
  std::uint32_t seen[2] = { 77, 77 };
  find.emit(0, state, seen + 1);
  EXPECT_EQ(seen[1], 0u);
  const ProjectFaces<1> project{ t.projection(), t.largeFaces.data(), &t.largeCount, seen };
  EXPECT_EQ(project.numItems(2), 2u);
  ProjectFaces<1>::State covered;
  std::vector<Fragment> fragments(project.count(1, covered));
  project.emit(1, covered, fragments.data());
  t.expectFragments(fragments);

  Triangle away(8);
  std::swap(away.face.y, away.face.z);
  EXPECT_EQ(FindSeenFaces{ away.projection() }.count(0, state), 0u);
  Triangle beside(8);
  for (ProjectedVertex& p : beside.projected)
    p.x += 4096.0f;
  EXPECT_EQ(FindSeenFaces{ beside.projection() }.count(0, state), 0u);
}

TEST(MeshVolumeKernels, ProjectLargeFaces)
{
  // Project two large faces, so that items must be told apart; the second is the triangle of the test.
  Triangle t(50);
  smallFragments<1>(t);
  smallFragments<1>(t);
  ASSERT_EQ(LargeFaceCount::faces(t.largeCount), 2u);
  const std::uint64_t items = ProjectLargeFaces::numItems(t.largeCount);
  ASSERT_EQ(items, 2u * 49u * 8u) << "rows of blocks";
  EXPECT_EQ(t.largeFaces[1].firstItem, 49u);
  const ProjectLargeFaces kernel{ t.projection(), t.largeFaces.data(), &t.largeCount };
  std::vector<Fragment> all;
  for (std::uint64_t item = 49 * 8; item < items; ++item)
  {
    ProjectLargeFaces::State state;
    std::vector<Fragment> some(kernel.count(static_cast<std::int64_t>(item), state));
    if (!some.empty())
      kernel.emit(static_cast<std::int64_t>(item), state, some.data());
    all.insert(all.end(), some.begin(), some.end());
  }
  t.expectFragments(all);
}

TEST(MeshVolumeKernels, BothBuildersGiveTheSameLists)
{
  // The fragments are in random order. Each pixel has 0 to 40 of them; some depths are equal, some negative.
  constexpr std::uint32_t numPixels = 45;
  std::mt19937 random(11);
  std::vector<Fragment> fragments;
  std::vector<std::vector<PixelIntersection>> expected(numPixels);
  std::uint32_t face = 0;
  for (std::uint32_t pixel = 0; pixel < numPixels; ++pixel)
    for (std::uint32_t k = 0; k < pixel % 41; ++k)
    {
      const float depth = 0.25f * static_cast<float>(static_cast<int>(random() % 64) - 16);
      fragments.push_back({ pixel, face, depth, 0 });
      expected[pixel].push_back({ face++, depth });
    }
  std::shuffle(fragments.begin(), fragments.end(), random);
  std::vector<std::uint32_t> heads(numPixels, 0);
  for (std::uint32_t i = 0; i < fragments.size(); ++i)
    fragments[i].next = std::exchange(heads[fragments[i].pixel], i + 1);
  std::vector<std::uint32_t> expectedStarts = { 0 };
  for (auto& list : expected)
  {
    std::sort(list.begin(), list.end(), isNearer);
    expectedStarts.push_back(expectedStarts.back() + static_cast<std::uint32_t>(list.size()));
  }
  const std::size_t n = fragments.size(), capacity = n + 17;
  const std::uint64_t count = n;
  const auto expectLists = [&](const std::vector<std::uint32_t>& starts, std::vector<PixelIntersection> lists,
                             const std::uint32_t* pixelHeads) {
    EXPECT_EQ(starts, expectedStarts);
    forEach(numPixels,
      SortPixelIntersections{ starts.data(), &count, capacity, lists.data(), pixelHeads, fragments.data() });
    for (std::uint32_t pixel = 0; pixel < numPixels; ++pixel)
      for (std::size_t k = 0; k < expected[pixel].size(); ++k)
      {
        EXPECT_EQ(lists[starts[pixel] + k].face, expected[pixel][k].face) << pixel << ", entry " << k;
        EXPECT_EQ(lists[starts[pixel] + k].depth, expected[pixel][k].depth);
      }
  };

  // Count, scan and gather (expectedStarts are the scan of the counts).
  expectLists(expectedStarts, std::vector<PixelIntersection>(capacity), heads.data());

  // Sort by pixel, as the paper does.
  fragments.resize(capacity, Fragment{ 3, 3, 3.0f, 3 });
  std::vector<std::uint32_t> keys(capacity);
  std::vector<std::uint64_t> values(capacity);
  forEach(capacity, KeyFragments{ fragments.data(), &count, keys.data(), values.data() });
  for (std::size_t i = n; i < capacity; ++i)
    EXPECT_EQ(keys[i], 0xffffffffu) << "behind all pixels";
  std::vector<std::size_t> order(capacity);
  for (std::size_t i = 0; i < capacity; ++i)
    order[i] = i;
  std::stable_sort(
    order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  std::vector<std::uint32_t> sortedKeys;
  std::vector<std::uint64_t> sortedValues;
  for (const std::size_t i : order)
  {
    sortedKeys.push_back(keys[i]);
    sortedValues.push_back(values[i]);
  }
  std::vector<std::uint32_t> starts(numPixels + 1, 77);
  forEach(numPixels + 1, StartLists{ sortedKeys.data(), static_cast<std::int64_t>(capacity), starts.data() });
  std::vector<PixelIntersection> unpacked(capacity);
  forEach(capacity, UnpackIntersections{ sortedValues.data(), unpacked.data() });
  expectLists(starts, unpacked, nullptr);

  // If the lists did not fit, the kernel sorts nothing and reads no entry.
  const std::uint64_t tooMany = capacity + 1;
  std::vector<PixelIntersection> untouched = { { 2, 2.0f }, { 1, 1.0f } };
  const std::uint32_t pair[] = { 0, 2 };
  SortPixelIntersections{ pair, &tooMany, capacity, untouched.data() }(0);
  EXPECT_EQ(untouched[0].face, 2u);
}

TEST(MeshVolumeKernels, PointAndCellValues)
{
  const float values[] = { 0.5f, 0.25f, std::numeric_limits<float>::quiet_NaN() };
  const std::uint32_t original[] = { 2, 0, 1, noTet };
  Float4 vertices[3] = { { 1, 2, 3, 9 }, { 4, 5, 6, 9 }, { 7, 8, 9, 9 } };
  forEach(3, PlacePointScalars{ values, original, vertices });
  EXPECT_TRUE(std::isnan(vertices[0].w));
  EXPECT_EQ(vertices[1].w, 0.5f);
  EXPECT_EQ(vertices[2].w, 0.25f);
  EXPECT_EQ(vertices[2].x, 7.0f);

  const std::vector<FunctionInterval> pieces =
    makeIntervals({ { { 0.0, 0.0f, 1.0f, 0.5f, 2.0f }, { 1.0, 1.0f, 0.0f, 0.5f, 6.0f } } }, 0.0, 1.0);
  Float4 colors[4] = { { 9, 9, 9, 9 }, { 9, 9, 9, 9 }, { 9, 9, 9, 9 }, { 9, 9, 9, 9 } };
  const PiecewiseView view = { pieces.data(), static_cast<int>(pieces.size()) };
  forEach(4, ColorCells{ values, original, view, {}, false, nullptr, colors });
  EXPECT_TRUE(colors[0].x == 0 && colors[0].y == 0 && colors[0].z == 0 && colors[0].w == 0) << "NaN";
  EXPECT_NEAR(colors[1].x, 0.5f, 1e-6f);
  EXPECT_NEAR(colors[1].w, 4.0f, 1e-6f);
  EXPECT_NEAR(colors[2].y, 0.75f, 1e-6f);
  EXPECT_NEAR(colors[2].w, 3.0f, 1e-6f);

  // Opacity comes from points or from other values of the tets, and the colors stay. A tet without a value
  // has none.
  colors[3].x = 7.0f;
  forEach(4, ColorCells{ values, original, {}, {}, true, nullptr, colors });
  EXPECT_NEAR(colors[2].y, 0.75f, 1e-6f);
  EXPECT_EQ(colors[3].x, 7.0f);
  const float opacities[] = { 0.75f, 0.25f, 0.5f }, withOpacity[] = { 0.0f, 1.0f, 1.0f, 0.0f };
  for (int t = 0; t < 4; ++t)
    EXPECT_EQ(colors[t].w, withOpacity[t]) << t;
  float ofTets[4];
  forEach(4, AttenuateCells{ opacities, original, view, ofTets });
  forEach(4, ColorCells{ values, original, {}, {}, true, ofTets, colors });
  const float attenuations[] = { 0.0f, 5.0f, 3.0f, 0.0f };
  for (int t = 0; t < 4; ++t)
    EXPECT_NEAR(colors[t].w, attenuations[t], 1e-6f) << t;

  // Categories replace the colors of the function.
  const CategoryColor entries[] = { { 0.25f, 0.1f, 0.2f, 0.3f }, { 0.0f, 0.6f, 0.7f, 0.8f } };
  forEach(4, ColorCells{ values, original, view, { entries, 1 }, false, nullptr, colors });
  EXPECT_EQ(colors[0].x, 0.0f) << "NaN";
  EXPECT_EQ(colors[1].x, 0.6f) << "another value";
  EXPECT_EQ(colors[2].x, 0.1f);
  EXPECT_NEAR(colors[2].w, 3.0f, 1e-6f);
}

TEST(MeshVolumeKernels, CastTetRays)
{
  OneTet tet;
  // Move vertex 3 to each side of the ray, so that the ray leaves through each of the three faces.
  for (const auto& apex :
    { std::pair{ 0.25f, -0.5f }, std::pair{ 0.125f, 0.5f }, std::pair{ -0.5f, 0.125f } })
  {
    tet.vertices[3].x = apex.first;
    tet.vertices[3].y = apex.second;
    const double end = tet.exitDepth();
    ASSERT_GT(end, 1.0);
    const double length = 2.0 * (end - 1.0); // two world units in one of depth
    const Float4 color = { 0.5f, 1.0f, 0.25f, 0.75f };
    const double alpha = 1.0 - std::exp(-0.75 * length);
    const auto expectColor = [&](const Float4& rgba, const char* what) {
      EXPECT_NEAR(rgba.w, alpha, 1e-5) << what;
      EXPECT_NEAR(rgba.x, 0.5 * alpha, 1e-5) << what;
      EXPECT_NEAR(rgba.z, 0.25 * alpha, 1e-5) << what;
      EXPECT_EQ(tet.counters.steps, 1u) << what;
      EXPECT_EQ(tet.counters.coveredRays, 1u) << what;
      EXPECT_EQ(tet.counters.failedRays, 0u) << what;
      EXPECT_EQ(tet.counters.recastRays, 0u) << what;
    };
    expectColor(tet.cast<EdgeFunctionExit>(CellValues{ &color }), "edge functions, cell");
    expectColor(tet.cast<ChosenExit>(CellValues{ &color }), "planes, cell");
    const std::vector<FunctionInterval> pieces =
      makeIntervals({ { { 0.0, 0.5f, 1.0f, 0.25f, 0.75f }, { 0.4, 0.5f, 1.0f, 0.25f, 0.75f },
                      { 1.0, 0.5f, 1.0f, 0.25f, 0.75f } } },
        0.0, 1.0);
    const PointValues points{ { pieces.data(), static_cast<int>(pieces.size()) } };
    expectColor(tet.cast<EdgeFunctionExit>(points), "edge functions, points");
    expectColor(tet.cast<ChosenExit>(points), "planes, points");

    // The near plane and opaque geometry each cut a depth of 0.125 off one end of the segment.
    tet.camera.nearDepth = 1.125f;
    const auto window = static_cast<float>(0.1 * (end - 0.125));
    tet.opaqueDepth = &window;
    const double cut = 1.0 - std::exp(-0.75 * (length - 0.5));
    EXPECT_NEAR((tet.cast<EdgeFunctionExit>(CellValues{ &color }).w), cut, 1e-5);
    EXPECT_NEAR((tet.cast<EdgeFunctionExit>(points).w), cut, 1e-5);
    tet.camera.nearDepth = 0.0f;
    const float before = 0.05f;
    tet.opaqueDepth = &before;
    EXPECT_EQ((tet.cast<EdgeFunctionExit>(points).w), 0.0f) << "behind opaque geometry";
    tet.opaqueDepth = nullptr;
  }

  // Vertex 3 lies on the ray itself: the planes lose the ray, and the picture comes from the second cast.
  tet.vertices[3].x = tet.vertices[3].y = 0.0f;
  const Float4 color = { 0.5f, 1.0f, 0.25f, 0.75f };
  const double alpha = 1.0 - std::exp(-0.75 * 4.0);
  EXPECT_NEAR((tet.cast<EdgeFunctionExit>(CellValues{ &color }).w), alpha, 1e-5);
  EXPECT_EQ(tet.counters.recastRays, 0u);
  EXPECT_NEAR((tet.cast<ChosenExit>(CellValues{ &color }).w), alpha, 1e-5);
  EXPECT_EQ(tet.counters.recastRays, 1u);
  EXPECT_EQ(tet.counters.steps, 1u) << "steps of the second cast alone";
  tet.byPlanes = false; // the same kernel by edge functions, which lose nothing
  EXPECT_NEAR((tet.cast<ChosenExit>(CellValues{ &color }).w), alpha, 1e-5);
  EXPECT_EQ(tet.counters.recastRays, 0u);
  EXPECT_EQ(tet.counters.steps, 1u);

  // Lists that did not fit draw nothing; a pixel without entries is empty.
  tet.fragmentCount = 5;
  EXPECT_EQ((tet.cast<EdgeFunctionExit>(CellValues{ &color }).w), 9.0f);
  tet.fragmentCount = 1;
  tet.starts[1] = 0;
  EXPECT_EQ((tet.cast<EdgeFunctionExit>(CellValues{ &color }).w), 0.0f);
  EXPECT_EQ(tet.counters.coveredRays, 0u);
}
