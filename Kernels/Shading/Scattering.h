// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Float3.h"
#include "Shading/EnvironmentView.h"
#include "Shading/PathMaterial.h"

#include <cmath>

/// How a material scatters light: its value for two directions, and random directions in proportion to the
/// value. All directions are unit vectors that lead away from the surface; normals are on the side of `out`.
namespace inkray
{

/// Scattering from one direction to another: the reflected share times the cosine of the angle of incidence,
/// and the probability density with which drawScattering draws the second direction.
struct Scattered
{
  Float3 value;
  float density;
};

/// A random direction of a material.
struct ScatteredRay
{
  Float3 direction;
  Float3 weight;  ///< value divided by density
  float density;  ///< per steradian; 0: the material has a single direction, like a mirror
  bool isThrough; ///< the ray continues behind the surface
};

INKRAY_HD float schlick(float reflectance, float cosine)
{
  const float m = saturate(1.0f - cosine), m2 = m * m;
  return multiplyAdd(1.0f - reflectance, m2 * m2 * m, reflectance);
}

/// The share of light that a smooth dielectric reflects, as the mean of both polarizations; 1 for total
/// reflection. `ratio`: the refractive index on the light's side over that on the other side. `through`: the
/// cosine of the refracted direction.
INKRAY_HD float fresnel(float cosine, float ratio, float& through)
{
  const float square = 1.0f - ratio * ratio * (1.0f - cosine * cosine);
  if (!(square > 0.0f))
  {
    through = 0.0f;
    return 1.0f;
  }
  through = sqrtf(square);
  const float s = (ratio * cosine - through) / (ratio * cosine + through);
  const float p = (ratio * through - cosine) / (ratio * through + cosine);
  return 0.5f * (s * s + p * p);
}

/// Whether the material has a lobe over a base.
INKRAY_HD bool hasLobe(const PathMaterial& material)
{
  return material.kind == PathMaterialKind::Glossy || material.kind == PathMaterialKind::CarPaint;
}

/// The share of the material's directions that come from its lobe.
INKRAY_HD float lobeShare(const PathMaterial& material, const Float3& color, float cosOut)
{
  const float lobe = schlick(material.reflectance, cosOut);
  const float base = (1.0f - lobe) * maximum(color.x, maximum(color.y, color.z));
  const float share = lobe / maximum(lobe + base, 1e-6f);
  return minimum(maximum(share, 0.1f), 0.9f);
}

/// The light that a lobe scatters, and the density with which drawScattering draws from it.
struct Lobe
{
  float value = 0.0f, density = 0.0f;
};

/// The lobe of Torrance and Sparrow (1967) with Blinn's distribution of microfacets, (n + 2) / (2 pi) cos^n
/// (1977). `cosHalf`: cosine between the half vector and the normal; `toHalf`: between the half vector and
/// either direction.
INKRAY_HD Lobe blinnLobe(
  float shininess, float reflectance, float cosIn, float cosOut, float cosHalf, float toHalf)
{
  Lobe lobe;
  if (!(cosHalf > 0.0f))
    return lobe;
  const float facets = (shininess + 2.0f) * (0.5f / pi) * powf(minimum(cosHalf, 1.0f), shininess);
  const float seen = minimum(1.0f, 2.0f * cosHalf * minimum(cosIn, cosOut) / toHalf);
  lobe.value = facets * seen * schlick(reflectance, toHalf) / (4.0f * cosOut);
  lobe.density = facets * cosHalf / (4.0f * toHalf);
  return lobe;
}

/// The base of car paint, under its coat: flakes, whose facets have Blinn's distribution, in a diffuse layer.
/// The function is not inlined, because most materials have no such layer, and it would take registers from
/// all of them (Testing/Benchmarks/MEASURED.md).
INKRAY_HD_NOINLINE Lobe carPaintLayer(float lambert, float cosIn, float cosOut, float cosHalf, float toHalf)
{
  const Lobe flakes = blinnLobe(carPaintFlakeShininess, 1.0f, cosIn, cosOut, cosHalf, toHalf);
  return { multiplyAdd(carPaintFlakes, flakes.value, (1.0f - carPaintFlakes) * lambert),
    multiplyAdd(carPaintFlakes, flakes.density, (1.0f - carPaintFlakes) * lambert) };
}

/// Scattering of light from `in` by diffuse materials and materials with a lobe; zero below the surface and
/// for mirrors. The base gets the light that the Fresnel terms of both directions leave, so that no more
/// light leaves than arrives.
INKRAY_HD Scattered evaluateScattering(const PathMaterial& material, const Float3& color,
  const Float3& normal, const Float3& out, const Float3& in)
{
  const float cosIn = dot(normal, in), cosOut = dot(normal, out);
  if (!(cosIn > 0.0f) || !(cosOut > 0.0f))
    return { { 0.0f, 0.0f, 0.0f }, 0.0f };
  const float lambert = cosIn * (1.0f / pi);
  if (material.kind == PathMaterialKind::Diffuse)
    return { scaled(color, lambert), lambert };
  if (!hasLobe(material))
    return { { 0.0f, 0.0f, 0.0f }, 0.0f };
  const Float3 half = normalized({ in.x + out.x, in.y + out.y, in.z + out.z });
  const float cosHalf = dot(normal, half), toHalf = maximum(dot(out, half), 1e-6f);
  Lobe layer = { lambert, lambert };
  if (material.kind == PathMaterialKind::CarPaint)
    layer = carPaintLayer(lambert, cosIn, cosOut, cosHalf, toHalf);
  const float base = layer.value * (1.0f - schlick(material.reflectance, cosIn)) *
    (1.0f - schlick(material.reflectance, cosOut));
  const Lobe coat = blinnLobe(material.shininess, material.reflectance, cosIn, cosOut, cosHalf, toHalf);
  const float share = lobeShare(material, color, cosOut);
  return { { multiplyAdd(base, color.x, coat.value), multiplyAdd(base, color.y, coat.value),
             multiplyAdd(base, color.z, coat.value) },
    multiplyAdd(share, coat.density, (1.0f - share) * layer.density) };
}

/// Draw the direction from which light comes. `isInside`: `out` lies within the solid. Returns false if the
/// path ends here.
INKRAY_HD bool drawScattering(const PathMaterial& material, const Float3& color, const Float3& normal,
  const Float3& out, bool isInside, float choice, float u, float v, ScatteredRay& ray)
{
  ray = {};
  const float cosOut = dot(normal, out);
  const Float3 mirrored = { 2.0f * cosOut * normal.x - out.x, 2.0f * cosOut * normal.y - out.y,
    2.0f * cosOut * normal.z - out.z };
  if (material.kind == PathMaterialKind::Chrome)
  {
    ray.direction = normalized(mirrored);
    ray.weight = { schlick(color.x, cosOut), schlick(color.y, cosOut), schlick(color.z, cosOut) };
    return true;
  }
  if (material.kind == PathMaterialKind::Glass)
  {
    const float ratio = isInside ? material.refractiveIndex : 1.0f / material.refractiveIndex;
    float through;
    ray.weight = { 1.0f, 1.0f, 1.0f };
    if (choice < fresnel(minimum(cosOut, 1.0f), ratio, through))
    {
      ray.direction = normalized(mirrored);
      return true;
    }
    const float along = ratio * cosOut - through;
    ray.direction = normalized({ along * normal.x - ratio * out.x, along * normal.y - ratio * out.y,
      along * normal.z - ratio * out.z });
    ray.weight = color;
    ray.isThrough = true;
    return true;
  }
  float shininess = -1.0f; // of the chosen lobe
  if (hasLobe(material))
  {
    const float share = lobeShare(material, color, cosOut);
    if (choice < share)
      shininess = material.shininess;
    else if (material.kind == PathMaterialKind::CarPaint &&
      choice < multiplyAdd(1.0f - share, carPaintFlakes, share))
      shininess = carPaintFlakeShininess;
  }
  if (shininess > 0.0f)
  {
    const float cosHalf = powf(1.0f - u, 1.0f / (shininess + 2.0f));
    const float sinHalf = sqrtf(maximum(1.0f - cosHalf * cosHalf, 0.0f)), angle = 2.0f * pi * v;
    Float3 a, b;
    makeBase(normal, a, b);
    const Float3 half = combine(a, sinHalf * cosf(angle), b, sinHalf * sinf(angle), normal, cosHalf);
    const float twice = 2.0f * dot(out, half);
    ray.direction = normalized({ twice * half.x - out.x, twice * half.y - out.y, twice * half.z - out.z });
  }
  else
    ray.direction = drawByCosine(normal, u, v);
  const Scattered scattered = evaluateScattering(material, color, normal, out, ray.direction);
  if (!(scattered.density > 0.0f))
    return false;
  ray.density = scattered.density;
  ray.weight = scaled(scattered.value, 1.0f / scattered.density);
  return true;
}

} // namespace inkray
