// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// Coefficients of VTK's Phong model for a surface; shadePhong (Phong.h) is its formula.
struct SurfaceMaterial
{
  float ambient = 0.0f, diffuse = 1.0f, specular = 0.0f, specularPower = 1.0f;
  float specularColor[3] = { 1, 1, 1 };
};

} // namespace inkray
