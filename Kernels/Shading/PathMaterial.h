// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace inkray
{

/// How a surface scatters light in the path tracer (Wald 2011, section 3.2). Colors come from the surface
/// itself (isovalue, color array, triangle), each channel from 0 to 1.
enum class PathMaterialKind : std::int32_t
{
  Diffuse, ///< Lambert: the color is the albedo
  /// A Blinn lobe over the diffuse color: a microfacet mirror with Blinn's distribution, exponent
  /// `shininess`, V-cavity shadowing and Schlick's Fresnel term. The color scatters the light that the lobe
  /// does not reflect.
  Glossy,
  /// Smooth dielectric: the Fresnel term decides between reflection and refraction. The color tints the light
  /// that passes, once at each surface. The surface tells on which of its sides the solid is.
  Glass,
  Chrome, ///< a mirror of the surface's color, brighter at grazing angles (Schlick)
  /// Two layers. Glossy's lobe is a clear coat over a base. In the base, part of the light meets flakes, with
  /// a wider lobe of the surface's color, and the rest is scattered diffusely.
  CarPaint
};

/// The share of flakes in a car paint's base, and the exponent of the flakes' distribution.
constexpr float carPaintFlakes = 0.5f, carPaintFlakeShininess = 15.0f;

/// A material; surfaces refer to it by its index in PathTracer::setMaterials.
struct PathMaterial
{
  PathMaterialKind kind = PathMaterialKind::Diffuse;
  float shininess = 100;       ///< exponent of Blinn's distribution, 1 to 10000 (Glossy, CarPaint)
  float reflectance = 0.04f;   ///< reflectance of the lobe at normal incidence, 0 to 1 (Glossy, CarPaint)
  float refractiveIndex = 1.5; ///< refractive index of the solid relative to its surroundings, 1 to 4 (Glass)
};

} // namespace inkray
