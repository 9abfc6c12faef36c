// SPDX-License-Identifier: BSD-3-Clause
// Things that cut isosurfaces: near and far planes, clipping planes, cropping regions, and opaque geometry in
// front.
#include "Isosurface/IsosurfaceTest.h"

#include <algorithm>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class IsosurfaceCuts : public IsosurfaceTest
{
protected:
  TestVolume Volume = makeVolume(gyroid(), { 36, 36, 36 });
  const IsosurfaceScene Opaque = makeScene(this->Volume, { 0.1 });
  const IsosurfaceScene Translucent = translucent(makeScene(this->Volume, { 0.1, -0.4, 0.5 }));
  const int Size = imageSize(64);
};

TEST_P(IsosurfaceCuts, NearAndFarPlanes)
{
  for (const IsosurfaceScene& scene : { this->Opaque, this->Translucent })
  {
    this->give(scene);
    this->expectMatches(scene,
      perspectiveCamera({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, 34.0, 4.9, 20.0, this->Size, this->Size), {},
      "near plane");
    this->expectMatches(scene,
      perspectiveCamera({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, 34.0, 4.6, 5.4, this->Size, this->Size), {},
      "both planes");
    this->expectMatches(scene,
      parallelCamera({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, 1.7, 4.9, 5.7, this->Size, this->Size), {},
      "both planes, parallel");
  }
  // Nothing lies between the planes.
  this->expectEmpty(
    perspectiveCamera({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, 34.0, 12.0, 20.0, this->Size, this->Size), {},
    "beyond the volume");
}

TEST_P(IsosurfaceCuts, ClippingPlanes)
{
  this->Volume.indexToMesh = multiply(rotation({ 1, 2, 3 }, 40.0),
    this->Volume.indexToMesh); // planes are in the coordinates of the mesh, not of the grid
  const std::vector<ClippingPlane> planes = { { { 0.3, -0.5, 0.81 }, -0.1 }, { { -1, 0, 0 }, -0.5 },
    { { 0.2, 2.0, 0.1 }, -1.2 }, { { 1, 1, 1 }, -1.1 }, { { 0, 0, -3 }, -2.4 }, { { 0, -1, 0.3 }, -0.8 } };
  for (IsosurfaceScene scene : { this->Opaque, this->Translucent })
  {
    scene.volume = this->Volume.input();
    this->give(scene);
    IsosurfaceFrameOptions options;
    for (const ClippingPlane& plane : planes)
    {
      options.clippingPlanes.push_back(plane);
      const std::string what = std::to_string(options.clippingPlanes.size()) + " planes";
      this->expectMatches(scene, perspectiveView(this->Size, this->Size), options, what);
      this->expectMatches(scene, parallelView(this->Size, this->Size), options, what + ", parallel");
    }
    // Add a volume matrix.
    const Camera turned = makeCamera(lookAt({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, { 0, 1, 0 }),
      frustum(-0.15, 0.15, -0.15, 0.15, 0.5, 20.0), this->Size, this->Size,
      multiply(rotation({ 0, 1, 1 }, 60.0), scaling(1.0, 0.7, 0.9)));
    this->expectMatches(scene, turned, options, "volume matrix");
    options.clippingPlanes.push_back({ { 0, 0, 1 }, 5.0 });
    this->expectEmpty(perspectiveView(this->Size, this->Size), options, "all cut away");
  }
}

TEST_P(IsosurfaceCuts, ClippingPlaneBeforeTheEye)
{
  // From inside the volume, the eye is on the wrong side of the planes.
  this->give(this->Opaque);
  const Camera camera =
    perspectiveCamera({ 0.21, -0.13, 0.17 }, { -1.0, 0.4, -0.8 }, 100.0, 1e-3, 10.0, this->Size, this->Size);
  IsosurfaceFrameOptions options;
  options.clippingPlanes = { { { -1, 0, 0 }, 0.1 } };
  this->expectMatches(this->Opaque, camera, options, "inside");
}

TEST_P(IsosurfaceCuts, CroppingRegions)
{
  for (const IsosurfaceScene& scene : { this->Opaque, this->Translucent })
  {
    this->give(scene);
    IsosurfaceFrameOptions options;
    options.cropping = true;
    const double planes[6] = { 10.3, 25.1, 7.7, 20.9, 12.4, 30.2 };
    std::copy(planes, planes + 6, options.croppingPlanes);
    // Sub-volume, fence, cross and their inverses as in VTK, then random flags.
    std::vector<unsigned> flags = { 0x2000, 0x2ebfeba, 0x417410, 0x5140145, 0x7bffbef, 0x7ffdfff };
    for (int n = 0; n < 6; ++n)
      flags.push_back(static_cast<unsigned>(hashNumber(41, n) * 134217728.0));
    for (const unsigned regions : flags)
    {
      options.croppingRegions = regions;
      this->expectMatches(
        scene, perspectiveView(this->Size, this->Size), options, "regions " + std::to_string(regions));
    }
    options.croppingRegions = 0;
    this->expectEmpty(perspectiveView(this->Size, this->Size), options, "no region kept");
  }
}

TEST_P(IsosurfaceCuts, CroppingOfOneRegionEach)
{
  // Tests the numbering of the regions: each alone.
  const TestVolume volume = makeVolume(noise(43), { 13, 12, 14 });
  const IsosurfaceScene scene = makeScene(volume, { 0.1 });
  this->give(scene);
  IsosurfaceFrameOptions options;
  options.cropping = true;
  const double planes[6] = { 3.7, 8.2, 4.4, 7.3, 5.1, 9.6 };
  std::copy(planes, planes + 6, options.croppingPlanes);
  const int size = imageSize(40);
  for (int region = 0; region < 27; ++region)
  {
    options.croppingRegions = 1u << region;
    this->expectMatches(scene, perspectiveView(size, size), options, "region " + std::to_string(region));
  }
}

TEST_P(IsosurfaceCuts, CroppingOfCellValues)
{
  // Cropping planes count in points of the image, half a cell from the cell centers.
  const TestVolume volume = makeVolume(noise(47), { 14, 14, 14 }, { ValueType::Float32, Association::Cells });
  const IsosurfaceScene scene = makeScene(volume, { 0.1 });
  this->give(scene);
  IsosurfaceFrameOptions options;
  options.cropping = true;
  const double planes[6] = { 3.7, 8.2, 4.4, 7.3, 5.1, 9.6 };
  std::copy(planes, planes + 6, options.croppingPlanes);
  options.croppingRegions = 0x2000;
  this->expectMatches(scene, perspectiveView(this->Size, this->Size), options, "middle");
  options.croppingRegions = 0x7ffdfff;
  this->expectMatches(scene, perspectiveView(this->Size, this->Size), options, "all but the middle");
}

TEST_P(IsosurfaceCuts, Boxes)
{
  // Boxes of any orientation, also skewed and left-handed, are in the coordinates of the mesh.
  this->Volume.indexToMesh = multiply(rotation({ 1, 2, 3 }, 40.0), this->Volume.indexToMesh);
  const CropBox boxes[3] = { { true, false, { -0.6, -0.5, -0.4 },
                               { { 1, 0, 0 }, { 0, 1.2, 0 }, { 0, 0, 0.9 } } },
    { true, false, { 0.1, -0.7, -0.6 }, { { 0.8, 0.5, 0.1 }, { -0.6, 0.9, 0.2 }, { 0.1, -0.2, 1.1 } } },
    { true, false, { 0.5, 0.6, -0.3 }, { { -0.9, 0.1, 0.3 }, { 0.2, 0.2, 0.8 }, { -0.4, -1.1, 0.2 } } } };
  for (IsosurfaceScene scene : { this->Opaque, this->Translucent })
  {
    scene.volume = this->Volume.input();
    this->give(scene);
    for (const CropBox& box : boxes)
    {
      IsosurfaceFrameOptions options;
      options.cropBox = box;
      this->expectMatches(scene, perspectiveView(this->Size, this->Size), options, "inside");
      this->expectMatches(scene, parallelView(this->Size, this->Size), options, "inside, parallel");
      options.cropBox.keepsOutside = true;
      this->expectMatches(scene, perspectiveView(this->Size, this->Size), options, "outside");
      // Add clipping planes and cropping regions.
      options.clippingPlanes = { { { 0.3, -0.5, 0.81 }, -0.3 } };
      options.cropping = true;
      const double planes[6] = { 10.3, 25.1, 7.7, 20.9, 12.4, 30.2 };
      std::copy(planes, planes + 6, options.croppingPlanes);
      options.croppingRegions = 0x7ffdfff;
      this->expectMatches(scene, perspectiveView(this->Size, this->Size), options, "outside, and the others");
      options.cropBox.keepsOutside = false;
      this->expectMatches(scene, perspectiveView(this->Size, this->Size), options, "inside, and the others");
    }
  }
  IsosurfaceFrameOptions flat;
  flat.cropBox.on = true;
  flat.cropBox.edges[2][2] = 0;
  EXPECT_THROW(this->Caster->render(perspectiveView(this->Size, this->Size), flat), InvalidInput);
}

TEST_P(IsosurfaceCuts, OpaqueGeometryInFront)
{
  for (const IsosurfaceScene& scene : { this->Opaque, this->Translucent })
  {
    this->give(scene);
    for (const Camera& camera :
      { perspectiveView(this->Size, this->Size), parallelView(this->Size, this->Size) })
    {
      // A slanted wall stands in the middle of the volume; some rows have depth 1 and some depth 0.
      const Matrix clipToEye = inverse(camera.eyeToClip);
      std::vector<float> depth(static_cast<std::size_t>(this->Size) * this->Size);
      for (int pixel = 0; pixel < this->Size * this->Size; ++pixel)
      {
        const auto [near, far] = pixelRay(camera, clipToEye, pixel % this->Size, pixel / this->Size);
        const double wanted = -4.4 - 1.2 * (pixel % this->Size) / this->Size,
                     u = (wanted - near[2]) / (far[2] - near[2]);
        const auto clip = transform(
          camera.eyeToClip, { near[0] + u * (far[0] - near[0]), near[1] + u * (far[1] - near[1]), wanted });
        const int row = pixel / this->Size;
        depth[pixel] = row % 16 == 3 ? 1.0f
          : row % 16 == 9            ? 0.0f
                                     : static_cast<float>(0.5 * clip[2] / clip[3] + 0.5);
      }
      IsosurfaceFrameOptions options;
      options.opaqueDepth = depth.data();
      this->expectMatches(scene, camera, options, camera.isParallel() ? "parallel" : "perspective");
      // Remove the wall again.
      this->expectMatches(scene, camera, {}, "no wall");
    }
  }
}

TEST_P(IsosurfaceCuts, EverythingAtOnce)
{
  this->give(this->Translucent);
  IsosurfaceFrameOptions options;
  options.clippingPlanes = { { { 0.3, -0.5, 0.81 }, -0.3 }, { { -1, 0, 0 }, -0.8 } };
  options.cropping = true;
  const double planes[6] = { 10.3, 25.1, 7.7, 20.9, 12.4, 30.2 };
  std::copy(planes, planes + 6, options.croppingPlanes);
  options.croppingRegions = 0x7ffdfff;
  std::vector<float> depth(static_cast<std::size_t>(this->Size) * this->Size);
  for (std::size_t pixel = 0; pixel < depth.size(); ++pixel)
    depth[pixel] = static_cast<float>(0.9 + 0.1 * hashNumber(53, static_cast<std::int64_t>(pixel)));
  options.opaqueDepth = depth.data();
  this->expectMatches(this->Translucent,
    perspectiveCamera({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, 30.0, 4.2, 20.0, this->Size, this->Size), options);
}

INKRAY_TEST_ON_DEVICES(IsosurfaceCuts);

} // namespace
