// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/VertexExtra.h"
#include "Renderers/MeshVolume/Integrators/SegmentShare.h"
#include "Shading/SeparateIntegration.h"

/// Integrators of march for a volume in the light of grey lights (MeshLighting.h): two numbers, diffuse and
/// specular.
namespace inkray
{

/// What a ray has gathered where its colour is a product: that of the transfer function, linear in the
/// scalar, times the diffuse light, plus the specular light, both linear along each segment.
///
/// In a part within one piece, colour times light is a polynomial of second degree of the share x of the
/// way, and its integral over the absorbed light dA = -dT takes the moments
///   W = T0 - T1,   M1 = integral of x dA = T0 Psi - T1,   M2 = integral of x^2 dA = 2 T0 Psi1 - T1
/// with Psi and Psi1 the integrals of the transmittance within the part, and of x times that.
struct ShadedIntegral
{
  float red, green, blue; ///< gathered colour, premultiplied
  float transmittance;
  PiecePlace place;
  float attenuationMiddle, attenuationSlope, attenuation; ///< of the piece, and reached
  Floats<2> light;                                        ///< where the ray stands
  Floats<2> cutLight;                                     ///< at the end of a cut segment

  INKRAY_HD void clear()
  {
    red = green = blue = 0.0f;
    transmittance = 1.0f;
    attenuationMiddle = attenuationSlope = attenuation = 0.0f;
    place.standAt(0.0f);
  }
  INKRAY_HD Float4 pixel() const { return { red, green, blue, 1.0f - transmittance }; }

  /// The next segment: scalar and light go linearly to s and `end`; length in world units times log2(e). NaN
  /// at either end: transparent.
  INKRAY_HD void add(const PiecewiseView& view, float s, const Floats<2>& end, float length)
  {
    if (!place.holds(s))
    {
      if (!(s == s) || !(place.u == place.u))
      {
        place.standAt(s);
        light = end;
        return;
      }
      if (place.piece < 0)
        this->enter(view, findPiece(view, place.u), place.u);
      for (;;)
      {
        const float share = place.shareToKnot(view, s);
        if (share > 1.0f)
          break;
        const int next = place.next(s);
        this->addPart(view, place.knot(s), mixed(light, end, share), share * length);
        length -= share * length;
        this->enter(view, next, place.scalar());
      }
    }
    this->addPart(view, s - place.middle, end, length);
  }

  INKRAY_HD static Floats<2> mixed(const Floats<2>& a, const Floats<2>& b, float share)
  {
    Floats<2> m;
    INKRAY_UNROLL
    for (int k = 0; k < 2; ++k)
      m.value[k] = multiplyAdd(b.value[k] - a.value[k], share, a.value[k]);
    return m;
  }

private:
  INKRAY_HD void enter(const PiecewiseView& view, int index, float s)
  {
    place.enter(view, index, s);
    attenuationMiddle = view.pieces[index].attenuation;
    attenuationSlope = view.pieces[index].attenuationSlope;
    attenuation = multiplyAdd(attenuationSlope, place.u, attenuationMiddle);
  }

  INKRAY_HD void addPart(const PiecewiseView& view, float uEnd, const Floats<2>& end, float length)
  {
    const float attenuationEnd = multiplyAdd(attenuationSlope, uEnd, attenuationMiddle);
    const float a = attenuation * length;
    const float h = 0.5f * multiplyAdd(attenuationEnd, length, -a);
    if (a + h > 0.0f)
    {
      const PsiMoments psi = psiMomentsOfSegment(a, h, transmittance);
      const float behind = transmittance * exp2Fast(-(a + h));
      const float weight = transmittance - behind;
      const float first = multiplyAdd(transmittance, psi.psi, -behind);
      const float second = multiplyAdd(2.0f * transmittance, psi.first, -behind);
      const TransferFunctionPiece& p = view.pieces[place.piece];
      const float du = uEnd - place.u;
      const auto channel = [&](float middle, float slope) {
        const float c = multiplyAdd(slope, place.u, middle), dc = slope * du;
        const float f = light.value[0], df = end.value[0] - f;
        const float b = light.value[1], db = end.value[1] - b;
        return multiplyAdd(multiplyAdd(c, f, b), weight,
          multiplyAdd(multiplyAdd(c, df, multiplyAdd(dc, f, db)), first, dc * df * second));
      };
      red += channel(p.red, p.redSlope);
      green += channel(p.green, p.greenSlope);
      blue += channel(p.blue, p.blueSlope);
      transmittance = behind;
    }
    place.u = uEnd;
    attenuation = attenuationEnd;
    light = end;
  }
};

/// Values at the points, and at each vertex the light that its gradient reflects (MeshLighting.h), both
/// linear in each cell.
struct ShadedPointValues
{
  PiecewiseView pieces;
  const float* light; ///< 2 per vertex
  using State = ShadedIntegral;
  using Extra = VertexFloats<2>;
  INKRAY_HD Extra extra() const { return { {}, light }; }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float scalar) const
  {
    ray.place.standAt(scalar);
    ray.light = at.extraAhead();
  }
  INKRAY_HD void leave(State&) const {}
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell& at, float from, float to, Segment& segment) const
  {
    const SegmentShare share(from, to, segment);
    const float s = ray.place.scalar();
    const Floats<2> light = ray.light, end = at.extraAhead();
    ray.place.standAt(share.atBegin(s, segment.scalar));
    ray.light = State::mixed(light, end, share.begin);
    segment.scalar = share.atEnd(s, segment.scalar);
    ray.cutLight = State::mixed(light, end, share.end);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    if (isSeen(segment))
      ray.add(pieces, segment.scalar, this->lightAtEnd(ray, at, segment), segment.length);
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float scalar) const
  {
    this->enter(ray, at, scalar);
  }

private:
  /// The light where a whole segment ends, or what is seen of it.
  template <class Cell>
  INKRAY_HD static Floats<2> lightAtEnd(const State& ray, const Cell& at, const Segment& segment)
  {
    return segment.isCut ? ray.cutLight : at.extraAhead();
  }
};

/// Values at the points, and on each cell the light that its own gradient reflects.
struct FlatShadedPointValues
{
  PiecewiseView pieces;
  const float* light; ///< 2 per cell
  using State = ShadedIntegral;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell&, float scalar) const
  {
    ray.place.standAt(scalar);
  }
  INKRAY_HD void leave(State&) const {}
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell&, float from, float to, Segment& segment) const
  {
    const SegmentShare share(from, to, segment);
    const float s = ray.place.scalar();
    ray.place.standAt(share.atBegin(s, segment.scalar));
    segment.scalar = share.atEnd(s, segment.scalar);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    if (!isSeen(segment))
      return;
    ray.light = VertexFloats<2>{ {}, light }.fetch(at.cell);
    ray.add(pieces, segment.scalar, ray.light, segment.length);
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell&, float scalar) const
  {
    ray.place.standAt(scalar);
  }
};

} // namespace inkray
