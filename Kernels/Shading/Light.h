// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// The largest number of lights in a scene; further lights are left out.
constexpr int maxLights = 16;

/// A light in eye coordinates (the camera looks along -z), with the parameters of vtkLight.
struct SurfaceLight
{
  float diffuse[3] = { 1, 1, 1 };     ///< color times intensity
  float specular[3] = { 1, 1, 1 };    ///< color times intensity
  float ambient[3] = { 0, 0, 0 };     ///< color times intensity
  float direction[3] = { 0, 0, -1 };  ///< in which the light shines, unit length
  float position[3] = { 0, 0, 0 };    ///< for positional lights
  float attenuation[3] = { 1, 0, 0 }; ///< constant, linear and quadratic in the distance; for positional
                                      ///< lights
  float coneCosine = -2;              ///< cosine of half the cone's angle, 0 to 1; below -1: there is no cone
  float exponent = 0;                 ///< fall-off within the cone
  bool positional = false;
};

} // namespace inkray
