// SPDX-License-Identifier: BSD-3-Clause
// One ray caster in long use: new meshes, values, transfer functions and sizes, without growth and without
// traces of earlier input.
#include "Core/Errors.h"
#include "MeshVolume/RayCastTest.h"
#include "Shading/FunctionColorTable.h"
#include "Shading/StepTable.h"
#include "Shading/TabulatedTransferFunction.h"

#include <algorithm>
#include <cmath>
#include <memory>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class Reuse : public RayCastTest
{
};

bool same(const TetRayCastMemory& a, const TetRayCastMemory& b)
{
  return a.resident == b.resident && a.frame == b.frame && a.setupPeak == b.setupPeak;
}

TEST_P(Reuse, NewInputReplacesOld)
{
  const std::vector<OracleScene> scenes = { nonConvexMesh(), singleTet(), convexMesh(), disconnectedMesh() };
  const Camera camera = perspectiveView(48, 48);
  for (int round = 0; round < 2; ++round)
  {
    for (OracleScene scene : scenes)
    {
      scene.transferFunction = translucentFunction();
      giveScene(this->caster(), scene);
      this->expectExact(scene, camera, {}, "new mesh");
      for (double& s : scene.scalars)
      {
        s = 1.0 - s;
      }
      giveScalars(this->caster(), scene);
      this->expectExact(scene, camera, {}, "new values");
      scene.transferFunction = opaqueFunction();
      this->caster().setTransferFunction(scene.transferFunction);
      this->expectExact(scene, camera, {}, "new transfer function");
    }
  }
}

TEST_P(Reuse, ManyFramesAndResizesKeepTheirMemory)
{
  OracleScene scene = nonConvexMesh();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  const int sizes[][2] = { { 64, 48 }, { 1, 1 }, { 33, 71 }, { 96, 96 } };
  const auto round = [&](int step) {
    const double angle = 0.1 * step;
    for (const auto& size : sizes)
    {
      this->picture(perspectiveCamera({ 4.0 * std::cos(angle), 1.0, 4.0 * std::sin(angle) }, { 0, 0, 0 },
        30.0, 0.5, 12.0, size[0], size[1]));
      EXPECT_EQ(this->caster().statistics().failedRays, 0);
    }
  };
  // Draw each view once, so that every capacity is reached.
  constexpr int views = 63;
  for (int step = 0; step < views; ++step)
  {
    round(step);
  }
  const TetRayCastMemory before = this->caster().memory();
  EXPECT_GT(before.resident, scene.tets.size() / 4 * 16);
  EXPECT_GE(before.setupPeak, before.resident);
  EXPECT_GT(before.frame, 0u);
  for (int step = 0; step < views; ++step)
  {
    round(step);
    ASSERT_TRUE(same(this->caster().memory(), before)) << "frame " << step;
  }
}

TEST_P(Reuse, TheMemoryReportIsAllThatIsHeld)
{
  // The memory of each stage, computed from the sizes of its arrays. A CPU takes no other memory; a CUDA
  // device also has workspace for scans.
  OracleScene scene = nonConvexMesh();
  scene.transferFunction = translucentFunction();
  giveMesh(this->caster(), scene);
  const TetMeshReport report = this->caster().setMesh(meshInput(scene));
  const auto points = static_cast<std::size_t>(report.numVertices),
             tets = static_cast<std::size_t>(report.numTets),
             faces = static_cast<std::size_t>(report.numBoundaryFaces);
  ASSERT_GT(faces, 0u);
  const bool cpu = this->GetParam() == DeviceKind::CPU;
  const auto expectFrame = [&](std::size_t bytes, const char* what) {
    const std::size_t held = this->caster().memory().frame;
    EXPECT_GE(held, bytes) << what;
    EXPECT_LE(held, bytes + (cpu ? 0 : std::size_t(1) << 20)) << what;
  };

  // Bytes: 16 per vertex and 4 for its point; per tet four links of 8 and 4 for its number; 16 per boundary
  // face; counters.
  const std::size_t mesh = 20 * points + 36 * tets + 16 * faces + 7 * 8;
  EXPECT_EQ(this->caster().memory().resident, mesh);
  expectFrame(0, "before a frame");
  // Setup holds most memory while it sorts faces: keys and numbers of four faces per tet twice, tets,
  // vertices.
  const std::size_t peak = this->caster().memory().setupPeak;
  EXPECT_GE(peak, (96 + 16 + 4) * tets + 20 * points);
  EXPECT_LE(peak, 160 * tets + 20 * points + (std::size_t(1) << 22));

  // Five knots and the ends make six pieces of 48 bytes. More knots in another function take more. The CPU
  // also has tables of the integrals of both, and a device has tables of the colors.
  giveScalars(this->caster(), scene);
  EXPECT_EQ(this->caster().memory().resident, mesh);
  double range[2];
  this->caster().scalarRange(range);
  const auto tableOf = [&](const TransferFunction& function) {
    const std::vector<FunctionInterval> pieces =
      makeIntervals(function, range[0], 1.0 / (range[1] - range[0]));
    const TransferFunctionTable made = makeTable(pieces);
    const FunctionColorTable ofColors = makeFunctionColorTable(pieces, pieces);
    EXPECT_FALSE(made.pieces.empty());
    return cpu ? 64 * made.pieces.size() + 2 * made.blockOfCell.size()
               : 16 * ofColors.colors.size() + 48 * ofColors.opacities.size();
  };
  this->caster().setTransferFunction(scene.transferFunction);
  EXPECT_EQ(this->caster().memory().resident, mesh + 6 * 48 + tableOf(scene.transferFunction));
  TransferFunction fine;
  for (int k = 0; k <= 100; ++k)
  {
    fine.knots.push_back({ 0.01 * k, 0.5f, 0.5f, 0.5f, 1.0f });
  }
  this->caster().setTransferFunction(fine);
  const std::size_t table = tableOf(fine);
  EXPECT_EQ(this->caster().memory().resident, mesh + 102 * 48 + table);

  // Bytes: 16 per pixel for the image, 4 each for starts of lists and last fragments; 16 per projected
  // vertex; workspace of 16 per large face, 16 per fragment and 8 per list entry; three counts and four
  // counters.
  const std::size_t pixels = 64 * 48, capacity = 1 << 16;
  const std::size_t frame =
    16 * pixels + 4 * (2 * pixels + 1) + 16 * points + 16 * faces + 24 * capacity + 7 * 8;
  this->picture(perspectiveView(64, 48));
  expectFrame(frame, "a frame");
  // If the frame found that two points per segment suffice, it also has the function in equal steps.
  const bool hasSteps = this->caster().statistics().byTwoPoints;
  EXPECT_FALSE(cpu && hasSteps);
  const std::size_t steps = hasSteps ? 16 * (StepTable::numCells + 1) : 0;
  EXPECT_EQ(this->caster().memory().resident, mesh + 102 * 48 + table + steps);
  FrameOptions options;
  const std::vector<float> depth(pixels, 1.0f);
  options.opaqueDepth = depth.data();
  this->picture(perspectiveView(64, 48), options);
  const std::size_t copied = cpu ? 0 : 4 * pixels; // the CPU reads the caller's depths
  expectFrame(frame + copied, "with opaque geometry");

  // Cell values take 4 bytes per tet, and their colors 16.
  scene.perCell = true;
  scene.scalars.assign(tets, 0.5);
  giveScalars(this->caster(), scene);
  EXPECT_EQ(this->caster().memory().resident, mesh + 102 * 48 + 20 * tets);
  expectFrame(frame + copied, "cell values");
}

TEST_P(Reuse, ReloadsKeepTheirMemory)
{
  OracleScene scene = convexMesh();
  scene.transferFunction = translucentFunction();
  const Camera camera = perspectiveView(32, 32);
  TetRayCastMemory before;
  for (int reload = 0; reload < 12; ++reload)
  {
    giveScene(this->caster(), scene);
    this->picture(camera);
    if (reload == 1)
    {
      before = this->caster().memory();
    }
    ASSERT_TRUE(reload < 1 || same(this->caster().memory(), before)) << "reload " << reload;
  }
}

TEST_P(Reuse, CallsOutOfOrderAreRefused)
{
  const Camera camera = perspectiveView(8, 8);
  OracleScene scene = singleTet();
  scene.transferFunction = translucentFunction();
  EXPECT_THROW(this->caster().render(camera, {}), Error) << "nothing set";
  EXPECT_THROW(giveScalars(this->caster(), scene), Error) << "no mesh";
  giveMesh(this->caster(), scene);
  EXPECT_THROW(this->caster().render(camera, {}), Error) << "no values";
  giveScalars(this->caster(), scene);
  EXPECT_THROW(this->caster().render(camera, {}), Error) << "no transfer function";
  this->caster().setTransferFunction(scene.transferFunction);
  this->expectExact(scene, camera, {}, "complete");
  // A new mesh drops the values of the old one.
  giveMesh(this->caster(), scene);
  EXPECT_THROW(this->caster().render(camera, {}), Error) << "values dropped";
  giveScalars(this->caster(), scene);
  this->expectExact(scene, camera, {}, "complete again");
}

TEST_P(Reuse, EmptyAndBadImagesAreRefused)
{
  OracleScene scene = singleTet();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  Camera camera = perspectiveView(8, 8);
  for (const auto& size :
    { std::array<int, 2>{ 0, 0 }, std::array<int, 2>{ 8, 0 }, std::array<int, 2>{ -1, 8 } })
  {
    camera.width = size[0];
    camera.height = size[1];
    EXPECT_THROW(this->caster().render(camera, {}), InvalidInput) << size[0] << " x " << size[1];
  }
  camera = perspectiveView(8, 8);
  camera.meshToEye[5] = std::nan("");
  // A camera with an invalid matrix draws nothing.
  const std::vector<float> empty = this->picture(camera);
  EXPECT_EQ(*std::max_element(empty.begin(), empty.end()), 0.0f);
  EXPECT_EQ(this->caster().statistics().failedRays, 0);
  this->expectExact(scene, perspectiveView(8, 8), {}, "after refusals");
}

TEST_P(Reuse, RaysAreThoseOfTheLastFrame)
{
  OracleScene scene = singleTet();
  scene.transferFunction = translucentFunction();
  EXPECT_EQ(this->caster().numRays(), 0) << "before a mesh";
  giveScene(this->caster(), scene);
  EXPECT_EQ(this->caster().numRays(), 0) << "before a frame";
  Camera camera = perspectiveView(32, 32);
  const std::vector<float> image = this->picture(camera);
  std::int64_t seen = 0;
  for (std::size_t pixel = 0; pixel < image.size() / 4; ++pixel)
    seen += image[4 * pixel + 3] > 0 ? 1 : 0;
  ASSERT_GT(seen, 0);
  EXPECT_GE(this->caster().numRays(), seen);
  EXPECT_LE(this->caster().numRays(), seen + 8) << "rays through an edge may have no length in the mesh";
  camera.meshToEye[5] = std::nan("");
  this->picture(camera);
  EXPECT_EQ(this->caster().numRays(), 0) << "a camera that maps nothing";
}

TEST_P(Reuse, AnAbandonedFrameLeavesNothingBehind)
{
  // The check stops once, and no longer exists when the next mesh comes: neither the check nor its answer may
  // affect later calls.
  giveScene(this->caster(), []() {
    OracleScene scene = nonConvexMesh();
    scene.transferFunction = translucentFunction();
    return scene;
  }());
  const Camera camera = perspectiveView(48, 48);
  {
    auto asked = std::make_unique<int>(0);
    FrameOptions options;
    options.abortCheck = [&asked]() { return ++*asked == 1; };
    EXPECT_THROW(this->caster().render(camera, options), Aborted);
    EXPECT_EQ(*asked, 1);
  }
  OracleScene scene = kuhnMesh();
  scene.transferFunction = opaqueFunction();
  giveScene(this->caster(), scene);
  this->expectExact(scene, camera, {}, "after an abandoned frame");
}

TEST_P(Reuse, SeveralRayCastersDoNotDisturbEachOther)
{
  OracleScene one = nonConvexMesh(), two = kuhnMesh();
  one.transferFunction = translucentFunction();
  two.transferFunction = opaqueFunction();
  const auto other = LookedCaster::create(this->GetParam());
  giveScene(this->caster(), one);
  giveScene(*other, two);
  const Camera camera = perspectiveView(48, 48);
  const std::vector<double> reference = BruteForceTetCaster(two, camera).image();
  other->render(camera, {});
  this->expectExact(one, camera, {}, "first");
  EXPECT_LT(difference(other->image(), reference).maximum, MaximumError);
}

INKRAY_TEST_ON_DEVICES(Reuse);

} // namespace
