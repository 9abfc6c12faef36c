// SPDX-License-Identifier: BSD-3-Clause
// Pictures of every kind of mesh, from every kind of camera, compared with the double-precision brute-force
// caster.
#include "MeshVolume/RayCastTest.h"

#include <algorithm>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

struct NamedMesh
{
  const char* name;
  OracleScene (*make)();
};
const NamedMesh Meshes[] = { { "convex", convexMesh }, { "kuhn", kuhnMesh }, { "non-convex", nonConvexMesh },
  { "disconnected", disconnectedMesh }, { "random order", randomOrderMesh }, { "slivers", sliverMesh },
  { "single tet", singleTet }, { "face contact", [] { return twoTets(Contact::Face); } },
  { "edge contact", [] { return twoTets(Contact::Edge); } },
  { "vertex contact", [] { return twoTets(Contact::Vertex); } } };

class Exactness : public RayCastTest
{
protected:
  OracleScene translucent(OracleScene scene)
  {
    scene.transferFunction = translucentFunction();
    return scene;
  }
};

TEST_P(Exactness, EveryMeshInPerspective)
{
  for (const NamedMesh& mesh : Meshes)
  {
    const OracleScene scene = this->translucent(mesh.make());
    giveScene(this->caster(), scene);
    EXPECT_EQ(this->caster().numNonFiniteScalars(), 0);
    this->expectExact(scene, perspectiveView(imageSize(96), imageSize(96)), {}, mesh.name);
  }
}

TEST_P(Exactness, EveryMeshInParallel)
{
  for (const NamedMesh& mesh : Meshes)
  {
    const OracleScene scene = this->translucent(mesh.make());
    giveScene(this->caster(), scene);
    this->expectExact(scene, parallelView(imageSize(96), imageSize(96)), {}, mesh.name);
  }
}

TEST_P(Exactness, ManyDirections)
{
  const OracleScene scene = this->translucent(nonConvexMesh());
  giveScene(this->caster(), scene);
  for (int view = 0; view < 12; ++view)
  {
    const double angle = 0.5236 * view, height = 2.5 * std::sin(1.7 * view);
    const Vector eye = { 4.0 * std::cos(angle), height, 4.0 * std::sin(angle) };
    const int size = imageSize(48);
    const Camera camera = view % 2 ? parallelCamera(eye, { 0, 0, 0 }, 1.6, 0.5, 12.0, size, size)
                                   : perspectiveCamera(eye, { 0, 0, 0 }, 30.0, 0.5, 12.0, size, size);
    this->expectExact(scene, camera, {}, "view " + std::to_string(view));
  }
}

TEST_P(Exactness, FarFromTheOrigin)
{
  // The mesh lies a million times its size away; the volume matrix or the camera brings it back.
  const OracleScene scene = this->translucent(farFromOriginMesh());
  giveScene(this->caster(), scene);
  const Vector o = farOffset();
  for (Camera camera :
    { perspectiveView(imageSize(64), imageSize(64)), parallelView(imageSize(64), imageSize(64)) })
  {
    Matrix view;
    std::copy(camera.meshToEye, camera.meshToEye + 16, view.begin());
    const Matrix moved = multiply(view, translation(-o[0], -o[1], -o[2]));
    std::copy(moved.begin(), moved.end(), camera.meshToEye);
    this->expectExact(scene, camera, {}, "moved by the volume matrix");
  }
  const Camera camera = perspectiveCamera(
    { o[0] + 2.9, o[1] + 2.1, o[2] + 3.7 }, o, 34.0, 0.5, 20.0, imageSize(64), imageSize(64));
  this->expectExact(scene, camera, {}, "camera at the mesh");
}

TEST_P(Exactness, CameraInsideTheMesh)
{
  for (const NamedMesh& mesh : { Meshes[0], Meshes[2], Meshes[4] })
  {
    const OracleScene scene = this->translucent(mesh.make());
    giveScene(this->caster(), scene);
    const int size = imageSize(64);
    this->expectExact(scene,
      perspectiveCamera({ 0.21, -0.13, 0.17 }, { -1.0, 0.4, -0.8 }, 80.0, 1e-3, 10.0, size, size), {},
      std::string(mesh.name) + ", inside");
    this->expectExact(scene,
      perspectiveCamera({ 0.21, -0.13, 0.17 }, { 1.0, 0.3, -0.2 }, 150.0, 1e-3, 10.0, size, size), {},
      std::string(mesh.name) + ", inside, wide angle");
    this->expectExact(scene,
      parallelCamera({ 0.2, 0.1, 0.1 }, { -1.0, 0.3, -2.0 }, 1.2, -0.5, 5.0, size, size), {},
      std::string(mesh.name) + ", inside, parallel");
  }
}

TEST_P(Exactness, CameraInsideACavity)
{
  const OracleScene scene = this->translucent(nonConvexMesh());
  giveScene(this->caster(), scene);
  const int size = imageSize(64);
  for (const Vector& target : { Vector{ 1, 1, 1 }, Vector{ -1, -0.3, -0.2 }, Vector{ 0.2, -1, 0.3 } })
  {
    this->expectExact(
      scene, perspectiveCamera(insideCavity(), target, 100.0, 1e-3, 10.0, size, size), {}, "from the cavity");
  }
}

TEST_P(Exactness, NearAndFarPlanesCutTheMesh)
{
  const OracleScene scene = this->translucent(nonConvexMesh());
  giveScene(this->caster(), scene);
  const int size = imageSize(64);
  this->expectExact(
    scene, perspectiveCamera({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, 34.0, 4.9, 20.0, size, size), {}, "near plane");
  this->expectExact(
    scene, perspectiveCamera({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, 34.0, 4.6, 5.4, size, size), {}, "both planes");
  this->expectExact(scene, parallelCamera({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, 1.7, 4.9, 5.7, size, size), {},
    "both planes, parallel");
  // With nothing between the planes, the picture is empty, and no ray fails.
  const std::vector<float> empty =
    this->picture(perspectiveCamera({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, 34.0, 12.0, 20.0, size, size));
  EXPECT_LT(*std::max_element(empty.begin(), empty.end()), 1e-6f);
  EXPECT_EQ(this->caster().statistics().failedRays, 0);
}

TEST_P(Exactness, MeshBehindOrBesideTheCamera)
{
  const OracleScene scene = this->translucent(convexMesh());
  giveScene(this->caster(), scene);
  for (const Vector& target : { Vector{ 0, 0, 9 }, Vector{ 9, 0, 4 } })
  {
    const std::vector<float> empty =
      this->picture(perspectiveCamera({ 0, 0, 4 }, target, 30.0, 0.1, 20.0, 32, 32));
    EXPECT_LT(*std::max_element(empty.begin(), empty.end()), 1e-6f);
  }
  // Partly outside the picture, and so close that faces cross the plane of the eye.
  this->expectExact(scene, perspectiveCamera({ 0.9, 0.8, 1.1 }, { 1.5, 0.9, -1.0 }, 60.0, 1e-2, 10.0, 48, 48),
    {}, "partly outside");
}

TEST_P(Exactness, VolumeMatrix)
{
  const OracleScene scene = this->translucent(nonConvexMesh());
  giveScene(this->caster(), scene);
  const int size = imageSize(64);
  const Matrix view = lookAt({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, { 0, 1, 0 }),
               lens = frustum(-0.15, 0.15, -0.15, 0.15, 0.5, 20.0);
  const Matrix wide = orthographic(-1.6, 1.6, -1.6, 1.6, 0.5, 20.0);
  const Matrix turned = rotation({ 1, 2, -1 }, 50.0);
  const std::pair<const char*, Matrix> matrices[] = { { "rotation", turned },
    { "non-uniform scale", multiply(turned, scaling(1.2, 0.4, 0.7)) },
    { "mirrored", multiply(turned, scaling(-1.0, 1.0, 0.8)) },
    { "flat", multiply(turned, scaling(1.0, 1.0, 0.01)) },
    { "moved", multiply(translation(0.3, -0.2, 0.4), multiply(turned, scaling(0.5, 0.5, 0.5))) } };
  for (const auto& [name, matrix] : matrices)
  {
    this->expectExact(scene, makeCamera(view, lens, size, size, matrix), {}, name);
    this->expectExact(
      scene, makeCamera(view, wide, size, size, matrix), {}, std::string(name) + ", parallel");
  }
  // World units of kilometers and micrometers: attenuation is per unit of world length.
  for (const double unit : { 1e4, 1e-4 })
  {
    OracleScene scaled = scene;
    for (auto& knot : scaled.transferFunction.knots)
    {
      knot.attenuation = static_cast<float>(knot.attenuation / unit);
    }
    this->caster().setTransferFunction(scaled.transferFunction);
    const Camera camera = makeCamera(lookAt({ 2.9 * unit, 2.1 * unit, 3.7 * unit }, { 0, 0, 0 }, { 0, 1, 0 }),
      frustum(-0.15 * unit, 0.15 * unit, -0.15 * unit, 0.15 * unit, 0.5 * unit, 20.0 * unit), size, size,
      scaling(unit, unit, unit));
    this->expectExact(scaled, camera, {}, "unit " + std::to_string(unit));
  }
}

TEST_P(Exactness, OddViewports)
{
  const OracleScene scene = this->translucent(nonConvexMesh());
  giveScene(this->caster(), scene);
  const int sizes[][2] = { { 1, 1 }, { 1, 64 }, { 65, 1 }, { 8, 8 }, { 7, 9 }, { 37, imageSize(1023) },
    { imageSize(301), 33 } };
  for (const auto& size : sizes)
  {
    this->expectExact(scene, perspectiveView(size[0], size[1]), {}, "perspective");
    this->expectExact(scene, parallelView(size[0], size[1]), {}, "parallel");
  }
}

TEST_P(Exactness, OffAxisProjection)
{
  // As for tiles of a display wall, and for the eyes of a stereo pair.
  const OracleScene scene = this->translucent(nonConvexMesh());
  giveScene(this->caster(), scene);
  const Matrix view = lookAt({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, { 0, 1, 0 });
  const int size = imageSize(64);
  this->expectExact(scene, makeCamera(view, frustum(-0.02, 0.16, -0.14, 0.03, 0.5, 20.0), size, size), {},
    "off-axis perspective");
  this->expectExact(scene, makeCamera(view, orthographic(-0.3, 1.9, -1.8, 0.2, 0.5, 20.0), size, size), {},
    "off-axis parallel");
}

TEST_P(Exactness, OpaqueDepthStopsRays)
{
  const OracleScene scene = this->translucent(nonConvexMesh());
  giveScene(this->caster(), scene);
  const int size = imageSize(64);
  for (const Camera& camera : { perspectiveView(size, size), parallelView(size, size) })
  {
    // A slanted wall through the middle of the mesh, with rows of depth 1 and rows of depth 0.
    const Matrix clipToEye = inverse(camera.eyeToClip);
    std::vector<float> depth(static_cast<std::size_t>(size) * size);
    for (int pixel = 0; pixel < size * size; ++pixel)
    {
      const auto [near, far] = pixelRay(camera, clipToEye, pixel % size, pixel / size);
      const double wanted = -4.4 - 1.2 * (pixel % size) / size, u = (wanted - near[2]) / (far[2] - near[2]);
      const auto clip = transform(
        camera.eyeToClip, { near[0] + u * (far[0] - near[0]), near[1] + u * (far[1] - near[1]), wanted });
      const int row = pixel / size;
      depth[pixel] = row % 16 == 3 ? 1.0f
        : row % 16 == 9            ? 0.0f
                                   : static_cast<float>(0.5 * clip[2] / clip[3] + 0.5);
    }
    FrameOptions options;
    options.opaqueDepth = depth.data();
    this->expectExact(scene, camera, options, camera.isParallel() ? "parallel" : "perspective");
  }
}

TEST_P(Exactness, OpaqueTransferFunction)
{
  for (const NamedMesh& mesh : { Meshes[0], Meshes[2] })
  {
    OracleScene scene = mesh.make();
    scene.transferFunction = opaqueFunction();
    giveScene(this->caster(), scene);
    this->expectExact(scene, perspectiveView(imageSize(96), imageSize(96)), {}, mesh.name);
  }
}

TEST_P(Exactness, VerticesInThePlaneOfTheEye)
{
  // One vertex lies exactly beside the eye, straight above it, or at the eye itself. It has no place in the
  // picture, but its faces cover the same pixels as always. Each corner of a face takes that place in turn.
  const int size = imageSize(40);
  const Camera camera =
    makeCamera(translation(0, 0, 0), frustum(-1e-3, 1e-3, -1e-3, 1e-3, 1e-3, 10.0), size, size);
  for (const Vector& special : { Vector{ 0.8, 0.5, 0 }, Vector{ 0, 0.7, 0 }, Vector{ 0, 0, 0 } })
  {
    const std::vector<Vector> corners = { special, { -1.1, -0.93, -2 }, { 1.2, -0.87, -2.1 },
      { 0.13, 1.05, -3 } };
    for (const auto& order : { std::array<std::int64_t, 4>{ 0, 1, 2, 3 }, { 1, 2, 0, 3 }, { 2, 0, 1, 3 },
           { 1, 3, 2, 0 }, { 3, 0, 2, 1 }, { 2, 1, 3, 0 } })
    {
      OracleScene scene;
      for (const std::int64_t corner : order)
        scene.points.insert(scene.points.end(), corners[static_cast<std::size_t>(corner)].begin(),
          corners[static_cast<std::size_t>(corner)].end());
      scene.tets = { 0, 1, 2, 3 };
      scene.scalars = { 0.1, 0.4, 0.6, 0.9 };
      scene = this->translucent(scene);
      giveScene(this->caster(), scene);
      this->expectExact(
        scene, camera, {}, "vertex at " + std::to_string(special[0]) + " " + std::to_string(special[1]));
    }
  }
}

INKRAY_TEST_ON_DEVICES(Exactness);

} // namespace
