// SPDX-License-Identifier: BSD-3-Clause
// The kernels of the isosurface pipelines, called by name on small scenes whose answers are known: leaves in
// the order of the ray by looking at every leaf, crossings of planes in closed form, crossings of bumpy
// fields by sampling in double.
#include "GridRays.h"
#include "KernelScene.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

using namespace inkray;
using namespace inkray::testing;

namespace
{

double gyroidOf(double x, double y, double z)
{
  return std::sin(0.11 * x) * std::cos(0.13 * y) + std::sin(0.13 * y) * std::cos(0.09 * z) +
    std::sin(0.09 * z) * std::cos(0.11 * x);
}

/// Rays through a grid from one side to another, in no special position.
Ray rayThrough(const GridIndex& cells, std::uint32_t seed)
{
  Vector from, to;
  for (int axis = 0; axis < 3; ++axis)
  {
    const auto n = static_cast<double>(cells[static_cast<std::size_t>(axis)]);
    from[axis] = hashNumber(31, seed, axis, 1) * n;
    to[axis] = hashNumber(31, seed, axis, 2) * n;
    if (axis == static_cast<int>(seed % 3))
    {
      from[axis] = seed % 2 ? -3.0 : n + 3.0;
      to[axis] = n - from[axis];
    }
  }
  return rayBetween(from, to, cells);
}

/// The part of a ray in a box; in double.
std::pair<double, double> partIn(const Ray& ray, const double low[3], const double high[3])
{
  double begin = ray.begin, end = ray.end;
  for (int axis = 0; axis < 3; ++axis)
  {
    const double a = (low[axis] - ray.origin[axis]) / ray.direction[axis],
                 b = (high[axis] - ray.origin[axis]) / ray.direction[axis];
    begin = std::max(begin, std::min(a, b));
    end = std::min(end, std::max(a, b));
  }
  return { begin, end };
}

/// Leaves that a traversal visited against those that it has to visit, with the part of the ray in each.
/// Those that the ray meets for less than rounding may be visited or not.
void expectVisits(const std::vector<std::uint32_t>& visited,
  const std::map<std::uint32_t, std::pair<double, double>>& met, std::uint32_t seed)
{
  double before = -1e30;
  std::map<std::uint32_t, int> times;
  for (const std::uint32_t ref : visited)
  {
    ASSERT_EQ(++times[ref], 1) << "seed " << seed;
    const auto found = met.find(ref);
    ASSERT_TRUE(found != met.end()) << "seed " << seed << ": leaf " << std::hex << ref
                                    << " is not on the way";
    ASSERT_GE(found->second.second, found->second.first - 1e-3) << "seed " << seed;
    ASSERT_GE(found->second.first, before - 1e-3) << "seed " << seed;
    before = found->second.first;
  }
  for (const auto& leaf : met)
  {
    if (leaf.second.second - leaf.second.first > 1e-3)
    {
      ASSERT_EQ(times.count(leaf.first), 1u) << "seed " << seed << ": leaf " << std::hex << leaf.first;
    }
  }
}

TEST(IsosurfaceKernels, TraversalVisitsLeavesInTheOrderOfTheRay)
{
  KernelScene<float> s({ 150, 70, 100 }, gyroidOf, { 0.3f, 0.9f });
  std::size_t visits = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed)
  {
    const Ray ray = rayThrough(s.Cells, seed);
    if (!(ray.begin < ray.end))
      continue;
    // Bounds of a leaf are those of its sub-bricks with a surface, which the mask says.
    std::map<std::uint32_t, std::pair<double, double>> met;
    for (const std::uint32_t ref : s.refs)
    {
      const std::uint64_t mask = ref == noNode ? 0 : maskOfLeaf(s.scene, ref);
      if (mask == 0)
        continue;
      int leaf[3];
      leafOfRef(ref, leaf);
      double low[3] = { 1e9, 1e9, 1e9 }, high[3] = { -1e9, -1e9, -1e9 };
      for (int sub = 0; sub < 64; ++sub)
        for (int axis = 0; axis < 3 && (mask >> sub & 1u); ++axis)
        {
          const double at = 16 * leaf[axis] + 4 * (sub >> 2 * axis & 3);
          low[axis] = std::min(low[axis], at);
          high[axis] =
            std::max(high[axis], std::min(at + 4, double(s.Cells[static_cast<std::size_t>(axis)])));
        }
      const auto part = partIn(ray, low, high);
      if (part.second >= part.first - 1e-3)
        met[ref] = part;
    }
    std::uint32_t items[LocalStack::depth];
    LocalStack stack = { items };
    stack.push(s.nodes[1].ref);
    std::vector<std::uint32_t> visited;
    for (std::uint32_t ref; (ref = traverseBVH(s.scene, ray, ray.begin, stack)) != noNode;)
      visited.push_back(ref);
    ASSERT_NO_FATAL_FAILURE(expectVisits(visited, met, seed));
    visits += visited.size();
    // From the middle of the ray on, only what begins no earlier than it ends there.
    const float middle = 0.5f * (ray.begin + ray.end);
    stack.push(s.nodes[1].ref);
    std::vector<std::uint32_t> later;
    for (std::uint32_t ref; (ref = traverseBVH(s.scene, ray, middle, stack)) != noNode;)
      later.push_back(ref);
    std::vector<std::uint32_t> expected;
    for (const std::uint32_t ref : visited)
      if (met[ref].second >= middle)
        expected.push_back(ref);
    if (std::none_of(met.begin(), met.end(),
          [&](const auto& leaf) { return std::abs(leaf.second.second - middle) < 1e-3; }))
    {
      ASSERT_EQ(later, expected) << "seed " << seed;
    }
  }
  EXPECT_GT(visits, 1000u);
}

template <bool Single>
void checkKdJump(const std::vector<float>& isovalues)
{
  KernelScene<float> s({ 150, 70, 100 }, gyroidOf, isovalues);
  std::size_t visits = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed)
  {
    const Ray ray = rayThrough(s.Cells, seed);
    if (!(ray.begin < ray.end))
      continue;
    std::map<std::uint32_t, std::pair<double, double>> met;
    for (const std::uint32_t ref : s.refs)
    {
      if (ref == noNode)
        continue;
      int leaf[3];
      leafOfRef(ref, leaf);
      const MinMax<float> range = s.leaves[static_cast<std::size_t>(leafIndex(s.scene.layout, leaf))];
      bool crossed = false;
      for (const float value : isovalues)
        crossed = crossed || (range.low < value && range.high >= value);
      if (!crossed)
        continue;
      const double low[3] = { 16.0 * leaf[0], 16.0 * leaf[1], 16.0 * leaf[2] },
                   high[3] = { low[0] + 16, low[1] + 16, low[2] + 16 };
      const auto part = partIn(ray, low, high);
      if (part.second >= part.first - 1e-3)
        met[ref] = part;
    }
    KdJumpTraversal<Single, VolumeView<float>> traversal{ &s.scene, s.tree.data() };
    std::vector<std::uint32_t> visited;
    for (std::uint32_t ref = traversal.first(ray); ref != noNode; ref = traversal.next(ray))
      visited.push_back(ref);
    ASSERT_NO_FATAL_FAILURE(expectVisits(visited, met, seed));
    visits += visited.size();
  }
  EXPECT_GT(visits, 1000u);
}

TEST(IsosurfaceKernels, KdJumpVisitsLeavesInTheOrderOfTheRay)
{
  checkKdJump<true>({ 0.3f });
  checkKdJump<false>({ 0.3f, 0.9f });
}

/// All crossings along a ray, by sampling the interpolant in double every 1/200 of the parameter and
/// bisecting.
template <class T>
std::vector<std::pair<double, int>> sampledCrossings(const KernelScene<T>& s, const Ray& ray)
{
  const auto valueAt = [&](double t) {
    std::int64_t cell[3];
    double p[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      const double x = ray.origin[axis] + t * ray.direction[axis];
      cell[axis] = std::clamp<std::int64_t>(
        static_cast<std::int64_t>(std::floor(x)), 0, s.Cells[static_cast<std::size_t>(axis)] - 1);
      p[axis] = x - static_cast<double>(cell[axis]);
    }
    double sum = 0.0;
    for (int k = 0; k < 8; ++k)
      sum += (k & 1 ? p[0] : 1 - p[0]) * (k & 2 ? p[1] : 1 - p[1]) * (k & 4 ? p[2] : 1 - p[2]) *
        double(s.values[static_cast<std::size_t>(cell[0] + (k & 1) +
          (cell[1] + (k >> 1 & 1)) * s.scene.strideY + (cell[2] + (k >> 2)) * s.scene.strideZ)]);
    return sum;
  };
  std::vector<std::pair<double, int>> found;
  const auto steps = static_cast<int>((ray.end - ray.begin) * 200.0) + 1;
  for (int surface = 0; surface < s.scene.surfaces.count; ++surface)
  {
    const double isovalue = s.entries[static_cast<std::size_t>(surface)].value;
    for (int i = 0; i < steps; ++i)
    {
      double low = ray.begin + (double(ray.end) - ray.begin) * i / steps,
             high = ray.begin + (double(ray.end) - ray.begin) * (i + 1) / steps;
      const bool atHigh = valueAt(high) >= isovalue;
      if ((valueAt(low) >= isovalue) == atHigh)
        continue;
      for (int step = 0; step < 40; ++step)
      {
        const double middle = 0.5 * (low + high);
        (valueAt(middle) >= isovalue) == atHigh ? high = middle : low = middle;
      }
      found.push_back({ high, surface });
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

template <bool Single>
void checkLeaves(const std::vector<float>& isovalues)
{
  KernelScene<float> s(
    { 50, 33, 40 },
    [](double x, double y, double z) {
      return gyroidOf(4 * x, 4 * y, 4 * z) +
        0.1 * hashNumber(5, std::int64_t(x), std::int64_t(y), std::int64_t(z));
    },
    isovalues);
  std::size_t crossings = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed)
  {
    const Ray ray = rayThrough(s.Cells, seed);
    if (!(ray.begin < ray.end))
      continue;
    std::vector<std::pair<double, int>> found;
    std::uint32_t items[LocalStack::depth];
    LocalStack stack = { items };
    stack.push(s.nodes[1].ref);
    RayProgress progress = { ray.begin, -1 };
    for (std::uint32_t ref; (ref = traverseBVH(s.scene, ray, ray.begin, stack)) != noNode;)
    {
      SurfaceCrossing crossing = {};
      bool first = progress.surfaceClass < 0;
      // Without a crossing so far, the form for fresh rays finds the same first one.
      if (first)
      {
        RayProgress fresh = { ray.begin, -1 };
        SurfaceCrossing same = {};
        RayProgress usual = progress;
        const bool any =
          intersectLeaf<Single, true>(s.scene, s.volume, ray, ref, maskOfLeaf(s.scene, ref), fresh, same);
        ASSERT_EQ(any,
          (intersectLeaf<Single, false>(
            s.scene, s.volume, ray, ref, maskOfLeaf(s.scene, ref), usual, crossing)));
        ASSERT_EQ(same.t, crossing.t);
      }
      while (intersectLeaf<Single, false>(
        s.scene, s.volume, ray, ref, maskOfLeaf(s.scene, ref), progress, crossing))
      {
        ASSERT_EQ(progress.t, crossing.t);
        found.push_back({ crossing.t, crossing.surface });
        ASSERT_LT(found.size(), 1000u);
      }
    }
    const auto expected = sampledCrossings(s, ray);
    // Two crossings closer than a sample are found by one of the two only: seeds with such pairs say nothing.
    bool close = false;
    for (std::size_t i = 0; i + 1 < found.size(); ++i)
      close = close || found[i + 1].first - found[i].first < 0.02;
    if (close)
      continue;
    ASSERT_EQ(found.size(), expected.size()) << "seed " << seed;
    for (std::size_t i = 0; i < found.size(); ++i)
    {
      ASSERT_NEAR(found[i].first, expected[i].first, 2e-3) << "seed " << seed;
      ASSERT_EQ(found[i].second, expected[i].second) << "seed " << seed;
    }
    crossings += found.size();
  }
  EXPECT_GT(crossings, 200u);
}

TEST(IsosurfaceKernels, CrossingsOfLeavesAreThoseOfTheInterpolant)
{
  checkLeaves<true>({ 0.3f });
  checkLeaves<false>({ -0.2f, 0.3f, 0.5f });
}

/// 40 x 24 x 32 cells of value z under a camera that looks down z from 50 cells above, 20 x 12 pixels over 40
/// x 24 cells: pixel (i, j) sees the point (2 i + 1, 2 j + 1). Isovalues are heights.
class Layers : public ::testing::Test
{
protected:
  static constexpr int Width = 20, Height = 12;

  explicit Layers()
    : Scene(
        { 40, 24, 32 }, [](double, double, double z) { return z; }, { 7.5f, 20.25f }, 0.5f)
  {
    const Matrix view = lookAt({ 20, 12, 82 }, { 20, 12, 0 }, { 0, 1, 0 });
    Scene.look(makeCamera(view, orthographic(-20, 20, -12, 12, 1.0, 100.0), Width, Height));
  }
  /// Number of a pixel's ray.
  std::uint32_t rayOf(int i, int j) const
  {
    for (std::uint32_t number = 0; number < Scene.numRays(); ++number)
    {
      int pixel[2];
      if (pixelOfRay(Scene.scene.camera, number, pixel) && pixel[0] == i && pixel[1] == j)
        return number;
    }
    return noNode;
  }
  static std::size_t at(int i, int j) { return static_cast<std::size_t>(i + Width * j); }

  KernelScene<float> Scene;
};

TEST_F(Layers, EveryPixelHasOneRay)
{
  const RayGenerator& camera = Scene.scene.camera;
  std::vector<int> seen(std::size_t(Width) * Height, 0);
  int outside = 0;
  for (std::int64_t number = 0; number < Scene.numRays(); ++number)
  {
    int pixel[2];
    if (!pixelOfRay(camera, static_cast<std::uint32_t>(number), pixel))
    {
      ++outside;
      continue;
    }
    ++seen[static_cast<std::size_t>(pixelIndex(camera, pixel))];
    // Neighbours in number are neighbours in the picture: 64 to a tile.
    EXPECT_EQ(pixel[0] / 8 + 3 * (pixel[1] / 8), number / 64);
  }
  EXPECT_EQ(seen, std::vector<int>(seen.size(), 1));
  EXPECT_EQ(outside, 3 * 2 * 64 - Width * Height);
}

TEST_F(Layers, RaysOfPixels)
{
  for (const auto& pixel : { std::array<int, 2>{ 0, 0 }, { 19, 0 }, { 0, 11 }, { 7, 5 } })
  {
    Ray ray;
    setupRay(Scene.scene, pixel.data(), ray);
    // In at height 32, out at height 0, over the centre of the pixel, 50 and 82 from the eye.
    for (const auto& [t, height] : { std::pair<float, float>{ ray.begin, 32.0f }, { ray.end, 0.0f } })
    {
      EXPECT_NEAR(ray.origin[0] + t * ray.direction[0], 2 * pixel[0] + 1, 1e-4);
      EXPECT_NEAR(ray.origin[1] + t * ray.direction[1], 2 * pixel[1] + 1, 1e-4);
      EXPECT_NEAR(ray.origin[2] + t * ray.direction[2], height, 1e-4);
      EXPECT_NEAR(depthAt(Scene.scene.camera, t), 82.0f - height, 1e-4);
    }
    EXPECT_NEAR(Scene.scene.camera.window.ofDepth(50.0f), (50.0 - 1.0) / 99.0, 1e-6);
  }
  // Clipping planes, opaque geometry and the near plane cut it.
  const int pixel[2] = { 7, 5 };
  Ray ray;
  Scene.scene.clipPlanes.count = 2;
  const float planes[2][4] = { { 0, 0, 1, -4 }, { 0, 0, -1, 30 } }; // 4 <= z <= 30
  std::copy(&planes[0][0], &planes[0][0] + 8, &Scene.scene.clipPlanes.planes[0][0]);
  setupRay(Scene.scene, pixel, ray);
  EXPECT_NEAR(depthAt(Scene.scene.camera, ray.begin), 52.0f, 1e-4);
  EXPECT_NEAR(depthAt(Scene.scene.camera, ray.end), 78.0f, 1e-4);
  std::vector<float> opaque(std::size_t(Width) * Height, 1.0f);
  opaque[at(7, 5)] = static_cast<float>((70.0 - 1.0) / 99.0);
  Scene.scene.opaqueDepth = opaque.data();
  setupRay(Scene.scene, pixel, ray);
  EXPECT_NEAR(depthAt(Scene.scene.camera, ray.end), 70.0f, 1e-3);
  const float across[4] = { 1, 0, 0, -15.5f }; // x >= 15.5; the pixel is at 15
  std::copy(across, across + 4, Scene.scene.clipPlanes.planes[1]);
  setupRay(Scene.scene, pixel, ray);
  EXPECT_FALSE(ray.begin <= ray.end);
}

TEST(IsosurfaceKernels, ParametersOfRaysAreZeroAtTheMiddleOfTheVolume)
{
  // However far the eye is, so that positions in the volume keep their digits.
  KernelScene<float> s({ 40, 24, 32 }, gyroidOf, { 0.3f });
  for (const double distance : { 60.0, 1e3, 1e6 })
  {
    const Vector eye = { 20 + 0.48 * distance, 12 - 0.36 * distance, 16 + 0.8 * distance };
    for (const Camera& camera : { perspectiveCamera(eye, { 21, 11, 17 }, 30.0, 1.0, 2.0 * distance, 16, 16),
           parallelCamera(eye, { 21, 11, 17 }, 20.0, 1.0, 2.0 * distance, 16, 16) })
    {
      s.look(camera);
      const auto middle = transform(camera.meshToEye, { 20, 12, 16 });
      EXPECT_NEAR(depthAt(s.scene.camera, 0.0f), -middle[2], 1e-5 * distance);
    }
  }
}

TEST_F(Layers, CroppingRegions)
{
  const int pixel[2] = { 7, 5 }; // x = 15, y = 11
  Ray ray;
  setupRay(Scene.scene, pixel, ray);
  const float t = 0.5f * (ray.begin + ray.end); // z = 16
  EXPECT_FALSE(Scene.scene.cropping.removes(ray, t));
  Scene.scene.cropping.on = 1;
  const struct
  {
    float planes[6];
    int region;
  } cases[] = { { { 20, 30, 20, 30, 20, 30 }, 0 }, { { 10, 30, 20, 30, 20, 30 }, 1 },
    { { 5, 10, 20, 30, 20, 30 }, 2 }, { { 20, 30, 10, 30, 20, 30 }, 3 }, { { 20, 30, 5, 10, 20, 30 }, 6 },
    { { 20, 30, 20, 30, 10, 30 }, 9 }, { { 10, 30, 10, 30, 10, 30 }, 13 }, { { 5, 10, 5, 10, 5, 10 }, 26 },
    { { 15, 15, 20, 30, 20, 30 }, 1 } };
  for (const auto& c : cases)
  {
    std::copy(c.planes, c.planes + 6, Scene.scene.cropping.planes);
    Scene.scene.cropping.regions = 1u << c.region;
    EXPECT_FALSE(Scene.scene.cropping.removes(ray, t)) << c.region;
    Scene.scene.cropping.regions = 0x7ffffffu & ~(1u << c.region);
    EXPECT_TRUE(Scene.scene.cropping.removes(ray, t)) << c.region;
  }
}

/// A pixel of the picture after both layers: 0.5 and 0.25 of the colour, behind the first at height 20.25.
void expectBothLayers(const Float4& color, float depth, const Float4& hit)
{
  EXPECT_FLOAT_EQ(color.x, 0.75f * 0.25f);
  EXPECT_FLOAT_EQ(color.y, 0.75f * 0.5f);
  EXPECT_FLOAT_EQ(color.z, 0.75f * 0.75f);
  EXPECT_FLOAT_EQ(color.w, 0.75f);
  EXPECT_EQ(depth, 1.0f); // nothing ended the ray
  EXPECT_NEAR(hit.x, 82.0 - 20.25, 1e-4);
  EXPECT_NEAR(hit.y, 0.0, 1e-6);
  EXPECT_NEAR(hit.z, 0.0, 1e-6);
  EXPECT_NEAR(hit.w, 1.0, 1e-6); // values rise towards the eye
}

TEST_F(Layers, StagesOfOneRay)
{
  const std::uint32_t number = this->rayOf(7, 5);
  const IsosurfaceImage image = Scene.image();
  const RayStates states = Scene.states();
  std::uint32_t out = 0, other = 0;

  // Generation: the pixel is empty, the ray begins where it enters the grid with the root on its stack.
  ASSERT_TRUE((GenerateRays<>{ &Scene.scene, states, image }(number, out)));
  EXPECT_EQ(out, number);
  EXPECT_EQ(Scene.color[at(7, 5)].w, 0.0f);
  EXPECT_EQ(Scene.depth[at(7, 5)], 1.0f);
  EXPECT_TRUE(std::isinf(Scene.hits[at(7, 5)].x));
  EXPECT_EQ(Scene.sizes[number], 1);
  EXPECT_EQ(Scene.stacks[number], Scene.nodes[1].ref);
  EXPECT_NEAR(depthAt(Scene.scene.camera, Scene.progress[number].t), 50.0f, 1e-4);
  EXPECT_LT(Scene.progress[number].surfaceClass, 0);

  // The upper layer, nothing more in its leaf, the lower layer.
  const RayList list = { &number, nullptr, nullptr };
  const struct
  {
    int leaf;
    double height; ///< 0: no crossing
  } rounds[] = { { 1, 20.25 }, { 1, 0.0 }, { 0, 7.5 } };
  float opacity = 0.0f;
  for (const auto& round : rounds)
  {
    ASSERT_TRUE((TraverseBVH<>{ &Scene.scene, states, list }(0, out)));
    EXPECT_EQ(out, number);
    GlobalStack stack = openStack(states, number);
    ASSERT_TRUE(isLeafRef(stack.top()));
    int leaf[3];
    leafOfRef(stack.top(), leaf);
    EXPECT_EQ(leaf[0], 0); // x = 15
    EXPECT_EQ(leaf[1], 0);
    EXPECT_EQ(leaf[2], round.leaf);
    const unsigned where =
      IntersectLeaf<false, VolumeView<float>>{ &Scene.scene, Scene.volume, states, list }(0, out, other);
    if (round.height == 0.0)
    {
      ASSERT_EQ(where, 2u);
      EXPECT_EQ(other, number);
      continue;
    }
    ASSERT_EQ(where, 1u);
    EXPECT_EQ(out, number);
    EXPECT_NEAR(depthAt(Scene.scene.camera, Scene.crossings[number].x), 82.0 - round.height, 1e-4);
    EXPECT_EQ(Scene.surfaces[number], round.leaf);
    EXPECT_NEAR(Scene.crossings[number].w, 1.0, 1e-5); // the gradient
    ASSERT_TRUE((ShadeHits<>{ &Scene.scene, states, image, &number }(0, out)));
    EXPECT_EQ(out, number);
    opacity += 0.5f * (1.0f - opacity);
    EXPECT_FLOAT_EQ(Scene.color[at(7, 5)].w, opacity);
  }
  expectBothLayers(Scene.color[at(7, 5)], Scene.depth[at(7, 5)], Scene.hits[at(7, 5)]);

  // Behind both there is nothing: the leaf is left with an empty stack.
  ASSERT_TRUE((TraverseBVH<>{ &Scene.scene, states, list }(0, out)));
  EXPECT_EQ(
    (IntersectLeaf<false, VolumeView<float>>{ &Scene.scene, Scene.volume, states, list }(0, out, other)), 0u);
}

TEST_F(Layers, RaysThatMissAreDropped)
{
  const GenerateRays<> generate = { &Scene.scene, Scene.states(), Scene.image() };
  std::uint32_t out = 0;
  int kept = 0;
  for (std::int64_t number = 0; number < Scene.numRays(); ++number)
    kept += generate(number, out);
  EXPECT_EQ(kept, Width * Height);
  // Without a surface no ray is left, but all pixels are written.
  KernelScene<float> empty({ 40, 24, 32 }, [](double, double, double z) { return z; }, { 50.0f });
  const Matrix view = lookAt({ 20, 12, 82 }, { 20, 12, 0 }, { 0, 1, 0 });
  empty.look(makeCamera(view, orthographic(-20, 20, -12, 12, 1.0, 100.0), Width, Height));
  for (std::int64_t number = 0; number < empty.numRays(); ++number)
    EXPECT_FALSE((GenerateRays<>{ &empty.scene, empty.states(), empty.image() }(number, out)));
  for (std::size_t pixel = 0; pixel < empty.color.size(); ++pixel)
  {
    EXPECT_EQ(empty.color[pixel].w, 0.0f);
    EXPECT_EQ(empty.depth[pixel], 1.0f);
    EXPECT_TRUE(std::isinf(empty.hits[pixel].x));
  }
}

TEST_F(Layers, WholeRaysInOneKernel)
{
  const SceneByValue scene = { Scene.scene };
  const auto check = [&](const char* name) {
    SCOPED_TRACE(name);
    for (int j = 0; j < Height; ++j)
      for (int i = 0; i < Width; ++i)
        expectBothLayers(Scene.color[at(i, j)], Scene.depth[at(i, j)], Scene.hits[at(i, j)]);
  };
  for (std::int64_t number = 0; number < Scene.numRays(); ++number)
    CastIsosurfaces<false, VolumeView<float>>{ scene, Scene.volume, Scene.image() }(number);
  check("CastIsosurfaces");
  std::fill(Scene.color.begin(), Scene.color.end(), Float4{ 9, 9, 9, 9 });
  std::fill(Scene.hits.begin(), Scene.hits.end(), Float4{ 9, 9, 9, 9 });
  for (std::int64_t number = 0; number < Scene.numRays(); ++number)
    CastByKdJump<false, VolumeView<float>>{ scene, Scene.volume, Scene.image(), Scene.tree.data() }(number);
  check("CastByKdJump");
}

TEST_F(Layers, OpaqueSurfacesEndTheRay)
{
  for (SurfaceEntry& entry : Scene.entries)
    entry.opacity = 1.0f;
  for (const bool opaque : { false, true })
  {
    if (opaque) // is for one isovalue
      Scene.scene.surfaces = { &Scene.entries[1], 1, Scene.entries[1].value };
    const SceneByValue scene = { Scene.scene };
    for (std::int64_t number = 0; number < Scene.numRays(); ++number)
    {
      if (opaque)
        CastIsosurfaces<true, VolumeView<float>>{ scene, Scene.volume, Scene.image() }(number);
      else
        CastIsosurfaces<false, VolumeView<float>>{ scene, Scene.volume, Scene.image() }(number);
    }
    for (std::size_t pixel = 0; pixel < Scene.color.size(); ++pixel)
    {
      EXPECT_EQ(Scene.color[pixel].x, 0.25f);
      EXPECT_EQ(Scene.color[pixel].w, 1.0f);
      EXPECT_NEAR(Scene.depth[pixel], (82.0 - 20.25 - 1.0) / 99.0, 1e-6);
    }
  }
}

TEST_F(Layers, EarlyTermination)
{
  // Half of the light is left behind the upper layer.
  for (const float limit : { 0.49f, 0.51f })
  {
    Scene.scene.earlyTermination = limit;
    const SceneByValue scene = { Scene.scene };
    CastIsosurfaces<false, VolumeView<float>>{ scene, Scene.volume, Scene.image() }(this->rayOf(3, 2));
    EXPECT_FLOAT_EQ(Scene.color[at(3, 2)].w, limit > 0.5f ? 0.5f : 0.75f);
    EXPECT_EQ(Scene.depth[at(3, 2)] < 1.0f, true); // where the ray ended, there is depth
    EXPECT_NEAR(Scene.depth[at(3, 2)], (82.0 - (limit > 0.5f ? 20.25 : 7.5) - 1.0) / 99.0, 1e-6);
  }
}

TEST(IsosurfaceKernels, TwoListsOneAfterTheOther)
{
  const std::uint32_t first[] = { 5, 6, 7 }, second[] = { 8, 9 };
  const std::uint64_t count = 3;
  const RayList one = { first, nullptr, nullptr }, both = { first, &count, second };
  for (std::int64_t i = 0; i < 3; ++i)
    EXPECT_EQ(one[i], 5u + i);
  for (std::int64_t i = 0; i < 5; ++i)
    EXPECT_EQ(both[i], 5u + i);
}

TEST(IsosurfaceKernels, StacksOfRaysDoNotMeet)
{
  // Three rays by turns; each takes back what it put down, in the order of a stack.
  std::vector<std::uint32_t> items(3 * 4, 99);
  GlobalStack stacks[3] = { { items.data(), 3, 0 }, { items.data() + 1, 3, 0 }, { items.data() + 2, 3, 0 } };
  for (std::uint32_t round = 0; round < 4; ++round)
    for (std::uint32_t ray = 0; ray < 3; ++ray)
    {
      EXPECT_EQ(stacks[ray].empty(), round == 0);
      stacks[ray].push(10 * ray + round);
      EXPECT_EQ(stacks[ray].top(), 10 * ray + round);
    }
  for (std::uint32_t round = 4; round-- > 0;)
    for (std::uint32_t ray = 0; ray < 3; ++ray)
      EXPECT_EQ(stacks[ray].pop(), 10 * ray + round);
  for (const GlobalStack& stack : stacks)
    EXPECT_TRUE(stack.empty());
}

TEST_F(Layers, Counts)
{
  std::uint64_t rays = 0, leaves = 0, shown = 0, numbers = 0;
  for (std::int64_t number = 0; number < Scene.numRays(); ++number)
    CountRays{ { Scene.scene }, &rays }(number);
  EXPECT_EQ(rays, std::uint64_t(Width) * Height);
  const std::int64_t slots = std::int64_t(1) << Scene.scene.layout.depth;
  for (std::int64_t slot = 0; slot < slots; ++slot)
    CountLeaves{ Scene.nodes.data(), slots, &leaves }(slot);
  EXPECT_EQ(leaves, 3u * 2u * 2u); // both layers of leaves have a surface
  const Float4 color[4] = { { 0, 0, 0, 0 }, { 0, 0, 0, 0.1f }, { 1, 1, 1, 0 }, { 0, 0, 0, 1 } };
  for (std::int64_t i = 0; i < 4; ++i)
    CountHits{ color, &shown }(i);
  EXPECT_EQ(shown, 2u);
  const float values[5] = { 1, INFINITY, -INFINITY, NAN, -3e38f };
  for (std::int64_t i = 0; i < 5; ++i)
    CountNonFinite{ values, &numbers }(i);
  EXPECT_EQ(numbers, 3u);
}

} // namespace
