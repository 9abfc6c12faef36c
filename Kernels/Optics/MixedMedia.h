// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

/// Emission and absorption where several media share a part of a ray: the limit of thin slabs of all of them
/// in turn. Attenuations and emitted lights add up,
///   dT = -T sum of a_i ds,   dC = T sum of a_i c_i ds,
/// that is, colors are mixed by attenuation. On a part, the color c_i and the attenuation a_i of each medium
/// are linear. The optical depth is then of second degree, and so is the emission E = sum of a_i c_i.
namespace inkray
{

/// One medium at both ends of a part: its color, and its attenuation times the part's length, in powers of
/// two.
struct MediumEnds
{
  Float4 first, last;
};

/// A total order of media by all numbers that the picture depends on.
INKRAY_HD bool isBefore(const MediumEnds& a, const MediumEnds& b)
{
  const float of[8] = { a.first.w, a.last.w, a.first.x, a.last.x, a.first.y, a.last.y, a.first.z, a.last.z };
  const float to[8] = { b.first.w, b.last.w, b.first.x, b.last.x, b.first.y, b.last.y, b.first.z, b.last.z };
  INKRAY_UNROLL
  for (int i = 0; i < 8; ++i)
    if (of[i] != to[i])
      return of[i] < to[i];
  return false;
}

/// Integrals of 1, x and x^2 times the transmittance 2^-q within a part, x from 0 to 1.
struct TransmittanceMoments
{
  float zeroth, first, second;

  INKRAY_HD void add(float x, float weight)
  {
    zeroth += weight;
    first = multiplyAdd(weight, x, first);
    second = multiplyAdd(weight * x, x, second);
  }
};

/// The moments for q(x) = a x + h x^2, which does not decrease. Up to q(1) = 0.06, they are terms of the
/// series up to q^2. Up to 0.36, they come from a Gauss-Legendre rule of three points, and beyond from rules
/// of four points on parts of depth 1.5. The relative error of the light is 2e-5. Light behind 24 halvings is
/// ignored.
INKRAY_HD TransmittanceMoments transmittanceMoments(float a, float h)
{
  TransmittanceMoments sum = { 0.0f, 0.0f, 0.0f };
  if (a + h <= 0.06f)
  {
    const float p = 0.6931471805599453f * a, r = 0.6931471805599453f * h;
    const float pp = 0.5f * p * p, pr = p * r, rr = 0.5f * r * r;
    sum.zeroth = 1.0f - p / 2.0f - r / 3.0f + pp / 3.0f + pr / 4.0f + rr / 5.0f;
    sum.first = 1.0f / 2.0f - p / 3.0f - r / 4.0f + pp / 4.0f + pr / 5.0f + rr / 6.0f;
    sum.second = 1.0f / 3.0f - p / 4.0f - r / 5.0f + pp / 5.0f + pr / 6.0f + rr / 7.0f;
    return sum;
  }
  if (a + h <= 0.36f)
  {
    const float x[3] = { 0.1127016653792583f, 0.5f, 0.8872983346207417f };
    const float w[3] = { 0.2777777777777778f, 0.4444444444444444f, 0.2777777777777778f };
    INKRAY_UNROLL
    for (int n = 0; n < 3; ++n)
      sum.add(x[n], w[n] * exp2Fast(-multiplyAdd(h, x[n], a) * x[n]));
    return sum;
  }
  const float node[4] = { 0.06943184420297371f, 0.33000947820757187f, 0.66999052179242813f,
    0.93056815579702629f };
  const float weight[4] = { 0.17392742256872692f, 0.32607257743127307f, 0.32607257743127307f,
    0.17392742256872692f };
  float from = 0.0f;
  for (int part = 0; part < 20 && from < 1.0f; ++part)
  {
    const float rate = multiplyAdd(2.0f * h, from, a), depth = multiplyAdd(h, from, a) * from;
    if (depth > 24.0f)
      break;
    // The width to a depth greater by 1.5 halvings. Without a solution, all that is left is thinner.
    const float discriminant = multiplyAdd(6.0f, h, rate * rate);
    const float sumOfRoots = discriminant >= 0.0f ? rate + sqrtf(discriminant) : 0.0f;
    const float left = 1.0f - from;
    const float width = 3.0f < left * sumOfRoots ? 3.0f / sumOfRoots : left;
    INKRAY_UNROLL
    for (int n = 0; n < 4; ++n)
    {
      const float x = multiplyAdd(width, node[n], from);
      sum.add(x, width * weight[n] * exp2Fast(-multiplyAdd(h, x, a) * x));
    }
    from = width < left ? from + width : 1.0f;
  }
  return sum;
}

/// Let a ray pass a part on which the attenuation is linear, from `first` to `last`, in powers of two for a
/// unit of length. Changes the transmittance, and returns its moments on the part, times ln 2 and the length.
/// Up to an optical depth of 0.05, they are those of the parabola through the transmittance at both ends and
/// in the middle. Their errors are less than 6e-6 of the zeroth, 3e-5 of the first and 4e-5 of the second.
INKRAY_HD TransmittanceMoments absorbPart(float first, float last, float length, float& transmittance)
{
  const float depth = 0.5f * length * (first + last);
  float scale = 0.6931471805599453f * length;
  TransmittanceMoments m;
  if (depth <= 0.05f)
  {
    const float middle = transmittance * exp2Fast(-0.125f * length * multiplyAdd(3.0f, first, last));
    const float behind = transmittance * exp2Fast(-depth);
    scale *= 1.0f / 6.0f;
    m.second = multiplyAdd(0.9f, behind, multiplyAdd(1.2f, middle, -0.1f * transmittance));
    m.first = multiplyAdd(2.0f, middle, behind);
    m.zeroth = multiplyAdd(2.0f, middle, m.first + transmittance);
    transmittance = behind;
  }
  else
  {
    m = transmittanceMoments(first * length, 0.5f * length * (last - first));
    scale *= transmittance;
    transmittance *= exp2Fast(-depth);
  }
  return { scale * m.zeroth, scale * m.first, scale * m.second };
}

/// The mixture of media: sums of their attenuations at both ends, and of their emissions at both ends and in
/// the middle. A sum of two media does not depend on their order.
struct MixedSums
{
  float first, last;
  Float3 emitted0, emitted, emitted1;

  INKRAY_HD void clear()
  {
    first = last = 0.0f;
    emitted0 = emitted = emitted1 = { 0.0f, 0.0f, 0.0f };
  }
  INKRAY_HD void add(const MediumEnds& medium)
  {
    const Float4 &a = medium.first, &b = medium.last;
    const float middle = 0.5f * (a.w + b.w);
    first += a.w;
    last += b.w;
    emitted0 = { emitted0.x + mulRounded(a.w, a.x), emitted0.y + mulRounded(a.w, a.y),
      emitted0.z + mulRounded(a.w, a.z) };
    emitted1 = { emitted1.x + mulRounded(b.w, b.x), emitted1.y + mulRounded(b.w, b.y),
      emitted1.z + mulRounded(b.w, b.z) };
    emitted = { emitted.x + mulRounded(middle, 0.5f * (a.x + b.x)),
      emitted.y + mulRounded(middle, 0.5f * (a.y + b.y)),
      emitted.z + mulRounded(middle, 0.5f * (a.z + b.z)) };
  }
};

/// The nodes of the Gauss-Legendre rule of three points on a part, as shares of its length.
struct MixedNodes
{
  static constexpr int count = 3;

  INKRAY_HD static float at(int node)
  {
    return node == 0 ? 0.1127016653792583f : node == 1 ? 0.5f : 0.8872983346207417f;
  }
};

/// A medium of any kind on a part, at the nodes: its color, and its attenuation times the length of the part,
/// in powers of two.
struct MediumSamples
{
  Float4 at[MixedNodes::count];
};

/// A total order of these samples, as of MediumEnds.
INKRAY_HD bool isBefore(const MediumSamples& a, const MediumSamples& b)
{
  for (int n = 0; n < MixedNodes::count; ++n)
  {
    const float of[4] = { a.at[n].w, a.at[n].x, a.at[n].y, a.at[n].z };
    const float to[4] = { b.at[n].w, b.at[n].x, b.at[n].y, b.at[n].z };
    INKRAY_UNROLL
    for (int i = 0; i < 4; ++i)
      if (of[i] != to[i])
        return of[i] < to[i];
  }
  return false;
}

/// Sums of sampled media at the nodes: attenuations and emission. The attenuation is of second degree at
/// most, so that three nodes give the exact optical depth.
struct SampledSums
{
  float attenuation[MixedNodes::count];
  Float3 emitted[MixedNodes::count];

  INKRAY_HD void clear()
  {
    for (int n = 0; n < MixedNodes::count; ++n)
    {
      attenuation[n] = 0.0f;
      emitted[n] = { 0.0f, 0.0f, 0.0f };
    }
  }
  INKRAY_HD void add(const MediumSamples& medium)
  {
    for (int n = 0; n < MixedNodes::count; ++n)
    {
      const Float4& m = medium.at[n];
      attenuation[n] += m.w;
      emitted[n] = { emitted[n].x + mulRounded(m.w, m.x), emitted[n].y + mulRounded(m.w, m.y),
        emitted[n].z + mulRounded(m.w, m.z) };
    }
  }
  INKRAY_HD float depth() const
  {
    return multiplyAdd(
      0.4444444444444444f, attenuation[1], 0.2777777777777778f * (attenuation[0] + attenuation[2]));
  }
};

/// The light that a ray through several media has gathered.
struct MixedRay
{
  float red, green, blue; ///< color multiplied by opacity
  float transmittance;

  INKRAY_HD void clear()
  {
    red = green = blue = 0.0f;
    transmittance = 1.0f;
  }
  INKRAY_HD Float4 pixel() const { return { red, green, blue, 1.0f - transmittance }; }

  /// Add a part that `count` media share. Sorts them if their order could change a bit of the result.
  INKRAY_HD void add(MediumEnds* media, int count)
  {
    for (int i = 1; i < count && count > 2; ++i) // a sum of two does not depend on their order
    {
      const MediumEnds moved = media[i];
      int to = i;
      for (; to > 0 && isBefore(moved, media[to - 1]); --to)
        media[to] = media[to - 1];
      media[to] = moved;
    }
    MixedSums sums;
    sums.clear();
    for (int i = 0; i < count; ++i)
      sums.add(media[i]);
    this->absorb(sums);
  }

  /// Add a part that `count` media of any kind share, and set its optical depth. If the part is too deep and
  /// `isTaken` is false, add nothing and return false. Up to a depth of 1, the relative error of the light is
  /// 1e-5.
  INKRAY_HD bool add(MediumSamples* media, int count, bool isTaken, float& depth)
  {
    for (int i = 1; i < count && count > 2; ++i)
    {
      const MediumSamples moved = media[i];
      int to = i;
      for (; to > 0 && isBefore(moved, media[to - 1]); --to)
        media[to] = media[to - 1];
      media[to] = moved;
    }
    SampledSums sums;
    sums.clear();
    for (int i = 0; i < count; ++i)
      sums.add(media[i]);
    depth = sums.depth();
    if (depth > 1.0f && !isTaken)
      return false;
    this->absorb(sums, depth);
    return true;
  }

  /// Absorb light on a part. `sums` are the sums over the media, which may be of any kind.
  INKRAY_HD void absorb(const SampledSums& sums, float depth)
  {
    // The depths in front of the nodes: integrals of the parabola through the attenuations.
    const float a = sums.attenuation[0], b = sums.attenuation[1], c = sums.attenuation[2];
    const float d0 =
      multiplyAdd(0.1388888888888889f, a, multiplyAdd(-0.0359766675249390f, b, 0.0097894440256020f * c));
    const float d1 =
      multiplyAdd(0.3002631949808646f, a, multiplyAdd(0.2222222222222222f, b, -0.0224854172030868f * c));
    const float d2 =
      multiplyAdd(0.2679883337521758f, a, multiplyAdd(0.4804211119693834f, b, 0.1388888888888889f * c));
    const float scale = 0.6931471805599453f * transmittance;
    const float w0 = 0.2777777777777778f * scale * exp2Fast(-d0),
                w1 = 0.4444444444444444f * scale * exp2Fast(-d1),
                w2 = 0.2777777777777778f * scale * exp2Fast(-d2);
    const auto with = [&](float sum, float e0, float e1, float e2) {
      return multiplyAdd(w0, e0, multiplyAdd(w1, e1, multiplyAdd(w2, e2, sum)));
    };
    red = with(red, sums.emitted[0].x, sums.emitted[1].x, sums.emitted[2].x);
    green = with(green, sums.emitted[0].y, sums.emitted[1].y, sums.emitted[2].y);
    blue = with(blue, sums.emitted[0].z, sums.emitted[1].z, sums.emitted[2].z);
    transmittance *= exp2Fast(-depth);
  }

  /// Absorb light on a part with these sums of linear media.
  INKRAY_HD void absorb(const MixedSums& sums)
  {
    const float first = sums.first, last = sums.last;
    const float depth = 0.5f * (first + last);
    if (!(depth > 0.0f))
      return;
    // The mixed color in the middle takes the absorbed light in closed form. The emission beyond that color
    // is of second degree and 0 in the middle, so that its values at both ends define it.
    const float behind = transmittance * exp2Fast(-depth);
    const float absorbed = transmittance - behind;
    float w0 = 0.0f, w1 = 0.0f;
    if (transmittance > 1e-8f)
    {
      const TransmittanceMoments m = transmittanceMoments(first, 0.5f * (last - first));
      const float scale = 0.6931471805599453f * transmittance;
      w0 = scale * multiplyAdd(2.0f, m.second, multiplyAdd(-3.0f, m.first, m.zeroth));
      w1 = scale * multiplyAdd(2.0f, m.second, -m.first);
    }
    const float inverse = 1.0f / depth;
    const auto with = [&](float sum, float e0, float e, float e1) {
      const float mixed = e * inverse;
      return multiplyAdd(mixed, absorbed,
        multiplyAdd(multiplyAdd(-mixed, first, e0), w0, multiplyAdd(multiplyAdd(-mixed, last, e1), w1, sum)));
    };
    red = with(red, sums.emitted0.x, sums.emitted.x, sums.emitted1.x);
    green = with(green, sums.emitted0.y, sums.emitted.y, sums.emitted1.y);
    blue = with(blue, sums.emitted0.z, sums.emitted.z, sums.emitted1.z);
    transmittance = behind;
  }
};

} // namespace inkray
