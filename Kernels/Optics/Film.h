// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Medium.h"
#include "Shading/BlendMode.h"

namespace inkray
{

/// How a ray shows a medium: the same for all rays of a frame.
struct FilmMode
{
  BlendMode blend;
  float lowAverage, highAverage; ///< the values that Average counts, from 0 to 1 over the range of all
  bool isKept; ///< pixels are what rays have gathered, not what it looks like; not of Composite

  INKRAY_HD bool isComposite() const { return blend == BlendMode::Composite; }
  INKRAY_HD bool isExtreme() const { return blend == BlendMode::Maximum || blend == BlendMode::Minimum; }
  INKRAY_HD bool isSum() const { return !this->isComposite() && !this->isExtreme(); }
};

/// The feature of a film.
inline unsigned filmFeature(const FilmMode& mode)
{
  return mode.isComposite() ? feature::composite : mode.isExtreme() ? feature::extreme : feature::sum;
}

/// The same for kernels of a set of features.
template <unsigned Features>
struct FilmModeOf : FilmMode
{
  INKRAY_HD bool isComposite() const
  {
    return feature::isOnly(Features, feature::films, feature::composite) ||
      (feature::has(Features, feature::composite) && FilmMode::isComposite());
  }
  INKRAY_HD bool isExtreme() const
  {
    return feature::isOnly(Features, feature::films, feature::extreme) ||
      (feature::has(Features, feature::extreme) && FilmMode::isExtreme());
  }
  INKRAY_HD bool isSum() const
  {
    return feature::isOnly(Features, feature::films, feature::sum) ||
      (feature::has(Features, feature::sum) && FilmMode::isSum());
  }
};

/// The light or values that a ray has gathered. A film other than Composite does not attenuate: surfaces do,
/// and they lie over what it shows.
struct Film
{
  static constexpr float noExtreme = 1e30f;

  float transmittance; ///< share of the light from behind that still comes through
  /// Composite: colour multiplied by opacity. Extremes: the value, and where it is, the second value or the
  /// attenuation of its own, and the magnitude or its factor. Sums: of each channel, one in all three where
  /// colours do not count.
  float red, green, blue;
  float length; ///< of sums: how long it is, in world units times log2(e)

  INKRAY_HD void clear(const FilmMode& mode)
  {
    transmittance = 1.0f;
    red = mode.blend == BlendMode::Maximum ? -noExtreme : mode.blend == BlendMode::Minimum ? noExtreme : 0.0f;
    green = blue = length = 0.0f;
  }

  /// A length of one colour and attenuation.
  INKRAY_HD void composite(const Float4& constant, float l)
  {
    const float behind = transmittance * exp2Fast(-constant.w * l);
    const float weight = transmittance - behind;
    red = multiplyAdd(constant.x, weight, red);
    green = multiplyAdd(constant.y, weight, green);
    blue = multiplyAdd(constant.z, weight, blue);
    transmittance = behind;
  }

  /// A part of length l. Its optical depth is a cubic q of the share x of the way, its colour a polynomial,
  /// of which the integral over the absorbed light dA = -dT takes the moments
  ///   M0 = T0 - T1,   Mn = integral of x^n dA = n T0 Psi(n - 1) - T1,   Psi(n) = integral of x^n 2^-q
  /// (Moreland and Angel 2004 for n = 0, by parts beyond it). Gauss-Legendre rules give Psi to 2e-5
  /// (Testing/Kernels/TestGradientIntegration), hence a colour to 2e-5 of how far it changes on the part, and
  /// to 1e-4 of it where the attenuation is linear, by the rules of SegmentIntegration.h.
  template <class Part>
  INKRAY_HD void composite(const Part& part, float l)
  {
    if (part.medium.isConstant())
      this->composite(part.at(0.0f), l);
    else if (part.medium.isAttenuationLinear())
      this->compositeLinear(part, l);
    else
      this->compositeQuadratic(part, l);
  }

  /// A value, with the second value or attenuation and the magnitude or factor where it is. NaN does not
  /// count.
  INKRAY_HD void meet(const FilmMode& mode, float value, float opacity, float magnitude)
  {
    if (mode.blend == BlendMode::Maximum ? !(value > red) : !(value < red))
      return;
    red = value;
    green = opacity;
    blue = magnitude;
  }

  /// The integral of attenuation times value, or times each channel of the colour, over a part of length l:
  /// Simpson's rule is exact.
  template <class Part>
  INKRAY_HD void sum(const Part& part, float value0, float value1, bool areColours, float l)
  {
    const Float4 a = part.unlit(0.0f), m = part.unlit(0.5f), b = part.unlit(1.0f);
    const float w = l * (1.0f / 6.0f);
    const float wa = w * a.w, wm = 4.0f * w * m.w, wb = w * b.w;
    const auto with = [&](float s, float x0, float x1, float x2) {
      return multiplyAdd(wa, x0, multiplyAdd(wm, x1, multiplyAdd(wb, x2, s)));
    };
    if (areColours)
    {
      red = with(red, a.x, m.x, b.x);
      green = with(green, a.y, m.y, b.y);
      blue = with(blue, a.z, m.z, b.z);
    }
    else
      red = green = blue = with(red, value0, 0.5f * (value0 + value1), value1);
  }

  /// The integral of attenuation times value over a segment of length l that goes to a value, by the function
  /// of that value: nothing but its knots, in its own coordinate, needs to be known. `place`: where the
  /// segment begins, or outside any piece; it goes to the end.
  INKRAY_HD void sumByFunction(
    const PiecewiseView& function, PiecePlace& place, float from, float to, float l)
  {
    if (place.holds(from))
      place.u = from - place.middle;
    else
      place.enter(function, findPiece(function, from), from);
    while (!place.holds(to))
    {
      const float share = place.shareToKnot(function, to);
      if (share > 1.0f)
        break;
      const int next = place.next(to);
      this->sumInPiece(function, place, place.knot(to), share * l);
      l -= share * l;
      place.enter(function, next, place.scalar());
    }
    this->sumInPiece(function, place, to - place.middle, l);
  }

  /// Colour multiplied by opacity, and opacity, as far as nothing lies over it.
  template <class Mode, class Medium>
  INKRAY_HD Float4 pixel(const Mode& mode, const Medium& medium) const
  {
    if (mode.isComposite())
      return { red, green, blue, 1.0f - transmittance };
    if (mode.isKept)
      return { red, green, blue, mode.isExtreme() ? (fabsf(red) == noExtreme ? 0.0f : 1.0f) : length };
    Float4 shown = { 0.0f, 0.0f, 0.0f, 0.0f };
    if (mode.isExtreme())
      shown = fabsf(red) == noExtreme ? shown : this->extreme(medium);
    else if (length > 0.0f)
    {
      const float weight = mode.blend == BlendMode::Average ? 1.0f / length : 0.6931471805599453f;
      shown = { saturate(red * weight), saturate(green * weight), saturate(blue * weight), 1.0f };
    }
    return { transmittance * shown.x, transmittance * shown.y, transmittance * shown.z,
      1.0f - transmittance * (1.0f - shown.w) };
  }

private:
  /// Within the piece of a place, which goes to uEnd: the product of two linear functions, for which
  /// Simpson's rule is exact.
  INKRAY_HD void sumInPiece(const PiecewiseView& function, PiecePlace& place, float uEnd, float l)
  {
    const TransferFunctionPiece& piece = function.pieces[place.piece];
    const float slope = piece.attenuationSlope, atMiddle = piece.attenuation;
    const auto product = [&](float u) { return multiplyAdd(slope, u, atMiddle) * (place.middle + u); };
    red = multiplyAdd(
      l * (1.0f / 6.0f), product(place.u) + 4.0f * product(0.5f * (place.u + uEnd)) + product(uEnd), red);
    green = blue = red;
    place.u = uEnd;
  }

  /// Of a part on which the attenuation is linear.
  template <class Part>
  INKRAY_HD void compositeLinear(const Part& part, float l)
  {
    const Float4 first = part.at(0.0f), last = part.at(1.0f);
    const float a = first.w * l, h = 0.5f * multiplyAdd(last.w, l, -a);
    if (!(a + h > 0.0f))
      return;
    const PsiMoments psi = psiMomentsOfSegment(a, h, transmittance);
    const float behind = transmittance * exp2Fast(-(a + h));
    const float m0 = transmittance - behind, m1 = multiplyAdd(transmittance, psi.psi, -behind);
    if (!part.medium.hasLight())
    {
      const float w0 = m0 - m1;
      red = multiplyAdd(first.x, w0, multiplyAdd(last.x, m1, red));
      green = multiplyAdd(first.y, w0, multiplyAdd(last.y, m1, green));
      blue = multiplyAdd(first.z, w0, multiplyAdd(last.z, m1, blue));
    }
    else
      this->addParabola(
        first, part.at(0.5f), last, m0, m1, multiplyAdd(2.0f * transmittance, psi.first, -behind));
    transmittance = behind;
  }

  /// Colours at the beginning, the middle and the end of a part, of which the moments are known.
  INKRAY_HD void addParabola(
    const Float4& first, const Float4& middle, const Float4& last, float m0, float m1, float m2)
  {
    const float w1 = 4.0f * (m1 - m2), w2 = 2.0f * m2 - m1, w0 = m0 - w1 - w2;
    const auto with = [&](float sum, float a, float b, float c) {
      return multiplyAdd(w0, a, multiplyAdd(w1, b, multiplyAdd(w2, c, sum)));
    };
    red = with(red, first.x, middle.x, last.x);
    green = with(green, first.y, middle.y, last.y);
    blue = with(blue, first.z, middle.z, last.z);
  }

  /// Of a part on which it is of second degree.
  template <class Part>
  INKRAY_HD void compositeQuadratic(const Part& part, float l)
  {
    const Float4 first = part.at(0.0f), middle = part.at(0.5f), last = part.at(1.0f);
    const float bend = 2.0f * (first.w + last.w - 2.0f * middle.w);
    const CubicDepth depth = { first.w * l, 0.5f * l * (last.w - first.w - bend),
      0.3333333333333333f * l * bend };
    const float total = depth.total();
    if (!(total > 0.0f))
      return;
    const PsiMoments3 psi = psiMomentsOfSegment(depth, transmittance);
    const float behind = transmittance * exp2Fast(-total);
    const float m0 = transmittance - behind;
    const float m1 = multiplyAdd(transmittance, psi.psi, -behind);
    const float m2 = multiplyAdd(2.0f * transmittance, psi.first, -behind);
    this->addParabola(first, middle, last, m0, m1, m2);
    if (part.isCubic())
    {
      // The colour at a quarter less the parabola gives c x (x - 1/2) (x - 1) with c = 64/3 of it.
      const float m3 = multiplyAdd(3.0f * transmittance, psi.second, -behind);
      const float weight = 21.333333f * (m3 - 1.5f * m2 + 0.5f * m1);
      const Float4 quarter = part.at(0.25f);
      const auto beyond = [&](float q, float a, float b, float c) {
        return weight * (q - multiplyAdd(0.375f, a, multiplyAdd(0.75f, b, -0.125f * c)));
      };
      red += beyond(quarter.x, first.x, middle.x, last.x);
      green += beyond(quarter.y, first.y, middle.y, last.y);
      blue += beyond(quarter.z, first.z, middle.z, last.z);
    }
    transmittance = behind;
  }

  /// The colour and opacity of the extreme.
  template <class Medium>
  INKRAY_HD Float4 extreme(const Medium& medium) const
  {
    const Float4 colour = colourOf(medium.colours, red);
    float opacity = colour.w;
    if (medium.hasVertexOpacity())
      opacity = colourOf(medium.opacities, green).w;
    else if (medium.hasCellOpacity() || medium.isByCells())
      opacity = green;
    opacity = saturate(opacity);
    return { opacity * colour.x, opacity * colour.y, opacity * colour.z, opacity };
  }
};

} // namespace inkray
