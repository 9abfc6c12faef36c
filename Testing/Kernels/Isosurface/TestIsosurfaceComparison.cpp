// SPDX-License-Identifier: BSD-3-Clause
// Tests the comparison with the reference itself. One thing is changed in every pixel that a closed form
// places far from any rim. The comparison must report each such pixel, whatever the reference says of
// rounding.
#include "Isosurface/IsosurfaceTest.h"

#include <cmath>
#include <functional>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// The data of one pixel of a picture.
struct PixelOf
{
  float* rgba;
  float* depth;
  IsosurfaceHit* hit;
};

class IsosurfaceComparisons : public IsosurfaceTest
{
protected:
  using Change = std::function<void(PixelOf)>;
  struct Wanted
  {
    const char* name;
    bool isHit; ///< whether the change is for hits, or for pixels that show nothing
    Change change;
    std::int64_t IsosurfaceComparison::*count;
  };
  static const std::vector<Wanted>& changes()
  {
    static const std::vector<Wanted> all = {
      { "hit lost", true,
        [](PixelOf p) {
          *p.hit = { INFINITY, { 0, 0, 0 } };
          *p.depth = 1.0f;
          std::fill(p.rgba, p.rgba + 4, 0.0f);
        },
        &IsosurfaceComparison::wrong },
      { "hit nearer", true, [](PixelOf p) { p.hit->depth -= Moved; }, &IsosurfaceComparison::wrong },
      { "hit farther", true, [](PixelOf p) { p.hit->depth += Moved; }, &IsosurfaceComparison::wrong },
      { "no hit", true, [](PixelOf p) { p.hit->depth = INFINITY; }, &IsosurfaceComparison::wrong },
      { "hit where nothing is", false,
        [](PixelOf p) {
          *p.hit = { 4.0f, { 0, 0, 1 } };
        },
        &IsosurfaceComparison::wrong },
      { "normal turned", true,
        [](PixelOf p) {
          // Turn by one degree, toward an axis that the normal does not lie along.
          float* const n = p.hit->normal;
          const int a = std::abs(n[0]) < std::abs(n[1]) ? 0 : 1;
          Vector axis = { 0, 0, 0 };
          axis[a] = 1.0;
          const Vector normal = { n[0], n[1], n[2] }, across = cross(normal, axis);
          const double step = std::tan(1.0 / 57.29577951308232) / norm(across);
          const Vector turned = { normal[0] + step * across[0], normal[1] + step * across[1],
            normal[2] + step * across[2] };
          for (int k = 0; k < 3; ++k)
            n[k] = static_cast<float>(turned[k] / norm(turned));
        },
        &IsosurfaceComparison::normals },
      { "normal inside out", true,
        [](PixelOf p) {
          for (float& n : p.hit->normal)
            n = -n;
        },
        &IsosurfaceComparison::normals },
      { "normal of nothing", false, [](PixelOf p) { p.hit->normal[0] = 1.0f; },
        &IsosurfaceComparison::normals },
      { "blue", true, [](PixelOf p) { p.rgba[2] += p.rgba[2] < 0.5f ? 0.02f : -0.02f; },
        &IsosurfaceComparison::pixels },
      { "opacity", true, [](PixelOf p) { p.rgba[3] -= 0.01f; }, &IsosurfaceComparison::pixels },
      { "opacity of nothing", false, [](PixelOf p) { p.rgba[3] += 0.01f; }, &IsosurfaceComparison::pixels },
      { "depth buffer", true, [](PixelOf p) { *p.depth += 2e-3f; }, &IsosurfaceComparison::pixels },
      { "depth buffer of nothing", false, [](PixelOf p) { *p.depth = 0.99f; },
        &IsosurfaceComparison::pixels },
    };
    return all;
  }

  /// Expects each change to be noticed. `side` is 1 for a ray that meets the surface far from any rim, -1 for
  /// a ray that passes far from it, and otherwise 0.
  void expectNoticed(const IsosurfaceScene& scene, const Camera& camera,
    const IsosurfaceFrameOptions& options, const std::function<int(const OracleRay&)>& side,
    const std::string& what)
  {
    this->give(scene);
    const IsosurfacePicture drawn = this->picture(camera, options);
    const BruteForceIsosurface oracle(scene, camera);
    expectRight(compare(oracle, camera, options, drawn), what);
    for (const Wanted& wanted : changes())
    {
      IsosurfacePicture changed = drawn;
      std::int64_t expected = 0;
      for (int pixel = 0; pixel < camera.width * camera.height; ++pixel)
      {
        if (side(oracle.ray(pixel % camera.width, pixel / camera.width)) != (wanted.isHit ? 1 : -1))
          continue;
        ++expected;
        const auto at = static_cast<std::size_t>(pixel);
        wanted.change({ &changed.image[4 * at], &changed.depth[at], &changed.hits[at] });
      }
      ASSERT_GT(expected, 200) << what << ", " << wanted.name;
      const IsosurfaceComparison found = compare(oracle, camera, options, changed);
      EXPECT_EQ(found.*wanted.count, expected) << what << ", " << wanted.name;
    }
  }

  /// The world length by which hits are moved: a tenth of a voxel of these scenes.
  static constexpr float Moved = 0.1f * 2.0f / 24.0f;
};

TEST_P(IsosurfaceComparisons, SphereInGeneralPosition)
{
  const TestVolume volume = makeVolume(sphere(0.36), { 25, 25, 25 });
  for (const Camera& camera : { perspectiveView(48, 48), parallelView(48, 48) })
  {
    const auto center = transform(camera.meshToEye, { 0, 0, 0 });
    const auto side = [&](const OracleRay& ray) {
      const Vector o = minus(ray.eyeOrigin, { center[0], center[1], center[2] });
      const double beside = norm(cross(o, ray.eyeDirection)); // distance of the ray from the center
      return beside < 0.65 ? 1 : beside > 0.76 ? -1 : 0;
    };
    const IsosurfaceScene scene = makeScene(volume, { 0.0 });
    this->expectNoticed(scene, camera, {}, side, "sphere");
    IsosurfaceFrameOptions smooth;
    smooth.smoothNormals = true;
    this->expectNoticed(scene, camera, smooth, side, "sphere, smooth");
  }
}

TEST_P(IsosurfaceComparisons, PlaneSeenAlongFacesAndEdges)
{
  // Rays lie at multiples of an eighth of a voxel: one in eight runs along faces, and some along edges.
  const TestVolume volume = makeVolume(linear(0.7, -0.4, 0.9), { 25, 25, 25 });
  const double half = 30.0 / 24.0;
  const Camera camera = makeCamera(
    lookAt({ 0, 0, 4 }, { 0, 0, 0 }, { 0, 1, 0 }), orthographic(-half, half, -half, half, 0.5, 10.0), 60, 60);
  const Matrix eyeToMesh = inverse(camera.meshToEye);
  const auto side = [&](const OracleRay& ray) {
    // The surface is 0.7 x - 0.4 y + 0.9 z = 0.2 in the cube from -1 to 1.
    const auto p = transform(eyeToMesh.data(), { ray.eyeOrigin[0], ray.eyeOrigin[1], ray.eyeOrigin[2] });
    const double z = (0.2 - 0.7 * p[0] + 0.4 * p[1]) / 0.9;
    const double outermost = std::max({ std::abs(p[0]), std::abs(p[1]), std::abs(z) });
    return outermost < 0.999 ? 1 : outermost > 1.001 ? -1 : 0;
  };
  this->expectNoticed(makeScene(volume, { 0.1 }), camera, {}, side, "plane");
}

INKRAY_TEST_ON_DEVICES(IsosurfaceComparisons);

} // namespace
