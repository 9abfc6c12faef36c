// SPDX-License-Identifier: BSD-3-Clause
// Isosurfaces from cameras of every kind: inside the volume, grazing, along voxel faces and edges and through
// grid points, from very far, off-axis, and with odd image sizes.
#include "Isosurface/IsosurfaceTest.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class IsosurfaceCameras : public IsosurfaceTest
{
};

TEST_P(IsosurfaceCameras, ManyDirections)
{
  const TestVolume volume = makeVolume(marschnerLobb(), { 33, 33, 33 });
  const IsosurfaceScene scene = makeScene(volume, { 0.05 });
  this->give(scene);
  const int size = imageSize(48);
  for (int view = 0; view < 14; ++view)
  {
    const double angle = 0.449 * view, height = 2.5 * std::sin(1.7 * view);
    const Vector eye = { 4.0 * std::cos(angle), height, 4.0 * std::sin(angle) };
    const Camera camera = view % 2 ? parallelCamera(eye, { 0, 0, 0 }, 1.6, 0.5, 12.0, size, size)
                                   : perspectiveCamera(eye, { 0, 0, 0 }, 30.0, 0.5, 12.0, size, size);
    this->expectMatches(scene, camera, {}, "view " + std::to_string(view));
  }
}

TEST_P(IsosurfaceCameras, InsideTheVolume)
{
  for (const VolumeFunction& function : { gyroid(), noise(9) })
  {
    const TestVolume volume = makeVolume(function, { 28, 28, 28 });
    const IsosurfaceScene scene = makeScene(volume, { 0.2 });
    this->give(scene);
    const int size = imageSize(64);
    for (const Vector& target : { Vector{ -1.0, 0.4, -0.8 }, Vector{ 1, 1, 1 }, Vector{ 0.2, -1, 0.3 } })
    {
      this->expectMatches(
        scene, perspectiveCamera({ 0.21, -0.13, 0.17 }, target, 90.0, 1e-3, 10.0, size, size), {}, "inside");
      this->expectMatches(scene,
        perspectiveCamera({ 0.21, -0.13, 0.17 }, target, 150.0, 1e-4, 10.0, size, size), {},
        "inside, wide angle");
      this->expectMatches(
        scene, parallelCamera({ 0.2, 0.1, 0.1 }, target, 1.2, -0.4, 5.0, size, size), {}, "inside, parallel");
    }
  }
}

TEST_P(IsosurfaceCameras, JustBehindTheNearPlane)
{
  // The plane z = 0.098 lies half a hundredth of a voxel behind the near plane: nearer to it than the
  // tolerance of a hit.
  const TestVolume volume = makeVolume(linear(0, 0, 1), { 10, 10, 10 });
  const int size = imageSize(32);
  this->expectExact(makeScene(volume, { 0.049 }),
    perspectiveCamera({ 0, 0, 0.1 }, { 0, 0, -1 }, 30.0, 1e-3, 10.0, size, size), {}, "near plane");
}

TEST_P(IsosurfaceCameras, AlongVoxelFacesEdgesAndThroughGridPoints)
{
  // Parallel rays one eighth of a voxel apart along an axis: rows of pixels lie in voxel faces, and some on
  // voxel edges and through grid points.
  const GridIndex n = { 9, 9, 9 };
  const struct
  {
    const char* name;
    VolumeFunction function;
    double isovalue;
  } cases[] = { { "sphere", sphere(), 0.02 }, { "noise", noise(11), 0.2 },
    { "checkerboard", checkerboard(), 0.3 }, { "checkerboard, middle", checkerboard(), 0.0 },
    { "sheet", sheet(), 0.4 } };
  for (const auto& c : cases)
  {
    const TestVolume volume = makeVolume(c.function, n); // voxels of 1/4
    const IsosurfaceScene scene = makeScene(volume, { c.isovalue });
    this->give(scene);
    for (int axis = 0; axis < 3; ++axis)
    {
      for (const double side : { -4.0, 4.0 })
      {
        Vector eye = { 0, 0, 0 }, up = { 0, 0, 0 };
        eye[axis] = side;
        up[(axis + 1) % 3] = 1.0;
        // Pixel centers lie at multiples of 1/32 (1/8 voxel); the outermost lie a little beyond the volume.
        const double half = 34.5 / 32.0;
        const Camera camera =
          makeCamera(lookAt(eye, { 0, 0, 0 }, up), orthographic(-half, half, -half, half, 0.5, 10.0), 69, 69);
        this->expectMatches(scene, camera, {}, std::string(c.name) + ", axis " + std::to_string(axis));
      }
    }
  }
}

TEST_P(IsosurfaceCameras, AxisAlignedPerspective)
{
  // The eye lies in the plane of voxel faces, on a grid line, or at a grid point. The middle column and row
  // of rays run along faces, and oblique rays run through edges and points.
  const TestVolume volume = makeVolume(noise(13), { 9, 9, 9 });
  const IsosurfaceScene scene = makeScene(volume, { 0.15 });
  this->give(scene);
  for (const Vector& eye : { Vector{ 0, 0, 4 }, Vector{ 4, 0, 0 }, Vector{ 0, -4, 1e-9 },
         Vector{ 0.25, 0.5, 3 }, Vector{ 0.25, 0.25, 0.25 } })
  {
    const Vector target = { eye[0] * 0.0, eye[1] * 0.0, eye[2] == 4 || eye[2] == 3 ? -1.0 : 0.0 };
    const Matrix view = lookAt(eye, target, { 0.0, 0.1, 1.0 });
    for (const double lens : { 0.25, 0.5 })
      this->expectMatches(scene,
        makeCamera(eye[2] == 4 ? lookAt(eye, target, { 0, 1, 0 }) : view,
          frustum(-lens, lens, -lens, lens, 1e-1, 10.0), 65, 65),
        {}, "eye " + std::to_string(eye[0]) + " " + std::to_string(eye[1]) + " " + std::to_string(eye[2]));
  }
}

TEST_P(IsosurfaceCameras, PlaneOnVoxelFaces)
{
  // The surface is a plane of grid points, seen face on, at an angle, and nearly edge on.
  for (int axis = 0; axis < 3; ++axis)
  {
    const TestVolume volume = makeVolume(axisPlane(axis), { 20, 18, 22 });
    const IsosurfaceScene scene = makeScene(volume, { 0.0 });
    this->give(scene);
    const int size = imageSize(65);
    for (const double tilt : { 0.0, 0.3, 1.2, 1.54 })
    {
      Vector eye = { 0, 0, 0 };
      eye[axis] = 4.0 * std::cos(tilt);
      eye[(axis + 1) % 3] = 4.0 * std::sin(tilt);
      this->expectMatches(scene, perspectiveCamera(eye, { 0, 0, 0 }, 40.0, 0.5, 10.0, size, size), {},
        "tilt " + std::to_string(tilt));
      this->expectMatches(scene, parallelCamera(eye, { 0, 0, 0 }, 1.3, 0.5, 10.0, size, size), {},
        "parallel, tilt " + std::to_string(tilt));
    }
  }
}

TEST_P(IsosurfaceCameras, Grazing)
{
  // Rays are nearly tangential to a sphere and to a plane.
  const int size = imageSize(96);
  const TestVolume ball = makeVolume(sphere(), { 41, 41, 41 });
  const IsosurfaceScene scene = makeScene(ball, { 0.0 });
  this->expectExact(
    scene, perspectiveCamera({ 0, 0.72, 3.0 }, { 0, 0.72, 0 }, 8.0, 0.5, 10.0, size, size), {}, "sphere");
  const TestVolume plane = makeVolume(linear(0.02, 1.0, 0.01), { 24, 24, 24 });
  this->expectExact(makeScene(plane, { 0.0 }),
    perspectiveCamera({ 0, 0.05, 3.0 }, { 0, 0, 0 }, 40.0, 0.5, 10.0, size, size), {}, "plane");
}

TEST_P(IsosurfaceCameras, VeryFar)
{
  // The eye is ten thousand diagonals away, with a long lens.
  const TestVolume volume = makeVolume(gyroid(), { 40, 40, 40 });
  const IsosurfaceScene scene = makeScene(volume, { 0.1 });
  this->give(scene);
  const int size = imageSize(64);
  for (const double distance : { 1e2, 1e3, 3.5e4 })
  {
    const Vector eye = { 0.56 * distance, 0.42 * distance, 0.714 * distance };
    const double angle = 2.0 * std::atan(1.3 / distance) * 57.29577951308232;
    this->expectMatches(scene,
      perspectiveCamera(eye, { 0, 0, 0 }, angle, distance - 4.0, distance + 4.0, size, size), {},
      "distance " + std::to_string(distance));
    this->expectMatches(scene,
      parallelCamera(eye, { 0, 0, 0 }, 1.3, distance - 4.0, distance + 4.0, size, size), {},
      "parallel, distance " + std::to_string(distance));
  }
}

TEST_P(IsosurfaceCameras, FarBehindWhatItSees)
{
  // At any distance, a parallel projection shows the same surfaces and depths as from near, with opaque
  // geometry among them. A long lens approaches these. Light is relative to the eye, and so not compared.
  const TestVolume volume = makeVolume(gyroid(), { 40, 40, 40 });
  const IsosurfaceScene scene = makeScene(volume, { 0.1 });
  this->give(scene);
  const int size = imageSize(64);
  const Vector along = { 2.0 / 3, 1.0 / 3, 2.0 / 3 };
  const auto camera = [&](double distance, bool parallel) {
    const Vector eye = { along[0] * distance, along[1] * distance, along[2] * distance };
    const double angle = 2.0 * std::atan(1.3 / distance) * 57.29577951308232;
    return parallel ? parallelCamera(eye, { 0, 0, 0 }, 1.3, distance - 4.0, distance + 4.0, size, size)
                    : perspectiveCamera(eye, { 0, 0, 0 }, angle, distance - 4.0, distance + 4.0, size, size);
  };
  std::vector<float> opaque(static_cast<std::size_t>(size) * size);
  for (std::size_t i = 0; i < opaque.size(); ++i)
    opaque[i] = i % 3 == 0 ? 1.0f : 0.3f + 0.4f * static_cast<float>(i % 7) / 7;
  IsosurfaceFrameOptions options;
  options.opaqueDepth = opaque.data();
  const IsosurfacePicture wanted = this->picture(camera(6, true), options);
  for (const bool parallel : { true, false })
    for (const double distance : { 1e4, 1e6, 1e9 })
    {
      const IsosurfacePicture seen = this->picture(camera(distance, parallel), options);
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < opaque.size(); ++i)
      {
        const float most = std::max(std::abs(seen.depth[i] - wanted.depth[i]),
          std::abs(seen.image[4 * i + 3] - wanted.image[4 * i + 3]));
        wrong += most < 1e-3f ? 0 : 1;
      }
      // Pixels may differ along outlines, and where the geometry and the surface have nearly the same depth.
      EXPECT_LE(wrong, opaque.size() / 100)
        << (parallel ? "parallel" : "perspective") << " from " << distance;
    }
}

TEST_P(IsosurfaceCameras, OddViewports)
{
  const TestVolume volume = makeVolume(gyroid(), { 24, 24, 24 });
  const IsosurfaceScene scene = makeScene(volume, { 0.1 });
  this->give(scene);
  const int sizes[][2] = { { 1, 1 }, { 1, 64 }, { 65, 1 }, { 8, 8 }, { 7, 9 }, { 37, imageSize(513) },
    { imageSize(301), 33 } };
  for (const auto& size : sizes)
  {
    this->expectMatches(scene, perspectiveView(size[0], size[1]), {}, "perspective", true);
    this->expectMatches(scene, parallelView(size[0], size[1]), {}, "parallel", true);
  }
}

TEST_P(IsosurfaceCameras, OffAxisProjection)
{
  // Use the projections of tiles of a wall, and of the eyes of a stereo pair.
  const TestVolume volume = makeVolume(gyroid(), { 32, 32, 32 });
  const IsosurfaceScene scene = makeScene(volume, { 0.1 });
  this->give(scene);
  const Matrix view = lookAt({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, { 0, 1, 0 });
  const int size = imageSize(64);
  this->expectMatches(scene, makeCamera(view, frustum(-0.02, 0.16, -0.14, 0.03, 0.5, 20.0), size, size), {},
    "off-axis perspective");
  this->expectMatches(scene, makeCamera(view, orthographic(-0.3, 1.9, -1.8, 0.2, 0.5, 20.0), size, size), {},
    "off-axis parallel");
}

INKRAY_TEST_ON_DEVICES(IsosurfaceCameras);

} // namespace
