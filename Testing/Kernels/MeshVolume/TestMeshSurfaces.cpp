// SPDX-License-Identifier: BSD-3-Clause
// Isosurfaces in meshes, alone and in a volume, compared with the double-precision brute-force caster.
#include "Core/Errors.h"
#include "MeshVolume/MeshSurfaceTest.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class MeshSurfaces : public MeshSurfaceTest
{
};

TEST_P(MeshSurfaces, MoreThanAreKept)
{
  // A ray keeps some surfaces and shades them at the end; through sixty surfaces it pauses several times.
  const int size = imageSize(48);
  MeshScene scene = withSurfaces(nonConvexMesh(), false);
  scene.transferFunction = constantFunction(0.2f);
  const Isosurface first = scene.surfaces[0];
  scene.surfaces.clear();
  for (int k = 0; k < 60; ++k)
  {
    scene.surfaces.push_back(first);
    scene.surfaces.back().value = 0.02 + 0.0161 * k;
    scene.surfaces.back().opacity = 0.03f;
    scene.surfaces.back().color[k % 3] = 0.1f;
  }
  for (const bool volume : { true, false })
  {
    scene.drawVolume = volume;
    scene.surfaces[50].opacity = 0.03f;
    this->expectScene(scene, perspectiveView(size, size), {}, "translucent");
    scene.surfaces[50].opacity = 1.0f;
    this->expectScene(scene, parallelView(size, size), {}, "one opaque");
    // From far away, depths are rounded more coarsely than scalars: no surface may be met twice.
    this->expectScene(scene,
      perspectiveCamera({ 50.0, 34.0, 58.0 }, { 0.1, 0.0, 0.1 }, 1.9, 60.0, 110.0, size, size), {},
      "far away");
    // Some rays pause in front of a removed box, some behind it.
    scene.surfaces[50].opacity = 0.03f;
    scene.cropBox.on = true;
    scene.cropBox.keepsOutside = true;
    for (const double corner : { -0.3, 0.1 })
    {
      for (double& x : scene.cropBox.origin)
        x = corner;
      this->expectScene(scene, perspectiveView(size, size), {}, "around a box");
    }
    scene.cropBox.on = false;
  }
}

TEST_P(MeshSurfaces, SmoothNormals)
{
  const int size = imageSize(80);
  MeshScene scene = withSurfaces(nonConvexMesh(), false);
  scene.surfaces[2].opacity = 1.0f;
  scene.transferFunction = translucentFunction();
  scene.smooth = true;
  this->expectScene(scene, perspectiveView(size, size), {}, "in a volume");
  scene.drawVolume = false;
  this->expectScene(scene, parallelView(size, size), {}, "alone, parallel");
  // Tets far from the origin, and a mirrored picture.
  scene = withSurfaces(farFromOriginMesh(), true);
  scene.drawVolume = false;
  scene.smooth = true;
  Camera camera = perspectiveView(size, size);
  const auto moved = lookAt(
    { 2.5 + farOffset()[0], 1.7 + farOffset()[1], 2.9 + farOffset()[2] }, farOffset(), { 0.1, 1.0, 0.2 });
  std::copy(moved.begin(), moved.end(), camera.meshToEye);
  for (int c = 0; c < 4; ++c)
    camera.meshToEye[c] *= -1;
  this->expectScene(scene, camera, {}, "far away in a mirror");
}

TEST_P(MeshSurfaces, LightsAndMaterials)
{
  const int size = imageSize(48);
  MeshScene scene = withSurfaces(convexMesh(), true);
  scene.drawVolume = false;
  scene.lights.clear();
  this->expectScene(scene, perspectiveView(size, size), {}, "no light");
  SurfaceLight head;
  scene.lights = { head };
  this->expectScene(scene, perspectiveView(size, size), {}, "headlight");
  SurfaceLight lamp;
  lamp.positional = true;
  lamp.position[0] = 2.0f;
  lamp.position[2] = -2.0f;
  lamp.attenuation[1] = 0.1f;
  SurfaceLight spot = lamp;
  spot.position[0] = 0.0f;
  spot.coneCosine = 0.95f;
  spot.exponent = 4.0f;
  scene.lights = { head, lamp, spot };
  this->expectScene(scene, perspectiveView(size, size), {}, "three lights");
  // A shearing transformation: normals transform by the transposed inverse.
  Camera camera = perspectiveView(size, size);
  Matrix view;
  std::copy_n(camera.meshToEye, 16, view.begin());
  Matrix shear = scaling(1.0, 0.6, 0.8);
  shear[1] = 0.4;
  const Matrix sheared = multiply(view, shear);
  std::copy_n(sheared.begin(), 16, camera.meshToEye);
  this->expectScene(scene, camera, {}, "sheared");
}

/// Any units of data and mesh.
TEST_P(MeshSurfaces, RangesAndOffsets)
{
  const int size = imageSize(40);
  for (const auto& [offset, factor] : { std::pair{ 0.0, 1e-12 }, { 1e5, 1.0 }, { -3.0, -1e20 } })
  {
    MeshScene scene = withSurfaces(convexMesh(), false);
    scene.transferFunction =
      factor > 0 ? scaledFunction(translucentFunction(), offset, factor) : translucentFunction();
    scene.drawVolume = factor > 0;
    for (double& s : scene.scalars)
      s = offset + factor * s;
    for (Isosurface& s : scene.surfaces)
      s.value = offset + factor * s.value;
    this->expectScene(scene, perspectiveView(size, size), {}, "factor " + std::to_string(factor));
  }
  MeshScene far = withSurfaces(farFromOriginMesh(), true);
  far.transferFunction = translucentFunction();
  const Vector o = farOffset();
  this->expectScene(far,
    perspectiveCamera({ o[0] + 2.9, o[1] + 2.1, o[2] + 3.7 }, o, 34.0, 0.5, 20.0, size, size), {},
    "far away");
}

/// A transparent function with knots at isovalues: one knot or two, alternately. The last knot is beside its
/// isovalue.
TransferFunction transparentWithKnotsAt(const std::vector<Isosurface>& surfaces)
{
  TransferFunction function;
  for (std::size_t i = 0; i < surfaces.size(); ++i)
    for (std::size_t k = 0; k <= i % 2; ++k)
      function.knots.push_back({ surfaces[i].value + (i + 1 == surfaces.size() ? 0.01 : 0.0), 0.1f * float(i),
        0.5f, float(k), 0.0f });
  return function;
}

/// Vertices of the lattice have the isovalues: each plane is met once, whatever passes through vertices and
/// edges.
TEST_P(MeshSurfaces, IsovaluesOfVertices)
{
  const int size = imageSize(64);
  for (const bool volume : { false, true })
    for (const generator::Cut cut : { generator::Cut::Kuhn, generator::Cut::Center })
    {
      MeshScene scene(alignedLattice(cut)); // values x + 2 y + 3 z, from -6 to 6
      scene.drawVolume = volume;
      for (const double value : { -6.0, -3.0, 0.0, 0.25, 4.5, 6.0 })
      {
        Isosurface surface;
        surface.value = value;
        surface.opacity = 0.5f;
        scene.surfaces.push_back(surface);
      }
      scene.transferFunction = transparentWithKnotsAt(scene.surfaces);
      this->give(scene);
      const Camera camera = perspectiveView(size, size);
      const std::vector<float> image = this->picture(camera, optionsOf(scene));
      // The number of planes between near and far on the line of a pixel, in closed form.
      const Matrix clipToEye = inverse(camera.eyeToClip), eyeToMesh = inverse(camera.meshToEye);
      int met = 0;
      for (int pixel = 0; pixel < size * size; ++pixel)
      {
        const int column = pixel % size, row = pixel / size;
        const auto [near, far] = pixelRay(camera, clipToEye, column, row);
        const auto p = transform(eyeToMesh.data(), near), q = transform(eyeToMesh.data(), far);
        const auto scalar = [](const auto& x) { return x[0] + 2 * x[1] + 3 * x[2]; };
        int certain = 0, possible = 0;
        for (const Isosurface& surface : scene.surfaces)
        {
          const double t = (surface.value - scalar(p)) / (scalar(q) - scalar(p));
          double reach = 0.0;
          for (int axis = 0; axis < 3; ++axis)
            reach = std::max(reach, std::abs(p[axis] + t * (q[axis] - p[axis])));
          certain += reach < 1.0 - 1e-5;
          possible += reach < 1.0 + 1e-5;
        }
        const double alpha = image[4 * static_cast<std::size_t>(pixel) + 3];
        EXPECT_GE(alpha, 1.0 - std::pow(0.5, certain) - 1e-5) << pixel;
        EXPECT_LE(alpha, 1.0 - std::pow(0.5, possible) + 1e-5) << pixel;
        met += certain;
      }
      EXPECT_GT(met, size * size / 2);
    }
}

/// A plateau at the isovalue, with lower values on one side and higher ones on the other: its border is met
/// once, and nothing inside it.
TEST_P(MeshSurfaces, PlateausAtTheIsovalue)
{
  const int size = imageSize(64);
  MeshScene scene(alignedLattice(generator::Cut::Kuhn));
  // 0.7 where |x| <= 1/2; less to the left of it, and more to the right.
  for (std::size_t p = 0; p < scene.scalars.size(); ++p)
  {
    const double x = scene.points[3 * p];
    scene.scalars[p] = x < -0.5 ? 0.7 + (x + 0.5) : x > 0.5 ? 0.7 + (x - 0.5) : 0.7;
  }
  scene.surfaces.resize(1);
  scene.surfaces[0].value = 0.7;
  scene.transferFunction = constantFunction(0.0f);
  for (const float opacity : { 0.5f, 1.0f })
    for (const bool volume : { false, true })
    {
      scene.surfaces[0].opacity = opacity;
      scene.drawVolume = volume;
      this->give(scene);
      for (const double side : { -3.0, 3.0 })
        for (const double near : { 0.5, 2.6, 3.0 }) // before the mesh, and within the plateau
        {
          const Camera camera =
            perspectiveCamera({ side, 0.21, 0.13 }, { 0.0, 0.03, 0.01 }, 25.0, near, 12.0, size, size);
          const std::vector<float> image = this->picture(camera, optionsOf(scene));
          const float* const depth = this->caster().depth();
          // Only the plane x = -1/2, unless the near plane removes it.
          const bool isSeen = !(side < 0 && near > 2.5);
          const Matrix clipToEye = inverse(camera.eyeToClip), eyeToMesh = inverse(camera.meshToEye);
          for (int pixel = 0; pixel < size * size; ++pixel)
          {
            const std::string where = "pixel " + std::to_string(pixel) + ", side " + std::to_string(side) +
              ", near " + std::to_string(near) + (volume ? ", in a volume" : "");
            ASSERT_NEAR(image[4 * static_cast<std::size_t>(pixel) + 3], isSeen ? opacity : 0.0f, 1e-6)
              << where;
            const bool isOpaque = isSeen && opacity == 1.0f;
            ASSERT_EQ(depth[pixel] < 1.0f, isOpaque) << where;
            if (isOpaque)
            {
              const int column = pixel % size, row = pixel / size;
              const Vector met = pixelRay(camera, clipToEye, column, row, depth[pixel]).second;
              ASSERT_NEAR(transform(eyeToMesh.data(), met)[0], -0.5, 1e-3) << where;
            }
          }
        }
    }
}

/// Without surfaces, the picture is that of the volume, and there are no depths.
TEST_P(MeshSurfaces, ComeAndGo)
{
  const int size = imageSize(32);
  const Camera camera = perspectiveView(size, size);
  OracleScene scene = convexMesh();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  const std::vector<float> before = this->picture(camera);
  EXPECT_EQ(this->caster().depth(), nullptr);
  MeshScene with = withSurfaces(scene, true);
  this->caster().setIsosurfaces(with.surfaces);
  EXPECT_NE(this->picture(camera), before);
  EXPECT_NE(this->caster().depth(), nullptr);
  // Isovalues outside the mesh's range, and equal isovalues. (Without surfaces, the CPU tabulates the
  // function.)
  for (Isosurface& surface : with.surfaces)
    surface.value += 1e3;
  this->caster().setIsosurfaces(with.surfaces);
  const std::vector<float> beyond = this->picture(camera);
  EXPECT_LT(difference(beyond.data(), std::vector<double>(before.begin(), before.end())).maximum, 1e-3);
  this->caster().setIsosurfaces({});
  EXPECT_EQ(this->picture(camera), before);
  EXPECT_EQ(this->caster().depth(), nullptr);
  FrameOptions nothing;
  nothing.drawVolume = false;
  const std::vector<float> empty = this->picture(camera, nothing);
  EXPECT_EQ(empty, std::vector<float>(empty.size(), 0.0f));
}

TEST_P(MeshSurfaces, BadInput)
{
  MeshScene scene = withSurfaces(singleTet(), true);
  giveMesh(this->caster(), scene);
  giveScalars(this->caster(), scene);
  for (const double bad :
    { std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity() })
  {
    std::vector<Isosurface> surfaces = scene.surfaces;
    surfaces[1].value = bad;
    EXPECT_THROW(this->caster().setIsosurfaces(surfaces), InvalidInput);
  }
  this->caster().setIsosurfaces(scene.surfaces);
  const Camera camera = perspectiveView(8, 8);
  EXPECT_THROW(this->picture(camera), InvalidInput) << "a volume without a transfer function";
  FrameOptions alone;
  alone.drawVolume = false;
  const std::vector<float> surfaces = this->picture(camera, alone);
  EXPECT_GT(*std::max_element(surfaces.begin(), surfaces.end()), 0.1f);
  this->caster().setOpacityScalars(scalarInput(scene));
  this->caster().setOpacityFunction(translucentFunction());
  this->caster().setTransferFunction(translucentFunction());
  EXPECT_NE(this->picture(camera), surfaces) << "in a volume with opacity of other values";
  EXPECT_EQ(this->picture(camera, alone), surfaces);
  scene.perCell = true;
  scene.scalars = { 0.5 };
  giveScalars(this->caster(), scene);
  EXPECT_THROW(this->picture(camera, alone), InvalidInput) << "values of cells";
  this->caster().setIsosurfaces({});
  const std::vector<float> none = this->picture(camera, alone);
  EXPECT_EQ(none, std::vector<float>(none.size(), 0.0f));
}

INKRAY_TEST_ON_DEVICES(MeshSurfaces);

} // namespace
