// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Float3.h"
#include "Shading/Light.h"
#include "Shading/Material.h"

namespace inkray
{

/// Light on a surface whose color is still unknown: the sums over the lights in shadePhong's formula. The
/// normal has unit length and points to the eye's side.
struct LightSums
{
  Float3 diffuse, specular;
};

INKRAY_HD LightSums sumLights(const SurfaceMaterial& material, const SurfaceLight* lights, int numLights,
  const Float3& p, const Float3& normal)
{
  Float3 diffuse = { 0, 0, 0 }, specular = { 0, 0, 0 };
  const SurfaceLight& only = lights[0];
  if (numLights == 1 && !only.positional && only.direction[0] == 0.0f && only.direction[1] == 0.0f &&
    only.direction[2] == -1.0f)
  {
    const float df = maximum(1e-6f, normal.z);
    const float sf = material.specular > 0.0f ? powf(df, material.specularPower) : 0.0f;
    diffuse = { df * only.diffuse[0], df * only.diffuse[1], df * only.diffuse[2] };
    specular = { sf * only.specular[0], sf * only.specular[1], sf * only.specular[2] };
  }
  else
  {
    const Float3 view = normalized(scaled(p, -1.0f));
    for (int i = 0; i < numLights; ++i)
    {
      const SurfaceLight& light = lights[i];
      Float3 along = { light.direction[0], light.direction[1], light.direction[2] };
      float attenuation = 1.0f;
      if (light.positional)
      {
        const Float3 to = { p.x - light.position[0], p.y - light.position[1], p.z - light.position[2] };
        const float r = sqrtf(dot(to, to));
        const Float3 axis = along;
        along = normalized(to);
        attenuation = 1.0f /
          multiplyAdd(r, multiplyAdd(r, light.attenuation[2], light.attenuation[1]), light.attenuation[0]);
        if (light.coneCosine >= -1.0f)
        {
          const float cosine = dot(along, axis);
          attenuation = cosine >= light.coneCosine ? attenuation * powf(cosine, light.exponent) : 0.0f;
        }
      }
      const float df = maximum(0.0f, -attenuation * dot(normal, along));
      diffuse = { multiplyAdd(df, light.diffuse[0], diffuse.x), multiplyAdd(df, light.diffuse[1], diffuse.y),
        multiplyAdd(df, light.diffuse[2], diffuse.z) };
      if (df > 0.0f && material.specular > 0.0f)
      {
        const float twice = 2.0f * dot(normal, along);
        const Float3 mirrored = { along.x - twice * normal.x, along.y - twice * normal.y,
          along.z - twice * normal.z };
        const float sf = attenuation * powf(maximum(0.0f, dot(mirrored, view)), material.specularPower);
        specular = { multiplyAdd(sf, light.specular[0], specular.x),
          multiplyAdd(sf, light.specular[1], specular.y), multiplyAdd(sf, light.specular[2], specular.z) };
      }
    }
  }
  return { diffuse, specular };
}

/// Color of a lit surface: Phong with both sides alike, the model of VTK's surfaces (vtkOpenGLPolyDataMapper
/// 5.11, ReplaceShaderLight).
///
/// All vectors are in eye coordinates. p is the point hit, d the unit `direction` of the ray (0 0 -1 in a
/// parallel projection), n the unit `normal` turned to the eye (n . d <= 0; -d if it is zero), v =
/// normalize(-p) the view direction, in a parallel projection too. A surface with color c gets the color
///
///   rgb = ambient c + diffuse c sum_i df_i diffuse_i + specular specularColor sum_i sf_i specular_i
///
/// with each channel clamped to [0, 1], and for each light i, shining along L with attenuation A:
///
///   directional  L = direction, A = 1
///   positional   L = normalize(p - position), A = 1 / (attenuation . (1, r, r^2)) with r = |p - position|
///   with a cone  (coneCosine >= -1) A times (L . direction)^exponent where L . direction >= coneCosine,
///                and 0 elsewhere
///   df = max(0, A n . -L)
///   sf = df > 0 ? A max(0, reflect(L, n) . v)^specularPower : 0,  reflect(L, n) = L - 2 (n . L) n,  x^0 = 1
///
/// There are two exceptions, as in VTK. A single light that is directional along exactly (0 0 -1) is the
/// headlight: df = max(1e-6, n_z), sf = df^specularPower. Without lights, rgb = (ambient + diffuse) c.
/// SurfaceLight::ambient is not used: VTK's ambient term is unlit.
INKRAY_HD Float3 shadePhong(const SurfaceMaterial& material, const SurfaceLight* lights, int numLights,
  const Float3& c, const Float3& p, const Float3& direction, Float3 normal)
{
  const Float3 back = scaled(direction, -1.0f);
  const float facing = dot(normal, back);
  if (normal.x == 0.0f && normal.y == 0.0f && normal.z == 0.0f)
    normal = back;
  else if (facing < 0.0f)
    normal = scaled(normal, -1.0f);

  if (numLights == 0)
  {
    const float flat = material.ambient + material.diffuse;
    return { unitClamp(flat * c.x), unitClamp(flat * c.y), unitClamp(flat * c.z) };
  }
  const LightSums sums = sumLights(material, lights, numLights, p, normal);
  const Float3 &diffuse = sums.diffuse, &specular = sums.specular;
  return { unitClamp(c.x * multiplyAdd(material.diffuse, diffuse.x, material.ambient) +
             material.specular * material.specularColor[0] * specular.x),
    unitClamp(c.y * multiplyAdd(material.diffuse, diffuse.y, material.ambient) +
      material.specular * material.specularColor[1] * specular.y),
    unitClamp(c.z * multiplyAdd(material.diffuse, diffuse.z, material.ambient) +
      material.specular * material.specularColor[2] * specular.z) };
}

} // namespace inkray
