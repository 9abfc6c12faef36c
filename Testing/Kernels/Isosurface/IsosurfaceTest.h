// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/ComparedMultiKernels.h"
#include "Core/Errors.h"
#include "MeshVolume/RayCastTest.h"
#include "Oracles/Grid/BruteForceIsosurface.h"
#include "Oracles/VolumeFunctions.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace inkray::testing
{

/// The picture that a ray caster drew.
struct IsosurfacePicture
{
  std::vector<float> image, depth;
  std::vector<IsosurfaceHit> hits;
};

/// Compares a picture with the reference, pixel by pixel. No pixel may be off. Where rounding of single
/// precision decides, the reference says so and says what the pixel may show.
struct IsosurfaceComparison
{
  std::int64_t rays = 0; ///< pixels compared
  std::int64_t hits = 0; ///< pixels whose picture shows a surface

  // Differences from the reference.
  std::int64_t wrong = 0;   ///< a clear hit missed, or a hit where nothing is
  std::int64_t normals = 0; ///< normals off by more than half a degree plus what rounding may turn them
  std::int64_t pixels = 0;  ///< color, opacity or depth buffer off

  std::int64_t unclear = 0; ///< pixels in which rounding decides whether a surface is hit

  std::string problem; ///< the first pixel that is wrong

  IsosurfaceComparison& operator+=(const IsosurfaceComparison& other);
};

/// Expects that nothing is off.
void expectRight(const IsosurfaceComparison& counts, const std::string& what);

IsosurfaceComparison compare(const BruteForceIsosurface& oracle, const Camera& camera,
  const IsosurfaceFrameOptions& options, const IsosurfacePicture& picture);

// Scenes. The volume must outlive the scene.
IsosurfaceScene makeScene(const TestVolume& volume, const std::vector<double>& isovalues);
/// Makes the surfaces of a scene translucent, with different opacities.
IsosurfaceScene translucent(IsosurfaceScene scene);
/// Returns several kinds of light at once.
std::vector<SurfaceLight> mixedLights();

/// A frame option that must not change the picture: a pipeline, and a compaction method of MultiKernel.
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

/// Every test of the isosurface ray caster runs on each device. It says "no CUDA device" and skips where
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

  /// Gives the scene, draws it and compares the picture with the reference.
  void expectExact(const IsosurfaceScene& scene, const Camera& camera,
    const IsosurfaceFrameOptions& options = {}, const std::string& what = {});
  /// Compares the picture of the scene given before. Some surface must be hit, unless the picture may be
  /// empty.
  void expectMatches(const IsosurfaceScene& scene, const Camera& camera,
    const IsosurfaceFrameOptions& options = {}, const std::string& what = {}, bool mayBeEmpty = false);
  /// Expects nothing in the image, the depth buffer and the hits.
  void expectEmpty(
    const Camera& camera, const IsosurfaceFrameOptions& options = {}, const std::string& what = {});
  /// Expects equality bit for bit.
  static void expectSame(const IsosurfacePicture& a, const IsosurfacePicture& b, const std::string& what);

  std::unique_ptr<IsosurfaceRayCaster> Caster;
};

} // namespace inkray::testing
