// SPDX-License-Identifier: BSD-3-Clause
// The histogram of a mesh by the ray caster, compared with a plain count of all tets in double precision.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "MeshVolume/RayCastTest.h"
#include "Oracles/Randomness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <set>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double None = std::numeric_limits<double>::quiet_NaN();
constexpr int Squares = MeshHistogram::squares;

/// A tet's volume times six, its location, and the magnitude of its gradient.
struct Shape
{
  double determinant = 0, magnitude = 0;
  Vector least = { 0, 0, 0 }, greatest = { 0, 0, 0 }, centroid = { 0, 0, 0 };

  /// The given values at the tet's points count.
  Shape(const OracleScene& scene, std::size_t t, const std::vector<double>& values)
  {
    Vector p[4], normal[3];
    double v[4];
    for (std::size_t i = 0; i < 4; ++i)
    {
      const auto point = static_cast<std::size_t>(scene.tets[4 * t + i]);
      v[i] = values.empty() ? 0.0 : values[point];
      for (std::size_t a = 0; a < 3; ++a)
      {
        p[i][a] = scene.points[3 * point + a];
        least[a] = i == 0 ? p[i][a] : std::min(least[a], p[i][a]);
        greatest[a] = i == 0 ? p[i][a] : std::max(greatest[a], p[i][a]);
        centroid[a] += 0.25 * p[i][a];
      }
    }
    Vector gradient = { 0, 0, 0 };
    for (std::size_t i = 0; i < 3; ++i)
    {
      const Vector a = minus(p[1 + (i + 1) % 3], p[0]), b = minus(p[1 + (i + 2) % 3], p[0]);
      normal[i] = { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
      for (std::size_t c = 0; c < 3; ++c)
        gradient[c] += (v[i + 1] - v[0]) * normal[i][c];
    }
    const Vector edge = minus(p[1], p[0]);
    determinant = std::abs(edge[0] * normal[0][0] + edge[1] * normal[0][1] + edge[2] * normal[0][2]);
    magnitude = norm(gradient) / determinant;
  }
};

/// The reference histogram: adds every tet that is kept and has a volume, one after the other. `ofPoints` has
/// the values whose gradients belong to cell values.
MeshHistogram plainCount(const OracleScene& scene, const MeshHistogramInput& input,
  const std::function<bool(std::size_t, const Shape&)>& isKept = nullptr,
  const std::vector<double>& ofPoints = {})
{
  MeshHistogram plain;
  plain.volumes.assign(static_cast<std::size_t>(input.values.count * input.gradients.count), 0.0);
  for (auto& shadow : plain.shadows)
    shadow.assign(std::size_t(Squares) * Squares, 0);
  for (std::size_t t = 0; t < scene.tets.size() / 4; ++t)
  {
    const Shape shape(scene, t, scene.perCell ? ofPoints : scene.scalars);
    if (!(shape.determinant > 0.0) || (isKept && !isKept(t, shape)))
      continue;
    std::size_t row = 0;
    if (input.gradients.count > 1)
    {
      if (!std::isfinite(shape.magnitude))
        continue;
      plain.largestGradient = std::max(plain.largestGradient, shape.magnitude);
      row = static_cast<std::size_t>(
        input.gradients.binOf(std::clamp(shape.magnitude, input.gradients.low, input.gradients.high)));
    }
    bool counts = false;
    const auto add = [&](int bin, double part) {
      plain.volumes[row * static_cast<std::size_t>(input.values.count) + static_cast<std::size_t>(bin)] +=
        part;
      counts = true;
    };
    if (scene.perCell)
      addCell(scene.scalars[t], shape.determinant / 6.0, input.values, add);
    else
    {
      double values[4];
      for (std::size_t i = 0; i < 4; ++i)
        values[i] = scene.scalars[static_cast<std::size_t>(scene.tets[4 * t + i])];
      addTet(values, shape.determinant / 6.0, input.values, add);
    }
    const auto square = [&](double x, std::size_t a) {
      const double length = input.bounds[2 * a + 1] - input.bounds[2 * a];
      return length > 0 ? static_cast<std::size_t>(
                            std::clamp((x - input.bounds[2 * a]) / length * Squares, 0.0, Squares - 1.0))
                        : std::size_t(0);
    };
    for (std::size_t axis = 0; axis < 3 && counts; ++axis)
    {
      const std::size_t a = (axis + 1) % 3, b = (axis + 2) % 3;
      for (std::size_t i = square(shape.least[a] + 1e-5, a); i <= square(shape.greatest[a] - 1e-5, a); ++i)
        for (std::size_t k = square(shape.least[b] + 1e-5, b); k <= square(shape.greatest[b] - 1e-5, b); ++k)
          plain.shadows[axis][Squares * i + k] = 1;
    }
  }
  return plain;
}

double sumOf(const std::vector<double>& volumes)
{
  return std::accumulate(volumes.begin(), volumes.end(), 0.0);
}

/// A mesh whose numbers are exact as floats, also after normalization: points in [-1, 1]^3, values from 0 to
/// 1024. Cells overlap; some are flat, some lack a value, and some have the same value at all points.
OracleScene exactMesh(Randomness& random, int numPoints, int numTets, bool perCell = false)
{
  constexpr double Thin = 1e-4; // floats may or may not resolve it

  OracleScene scene;
  scene.points = { -1, -1, -1, 1, 1, 1 };
  scene.scalars = { 0, 1024 };
  for (int p = 2; p < numPoints; ++p)
  {
    for (int a = 0; a < 3; ++a)
      scene.points.push_back((random.integer(2049) - 1024) / 1024.0);
    scene.scalars.push_back(random.chance(0.3) ? 300.0
        : random.chance(0.03)                  ? None
        : random.chance(0.03)                  ? std::numeric_limits<double>::infinity()
                                               : random.integer(1025));
  }
  std::set<std::array<std::int64_t, 4>> seen;
  while (static_cast<int>(seen.size()) < numTets)
  {
    std::array<std::int64_t, 4> tet;
    for (std::int64_t& point : tet)
      point = random.integer(numPoints);
    std::array<std::int64_t, 4> sorted = tet;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end() || !seen.insert(sorted).second)
      continue;
    scene.tets.insert(scene.tets.end(), tet.begin(), tet.end());
    const double determinant = Shape(scene, scene.tets.size() / 4 - 1, {}).determinant;
    if (determinant > 0.0 && determinant < Thin)
    {
      scene.tets.resize(scene.tets.size() - 4);
      seen.erase(sorted);
    }
  }
  scene.perCell = perCell;
  if (perCell)
  {
    scene.scalars = { 0, 1024 };
    for (int t = 2; t < numTets; ++t)
      scene.scalars.push_back(random.chance(0.05) ? None : random.integer(1025));
  }
  return scene;
}

MeshHistogramInput inputOf(const HistogramBins& values, const HistogramBins& gradients = {})
{
  MeshHistogramInput input;
  input.values = values;
  input.gradients = gradients;
  for (int i = 0; i < 6; ++i)
    input.bounds[i] = i % 2 ? 1.0 : -1.0;
  return input;
}

class MeshHistograms : public RayCastTest
{
protected:
  void give(const OracleScene& scene)
  {
    giveMesh(this->caster(), scene);
    giveScalars(this->caster(), scene);
  }

  /// `tolerance` is relative to the whole volume that counts.
  static void expectSame(
    const MeshHistogram& found, const MeshHistogram& plain, double tolerance, const std::string& what)
  {
    ASSERT_EQ(found.volumes.size(), plain.volumes.size()) << what;
    const double all = sumOf(plain.volumes);
    for (std::size_t i = 0; i < plain.volumes.size(); ++i)
      ASSERT_NEAR(found.volumes[i], plain.volumes[i], tolerance * all) << what << ", bin " << i;
    EXPECT_NEAR(found.largestGradient, plain.largestGradient, tolerance * plain.largestGradient) << what;
  }
};

TEST_P(MeshHistograms, EqualAPlainCount)
{
  for (const std::uint32_t seed : seedsOf("MeshHistograms", 8, 8))
  {
    Randomness random(seed);
    const bool perCell = seed % 4 == 3;
    const OracleScene scene = exactMesh(random, 40, 300, perCell);
    this->give(scene);
    std::vector<double> ofPoints;
    if (perCell)
    {
      ofPoints = { 0, 512 };
      for (int p = 2; p < 40; ++p)
        ofPoints.push_back(random.integer(513));
      this->caster().setGradientScalars(fieldOf(ofPoints, false));
    }
    for (const double low : { 0.0, 128.0, 300.0 })
      for (const int count : { 1, 2, 16, 256 })
        for (const int rows : { 1, 5 })
        {
          // All values, some values, and a single value.
          const double high = low == 0.0 ? 1024.0 : low == 128.0 ? 640.0 : 300.0;
          const MeshHistogramInput input = inputOf({ low, high, count }, { 100.0, 3000.0, rows });
          const MeshHistogram plain = plainCount(scene, input, nullptr, ofPoints);
          const std::string what = "seed " + std::to_string(seed) + ", " + std::to_string(count) +
            " bins from " + std::to_string(low) + ", rows " + std::to_string(rows);
          EXPECT_TRUE(sumOf(plain.volumes) > 0.1 || low == 300.0) << what;
          expectSame(this->caster().histogram(input), plain, 1e-12, what);
        }
  }
}

/// Positions and values of user meshes are rounded to floats; histograms agree as well as the rounded numbers
/// do.
TEST_P(MeshHistograms, OfMeshesThatAreRounded)
{
  for (const auto& [name, scene] : { std::pair{ "nonconvex", nonConvexMesh() },
         { "far", farFromOriginMesh() }, { "slivers", sliverMesh() }, { "seam", flatTetSeam() } })
  {
    this->give(scene);
    double range[2];
    this->caster().scalarRange(range);
    const MeshHistogramInput input = inputOf({ range[0], range[1], 64 });
    expectSame(this->caster().histogram(input), plainCount(scene, input), 2e-6, name);
  }
}

TEST_P(MeshHistograms, NothingIsLost)
{
  const OracleScene scene = convexMesh();
  this->give(scene);
  double range[2], volume = 0;
  this->caster().scalarRange(range);
  for (std::size_t t = 0; t < scene.tets.size() / 4; ++t)
    volume += Shape(scene, t, {}).determinant / 6.0;
  std::vector<double> sums;
  for (const HistogramBins& gradients : { HistogramBins{}, HistogramBins{ 0.0, 0.5, 3 } })
    for (const int count : { 1, 7, 4000 })
      sums.push_back(
        sumOf(this->caster().histogram(inputOf({ range[0], range[1], count }, gradients)).volumes));
  EXPECT_NEAR(sums.front(), volume, 1e-6 * volume);
  for (const double sum : sums)
    EXPECT_NEAR(sum, sums.front(), 1e-10 * volume);
}

/// More bins than a block of threads can hold.
TEST_P(MeshHistograms, ManyBins)
{
  Randomness random(5);
  const OracleScene scene = exactMesh(random, 60, 500);
  this->give(scene);
  const MeshHistogramInput many = inputOf({ 0.0, 1024.0, 4096 }, { 0.0, 4000.0, 4 });
  const MeshHistogram plain = plainCount(scene, many);
  expectSame(this->caster().histogram(many), plain, 1e-12, "4096 x 4");
  const MeshHistogram most = this->caster().histogram(inputOf({ 0.0, 1024.0, 1024 }, { 0.0, 4000.0, 4 }));
  expectSame(most, plainCount(scene, inputOf({ 0.0, 1024.0, 1024 }, { 0.0, 4000.0, 4 })), 1e-12, "1024 x 4");
  EXPECT_EQ(this->caster().histogram(many).volumes, this->caster().histogram(many).volumes)
    << "the same in every run";
  EXPECT_EQ(this->caster().histogram(many).shadows, most.shadows);
}

/// Whole numbers that are exact as floats only before normalization still fall into their own bin. The ends
/// of the range fall into the first and the last bin.
TEST_P(MeshHistograms, ValuesAtTheEndsOfBins)
{
  OracleScene scene = kuhnMesh();
  scene.perCell = true;
  scene.scalars.resize(scene.tets.size() / 4);
  for (const int last : { 2, 26, 99, 1000 })
  {
    for (std::size_t t = 0; t < scene.scalars.size(); ++t)
      scene.scalars[t] = static_cast<double>(t % static_cast<std::size_t>(last + 1));
    this->give(scene);
    for (const int count : { last, last + 1 })
    {
      // If bins are one wide, the last bin has two numbers, or the range ends one above the largest number.
      const MeshHistogramInput input = inputOf({ 0.0, static_cast<double>(count), count });
      expectSame(
        this->caster().histogram(input), plainCount(scene, input), 1e-6, std::to_string(last) + " numbers");
    }
  }
  // Constant point values fall into one bin as well.
  scene.perCell = false;
  scene.scalars.assign(scene.points.size() / 3, 3.0);
  this->give(scene);
  const MeshHistogram one = this->caster().histogram(inputOf({ 3.0, 3.0, 8 }));
  EXPECT_NEAR(one.volumes[0], sumOf(one.volumes), 0.0);
  EXPECT_GT(one.volumes[0], 1.0);
  EXPECT_EQ(sumOf(this->caster().histogram(inputOf({ 3.5, 4.0, 8 })).volumes), 0.0);
  EXPECT_EQ(this->caster().histogram(inputOf({ 2.0, 4.0, 2 })).volumes[1], one.volumes[0]) << "the lower end";
  EXPECT_EQ(this->caster().histogram(inputOf({ 1.0, 3.0, 2 })).volumes[1], one.volumes[0]) << "the last";
}

TEST_P(MeshHistograms, OfWhatThresholdAndBoxLeave)
{
  int filled[5][3] = {};
  for (const std::uint32_t seed : seedsOf("MeshHistogramCuts", 4, 4))
  {
    Randomness random(seed);
    const OracleScene scene = exactMesh(random, 40, 300);
    std::vector<double> ofTets, ofPoints, above;
    for (int i = 0; i < 300; ++i)
    {
      ofTets.push_back(random.chance(0.1) ? None : random.integer(17));
      above.push_back(ofTets.back() + random.integer(4));
    }
    for (int i = 0; i < 40; ++i)
      ofPoints.push_back(random.chance(0.05) ? None : random.integer(17));
    ofTets.front() = above.front() = ofPoints.front() = 0;
    ofTets.back() = above.back() = ofPoints.back() = 16;
    const auto isWithin = [](double value) { return value >= 2 && value <= 12; };
    CropBox box;
    std::copy_n(std::array<double, 3>{ -0.3, -0.41, -0.2 }.data(), 3, box.origin);
    box.edges[0][1] = 0.3; // not along the axes
    for (const int cuts : { 0, 1, 2, 3, 4 })
      for (const int boxes : { 0, 1, 2 })
      {
        this->give(scene);
        if (cuts == 1)
          this->caster().setThresholdScalars(fieldOf(ofTets, true));
        if (cuts == 2 || cuts == 4)
          this->caster().setThresholdScalars(fieldOf(ofPoints, false));
        if (cuts == 3)
          this->caster().setThresholdRanges(fieldOf(ofTets, true), fieldOf(above, true));
        this->caster().setThreshold(2, 12);
        MeshHistogramInput input = inputOf({ 0.0, 1024.0, 16 }, { 0.0, 4000.0, 2 });
        input.obeysThreshold = cuts != 4;
        input.box = box;
        input.box.on = boxes > 0;
        input.box.keepsOutside = boxes == 2;
        const auto isKept = [&](std::size_t t, const Shape& shape) {
          bool kept = true;
          if (cuts == 1 || cuts == 3)
            kept = isWithin(ofTets[t]) && isWithin(cuts == 3 ? above[t] : ofTets[t]);
          for (std::size_t i = 0; i < 4 && cuts == 2; ++i)
            kept = kept && isWithin(ofPoints[static_cast<std::size_t>(scene.tets[4 * t + i])]);
          const Vector from = minus(shape.centroid, { box.origin[0], box.origin[1], box.origin[2] });
          // p = a (1, 0.3, 0) + b (0, 1, 0) + c (0, 0, 1)
          const double a = from[0], b = from[1] - 0.3 * a, c = from[2];
          const bool isInside = std::min({ a, b, c }) >= 0 && std::max({ a, b, c }) <= 1;
          return kept && (boxes == 0 || isInside == (boxes == 1));
        };
        const MeshHistogram plain = plainCount(scene, input, isKept);
        const std::string what = "seed " + std::to_string(seed) + ", cuts " + std::to_string(cuts) +
          ", boxes " + std::to_string(boxes);
        filled[cuts][boxes] += sumOf(plain.volumes) > 0.0;
        expectSame(this->caster().histogram(input), plain, 1e-12, what);
      }
  }
  // A threshold on points hides some meshes completely, and together with the inside of a box most of them.
  for (int cuts = 0; cuts < 5; ++cuts)
    for (int boxes = 0; boxes < 3; ++boxes)
      EXPECT_TRUE(filled[cuts][boxes] > 0 || (cuts == 2 && boxes == 1))
        << "cuts " << cuts << ", boxes " << boxes;
}

/// Overlapping cells have more total volume than 64-bit numbers can hold with their first unit. A few small
/// cells have so little that most digits would be lost with it.
TEST_P(MeshHistograms, MuchAndLittleVolume)
{
  Randomness random(3);
  const OracleScene crowd = exactMesh(random, 100, 40000);
  this->give(crowd);
  MeshHistogramInput input;
  for (const int count : { 1, 16 })
  {
    input = inputOf({ 0.0, 1024.0, count });
    const MeshHistogram plain = plainCount(crowd, input);
    EXPECT_GT(sumOf(plain.volumes), 1000.0) << "the cube has 8";
    expectSame(this->caster().histogram(input), plain, 1e-12, "they overlap");
  }

  // The cells of a cluster, far from two points in no cell.
  OracleScene small = exactMesh(random, 40, 100);
  small.points.insert(small.points.end(), { -1, -1, -1, 1, 1, 1 });
  small.scalars.insert(small.scalars.end(), { 0, 1024 });
  for (std::size_t i = 0; i + 6 < small.points.size(); ++i)
    small.points[i] = 0.75 + small.points[i] / 4096.0;
  std::vector<std::int64_t> kept; // without thin cells, for which floats have few digits
  for (std::size_t t = 0; t < small.tets.size() / 4; ++t)
    if (Shape(small, t, {}).determinant > std::pow(0.5 / 4096.0, 3))
      kept.insert(kept.end(), small.tets.begin() + static_cast<std::ptrdiff_t>(4 * t),
        small.tets.begin() + static_cast<std::ptrdiff_t>(4 * t + 4));
  small.tets = kept;
  this->give(small);
  const MeshHistogram tiny = plainCount(small, input);
  EXPECT_GT(kept.size(), 40u);
  EXPECT_LT(sumOf(tiny.volumes), 1e-9);
  expectSame(this->caster().histogram(input), tiny, 1e-9, "they are tiny");
}

/// Cells that the mesh drops do not count: duplicates, cells with a repeated point, and cells with an invalid
/// point.
TEST_P(MeshHistograms, OfCellsThatAreDrawn)
{
  OracleScene scene = twoTets(Contact::Face);
  const MeshHistogramInput input = inputOf({ 0.0, 1.0, 8 });
  const MeshHistogram plain = plainCount(scene, input);
  scene.tets.insert(scene.tets.end(), { 2, 0, 3, 1, 1, 2, 2, 4, 0, 1, 2, 77 });
  this->give(scene);
  expectSame(this->caster().histogram(input), plain, 1e-6, "the two that are left");
}

TEST_P(MeshHistograms, ShadowsOfWhatCounts)
{
  // A lattice whose cells end where squares do. A threshold leaves two walls of it.
  OracleScene scene = alignedLattice(generator::Cut::Kuhn);
  this->give(scene);
  std::vector<double> walls;
  for (std::size_t t = 0; t < scene.tets.size() / 4; ++t)
    walls.push_back(std::abs(Shape(scene, t, {}).centroid[0]) > 0.5 ? 1.0 : 0.0);
  MeshHistogramInput input = inputOf({ -6.0, 6.0, 4 });
  const MeshHistogram whole = this->caster().histogram(input);
  EXPECT_EQ(whole.shadows, plainCount(scene, input).shadows);
  EXPECT_EQ(std::count(whole.shadows[0].begin(), whole.shadows[0].end(), 1), Squares * Squares);
  this->caster().setThresholdScalars(fieldOf(walls, true));
  this->caster().setThreshold(0.5, 1.0);
  const auto isWall = [&](std::size_t t, const Shape&) { return walls[t] > 0.5; };
  const MeshHistogram two = this->caster().histogram(input);
  EXPECT_EQ(two.shadows, plainCount(scene, input, isWall).shadows);
  EXPECT_EQ(std::count(two.shadows[1].begin(), two.shadows[1].end(), 1), Squares * Squares / 2);
  // Only cells with a part in a bin cast shadows. The bounds may be others, or flat.
  input.values = { 2.0, 6.0, 4 };
  EXPECT_EQ(this->caster().histogram(input).shadows, plainCount(scene, input, isWall).shadows);
  for (const double end : { 3.0, -1.0 })
  {
    input.bounds[1] = end;
    EXPECT_EQ(this->caster().histogram(input).shadows, plainCount(scene, input, isWall).shadows) << end;
  }
}

TEST_P(MeshHistograms, LeavePicturesAsTheyAre)
{
  const Camera camera = perspectiveView(imageSize(32), imageSize(32));
  OracleScene scene = nonConvexMesh();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  const std::vector<float> before = this->picture(camera);
  const std::size_t held = this->caster().memory().resident + this->caster().memory().frame;
  this->caster().histogram(inputOf({ 0.0, 1.0, 4096 }, { 0.0, 1.0, 8 }));
  EXPECT_EQ(this->caster().memory().resident + this->caster().memory().frame, held) << "nothing stays";
  EXPECT_EQ(this->picture(camera), before);
}

TEST_P(MeshHistograms, BadInput)
{
  const MeshHistogramInput good = inputOf({ 0.0, 1.0, 4 });
  EXPECT_THROW(this->caster().histogram(good), InvalidInput) << "before a mesh";
  OracleScene scene = singleTet();
  giveMesh(this->caster(), scene);
  EXPECT_THROW(this->caster().histogram(good), InvalidInput) << "before values";
  giveScalars(this->caster(), scene);
  EXPECT_GT(sumOf(this->caster().histogram(good).volumes), 0.0);
  for (const HistogramBins& bins :
    { HistogramBins{ 0, 1, 0 }, HistogramBins{ 1, 0, 4 }, HistogramBins{ None, 1, 4 },
      HistogramBins{ 0, std::numeric_limits<double>::infinity(), 4 }, HistogramBins{ 0, 1, (1 << 26) + 1 } })
  {
    EXPECT_THROW(this->caster().histogram(inputOf(bins)), InvalidInput);
    EXPECT_THROW(this->caster().histogram(inputOf({ 0, 1, 4 }, bins)), InvalidInput);
  }
  MeshHistogramInput flat = good;
  flat.box.on = true;
  flat.box.edges[2][2] = 0.0;
  EXPECT_THROW(this->caster().histogram(flat), InvalidInput);

  const std::vector<double> one = { 0.5 }, colors(12, 0.5);
  this->caster().setScalars(fieldOf(one, true));
  EXPECT_THROW(this->caster().histogram(inputOf({ 0, 1, 4 }, { 0, 1, 2 })), InvalidInput)
    << "no values at points";
  EXPECT_GT(sumOf(this->caster().histogram(good).volumes), 0.0);
  Field red = fieldOf(colors, false);
  red.numTuples = 4;
  red.numComponents = 3;
  this->caster().setColors(red, 1.0);
  EXPECT_THROW(this->caster().histogram(good), InvalidInput) << "colors";
}

TEST_P(MeshHistograms, OutOfMemory)
{
  OracleScene scene = singleTet();
  this->Caster = LookedCaster::create({ this->GetParam(), 0 }, std::size_t(16) << 20);
  this->give(scene);
  const MeshHistogramInput large = inputOf({ 0.0, 1.0, 1 << 22 }), small = inputOf({ 0.0, 1.0, 1 << 10 });
  EXPECT_THROW(this->caster().histogram(large), inkray::OutOfMemory);
  EXPECT_GT(sumOf(this->caster().histogram(small).volumes), 0.0) << "another one is made";
}

INKRAY_TEST_ON_DEVICES(MeshHistograms);

} // namespace
