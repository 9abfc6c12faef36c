// SPDX-License-Identifier: BSD-3-Clause
// Functions of smooth gradients, and functions of values with many knots, integrated by two points per
// segment. A frame uses this rule only if its picture stays that of exact integrals.
#include "../../../Seeds.h"
#include "MeshGenerator.h"
#include "Oracles/RandomScene.h"

#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class TwoPointRule : public RayCastTest
{
protected:
  void give(const generator::TetMesh& mesh) { giveTo(this->caster(), mesh); }
  static void giveTo(LookedCaster& caster, const generator::TetMesh& mesh)
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
  /// The difference between the picture by a rule and that by exact integrals.
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
  /// `bends`: number of waves from one side of the table to the other.
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

  // The mesh enlarged by a factor of a thousand: its segments then have a high optical depth.
  Camera large = camera;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      large.meshToEye[4 * row + column] *= 1000.0;
  EXPECT_FALSE(this->takesTwoPoints(large));
  EXPECT_TRUE(this->takesTwoPoints(camera));

  // Values that vary strongly between the points of a tet.
  for (std::size_t v = 0; v < fine.scalars.size(); ++v)
    fine.scalars[v] = float((v * 2654435761u >> 7) % 100) / 100.0f;
  Field values;
  values.values = fine.scalars.data();
  values.numTuples = fine.numPoints();
  this->caster().setScalars(values);
  this->caster().setTransferFunction(translucentFunction());
  EXPECT_FALSE(this->takesTwoPoints(camera));
}

/// A function of values with `knots` knots and `waves` waves.
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

// Functions of values only have their own table on a device, and use two points if they have many knots.
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
  // Three intervals are as fast from knot to knot. Two points cannot detect waves within a segment.
  this->caster().setTransferFunction(wavesOf(4, 0.7, 1.0, range));
  EXPECT_FALSE(this->takesTwoPoints(camera));
  this->caster().setTransferFunction(wavesOf(200, 40.0, 8.0, range));
  EXPECT_FALSE(this->takesTwoPoints(camera));
  EXPECT_GT(this->errorOf(camera, SegmentRule::TwoPoints).rmse, MaximumRmse) << "for a reason";
  EXPECT_EQ(this->errorOf(camera, SegmentRule::Auto).maximum, 0.0);
  // Comparisons from knot to knot are not affected.
  this->caster().setTransferFunction(wavesOf(200, 0.7, 1.0, range));
  FrameOptions fromKnotToKnot = options(SegmentRule::Auto);
  fromKnotToKnot.methods.fromKnotToKnot = true;
  this->picture(camera, fromKnotToKnot);
  EXPECT_FALSE(this->caster().statistics().byTwoPoints);
}

// The same holds for light and for a separate opacity array of points or cells.
TEST_P(TwoPointRule, LightAndOwnOpacityTakeItOnADevice)
{
  const Camera camera = perspectiveView(imageSize(48), imageSize(48));
  generator::MeshOptions mesh;
  mesh.tets = imageSize(64) == 64 ? 60000 : 6000;
  const generator::TetMesh made = generator::generateMesh(mesh);
  this->give(made);
  double range[2];
  this->caster().scalarRange(range);
  this->caster().setTransferFunction(wavesOf(4, 0.7, 1.0, range));
  this->caster().setLights({ SurfaceLight{} });
  const bool isDevice = this->GetParam() != DeviceKind::CPU;
  const auto expectTaken = [&](const char* what, bool isLit, Gradients gradients) {
    const auto optionsOf = [&](SegmentRule rule) {
      FrameOptions options = TwoPointRule::options(rule);
      options.shade = isLit;
      options.gradients = gradients;
      return options;
    };
    const std::vector<float> exact = this->picture(camera, optionsOf(SegmentRule::Exact));
    const std::vector<float> image = this->picture(camera, optionsOf(SegmentRule::TwoPoints));
    EXPECT_TRUE(this->caster().statistics().byTwoPoints) << what;
    const Difference error = difference(image.data(), std::vector<double>(exact.begin(), exact.end()));
    EXPECT_LT(error.rmse, 1e-4) << what;
    EXPECT_GT(error.maximum, 0.0) << what;
    this->picture(camera, optionsOf(SegmentRule::Auto));
    EXPECT_EQ(this->caster().statistics().byTwoPoints, isDevice) << what;
  };
  expectTaken("smooth light", true, Gradients::Smooth);
  expectTaken("light of each cell", true, Gradients::PerCell);
  std::vector<float> others(made.scalars.size());
  for (std::size_t v = 0; v < others.size(); ++v)
    others[v] = made.points[3 * v] + 0.5f * made.scalars[v];
  Field opacity;
  opacity.values = others.data();
  opacity.numTuples = made.numPoints();
  const auto [low, high] = std::minmax_element(others.begin(), others.end());
  const double itsRange[2] = { *low, *high };
  this->caster().setOpacityScalars(opacity);
  this->caster().setOpacityFunction(wavesOf(4, 0.5, 1.0, itsRange));
  expectTaken("opacity of points", false, Gradients::Smooth);
}

// The rule gives the same picture and the same choice on a CPU.
TEST_P(TwoPointRule, IsTheSameOnADevice)
{
  const auto other = LookedCaster::create(DeviceKind::CPU);
  const Camera camera = perspectiveView(imageSize(96), imageSize(96));
  generator::MeshOptions mesh;
  mesh.tets = 20000;
  const generator::TetMesh made = generator::generateMesh(mesh);
  this->give(made);
  giveTo(*other, made);
  const double largest = this->largestGradient(camera);
  for (const double attenuation : { 0.5, 8.0 })
    for (const bool isTable : { false, true })
      for (LookedCaster* const caster : { &this->caster(), other.get() })
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
  for (LookedCaster* const caster : { &this->caster(), other.get() })
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

// Meshes of various sizes, uniform and graded, with functions of weak and strong variation, from any side.
TEST_P(TwoPointRule, PicturesStayWithinTheirLimits)
{
  const bool isSlow = imageSize(64) != 64;
  int chosen = 0, trials = 0; // for functions of gradients
  for (const std::uint32_t seed : seedsOf("TwoPointRule", isSlow ? 4 : 40, isSlow ? 4 : 40))
  {
    Randomness random(seed);
    generator::MeshOptions options;
    options.tets = static_cast<std::int64_t>(std::exp(random.real(std::log(1000.0), std::log(60000.0))));
    options.seed = seed;
    options.cut = random.chance(0.5) ? generator::Cut::Center : generator::Cut::Kuhn;
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
