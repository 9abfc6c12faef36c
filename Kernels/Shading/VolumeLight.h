// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/Phong.h"

#include <algorithm>
#include <vector>

namespace inkray
{

/// The light on a point of a volume: its color c becomes c * diffuse + specular. The normal has unit length,
/// or is zero.
INKRAY_HD LightSums lightOnVolume(const SurfaceMaterial& material, const SurfaceLight* lights, int numLights,
  const Float3& p, bool parallel, const Float3& normal)
{
  const float ambient = numLights == 0 ? material.ambient + material.diffuse : material.ambient;
  LightSums sums = { { 0, 0, 0 }, { 0, 0, 0 } };
  if (numLights > 0 && !(normal.x == 0.0f && normal.y == 0.0f && normal.z == 0.0f))
  {
    const float facing = parallel ? normal.z : -dot(normal, p);
    sums = sumLights(material, lights, numLights, p, facing < 0.0f ? scaled(normal, -1.0f) : normal);
  }
  const auto of = [&](float sum) { return multiplyAdd(material.diffuse, sum, ambient); };
  return { { of(sums.diffuse.x), of(sums.diffuse.y), of(sums.diffuse.z) },
    scaled(sums.specular, material.specular) };
}

/// Whether all lights are gray, so that light has two numbers instead of six.
inline bool areGray(const std::vector<SurfaceLight>& lights)
{
  const auto isGray = [](const float color[3]) { return color[0] == color[1] && color[1] == color[2]; };
  return std::all_of(lights.begin(), lights.end(),
    [&](const SurfaceLight& light) { return isGray(light.diffuse) && isGray(light.specular); });
}

/// The lights of a scene, and the material on which they fall.
struct SceneLight
{
  std::vector<SurfaceLight> lights; ///< in eye coordinates; the first maxLights are used
  SurfaceMaterial material;

  /// Write both into the input of kernels.
  template <class Input>
  void describe(Input& input) const
  {
    input.material = material;
    input.numLights = static_cast<int>(std::min<std::size_t>(lights.size(), maxLights));
    std::copy_n(lights.begin(), input.numLights, input.lights);
  }
};

/// The lights on a volume, and its material.
struct VolumeLight
{
  SurfaceMaterial material;
  SurfaceLight lights[maxLights];
  int numLights;

  INKRAY_HD LightSums at(const Float3& p, bool parallel, const Float3& normal) const
  {
    return lightOnVolume(material, lights, numLights, p, parallel, normal);
  }
};

} // namespace inkray
