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

/// How a picture compares with the reference, pixel by pixel.
struct IsosurfaceComparison
{
  std::int64_t rays = 0; ///< pixels looked at
  std::int64_t hits = 0; ///< of them show a surface in the picture

  // What is not as the reference has it.
  std::int64_t imprecise = 0; ///< hits more than 0.01 voxel off, but within the margin of the isovalue
  std::int64_t wrong = 0;     ///< a clear hit missed, or a hit where there is none
  std::int64_t normals = 0;   ///< normals off by more than half a degree
  std::int64_t pixels = 0;    ///< colour, opacity or depth buffer off

  // What was accepted without being checked in full.
  std::int64_t shifted = 0; ///< agree with a ray 2e-4 voxels beside: along a face or an edge of what is drawn
  std::int64_t rim = 0;     ///< agree with no single ray, but lie where rays beside one another disagree
  std::int64_t unclear = 0; ///< hit or passed a graze, where rounding of single precision decides
  std::int64_t uncertain = 0; ///< the gradient is too short to have a direction: normal and colour are free
  std::int64_t undecided = 0; ///< too many grazes to follow: only the hit was compared

  std::string problem; ///< the first pixel that is wrong

  IsosurfaceComparison& operator+=(const IsosurfaceComparison& other);
};

/// The limits. By default what cameras and volumes in general position need, which is next to nothing: a test
/// that looks along the grid, or whose surfaces lie on grid points, says what more it allows and why.
struct IsosurfaceLimits
{
  double imprecise = 0.0002; ///< share of the hits
  double normals = 0.0002;   ///< share of the hits
  double pixels = 0.0002;    ///< share of the rays
  double shifted = 0.002;    ///< share of the rays
  double rim = 0.0002;       ///< share of the rays
  double unclear = 0.015;    ///< share of the rays
  double uncertain = 0.0002; ///< share of the hits
  double undecided = 0.0002; ///< share of the rays
  bool mayBeEmpty = false;   ///< nothing hit is fine
};

/// Each count against its limit.
void expectWithin(
  const IsosurfaceComparison& counts, const IsosurfaceLimits& limits, const std::string& what);

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
    const IsosurfaceFrameOptions& options = {}, const std::string& what = {},
    const IsosurfaceLimits& limits = {});
  /// The picture of what was given before.
  void expectMatches(const IsosurfaceScene& scene, const Camera& camera,
    const IsosurfaceFrameOptions& options = {}, const std::string& what = {},
    const IsosurfaceLimits& limits = {});
  /// Nothing in image, depth buffer and hits.
  void expectEmpty(
    const Camera& camera, const IsosurfaceFrameOptions& options = {}, const std::string& what = {});
  /// Bit for bit.
  static void expectSame(const IsosurfacePicture& a, const IsosurfacePicture& b, const std::string& what);

  std::unique_ptr<IsosurfaceRayCaster> Caster;
};

} // namespace inkray::testing
