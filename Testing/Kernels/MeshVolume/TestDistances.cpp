// SPDX-License-Identifier: BSD-3-Clause
// Meshes with something far away: unused points, another part, or the eye. The picture equals that without
// it. Each case is one seed.
#include "../../Seeds.h"
#include "MeshVolume/Merged/Together.h"
#include "Oracles/RandomScene.h"

#include <cmath>
#include <cstddef>
#include <memory>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// A place whose distance from the origin is between 10^least and 10^most.
Vector farPlace(Randomness& random, double least, double most)
{
  const double distance = std::pow(10.0, random.real(least, most));
  Vector place = random.direction();
  for (double& x : place)
    x *= distance;
  return place;
}

/// A camera that sees the whole mesh around the origin, from a distance along a direction. In perspective,
/// the pictures at all distances are nearly the same; in parallel projection they are the same.
Camera distantCamera(const Vector& direction, double distance, bool parallel, int size, double depths = 2.0)
{
  const Vector eye = { distance * direction[0], distance * direction[1], distance * direction[2] };
  const double near = distance - depths, far = distance + depths;
  const double angle = 2.0 * std::atan(1.3 / distance) * 180.0 / std::acos(-1.0);
  return parallel ? parallelCamera(eye, { 0, 0, 0 }, 1.3, near, far, size, size)
                  : perspectiveCamera(eye, { 0, 0, 0 }, angle, near, far, size, size);
}

std::vector<float> someDepths(Randomness& random, int size)
{
  std::vector<float> opaque(static_cast<std::size_t>(size) * size);
  for (float& depth : opaque)
    depth = random.chance(0.5) ? 1.0f : static_cast<float>(random.real(0.2, 0.8));
  return opaque;
}

class Distances : public RayCastTest
{
protected:
  OracleScene scene(Randomness& random, std::uint32_t seed)
  {
    OracleScene scene = randomMesh(random, seed);
    scene.transferFunction = randomFunction(random);
    return scene;
  }
  /// Draws the volume, or an isosurface, lit by a lamp beside the camera.
  std::vector<float> draw(
    const OracleScene& scene, const Camera& camera, bool surface, const std::vector<float>& opaque = {})
  {
    giveScene(this->caster(), scene);
    FrameOptions options;
    options.opaqueDepth = opaque.empty() ? nullptr : opaque.data();
    options.drawVolume = !surface;
    Isosurface half;
    half.value = 0.5;
    this->caster().setIsosurfaces(surface ? std::vector<Isosurface>{ half } : std::vector<Isosurface>{});
    SurfaceLight light;
    const double length = std::sqrt(0.3 * 0.3 + 0.2 * 0.2 + 1);
    light.direction[0] = static_cast<float>(0.3 / length);
    light.direction[1] = static_cast<float>(-0.2 / length);
    light.direction[2] = static_cast<float>(-1 / length);
    this->caster().setLights({ light });
    std::vector<float> image = this->picture(camera, options);
    if (surface)
      Depth.assign(this->caster().depth(), this->caster().depth() + image.size() / 4);
    return image;
  }
  static std::vector<double> inDouble(const std::vector<float>& image)
  {
    return { image.begin(), image.end() };
  }
  /// At most one pixel in 500 may differ, along edges of the picture.
  static void expectAlike(
    const std::vector<float>& image, const std::vector<double>& wanted, const std::string& what)
  {
    std::size_t wrong = 0, covered = 0;
    for (std::size_t i = 0; i < image.size(); i += 4)
    {
      double most = 0;
      for (std::size_t c = i; c < i + 4; ++c)
        most = std::max(most, image[c] == image[c] ? std::abs(image[c] - wanted[c]) : 1.0);
      wrong += most > MaximumError;
      covered += wanted[i + 3] > 0;
    }
    EXPECT_LE(wrong, image.size() / 4 / 500) << what << ", of " << covered << " that show something";
  }

  std::vector<float> Depth; ///< of the last isosurface drawn
};

std::string named(std::uint32_t seed, double distance, bool parallel, bool surface)
{
  return "seed " + std::to_string(seed) + (parallel ? ", parallel" : ", perspective") +
    (surface ? ", surface" : ", volume") + " at 10^" + std::to_string(std::log10(distance));
}

TEST_P(Distances, UnusedPoints)
{
  for (const std::uint32_t seed : seedsOf("UnusedPoints", 20, 20))
  {
    Randomness random(seed);
    const OracleScene alone = this->scene(random, seed);
    const bool surface = random.chance(0.3);
    const Camera camera = distantCamera(random.direction(), 5, random.chance(0.5), imageSize(40));
    OracleScene with = alone;
    // One of these points is in a tet that cannot be drawn, because another corner is not finite.
    const auto first = static_cast<std::int64_t>(with.points.size() / 3);
    for (int n = 2 + random.integer(4); n > 0; --n)
    {
      const Vector place = farPlace(random, 0, 30);
      with.points.insert(with.points.end(), place.begin(), place.end());
      with.scalars.push_back(0.5);
    }
    with.points[3 * static_cast<std::size_t>(first)] = NAN;
    with.tets.insert(with.tets.end(), { first, first + 1, 0, 1 });
    const std::vector<float> image = this->draw(with, camera, surface);
    EXPECT_EQ(image, this->draw(alone, camera, surface)) << "seed " << seed;
  }
}

TEST_P(Distances, DistantParts)
{
  for (const std::uint32_t seed : seedsOf("DistantParts", 20, 20))
  {
    Randomness random(seed);
    const OracleScene alone = this->scene(random, seed);
    const bool surface = random.chance(0.3);
    const Camera camera = distantCamera(random.direction(), 5, random.chance(0.5), imageSize(40));
    // Other parts lie in front of the eye, beside it or behind it, and have any size. The last part is also
    // seen from near.
    OracleScene with = alone, other;
    Vector place = { 0, 0, 0 };
    for (int n = 1 + random.integer(3); n > 0; --n)
    {
      other = this->scene(random, seed + 1000u * static_cast<std::uint32_t>(n));
      place = farPlace(random, 2, 12);
      const auto first = static_cast<std::int64_t>(with.points.size() / 3);
      for (std::size_t i = 0; i < other.points.size(); ++i)
        with.points.push_back(other.points[i] + place[i % 3]);
      for (const std::int64_t id : other.tets)
        with.tets.push_back(first + id);
      with.scalars.insert(with.scalars.end(), other.scalars.begin(), other.scalars.end());
    }
    // In the picture of the first mesh, the other parts are small.
    const std::string what = named(seed, norm(place), camera.isParallel(), surface);
    const std::vector<float> wanted = this->draw(alone, camera, surface);
    expectAlike(this->draw(with, camera, surface), inDouble(wanted), what);

    const double digits = 1e-16 * norm(place);
    if (digits > 1e-7)
      continue; // doubles do not resolve the other part at this place
    other.transferFunction = alone.transferFunction;
    Camera there = camera;
    for (int row = 0; row < 3; ++row)
      for (int axis = 0; axis < 3; ++axis)
        there.meshToEye[4 * row + 3] -=
          camera.meshToEye[4 * row + axis] * place[static_cast<std::size_t>(axis)];
    const std::vector<float> far = this->draw(with, there, surface);
    expectAlike(far, inDouble(this->draw(other, camera, surface)), what + ", the other");
  }
}

TEST_P(Distances, ParallelEye)
{
  for (const std::uint32_t seed : seedsOf("ParallelEye", 20, 20))
  {
    Randomness random(seed);
    const OracleScene mesh = this->scene(random, seed);
    const bool surface = random.chance(0.3);
    const int size = imageSize(40);
    const Vector direction = random.direction();
    const double distance = std::pow(10.0, random.real(3, 12)), near = 5;
    const std::vector<float> opaque =
      random.chance(0.5) && distance < 1e10 ? someDepths(random, size) : std::vector<float>();
    // The clipping range belongs to a larger scene, or to the mesh.
    const double depths = opaque.empty() && random.chance(0.5) ? 0.9 * distance : 2.0;
    const std::vector<float> wanted =
      this->draw(mesh, distantCamera(direction, near, true, size), surface, opaque);
    const std::vector<float> wantedDepth = Depth;
    const std::vector<float> image =
      this->draw(mesh, distantCamera(direction, distance, true, size, depths), surface, opaque);
    const std::string what = named(seed, distance, true, surface);
    expectAlike(image, inDouble(wanted), what);
    if (!surface || depths > 2.0)
      continue;
    std::size_t moved = 0;
    for (std::size_t i = 0; i < Depth.size(); ++i)
      moved += std::abs(Depth[i] - wantedDepth[i]) > 1e-3f + 1e-16 * distance;
    EXPECT_LE(moved, Depth.size() / 500) << what;
  }
}

TEST_P(Distances, PerspectiveEye)
{
  for (const std::uint32_t seed : seedsOf("PerspectiveEye", 20, 20))
  {
    Randomness random(seed);
    const OracleScene mesh = this->scene(random, seed);
    const int size = imageSize(40);
    const Vector direction = random.direction();
    const double distance = std::pow(10.0, random.real(1, 9));
    const std::vector<float> opaque = random.chance(0.5) ? someDepths(random, size) : std::vector<float>();
    const double depths = opaque.empty() && random.chance(0.5) ? 0.9 * distance : 2.0;
    const Camera camera = distantCamera(direction, distance, false, size, depths);
    const std::vector<float> image = this->draw(mesh, camera, false, opaque);
    expectAlike(image,
      BruteForceTetCaster(mesh, distantCamera(direction, distance, false, size))
        .image(opaque.empty() ? nullptr : opaque.data()),
      named(seed, distance, false, false));
  }
}

/// Two volumes that overlap, one of them moved by its camera matrix.
TEST_P(Distances, MergedSeenFromAfar)
{
  for (const std::uint32_t seed : seedsOf("MergedSeenFromAfar", 10, 10))
  {
    Randomness random(seed);
    const OracleScene one = this->scene(random, seed), two = this->scene(random, seed + 1000);
    const std::unique_ptr<LookedCaster> other = LookedCaster::create(this->GetParam());
    giveScene(this->caster(), one);
    giveScene(*other, two);
    const Vector direction = random.direction(), by = random.direction();
    const int size = imageSize(40);
    const auto draw = [&](double distance, bool parallel) {
      const Camera camera = distantCamera(direction, distance, parallel, size);
      Camera moved = camera;
      for (int row = 0; row < 3; ++row)
        for (int axis = 0; axis < 3; ++axis)
          moved.meshToEye[4 * row + 3] +=
            0.3 * camera.meshToEye[4 * row + axis] * by[static_cast<std::size_t>(axis)];
      Together together(this->GetParam());
      together.draw({ { &this->caster(), camera, {} }, { other.get(), moved, {} } });
      const float* const image = together.image();
      return std::vector<float>(image, image + std::ptrdiff_t(4) * size * size);
    };
    const std::vector<double> wanted = inDouble(draw(5, true));
    for (const double distance : { 1e4, 1e7, 1e9 })
      expectAlike(draw(distance, true), wanted, named(seed, distance, true, false));
    for (const double distance : { 1e5, 1e8 })
      expectAlike(draw(distance, false), wanted, named(seed, distance, false, false));
  }
}

/// Isosurfaces seen from far away with a small view angle look like those in parallel projection.
TEST_P(Distances, SurfacesSeenFromAfar)
{
  for (const std::uint32_t seed : seedsOf("SurfacesSeenFromAfar", 10, 10))
  {
    Randomness random(seed);
    const OracleScene mesh = this->scene(random, seed);
    const int size = imageSize(40);
    const Vector direction = random.direction();
    const double distance = std::pow(10.0, random.real(4, 9));
    const std::vector<float> wanted = this->draw(mesh, distantCamera(direction, 5, true, size), true);
    const std::vector<float> wantedDepth = Depth;
    const std::string what = named(seed, distance, false, true);
    expectAlike(
      this->draw(mesh, distantCamera(direction, distance, false, size), true), inDouble(wanted), what);
    std::size_t moved = 0;
    for (std::size_t i = 0; i < Depth.size(); ++i)
      moved += std::abs(Depth[i] - wantedDepth[i]) > 2e-3f;
    EXPECT_LE(moved, Depth.size() / 500) << what;
  }
}

INKRAY_TEST_ON_DEVICES(Distances);

} // namespace
