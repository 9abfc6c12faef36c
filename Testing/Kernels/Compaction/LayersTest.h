// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/KernelScene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace inkray::testing
{

/// A grid of 40 x 24 x 32 cells whose value is z. The camera looks down z from 50 cells above the grid, with
/// 20 x 12 pixels over 40 x 24 cells. Pixel (i, j) sees the point (2 i + 1, 2 j + 1). Isovalues are heights.
class Layers : public ::testing::Test
{
protected:
  static constexpr int Width = 20, Height = 12;

  explicit Layers(const std::vector<float>& isovalues = { 7.5f, 20.25f })
    : Scene(
        { 40, 24, 32 }, [](double, double, double z) { return z; }, isovalues, 0.5f)
  {
    const Matrix view = lookAt({ 20, 12, 82 }, { 20, 12, 0 }, { 0, 1, 0 });
    Scene.look(makeCamera(view, orthographic(-20, 20, -12, 12, 1.0, 100.0), Width, Height));
  }
  /// Returns the number of a pixel's ray, or noNode if the pixel has no ray.
  std::uint32_t rayOf(int i, int j) const
  {
    for (std::uint32_t number = 0; number < Scene.numRays(); ++number)
    {
      int pixel[2];
      if (pixelOfRay(Scene.scene.camera, number, pixel) && pixel[0] == i && pixel[1] == j)
        return number;
    }
    return noNode;
  }
  void clearWithGarbage()
  {
    std::fill(Scene.color.begin(), Scene.color.end(), Float4{ 9, 9, 9, 9 });
    std::fill(Scene.depth.begin(), Scene.depth.end(), 9.0f);
    std::fill(Scene.hits.begin(), Scene.hits.end(), Float4{ 9, 9, 9, 9 });
  }
  static std::size_t at(int i, int j) { return static_cast<std::size_t>(i + Width * j); }

  KernelScene<float> Scene;
};

/// The grid of Layers with an isovalue above all values.
class LayersWithoutSurface : public Layers
{
protected:
  explicit LayersWithoutSurface()
    : Layers({ 50.0f })
  {
  }
  /// Expects the image, which begins as garbage, to be empty everywhere.
  void expectEmptyPixels() const
  {
    for (std::size_t pixel = 0; pixel < Scene.color.size(); ++pixel)
    {
      const Float4 &color = Scene.color[pixel], &hit = Scene.hits[pixel];
      EXPECT_TRUE(color.x == 0.0f && color.y == 0.0f && color.z == 0.0f && color.w == 0.0f) << pixel;
      EXPECT_EQ(Scene.depth[pixel], 1.0f) << pixel;
      EXPECT_EQ(hit.x, INFINITY) << pixel;
      EXPECT_TRUE(hit.y == 0.0f && hit.z == 0.0f && hit.w == 0.0f) << pixel;
    }
  }
};

} // namespace inkray::testing
