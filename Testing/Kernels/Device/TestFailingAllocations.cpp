// SPDX-License-Identifier: BSD-3-Clause
// Each allocation fails in turn, from the making of a ray caster to its last picture. The call that fails
// says how much memory it asked for. When it is made again it succeeds. The picture is the one of a ray
// caster that never failed, and no more memory is held.
#include "Device/FailingAllocations.h"
#include "Havs/HavsTest.h"
#include "Isosurface/IsosurfaceTest.h"
#include "MeshVolume/RayCastTest.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace inkray
{
/// Returns the bytes that a ray caster holds.
static std::size_t bytesOf(const testing::LookedCaster& caster)
{
  return caster.memory().resident + caster.memory().frame;
}
static std::size_t bytesOf(const Havs& havs)
{
  return havs.memory().resident + havs.memory().frame;
}
static std::size_t bytesOf(const IsosurfaceRayCaster& caster)
{
  return caster.memory().volume + caster.memory().bricks + caster.memory().frame;
}

} // namespace inkray

using namespace inkray;
using namespace inkray::testing;

namespace
{

OracleScene smallMesh()
{
  generator::MeshOptions options;
  options.cells = { 3, 3, 3 };
  options.shape = generator::Shape::Convex;
  OracleScene scene = fromGenerator(options);
  scene.transferFunction = translucentFunction();
  return scene;
}

Calls<LookedCaster>::value_type renderTets(const FrameOptions& options)
{
  return [options](LookedCaster& caster, Picture& picture) {
    caster.render(perspectiveView(Edge, Edge), options);
    add(picture, caster.image(), 4 * Pixels);
    if (caster.depth())
      add(picture, caster.depth(), Pixels);
  };
}

/// Makes a call of a setter.
template <class Caster, class Set>
typename Calls<Caster>::value_type setting(const Set& set)
{
  return [set](Caster& caster, Picture&) { set(caster); };
}

TEST_P(FailingAllocations, MeshVolume)
{
  const OracleScene scene = smallMesh();
  const std::vector<float> atPoints = ramp(scene.points.size() / 3), atTets = ramp(scene.tets.size() / 4),
                           colors = ramp(scene.points.size());
  using Caster = LookedCaster;
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
      [&](Caster& caster) { caster.setSurfaceColorScalars(fieldOf(atTets, Association::Cells)); }),
    setting<Caster>([](Caster& caster) {
      ColorTable table;
      table.rgb = { 0, 0, 1, 1, 0, 0 };
      caster.setSurfaceColors(table);
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
    setting<Caster>([&](Caster& caster) { caster.setColors(fieldOf(colors, Association::Points, 3), 1); }),
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
  const std::vector<float> colors = ramp(17 * 16 * 15);
  using Caster = IsosurfaceRayCaster;
  Calls<Caster> calls = {
    setting<Caster>([&](Caster& caster) { caster.setVolume(scene.volume); }),
    setting<Caster>([&](Caster& caster) { caster.setColorValues(fieldOf(colors, Association::Points)); }),
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

INKRAY_TEST_ON_DEVICES(FailingAllocations);

} // namespace
