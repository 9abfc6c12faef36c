// SPDX-License-Identifier: BSD-3-Clause
// Forms of the isosurface pipeline: each draws what the single kernel draws, bit for bit, whatever its bounds
// are.
#include "Isosurface/IsosurfaceTest.h"
#include "IsosurfaceForms.h"
#include "RayWalk.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace inkray::laboratory;

namespace inkray::testing
{
namespace
{

class Forms : public IsosurfaceTest
{
protected:
  void TearDown() override { this->Caster.reset(); } // must go before the factories

  static IsosurfaceFrameOptions by(const FormedIsosurface& form, IsosurfaceFrameOptions options = {})
  {
    options.pipeline = IsosurfacePipeline::MultiKernel;
    options.methods.multiKernel = &form;
    return options;
  }

  /// Compares every form with these bounds with the single kernel, which the other tests check.
  void expectAllSame(const Camera& camera, const IsosurfaceFrameOptions& options, int leaves, int steps,
    int rounds, const std::string& what)
  {
    const IsosurfacePicture single = this->picture(camera, options);
    // Pixels that a form does not write would keep the picture from before.
    IsosurfaceFrameOptions nothing;
    nothing.clippingPlanes = { { { 1, 0, 0 }, 1e6 }, { { -1, 0, 0 }, 1e6 } };
    for (const NamedForm& named : isosurfaceForms())
    {
      FormParts parts = named.parts;
      parts.leaves = leaves;
      parts.steps = steps;
      parts.rounds = rounds;
      this->Made.push_back(std::make_unique<FormedIsosurface>(parts));
      this->expectEmpty(camera, nothing, what);
      expectSame(single, this->picture(camera, by(*this->Made.back(), options)), what + ", " + named.key);
    }
  }

  std::vector<std::unique_ptr<FormedIsosurface>> Made;
};

struct Bounds
{
  int leaves, steps, rounds;
};

TEST_P(Forms, DrawWhatTheSingleKernelDraws)
{
  const int size = imageSize(50);
  const std::pair<const char*, VolumeFunction> functions[] = { { "gyroid", gyroid() },
    { "noise", noise(23) } };
  for (const auto& [name, function] : functions)
    for (const ValueType type : { ValueType::Float32, ValueType::UInt8, ValueType::UInt16 })
    {
      const TestVolume volume = makeVolume(function, { 70, 51, 37 }, { type });
      const IsosurfaceScene scene = makeScene(volume, { scaledValue(type, 0.31) });
      this->expectExact(scene, perspectiveView(size, size), {}, name);
      for (const Bounds bounds : { Bounds{ 1, 0, 2 }, { 2, 3, 3 }, { 0, 1, 64 }, { 1, 2, 1 } })
        this->expectAllSame(perspectiveView(size, size), {}, bounds.leaves, bounds.steps, bounds.rounds,
          std::string(name) + ", leaves " + std::to_string(bounds.leaves) + ", steps " +
            std::to_string(bounds.steps));
    }
}

TEST_P(Forms, KnowWhatCutsRays)
{
  const int size = imageSize(50);
  TestVolume volume = makeVolume(gyroid(), { 40, 60, 50 });
  volume.cellFlags.assign(static_cast<std::size_t>(volume.numCells()), 0);
  for (std::size_t cell = 0; cell < volume.cellFlags.size(); cell += 7)
    volume.cellFlags[cell] = 1;
  volume.hiddenCellBits = 1;
  this->give(makeScene(volume, { 0.2 }));
  IsosurfaceFrameOptions options;
  options.smoothNormals = true;
  options.clippingPlanes = { { { 0.3, -0.5, 0.81 }, -0.3 } };
  std::vector<float> opaque(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), 1.0f);
  for (std::size_t k = 0; k < opaque.size(); k += 3)
    opaque[k] = 0.6f;
  options.opaqueDepth = opaque.data();
  this->expectAllSame(parallelView(size, size), options, 1, 2, 3, "cut");
}

TEST_P(Forms, SmallAndEmptyPictures)
{
  // Test fewer rays than a block has threads, a root that is a leaf, no surface at all, and rays that all
  // miss.
  const TestVolume small = makeVolume(gyroid(), { 9, 8, 7 }), large = makeVolume(gyroid(), { 40, 37, 33 });
  for (const TestVolume* const volume : { &small, &large })
    for (const double isovalue : { 0.1, 50.0 })
    {
      this->give(makeScene(*volume, { isovalue }));
      for (const auto& [width, height] : { std::pair{ 1, 1 }, { 5, 3 }, { 33, 9 } })
        this->expectAllSame(perspectiveView(width, height), {}, 1, 1, 2,
          std::to_string(width) + " x " + std::to_string(height) + ", isovalue " + std::to_string(isovalue));
    }
}

TEST_P(Forms, CountRounds)
{
  const TestVolume volume = makeVolume(noise(5), { 60, 60, 60 });
  this->give(makeScene(volume, { 0.1 }));
  const Camera camera = perspectiveView(64, 64);
  FormParts parts;
  parts.leaves = 1;
  std::int64_t before = 0;
  for (const int rounds : { 1, 2, 4 })
  {
    parts.rounds = rounds;
    this->Made.push_back(std::make_unique<FormedIsosurface>(parts));
    this->picture(camera, by(*this->Made.back()));
    const IsosurfaceStatistics s = this->caster().statistics();
    EXPECT_EQ(s.rounds, rounds);
    EXPECT_EQ(s.queueItems, 64 * 64 + s.keptItems);
    EXPECT_GE(s.keptItems, before + (rounds > 1 ? 10 : 0));
    before = s.keptItems;
  }
  // A quarter of the rays at a time needs at least four rounds.
  parts.window = 0.25;
  this->Made.push_back(std::make_unique<FormedIsosurface>(parts));
  this->picture(camera, by(*this->Made.back()));
  EXPECT_GT(this->caster().statistics().rounds, 4);
  EXPECT_LT(this->caster().statistics().rounds, 40);
}

TEST_P(Forms, DoTheSameWork)
{
  // Whoever drives the rays, the pairs of nodes and the leaves are those of one kernel for whole rays.
  const bool device = this->GetParam() == DeviceKind::CUDA;
  const TestVolume volume = makeVolume(noise(5), { 60, 60, 60 });
  this->give(makeScene(volume, { 0.1 }));
  const Camera camera = perspectiveView(64, 64);
  FormCounts single;
  for (const NamedForm& named : isosurfaceForms())
  {
    const auto counts = std::make_shared<FormCounts>();
    this->Made.push_back(std::make_unique<FormedIsosurface>(named.parts, counts));
    this->picture(camera, by(*this->Made.back()));
    this->caster().statistics();
    const FormCounts c = *counts;
    single = named.key == "trail" ? c : single;
    EXPECT_GT(c.lanesOfPairs, 1000u) << named.key;
    EXPECT_GT(c.lanesOfLeaves, 1000u) << named.key;
    EXPECT_EQ(c.lanesOfPairs, single.lanesOfPairs) << named.key;
    EXPECT_EQ(c.lanesOfLeaves, single.lanesOfLeaves) << named.key;
    for (const auto& [times, lanes] : { std::pair{ c.pairs, c.lanesOfPairs }, { c.leaves, c.lanesOfLeaves } })
    {
      EXPECT_LE(times, lanes) << named.key;
      EXPECT_LE(lanes, times * (device ? 32 : 1)) << named.key;
    }
  }
}

TEST_P(Forms, AreRefusedWhereTheyDoNotWork)
{
  const FormedIsosurface form(isosurfaceForms().front().parts);
  const Camera camera = perspectiveView(16, 16);
  const TestVolume volume = makeVolume(gyroid(), { 12, 12, 12 });
  this->give(makeScene(volume, { 0.1, 0.3 }));
  EXPECT_THROW(this->picture(camera, by(form)), InvalidInput);
  this->give(translucent(makeScene(volume, { 0.1 })));
  EXPECT_THROW(this->picture(camera, by(form)), InvalidInput);
  this->Caster.reset();
}

INKRAY_TEST_ON_DEVICES(Forms);

TEST(FormParts, ThatDoNotGoTogetherAreRefused)
{
  const auto change = [](void (*set)(FormParts&)) {
    FormParts parts;
    set(parts);
    return parts;
  };
  for (const FormParts& parts :
    { change([](FormParts& p) { p.rounds = 0; }), change([](FormParts& p) { p.rounds = 65; }),
      change([](FormParts& p) { p.leaves = -1; }), change([](FormParts& p) { p.window = 1.5; }),
      change([](FormParts& p) { p.leastActive = 33; }), change([](FormParts& p) { p.resident = 513; }),
      change([](FormParts& p) { p.record = FormRecord::Stack, p.order = FormOrder::Sorted; }),
      change([](FormParts& p) { p.record = FormRecord::Stack, p.driver = FormDriver::Block; }),
      change([](FormParts& p) { p.window = 0.5, p.order = FormOrder::Sorted; }),
      change([](FormParts& p) { p.driver = FormDriver::Block, p.block = 32; }), change([](FormParts& p) {
        p.driver = FormDriver::Block, p.block = 256, p.raysPerThread = 8, p.record = FormRecord::Ray;
      }),
      change([](FormParts& p) { p.driver = FormDriver::Queues, p.block = 64; }) })
    EXPECT_THROW(FormedIsosurface{ parts }, InvalidInput);
  for (const NamedForm& form : isosurfaceForms())
    EXPECT_NO_THROW(FormedIsosurface{ form.parts }) << form.key;
}

TEST(FormRecords, HaveTheirSizes)
{
  FormParts parts;
  EXPECT_EQ(parts.bytesOfRay(15), 16u);
  parts.record = FormRecord::Ray;
  EXPECT_EQ(parts.bytesOfRay(15), 48u);
  parts.record = FormRecord::Stack;
  EXPECT_EQ(parts.bytesOfRay(15), 76u); // its number, 17 entries and their number
}

TEST(FormRecords, NodesHaveTheOrderOfTheirLeaves)
{
  // In a tree of four levels, with leaves 16 to 31, a node comes where its first leaf does.
  EXPECT_EQ(orderOfNode(16, 4), 16u);
  EXPECT_EQ(orderOfNode(31, 4), 31u);
  EXPECT_EQ(orderOfNode(5, 4), 20u);
  EXPECT_EQ(orderOfNode(1, 4), 16u);
  EXPECT_LT(orderOfNode(31, 4), 1u << orderBits(4));
  EXPECT_EQ(orderOfNode(1, 0), 1u);
}

} // namespace
} // namespace inkray::testing
