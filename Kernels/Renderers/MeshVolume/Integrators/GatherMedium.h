// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/MediumRun.h"
#include "Renderers/MeshVolume/Integrators/AlongSegments.h"
#include "Shading/TwoPointIntegration.h"

#include <type_traits>

/// What rays gather in a medium of few features, whose corners carry the vertices' channels. The Exact way
/// integrates like MediumRays, which instead loads the channels where rays cross faces. The other way uses
/// two points for each segment (TwoPointIntegration.h). A frame uses one of the two.
namespace inkray
{

/// The numbers that a vertex of a medium with these features has in addition to the value: one for opacity,
/// one for the gradient's magnitude, and two for gray light.
template <unsigned Features>
struct MediumCorners
  : CarryFloats<(feature::has(Features, feature::vertexOpacity) ? 1 : 0) +
      (feature::has(Features, feature::vertexGradients) ? 1 : 0) +
      (feature::has(Features, feature::vertexLight) ? 2 : 0)>
{
  static constexpr int magnitude = feature::has(Features, feature::vertexOpacity) ? 1 : 0;
  static constexpr int light = magnitude + (feature::has(Features, feature::vertexGradients) ? 1 : 0);
  using Values = typename MediumCorners::Value;

  const float* opacities;
  const float* magnitudes;
  const float* lights;

  INKRAY_HD Values fetch(std::uint32_t id) const
  {
    Values fetched;
    if constexpr (feature::has(Features, feature::vertexOpacity))
      fetched.value[0] = load(opacities + id);
    if constexpr (feature::has(Features, feature::vertexGradients))
      fetched.value[magnitude] = load(magnitudes + id);
    if constexpr (feature::has(Features, feature::vertexLight))
    {
      const UInt2 pair = load(reinterpret_cast<const UInt2*>(lights) + id);
      fetched.value[light] = floatOf(pair.x);
      fetched.value[light + 1] = floatOf(pair.y);
    }
    return fetched;
  }
  INKRAY_HD static void place(const Values& others, MediumPlace& at)
  {
    if constexpr (feature::has(Features, feature::vertexOpacity))
      at.opacity = others.value[0];
    if constexpr (feature::has(Features, feature::vertexGradients))
      at.magnitude = others.value[magnitude];
    if constexpr (feature::has(Features, feature::vertexLight))
    {
      at.diffuse.x = at.diffuse.y = at.diffuse.z = others.value[light];
      at.specular.x = at.specular.y = at.specular.z = others.value[light + 1];
    }
  }
};

/// Functions for integration by two points of each segment.
struct TwoPointFunctions
{
  bool areTaken; ///< use them instead of exact integrals
  StepView colors, opacities, factors;
};

/// Gathers a medium with a set of features. `ByTwoPointsAlone`: without the exact form.
template <unsigned Features, bool ByTwoPointsAlone = false>
struct GatherMedium
{
  static constexpr unsigned ofVertices =
    feature::vertexOpacity | feature::vertexGradients | feature::vertexLight;
  static constexpr bool hasCorners = feature::has(Features, ofVertices);
  /// Rays split a segment at breaks of two functions, or at lines of a table.
  static constexpr bool takesParts = !ByTwoPointsAlone &&
    feature::has(Features, feature::vertexOpacity | feature::vertexGradients | feature::table);
  static_assert(
    !feature::has(Features, feature::table) || !feature::has(Features, feature::light | feature::opacity),
    "a table has all of the color and opacity");
  using Own = MediumOf<Features, Features & ofVertices>; // the vertices' channels in the set are always there
  using Extra = std::conditional_t<hasCorners, MediumCorners<Features>, NoExtra>;
  struct Integral : MediumRun<Own>
  {
    Channels<Extra> at; ///< at the end of the segment, which is the ray's place behind the last part

    INKRAY_HD void clear()
    {
      MediumRun<Own>::clear();
      at = {};
    }
  };

  Own medium;
  TwoPointFunctions twoPoints;

  INKRAY_HD Extra extra() const
  {
    if constexpr (hasCorners)
      return { {}, medium.vertexOpacities, medium.vertexMagnitudes, medium.light };
    else
      return {};
  }
  INKRAY_HD Channels<Extra> here(const Integral& ray) const { return ray.at; }
  INKRAY_HD void standAt(Integral& ray, const Channels<Extra>& c) const
  {
    ray.at = c;
    if (!this->areTwoTaken())
      ray.standAt(medium, placeOf(c));
  }
  INKRAY_HD void end(Integral& ray) const
  {
    if (!this->areTwoTaken())
      ray.end(medium);
  }
  INKRAY_HD void begin(Integral& ray, std::uint32_t cell, const Channels<Extra>& c, float length) const
  {
    MediumSegment segment = { placeOf(ray.at), placeOf(c), 1.0f, {} };
    addCell(medium, cell, segment);
    ray.at = c;
    if (!this->areTwoTaken())
      return ray.begin(medium, segment, length);
    const bool isThere = segment.hasColor(medium, cell) && segment.hasOpacity();
    gatherTwoPoints(
      ray, this->at(segment, firstPoint), this->at(segment, secondPoint), isThere ? 0.5f * length : 0.0f);
  }
  INKRAY_HD bool hasMore(const Integral& ray) const { return !ByTwoPointsAlone && ray.hasMore(); }
  INKRAY_HD void gatherPart(Integral& ray) const { ray.addPart(medium, placeOf(ray.at)); }
  [[gnu::flatten]] INKRAY_HD void gather(
    Integral& ray, std::uint32_t cell, const Channels<Extra>& c, float length) const
  {
    this->begin(ray, cell, c, length);
    if constexpr (takesParts)
      while (this->hasMore(ray))
        this->gatherPart(ray);
    else if (!this->areTwoTaken())
      ray.addSegment(medium, placeOf(ray.at));
  }

private:
  INKRAY_HD bool areTwoTaken() const { return ByTwoPointsAlone || twoPoints.areTaken; }
  INKRAY_HD static MediumPlace placeOf(const Channels<Extra>& c)
  {
    MediumPlace at = {};
    at.value = c.value;
    if constexpr (hasCorners)
      Extra::place(c.others, at);
    return at;
  }
  /// Lit color and attenuation at a share of the way, from tables of the functions.
  INKRAY_HD Float4 at(const MediumSegment& segment, float share) const
  {
    const MediumPlace &a = segment.begin, &b = segment.end;
    const float value = MediumPlace::mixed(a.value, b.value, share),
                magnitude = MediumPlace::mixed(a.magnitude, b.magnitude, share);
    LookedUp found = {};
    if (medium.isByFunction())
      found.color = twoPoints.colors.at(value);
    else if (medium.isByTable())
      found.color = medium.table.at(medium.table.column(value), magnitude);
    if (medium.hasVertexOpacity())
      found.opacity = twoPoints.opacities.at(MediumPlace::mixed(a.opacity, b.opacity, share)).w;
    if (medium.hasFactors())
      found.factor = twoPoints.factors.at(magnitude).w;
    return litAt(medium, segment, unlitAt(medium, segment, segment.constant, share, found), share);
  }
};

} // namespace inkray
