// SPDX-License-Identifier: BSD-3-Clause
// The reference of the isosurface pictures, against closed forms and plain dense sampling.
#include "Isosurface/IsosurfaceTest.h"

#include <algorithm>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// Returns the event of a ray that has exactly one; otherwise null.
const OracleEvent* only(const std::vector<OracleEvent>& events)
{
  return events.size() == 1 ? &events[0] : nullptr;
}

TEST(IsosurfaceOracle, PlanesOfLinearFields)
{
  // a x + b y + c z = v over the cube [-1, 1]^3 (the function's own coordinates are half as large).
  TestVolume volume = makeVolume(linear(0.7, -0.4, 0.9), { 9, 9, 9 }, { ValueType::Float64 });
  const IsosurfaceScene scene = makeScene(volume, { 0.1 });
  for (const Camera& camera : { perspectiveView(40, 40), parallelView(40, 40) })
  {
    const BruteForceIsosurface oracle(scene, camera);
    const Matrix eyeToMesh = inverse(camera.meshToEye);
    int hits = 0;
    for (int pixel = 0; pixel < 1600; ++pixel)
    {
      const OracleRay ray = oracle.ray(pixel % 40, pixel / 40);
      const auto value = [&](double s) {
        const auto p = transform(eyeToMesh.data(),
          { ray.eyeOrigin[0] + s * ray.eyeDirection[0], ray.eyeOrigin[1] + s * ray.eyeDirection[1],
            ray.eyeOrigin[2] + s * ray.eyeDirection[2] });
        const bool inside = std::max({ std::abs(p[0]), std::abs(p[1]), std::abs(p[2]) }) <= 1.0;
        return std::pair<double, bool>(0.5 * (0.7 * p[0] - 0.4 * p[1] + 0.9 * p[2]) - 0.1, inside);
      };
      const double slope = value(1.0).first - value(0.0).first, s = -value(0.0).first / slope;
      const std::vector<OracleEvent> events = oracle.events(ray, {});
      if (!value(s).second)
      {
        EXPECT_TRUE(events.empty() || !events[0].clear) << pixel;
        continue;
      }
      ++hits;
      const OracleEvent* event = only(events);
      ASSERT_TRUE(event && event->crossings.size() == 1) << pixel;
      EXPECT_NEAR(event->crossings[0], s, 1e-12 * (1.0 + s));
      // The normal is the plane's, turned into eye coordinates by the view, which is a rotation.
      const OracleShade shade = oracle.shade(ray, s, 0)[0];
      const double* m = camera.meshToEye;
      const double length = std::sqrt(0.7 * 0.7 + 0.4 * 0.4 + 0.9 * 0.9);
      for (int a = 0; a < 3; ++a)
        EXPECT_NEAR(
          shade.normal[a], (0.7 * m[4 * a] - 0.4 * m[4 * a + 1] + 0.9 * m[4 * a + 2]) / length, 1e-12);
    }
    EXPECT_GT(hits, 50);
  }
}

TEST(IsosurfaceOracle, NormalsOfStretchedVoxels)
{
  // A linear field in the coordinates of the mesh is sampled on a skewed grid. Whatever the placement, the
  // normal is the plane's.
  const GridIndex dimensions = { 5, 4, 6 };
  TestVolume volume = makeVolume(constant(0.0), dimensions, { ValueType::Float64 });
  volume.indexToMesh = skewedPlacement(dimensions);
  const Vector slope = { 0.3, 0.8, 0.5 };
  std::int64_t tuple = 0;
  for (int k = 0; k < 6; ++k)
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < 5; ++i)
      {
        const auto p = transform(volume.indexToMesh.data(), { double(i), double(j), double(k) });
        volume.scalars.set(tuple++, 0, slope[0] * p[0] + slope[1] * p[1] + slope[2] * p[2]);
      }
  const Camera camera = perspectiveView(20, 20);
  const BruteForceIsosurface oracle(makeScene(volume, { 0.0 }), camera);
  int hits = 0;
  for (int pixel = 0; pixel < 400; ++pixel)
  {
    const OracleRay ray = oracle.ray(pixel % 20, pixel / 20);
    for (const OracleEvent& event : oracle.events(ray, {}))
    {
      for (const double c : event.crossings)
      {
        ++hits;
        for (const OracleShade& shade : oracle.shade(ray, c, 0))
        {
          for (int a = 0; a < 3; ++a)
          {
            const double* m = camera.meshToEye + 4 * a;
            EXPECT_NEAR(
              shade.normal[a], (slope[0] * m[0] + slope[1] * m[1] + slope[2] * m[2]) / norm(slope), 1e-12);
          }
        }
      }
    }
  }
  EXPECT_GT(hits, 50);
}

TEST(IsosurfaceOracle, CubicAlongTheDiagonal)
{
  // x y z in one cell: along the diagonal the value is t^3.
  TestVolume volume = makeVolume(constant(0.0), { 2, 2, 2 }, { ValueType::Float64 });
  volume.scalars.set(7, 0, 1.0);
  const double isovalue = 0.3;
  const Camera camera = parallelCamera({ -3, -3, -3 }, { 1, 1, 1 }, 0.1, 0.5, 20.0, 1, 1);
  const BruteForceIsosurface oracle(makeScene(volume, { isovalue }), camera);
  const OracleRay ray = oracle.ray(0, 0);
  const std::vector<OracleEvent> events = oracle.events(ray, {});
  ASSERT_EQ(events.size(), 1u);
  EXPECT_TRUE(events[0].clear);
  const double fromCorner = std::cbrt(isovalue) * std::sqrt(12.0), toCorner = std::sqrt(12.0);
  EXPECT_NEAR(oracle.depth(ray, events[0].crossings[0]), toCorner + fromCorner, 1e-12);
}

TEST(IsosurfaceOracle, SphereOnAFineGrid)
{
  TestVolume volume = makeVolume(sphere(0.36), { 81, 81, 81 }, { ValueType::Float64 });
  const Camera camera = perspectiveView(60, 60);
  const BruteForceIsosurface oracle(makeScene(volume, { 0.0 }), camera);
  const auto center = transform(camera.meshToEye, { 0, 0, 0 });
  int hits = 0;
  for (int pixel = 0; pixel < 3600; ++pixel)
  {
    const OracleRay ray = oracle.ray(pixel % 60, pixel / 60);
    const Vector o = minus(ray.eyeOrigin, { center[0], center[1], center[2] });
    const double b = dot(o, ray.eyeDirection), discriminant = b * b - dot(o, o) + 0.72 * 0.72;
    const std::vector<OracleEvent> events = oracle.events(ray, {});
    if (discriminant < -0.02)
    {
      EXPECT_TRUE(events.empty());
    }
    if (discriminant < 0.02)
    {
      continue;
    }
    ++hits;
    ASSERT_EQ(events.size(), 2u);
    for (int side = 0; side < 2; ++side)
    {
      ASSERT_EQ(events[side].crossings.size(), 1u);
      const double s = events[side].crossings[0], exact = -b + (side ? 1.0 : -1.0) * std::sqrt(discriminant);
      EXPECT_LT(std::abs(s - exact) * ray.voxelsPerLength, 0.05);
      Vector n = { o[0] + s * ray.eyeDirection[0], o[1] + s * ray.eyeDirection[1],
        o[2] + s * ray.eyeDirection[2] };
      // Values fall outward.
      for (const OracleShade& shade : oracle.shade(ray, s, 0))
        EXPECT_LT(dot(n, shade.normal) / norm(n), -std::cos(2.0 / 57.3));
    }
  }
  EXPECT_GT(hits, 500);
}

TEST(IsosurfaceOracle, AgreesWithDenseSampling)
{
  // Classes are counted along each ray in steps of a thousandth of a voxel. Every change between samples is a
  // crossing. No other crossings exist, unless two lie in one step.
  TestVolume volume = makeVolume(noise(5), { 6, 5, 7 }, { ValueType::Float64 });
  const std::vector<double> isovalues = { 0.3, -0.2, 0.31 };
  const BruteForceIsosurface oracle(makeScene(volume, isovalues), perspectiveView(24, 24));
  int changes = 0;
  for (int pixel = 0; pixel < 24 * 24; ++pixel)
  {
    const OracleRay ray = oracle.ray(pixel % 24, pixel / 24);
    std::vector<double> crossings;
    for (const OracleEvent& event : oracle.events(ray, {}))
      crossings.insert(crossings.end(), event.crossings.begin(), event.crossings.end());
    std::sort(crossings.begin(), crossings.end());
    const double step = 1e-3 / ray.voxelsPerLength;
    int before = -1;
    std::vector<double> sampled;
    for (double s = 0.0; s < ray.length; s += step)
    {
      std::array<std::int64_t, 3> cell;
      Vector local;
      bool inside = true;
      for (int a = 0; a < 3; ++a)
      {
        const double x = ray.gridOrigin[a] + s * ray.gridDirection[a];
        inside = inside && x >= 0.0 && x <= static_cast<double>(oracle.count()[a] - 1);
        cell[a] = std::min(static_cast<std::int64_t>(std::max(0.0, x)), oracle.count()[a] - 2);
        local[a] = x - static_cast<double>(cell[a]);
      }
      if (!inside)
      {
        before = -1;
        continue;
      }
      const auto mix = [](double a, double b, double w) { return a + w * (b - a); };
      const auto row = [&](int j, int k) {
        return mix(oracle.value(cell[0], cell[1] + j, cell[2] + k),
          oracle.value(cell[0] + 1, cell[1] + j, cell[2] + k), local[0]);
      };
      const double value =
        mix(mix(row(0, 0), row(1, 0), local[1]), mix(row(0, 1), row(1, 1), local[1]), local[2]);
      const int here = int(value >= -0.2) + int(value >= 0.3) + int(value >= 0.31);
      for (int c = 0; before >= 0 && c < std::abs(here - before); ++c)
        sampled.push_back(s - 0.5 * step);
      before = here;
    }
    changes += static_cast<int>(sampled.size());
    // Sampling does not see crossings within a step of the rim, and pairs within a step.
    std::vector<double> seen;
    for (const double c : crossings)
    {
      bool atRim = false;
      for (int a = 0; a < 3; ++a)
      {
        const double last = static_cast<double>(oracle.count()[a] - 1);
        for (const double s : { c - step, c + step })
        {
          atRim = atRim || std::abs(ray.gridOrigin[a] + s * ray.gridDirection[a] - 0.5 * last) > 0.5 * last;
        }
      }
      if (!atRim)
      {
        seen.push_back(c);
      }
    }
    const auto isSampledAtRim = [&](double s) {
      return std::none_of(seen.begin(), seen.end(), [&](double c) { return std::abs(c - s) <= step; }) &&
        std::any_of(crossings.begin(), crossings.end(), [&](double c) { return std::abs(c - s) <= step; });
    };
    sampled.erase(std::remove_if(sampled.begin(), sampled.end(), isSampledAtRim), sampled.end());
    for (std::size_t c = 0; c + 1 < seen.size() && seen.size() != sampled.size();)
    {
      if (seen[c + 1] - seen[c] < step)
        seen.erase(
          seen.begin() + static_cast<std::ptrdiff_t>(c), seen.begin() + static_cast<std::ptrdiff_t>(c) + 2);
      else
        ++c;
    }
    ASSERT_EQ(seen.size(), sampled.size()) << "pixel " << pixel;
    for (std::size_t c = 0; c < seen.size(); ++c)
      EXPECT_NEAR(seen[c], sampled[c], step);
  }
  EXPECT_GT(changes, 500);
}

TEST(IsosurfaceOracle, GrazesAreUnclear)
{
  // The value of the middle point lies above the isovalue in a flat field: by less than the margin, by more,
  // and by much more.
  for (const double height : { 0.00001, 0.2, 0.9 })
  {
    TestVolume volume = makeVolume(constant(0.0), { 3, 3, 3 }, { ValueType::Float64 });
    volume.scalars.set(13, 0, 0.5 + height);
    const Camera camera = parallelCamera({ 0, 0, 5 }, { 0, 0, 0 }, 0.01, 0.5, 20.0, 1, 1);
    const BruteForceIsosurface oracle(makeScene(volume, { 0.5 }), camera);
    const std::vector<OracleEvent> events = oracle.events(oracle.ray(0, 0), {});
    if (height < 1e-3)
    {
      ASSERT_EQ(events.size(), 1u);
      EXPECT_FALSE(events[0].clear);
      continue;
    }
    ASSERT_EQ(events.size(), 2u);
    EXPECT_TRUE(events[0].clear && events[1].clear);
    EXPECT_NEAR(events[1].crossings[0] - events[0].crossings[0], 2.0 * height / (0.5 + height), 1e-9);
  }
}

TEST(IsosurfaceOracle, FacesOnTheIsovalue)
{
  // The values of one plane of points equal the isovalue; the other values lie on both sides of the isovalue,
  // or on one side. Every ray meets the surface in the plane, even if rounding changes the value there.
  for (const bool touching : { false, true })
  {
    const VolumeFunction function = [&](const GridIndex& index, const GridIndex&) {
      const double k = static_cast<double>(index[2] - 3);
      return 0.3 + (touching ? -std::abs(k) : k) * (1.0 + hashNumber(7, index[0], index[1], index[2]));
    };
    const TestVolume volume = makeVolume(function, { 7, 6, 8 }, { ValueType::Float64 });
    const BruteForceIsosurface oracle(makeScene(volume, { 0.3 }), perspectiveView(40, 40));
    int hits = 0;
    for (int pixel = 0; pixel < 1600; ++pixel)
    {
      const OracleRay ray = oracle.ray(pixel % 40, pixel / 40);
      const double s = (3.0 - ray.gridOrigin[2]) / ray.gridDirection[2];
      bool inside = true;
      for (int a = 0; a < 2; ++a)
        inside = inside &&
          std::abs(ray.gridOrigin[a] + s * ray.gridDirection[a] - 0.5 * double(oracle.count()[a] - 1)) <
            0.5 * double(oracle.count()[a] - 1) - 0.01;
      if (!inside)
        continue;
      ++hits;
      const std::vector<OracleEvent> events = oracle.events(ray, {});
      const OracleEvent* event = only(events);
      ASSERT_TRUE(event) << pixel;
      EXPECT_EQ(event->clear, !touching) << pixel;
      if (!touching)
      {
        ASSERT_EQ(event->crossings.size(), 1u) << pixel;
      }
      for (const double c : event->crossings)
        EXPECT_NEAR(c, s, 1e-9) << pixel;
      ASSERT_FALSE(event->touches.empty()) << pixel;
      for (const double c : event->touches)
        EXPECT_NEAR(c, s, 1e-9) << pixel;
    }
    EXPECT_GT(hits, 200);
  }
}

TEST(IsosurfaceOracle, EmptyCells)
{
  // The cells of a 4 x 3 x 3 grid that draw nothing, found by hand.
  TestVolume volume = makeVolume(constant(0.0), { 4, 3, 3 }, {});
  const auto empties = [&] {
    const BruteForceIsosurface oracle(makeScene(volume, { 0.5 }), perspectiveView(4, 4));
    std::string text;
    for (int k = 0; k + 1 < oracle.count()[2]; ++k)
      for (int j = 0; j + 1 < oracle.count()[1]; ++j)
        for (int i = 0; i + 1 < oracle.count()[0]; ++i)
          text += oracle.isEmpty(i, j, k) ? 'x' : '.';
    return text;
  };
  EXPECT_EQ(empties(), "............");
  volume.scalars.set(0, 0, std::nan(""));
  EXPECT_EQ(empties(), "x...........");
  volume.scalars.set(0, 0, 0.0);
  volume.scalars.set(5, 0, -INFINITY); // point (1, 1, 0)
  EXPECT_EQ(empties(), "xx.xx.......");
  volume.scalars.set(5, 0, 0.0);
  volume.pointFlags.assign(36, 4);
  volume.pointFlags[35] = 2;
  volume.hiddenPointBits = 2;
  EXPECT_EQ(empties(), "...........x");
  volume.cellFlags.assign(12, 0);
  volume.cellFlags[0] = 32;
  volume.cellFlags[4] = 1;
  volume.hiddenCellBits = 32;
  volume.ghostCellBits = 1;
  EXPECT_EQ(empties(), "x...x......x");
  // Values at cell centers: 3 x 2 x 2 of them, with two cells between. The hidden point hides cell (2, 1, 1).
  // Cell (1, 1, 0), a ghost, is the lowest corner of no cell.
  volume.scalars = makeArray(constant(0.0), { 4, 3, 3 }, { ValueType::Float32, Association::Cells });
  EXPECT_EQ(empties(), "xx");
  volume.cellFlags[0] = 0;
  EXPECT_EQ(empties(), ".x");
  volume.cellFlags[0] = 1;
  EXPECT_EQ(empties(), "xx");
  volume.cellFlags[0] = 0;
  volume.pointFlags.clear();
  EXPECT_EQ(empties(), "..");
}

TEST(IsosurfaceOracle, Shading)
{
  // Computed by hand: a surface faces the eye and is lit from 60 degrees.
  SurfaceMaterial material;
  material.ambient = 0.25f;
  material.diffuse = 0.5f;
  material.specular = 0.5f;
  material.specularPower = 2.0f;
  material.specularColor[2] = 0.5f;
  SurfaceLight light;
  const double s = std::sqrt(0.75);
  light.direction[0] = static_cast<float>(s);
  light.direction[2] = -0.5f;
  const Vector point = { 0, 0, -3 }, back = { 0, 0, -1 }, front = { 0, 0, 1 }, along = { 0, 0, -1 };
  // df = 1/2; mirror direction (s, 0, 1/2), against the view 1/2; sf = 1/4.
  for (const Vector& normal : { back, front })
  {
    const auto rgb = shadeSurface(material, { light }, { 0.8, 0.4, 0.0 }, point, normal, along);
    EXPECT_NEAR(rgb[0], 0.2 + 0.5 * 0.8 * 0.5 + 0.5 * 0.25, 1e-6);
    EXPECT_NEAR(rgb[1], 0.1 + 0.5 * 0.4 * 0.5 + 0.5 * 0.25, 1e-6);
    EXPECT_NEAR(rgb[2], 0.5 * 0.5 * 0.25, 1e-6);
  }
  // The headlight's highlight follows the cosine itself.
  light.direction[0] = 0.0f;
  light.direction[2] = -1.0f;
  const auto headlight = shadeSurface(material, { light }, { 0.4, 0.4, 0.4 }, point, { s, 0, 0.5 }, along);
  EXPECT_NEAR(headlight[0], 0.1 + 0.5 * 0.4 * 0.5 + 0.5 * 0.25, 1e-6);
  // A lamp two units in front of the point, within its cone; then outside of it.
  light.positional = true;
  light.position[2] = -1.0f;
  light.attenuation[1] = 0.5f;
  light.attenuation[2] = 0.25f;
  light.coneCosine = 0.9f;
  light.exponent = 4.0f;
  const auto lamp = shadeSurface(material, { light }, { 0.4, 0.4, 0.4 }, point, front, along);
  EXPECT_NEAR(lamp[0], 0.1 + 0.5 * 0.4 / 3.0 + 0.5 / 3.0, 1e-6);
  light.direction[0] = 0.8f;
  light.direction[2] = -0.6f;
  EXPECT_NEAR(shadeSurface(material, { light }, { 0.4, 0.4, 0.4 }, point, front, along)[0], 0.1, 1e-6);
  // Without a light the surface is flat.
  EXPECT_NEAR(shadeSurface(material, {}, { 0.4, 0.4, 0.4 }, point, front, along)[0], 0.3, 1e-6);
}

} // namespace
