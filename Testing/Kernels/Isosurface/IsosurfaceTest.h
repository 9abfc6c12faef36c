// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/ComparedMultiKernels.h"
#include "Core/Errors.h"
#include "MeshVolume/RayCastTest.h"
#include "Oracles/BruteForceIsosurface.h"
#include "Oracles/VolumeFunctions.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace inkray::testing
{

/// What a ray caster drew.
struct IsosurfacePicture
{
  std::vector<float> image, depth;
  std::vector<IsosurfaceHit> hits;
};

/// How a picture compares with the reference, pixel by pixel. No pixel may be off: where rounding of single
/// precision decides, the reference itself says so, of the pixel, and what may be drawn there.
struct IsosurfaceComparison
{
  std::int64_t rays = 0; ///< pixels looked at
  std::int64_t hits = 0; ///< of them show a surface in the picture

  // What is not as the reference has it.
  std::int64_t wrong = 0;   ///< a clear hit missed, or a hit where there is none
  std::int64_t normals = 0; ///< normals off by more than half a degree and what rounding may turn them
  std::int64_t pixels = 0;  ///< color, opacity or depth buffer off

  std::int64_t unclear = 0; ///< pixels in which rounding decides whether something is hit

  std::string problem; ///< the first pixel that is wrong

  IsosurfaceComparison& operator+=(const IsosurfaceComparison& other);
};

/// Nothing is off.
void expectRight(const IsosurfaceComparison& counts, const std::string& what);

IsosurfaceComparison compare(const BruteForceIsosurface& oracle, const Camera& camera,
  const IsosurfaceFrameOptions& options, const IsosurfacePicture& picture);

// Scenes. The volume must outlive the scene.
IsosurfaceScene makeScene(const TestVolume& volume, const std::vector<double>& isovalues);
/// Surfaces of a scene made translucent, with opacities that differ.
IsosurfaceScene translucent(IsosurfaceScene scene);
/// Several kinds of light at once.
std::vector<SurfaceLight> mixedLights();

/// Every frame option that must not change the picture: pipelines, and compaction methods of MultiKernel.
struct NamedMethod
{
  const char* name;
  IsosurfacePipeline pipeline;
  ComparedMethod compaction;

  void choose(IsosurfaceFrameOptions& options) const
  {
    options.pipeline = pipeline;
    chooseCompaction(options, compaction);
  }
};
const std::vector<NamedMethod>& allMethods();

/// Every test of the isosurface ray caster runs on each device, and says "no CUDA device" and skips where
/// there is none.
class IsosurfaceTest : public ::testing::TestWithParam<DeviceKind>
{
protected:
  void SetUp() override;
  IsosurfaceRayCaster& caster() { return *this->Caster; }
  void give(const IsosurfaceScene& scene) { give(*this->Caster, scene); }
  static void give(IsosurfaceRayCaster& caster, const IsosurfaceScene& scene);
  IsosurfacePicture picture(const Camera& camera, const IsosurfaceFrameOptions& options = {})
  {
    return picture(*this->Caster, camera, options);
  }
  static IsosurfacePicture picture(
    IsosurfaceRayCaster& caster, const Camera& camera, IsosurfaceFrameOptions options = {});

  /// Give the scene, draw it and compare with the reference.
  void expectExact(const IsosurfaceScene& scene, const Camera& camera,
    const IsosurfaceFrameOptions& options = {}, const std::string& what = {});
  /// The picture of what was given before; something has to be hit, unless it may be empty.
  void expectMatches(const IsosurfaceScene& scene, const Camera& camera,
    const IsosurfaceFrameOptions& options = {}, const std::string& what = {}, bool mayBeEmpty = false);
  /// Nothing in image, depth buffer and hits.
  void expectEmpty(
    const Camera& camera, const IsosurfaceFrameOptions& options = {}, const std::string& what = {});
  /// Bit for bit.
  static void expectSame(const IsosurfacePicture& a, const IsosurfacePicture& b, const std::string& what);

  std::unique_ptr<IsosurfaceRayCaster> Caster;
};

} // namespace inkray::testing
