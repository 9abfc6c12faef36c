// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshVolume/Looks/LookedCaster.h"
#include "Oracles/BruteForceTetCaster.h"
#include "Oracles/TestMeshes.h"

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace inkray
{

/// How Google Test prints the parameter of a test.
inline void PrintTo(DeviceKind kind, std::ostream* out)
{
  *out << (kind == DeviceKind::CUDA ? "CUDA" : "CPU");
}

} // namespace inkray

namespace inkray::testing
{

/// The difference between a picture and its reference, over RGBA of all pixels.
struct Difference
{
  double rmse = 0.0;
  double maximum = 0.0;
  int worstPixel = 0;
};
Difference difference(const float* image, const std::vector<double>& reference);

/// The limits for every exact picture. An RMSE over all pixels can hide a speck; the maximum cannot.
constexpr double MaximumRmse = 2e-4, MaximumError = 2.0 / 255.0;

// Transfer functions over scalars from 0 to 1; the length of a mesh is about 2.
TransferFunction translucentFunction();
TransferFunction opaqueFunction();
TransferFunction constantFunction(float attenuation);
/// Moves the knots: scalar s becomes offset + scale * s.
TransferFunction scaledFunction(TransferFunction function, double offset, double scale);

/// The width of test images in pixels, which is smaller under sanitizers.
int imageSize(int wanted);

/// Cameras that see all of [-1.1, 1.1]^3 from a direction without symmetry.
Camera perspectiveView(int width, int height);
Camera parallelView(int width, int height);

/// The picture of alignedLattice under any camera: the closed form of its linear field in the box [-1, 1]^3.
struct BoxImage
{
  std::vector<double> rgba;
  std::vector<bool> grazing; ///< pixels whose ray runs along a side of the box, and may miss it
};
BoxImage linearBoxImage(const TransferFunction& function, const Camera& camera);

// Give parts of a scene to a ray caster.
void giveMesh(LookedCaster& caster, const OracleScene& scene);
void giveScalars(LookedCaster& caster, const OracleScene& scene);
void giveScene(LookedCaster& caster, const OracleScene& scene);
TetMeshInput meshInput(const OracleScene& scene);
Field scalarInput(const OracleScene& scene);
/// A field that refers to `values`, with `components` numbers for each cell or point.
Field fieldOf(const std::vector<double>& values, bool perCell, int components = 1);

/// Each test of the ray caster runs on each device. It skips with "no CUDA device" if there is none.
class RayCastTest : public ::testing::TestWithParam<DeviceKind>
{
protected:
  void SetUp() override;
  LookedCaster& caster() { return *this->Caster; }
  std::vector<float> picture(const Camera& camera, const FrameOptions& options = {});

  /// Renders with `options` and compares with the reference, which uses the opaque depth too.
  void expectExact(const OracleScene& scene, const Camera& camera, const FrameOptions& options = {},
    const std::string& what = {});
  void expectMatches(const std::vector<double>& reference, const Camera& camera,
    const FrameOptions& options = {}, const std::string& what = {});

  std::unique_ptr<LookedCaster> Caster;
};

/// Instances are named CPU/Suite.Test/0 and CUDA/Suite.Test/0, so that CTest can label them.
#define INKRAY_TEST_ON_DEVICES(Suite)                                                                        \
  INSTANTIATE_TEST_SUITE_P(CPU, Suite, ::testing::Values(DeviceKind::CPU));                                  \
  INSTANTIATE_TEST_SUITE_P(CUDA, Suite, ::testing::Values(DeviceKind::CUDA))

} // namespace inkray::testing
