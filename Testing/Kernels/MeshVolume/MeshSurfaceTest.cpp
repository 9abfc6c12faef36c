// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolume/MeshSurfaceTest.h"

#include "Geometry/Mesh/VertexExtra.h"
#include "Oracles/RandomScene.h"
#include "Renderers/MeshVolume/Surfaces.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace inkray::testing
{

MeshScene withSurfaces(OracleScene mesh, bool opaque)
{
  MeshScene scene(std::move(mesh));
  const double values[3] = { 0.31, 0.52, 0.69 };
  const float colors[3][3] = { { 0.9f, 0.5f, 0.2f }, { 0.2f, 0.7f, 0.4f }, { 0.3f, 0.4f, 0.9f } };
  const float opacities[3] = { 0.35f, 0.6f, 0.5f };
  for (int s = 0; s < 3; ++s)
  {
    Isosurface surface;
    surface.value = values[s];
    std::copy_n(colors[s], 3, surface.color);
    surface.opacity = opaque ? 1.0f : opacities[s];
    scene.surfaces.push_back(surface);
  }
  SurfaceLight light;
  light.direction[0] = 0.48f;
  light.direction[1] = -0.36f;
  light.direction[2] = -0.8f;
  scene.lights = { light };
  scene.material.ambient = 0.1f;
  scene.material.diffuse = 0.7f;
  scene.material.specular = 0.2f;
  scene.material.specularPower = 12.0f;
  return scene;
}

Field colorInput(const MeshScene& scene)
{
  Field input;
  input.values = scene.colorValues.data();
  input.type = ValueType::Float64;
  input.numTuples = static_cast<std::int64_t>(scene.colorValues.size());
  input.association = scene.isColorPerCell ? Association::Cells : Association::Points;
  return input;
}

void MeshSurfaceTest::give(LookedCaster& caster, const MeshScene& scene)
{
  giveMesh(caster, scene);
  giveScalars(caster, scene);
  if (!scene.transferFunction.knots.empty())
    caster.setTransferFunction(scene.transferFunction);
  caster.setIsosurfaces(scene.surfaces);
  caster.setGradientOpacity(scene.gradientFunctions.opacity);
  caster.setTransferFunction2D(scene.gradientFunctions.table);
  if (!scene.colorValues.empty())
  {
    caster.setSurfaceColorScalars(colorInput(scene));
    caster.setSurfaceColors(scene.colors);
  }
  caster.setLights(scene.lights);
  caster.setMaterial(scene.material);
}

FrameOptions MeshSurfaceTest::optionsOf(const MeshScene& scene, FrameOptions options)
{
  options.drawVolume = scene.drawVolume;
  options.shade = scene.shade;
  options.gradients = scene.smooth ? Gradients::Smooth : Gradients::PerCell;
  options.clippingPlanes = scene.clippingPlanes;
  options.cropBox = scene.cropBox;
  options.slices = scene.slices;
  options.sliceOpacity = static_cast<float>(scene.sliceOpacity);
  std::copy(scene.missing.begin(), scene.missing.end(), options.missing);
  return options;
}

SurfaceComparison MeshSurfaceTest::compare(
  const MeshScene& scene, const Camera& camera, const FrameOptions& given, double meshSize)
{
  const FrameOptions options = optionsOf(scene, given);
  const std::vector<float> image = this->picture(camera, options);
  const float* const depths = this->caster().depth();
  const BruteForceMeshSurfaces oracle(scene, camera);
  const Matrix clipToEye = inverse(camera.eyeToClip);
  // Where a segment is cut, a surface within scalarRounding is not met. The value there also has rounding
  // errors of up to 2^-24 each: in the values of the face, their mean and their share.
  const auto [lowest, highest] = finiteRange(scene.scalars);
  const double movedValue = (scalarRounding + 8.0 * 0x1p-24) * std::max(0.0, highest - lowest);
  SurfaceComparison result;
  double squares = 0.0; // of the largest error of each pixel
  for (int j = 0; j < camera.height; ++j)
    for (int i = 0; i < camera.width; ++i)
    {
      const auto at =
        static_cast<std::size_t>(j) * static_cast<std::size_t>(camera.width) + static_cast<std::size_t>(i);
      const double opaque = options.opaqueDepth ? options.opaqueDepth[at] : 1.0;
      const double window = depths ? depths[at] : 1.0;
      const double eyeDepth = window < 1.0 ? -pixelRay(camera, clipToEye, i, j, window).second[2] : 0.0;
      double depthError = 0.0, colorError = 0.0;
      const auto agrees = [&](const OraclePixel& reference) {
        const auto errorOf = [&](const std::array<double, 4>& rgba) {
          double largest = 0.0;
          for (std::size_t c = 0; c < 4; ++c)
          {
            const double error = std::abs(image[4 * at + c] - rgba[c]);
            largest = !(error <= largest) ? error : largest;
          }
          return largest;
        };
        colorError = errorOf(reference.rgba);
        for (const std::array<double, 4>& tie : reference.ties)
          colorError = std::min(colorError, errorOf(tie));
        if (reference.hidden && !(window < 1.0)) // the ray may have ended in the volume
          depthError = 0.0;
        else
          depthError =
            (window < 1.0) == (reference.depth < 1.0) ? std::abs(eyeDepth - reference.eyeDepth) : HUGE_VAL;
        // The window depth of a picture is as coarse as that of opaque geometry.
        return colorError <= 1.0 / 255.0 &&
          (depthError <= 1e-4 * meshSize ||
            depthError <= 1e-4 * meshSize + roundingOfEnds(scene, camera, window).end);
      };
      ++result.pixels;
      const OraclePixel reference = oracle.ray(i, j, opaque);
      result.covered += reference.rgba[3] > 0.0;
      result.hits += reference.depth < 1.0;
      bool good = agrees(reference);
      if (good)
        squares += colorError * colorError;
      else
      {
        const double error = colorError, far = depthError;
        for (int shift = 0; shift < 8 && !good; ++shift)
        {
          const double angle = 0.3 + shift * std::acos(-1.0) / 4;
          good = agrees(oracle.ray(i, j, opaque, { 2e-3 * std::cos(angle), 2e-3 * std::sin(angle) }));
        }
        // Or the pixel agrees with a ray whose ends are moved as far as rounding allows.
        const MovedEnds by = roundingOfEnds(scene, camera, opaque);
        for (const double begin : { by.begin, -by.begin })
          for (const double end : { by.end, -by.end })
            good = good || agrees(oracle.ray(i, j, opaque, { 0.0, 0.0 }, { begin, end }, movedValue));
        result.shifted += good;
        result.wrong += !good;
        if (!good && result.problem.empty())
          result.problem = "pixel (" + std::to_string(i) + ", " + std::to_string(j) + ") is off by " +
            std::to_string(error) + ", its depth by " + std::to_string(far) + "; alpha " +
            std::to_string(image[4 * at + 3]) + ", reference " + std::to_string(reference.rgba[3]);
      }
      if (good)
        result.depthError = std::max(result.depthError, depthError);
    }
  EXPECT_EQ(this->caster().statistics().failedRays, 0);
  result.rmse = std::sqrt(squares / std::max(1, result.pixels));
  return result;
}

void MeshSurfaceTest::expectScene(
  const MeshScene& scene, const Camera& camera, const FrameOptions& options, const std::string& what)
{
  this->give(scene);
  const SurfaceComparison found = this->compare(scene, camera, options);
  EXPECT_EQ(found.wrong, 0) << what << ": " << found.problem;
  EXPECT_LE(found.shifted, 2 + found.pixels / 500) << what;
  EXPECT_GT(found.covered, found.pixels / 20) << what << ": the reference is empty";
}

int MeshSurfaceTest::expectSeed(MeshScene& scene, Randomness& random, std::uint32_t seed)
{
  scene.cropBox.on = random.chance(0.3);
  scene.cropBox.keepsOutside = random.chance(0.5);
  for (double& x : scene.cropBox.origin)
    x = random.real(-0.8, 0.0);
  const Camera camera = randomCamera(random);
  this->give(scene);
  const SurfaceComparison found = this->compare(scene, camera, {});
  EXPECT_EQ(found.wrong, 0) << "seed " << seed << ": " << found.problem;
  EXPECT_LE(found.shifted, 2 + found.pixels / 100) << "seed " << seed;
  return found.covered;
}

} // namespace inkray::testing
