// SPDX-License-Identifier: BSD-3-Clause
// Pipelines that a frame's options supply: each is made once for a ray caster, and used in the frames that
// ask for it.
#include "Compaction/HostCompactor.h"
#include "Device/HostBackend.h"
#include "Isosurface/IsosurfaceTest.h"
#include "Renderers/Isosurface/MultiKernelCaster.h"

#include <memory>
#include <string>

namespace inkray::testing
{
namespace
{

/// The ray caster's own pipeline, made by a factory. It counts its casts.
class CountedPipeline : public MultiKernelCaster<HostBackend>
{
public:
  CountedPipeline(int firstMark, int& numCasts)
    : MultiKernelCaster(firstMark)
    , NumCasts(numCasts)
  {
  }
  void cast(HostBackend& backend, const IsosurfaceMethodOptions& options,
    const inkray::IsosurfaceScene& scene, const IsosurfaceVolume<HostBackend>& volume,
    const IsosurfaceImage& image) override
  {
    ++this->NumCasts;
    MultiKernelCaster::cast(backend, options, scene, volume, image);
  }

private:
  int& NumCasts;
};

class CountingFactory : public MultiKernelFactory
{
public:
  std::unique_ptr<MultiKernelPipeline> make(DeviceKind device, int firstMark) const override
  {
    ++this->NumMade;
    this->Device = device;
    if (device == DeviceKind::CUDA)
      return nullptr; // then the ray caster uses its own
    return std::make_unique<CountedPipeline>(firstMark, this->NumCasts);
  }
  mutable int NumMade = 0, NumCasts = 0;
  mutable DeviceKind Device = DeviceKind::Auto;
};

class MultiKernelFactories : public IsosurfaceTest
{
};

TEST_P(MultiKernelFactories, MakeTheirPipelineOnce)
{
  const bool device = this->GetParam() == DeviceKind::CUDA;
  const CountingFactory first, second;
  const TestVolume volume = makeVolume(gyroid(), { 30, 30, 30 });
  this->give(makeScene(volume, { 0.1 }));
  const Camera camera = perspectiveView(40, 40);
  IsosurfaceFrameOptions options;
  options.pipeline = IsosurfacePipeline::MultiKernel;
  const IsosurfacePicture own = this->picture(camera, options);
  const std::int64_t rounds = this->caster().statistics().rounds;
  int frames = 0;
  for (const CountingFactory* factory : { &first, &first, &second, &first })
  {
    options.methods.multiKernel = factory;
    expectSame(own, this->picture(camera, options), "frame " + std::to_string(frames++));
    EXPECT_EQ(this->caster().statistics().rounds, rounds);
  }
  for (const CountingFactory* factory : { &first, &second })
  {
    EXPECT_EQ(factory->NumMade, 1);
    EXPECT_EQ(factory->Device, this->GetParam());
  }
  EXPECT_EQ(first.NumCasts, device ? 0 : 3);
  EXPECT_EQ(second.NumCasts, device ? 0 : 1);
  // Each frame chooses: this frame uses the ray caster's own pipeline.
  options.methods.multiKernel = nullptr;
  expectSame(own, this->picture(camera, options), "its own again");
  EXPECT_EQ(first.NumCasts + second.NumCasts, device ? 0 : 4);
  this->Caster.reset(); // must go before the factories
}

INKRAY_TEST_ON_DEVICES(MultiKernelFactories);

} // namespace
} // namespace inkray::testing
