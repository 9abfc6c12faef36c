// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// A light in eye coordinates (the camera looks down -z), as vtkLight has it.
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

/// How a surface answers light: Phong with both sides alike, the model of VTK's surfaces
/// (vtkOpenGLPolyDataMapper 5.11, ReplaceShaderLight).
///
/// All in eye coordinates. p is the point hit, d the direction of the ray (0 0 -1 in a parallel projection),
/// n the unit normal turned towards the eye (n . d <= 0; -d where the gradient vanishes), v = normalize(-p)
/// the view direction, in a parallel projection too. The colour of a surface with colour c is
///
///   rgb = ambient c + diffuse c sum_i df_i diffuse_i + specular specularColor sum_i sf_i specular_i, each
///   channel clamped to [0, 1]
///
/// and for each light i, shining along L with attenuation A:
///
///   directional  L = direction, A = 1
///   positional   L = normalize(p - position), A = 1 / (attenuation . (1, r, r^2)) with r = |p - position|;
///   with a cone (coneCosine >= -1) further times
///                (L . direction)^exponent where L . direction >= coneCosine and 0 elsewhere
///   df = max(0, A n . -L)
///   sf = df > 0 ? A max(0, reflect(L, n) . v)^specularPower : 0,  reflect(L, n) = L - 2 (n . L) n,  x^0 = 1
///
/// Two exceptions, as in VTK. A single light that is directional along exactly (0 0 -1) is the headlight: df
/// = max(1e-6, n_z), sf = df^specularPower. Without lights, rgb = (ambient + diffuse) c.
/// SurfaceLight::ambient has no part in it: VTK's ambient term is unlit.
struct SurfaceMaterial
{
  float ambient = 0.0f, diffuse = 1.0f, specular = 0.0f, specularPower = 1.0f;
  float specularColor[3] = { 1, 1, 1 };
};

} // namespace inkray
