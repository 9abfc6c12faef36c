// SPDX-License-Identifier: BSD-3-Clause
// Memory runs out at each allocation in turn, from the making of a ray caster to its last picture. The call
// that fails says how much it asked for; made again it does what it does, the picture is the one of a ray
// caster that never failed, and no more memory is held than there.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "Device/MemoryBudget.h"
#include "Havs/HavsTest.h"
#include "Isosurface/IsosurfaceTest.h"
#include "MeshVolume/RayCastTest.h"
#include "PathTracer/ComparedPathLoops.h"
#include "PathTracer/PathTestMeshes.h"
#include "PathTracer/PathTestScenes.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

using Picture = std::vector<float>;

/// What is done with a ray caster, call by call. Calls add what they draw to the picture.
template <class Caster>
using Calls = std::vector<std::function<void(Caster&, Picture&)>>;

/// The bytes that a ray caster holds.
std::size_t bytesOf(const TetRayCaster& caster)
{
  return caster.memory().resident + caster.memory().frame;
}
std::size_t bytesOf(const Havs& havs)
{
  return havs.memory().resident + havs.memory().frame;
}
std::size_t bytesOf(const IsosurfaceRayCaster& caster)
{
  return caster.memory().volume + caster.memory().bricks + caster.memory().frame;
}
std::size_t bytesOf(const PathTracer& tracer)
{
  return tracer.memory().scene + tracer.memory().frame;
}

/// What came of all calls.
struct Outcome
{
  Picture picture;
  std::size_t bytes = 0;
  std::int64_t allocations = 0; ///< that were made
  int failures = 0;             ///< calls that ran out of memory
};

/// Make the calls, those that run out of memory twice. The `failing`-th allocation fails; 0: none.
template <class Caster>
Outcome perform(DeviceKind kind, const Calls<Caster>& calls, std::int64_t failing)
{
  Outcome outcome;
  std::unique_ptr<Caster> caster;
  const auto withSecondTry = [&](const auto& call) {
    try
    {
      call();
    }
    catch (const OutOfMemory& error)
    {
      ++outcome.failures;
      EXPECT_GT(error.asked, 0u);
      EXPECT_NE(std::string(error.what()).find(std::to_string(error.asked) + " bytes"), std::string::npos)
        << error.what();
      call();
    }
  };
  MemoryBudget::failAllocation(failing);
  withSecondTry([&] { caster = Caster::create(kind); });
  for (const auto& call : calls)
  {
    withSecondTry([&] {
      const std::size_t before = outcome.picture.size();
      try
      {
        call(*caster, outcome.picture);
      }
      catch (...)
      {
        outcome.picture.resize(before);
        throw;
      }
    });
  }
  outcome.allocations = MemoryBudget::failAllocation(0);
  outcome.bytes = bytesOf(*caster);
  return outcome;
}

template <class Caster>
void expectToSurvive(DeviceKind kind, const Calls<Caster>& calls)
{
  const Outcome good = perform<Caster>(kind, calls, 0);
  ASSERT_EQ(good.failures, 0);
  ASSERT_GT(good.allocations, 10);
  // Tools under which each round takes seconds see one in eleven, other ones each time.
  const std::int64_t step = runsAllSeeds() ? 1 : 11;
  for (std::int64_t failing = 1 + freshSeed() % step; failing <= good.allocations; failing += step)
  {
    SCOPED_TRACE("allocation " + std::to_string(failing) + " of " + std::to_string(good.allocations));
    Outcome outcome;
    ASSERT_NO_THROW(outcome = perform<Caster>(kind, calls, failing));
    EXPECT_EQ(outcome.failures, 1);
    EXPECT_EQ(outcome.picture, good.picture);
    EXPECT_LE(outcome.bytes, good.bytes);
    if (::testing::Test::HasFailure())
      return;
  }
  ::testing::Test::RecordProperty("allocations", std::to_string(good.allocations));
}

/// Each allocation fails in turn, and nobody makes that call again: those that follow do what they can, or
/// refuse with a message. Made from the first on once more, all calls give the picture of a ray caster that
/// never failed.
template <class Caster>
void expectToGoOn(DeviceKind kind, const Calls<Caster>& calls)
{
  const Outcome good = perform<Caster>(kind, calls, 0);
  const std::int64_t step = runsAllSeeds() ? 1 : 11;
  for (std::int64_t failing = 1 + freshSeed() % step; failing <= good.allocations; failing += step)
  {
    SCOPED_TRACE("allocation " + std::to_string(failing) + " of " + std::to_string(good.allocations));
    MemoryBudget::failAllocation(0);
    std::unique_ptr<Caster> caster = Caster::create(kind);
    MemoryBudget::failAllocation(failing);
    Picture ignored, picture;
    for (const auto& call : calls)
    {
      try
      {
        call(*caster, ignored);
      }
      catch (const OutOfMemory&)
      {
      }
      catch (const InvalidInput&)
      {
      }
    }
    MemoryBudget::failAllocation(0);
    ASSERT_NO_THROW({
      for (const auto& call : calls)
        call(*caster, picture);
    });
    ASSERT_EQ(picture, good.picture);
  }
}

/// Where the calls may take half of the memory that they hold in the end, one of them is refused with the
/// figures, and what is held stays within the limit. With more than enough the picture is as without a limit.
template <class Caster>
void expectToKeepTheLimit(DeviceKind kind, const Calls<Caster>& calls)
{
  const Outcome good = perform<Caster>(kind, calls, 0);
  const DeviceId device = requireDevice(kind).id;
  const std::size_t limit = good.bytes / 2;
  std::unique_ptr<Caster> caster = Caster::create(device, limit);
  Picture picture;
  int refusals = 0;
  for (const auto& call : calls)
  {
    try
    {
      call(*caster, picture);
    }
    catch (const OutOfMemory& error)
    {
      ++refusals;
      const std::string message = error.what();
      EXPECT_GT(error.asked, error.free);
      EXPECT_NE(message.find(std::to_string(error.asked) + " bytes were asked for"), std::string::npos);
      EXPECT_NE(
        message.find(std::to_string(limit - error.free) + " of " + std::to_string(limit)), std::string::npos)
        << message;
    }
    catch (const InvalidInput&)
    {
      EXPECT_GT(refusals, 0) << "only for the data that were refused";
    }
    EXPECT_LE(bytesOf(*caster), limit);
  }
  EXPECT_GT(refusals, 0);

  caster = Caster::create(device, 64 * good.bytes);
  picture.clear();
  for (const auto& call : calls)
    call(*caster, picture);
  EXPECT_EQ(picture, good.picture);
}

/// Tests of each device; skipped where there is none.
class FailingAllocations : public ::testing::TestWithParam<DeviceKind>
{
protected:
  void SetUp() override
  {
    if (this->GetParam() == DeviceKind::CUDA && !cudaDevice().available)
      GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
  }
  void TearDown() override { MemoryBudget::failAllocation(0); }
};

void add(Picture& picture, const float* values, std::size_t count)
{
  picture.insert(picture.end(), values, values + count);
}

constexpr int Edge = 20;
constexpr std::size_t Pixels = Edge * Edge;

OracleScene smallMesh()
{
  generator::MeshOptions options;
  options.cells = { 3, 3, 3 };
  options.shape = generator::Shape::Convex;
  OracleScene scene = fromGenerator(options);
  scene.transferFunction = translucentFunction();
  return scene;
}

/// One value for each tet or point, from 0 to 1.
std::vector<float> ramp(std::size_t count)
{
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<float>(i % 17) / 16.0f;
  return values;
}
Field fieldOf(const std::vector<float>& values, Association association, int components = 1)
{
  Field field;
  field.values = values.data();
  field.numComponents = components;
  field.numTuples = static_cast<std::int64_t>(values.size()) / components;
  field.association = association;
  return field;
}

Calls<TetRayCaster>::value_type renderTets(const FrameOptions& options)
{
  return [options](TetRayCaster& caster, Picture& picture) {
    caster.render(perspectiveView(Edge, Edge), options);
    add(picture, caster.image(), 4 * Pixels);
    if (caster.depth())
      add(picture, caster.depth(), Pixels);
  };
}

/// A call of a setter.
template <class Caster, class Set>
typename Calls<Caster>::value_type setting(const Set& set)
{
  return [set](Caster& caster, Picture&) { set(caster); };
}

TEST_P(FailingAllocations, MeshVolume)
{
  const OracleScene scene = smallMesh();
  const std::vector<float> atPoints = ramp(scene.points.size() / 3), atTets = ramp(scene.tets.size() / 4),
                           colours = ramp(scene.points.size());
  using Caster = TetRayCaster;
  FrameOptions plain, sorted, shaded, maximum;
  sorted.methods.listBuilder = ListBuilder::SortByPixel;
  sorted.faceTest = FaceTest::OnDemandVDFI;
  shaded.shade = true;
  shaded.gradients = Gradients::Smooth;
  shaded.slices = { { { 1, 0, 0 }, 0.1 } };
  maximum.blend = BlendMode::Maximum;
  maximum.clippingPlanes = { { { 0, 1, 0 }, 0.2 } };
  const std::vector<std::uint8_t> wanted(Pixels, 1);
  const Calls<Caster> calls = {
    setting<Caster>([&](Caster& caster) { caster.setMesh(meshInput(scene)); }),
    setting<Caster>([&](Caster& caster) { caster.setScalars(scalarInput(scene)); }),
    setting<Caster>([&](Caster& caster) { caster.setTransferFunction(scene.transferFunction); }),
    renderTets(plain),
    renderTets(sorted),
    renderTets(maximum),
    setting<Caster>([](Caster& caster) { caster.setLights(mixedLights()); }),
    renderTets(shaded),
    setting<Caster>([](Caster& caster) {
      GradientOpacity opacity;
      opacity.knots = { { 0.0, 0.2f }, { 1.0, 1.0f } };
      caster.setGradientOpacity(opacity);
    }),
    renderTets(plain),
    [](Caster& caster, Picture& picture) { picture.push_back(static_cast<float>(caster.largestGradient())); },
    setting<Caster>([](Caster& caster) { caster.setGradientOpacity({}); }),
    setting<Caster>([](Caster& caster) {
      TransferFunction2D function;
      function.columns = function.rows = 2;
      function.entries = { { 1, 0, 0, 1 }, { 0, 1, 0, 2 }, { 0, 0, 1, 1 }, { 1, 1, 0, 2 } };
      caster.setTransferFunction2D(function);
    }),
    renderTets(plain),
    setting<Caster>([](Caster& caster) { caster.setTransferFunction2D({}); }),
    setting<Caster>(
      [&](Caster& caster) { caster.setOpacityScalars(fieldOf(atPoints, Association::Points)); }),
    setting<Caster>([&](Caster& caster) { caster.setOpacityFunction(scene.transferFunction); }),
    renderTets(plain),
    setting<Caster>([](Caster& caster) { caster.dropOpacityScalars(); }),
    setting<Caster>([](Caster& caster) {
      caster.setIsosurfaces({ { 0.4, { 1, 0, 0 }, 0.5f, false }, { 0.6, { 0, 1, 0 }, 0.5f, true } });
    }),
    setting<Caster>(
      [&](Caster& caster) { caster.setSurfaceColourScalars(fieldOf(atTets, Association::Cells)); }),
    setting<Caster>([](Caster& caster) {
      ColorTable table;
      table.rgb = { 0, 0, 1, 1, 0, 0 };
      caster.setSurfaceColours(table);
    }),
    renderTets(shaded),
    [&](Caster& caster, Picture& picture) {
      caster.pick(perspectiveView(Edge, Edge), {}, 0.3f);
      add(picture, caster.pickedDepths(), Pixels);
    },
    [&](Caster& caster, Picture& picture) {
      caster.pickVisible(perspectiveView(Edge, Edge), {}, 0.3f, 0.01f, wanted.data());
      for (const std::uint32_t tet : caster.visibleTets())
        picture.push_back(static_cast<float>(tet));
    },
    setting<Caster>([](Caster& caster) { caster.setIsosurfaces({}); }),
    setting<Caster>([&](Caster& caster) { caster.setThresholdScalars(fieldOf(atTets, Association::Cells)); }),
    setting<Caster>([](Caster& caster) { caster.setThreshold(0.2, 0.8); }),
    renderTets(plain),
    setting<Caster>([](Caster& caster) { caster.dropThresholdScalars(); }),
    setting<Caster>([&](Caster& caster) { caster.setScalars(fieldOf(atTets, Association::Cells)); }),
    renderTets(plain),
    setting<Caster>(
      [&](Caster& caster) { caster.setOpacityScalars(fieldOf(atPoints, Association::Points)); }),
    setting<Caster>([&](Caster& caster) { caster.setOpacityFunction(scene.transferFunction); }),
    setting<Caster>([&](Caster& caster) { caster.setColours(fieldOf(colours, Association::Points, 3), 1); }),
    renderTets(plain),
  };
  expectToSurvive<Caster>(this->GetParam(), calls);
  expectToGoOn<Caster>(this->GetParam(), calls);
  expectToKeepTheLimit<Caster>(this->GetParam(), calls);
}

TEST_P(FailingAllocations, HardwareAssistedVisibilitySorting)
{
  const OracleScene scene = smallMesh();
  const auto draw = [](float levelOfDetail) {
    return [levelOfDetail](Havs& havs, Picture& picture) {
      HavsOptions options;
      options.levelOfDetail = levelOfDetail;
      havs.render(perspectiveView(Edge, Edge), options);
      add(picture, havs.image(), 4 * Pixels);
    };
  };
  const Calls<Havs> calls = {
    setting<Havs>([&](Havs& havs) { havs.setMesh(meshInput(scene)); }),
    setting<Havs>([&](Havs& havs) { havs.setScalars(scalarInput(scene)); }),
    setting<Havs>([&](Havs& havs) { havs.setTransferFunction(scene.transferFunction); }),
    draw(1.0f),
    draw(0.5f),
    setting<Havs>([&](Havs& havs) { havs.setMesh(meshInput(scene)); }),
    setting<Havs>([&](Havs& havs) { havs.setScalars(scalarInput(scene)); }),
    draw(1.0f),
  };
  expectToSurvive<Havs>(this->GetParam(), calls);
  expectToGoOn<Havs>(this->GetParam(), calls);
  expectToKeepTheLimit<Havs>(this->GetParam(), calls);
}

TEST_P(FailingAllocations, Isosurfaces)
{
  const TestVolume volume = makeVolume(gyroid(), { 17, 16, 15 });
  IsosurfaceScene scene = makeScene(volume, { -0.2, 0.3 });
  scene.surfaces[0].opacity = 0.5f;
  const std::vector<float> colours = ramp(17 * 16 * 15);
  using Caster = IsosurfaceRayCaster;
  Calls<Caster> calls = {
    setting<Caster>([&](Caster& caster) { caster.setVolume(scene.volume); }),
    setting<Caster>([&](Caster& caster) { caster.setColorValues(fieldOf(colours, Association::Points)); }),
    setting<Caster>([](Caster& caster) {
      ColorTable table;
      table.rgb = { 0, 0, 1, 1, 0, 0 };
      caster.setColorTable(table);
    }),
    setting<Caster>([&](Caster& caster) { caster.setIsosurfaces(scene.surfaces); }),
    setting<Caster>([](Caster& caster) { caster.setLights(mixedLights()); }),
  };
  // Each pipeline, and compaction by each method.
  for (const NamedMethod& method : allMethods())
  {
    IsosurfaceFrameOptions options;
    method.choose(options);
    options.wantHits = true;
    options.clippingPlanes = { { { 0, 1, 0 }, 0.2 } };
    calls.push_back([options](Caster& caster, Picture& picture) {
      caster.render(perspectiveView(Edge, Edge), options);
      add(picture, caster.image(), 4 * Pixels);
      add(picture, caster.depth(), Pixels);
    });
  }
  expectToSurvive<Caster>(this->GetParam(), calls);
  expectToGoOn<Caster>(this->GetParam(), calls);
  expectToKeepTheLimit<Caster>(this->GetParam(), calls);
}

TEST_P(FailingAllocations, PathTracer)
{
  const BallVolume ball(13);
  const PathTestMesh mesh = PathTestMesh::ball(3);
  QuadMesh floor;
  floor.add({ { { -2, -1, -2 }, { -2, -1, 2 }, { 2, -1, 2 }, { 2, -1, -2 } } }, { 1, 0.5f, 0.5f });
  using Tracer = inkray::PathTracer;
  const std::vector<float> ofVolume = ramp(13 * 13 * 13), ofMesh = ramp(mesh.points.size() / 3);
  ColorTable table;
  table.rgb = { 0, 0, 1, 1, 0, 0 };
  Environment sky;
  sky.kind = Environment::Kind::Image;
  const std::vector<float> stars = ramp(8 * 4 * 3);
  sky.width = 8;
  sky.height = 4;
  sky.rgb = stars;
  PathSurface surface;
  surface.opacity = 0.5f;
  // A scene that failed part way is begun again, as the mapper does.
  Calls<Tracer> calls = {
    [&](Tracer& tracer, Picture&) {
      tracer.clearScene();
      tracer.setMaterials({ {} });
      tracer.setEnvironment(sky);
      const int volume = tracer.addVolume(ball.input({ 0.5, 0, 0 }, 0.7));
      tracer.setIsosurfaces(volume, { surface });
      tracer.setColorValues(volume, fieldOf(ofVolume, Association::Points));
      tracer.setColorTable(volume, table);
      tracer.setTransferFunction(volume, translucentFunction());
      const int grid = tracer.addMesh(mesh.input());
      tracer.setMeshValues(grid, mesh.field());
      tracer.setMeshIsosurfaces(grid, { surface });
      tracer.setMeshColorValues(grid, fieldOf(ofMesh, Association::Points));
      tracer.setMeshColorTable(grid, table);
      tracer.setMeshTransferFunction(grid, translucentFunction());
      tracer.addTriangles(floor.input());
    },
  };
  // Each kernel with memory of its own.
  const auto trace = [](Tracer& tracer, Picture& picture, PathKernel kernel, const PathLoopFactory* loop) {
    PathFrameOptions options;
    options.kernel = kernel;
    options.methods.loop = loop;
    options.bounces = 1;
    tracer.restart();
    tracer.render(frontCamera(Edge, Edge), options);
    add(picture, tracer.image(), 4 * Pixels);
    add(picture, tracer.depth(), Pixels);
  };
  for (const PathKernel kernel : { PathKernel::Naive, PathKernel::WholeFrame, PathKernel::InKernel,
         PathKernel::Queued, PathKernel::Sorted })
    calls.push_back([=](Tracer& tracer, Picture& picture) { trace(tracer, picture, kernel, nullptr); });
  // The loops of the papers, which trace no media.
  calls.push_back([&](Tracer& tracer, Picture&) {
    tracer.clearScene();
    tracer.addTriangles(floor.input());
  });
  for (const ComparedPathLoop loop : { ComparedPathLoop::Counted, ComparedPathLoop::Uncompacted,
         ComparedPathLoop::InPlace, ComparedPathLoop::TiledGlobal })
    calls.push_back([=](Tracer& tracer, Picture& picture) {
      trace(tracer, picture, PathKernel::Naive, comparedPathLoop(loop));
    });
  expectToSurvive<Tracer>(this->GetParam(), calls);
  expectToGoOn<Tracer>(this->GetParam(), calls);
  expectToKeepTheLimit<Tracer>(this->GetParam(), calls);
}

INKRAY_TEST_ON_DEVICES(FailingAllocations);

} // namespace
