// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/VolumeLightOracle.h"

#include "Oracles/PointGradients.h"

#include <cmath>

namespace inkray::testing
{
namespace
{

/// Diffuse and specular light on a point, three channels each, by the formula of Phong.h in double precision.
std::array<double, 6> lightOn(
  const VolumeShade& shade, const Vector& at, const Vector& gradient, bool parallel)
{
  const SurfaceMaterial& m = shade.material;
  std::array<double, 6> sums = {};
  const double length = norm(gradient);
  if (shade.lights.empty())
    return { m.ambient + m.diffuse, m.ambient + m.diffuse, m.ambient + m.diffuse, 0, 0, 0 };
  if (length > 0)
  {
    const double side = (parallel ? gradient[2] : -dot(gradient, at)) < 0 ? -1 / length : 1 / length;
    const Vector n = { gradient[0] * side, gradient[1] * side, gradient[2] * side };
    const double away = norm(at);
    const Vector view = { -at[0] / away, -at[1] / away, -at[2] / away };
    const SurfaceLight& first = shade.lights[0];
    const bool headlight = shade.lights.size() == 1 && !first.positional && first.direction[0] == 0 &&
      first.direction[1] == 0 && first.direction[2] == -1;
    for (const SurfaceLight& light : shade.lights)
    {
      Vector along = { light.direction[0], light.direction[1], light.direction[2] };
      double attenuation = 1;
      if (light.positional)
      {
        const Vector to = { at[0] - light.position[0], at[1] - light.position[1], at[2] - light.position[2] };
        const double r = norm(to);
        attenuation = 1 / (light.attenuation[0] + light.attenuation[1] * r + light.attenuation[2] * r * r);
        along = { to[0] / r, to[1] / r, to[2] / r };
      }
      const double facing = dot(n, along);
      double df = std::max(0.0, -attenuation * facing), sf = 0;
      const Vector mirrored = { along[0] - 2 * facing * n[0], along[1] - 2 * facing * n[1],
        along[2] - 2 * facing * n[2] };
      if (df > 0)
        sf = attenuation * std::pow(std::max(0.0, dot(mirrored, view)), m.specularPower);
      if (headlight)
      {
        df = std::max(1e-6, n[2]);
        sf = std::pow(df, m.specularPower);
      }
      for (int c = 0; c < 3; ++c)
      {
        sums[c] += df * light.diffuse[c];
        sums[3 + c] += sf * light.specular[c];
      }
    }
  }
  for (int c = 0; c < 3; ++c)
  {
    sums[c] = m.ambient + m.diffuse * sums[c];
    sums[3 + c] *= m.specular;
  }
  return sums;
}

} // namespace

VolumeShade headlight()
{
  VolumeShade shade;
  shade.material = { 0.1f, 0.8f, 0.3f, 12.0f, { 1, 1, 1 } };
  shade.lights.resize(1);
  return shade;
}

VolumeShade perCell(VolumeShade shade)
{
  shade.gradients = Gradients::PerCell;
  return shade;
}

VolumeShade coloredLights()
{
  VolumeShade shade = headlight();
  shade.lights.resize(2);
  SurfaceLight& sun = shade.lights[0];
  sun.diffuse[1] = 0.7f;
  sun.specular[2] = 0.2f;
  sun.direction[0] = 0.6f;
  sun.direction[1] = -0.48f;
  sun.direction[2] = -0.64f;
  SurfaceLight& lamp = shade.lights[1];
  lamp.positional = true;
  lamp.diffuse[0] = 0.1f;
  lamp.position[0] = -1.5f;
  lamp.position[1] = 1.0f;
  lamp.attenuation[1] = 0.1f;
  return shade;
}

std::vector<std::array<double, 6>> lightOnMesh(
  const OracleScene& scene, const Camera& camera, const VolumeShade& shade)
{
  const auto eyeOf = [&](std::size_t p) {
    const auto eye =
      transform(camera.meshToEye, { scene.points[3 * p], scene.points[3 * p + 1], scene.points[3 * p + 2] });
    return Vector{ eye[0], eye[1], eye[2] };
  };
  const bool smooth = shade.gradients == Gradients::Smooth;
  const std::vector<Vector> gradients = inEye(smooth ? pointGradients(scene) : tetGradients(scene), camera);
  std::vector<std::array<double, 6>> light(gradients.size());
  for (std::size_t i = 0; i < light.size(); ++i)
  {
    Vector at = { 0, 0, 0 };
    for (int v = 0; v < 4; ++v)
    {
      const Vector corner = eyeOf(smooth ? i : static_cast<std::size_t>(scene.tets[4 * i + v]));
      for (int axis = 0; axis < 3; ++axis)
        at[axis] += corner[axis] / 4;
    }
    light[i] = lightOn(shade, at, gradients[i], camera.isParallel());
  }
  return light;
}

std::vector<std::array<double, 6>> lightAtCentroids(
  const OracleScene& scene, const Camera& camera, const VolumeShade& shade)
{
  if (shade.gradients == Gradients::PerCell)
    return lightOnMesh(scene, camera, shade);
  const std::vector<Vector> gradients = inEye(pointGradients(scene), camera);
  std::vector<std::array<double, 6>> light(scene.tets.size() / 4);
  for (std::size_t t = 0; t < light.size(); ++t)
  {
    Vector at = { 0, 0, 0 }, gradient = { 0, 0, 0 };
    for (int v = 0; v < 4; ++v)
    {
      const auto p = static_cast<std::size_t>(scene.tets[4 * t + v]);
      const auto corner = transform(
        camera.meshToEye, { scene.points[3 * p], scene.points[3 * p + 1], scene.points[3 * p + 2] });
      for (int axis = 0; axis < 3; ++axis)
      {
        at[axis] += corner[axis] / 4;
        gradient[axis] += gradients[p][axis] / 4;
      }
    }
    light[t] = lightOn(shade, at, gradient, camera.isParallel());
  }
  return light;
}

std::array<std::array<double, 6>, 2> lightAtEnds(const OracleScene& scene, const VolumeShade& shade,
  const std::vector<std::array<double, 6>>& light, const OracleSegment& segment)
{
  std::array<std::array<double, 6>, 2> ends = {};
  for (std::size_t v = 0; v < 4; ++v)
    for (std::size_t k = 0; k < 6; ++k)
    {
      const auto& at =
        light[shade.gradients == Gradients::Smooth ? static_cast<std::size_t>(scene.tets[4 * segment.tet + v])
                                                   : segment.tet];
      ends[0][k] += segment.beginWeights[v] * at[k];
      ends[1][k] += segment.endWeights[v] * at[k];
    }
  return ends;
}

} // namespace inkray::testing
