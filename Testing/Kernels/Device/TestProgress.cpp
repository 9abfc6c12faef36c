// SPDX-License-Identifier: BSD-3-Clause
// Long work reports its progress and can be abandoned at any point; nothing of it is left then. The CPU
// reports in all loops. A device reports while data are sent to it and between its stages.
#include "Core/Errors.h"
#include "Device/HostBackend.h"
#include "Isosurface/IsosurfaceTest.h"
#include "MeshVolume/RayCastTest.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include <tbb/global_control.h>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// Records the shares that work reports. From the share `stopAt` on it asks the work to stop.
class Shares
{
public:
  explicit Shares(double stopAt = 2)
    : StopAt(stopAt)
  {
  }

  template <class Options>
  Options options(Options options = {})
  {
    static_cast<WorkObserver&>(options) = { [this] { return this->last() >= this->StopAt; },
      [this](double share) { this->Reported.push_back(share); } };
    return options;
  }
  WorkObserver observer() { return this->options<WorkObserver>(); }
  const std::vector<double>& all() const { return this->Reported; }
  /// Once all is done, the work asks no more.
  std::vector<double> beforeTheEnd() const { return { this->Reported.begin(), this->Reported.end() - 1 }; }
  double last() const { return this->Reported.empty() ? -1 : this->Reported.back(); }

  void expectWhole(std::size_t atLeast, const char* what) const
  {
    ASSERT_GE(this->Reported.size(), atLeast) << what;
    EXPECT_EQ(this->Reported.front(), 0) << what;
    EXPECT_EQ(this->Reported.back(), 1) << what;
    EXPECT_TRUE(std::is_sorted(this->Reported.begin(), this->Reported.end(), std::less_equal<>())) << what;
    // The bar advances steadily: no step is larger than a tenth.
    for (std::size_t i = 1; i < this->Reported.size(); ++i)
      EXPECT_LT(this->Reported[i] - this->Reported[i - 1], 0.1) << what << " at " << this->Reported[i];
  }

private:
  double StopAt;
  std::vector<double> Reported;
};

/// With one thread, the share of each loop does not depend on the machine.
class OneThread : public ::testing::Test
{
  const tbb::global_control Threads{ tbb::global_control::max_allowed_parallelism, 1 };
};

class MeshProgress : public OneThread
{
protected:
  void SetUp() override
  {
    generator::MeshOptions options;
    options.cells = { 20, 20, 20 };
    this->Scene = fromGenerator(options);
    this->Scene.transferFunction = translucentFunction();
    this->Caster = LookedCaster::create(DeviceKind::CPU);
  }
  std::vector<float> picture(const FrameOptions& options = {})
  {
    const Camera camera = perspectiveView(imageSize(256), imageSize(256));
    this->Caster->render(camera, options);
    return { this->Caster->image(), this->Caster->image() + 4 * camera.width * camera.height };
  }

  OracleScene Scene;
  std::unique_ptr<LookedCaster> Caster;
};

TEST_F(MeshProgress, RisesFromNothingToAll)
{
  Shares mesh, frame;
  this->Caster->setMesh(meshInput(this->Scene), mesh.observer());
  mesh.expectWhole(100, "mesh");
  giveScalars(*this->Caster, this->Scene);
  this->Caster->setTransferFunction(this->Scene.transferFunction);
  this->picture(frame.options<FrameOptions>());
  frame.expectWhole(100, "frame");
}

TEST_F(MeshProgress, AMeshAbandonedAtAnyPointIsBuiltAgain)
{
  giveScene(*this->Caster, this->Scene);
  const std::vector<float> whole = this->picture();
  const std::size_t held = this->Caster->memory().resident;
  for (const double stopAt : { 0.0, 0.01, 0.1, 0.3, 0.5, 0.9, 0.995 })
  {
    Shares mesh(stopAt);
    EXPECT_THROW(this->Caster->setMesh(meshInput(this->Scene), mesh.observer()), Aborted) << stopAt;
    EXPECT_LT(mesh.last(), 1) << "the work went on";
    EXPECT_THROW(this->picture(), InvalidInput) << "a mesh half done was drawn";
    EXPECT_LT(this->Caster->memory().resident, held / 2) << "a mesh half done was kept";
    giveScene(*this->Caster, this->Scene);
    EXPECT_EQ(this->picture(), whole) << stopAt;
  }
}

TEST_F(MeshProgress, AFrameAbandonedAtAnyPointIsDrawnAgain)
{
  giveScene(*this->Caster, this->Scene);
  const std::vector<float> whole = this->picture();
  for (const double stopAt : { 0.0, 0.02, 0.05, 0.3, 0.6, 0.9 })
  {
    Shares frame(stopAt);
    EXPECT_THROW(this->picture(frame.options<FrameOptions>()), Aborted) << stopAt;
    EXPECT_LT(frame.last(), 1) << "the work went on";
    EXPECT_EQ(this->picture(), whole) << stopAt;
  }
}

class VolumeProgress : public OneThread
{
protected:
  void SetUp() override
  {
    this->Caster = IsosurfaceRayCaster::create(DeviceKind::CPU);
    this->Scene = makeScene(this->Volume, { 0.3, 0.9 });
  }
  void give(const WorkObserver& observer = {})
  {
    this->Caster->setVolume(this->Scene.volume, observer);
    this->Caster->setIsosurfaces(this->Scene.surfaces);
    this->Caster->setLights(mixedLights());
  }
  std::vector<float> picture(const IsosurfaceFrameOptions& options = {})
  {
    const Camera camera = perspectiveView(imageSize(256), imageSize(256));
    this->Caster->render(camera, options);
    return { this->Caster->image(), this->Caster->image() + 4 * camera.width * camera.height };
  }

  const TestVolume Volume = makeVolume(noise(5), { 90, 80, 70 });
  IsosurfaceScene Scene;
  std::unique_ptr<IsosurfaceRayCaster> Caster;
};

TEST_F(VolumeProgress, RisesFromNothingToAll)
{
  Shares volume;
  this->give(volume.observer());
  EXPECT_EQ(volume.last(), 1);
  for (const IsosurfacePipeline pipeline :
    { IsosurfacePipeline::SingleKernel, IsosurfacePipeline::KdJump, IsosurfacePipeline::MultiKernel })
  {
    Shares frame;
    auto options = frame.options<IsosurfaceFrameOptions>();
    options.pipeline = pipeline;
    this->picture(options);
    if (pipeline == IsosurfacePipeline::MultiKernel)
      EXPECT_EQ(frame.last(), 1);
    else
      frame.expectWhole(100, "frame");
  }
}

TEST_F(VolumeProgress, WorkAbandonedAtAnyPointIsDoneAgain)
{
  this->give();
  const std::vector<float> whole = this->picture();
  for (const double stopAt : { 0.0, 0.35, 0.65 })
  {
    Shares volume(stopAt);
    EXPECT_THROW(this->give(volume.observer()), Aborted) << stopAt;
    EXPECT_THROW(this->picture(), InvalidInput) << "a volume half done was drawn";
    this->give();
    EXPECT_EQ(this->picture(), whole) << stopAt;
  }
  for (const IsosurfacePipeline pipeline :
    { IsosurfacePipeline::SingleKernel, IsosurfacePipeline::KdJump, IsosurfacePipeline::MultiKernel })
    for (const double stopAt : { 0.0, 0.04, 0.3, 0.6 })
    {
      this->Caster->setIsosurfaces({ this->Scene.surfaces[0] }); // so that each frame makes the tree
      this->picture();
      this->Caster->setIsosurfaces(this->Scene.surfaces);
      Shares frame(stopAt);
      auto options = frame.options<IsosurfaceFrameOptions>();
      options.pipeline = pipeline;
      EXPECT_THROW(this->picture(options), Aborted) << stopAt;
      EXPECT_EQ(this->picture(), whole) << stopAt;
    }
}

/// Data that are sent to a device in several parts.
class UploadProgress : public RayCastTest
{
};

TEST_P(UploadProgress, OfAMeshRisesAndMayEndAnywhere)
{
  generator::MeshOptions options;
  options.cells = { 64, 64, 64 };
  OracleScene scene = fromGenerator(options);
  scene.transferFunction = translucentFunction();
  const Camera camera = perspectiveView(64, 64);

  Shares shares;
  this->caster().setMesh(meshInput(scene), shares.observer());
  // Points, two parts of tetrahedra, and the stages after them.
  ASSERT_GT(shares.all().size(), 12u);
  EXPECT_EQ(shares.all().front(), 0);
  EXPECT_EQ(shares.last(), 1);
  EXPECT_TRUE(std::is_sorted(shares.all().begin(), shares.all().end(), std::less_equal<>()));
  giveScene(this->caster(), scene);
  const std::vector<float> whole = this->picture(camera);
  const std::size_t held = this->caster().memory().resident;
  for (const double stopAt : shares.beforeTheEnd())
  {
    Shares stopped(stopAt);
    EXPECT_THROW(this->caster().setMesh(meshInput(scene), stopped.observer()), Aborted) << stopAt;
    EXPECT_EQ(stopped.last(), stopAt) << "the work went on";
    EXPECT_THROW(this->picture(camera), InvalidInput) << "a mesh half done was drawn";
    EXPECT_LT(this->caster().memory().resident, held / 2) << "a mesh half done was kept";
  }
  giveScene(this->caster(), scene);
  EXPECT_EQ(this->picture(camera), whole);

  Shares frame;
  this->picture(camera, frame.options<FrameOptions>());
  ASSERT_GT(frame.all().size(), 2u);
  for (const double stopAt : frame.beforeTheEnd())
  {
    Shares stopped(stopAt);
    EXPECT_THROW(this->picture(camera, stopped.options<FrameOptions>()), Aborted) << stopAt;
    EXPECT_EQ(this->picture(camera), whole) << stopAt;
  }
}

TEST_P(UploadProgress, OfAVolumeRisesAndMayEndAnywhere)
{
  const TestVolume volume = makeVolume(noise(5), { 210, 200, 190 });
  const IsosurfaceScene scene = makeScene(volume, { 0.3, 0.9 });
  const Camera camera = perspectiveView(64, 64);
  const std::unique_ptr<IsosurfaceRayCaster> caster = IsosurfaceRayCaster::create(this->GetParam());
  const auto give = [&](const WorkObserver& observer = {}) {
    caster->setVolume(scene.volume, observer);
    caster->setIsosurfaces(scene.surfaces);
    caster->setLights(mixedLights());
  };
  const auto picture = [&](const IsosurfaceFrameOptions& options = {}) {
    caster->render(camera, options);
    return std::vector<float>(caster->image(), caster->image() + 4 * camera.width * camera.height);
  };

  Shares shares;
  give(shares.observer());
  ASSERT_GT(shares.all().size(), 5u);
  EXPECT_EQ(shares.all().front(), 0);
  EXPECT_EQ(shares.last(), 1);
  EXPECT_TRUE(std::is_sorted(shares.all().begin(), shares.all().end(), std::less_equal<>()));
  const std::vector<float> whole = picture();
  for (const double stopAt : shares.beforeTheEnd())
  {
    Shares stopped(stopAt);
    EXPECT_THROW(give(stopped.observer()), Aborted) << stopAt;
    EXPECT_EQ(stopped.last(), stopAt) << "the work went on";
    EXPECT_THROW(picture(), InvalidInput) << "a volume half done was drawn";
  }
  give();
  EXPECT_EQ(picture(), whole);
}

INSTANTIATE_TEST_SUITE_P(CUDA, UploadProgress, ::testing::Values(DeviceKind::CUDA));

template <class Key>
void expectSorted(std::int64_t n, int bits)
{
  HostBackend backend;
  HostBackend::Array<Key> keys(backend, n);
  HostBackend::Array<std::uint32_t> values(backend, n);
  std::mt19937_64 random(7);
  // Use few keys for many values, so that equal keys show whether the values kept their order.
  const Key spread = std::max<Key>(1, static_cast<Key>(~Key(0)) / static_cast<Key>(1 + n / 3));
  for (std::int64_t i = 0; i < n; ++i)
  {
    keys.data()[i] = static_cast<Key>(random()) / spread * spread >> (8 * sizeof(Key) - bits);
    values.data()[i] = static_cast<std::uint32_t>(i);
  }
  const std::vector<Key> before(keys.data(), keys.data() + n);
  std::vector<std::uint32_t> expected(static_cast<std::size_t>(n));
  std::iota(expected.begin(), expected.end(), 0u);
  std::stable_sort(expected.begin(), expected.end(),
    [&](std::uint32_t a, std::uint32_t b) { return before[a] < before[b]; });
  backend.sortPairs(keys, values, n, bits);
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), values.data())) << n << " keys of " << bits;
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), keys.data(),
    [&](std::uint32_t i, Key key) { return before[i] == key; }))
    << n << " keys of " << bits;
}

TEST(HostBackendSort, KeepsTheOrderOfEqualKeys)
{
  for (const std::int64_t n : { 1, 2, 255, 32768, 32769, 300001 })
  {
    expectSorted<std::uint32_t>(n, 32);
    expectSorted<std::uint32_t>(n, 5);
    expectSorted<std::uint64_t>(n, 64);
    expectSorted<std::uint64_t>(n, 37);
  }
}

} // namespace
