// SPDX-License-Identifier: BSD-3-Clause
// Clipping planes in the coordinates of a model, and the rays that they cut, against a computation in double.
#include "Oracles/Randomness.h"
#include "View/Clipping.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

TEST(ClipPlanes, MeasureDistancesInTheModel)
{
  for (unsigned seed = 0; seed < 500; ++seed)
  {
    Randomness random(seed);
    double modelToMesh[16] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 };
    for (int i = 0; i < 12; ++i)
      modelToMesh[i] = random.real(-2, 2);
    // The length of the given normal must not matter.
    const double length = std::pow(10.0, random.real(-30, 30));
    const Vector direction = random.direction();
    ClippingPlane plane;
    for (int axis = 0; axis < 3; ++axis)
      plane.normal[axis] = length * direction[axis];
    plane.distance = length * random.real(-3, 3);
    ClipPlanes planes = {};
    planes.set(5, plane, modelToMesh);
    const float* const p = planes.planes[5];
    EXPECT_NEAR(std::sqrt(double(p[0]) * p[0] + double(p[1]) * p[1] + double(p[2]) * p[2]), 1.0, 1e-6)
      << seed;
    // How fast the distance in the mesh grows when the distance in the model grows by one.
    double rate = 0.0;
    for (int j = 0; j < 3; ++j)
    {
      double along = 0.0;
      for (int axis = 0; axis < 3; ++axis)
        along += direction[axis] * modelToMesh[4 * axis + j];
      rate += along * along;
    }
    rate = std::sqrt(rate);
    const Vector point = { random.real(-9, 9), random.real(-9, 9), random.real(-9, 9) };
    double distance = -plane.distance / length, found = p[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      double mesh = modelToMesh[4 * axis + 3];
      for (int j = 0; j < 3; ++j)
        mesh += modelToMesh[4 * axis + j] * point[j];
      distance += direction[axis] * mesh;
      found += double(p[axis]) * point[axis];
    }
    EXPECT_NEAR(found, distance / rate, 1e-5 * (1.0 + 1.0 / rate)) << seed;
  }
}

TEST(ClipPlanes, WithoutANormalKeepAllOrNothing)
{
  const double same[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
  for (const double distance : { -1.0, 0.0, 1.0 })
  {
    ClipPlanes planes = {};
    planes.count = 1;
    planes.set(0, { { 0, 0, 0 }, distance }, same);
    Ray ray = {};
    ray.direction[0] = 1.0f;
    ray.end = 10.0f;
    planes.clip(ray);
    EXPECT_EQ(ray.begin <= ray.end, distance <= 0.0) << distance;
  }
}

TEST(ClipPlanes, CutRays)
{
  int cut = 0, gone = 0;
  for (unsigned seed = 0; seed < 2000; ++seed)
  {
    Randomness random(seed);
    const double same[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
    ClipPlanes planes = {};
    planes.count = 1 + random.integer(4);
    Ray ray = {};
    ray.begin = 1.0f;
    ray.end = 9.0f;
    for (int axis = 0; axis < 3; ++axis)
    {
      ray.origin[axis] = static_cast<float>(random.real(-4, 4));
      ray.direction[axis] = static_cast<float>(random.real(-1, 1));
    }
    double begin = ray.begin, end = ray.end;
    for (int i = 0; i < planes.count; ++i)
    {
      ClippingPlane plane;
      const Vector normal = random.direction();
      std::copy_n(&normal[0], 3, plane.normal);
      plane.distance = random.real(-5, 5);
      planes.set(i, plane, same);
      double at = -plane.distance, slope = 0.0;
      for (int axis = 0; axis < 3; ++axis)
      {
        at += plane.normal[axis] * ray.origin[axis];
        slope += plane.normal[axis] * ray.direction[axis];
      }
      (slope > 0.0 ? begin : end) = slope > 0.0 ? std::max(begin, -at / slope) : std::min(end, -at / slope);
    }
    planes.clip(ray);
    if (begin > end)
    {
      EXPECT_GT(ray.begin, ray.end - 1e-3) << seed;
      ++gone;
      continue;
    }
    EXPECT_NEAR(ray.begin, begin, 1e-3) << seed;
    EXPECT_NEAR(ray.end, end, 1e-3) << seed;
    cut += begin > 1.0 || end < 9.0 ? 1 : 0;
  }
  EXPECT_GT(cut, 100);
  EXPECT_GT(gone, 100);
}

TEST(ClipPlanes, RaysAlongAPlaneAreKeptOnItsSide)
{
  ClipPlanes planes = {};
  planes.count = 1;
  const float plane[4] = { 0, 0, 1, -2 }; // z >= 2
  std::copy_n(plane, 4, planes.planes[0]);
  for (const float z : { 1.5f, 2.0f, 2.5f })
  {
    Ray ray = {};
    ray.origin[2] = z;
    ray.direction[0] = 1.0f;
    ray.begin = 3.0f;
    ray.end = 7.0f;
    planes.clip(ray);
    EXPECT_EQ(ray.begin, 3.0f);
    EXPECT_EQ(ray.end, z < 2.0f ? 2.0f : 7.0f) << "empty: it ends before it begins";
  }
}

} // namespace
