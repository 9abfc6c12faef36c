// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/FrameOracle.h"

#include "Oracles/PointGradients.h"
#include "Oracles/QuadraticIntegration.h"

#include <algorithm>
#include <cmath>

namespace inkray::testing
{
namespace
{

using Ends = std::array<double, 2>;
using Color = std::array<double, 4>;

double between(const Ends& ends, double t)
{
  return ends[0] + t * (ends[1] - ends[0]);
}

class FrameVolume : public OracleMedium
{
public:
  FrameVolume(const FrameScene& scene, const Camera& camera)
    : Scene(scene)
    , Caster(scene, camera)
    , Factor(factorFunction(scene.gradientFunctions.opacity))
    , PerCell(!scene.cellValues.empty() || (!scene.colors.empty() && scene.areColorsPerCell))
    , Composite(scene.blend == BlendMode::Composite)
  {
    const bool gradients = this->Composite && scene.gradientFunctions.areUsed();
    this->HasTable = gradients && !scene.gradientFunctions.table.entries.empty();
    this->HasFactor = gradients && !this->HasTable;
    this->Categories =
      scene.transferFunction.isCategorical && scene.colors.empty() && !this->HasTable && this->Composite;
    // Cell values, and gradients per cell, have one magnitude per cell.
    this->MagnitudesPerCell = this->PerCell || !scene.smooth;
    if (gradients)
      this->findMagnitudes();
    this->Lit = this->Composite && scene.shade;
    const VolumeShade shade = { scene.material, scene.lights,
      scene.smooth ? Gradients::Smooth : Gradients::PerCell };
    const bool atPoints = scene.smooth && !this->PerCell && !this->Categories;
    this->LightPerCell = !atPoints;
    if (this->Lit)
      this->Light = atPoints ? lightOnMesh(scene, camera, shade) : lightAtCentroids(scene, camera, shade);
    this->Range = { HUGE_VAL, -HUGE_VAL };
    for (const double v : scene.cellValues.empty() ? scene.scalars : scene.cellValues)
      if (std::isfinite(v))
        this->Range = { std::min(this->Range[0], v), std::max(this->Range[1], v) };
  }

  void integrate(const OracleSegment& segment, double begin, double end, OraclePixel& pixel) const override
  {
    const double length = end - begin;
    if (!this->hasColor(segment.tet))
    {
      if (!this->Composite)
        return;
      const double depth = this->Scene.missing[3] * length;
      for (std::size_t c = 0; c < 3; ++c)
        pixel.rgba[c] += this->Scene.missing[c] * std::exp(-pixel.opticalDepth) * -std::expm1(-depth);
      pixel.opticalDepth += depth;
      return;
    }
    if (!this->Scene.opacities.empty() &&
      !this->Caster.isFinite(this->Scene.opacities, this->Scene.areOpacitiesPerCell, segment.tet))
      return;
    const double whole = segment.end - segment.begin;
    const Ends shares = { (begin - segment.begin) / whole, (end - segment.begin) / whole };
    const Place place(*this, segment);
    if (this->Scene.blend == BlendMode::Maximum || this->Scene.blend == BlendMode::Minimum)
    {
      for (const double t : shares)
        this->meet(place, t, pixel);
      return;
    }
    std::vector<double> cuts = { 0.0, 1.0 };
    for (const double cut : this->cuts(place))
      if (cut > shares[0] && cut < shares[1])
        cuts.push_back((cut - shares[0]) / (shares[1] - shares[0]));
    const auto at = [&](double t, double m) {
      return this->emission(place, between(shares, t), between(shares, m));
    };
    if (this->Composite)
      integrateQuadratic(cuts, at, length, pixel.opticalDepth, pixel.rgba);
    else
      this->add(place, shares, cuts, at, length, pixel);
  }

  bool slice(const OracleSegment& segment, double distance, std::array<double, 3>& rgb) const override
  {
    if (!this->hasColor(segment.tet))
      return false;
    const Place place(*this, segment);
    const double t = (distance - segment.begin) / (segment.end - segment.begin);
    Color color;
    if (!this->Scene.colors.empty())
      color = this->ownColor(place, t);
    else if (this->Scene.transferFunction.isCategorical)
      color = this->category(
        this->PerCell ? this->Scene.cellValues[segment.tet] : this->Scene.scalars[this->nearest(place, t)]);
    else
      color = valueInPiece(this->Scene.transferFunction, between(place.value, t), between(place.value, t));
    std::copy_n(color.begin(), 3, rgb.begin());
    return true;
  }

  bool isSeen(const OracleSegment& segment) const override
  {
    if (!this->hasColor(segment.tet))
      return this->Scene.missing[3] > 0.0f;
    return this->Scene.opacities.empty() ||
      this->Caster.isFinite(this->Scene.opacities, this->Scene.areOpacitiesPerCell, segment.tet);
  }
  std::vector<double> cuts(const OracleSegment& segment) const override
  {
    return this->hasColor(segment.tet) ? this->cuts(Place(*this, segment)) : std::vector<double>();
  }
  std::array<double, 4> emission(const OracleSegment& segment, double share) const override
  {
    const auto& m = this->Scene.missing;
    return this->hasColor(segment.tet) ? this->emission(Place(*this, segment), share, share)
                                       : Color{ m[0], m[1], m[2], m[3] };
  }

  void finish(OraclePixel& pixel) const override
  {
    if (this->Composite || !pixel.any)
      return;
    const double through = std::exp(-pixel.opticalDepth);
    const auto under = [through](const OraclePixel& surfaces, const Color& shown) {
      Color rgba = surfaces.rgba;
      for (std::size_t c = 0; c < 3; ++c)
        rgba[c] += through * shown[c];
      rgba[3] = 1.0 - through * (1.0 - shown[3]);
      return rgba;
    };
    if (this->Scene.blend == BlendMode::Average || this->Scene.blend == BlendMode::Additive)
    {
      Color shown = { 0, 0, 0, 1 };
      for (std::size_t c = 0; c < 3; ++c)
        shown[c] = std::clamp(
          pixel.sums[c] / (this->Scene.blend == BlendMode::Average ? pixel.length : 1.0), 0.0, 1.0);
      pixel.rgba = under(pixel, shown);
      return;
    }
    const auto withOpacity = [&](double opacity) {
      const auto color = valueInPiece(this->Scene.transferFunction, pixel.extreme, pixel.extreme);
      const double a = std::clamp(opacity, 0.0, 1.0);
      return under(pixel, { a * color[0], a * color[1], a * color[2], a });
    };
    for (const double opacity : pixel.tiedOpacities)
      pixel.ties.push_back(withOpacity(opacity));
    pixel.rgba = withOpacity(pixel.extremeOpacity);
  }

private:
  /// The values at both ends of a segment.
  struct Place
  {
    const OracleSegment& segment;
    Ends value = { 0, 0 }, opacity = { 0, 0 }, magnitude = { 0, 0 };
    std::array<std::array<double, 6>, 2> light = {};

    Place(const FrameVolume& v, const OracleSegment& s)
      : segment(s)
    {
      if (v.Scene.colors.empty())
        value =
          v.PerCell ? v.Caster.ends(v.Scene.cellValues, true, s) : v.Caster.ends(v.Scene.scalars, false, s);
      if (!v.Scene.opacities.empty())
        opacity = v.Caster.ends(v.Scene.opacities, v.Scene.areOpacitiesPerCell, s);
      if (!v.Magnitudes.empty())
        magnitude = v.Caster.ends(v.Magnitudes, v.MagnitudesPerCell, s);
      if (v.Lit)
      {
        const VolumeShade shade = { {}, {}, v.LightPerCell ? Gradients::PerCell : Gradients::Smooth };
        light = lightAtEnds(v.Scene, shade, v.Light, s);
      }
    }
    double weight(int corner, double t) const
    {
      const auto k = static_cast<std::size_t>(corner);
      return segment.beginWeights[k] + t * (segment.endWeights[k] - segment.beginWeights[k]);
    }
  };

  void findMagnitudes()
  {
    const std::vector<Vector> points = pointGradients(this->Scene);
    if (!this->MagnitudesPerCell)
      for (const Vector& g : points)
        this->Magnitudes.push_back(norm(g));
    else if (!this->Scene.smooth)
      for (const Vector& g : tetGradients(this->Scene))
        this->Magnitudes.push_back(norm(g));
    else
      for (std::size_t t = 0; t < this->Scene.tets.size() / 4; ++t)
      {
        Vector sum = { 0, 0, 0 };
        for (std::size_t v = 0; v < 4; ++v)
          for (std::size_t axis = 0; axis < 3; ++axis)
            sum[axis] += points[static_cast<std::size_t>(this->Scene.tets[4 * t + v])][axis] / 4;
        this->Magnitudes.push_back(norm(sum));
      }
  }

  bool hasColor(std::size_t tet) const
  {
    if (this->Scene.colors.empty())
      return this->PerCell ? std::isfinite(this->Scene.cellValues[tet])
                           : this->Caster.isFinite(this->Scene.scalars, false, tet);
    const auto isFinite = [&](std::size_t i) {
      const auto& c = this->Scene.colors[i];
      return std::isfinite(c[0] + c[1] + c[2]);
    };
    if (this->PerCell)
      return isFinite(tet);
    return std::all_of(&this->Scene.tets[4 * tet], &this->Scene.tets[4 * tet] + 4,
      [&](std::int64_t p) { return isFinite(static_cast<std::size_t>(p)); });
  }

  /// The nearest point of the tet.
  std::size_t nearest(const Place& place, double t) const
  {
    int nearest = 0;
    for (int v = 1; v < 4; ++v)
      nearest = place.weight(v, t) > place.weight(nearest, t) ? v : nearest;
    return static_cast<std::size_t>(
      this->Scene.tets[4 * place.segment.tet + static_cast<std::size_t>(nearest)]);
  }
  Color category(double s) const
  {
    const TransferFunction& f = this->Scene.transferFunction;
    const double attenuation = valueInPiece(f, s, s)[3];
    for (const TransferFunctionCategory& c : f.categories)
      if (c.scalar == s)
        return { c.red, c.green, c.blue, attenuation };
    return { f.otherColor[0], f.otherColor[1], f.otherColor[2], attenuation };
  }
  /// The interpolated direct color.
  Color ownColor(const Place& place, double t) const
  {
    Color sum = { 0, 0, 0, 0 };
    for (int v = 0; v < 4; ++v)
    {
      const auto& c = this->Scene.colors[this->PerCell
          ? place.segment.tet
          : static_cast<std::size_t>(this->Scene.tets[4 * place.segment.tet + static_cast<std::size_t>(v)])];
      for (std::size_t k = 0; k < 3; ++k)
        sum[k] += place.weight(v, t) * c[k];
    }
    return sum;
  }

  /// The places on a segment where the form of any function changes.
  std::vector<double> cuts(const Place& place) const
  {
    std::vector<double> cuts;
    if (this->Scene.colors.empty() && !this->PerCell && !this->HasTable)
      appendCuts(this->Scene.transferFunction, place.value[0], place.value[1], cuts);
    if (!this->Scene.opacities.empty())
      appendCuts(this->Scene.opacityFunction, place.opacity[0], place.opacity[1], cuts);
    if (this->HasFactor)
      appendCuts(this->Factor, place.magnitude[0], place.magnitude[1], cuts);
    if (this->HasTable)
      appendTableLines(this->Scene.gradientFunctions.table, place.value, place.magnitude, cuts);
    if (this->Categories && !this->PerCell)
      for (int a = 0; a < 4; ++a)
        for (int b = 0; b < a; ++b)
        {
          const double d0 = place.weight(a, 0) - place.weight(b, 0);
          const double d1 = place.weight(a, 1) - place.weight(b, 1);
          if ((d0 < 0.0) != (d1 < 0.0))
            cuts.push_back(d0 / (d0 - d1));
        }
    for (const double value : this->Scene.averageRange)
      if ((place.value[0] < value) != (place.value[1] < value))
        cuts.push_back((value - place.value[0]) / (place.value[1] - place.value[0]));
    return cuts;
  }

  /// Color and attenuation at the share t of a segment, by the interval around m.
  Color emission(const Place& place, double t, double m) const
  {
    const FrameScene& scene = this->Scene;
    Color value;
    std::size_t point = 0;
    if (!scene.colors.empty())
      value = this->ownColor(place, t);
    else if (this->HasTable)
      value = tableAt(scene.gradientFunctions.table, between(place.value, t), between(place.magnitude, t));
    else if (this->Categories)
    {
      point = this->nearest(place, m);
      value = this->category(this->PerCell ? place.value[0] : scene.scalars[point]);
    }
    else if (this->PerCell && scene.transferFunction.isCategorical)
      value = this->category(place.value[0]);
    else
      value = valueInPiece(scene.transferFunction, between(place.value, m), between(place.value, t));
    if (!scene.opacities.empty())
    {
      const bool ofPoint = this->Categories && !this->PerCell && !scene.areOpacitiesPerCell;
      const double o = ofPoint ? scene.opacities[point] : between(place.opacity, t);
      value[3] = valueInPiece(scene.opacityFunction, ofPoint ? o : between(place.opacity, m), o)[3];
    }
    if (this->HasFactor)
      value[3] *= valueInPiece(this->Factor, between(place.magnitude, m), between(place.magnitude, t))[3];
    if (this->Lit)
      this->shine(place, t, value);
    return value;
  }

  void shine(const Place& place, double t, Color& value) const
  {
    if (!this->Scene.colors.empty() && !this->LightPerCell)
    {
      // Light falls on the points' colors, which are then interpolated.
      value = { 0, 0, 0, value[3] };
      for (int v = 0; v < 4; ++v)
      {
        const auto p =
          static_cast<std::size_t>(this->Scene.tets[4 * place.segment.tet + static_cast<std::size_t>(v)]);
        for (std::size_t c = 0; c < 3; ++c)
          value[c] +=
            place.weight(v, t) * (this->Scene.colors[p][c] * this->Light[p][c] + this->Light[p][3 + c]);
      }
      return;
    }
    for (std::size_t c = 0; c < 3; ++c)
      value[c] = value[c] * between({ place.light[0][c], place.light[1][c] }, t) +
        between({ place.light[0][3 + c], place.light[1][3 + c] }, t);
  }

  void meet(const Place& place, double t, OraclePixel& pixel) const
  {
    const double value = between(place.value, t);
    const double beyond =
      !pixel.any ? HUGE_VAL : (this->Scene.blend == BlendMode::Maximum ? 1 : -1) * (value - pixel.extreme);
    const double rounding = 4e-7 * (this->Range[1] - this->Range[0]); // of values interpolated in floats
    if (!(beyond > -rounding))
      return;
    const double opacity = this->Scene.opacities.empty()
      ? valueInPiece(this->Scene.transferFunction, value, value)[3]
      : valueInPiece(this->Scene.opacityFunction, between(place.opacity, t), between(place.opacity, t))[3];
    if (beyond > rounding)
      pixel.tiedOpacities.clear();
    pixel.tiedOpacities.push_back(opacity);
    if (!(beyond > 0.0))
      return;
    pixel.any = true;
    pixel.extreme = value;
    pixel.extremeOpacity = opacity;
  }

  /// Integrates the products of attenuation and value, or of attenuation and channels, between cuts.
  template <class At>
  void add(const Place& place, const Ends& shares, std::vector<double> cuts, const At& at, double length,
    OraclePixel& pixel) const
  {
    std::sort(cuts.begin(), cuts.end());
    const double range = this->Range[1] > this->Range[0] ? this->Range[1] - this->Range[0] : 1.0;
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k)
    {
      const double middle = 0.5 * (cuts[k] + cuts[k + 1]), part = (cuts[k + 1] - cuts[k]) * length;
      const double value = between(place.value, between(shares, middle));
      if (this->Scene.blend == BlendMode::Average && this->Scene.colors.empty() &&
        (value < this->Scene.averageRange[0] || value > this->Scene.averageRange[1]))
        continue;
      pixel.any = true;
      pixel.length += part;
      for (int n = 0; n < 3; ++n) // Simpson's rule is exact: products have degree two
      {
        const double t = cuts[k] + 0.5 * n * (cuts[k + 1] - cuts[k]), w = n == 1 ? 4.0 / 6.0 : 1.0 / 6.0;
        const Color c = at(t, middle);
        for (std::size_t channel = 0; channel < 3; ++channel)
          pixel.sums[channel] += w * part * c[3] *
            (this->Scene.colors.empty() ? (between(place.value, between(shares, t)) - this->Range[0]) / range
                                        : c[channel]);
      }
    }
  }

  const FrameScene& Scene;
  BruteForceTetCaster Caster;
  TransferFunction Factor;
  bool PerCell, Composite, HasTable = false, HasFactor = false, Categories = false, Lit = false;
  bool MagnitudesPerCell = false, LightPerCell = false;
  std::vector<double> Magnitudes;
  std::vector<std::array<double, 6>> Light;
  Ends Range = { 0, 1 };
};

} // namespace

std::unique_ptr<OracleMedium> makeFrameVolume(const FrameScene& scene, const Camera& camera)
{
  return std::make_unique<FrameVolume>(scene, camera);
}

} // namespace inkray::testing
