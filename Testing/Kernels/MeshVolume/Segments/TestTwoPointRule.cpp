// SPDX-License-Identifier: BSD-3-Clause
// Functions of smooth gradients, and of values with many knots, by two points a segment: what the rule itself
// gives, what a sample of segments says of its errors, and that a frame takes it only where its picture stays
// that of exact integrals.
#include "../../../Seeds.h"
#include "MeshGenerator.h"
#include "Oracles/QuadraticIntegration.h"
#include "Oracles/RandomScene.h"
#include "Renderers/MeshVolume/Segments/RayErrors.h"
#include "Shading/GradientFunctions.h"
#include "Shading/ProductTable.h"
#include "Shading/StepTable.h"

#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double Log2E = 1.4426950408889634;

/// A function that is bilinear.
struct Bilinear
{
  Float4 corners[4];

  INKRAY_HD Float4 at(const ScalarPair& p) const
  {
    const float x = p.first, y = p.second;
    return mixed(mixed(corners[0], corners[1], x), mixed(corners[2], corners[3], x), y);
  }
};

TEST(TwoPointIntegration, DepthsOfBilinearFunctionsAreExact)
{
  Randomness random(5);
  for (int trial = 0; trial < 500; ++trial)
  {
    Bilinear function;
    const bool hasOneColour = random.chance(0.5);
    for (Float4& c : function.corners)
    {
      c = { float(random.real(0, 1)), float(random.real(0, 1)), float(random.real(0, 1)),
        float(random.real(0, random.chance(0.3) ? 80 : 2)) };
      if (hasOneColour)
        c = { 0.2f, 0.5f, 0.9f, c.w };
    }
    TwoPointIntegral<ScalarPair> ray;
    ray.clear();
    double x = float(random.real(0, 1)), y = float(random.real(0, 1)), depth = 0.0;
    std::array<double, 4> expected = { 0, 0, 0, 0 };
    ray.place = { float(x), float(y) };
    for (int segment = 1 + random.integer(8); segment > 0; --segment)
    {
      const double x1 = float(random.real(0, 1)), y1 = float(random.real(0, 1)), length = random.real(0, 0.5);
      ray.add(function, { float(x1), float(y1) }, float(length * Log2E));
      integrateQuadratic(
        {},
        [&](double t, double) {
          const double u = x + t * (x1 - x), v = y + t * (y1 - y);
          std::array<double, 4> value = { 0, 0, 0, 0 };
          for (int k = 0; k < 4; ++k)
          {
            const Float4& c = function.corners[k];
            const double w = (k % 2 ? u : 1 - u) * (k / 2 ? v : 1 - v);
            value = { value[0] + w * c.x, value[1] + w * c.y, value[2] + w * c.z, value[3] + w * c.w };
          }
          return value;
        },
        length, depth, expected);
      x = x1;
      y = y1;
    }
    const Float4 got = ray.pixel();
    EXPECT_NEAR(got.w, -std::expm1(-depth), 4e-6) << trial;
    if (hasOneColour)
    {
      EXPECT_NEAR(got.y, 0.5 * -std::expm1(-depth), 4e-6) << trial;
    }
  }
}

TEST(TwoPointIntegration, LinearColoursKeepTheirBound)
{
  for (double depth = 0.01; depth < 0.8; depth *= 1.3)
  {
    const Bilinear function = { { { 0, 0, 0, 1 }, { 1, 1, 1, 1 }, { 0, 0, 0, 1 }, { 1, 1, 1, 1 } } };
    TwoPointIntegral<ScalarPair> ray;
    ray.clear();
    ray.add(function, { 1.0f, 0.0f }, float(depth * Log2E));
    // The integral of x dA with A = 1 - e^-(depth x).
    EXPECT_NEAR(ray.pixel().x, (1.0 - std::exp(-depth) * (1.0 + depth)) / depth, 9.2e-5) << depth;
  }
}

TEST(TwoPointIntegration, NotANumberIsTransparent)
{
  const std::vector<Float4> entries(16, Float4{ 1, 1, 1, 5 });
  const TableFunction table = { { entries.data(), 2, 2, 1.0f, 0.0f, nullptr } };
  TransferFunction ramp;
  ramp.knots = { { 0.0, 1, 1, 1, 5 }, { 1.0, 1, 1, 1, 5 } };
  const ProductTable made(makePieces(ramp, 0.0, 1.0), makePieces(ramp, 0.0, 1.0));
  const ProductView product = { made.cells.data(), made.factors.data(), ProductTable::numCells,
    ProductTable::numFactors };
  const float none = std::numeric_limits<float>::quiet_NaN();
  const auto through = [&](const auto& function, ScalarPair from, ScalarPair to) {
    TwoPointIntegral<ScalarPair> ray;
    ray.clear();
    ray.place = from;
    ray.add(function, to, 1.0f);
    EXPECT_EQ(ray.place.first == ray.place.first, to.first == to.first);
    return ray.pixel();
  };
  for (const float x : { 0.5f, none })
    for (const float y : { 0.5f, none })
    {
      const bool isSeen = x == x && y == y;
      for (const bool atEnd : { false, true })
      {
        const ScalarPair other = { 0.25f, 0.75f }, from = atEnd ? other : ScalarPair{ x, y },
                         to = atEnd ? ScalarPair{ x, y } : other;
        for (const Float4& pixel : { through(table, from, to), through(product, from, to) })
        {
          EXPECT_EQ(pixel.w > 0.0f, isSeen);
          EXPECT_EQ(pixel.x > 0.0f, isSeen);
        }
      }
    }
}

TEST(ProductTable, HasTheProductOfBothFunctions)
{
  Randomness random(7);
  for (int trial = 0; trial < 50; ++trial)
  {
    TransferFunction function, factor;
    double s = 0.0;
    for (int knot = 0; knot < 5; ++knot, s += random.real(0.1, 0.25))
      function.knots.push_back({ s, float(random.real(0, 1)), float(random.real(0, 1)),
        float(random.real(0, 1)), float(random.real(0, 3)) });
    factor.knots = { { 0.1, 0, 0, 0, float(random.real(0, 1)) }, { 0.7, 0, 0, 0, float(random.real(0, 1)) } };
    const auto pieces = makePieces(function, 0.0, 1.0), factors = makePieces(factor, 0.0, 1.0);
    const ProductTable made(pieces, factors);
    const ProductView view = { made.cells.data(), made.factors.data(), ProductTable::numCells,
      ProductTable::numFactors };
    for (int k = 0; k < 200; ++k)
    {
      const float value = float(random.chance(0.1) ? random.integer(2) : random.real(-0.1, 1.1)),
                  magnitude = float(random.chance(0.1) ? random.integer(2) : random.real(-0.1, 1.1));
      const Float4 got = view.at({ value, magnitude });
      const Float4 a = colourOf({ pieces.data(), int(pieces.size()) }, std::clamp(value, 0.0f, 1.0f));
      const float f = colourOf({ factors.data(), int(factors.size()) }, std::clamp(magnitude, 0.0f, 1.0f)).w;
      // Slopes of up to 10 and 30 a unit, of which a cell that holds a knot has a quarter of a cell.
      EXPECT_NEAR(got.x, a.x, 10.0 / ProductTable::numCells);
      EXPECT_NEAR(got.w, a.w * f, 30.0 / ProductTable::numCells + 3.0 * 1.7 / ProductTable::numFactors);
    }
  }
}

TEST(StepTable, HasTheMeansOfEqualCells)
{
  Randomness random(8);
  for (int trial = 0; trial < 50; ++trial)
  {
    // Up to the first knot and from the last one on it is constant.
    TransferFunction function;
    double s = random.chance(0.5) ? 0.0 : random.real(0.0, 0.3);
    const double last = random.chance(0.5) ? 1.0 : random.real(0.7, 1.0);
    const double step = (last - s) / 8.0;
    for (int knot = 0; knot <= 8; ++knot, s += step)
      function.knots.push_back({ s, float(random.real(0, 1)), float(random.real(0, 1)),
        float(random.real(0, 1)), float(random.real(0, 3)) });
    const StepTable made(makePieces(function, 0.0, 1.0));
    StepView view = made.view;
    view.cells = made.cells.data();
    ASSERT_EQ(made.cells.size(), std::size_t(StepTable::numCells) + 1);
    const double cell = 1.0 / StepTable::numCells;
    for (int k = 0; k < 200; ++k)
    {
      const float value = float(random.chance(0.1) ? random.integer(2) : random.real(-0.1, 1.1));
      const Float4 got = view.at(multiplyAdd(value, view.perScalar, view.offset));
      const Float4 c =
        colourOf({ made.pieces.data(), int(made.pieces.size()) }, std::clamp(value, 0.0f, 1.0f));
      // A place is up to half a cell from the middle of its own.
      EXPECT_NEAR(got.x, c.x, 0.55 * cell / step);
      EXPECT_NEAR(got.y, c.y, 0.55 * cell / step);
      EXPECT_NEAR(got.w, c.w, 0.55 * 3.0 * cell / step);
    }
  }
}

TEST(TetChord, HasTheMeanLengthOfParallelLines)
{
  Randomness random(9);
  for (int trial = 0; trial < 20; ++trial)
  {
    Float4 corners[4];
    for (Float4& c : corners)
      c = { float(random.real(-1, 1)), float(random.real(-1, 1)), float(random.real(-1, 1)), 0.0f };
    const Vector d = random.direction();
    const Float3 direction = { float(d[0]), float(d[1]), float(d[2]) };
    double sum = 0.0, area = 0.0, volume = 0.0;
    const int count = 20000;
    for (int k = 0; k < count; ++k)
    {
      const float numbers[3] = { float(random.real(0, 1)), float(random.real(0, 1)),
        float(random.real(0, 1)) };
      const TetChord chord(corners, direction, numbers);
      sum += chord.length;
      area = chord.area;
      volume = chord.volume;
      float least[2] = { 1.0f, 1.0f }, whole[2] = { 0.0f, 0.0f };
      Float3 way = { 0, 0, 0 };
      for (int i = 0; i < 4; ++i)
      {
        least[0] = std::min(least[0], chord.enters[i]);
        least[1] = std::min(least[1], chord.leaves[i]);
        whole[0] += chord.enters[i];
        whole[1] += chord.leaves[i];
        const float share = chord.leaves[i] - chord.enters[i];
        way = { way.x + share * corners[i].x, way.y + share * corners[i].y, way.z + share * corners[i].z };
      }
      if (k > 50)
        continue;
      for (int end = 0; end < 2; ++end)
      {
        EXPECT_NEAR(least[end], 0.0, 1e-4) << "both ends lie on faces";
        EXPECT_NEAR(whole[end], 1.0, 1e-4);
      }
      EXPECT_NEAR(dot(way, direction), chord.length, 1e-3);
      EXPECT_NEAR(dot(way, way), chord.length * chord.length, 1e-3);
    }
    EXPECT_NEAR(sum / count, volume / area, 0.03 * volume / area) << trial;
  }
}

/// Entries in which each segment, of a tet of unit volume and area, has the same opacity and errors that are
/// of one sign or of both.
std::vector<SegmentErrors> entriesOf(float segmentsPerUnit, float error, bool isBiased, float opacity)
{
  std::vector<SegmentErrors> entries(6000);
  for (std::size_t i = 0; i < entries.size(); ++i)
  {
    SegmentErrors& e = entries[i];
    e.direction = int(i % 6);
    e.volume = 1.0f;
    e.depth = segmentsPerUnit * -std::log2(1.0f - opacity);
    e.opacity = segmentsPerUnit * opacity;
    const float sign = isBiased || (i / 6) % 2 ? 1.0f : -1.0f;
    for (int c = 0; c < 3; ++c)
    {
      e.error[c] = segmentsPerUnit * sign * error;
      e.squares[c] = segmentsPerUnit * error * error;
    }
    e.most = error;
  }
  return entries;
}

TEST(RayErrors, AddAsMeanAndAsChance)
{
  // Rays have length 2, hence 200 segments; of four numbers of a pixel three err.
  const double three = std::sqrt(0.75);
  const RayErrors random(entriesOf(100.0f, 1e-5f, false, 0.0f), 10);
  EXPECT_NEAR(random.picture, three * 1e-5 * std::sqrt(200.0), 1e-7);
  const RayErrors biased(entriesOf(100.0f, 1e-5f, true, 0.0f), 10);
  EXPECT_NEAR(biased.picture, three * std::hypot(200e-5, 1e-5 * std::sqrt(200.0)), 1e-6);
  EXPECT_NEAR(biased.region, three * std::hypot(200e-5 / 3.0, 1e-5 * std::sqrt(200.0 / 3.0)), 1e-6);
  EXPECT_FLOAT_EQ(float(biased.segment), 1e-5f);
  // Half of the light is gone after a quarter of the ray: squares are seen through the mean of 16^-2x.
  const float opacity = 1.0f - float(std::exp2(-4.0 / 200.0));
  const RayErrors dense(entriesOf(100.0f, 1e-5f, false, opacity), 10);
  const double depth = 2.0 * 4.0 * std::log(2.0);
  EXPECT_NEAR(dense.picture, random.picture * std::sqrt((1.0 - std::exp(-depth)) / depth), 1e-7);
  EXPECT_TRUE(RayErrors(entriesOf(100.0f, 2e-6f, false, 0.0f), 10).areSmall());
  EXPECT_FALSE(biased.areSmall());
  EXPECT_TRUE(biased.areLarge());
  // One entry that is not a number is not let through.
  auto entries = entriesOf(100.0f, 0.0f, false, 0.0f);
  entries[17].squares[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(RayErrors(entries, 10).areSmall());
}

class TwoPointRule : public RayCastTest
{
protected:
  void give(const generator::TetMesh& mesh) { giveTo(this->caster(), mesh); }
  static void giveTo(TetRayCaster& caster, const generator::TetMesh& mesh)
  {
    TetMeshInput input;
    input.points = mesh.points.data();
    input.numPoints = mesh.numPoints();
    input.connectivity = mesh.tets.data();
    input.connectivityType = ValueType::Int32;
    input.numTets = mesh.numTets();
    Field values;
    values.values = mesh.scalars.data();
    values.numTuples = mesh.numPoints();
    caster.setMesh(input);
    caster.setScalars(values);
  }
  static FrameOptions options(SegmentRule rule)
  {
    FrameOptions options;
    options.gradients = Gradients::Smooth;
    options.methods.segmentRule = rule;
    return options;
  }
  bool takesTwoPoints(const Camera& camera)
  {
    this->picture(camera, options(SegmentRule::Auto));
    return this->caster().statistics().byTwoPoints;
  }
  /// How far the picture of a rule is off that of exact integrals.
  Difference errorOf(const Camera& camera, SegmentRule rule)
  {
    const std::vector<float> exact = this->picture(camera, options(SegmentRule::Exact));
    EXPECT_FALSE(this->caster().statistics().byTwoPoints);
    const std::vector<float> image = this->picture(camera, options(rule));
    return difference(image.data(), std::vector<double>(exact.begin(), exact.end()));
  }
  double largestGradient(const Camera& camera)
  {
    this->caster().setTransferFunction(translucentFunction());
    this->caster().setTransferFunction2D({});
    this->caster().setGradientOpacity({ { { 0.0, 1.0f } } });
    this->picture(camera, options(SegmentRule::Exact));
    return this->caster().largestGradient();
  }
  /// `bends`: waves from one side of the table to the other.
  static TransferFunction2D table(int size, double bends, double attenuation, double largest)
  {
    TransferFunction2D table;
    table.columns = table.rows = size;
    table.magnitudes[1] = largest;
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column)
      {
        const double x = column / (size - 1.0), y = row / (size - 1.0);
        const auto wave = [&](double phase) {
          return float(0.5 + 0.5 * std::sin(6.283 * bends * (x + 0.5 * y) + phase));
        };
        table.entries.push_back({ wave(1), wave(2), wave(3), float(attenuation) * wave(4) });
      }
    return table;
  }
};

TEST_P(TwoPointRule, CoarseMeshesAndPeaksAreExact)
{
  const Camera camera = perspectiveView(imageSize(48), imageSize(48));
  OracleScene scene = nonConvexMesh();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  this->caster().setGradientOpacity({ { { 0.3, 0.05f }, { 0.6, 1.0f }, { 0.9, 0.2f } } });
  EXPECT_FALSE(this->takesTwoPoints(camera));
  EXPECT_GT(this->errorOf(camera, SegmentRule::TwoPoints).rmse, 4e-5) << "for a reason";
  EXPECT_EQ(this->errorOf(camera, SegmentRule::Auto).maximum, 0.0);

  generator::MeshOptions mesh;
  mesh.tets = imageSize(64) == 64 ? 60000 : 6000;
  this->give(generator::generateMesh(mesh));
  const double largest = this->largestGradient(camera);
  this->caster().setTransferFunction2D(this->table(200, 25.0, 2.0, largest));
  EXPECT_FALSE(this->takesTwoPoints(camera));
  EXPECT_GT(this->errorOf(camera, SegmentRule::TwoPoints).rmse, MaximumRmse);
  EXPECT_EQ(this->errorOf(camera, SegmentRule::Auto).maximum, 0.0);
}

TEST_P(TwoPointRule, IsChosenAnewForEachFunctionAndSize)
{
  const Camera camera = perspectiveView(imageSize(48), imageSize(48));
  generator::MeshOptions mesh;
  mesh.tets = imageSize(64) == 64 ? 60000 : 6000;
  generator::TetMesh fine = generator::generateMesh(mesh);
  this->give(fine);
  const double largest = this->largestGradient(camera);
  TransferFunction ramp;
  ramp.knots = { { 0.0, 0.1f, 0.2f, 0.9f, 0.1f }, { 1.0, 0.9f, 0.4f, 0.1f, 1.0f } };
  this->caster().setTransferFunction(ramp);
  const GradientOpacity line = { { { 0.0, 0.2f }, { largest, 1.0f } } };
  this->caster().setGradientOpacity(line);
  EXPECT_TRUE(this->takesTwoPoints(camera));
  const Difference error = this->errorOf(camera, SegmentRule::Auto);
  EXPECT_LT(error.rmse, 1e-4);
  EXPECT_GT(error.maximum, 0.0);

  TransferFunction peaks;
  for (int knot = 0; knot < 80; ++knot)
    peaks.knots.push_back({ knot / 79.0, 1.0f, 0.5f, 0.0f, knot % 2 ? 4.0f : 0.0f });
  this->caster().setTransferFunction(peaks);
  EXPECT_FALSE(this->takesTwoPoints(camera));
  this->caster().setTransferFunction(ramp);
  EXPECT_TRUE(this->takesTwoPoints(camera));
  this->caster().setTransferFunction2D(this->table(200, 25.0, 2.0, largest));
  EXPECT_FALSE(this->takesTwoPoints(camera));
  this->caster().setTransferFunction2D(this->table(32, 0.3, 1.0, largest));
  EXPECT_TRUE(this->takesTwoPoints(camera));
  this->caster().setTransferFunction2D({});

  // The mesh as large as a thousand: its segments are as dense.
  Camera large = camera;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      large.meshToEye[4 * row + column] *= 1000.0;
  EXPECT_FALSE(this->takesTwoPoints(large));
  EXPECT_TRUE(this->takesTwoPoints(camera));

  // Values that bend within tets.
  for (std::size_t v = 0; v < fine.scalars.size(); ++v)
    fine.scalars[v] = float((v * 2654435761u >> 7) % 100) / 100.0f;
  Field values;
  values.values = fine.scalars.data();
  values.numTuples = fine.numPoints();
  this->caster().setScalars(values);
  this->caster().setTransferFunction(translucentFunction());
  EXPECT_FALSE(this->takesTwoPoints(camera));
}

/// A function of values with so many knots, in as many waves.
TransferFunction wavesOf(int knots, double waves, double attenuation, const double range[2])
{
  TransferFunction function;
  for (int knot = 0; knot < knots; ++knot)
  {
    const double s = knot / (knots - 1.0);
    const auto wave = [&](double phase) { return float(0.5 + 0.5 * std::sin(6.283 * waves * s + phase)); };
    function.knots.push_back(
      { range[0] + s * (range[1] - range[0]), wave(0), wave(1), wave(2), float(attenuation) * wave(3) });
  }
  return function;
}

// Functions of values alone have a table of their own on a device, and two points where they have many knots.
TEST_P(TwoPointRule, FunctionsOfManyKnotsTakeItOnADevice)
{
  const Camera camera = perspectiveView(imageSize(48), imageSize(48));
  generator::MeshOptions mesh;
  mesh.tets = imageSize(64) == 64 ? 60000 : 6000;
  this->give(generator::generateMesh(mesh));
  double range[2];
  this->caster().scalarRange(range);
  const bool isDevice = this->GetParam() != DeviceKind::CPU;
  this->caster().setTransferFunction(wavesOf(200, 0.7, 1.0, range));
  EXPECT_EQ(this->takesTwoPoints(camera), isDevice);
  const Difference error = this->errorOf(camera, SegmentRule::TwoPoints);
  EXPECT_LT(error.rmse, 1e-4);
  EXPECT_GT(error.maximum, 0.0);
  // Three pieces are as fast from knot to knot; waves that lie within a segment are not seen by two points.
  this->caster().setTransferFunction(wavesOf(4, 0.7, 1.0, range));
  EXPECT_FALSE(this->takesTwoPoints(camera));
  this->caster().setTransferFunction(wavesOf(200, 40.0, 8.0, range));
  EXPECT_FALSE(this->takesTwoPoints(camera));
  EXPECT_GT(this->errorOf(camera, SegmentRule::TwoPoints).rmse, MaximumRmse) << "for a reason";
  EXPECT_EQ(this->errorOf(camera, SegmentRule::Auto).maximum, 0.0);
  // Comparisons from knot to knot stay what they are.
  this->caster().setTransferFunction(wavesOf(200, 0.7, 1.0, range));
  FrameOptions fromKnotToKnot = options(SegmentRule::Auto);
  fromKnotToKnot.methods.fromKnotToKnot = true;
  this->picture(camera, fromKnotToKnot);
  EXPECT_FALSE(this->caster().statistics().byTwoPoints);
}

// The same rule on a CPU gives the same picture, and the same choice.
TEST_P(TwoPointRule, IsTheSameOnADevice)
{
  const auto other = TetRayCaster::create(DeviceKind::CPU);
  const Camera camera = perspectiveView(imageSize(96), imageSize(96));
  generator::MeshOptions mesh;
  mesh.tets = 20000;
  const generator::TetMesh made = generator::generateMesh(mesh);
  this->give(made);
  giveTo(*other, made);
  const double largest = this->largestGradient(camera);
  for (const double attenuation : { 0.5, 8.0 })
    for (const bool isTable : { false, true })
      for (TetRayCaster* const caster : { &this->caster(), other.get() })
      {
        caster->setTransferFunction2D(
          isTable ? TwoPointRule::table(24, 0.4, attenuation, largest) : TransferFunction2D());
        TransferFunction ramp;
        ramp.knots = { { 0.0, 0.1f, 0.2f, 0.9f, 0.0f }, { 0.4, 0.3f, 0.9f, 0.2f, 0.3f * float(attenuation) },
          { 1.0, 0.9f, 0.4f, 0.1f, float(attenuation) } };
        caster->setTransferFunction(ramp);
        caster->setGradientOpacity({ { { 0.0, 0.2f }, { 0.3 * largest, 1.0f }, { largest, 0.4f } } });
        if (caster != other.get())
          continue;
        const std::vector<float> image = this->picture(camera, options(SegmentRule::TwoPoints));
        other->render(camera, options(SegmentRule::TwoPoints));
        const std::vector<double> expected(other->image(), other->image() + image.size());
        const Difference error = difference(image.data(), expected);
        EXPECT_LT(error.rmse, 1e-5) << isTable << attenuation;
        EXPECT_LT(error.maximum, 5e-4) << isTable << attenuation;
        const bool isChosen = this->takesTwoPoints(camera);
        other->render(camera, options(SegmentRule::Auto));
        EXPECT_EQ(other->statistics().byTwoPoints, isChosen) << isTable << attenuation;
      }
  double range[2];
  this->caster().scalarRange(range);
  for (TetRayCaster* const caster : { &this->caster(), other.get() })
  {
    caster->setTransferFunction2D({});
    caster->setGradientOpacity({});
    caster->setTransferFunction(wavesOf(60, 0.7, 2.0, range));
  }
  const std::vector<float> image = this->picture(camera, options(SegmentRule::TwoPoints));
  other->render(camera, options(SegmentRule::TwoPoints));
  const Difference error =
    difference(image.data(), std::vector<double>(other->image(), other->image() + image.size()));
  EXPECT_LT(error.rmse, 1e-5);
  EXPECT_LT(error.maximum, 5e-4);
}

// Meshes of some sizes, even and graded, with functions that bend a little or much, from any side.
TEST_P(TwoPointRule, PicturesStayWithinTheirLimits)
{
  const bool isSlow = imageSize(64) != 64;
  int chosen = 0, trials = 0; // of functions of gradients
  for (const std::uint32_t seed : seedsOf("TwoPointRule", isSlow ? 4 : 40, isSlow ? 4 : 40))
  {
    Randomness random(seed);
    generator::MeshOptions options;
    options.tets = static_cast<std::int64_t>(std::exp(random.real(std::log(1000.0), std::log(60000.0))));
    options.seed = seed;
    options.cut = random.chance(0.5) ? generator::Cut::Centre : generator::Cut::Kuhn;
    options.shape = random.chance(0.5) ? generator::Shape::Convex : generator::Shape::NonConvex;
    if (options.shape == generator::Shape::Convex && random.chance(0.6))
      options.grading = std::exp(random.real(0.0, std::log(100.0)));
    generator::TetMesh mesh = generator::generateMesh(options);
    if (random.chance(0.6))
    {
      const Vector along = random.direction();
      const double waves = random.chance(0.3) ? 0.0 : random.real(0.1, 6.0), spot = random.real(1.0, 12.0);
      const bool hasSpot = random.chance(0.4);
      for (std::size_t v = 0; v < mesh.scalars.size(); ++v)
      {
        const float* const p = &mesh.points[3 * v];
        const double x = along[0] * p[0] + along[1] * p[1] + along[2] * p[2],
                     r = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
        mesh.scalars[v] = float(hasSpot ? 0.5 * x + std::exp(-r * spot * spot) * std::sin(4.0 * spot * x)
            : waves > 0.0               ? std::sin(waves * x)
                                        : x);
      }
    }
    this->give(mesh);
    double range[2];
    this->caster().scalarRange(range);
    const int size = imageSize(64);
    const double largest = this->largestGradient(perspectiveView(4, 4));
    for (int trial = 0; trial < 4; ++trial)
    {
      const double dense = std::exp(random.real(std::log(0.2), std::log(30.0)));
      const bool isOfValues = trial == 3;
      trials += !isOfValues;
      if (isOfValues)
      {
        this->caster().setTransferFunction2D({});
        this->caster().setGradientOpacity({});
        this->caster().setTransferFunction(
          wavesOf(3 + random.integer(200), std::exp(random.real(-2.0, 3.0)), dense, range));
      }
      else if (random.chance(0.5))
      {
        TransferFunction2D made = this->table(2 + random.integer(60), std::exp(random.real(-3.0, 1.5)), dense,
          largest * random.real(0.3, 1.0) + 1e-6);
        std::copy_n(range, 2, made.values);
        made.values[1] += 1e-3;
        this->caster().setTransferFunction2D(made);
      }
      else
      {
        this->caster().setTransferFunction2D({});
        const int knots = 2 + random.integer(random.chance(0.5) ? 3 : 30);
        const double bends = std::exp(random.real(-3.0, 1.0));
        this->caster().setTransferFunction(wavesOf(knots, bends, dense, range));
        this->caster().setGradientOpacity({ { { 0.0, float(random.real(0, 1)) },
          { 0.5 * largest, float(random.real(0, 1)) }, { largest, float(random.real(0, 1)) } } });
      }
      for (int view = 0; view < 2; ++view)
      {
        Camera camera = randomCamera(random);
        camera.width = camera.height = size;
        const Difference error = this->errorOf(camera, SegmentRule::Auto);
        const bool isChosen = this->caster().statistics().byTwoPoints;
        chosen += isChosen && view == 0 && !isOfValues;
        EXPECT_LT(error.rmse, isChosen ? MaximumRmse : 1e-12) << "seed " << seed << ", " << trial;
        EXPECT_LT(error.maximum, isChosen ? MaximumError : 1e-12) << "seed " << seed << ", " << trial;
      }
    }
  }
  EXPECT_GT(chosen, trials / 20);
  EXPECT_LT(chosen, trials - trials / 10);
}

INKRAY_TEST_ON_DEVICES(TwoPointRule);

} // namespace
