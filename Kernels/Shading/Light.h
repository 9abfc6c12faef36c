// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// Largest number of lights of a scene; further lights are left out.
constexpr int maxLights = 16;

/// A light in eye coordinates (the camera looks down -z), with the parameters of vtkLight.
struct SurfaceLight
{
  float diffuse[3] = { 1, 1, 1 };     ///< colour times intensity
  float specular[3] = { 1, 1, 1 };    ///< colour times intensity
  float ambient[3] = { 0, 0, 0 };     ///< colour times intensity
  float direction[3] = { 0, 0, -1 };  ///< in which the light shines, unit length
  float position[3] = { 0, 0, 0 };    ///< of positional lights
  float attenuation[3] = { 1, 0, 0 }; ///< constant, linear, quadratic in the distance; of positional lights
  float coneCosine = -2;              ///< cosine of half the cone's angle, 0 to 1; below -1: no cone
  float exponent = 0;                 ///< fall-off within the cone
  bool positional = false;
};

} // namespace inkray
