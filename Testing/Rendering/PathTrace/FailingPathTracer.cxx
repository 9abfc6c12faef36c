// SPDX-License-Identifier: BSD-3-Clause
// The path tracer of FailingDevice, which replaces a function of the kernels' library.
#include "FailingChecks.h"

#include "Renderers/PathTracer/PathTracer.h"

namespace inkray
{
namespace
{

class FailingPathTracer : public PathTracer
{
public:
  DeviceKind device() const override { return DeviceKind::CUDA; }
  std::string deviceName() const override { return "failing device"; }
  void clearScene() override { cpu_->clearScene(); }
  int addVolume(const VolumeInput& volume, const WorkObserver& observer) override
  {
    check("addVolume");
    return cpu_->addVolume(volume, observer);
  }
  void setIsosurfaces(int volume, const std::vector<PathSurface>& surfaces) override
  {
    check("setIsosurfaces");
    cpu_->setIsosurfaces(volume, surfaces);
  }
  void setTransferFunction(int volume, const TransferFunction& function) override
  {
    check("setTransferFunction");
    cpu_->setTransferFunction(volume, function);
  }
  void setColorValues(int volume, const Field& values) override
  {
    check("setColorValues");
    cpu_->setColorValues(volume, values);
  }
  void setColorTable(int volume, const ColorTable& table) override
  {
    check("setColorTable");
    cpu_->setColorTable(volume, table);
  }
  int addMesh(const TetMeshInput& mesh, const WorkObserver& observer) override
  {
    check("addMesh");
    return cpu_->addMesh(mesh, observer);
  }
  void setMeshValues(int mesh, const Field& values) override
  {
    check("setMeshValues");
    cpu_->setMeshValues(mesh, values);
  }
  void setMeshHeldRange(int mesh, double low, double high) override
  {
    cpu_->setMeshHeldRange(mesh, low, high);
  }
  void setMeshIsosurfaces(int mesh, const std::vector<PathSurface>& surfaces) override
  {
    check("setMeshIsosurfaces");
    cpu_->setMeshIsosurfaces(mesh, surfaces);
  }
  void setMeshTransferFunction(int mesh, const TransferFunction& function) override
  {
    check("setMeshTransferFunction");
    cpu_->setMeshTransferFunction(mesh, function);
  }
  void setMeshColorValues(int mesh, const Field& values) override
  {
    check("setMeshColorValues");
    cpu_->setMeshColorValues(mesh, values);
  }
  void setMeshColorTable(int mesh, const ColorTable& table) override
  {
    check("setMeshColorTable");
    cpu_->setMeshColorTable(mesh, table);
  }
  void addTriangles(const PathTriangles& triangles) override
  {
    check("addTriangles");
    cpu_->addTriangles(triangles);
  }
  void setEnvironment(const Environment& environment) override
  {
    check("setEnvironment");
    cpu_->setEnvironment(environment);
  }
  const VolumeReport& volumeReport(int volume) const override { return cpu_->volumeReport(volume); }
  void removeTransferFunction(int volume) override { cpu_->removeTransferFunction(volume); }
  const TetMeshReport& meshReport(int mesh) const override { return cpu_->meshReport(mesh); }
  MeshValueReport meshValueReport(int mesh) const override { return cpu_->meshValueReport(mesh); }
  void removeMeshTransferFunction(int mesh) override { cpu_->removeMeshTransferFunction(mesh); }
  void setMaterials(const std::vector<PathMaterial>& materials) override { cpu_->setMaterials(materials); }
  void setLights(const std::vector<SurfaceLight>& lights) override { cpu_->setLights(lights); }
  void render(const Camera& camera, const PathFrameOptions& options) override
  {
    checkImage(camera);
    cpu_->render(camera, options);
  }
  void renderOnDevice(const Camera& camera, const PathFrameOptions& options) override
  {
    this->render(camera, options);
  }
  void restart() override { cpu_->restart(); }
  std::int64_t numSamples() const override { return cpu_->numSamples(); }
  const float* image() const override { return cpu_->image(); }
  const float* depth() const override { return cpu_->depth(); }
  const float* deviceImage() const override { return nullptr; }
  const float* deviceDepth() const override { return nullptr; }
  PathTimings timings() const override { return cpu_->timings(); }
  PathStatistics statistics() const override { return cpu_->statistics(); }
  PathMemory memory() const override { return cpu_->memory(); }

private:
  std::unique_ptr<PathTracer> cpu_ = PathTracer::create(DeviceKind::CPU);
};

} // namespace

std::unique_ptr<PathTracer> PathTracer::createOnCuda(const DeviceInfo&, std::size_t)
{
  check("create");
  ++FailingDevice::Made;
  return std::make_unique<FailingPathTracer>();
}

} // namespace inkray
