// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// How a surface answers light: the coefficients of VTK's Phong model, which shadePhong (Phong.h) writes
/// down.
struct SurfaceMaterial
{
  float ambient = 0.0f, diffuse = 1.0f, specular = 0.0f, specularPower = 1.0f;
  float specularColor[3] = { 1, 1, 1 };
};

} // namespace inkray
