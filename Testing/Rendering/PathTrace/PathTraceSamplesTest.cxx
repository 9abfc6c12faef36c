// SPDX-License-Identifier: BSD-3-Clause
// PathTraceSamples decides which frames trace, how many samples, to where, and when a picture starts anew.
// The tracer here imitates one on a device and notes each call.
#include "PathTraceSamples.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace
{

/// A path tracer without a scene that claims to be on a CUDA device and counts samples.
class NotingTracer : public inkray::PathTracer
{
public:
  std::vector<std::string> Notes; ///< "device 8": eight samples kept on the device; "host 8": eight samples
                                  ///< copied to the host; "restart"
  std::vector<float> OpaqueDepth; ///< the depths given to the last render

  inkray::DeviceKind device() const override { return inkray::DeviceKind::CUDA; }
  void render(const inkray::Camera& camera, const inkray::PathFrameOptions& options) override
  {
    this->Add("host", camera, options);
  }
  void renderOnDevice(const inkray::Camera& camera, const inkray::PathFrameOptions& options) override
  {
    this->Add("device", camera, options);
  }
  void restart() override
  {
    this->Notes.emplace_back("restart");
    this->Held = 0;
  }
  std::int64_t numSamples() const override { return this->Held; }

  std::string deviceName() const override { return ""; }
  void clearScene() override {}
  int addVolume(const inkray::VolumeInput&, const inkray::WorkObserver&) override { return 0; }
  const inkray::VolumeReport& volumeReport(int) const override { return this->Volume; }
  void setIsosurfaces(int, const std::vector<inkray::PathSurface>&) override {}
  void setTransferFunction(int, const inkray::TransferFunction&) override {}
  void removeTransferFunction(int) override {}
  void setColorValues(int, const inkray::Field&) override {}
  void setColorTable(int, const inkray::ColorTable&) override {}
  int addMesh(const inkray::TetMeshInput&, const inkray::WorkObserver&) override { return 0; }
  const inkray::TetMeshReport& meshReport(int) const override { return this->Mesh; }
  void setMeshValues(int, const inkray::Field&) override {}
  void setMeshHeldRange(int, double, double) override {}
  inkray::MeshValueReport meshValueReport(int) const override { return {}; }
  void setMeshIsosurfaces(int, const std::vector<inkray::PathSurface>&) override {}
  void setMeshTransferFunction(int, const inkray::TransferFunction&) override {}
  void removeMeshTransferFunction(int) override {}
  void setMeshColorValues(int, const inkray::Field&) override {}
  void setMeshColorTable(int, const inkray::ColorTable&) override {}
  void addTriangles(const inkray::PathTriangles&) override {}
  void setMaterials(const std::vector<inkray::PathMaterial>&) override {}
  void setLights(const std::vector<inkray::SurfaceLight>&) override {}
  void setEnvironment(const inkray::Environment&) override {}
  const float* image() const override { return nullptr; }
  const float* depth() const override { return nullptr; }
  const float* deviceImage() const override { return nullptr; }
  const float* deviceDepth() const override { return nullptr; }
  inkray::PathTimings timings() const override { return {}; }
  inkray::PathStatistics statistics() const override { return {}; }
  inkray::PathMemory memory() const override { return {}; }

private:
  void Add(const char* where, const inkray::Camera& camera, const inkray::PathFrameOptions& options)
  {
    this->Notes.push_back(std::string(where) + " " + std::to_string(options.samples));
    this->Held += options.samples;
    const std::size_t pixels = static_cast<std::size_t>(camera.width) * camera.height;
    this->OpaqueDepth.assign(
      options.opaqueDepth.depths, options.opaqueDepth + (options.opaqueDepth ? pixels : 0));
  }

  std::int64_t Held = 0;
  inkray::VolumeReport Volume;
  inkray::TetMeshReport Mesh;
};

/// Frames of 3 x 1 pixels with a noting tracer.
struct Frames
{
  Frames()
  {
    this->Camera.width = 3;
    this->Camera.height = 1;
  }
  /// Draws a frame and returns the calls that the tracer got.
  std::string Frame(bool onDevice, std::int64_t wanted = 8, float opaqueBias = 0)
  {
    this->Tracer.Notes.clear();
    this->Samples.Begin(this->Tracer, wanted, 0, opaqueBias);
    onDevice ? this->Samples.renderOnDevice(this->Camera, this->Options)
             : this->Samples.render(this->Camera, this->Options);
    std::string all;
    for (const std::string& note : this->Tracer.Notes)
    {
      all += (all.empty() ? "" : ", ") + note;
    }
    return all;
  }

  NotingTracer Tracer;
  PathTraceSamples Samples;
  inkray::Camera Camera;
  inkray::PathFrameOptions Options;
};

TEST(PathTraceSamples, AFinishedPictureIsTracedAnewWhereItHasToBeOnTheHost)
{
  Frames frames;
  EXPECT_EQ(frames.Frame(true), "restart, device 8");
  EXPECT_EQ(frames.Frame(true), "") << "it is there";
  EXPECT_EQ(frames.Frame(false), "restart, host 8") << "a window that cannot take it from the device";
  EXPECT_EQ(frames.Frame(false), "");
  EXPECT_EQ(frames.Frame(true), "");
  // Missing samples are added on the device or the host, wherever the picture is wanted.
  EXPECT_EQ(frames.Frame(true, 12), "device 4");
  EXPECT_EQ(frames.Frame(false, 20), "host 8");
  EXPECT_EQ(frames.Frame(false, 5), "restart, host 5") << "it had too many";
}

TEST(PathTraceSamples, WhateverAPictureDependsOnBeginsItAnew)
{
  Frames frames;
  frames.Frame(true);
  const auto expectAnew = [&frames](const char* what, const std::function<void()>& change) {
    change();
    EXPECT_EQ(frames.Frame(true), "restart, device 8") << what;
    EXPECT_EQ(frames.Frame(true), "") << what;
  };
  expectAnew("bounces", [&] { ++frames.Options.bounces; });
  expectAnew("normals", [&] { frames.Options.smoothNormals = true; });
  expectAnew("the sky behind", [&] { frames.Options.showEnvironment = true; });
  expectAnew("lens", [&] { frames.Options.lensRadius = 0.5f; });
  expectAnew("focus", [&] { frames.Options.focalDepth = 3; });
  expectAnew("view", [&] { frames.Camera.meshToEye[11] = -2; });
  expectAnew("projection", [&] { frames.Camera.eyeToClip[0] = 2; });
  expectAnew("size", [&] { frames.Camera.height = 2; });
  expectAnew("restart", [&] { frames.Samples.Restart(); });
}

TEST(PathTraceSamples, RaysGoOnByTheBiasBehindWhatIsDrawn)
{
  Frames frames;
  const float depths[3] = { 0.5f, 0.5f, 1.0f };
  frames.Options.opaqueDepth = depths;
  frames.Frame(true);
  EXPECT_EQ(frames.Tracer.OpaqueDepth, std::vector<float>(depths, depths + 3));
  frames.Frame(true, 8, 0.125f);
  const std::vector<float> biased = { 0.625f, 0.625f, 1.0f };
  EXPECT_EQ(frames.Tracer.OpaqueDepth, biased) << "farther, and no farther than all";
  EXPECT_EQ(frames.Frame(true, 8, 0.125f), "");
  const float others[3] = { 0.25f, 0.5f, 1.0f };
  frames.Options.opaqueDepth = others;
  EXPECT_EQ(frames.Frame(true, 8, 0.125f), "restart, device 8") << "something has moved";
  frames.Samples.StopAtOpaque(true);
  EXPECT_EQ(frames.Samples.device(), inkray::DeviceKind::CPU) << "depths come by way of the host";
}

} // namespace
