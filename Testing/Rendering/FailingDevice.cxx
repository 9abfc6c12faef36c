// SPDX-License-Identifier: BSD-3-Clause
// Replaces functions of the kernels' library: symbols of a program take precedence over those of a library.
#include "FailingChecks.h"

#include "../Kernels/MeshVolume/Looks/ForwardedCaster.h"
#include "Core/Errors.h"
#include "Device/Device.h"
#include "Picture/RayPicture.h"
#include "Renderers/Havs/Havs.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"
#include "Renderers/MeshVolume/Grid/GridRayCaster.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

namespace inkray
{

namespace
{

class FailingIsosurfaceRayCaster : public IsosurfaceRayCaster
{
public:
  DeviceKind device() const override { return DeviceKind::CUDA; }
  std::string deviceName() const override { return "failing device"; }
  const VolumeReport& setVolume(const VolumeInput& volume, const WorkObserver& observer) override
  {
    check("setVolume");
    return cpu_->setVolume(volume, observer);
  }
  void setColorValues(const Field& values) override
  {
    check("setColorValues");
    cpu_->setColorValues(values);
  }
  void setColorTable(const ColorTable& table) override
  {
    check("setColorTable");
    cpu_->setColorTable(table);
  }
  void setIsosurfaces(const std::vector<Isosurface>& surfaces) override
  {
    check("setIsosurfaces");
    cpu_->setIsosurfaces(surfaces);
  }
  void setLights(const std::vector<SurfaceLight>& lights) override { cpu_->setLights(lights); }
  void setMaterial(const SurfaceMaterial& material) override { cpu_->setMaterial(material); }
  void render(const Camera& camera, const IsosurfaceFrameOptions& options) override
  {
    checkImage(camera);
    if (options.wantHits)
      check("hits");
    cpu_->render(camera, options);
  }
  void renderOnDevice(const Camera& camera, const IsosurfaceFrameOptions& options) override
  {
    this->render(camera, options);
  }
  const float* image() const override { return cpu_->image(); }
  const float* depth() const override { return cpu_->depth(); }
  const float* deviceImage() const override { return nullptr; }
  const float* deviceDepth() const override { return nullptr; }
  const IsosurfaceHit* hits() const override { return cpu_->hits(); }
  double hitsBegin() const override { return cpu_->hitsBegin(); }
  SurfaceLayers layers() const override { return cpu_->layers(); }
  SurfaceLayers hostLayers() override { return cpu_->hostLayers(); }
  std::unique_ptr<RaySource> source(const Camera& camera, const IsosurfaceFrameOptions& options) override
  {
    checkImage(camera);
    return cpu_->source(camera, options);
  }
  IsosurfaceTimings timings() const override { return cpu_->timings(); }
  SparseReport sparseReport() const override { return cpu_->sparseReport(); }
  IsosurfaceStatistics statistics() const override
  {
    check("statistics");
    return cpu_->statistics();
  }
  IsosurfaceMemory memory() const override { return cpu_->memory(); }

private:
  std::unique_ptr<IsosurfaceRayCaster> cpu_ = IsosurfaceRayCaster::create(DeviceKind::CPU);
};

/// What the state of a caster says about devices: of several, the first one draws everything.
class FailingState
{
public:
  explicit FailingState(const std::vector<DeviceInfo>& devices)
  {
    for (const DeviceInfo& device : devices.size() > 1 ? devices : std::vector<DeviceInfo>())
      work_.push_back({ device.id, device.name, device.available ? 1.0 : 0.0, 2.0, device.reason });
  }
  CasterState of(CasterState state) const
  {
    state.device.kind = DeviceKind::CUDA;
    state.deviceName = "failing device";
    state.devices = work_;
    return state;
  }

private:
  std::vector<DeviceWork> work_;
};

class FailingGrids : public testing::ForwardedVolumeCaster<GridRayCaster, GridRayCaster>
{
public:
  explicit FailingGrids(const std::vector<DeviceInfo>& devices)
    : ForwardedVolumeCaster(GridRayCaster::create(DeviceKind::CPU))
    , state_(devices)
    , isWhole_(true)
  {
  }
  /// In blocks.
  explicit FailingGrids(std::size_t memoryLimit)
    : ForwardedVolumeCaster(GridRayCaster::createInBlocks(cpuDevice().id, memoryLimit))
    , state_({})
    , isWhole_(false)
  {
  }
  CasterState state() const override { return state_.of(this->caster().state()); }
  void setGrid(const VolumeInput& grid) override
  {
    values_.forget();
    this->caster().setGrid(grid);
  }
  const VolumeReport& report() const override { return this->caster().report(); }
  void update(const MeshLook& look) override
  {
    values_.update(look.fields.values, [] { check("setScalars"); });
    function_.update(look.style.function, [] { check("setTransferFunction"); });
    this->caster().update(look);
  }
  void draw(const Camera& camera, const FrameOptions& options, bool onDevice) override
  {
    checkImage(camera);
    if (isWhole_)
      check("whole");
    this->caster().draw(camera, options, onDevice);
  }
  std::unique_ptr<RaySource> source(const Camera& camera, const FrameOptions& options) override
  {
    checkImage(camera);
    return this->caster().source(camera, options);
  }

private:
  FailingState state_;
  const bool isWhole_;
  TakenRevision values_, function_;
};

class FailingTets : public testing::ForwardedCaster<TetRayCaster>
{
public:
  explicit FailingTets(const std::vector<DeviceInfo>& devices)
    : ForwardedCaster(TetRayCaster::create(DeviceKind::CPU))
    , state_(devices)
  {
  }
  CasterState state() const override { return state_.of(this->caster().state()); }
  const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer) override
  {
    check("setMesh");
    values_.forget();
    return this->caster().setMesh(mesh, observer);
  }
  void update(const MeshLook& look) override
  {
    values_.update(look.fields.values, [] { check("setScalars"); });
    function_.update(look.style.function, [] { check("setTransferFunction"); });
    this->caster().update(look);
  }
  MeshHistogram histogram(const MeshHistogramInput& input) override
  {
    check("histogram");
    ++FailingDevice::Counted;
    return this->caster().histogram(input);
  }
  void draw(const Camera& camera, const FrameOptions& options, bool onDevice) override
  {
    checkImage(camera);
    this->caster().draw(camera, options, onDevice);
  }
  std::unique_ptr<RaySource> source(const Camera& camera, const FrameOptions& options) override
  {
    checkImage(camera);
    return this->caster().source(camera, options);
  }
  std::int64_t numRays() const override
  {
    check("statistics");
    return this->caster().numRays();
  }

private:
  FailingState state_;
  TakenRevision values_, function_;
};

class FailingHavs : public Havs
{
public:
  DeviceKind device() const override { return DeviceKind::CUDA; }
  std::string deviceName() const override { return "failing device"; }
  const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer) override
  {
    check("setMesh");
    return cpu_->setMesh(mesh, observer);
  }
  void setScalars(const Field& scalars) override
  {
    check("setScalars");
    cpu_->setScalars(scalars);
  }
  void setHeldRange(double low, double high) override { cpu_->setHeldRange(low, high); }
  void scalarRange(double range[2]) const override { cpu_->scalarRange(range); }
  std::int64_t numNonFiniteScalars() const override { return cpu_->numNonFiniteScalars(); }
  void setTransferFunction(const TransferFunction& function) override
  {
    check("setTransferFunction");
    cpu_->setTransferFunction(function);
  }
  void render(const Camera& camera, const HavsOptions& options) override
  {
    checkImage(camera);
    cpu_->render(camera, options);
  }
  void renderOnDevice(const Camera& camera, const HavsOptions& options) override
  {
    this->render(camera, options);
  }
  const float* image() const override { return cpu_->image(); }
  const float* deviceImage() const override { return nullptr; }
  HavsTimings timings() const override { return cpu_->timings(); }
  HavsStatistics statistics() const override { return cpu_->statistics(); }
  HavsMemory memory() const override { return cpu_->memory(); }

private:
  std::unique_ptr<Havs> cpu_ = Havs::create(DeviceKind::CPU);
};

} // namespace

DeviceKind resolveDevice(DeviceKind wanted, std::string* reason)
{
  if (reason)
    reason->clear();
  if (wanted == DeviceKind::CPU)
    return DeviceKind::CPU;
  if (!FailingDevice::Lost)
    return DeviceKind::CUDA;
  if (reason)
    *reason = "the CUDA device was lost";
  return DeviceKind::CPU;
}

DeviceInfo cudaDevice()
{
  return requireDevice(DeviceKind::Auto);
}

DeviceInfo cudaDevice(int ordinal)
{
  DeviceInfo device = requireDevice(DeviceKind::Auto);
  device.id.ordinal = ordinal;
  if (ordinal > 0)
  {
    device.available = false;
    device.name.clear();
    device.reason = "it is missing";
  }
  return device;
}

int numCudaDevices()
{
  return FailingDevice::Number;
}

DeviceInfo requireDevice(const DeviceId& wanted)
{
  DeviceInfo device = cpuDevice();
  if (wanted.kind != DeviceKind::CPU && !FailingDevice::Lost)
  {
    device.id = { DeviceKind::CUDA, 0 };
    device.name = "failing device";
  }
  else if (wanted.kind == DeviceKind::CUDA)
    throw Error("no CUDA device: the CUDA device was lost");
  return device;
}

std::unique_ptr<IsosurfaceRayCaster> IsosurfaceRayCaster::createOnCuda(const DeviceInfo&, std::size_t)
{
  check("create");
  ++FailingDevice::Made;
  return std::make_unique<FailingIsosurfaceRayCaster>();
}

std::unique_ptr<IsosurfaceRayCaster> IsosurfaceRayCaster::createInBlocksOnCuda(
  const DeviceInfo& device, std::size_t memoryLimit, int)
{
  return createOnCuda(device, memoryLimit);
}

std::unique_ptr<GridRayCaster> GridRayCaster::createOnCuda(
  const std::vector<DeviceInfo>& devices, std::size_t)
{
  check("create");
  ++FailingDevice::Made;
  return std::make_unique<FailingGrids>(devices);
}

std::unique_ptr<GridRayCaster> GridRayCaster::createInBlocksOnCuda(
  const DeviceInfo&, std::size_t memoryLimit, int)
{
  check("create");
  return std::make_unique<FailingGrids>(memoryLimit);
}

std::unique_ptr<TetRayCaster> TetRayCaster::createInBlocksOnCuda(const DeviceInfo&, std::size_t, std::size_t)
{
  throw OutOfMemory("cudaMalloc: out of GPU memory", FailingDevice::Asked, FailingDevice::Free);
}

std::unique_ptr<TetRayCaster> TetRayCaster::createOnCuda(const std::vector<DeviceInfo>& devices, std::size_t)
{
  check("create");
  ++FailingDevice::Made;
  return std::make_unique<FailingTets>(devices);
}

std::unique_ptr<Havs> Havs::createOnCuda(const DeviceInfo&, std::size_t)
{
  check("create");
  ++FailingDevice::Made;
  return std::make_unique<FailingHavs>();
}

std::unique_ptr<RayPicture> RayPicture::createOnCuda(const DeviceInfo&)
{
  return RayPicture::create(cpuDevice().id); // the sources are on the CPU
}

} // namespace inkray
