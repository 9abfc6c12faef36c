// SPDX-License-Identifier: BSD-3-Clause
// The box of pixels that a projected face may cover: of faces around the eye, of faces turned away, and of
// faces whose corners meet the centers of pixels exactly.
#include "Geometry/Mesh/BoundaryFaceRaster.h"
#include "Oracles/PixelCamera.h"
#include "Oracles/Randomness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
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
  // A depth of 0 belongs to neither side: the corner lies infinitely far out.
  const MeshCamera camera = pixelCamera(40, 30, false);
  const float depths[][3] = { { 0, 1, 1 }, { 1, 0, 1 }, { 1, 1, 0 }, { 0, -1, -1 }, { -1, 0, -1 },
    { -1, -1, 0 }, { 0, 0, 0 }, { -1, 1, 1 }, { 1, -1, -1 } };
  for (const auto& z : depths)
    for (int zeros = 0; zeros < 8; ++zeros) // bits: corners on the line along which the camera looks
    {
      const ProjectedVertex a = { zeros & 1 ? 0.0f : 2.0f, 1, z[0], 0 },
                            b = { zeros & 2 ? 0.0f : 3.0f, -1, z[1], 0 },
                            c = { zeros & 4 ? 0.0f : 4.0f, 5, z[2], 0 };
      expectBox(
        boundsOfFace(camera, a, b, c), { 0, 0, 40, 30 }, "across the eye", static_cast<unsigned>(zeros));
    }
}

/// A face whose corners are the centers of three pixels, in homogeneous coordinates at any depth.
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
      const float shear = shearOf(camera, z);
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
    // Test the largest images too, whose borders have the fewest digits to spare.
    const int width = seed % 3 == 0 ? 7 : seed % 3 == 1 ? 300 : 16384, height = seed % 3 == 2 ? 16384 : 11;
    MeshCamera camera = pixelCamera(width, height, seed % 2 == 0);
    camera.bend = seed % 4 == 0 ? 0.01f : 0.0f;
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
    MeshCamera camera = pixelCamera(300, 200, seed % 2 == 0);
    camera.bend = seed % 4 == 0 ? 0.01f : 0.0f;
    const FaceOfPixels face(camera, random, true);
    const PixelRectangle box = boundsOfFace(camera, face.corners[0], face.corners[1], face.corners[2]);
    // Faces with an area of many pixels stand out from rounding.
    if (face.area() < -100)
    {
      EXPECT_TRUE(box.empty()) << "seed " << seed;
    }
  }
}

/// Returns a corner near a pixel. A third of the corners lie exactly on a row or column of centers. A few are
/// far away, behind the eye, at the eye, or no number.
ProjectedVertex anyCorner(const MeshCamera& camera, const PixelRectangle& r, Randomness& random)
{
  const auto z = static_cast<float>(random.chance(0.1) ? random.real(-1, 0) : random.real(0.01, 10));
  const float depth = random.chance(0.02) ? 0.0f : z;
  const float shear = shearOf(camera, depth);
  const double reach = random.chance(0.1) ? 1e5 : random.chance(0.2) ? 1e-4 : 6.0;
  const auto coordinate = [&](float center) {
    const double off = random.chance(0.33) ? 0.0 : random.real(-reach, reach);
    return shear * (center + static_cast<float>(off));
  };
  const float x = coordinate(pixelU(camera, r.x0 + random.integer(8)));
  const float y = coordinate(pixelV(camera, r.y0 + random.integer(8)));
  const float bad[] = { NAN, INFINITY, 1e30f, 1e-30f };
  return { random.chance(0.02) ? bad[random.integer(4)] : x, y, depth, 0 };
}

TEST(BoundaryFaceRaster, LinearEdgeFunctionsAreSureOfWhatIsSo)
{
  std::int64_t sure = 0, inside = 0, all = 0;
  for (unsigned seed = 0; seed < 20000; ++seed)
  {
    Randomness random(seed);
    const int size = seed % 2 == 0 ? 64 : 16384;
    MeshCamera camera = pixelCamera(size, size, seed % 3 == 0);
    camera.bend = camera.parallel && random.chance(0.5) ? static_cast<float>(random.real(0, 0.1)) : 0.0f;
    const int x = random.integer(size - 8), y = random.integer(size - 8);
    const PixelRectangle r = { x, y, x + 1 + random.integer(8), y + 1 + random.integer(8) };
    FaceCorners k;
    k.ids = { static_cast<std::uint32_t>(random.integer(3)), 3, 4, 0 };
    k.a = anyCorner(camera, r, random);
    k.b = anyCorner(camera, r, random);
    k.c = random.chance(0.05) ? k.a : anyCorner(camera, r, random);
    if (random.chance(0.5))
    {
      // The edge from a to b passes a pixel's center as closely as floats allow.
      const double u = double(pixelU(camera, r.x0 + random.integer(8)));
      const double v = double(pixelV(camera, r.y0 + random.integer(8)));
      const double sa = shearOf(camera, k.a.z), sb = shearOf(camera, k.b.z);
      const double beyond = random.real(-1, 0.2);
      k.b.x = static_cast<float>(sb * (u + beyond * (double(k.a.x) / sa - u)));
      k.b.y = static_cast<float>(sb * (v + beyond * (double(k.a.y) / sa - v)));
    }
    const LinearEdgeFunctions edges(camera, k, r);
    for (int j = r.y0; j < r.y1; ++j)
      for (int i = r.x0; i < r.x1; ++i)
      {
        const auto seen = [&](const ProjectedVertex& p) {
          return toRaySpace(p, pixelU(camera, i), pixelV(camera, j), shearOf(camera, p.z));
        };
        const bool isInside = isInsideFace(seen(k.a), seen(k.b), seen(k.c), k.ids);
        const float least = edges.least(static_cast<float>(i - r.x0), static_cast<float>(j - r.y0));
        const bool isSure = std::abs(least) > edges.tolerance;
        ++all;
        sure += isSure;
        inside += isSure && isInside;
        if (isSure)
        {
          ASSERT_EQ(least > 0.0f, isInside) << "seed " << seed << ", pixel " << i << ' ' << j;
        }
      }
  }
  // Most signs are sure, though a third of the corners lie on lines of centers; and not because all are
  // outside.
  EXPECT_GT(sure, all * 6 / 10);
  EXPECT_GT(inside, all / 50);
}

} // namespace
