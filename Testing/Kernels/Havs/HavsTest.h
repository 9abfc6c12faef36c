// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshVolume/RayCastTest.h"
#include "Oracles/KBufferOracle.h"
#include "Renderers/Havs/Havs.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
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

  /// Draws the given scene and compares the picture with its reference. A picture without a late fragment
  /// keeps the limits of the ray caster. In other pictures a pixel may be wrong only if HAVS counts it as
  /// late. HAVS may count only pixels that the k-buffer cannot have right by the order of its faces
  /// (KBufferOracle.h). Returns whether there was no late fragment.
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
    this->Counted = this->Renderer->statistics();
    const HavsStatistics& counted = this->Counted;
    EXPECT_LE(counted.lateRays, counted.lateFragments) << what;
    EXPECT_LE(counted.lateFragments, counted.unsortedFragments) << what;
    if (counted.lateRays > 0)
    {
      Pixels wrong;
      for (std::size_t pixel = 0; pixel < reference.size() / 4; ++pixel)
        if (!(errorAt(pixel, image, &reference[4 * pixel]) < MaximumError))
          wrong.push_back(pixel);
      for (const std::size_t pixel : this->select(camera, options, wrong, false))
        ADD_FAILURE() << what << ": pixel (" << pixel % camera.width << ", " << pixel / camera.width
                      << ") is wrong by " << errorAt(pixel, image, &reference[4 * pixel])
                      << ", and not counted as late";
      // Faces that are left out have no order.
      if (options.levelOfDetail == 1.0f)
        this->explainLateRays({ scene, camera, options.opaqueDepth }, camera, options, what);
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
  /// Expects an exact picture of a scene whose fragments a k-buffer of 6 can put in order.
  void expectExact(const OracleScene& scene, const Camera& camera, const HavsOptions& options = {},
    const std::string& what = {})
  {
    EXPECT_TRUE(this->matches(scene, camera, options, what))
      << what << ": " << this->Renderer->statistics().lateFragments << " late fragments";
  }

  std::unique_ptr<Havs> Renderer;
  Difference Last;        ///< between the last picture that was compared and its reference
  HavsStatistics Counted; ///< for the same picture
  /// Late rays of all pictures: the number that HAVS counts, and the number that the k-buffer may draw
  /// wrongly.
  std::int64_t Late = 0, MayBeLate = 0;

private:
  using Pixels = std::vector<std::size_t>;

  static double errorAt(std::size_t pixel, const std::vector<float>& image, const double* rgba)
  {
    double error = 0;
    for (std::size_t c = 0; c < 4; ++c)
      error = std::max(error, std::abs(image[4 * pixel + c] - rgba[c]));
    return error;
  }

  /// Returns how many of these pixels' rays HAVS counts as late. All other rays end at the near plane, where
  /// they meet nothing.
  std::int64_t countLate(const Camera& camera, HavsOptions options, const Pixels& pixels)
  {
    std::vector<float> depths(static_cast<std::size_t>(camera.width) * camera.height, 0.0f);
    for (const std::size_t pixel : pixels)
      depths[pixel] = options.opaqueDepth ? options.opaqueDepth[pixel] : 1.0f;
    options.opaqueDepth = depths.data();
    this->picture(camera, options);
    return this->Renderer->statistics().lateRays;
  }

  /// Returns the pixels whose rays HAVS counts as late, or all other pixels. It finds them by bisection.
  Pixels select(const Camera& camera, const HavsOptions& options, const Pixels& pixels, bool isLate)
  {
    if (pixels.empty())
      return {};
    const std::int64_t late = this->countLate(camera, options, pixels);
    EXPECT_LE(late, static_cast<std::int64_t>(pixels.size())) << "rays that end at the near plane are late";
    if (late == 0 || late >= static_cast<std::int64_t>(pixels.size()))
      return (late > 0) == isLate ? pixels : Pixels();
    const auto middle = pixels.begin() + static_cast<std::ptrdiff_t>(pixels.size() / 2);
    Pixels found = this->select(camera, options, { pixels.begin(), middle }, isLate);
    const Pixels rest = this->select(camera, options, { middle, pixels.end() }, isLate);
    found.insert(found.end(), rest.begin(), rest.end());
    return found;
  }

  /// Expects the k-buffer to be unable to sort every ray that HAVS counts as late.
  void explainLateRays(
    const KBufferOracle& oracle, const Camera& camera, const HavsOptions& options, const std::string& what)
  {
    const int numPixels = camera.width * camera.height;
    Pixels inOrder;
    for (int pixel = 0; pixel < numPixels; ++pixel)
      if (!oracle.isOutOfOrder(pixel % camera.width, pixel / camera.width, options.bufferSize))
        inOrder.push_back(static_cast<std::size_t>(pixel));
    this->Late += this->Counted.lateRays;
    this->MayBeLate += numPixels - static_cast<std::int64_t>(inOrder.size());
    for (const std::size_t pixel : this->select(camera, options, inOrder, true))
      ADD_FAILURE() << what << ": pixel (" << pixel % camera.width << ", " << pixel / camera.width
                    << ") is counted as late, and its faces are in order";
  }
};

} // namespace inkray::testing
