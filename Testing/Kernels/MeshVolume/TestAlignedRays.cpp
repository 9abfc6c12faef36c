// SPDX-License-Identifier: BSD-3-Clause
// Rays aimed exactly through vertices and along edges and faces give no speck and no gap, and count nothing
// twice. The field is linear, so the closed form is known.
#include "MeshVolume/RayCastTest.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr int Pixels = 24; ///< pixels in steps of 1/8, half a lattice cell: every second pixel is at a vertex

/// A camera whose pixel centers have exact coordinates. The rows of `axes` are right, up and back in mesh
/// coordinates, as small integers, so that no product is rounded.
Camera alignedParallel(const std::array<Vector, 3>& axes)
{
  Camera camera;
  for (int row = 0; row < 3; ++row)
  {
    for (int column = 0; column < 3; ++column)
    {
      camera.meshToEye[4 * row + column] = axes[row][column];
    }
  }
  camera.meshToEye[11] = -8.0;
  // Half a pixel off center, so that pixel centers lie at multiples of 1/8; 1.5 = 12 / 8.
  const Matrix lens = orthographic(-1.5 - 0.0625, 1.5 - 0.0625, -1.5 - 0.0625, 1.5 - 0.0625, 1.0, 17.0);
  std::copy(lens.begin(), lens.end(), camera.eyeToClip);
  camera.width = camera.height = Pixels;
  return camera;
}

/// Rays from `eye` (in mesh coordinates, looking along an axis) through the points (x, y) / 16 at distance 1.
Camera alignedPerspective(const std::array<Vector, 3>& axes, const Vector& eye)
{
  Camera camera = alignedParallel(axes);
  for (int row = 0; row < 3; ++row)
  {
    camera.meshToEye[4 * row + 3] = -dot(axes[row], eye);
  }
  // The near plane is at 1/64, so that rays from an eye at an inner vertex start close to it: x / -z = (i -
  // 12) / 16.
  const double edge = 0.75 / 64.0, shift = 0.03125 / 64.0;
  const Matrix lens = frustum(-edge - shift, edge - shift, -edge - shift, edge - shift, 1.0 / 64.0, 16.0);
  std::copy(lens.begin(), lens.end(), camera.eyeToClip);
  return camera;
}

/// The same camera with the mesh turned slightly.
Camera turned(Camera camera, double degrees)
{
  Matrix view;
  std::copy(camera.meshToEye, camera.meshToEye + 16, view.begin());
  view = multiply(view, rotation({ 0.3, 1.0, -0.6 }, degrees));
  std::copy(view.begin(), view.end(), camera.meshToEye);
  return camera;
}

// Right, up and back, along the axes and along face and space diagonals of the lattice. They need no unit
// length: lengths of rays are in eye coordinates.
const std::array<Vector, 3> Directions[] = {
  { Vector{ 1, 0, 0 }, Vector{ 0, 1, 0 }, Vector{ 0, 0, 1 } },
  { Vector{ -1, 0, 0 }, Vector{ 0, 1, 0 }, Vector{ 0, 0, -1 } },
  { Vector{ 0, 1, 0 }, Vector{ 0, 0, 1 }, Vector{ 1, 0, 0 } },
  { Vector{ 0, -1, 0 }, Vector{ 0, 0, 1 }, Vector{ -1, 0, 0 } },
  { Vector{ 0, 0, 1 }, Vector{ 1, 0, 0 }, Vector{ 0, 1, 0 } },
  { Vector{ 0, 0, -1 }, Vector{ 1, 0, 0 }, Vector{ 0, -1, 0 } },
  { Vector{ 1, -1, 0 }, Vector{ 0, 0, 1 }, Vector{ -1, -1, 0 } },
  { Vector{ 1, 1, 0 }, Vector{ 0, 0, 1 }, Vector{ 1, -1, 0 } },
  { Vector{ 0, 1, -1 }, Vector{ 1, 0, 0 }, Vector{ 0, -1, -1 } },
  { Vector{ 1, 0, -1 }, Vector{ 0, -1, 0 }, Vector{ -1, 0, -1 } },
  { Vector{ 1, -1, 0 }, Vector{ 1, 1, -2 }, Vector{ 1, 1, 1 } },
  { Vector{ 1, 1, 0 }, Vector{ -1, 1, 2 }, Vector{ 1, -1, 1 } },
};

class AlignedRays : public RayCastTest
{
protected:
  void expectBox(const TransferFunction& function, const Camera& camera, const std::string& what)
  {
    const BoxImage box = linearBoxImage(function, camera);
    std::vector<float> image = this->picture(camera);
    int checked = 0;
    for (std::size_t pixel = 0; pixel < box.grazing.size(); ++pixel)
    {
      checked += !box.grazing[pixel] && box.rgba[4 * pixel + 3] > 0.0;
      for (std::size_t c = 4 * pixel; c < 4 * pixel + 4; ++c)
      {
        image[c] = box.grazing[pixel] ? static_cast<float>(box.rgba[c]) : image[c];
      }
    }
    EXPECT_GT(checked, 40) << what;
    const Difference d = difference(image.data(), box.rgba);
    const auto pixel = [&d](const auto& rgba) {
      const std::size_t worst = 4 * static_cast<std::size_t>(d.worstPixel);
      return std::to_string(rgba[worst]) + " " + std::to_string(rgba[worst + 1]) + " " +
        std::to_string(rgba[worst + 2]) + " " + std::to_string(rgba[worst + 3]);
    };
    EXPECT_TRUE(d.rmse < MaximumRmse && d.maximum < MaximumError)
      << what << ": RMSE " << d.rmse << ", pixel (" << d.worstPixel % Pixels << ", " << d.worstPixel / Pixels
      << ") is " << pixel(image) << ", the closed form " << pixel(box.rgba);
    EXPECT_EQ(this->caster().statistics().failedRays, 0) << what;
    EXPECT_EQ(this->caster().statistics().recastRays, 0) << what << ": edge functions lose no ray";
  }
  void expectAllBoxes(const std::vector<Camera>& cameras)
  {
    const TransferFunction function = scaledFunction(translucentFunction(), -6.0, 12.0);
    for (const auto cut : { generator::Cut::Center, generator::Cut::Kuhn })
    {
      OracleScene scene = alignedLattice(cut);
      scene.transferFunction = function;
      giveScene(this->caster(), scene);
      for (std::size_t c = 0; c < cameras.size(); ++c)
      {
        this->expectBox(function, cameras[c],
          std::string(cut == generator::Cut::Kuhn ? "Kuhn" : "center") + ", camera " + std::to_string(c));
      }
    }
  }
};

TEST_P(AlignedRays, ParallelAlongAxesAndDiagonals)
{
  std::vector<Camera> cameras;
  for (const auto& axes : Directions)
  {
    cameras.push_back(alignedParallel(axes));
  }
  this->expectAllBoxes(cameras);
}

TEST_P(AlignedRays, PerspectiveFromLatticePoints)
{
  std::vector<Camera> cameras;
  for (const auto& axes : Directions)
  {
    const Vector& back = axes[2];
    cameras.push_back(alignedPerspective(axes, { 3 * back[0], 3 * back[1], 3 * back[2] }));
    cameras.push_back(alignedPerspective(axes, { 2 * back[0] + 0.25, 2 * back[1], 2 * back[2] - 0.5 }));
  }
  this->expectAllBoxes(cameras);
}

TEST_P(AlignedRays, PerspectiveFromInsideTheMesh)
{
  // The eye is at a vertex, or in the middle of an edge or face: rays run within faces from their first point
  // on. Such a face has no definite depth, and the ray passes through it.
  std::vector<Camera> cameras;
  for (const auto& axes : Directions)
  {
    cameras.push_back(alignedPerspective(axes, { 0.0, 0.0, 0.0 }));
    cameras.push_back(alignedPerspective(axes, { 0.125, 0.25, -0.375 }));
  }
  this->expectAllBoxes(cameras);
}

TEST_P(AlignedRays, OnDemandVDFIIsFiniteAndClose)
{
  // The paper's test compares depths of planes, which rounding can swap at vertices and edges: its specks
  // must stay small and few. A ray that meets an edge exactly is lost and cast again with edge functions. A
  // picture does not show the number of these rays, so they are counted: almost all rays if they are aimed at
  // vertices and edges, hardly any if the mesh is turned.
  std::int64_t recast[2] = { 0, 0 }, covered[2] = { 0, 0 };
  for (const auto cut : { generator::Cut::Center, generator::Cut::Kuhn })
  {
    OracleScene scene = alignedLattice(cut);
    scene.transferFunction = scaledFunction(translucentFunction(), -6.0, 12.0);
    giveScene(this->caster(), scene);
    FrameOptions options;
    options.faceTest = FaceTest::OnDemandVDFI;
    options.methods.countSteps = true;
    std::vector<Camera> cameras;
    for (const auto& axes : Directions)
    {
      const Vector& back = axes[2];
      cameras.push_back(alignedParallel(axes));
      cameras.push_back(alignedPerspective(axes, { 3 * back[0], 3 * back[1], 3 * back[2] }));
      cameras.push_back(alignedPerspective(axes, { 0.0, 0.0, 0.0 }));
      cameras.push_back(turned(alignedParallel(axes), 1e-6));
      cameras.push_back(turned(alignedParallel(axes), 1e-5));
    }
    const std::size_t firstTurned = cameras.size();
    for (const auto& axes : Directions)
    {
      cameras.push_back(turned(alignedParallel(axes), 7.3));
    }
    for (std::size_t c = 0; c < cameras.size(); ++c)
    {
      const BoxImage box = linearBoxImage(scene.transferFunction, cameras[c]);
      const std::vector<float> image = this->picture(cameras[c], options);
      double sum = 0.0;
      std::size_t notColors = 0;
      for (std::size_t i = 0; i < image.size(); ++i)
      {
        notColors += !(image[i] >= -1e-4f && image[i] <= 1.001f);
        sum += box.grazing[i / 4] ? 0.0 : (image[i] - box.rgba[i]) * (image[i] - box.rgba[i]);
      }
      EXPECT_EQ(notColors, 0u) << "camera " << c << ": NaN or outside of 0 to 1";
      EXPECT_LT(std::sqrt(sum / double(image.size())), 5.0 * MaximumRmse) << "camera " << c;
      const TetRayCastStatistics statistics = this->caster().statistics();
      EXPECT_EQ(statistics.failedRays, 0);
      EXPECT_LE(statistics.recastRays, statistics.coveredRays);
      recast[c >= firstTurned] += statistics.recastRays;
      covered[c >= firstTurned] += statistics.coveredRays;
    }
  }
  const double aligned = double(recast[0]) / double(covered[0]),
               other = double(recast[1]) / double(covered[1]);
  std::printf("On-demand VDFI lost %.2f %% of %lld aligned rays and %.4f %% of %lld others.\n",
    100.0 * aligned, static_cast<long long>(covered[0]), 100.0 * other, static_cast<long long>(covered[1]));
  EXPECT_GT(recast[0], 0);
  EXPECT_LT(aligned, 0.96);
  EXPECT_LT(other, 0.005);
}

TEST_P(AlignedRays, NearlyAligned)
{
  // Rays just beside vertices and edges, where rounding decides: turned by 1e-7 to 1e-3 degrees.
  std::vector<Camera> cameras;
  for (const double degrees : { 1e-7, 1e-6, 1e-5, 1e-4, 1e-3 })
  {
    for (const std::size_t d : { 0u, 6u, 10u })
    {
      cameras.push_back(turned(alignedParallel(Directions[d]), degrees));
    }
  }
  this->expectAllBoxes(cameras);
}

TEST_P(AlignedRays, ConstantFieldIsEvenEverywhere)
{
  // With a constant attenuation, every ray along an axis has exactly the same chord, so any speck stands out.
  OracleScene scene = alignedLattice(generator::Cut::Center);
  scene.transferFunction = constantFunction(0.5f);
  giveScene(this->caster(), scene);
  const double alpha = 1.0 - std::exp(-0.5 * 2.0);
  for (std::size_t d = 0; d < 6; ++d)
  {
    const std::vector<float> image = this->picture(alignedParallel(Directions[d]));
    for (int j = 5; j < 20; ++j) // centers within -7/8 to 7/8
    {
      for (int i = 5; i < 20; ++i)
      {
        ASSERT_NEAR(image[4 * (j * Pixels + i) + 3], alpha, 1e-4)
          << "direction " << d << ", pixel (" << i << ", " << j << ")";
      }
    }
  }
}

INKRAY_TEST_ON_DEVICES(AlignedRays);

} // namespace
