// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace inkray
{

/// Scattering of light by a surface in the path tracer (Wald 2011, section 3.2). Colours come from the
/// surface itself (isovalue, colour array, triangle), each channel from 0 to 1.
enum class PathMaterialKind : std::int32_t
{
  Diffuse, ///< Lambert: the colour is the albedo
  /// A Blinn lobe over the diffuse colour: a microfacet mirror with Blinn's distribution, exponent
  /// `shininess`, V-cavity shadowing and Schlick's Fresnel term. Light that the lobe does not reflect reaches
  /// the colour.
  Glossy,
  /// Smooth dielectric: Fresnel decides between reflection and refraction; the colour tints the light that
  /// goes through, once at each surface. The surface tells on which of its sides the solid is.
  Glass,
  Chrome, ///< a mirror of the surface's colour, brighter at grazing angles (Schlick)
  /// Two layers: Glossy's lobe, as a clear coat, over a base in which part of the light meets flakes, a wider
  /// lobe of the surface's colour, and the rest is diffuse.
  CarPaint
};

/// The share of a car paint's base that is flakes, and the exponent of their distribution.
constexpr float carPaintFlakes = 0.5f, carPaintFlakeShininess = 15.0f;

/// A material; surfaces name it by its place in PathTracer::setMaterials.
struct PathMaterial
{
  PathMaterialKind kind = PathMaterialKind::Diffuse;
  float shininess = 100;       ///< exponent of Blinn's distribution, 1 to 10000 (Glossy, CarPaint)
  float reflectance = 0.04f;   ///< of the lobe when looked at straight on, 0 to 1 (Glossy, CarPaint)
  float refractiveIndex = 1.5; ///< of the solid over that around it, 1 to 4 (Glass)
};

} // namespace inkray
