// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/VertexExtra.h"
#include "Renderers/MeshVolume/SegmentShare.h"
#include "Renderers/MeshVolume/ShadedIntegrators.h"

/// Integrators of march for light on volumes of which not all comes from one array: with opacity of other
/// values, of categories, and of colours as they are. The light has always six numbers.
namespace inkray
{

/// What a ray has gathered where its colour is that of a function of one scalar, times light, and its
/// attenuation a function of another: ShadedIntegral, cut at the knots of both functions.
struct LitSeparateIntegral
{
  static constexpr int N = 6;

  float red, green, blue; ///< gathered colour, premultiplied
  float transmittance;
  PiecePlace colour, opacity;
  float attenuationMiddle, attenuationSlope, attenuation; ///< of the piece, and reached
  Floats<N> light;                                        ///< where the ray stands
  Floats<N> cutLight;                                     ///< at the end of a cut segment, as the next
  float cutOpacity;

  INKRAY_HD void clear()
  {
    red = green = blue = 0.0f;
    transmittance = 1.0f;
    attenuationMiddle = attenuationSlope = attenuation = 0.0f;
    cutOpacity = 0.0f;
    colour.standAt(0.0f);
    opacity.standAt(0.0f);
  }
  INKRAY_HD Float4 pixel() const { return { red, green, blue, 1.0f - transmittance }; }

  /// In a cell of one attenuation: of one piece, in which it is constant, and which the second scalar, always
  /// 0, does not leave.
  INKRAY_HD void holdAttenuation(float constant)
  {
    opacity = { 0.0f, INFINITY, 0.0f, 0 };
    attenuationSlope = 0.0f;
    attenuationMiddle = attenuation = constant;
  }

  /// The next segment: both scalars and the light go linearly from where the last one ended to s, o and
  /// `ahead`; length in world units times log2(e). NaN at an end of either scalar: transparent.
  INKRAY_HD void add(const PiecewiseView& colours, const PiecewiseView& opacities, float s, float o,
    const Floats<N>& ahead, float length)
  {
    if (!(colour.holds(s) && opacity.holds(o)))
    {
      const float whole = s + o + colour.u + opacity.u;
      if (!(whole == whole))
      {
        colour.standAt(s);
        opacity.standAt(o);
        light = ahead;
        return;
      }
      if (colour.piece < 0)
        colour.enter(colours, findPiece(colours, colour.u), colour.u);
      if (opacity.piece < 0)
        this->enterOpacity(opacities, findPiece(opacities, opacity.u), opacity.u);
      for (;;)
      {
        const float toColour = colour.shareToKnot(colours, s), toOpacity = opacity.shareToKnot(opacities, o);
        const float share = minimum(toColour, toOpacity);
        if (share > 1.0f)
          break;
        const float uColour =
          toColour <= share ? colour.knot(s) : multiplyAdd(share, s - colour.middle - colour.u, colour.u);
        const float uOpacity = toOpacity <= share
          ? opacity.knot(o)
          : multiplyAdd(share, o - opacity.middle - opacity.u, opacity.u);
        const int nextColour = colour.next(s), nextOpacity = opacity.next(o);
        this->addPart(
          colours, uColour, uOpacity, ShadedIntegral<N>::mixed(light, ahead, share), share * length);
        length -= share * length;
        if (toColour <= share)
          colour.enter(colours, nextColour, colour.scalar());
        if (toOpacity <= share)
          this->enterOpacity(opacities, nextOpacity, opacity.scalar());
      }
    }
    this->addPart(colours, s - colour.middle, o - opacity.middle, ahead, length);
  }

private:
  INKRAY_HD void enterOpacity(const PiecewiseView& opacities, int index, float o)
  {
    opacity.enter(opacities, index, o);
    attenuationMiddle = opacities.pieces[index].attenuation;
    attenuationSlope = opacities.pieces[index].attenuationSlope;
    attenuation = multiplyAdd(attenuationSlope, opacity.u, attenuationMiddle);
  }

  /// A part in which neither changes the piece: the moments of ShadedIntegral.
  INKRAY_HD void addPart(
    const PiecewiseView& colours, float uColour, float uOpacity, const Floats<N>& end, float length)
  {
    const float attenuationEnd = multiplyAdd(attenuationSlope, uOpacity, attenuationMiddle);
    const float a = attenuation * length;
    const float h = 0.5f * multiplyAdd(attenuationEnd, length, -a);
    if (a + h > 0.0f)
    {
      const PsiMoments psi = psiMomentsOfSegment(a, h, transmittance);
      const float behind = transmittance * exp2Fast(-(a + h));
      const float weight = transmittance - behind;
      const float first = multiplyAdd(transmittance, psi.psi, -behind);
      const float second = multiplyAdd(2.0f * transmittance, psi.first, -behind);
      const TransferFunctionPiece& p = colours.pieces[colour.piece];
      const float du = uColour - colour.u;
      const auto channel = [&](float middle, float slope, int c) {
        const float begun = multiplyAdd(slope, colour.u, middle), rise = slope * du;
        const float f = light.value[c], df = end.value[c] - f;
        const float b = light.value[3 + c], db = end.value[3 + c] - b;
        return multiplyAdd(multiplyAdd(begun, f, b), weight,
          multiplyAdd(multiplyAdd(begun, df, multiplyAdd(rise, f, db)), first, rise * df * second));
      };
      red += channel(p.red, p.redSlope, 0);
      green += channel(p.green, p.greenSlope, 1);
      blue += channel(p.blue, p.blueSlope, 2);
      transmittance = behind;
    }
    colour.u = uColour;
    opacity.u = uOpacity;
    attenuation = attenuationEnd;
    light = end;
  }
};

/// Light on each vertex, and beside it the value for the opacity, from an array of its own.
template <bool WithOpacity>
struct LightAndOpacity : CarryFloats<7>
{
  const float* light;
  const float* opacityValues;

  INKRAY_HD Floats<7> fetch(std::uint32_t id) const
  {
    const Floats<6> lit = VertexFloats<6>{ {}, light }.fetch(id);
    return { { lit.value[0], lit.value[1], lit.value[2], lit.value[3], lit.value[4], lit.value[5],
      load(opacityValues + id) } };
  }
  INKRAY_HD static Floats<6> lightOf(const Floats<7>& v)
  {
    return { { v.value[0], v.value[1], v.value[2], v.value[3], v.value[4], v.value[5] } };
  }
  INKRAY_HD static float opacityOf(const Floats<7>& v) { return v.value[6]; }
};
template <>
struct LightAndOpacity<false> : VertexFloats<6>
{
  INKRAY_HD static const Floats<6>& lightOf(const Floats<6>& v) { return v; }
  INKRAY_HD static float opacityOf(const Floats<6>&) { return 0.0f; }
};

/// Colour from the points in the light at the points, attenuation from other values of the points, or with
/// CellOpacity from the cells.
template <bool CellOpacity>
struct LitPointColours
{
  PiecewiseView colours, opacities;
  const float* opacityValues; ///< per vertex: values; per cell: attenuations
  const float* light;         ///< six per vertex
  using State = LitSeparateIntegral;
  using Extra = LightAndOpacity<!CellOpacity>;
  INKRAY_HD Extra extra() const
  {
    if constexpr (CellOpacity)
      return { { {}, light } };
    else
      return { {}, light, opacityValues };
  }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float scalar) const
  {
    const auto ahead = at.extraAhead();
    ray.colour.standAt(scalar);
    ray.opacity.standAt(Extra::opacityOf(ahead));
    ray.light = Extra::lightOf(ahead);
  }
  INKRAY_HD void leave(State&) const {}
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell& at, float from, float to, Segment& segment) const
  {
    const SegmentShare share(from, to, segment);
    const auto ahead = at.extraAhead();
    const float s = ray.colour.scalar(), o = ray.opacity.scalar(), oEnd = Extra::opacityOf(ahead);
    ray.colour.standAt(share.atBegin(s, segment.scalar));
    ray.opacity.standAt(share.atBegin(o, oEnd));
    segment.scalar = share.atEnd(s, segment.scalar);
    ray.cutOpacity = share.atEnd(o, oEnd);
    const Floats<6> begun = ray.light, end = Extra::lightOf(ahead);
    ray.light = ShadedIntegral<6>::mixed(begun, end, share.begin);
    ray.cutLight = ShadedIntegral<6>::mixed(begun, end, share.end);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    if (!isSeen(segment))
      return;
    if (CellOpacity)
      ray.holdAttenuation(load(opacityValues + at.cell));
    if (segment.isCut)
      return ray.add(colours, opacities, segment.scalar, ray.cutOpacity, ray.cutLight, segment.length);
    const auto ahead = at.extraAhead();
    ray.add(
      colours, opacities, segment.scalar, Extra::opacityOf(ahead), Extra::lightOf(ahead), segment.length);
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float scalar) const
  {
    this->enter(ray, at, scalar);
  }
};

/// Any integrator of colours in the light that each cell reflects, one for all of it: what its segments add
/// is multiplied by the diffuse light, and the specular light is that of what they absorb. Runs of segments
/// end with each.
template <class Base>
struct WithCellLight : Base
{
  static constexpr bool takesParts = false; // but whole segments, by an add of its own
  const float* light;                       ///< six per cell

  template <class Cell>
  INKRAY_HD void add(typename Base::State& ray, const Cell& at, const Segment& segment) const
  {
    Base::leave(ray);
    const Float3 before = { ray.red, ray.green, ray.blue };
    const float transmittance = ray.transmittance;
    Base::add(ray, at, segment);
    Base::leave(ray);
    const float weight = transmittance - ray.transmittance;
    if (!(weight > 0.0f))
    {
      ray.red = before.x;
      ray.green = before.y;
      ray.blue = before.z;
      return;
    }
    const Floats<6> lit = VertexFloats<6>{ {}, light }.fetch(at.cell);
    const auto channel = [&](float from, float to, int c) {
      return multiplyAdd(lit.value[c], to - from, multiplyAdd(lit.value[3 + c], weight, from));
    };
    ray.red = channel(before.x, ray.red, 0);
    ray.green = channel(before.y, ray.green, 1);
    ray.blue = channel(before.z, ray.blue, 2);
  }
};

} // namespace inkray
