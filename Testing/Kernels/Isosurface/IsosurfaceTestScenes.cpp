// SPDX-License-Identifier: BSD-3-Clause
#include "Isosurface/IsosurfaceTest.h"

#include <algorithm>

namespace inkray::testing
{

IsosurfaceScene makeScene(const TestVolume& volume, const std::vector<double>& isovalues)
{
  static constexpr float palette[5][3] = { { 0.9f, 0.5f, 0.2f }, { 0.2f, 0.7f, 0.4f }, { 0.3f, 0.4f, 0.9f },
    { 0.8f, 0.8f, 0.3f }, { 0.7f, 0.3f, 0.8f } };
  IsosurfaceScene scene;
  scene.volume = volume.input();
  for (std::size_t s = 0; s < isovalues.size(); ++s)
  {
    Isosurface surface;
    surface.value = isovalues[s];
    std::copy(palette[s % 5], palette[s % 5] + 3, surface.color);
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

IsosurfaceScene translucent(IsosurfaceScene scene)
{
  static constexpr float opacity[4] = { 0.35f, 0.6f, 0.2f, 0.5f };
  for (std::size_t s = 0; s < scene.surfaces.size(); ++s)
    scene.surfaces[s].opacity = opacity[s % 4];
  return scene;
}

std::vector<SurfaceLight> mixedLights()
{
  std::vector<SurfaceLight> lights(3);
  lights[0].direction[0] = -0.6f;
  lights[0].direction[1] = 0.0f;
  lights[0].direction[2] = -0.8f;
  lights[0].diffuse[0] = 0.5f;
  lights[0].diffuse[1] = 0.4f;
  lights[0].specular[2] = 0.2f;
  lights[1].positional = true;
  lights[1].position[0] = 2.0f;
  lights[1].position[1] = 1.5f;
  lights[1].position[2] = -2.0f;
  lights[1].attenuation[0] = 0.8f;
  lights[1].attenuation[1] = 0.1f;
  lights[1].attenuation[2] = 0.15f;
  lights[1].diffuse[2] = 0.3f;
  lights[2].positional = true;
  lights[2].position[1] = 0.5f;
  lights[2].coneCosine = 0.97f;
  lights[2].exponent = 8.0f;
  lights[2].diffuse[1] = 0.2f;
  return lights;
}

const std::vector<NamedMethod>& allMethods()
{
  constexpr auto Multi = IsosurfacePipeline::MultiKernel;
  static const std::vector<NamedMethod> methods = {
    { "SingleKernel", IsosurfacePipeline::SingleKernel, ComparedMethod::InKCompactLookBack },
    { "Auto", IsosurfacePipeline::Auto, ComparedMethod::InKCompactLookBack },
    { "KdJump", IsosurfacePipeline::KdJump, ComparedMethod::InKCompactLookBack },
    { "InKCompactLookBack", Multi, ComparedMethod::InKCompactLookBack },
    { "InKCompact", Multi, ComparedMethod::InKCompact }, { "InKCollate", Multi, ComparedMethod::InKCollate },
    { "OfKCompact", Multi, ComparedMethod::OfKCompact },
    { "ThrustCompact", Multi, ComparedMethod::ThrustCompact },
    { "CubCompact", Multi, ComparedMethod::CubCompact }, { "ChagCompact", Multi, ComparedMethod::ChagCompact }
  };
  return methods;
}

} // namespace inkray::testing
