// SPDX-License-Identifier: BSD-3-Clause
// The box of pixels that a projected face may cover: what the eye lies in, what is turned away, and pixels
// whose centres the corners meet exactly.
#include "Geometry/Mesh/BoundaryFaceRaster.h"
#include "Oracles/PixelCamera.h"
#include "Oracles/Randomness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

using namespace inkray;
using namespace inkray::testing;

namespace
{

void expectBox(const PixelRectangle& box, const std::array<int, 4>& expected, const char* what, unsigned seed)
{
  EXPECT_EQ((std::array<int, 4>{ box.x0, box.y0, box.x1, box.y1 }), expected)
    << what << ", seed " << seed << ": x0, y0, x1, y1";
}

TEST(BoundaryFaceRaster, FacesOnBothSidesOfTheEyeMayCoverAllPixels)
{
  // A depth of 0 belongs to neither side: the corner lies infinitely far out, if anywhere.
  const MeshCamera camera = pixelCamera(40, 30, false);
  const float depths[][3] = { { 0, 1, 1 }, { 1, 0, 1 }, { 1, 1, 0 }, { 0, -1, -1 }, { -1, 0, -1 },
    { -1, -1, 0 }, { 0, 0, 0 }, { -1, 1, 1 }, { 1, -1, -1 } };
  for (const auto& z : depths)
    for (int zeros = 0; zeros < 8; ++zeros) // corners on the line that the camera looks along
    {
      const ProjectedVertex a = { zeros & 1 ? 0.0f : 2.0f, 1, z[0], 0 },
                            b = { zeros & 2 ? 0.0f : 3.0f, -1, z[1], 0 },
                            c = { zeros & 4 ? 0.0f : 4.0f, 5, z[2], 0 };
      expectBox(
        boundsOfFace(camera, a, b, c), { 0, 0, 40, 30 }, "across the eye", static_cast<unsigned>(zeros));
    }
}

/// A face of three pixels' centres, in homogeneous coordinates at any depth.
struct FaceOfPixels
{
  FaceOfPixels(const MeshCamera& camera, Randomness& random, bool turned)
  {
    const auto number = [&](int n) { return random.integer(3 * n) - n; }; // also outside of the image
    do
      for (auto& pixel : pixels)
        pixel = { number(camera.width), number(camera.height) };
    while (this->area() == 0);
    if ((this->area() < 0) != turned)
      std::swap(pixels[0], pixels[1]);
    for (int k = 0; k < 3; ++k)
    {
      const float z = camera.parallel ? 5.0f : static_cast<float>(random.real(0.1, 10));
      const float shear = camera.parallel ? 1.0f : z;
      corners[k] = { pixelU(camera, pixels[k][0]) * shear, pixelV(camera, pixels[k][1]) * shear, z, 0.5f };
    }
  }
  std::int64_t area() const
  {
    return std::int64_t(pixels[1][0] - pixels[0][0]) * (pixels[2][1] - pixels[0][1]) -
      std::int64_t(pixels[2][0] - pixels[0][0]) * (pixels[1][1] - pixels[0][1]);
  }

  std::array<int, 2> pixels[3];
  ProjectedVertex corners[3];
};

TEST(BoundaryFaceRaster, BoxesHoldThePixelsOfTheCorners)
{
  int empty = 0, partly = 0;
  for (unsigned seed = 0; seed < 6000; ++seed)
  {
    Randomness random(seed);
    // The largest images too, whose borders have the fewest digits to spare.
    const int width = seed % 3 == 0 ? 7 : seed % 3 == 1 ? 300 : 16384, height = seed % 3 == 2 ? 16384 : 11;
    const MeshCamera camera = pixelCamera(width, height, seed % 2 == 0);
    const FaceOfPixels face(camera, random, false);
    int low[2] = { 1 << 30, 1 << 30 }, high[2] = { -(1 << 30), -(1 << 30) };
    for (const auto& pixel : face.pixels)
      for (int axis = 0; axis < 2; ++axis)
      {
        low[axis] = std::min(low[axis], pixel[axis]);
        high[axis] = std::max(high[axis], pixel[axis]);
      }
    const PixelRectangle box = boundsOfFace(camera, face.corners[0], face.corners[1], face.corners[2]);
    if (high[0] < 0 || low[0] >= width || high[1] < 0 || low[1] >= height)
    {
      EXPECT_TRUE(box.empty()) << "seed " << seed;
      ++empty;
      continue;
    }
    expectBox(box,
      { std::max(low[0], 0), std::max(low[1], 0), std::min(high[0] + 1, width),
        std::min(high[1] + 1, height) },
      "corners at pixels", seed);
    partly += box.x1 - box.x0 < width || box.y1 - box.y0 < height ? 1 : 0;
  }
  EXPECT_GT(empty, 100);
  EXPECT_GT(partly, 1000);
}

TEST(BoundaryFaceRaster, FacesThatLookAwayCoverNothing)
{
  for (unsigned seed = 0; seed < 1000; ++seed)
  {
    Randomness random(seed);
    const MeshCamera camera = pixelCamera(300, 200, seed % 2 == 0);
    const FaceOfPixels face(camera, random, true);
    const PixelRectangle box = boundsOfFace(camera, face.corners[0], face.corners[1], face.corners[2]);
    // A few pixels of area stand out from rounding.
    if (face.area() < -100)
    {
      EXPECT_TRUE(box.empty()) << "seed " << seed;
    }
  }
}

} // namespace
