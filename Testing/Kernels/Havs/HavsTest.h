// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshVolume/RayCastTest.h"
#include "Oracles/KBufferOracle.h"
#include "Renderers/Havs/Havs.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace inkray::testing
{

/// Every test of HAVS runs on each device, and skips where there is none.
class HavsTest : public ::testing::TestWithParam<DeviceKind>
{
protected:
  void SetUp() override
  {
    if (this->GetParam() == DeviceKind::CUDA && !cudaDevice().available)
      GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
    this->Renderer = Havs::create(this->GetParam());
    ASSERT_EQ(this->Renderer->device(), this->GetParam());
  }
  Havs& havs() { return *this->Renderer; }

  void give(const OracleScene& scene)
  {
    this->Renderer->setMesh(meshInput(scene));
    this->Renderer->setScalars(scalarInput(scene));
    this->Renderer->setTransferFunction(scene.transferFunction);
  }
  std::vector<float> picture(const Camera& camera, const HavsOptions& options = {})
  {
    this->Renderer->render(camera, options);
    const float* const image = this->Renderer->image();
    return { image, image + 4 * static_cast<std::size_t>(camera.width) * camera.height };
  }

  /// Draw a scene that was given and compare it with its reference. Pictures without a late fragment keep the
  /// limits of the ray caster; in others a pixel may be wrong that was counted, and that the k-buffer cannot
  /// have right by the order of its faces (KBufferOracle.h). Returns whether there was no late fragment.
  bool matches(const OracleScene& scene, const Camera& camera, const HavsOptions& options = {},
    const std::string& what = {})
  {
    return this->matchesReference(
      BruteForceTetCaster(scene, camera).image(options.opaqueDepth), scene, camera, options, what);
  }
  bool matchesReference(const std::vector<double>& reference, const OracleScene& scene, const Camera& camera,
    const HavsOptions& options, const std::string& what)
  {
    const std::vector<float> image = this->picture(camera, options);
    this->Last = difference(image.data(), reference);
    const HavsStatistics counted = this->Renderer->statistics();
    EXPECT_LE(counted.lateRays, counted.lateFragments) << what;
    EXPECT_LE(counted.lateFragments, counted.unsortedFragments) << what;
    std::vector<std::size_t> wrong;
    for (std::size_t p = 0; p < reference.size(); p += 4)
    {
      double error = 0;
      for (std::size_t c = p; c < p + 4; ++c)
        error = std::max(error, std::abs(image[c] - reference[c]));
      if (!(error < MaximumError))
        wrong.push_back(p / 4);
    }
    EXPECT_LE(static_cast<std::int64_t>(wrong.size()), counted.lateRays)
      << what << ": every wrong pixel is counted";
    // Faces that are left out are in no order.
    if (counted.lateRays > 0 && options.levelOfDetail == 1.0f)
    {
      const std::vector<bool> lost = pixelsOutOfOrder(scene, camera, options.bufferSize, options.opaqueDepth);
      for (const std::size_t pixel : wrong)
        EXPECT_TRUE(lost[pixel]) << what << ": pixel (" << pixel % camera.width << ", "
                                 << pixel / camera.width << ") is wrong, and its faces are in order";
      const auto most = static_cast<std::int64_t>(std::count(lost.begin(), lost.end(), true));
      // A ray or two may be late by the rounding of the depths of faces that meet it at an edge.
      EXPECT_LE(counted.lateRays, most + 2 + static_cast<std::int64_t>(lost.size()) / 1000)
        << what << ": no more are counted than can be late";
      this->Late += counted.lateRays;
      this->MayBeLate += most;
    }
    if (counted.lateFragments > 0)
      return false;
    const std::size_t worst = 4 * static_cast<std::size_t>(this->Last.worstPixel);
    EXPECT_LT(this->Last.rmse, MaximumRmse) << what;
    EXPECT_LT(this->Last.maximum, MaximumError)
      << what << ": worst pixel (" << this->Last.worstPixel % camera.width << ", "
      << this->Last.worstPixel / camera.width << ") of " << camera.width << " x " << camera.height << " is "
      << image[worst] << " " << image[worst + 1] << " " << image[worst + 2] << " " << image[worst + 3]
      << ", the reference " << reference[worst] << " " << reference[worst + 1] << " " << reference[worst + 2]
      << " " << reference[worst + 3];
    return true;
  }
  /// The same for a scene whose fragments a k-buffer of 6 can put in order.
  void expectExact(const OracleScene& scene, const Camera& camera, const HavsOptions& options = {},
    const std::string& what = {})
  {
    EXPECT_TRUE(this->matches(scene, camera, options, what))
      << what << ": " << this->Renderer->statistics().lateFragments << " late fragments";
  }

  std::unique_ptr<Havs> Renderer;
  Difference Last;                      ///< of the picture that was compared last
  std::int64_t Late = 0, MayBeLate = 0; ///< rays of all pictures with a late one: counted, and by the oracle
};

} // namespace inkray::testing
