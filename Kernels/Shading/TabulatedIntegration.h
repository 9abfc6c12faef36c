// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Shading/SegmentIntegration.h"
#include "Shading/TabulatedTransferFunction.h"

/// Emission and absorption along a ray through tets in which the scalar is linear, in a time that does not
/// depend on how many knots of the transfer function a segment crosses.
///
/// Along a segment of length l the scalar goes from s0 to s1. Its optical depth is t = l times the mean
/// attenuation between s0 and s1, and it emits E = l times the mean of the color times the attenuation. Both
/// are differences of tabulated integrals (TabulatedTransferFunction.h), so no knot is missed. If the whole
/// segment has one mean color, the light that leaves it is E phi(t) with phi(t) = (1 - e^-t) / t. If color
/// times attenuation and attenuation are linear, the light is, to the second order of t,
///   phi(t) (E - l (t (e1 - e0) - E (a1 - a0)) / 12),   e: color times attenuation, a: attenuation.
/// The correction is smaller for a segment that is brightest at its ends. For other functions the error is at
/// most a constant of the function times t^2 |s1 - s0|. The constant is known when the table is made, and
/// decides into how many parts a segment is split. A segment that is still too dense goes from knot to knot
/// (SegmentIntegration.h).
namespace inkray
{

/// (1 - e^-t) / t = the sum of c[k] t^k for t from 0 to 1.5, within 7e-7.
constexpr float meanTransmittance[6] = { 0.9999994f, -0.49997014f, 0.16642863f, -0.040964171f, 0.0073727788f,
  -0.00074621121f };

/// A scalar's place in a table: the integrals up to it, and the channels there.
struct TabulatedPlace
{
  float scalar, integral[4], value[4];
  float smooth; ///< number of the smooth part of the function
};

INKRAY_HD TabulatedPlace lookUp(const TabulatedView& view, float s)
{
  const TabulatedInterval* piece =
    view.pieces + view.blockOfCell[cellAt(view, (s - view.origin) * view.perScalar)];
  piece += s >= piece->end ? 1 : 0;
  const float u = s - piece->begin;
  TabulatedPlace place;
  place.scalar = s;
  place.smooth = piece->smooth;
  for (int c = 0; c < 4; ++c)
  {
    const float rise = u * piece->halfSlope[c];
    place.integral[c] = piece->integral[c] + u * (piece->value[c] + rise);
    place.value[c] = piece->value[c] + (rise + rise);
  }
  return place;
}

/// Segments of more parts, and parts of a greater optical depth, are integrated from knot to knot.
constexpr float mostParts = 8.0f, greatestDepth = 1.5f;
/// Below this transmittance, segments are not split, but end at the greatest depth.
constexpr float faintLight = 1e-5f;

/// The number of parts of a segment; the caller rounds it down and adds one.
INKRAY_HD float partsOf(float ofDepth, float spread)
{
  const float ofSpread = sqrtf(spread);
  return ofDepth > ofSpread ? ofDepth : ofSpread;
}

/// The mean relative to the mean of both ends, if it is less, from 0 to 1; otherwise 1. Rounding may make
/// ends without light slightly negative.
INKRAY_HD float shareOfEnds(float mean, float ofEnds)
{
  const float share = ofEnds > mean ? mean / ofEnds : 1.0f;
  return share > 0.0f && share < 1.0f ? share : share > 0.0f ? 1.0f : 0.0f;
}

/// Color that a ray has gathered, and the ray's place.
struct TabulatedIntegral
{
  float red, green, blue; ///< gathered color, premultiplied
  float transmittance;    ///< share of the light from behind that still passes
  TabulatedPlace place;   ///< NaN if there is no value

  INKRAY_HD void clear()
  {
    red = green = blue = 0.0f;
    transmittance = 1.0f;
    place = {};
  }
  INKRAY_HD Float4 pixel() const { return { red, green, blue, 1.0f - transmittance }; }

  /// Add the next segment: the scalar goes linearly from the end of the last one to s. `length`: in world
  /// units times log2(e). NaN at either end: transparent.
  INKRAY_HD void add(const TabulatedView& view, const PiecewiseView& pieces, float s, float length)
  {
    const TabulatedPlace end = lookUp(view, s);
    const float distance = s - place.scalar;
    const float mean = this->meanTo(view, end, 3, distance), depth = length * mean;
    const float ofDepth = depth * view.partsPerDepth, spread = depth * fabsf(distance) * view.spreadPerScalar;
    const float most = ofDepth > spread ? ofDepth : spread;
    if (fabsf(distance) < resolvedAt(view, s) && end.smooth != place.smooth)
      this->addExactly(pieces, s, length);
    else if (most >= 1.0f && transmittance > faintLight)
    {
      const float parts = partsOf(ofDepth, spread);
      if (parts < mostParts)
        this->addParts(view, pieces, s, length, static_cast<int>(parts) + 1);
      else
        this->addExactly(pieces, s, length);
    }
    else if (most < 1.0f)
      this->addPart(view, end, length);
    else if (most >= 1.0f)
      this->addPart(view, end, depth > greatestDepth ? greatestDepth / mean : length);
    place = end;
  }

  /// Integrate from knot to knot; the ray's place does not change.
  INKRAY_HD void addExactly(const PiecewiseView& pieces, float s, float length)
  {
    RayIntegral exact;
    exact.clear();
    exact.red = red;
    exact.green = green;
    exact.blue = blue;
    exact.transmittance = transmittance;
    exact.standAt(place.scalar);
    exact.add(pieces, s, length);
    exact.end(pieces);
    red = exact.red;
    green = exact.green;
    blue = exact.blue;
    transmittance = exact.transmittance;
  }

private:
  /// The mean of a channel between the ray's place and `end`.
  INKRAY_HD float meanTo(
    const TabulatedView& view, const TabulatedPlace& end, int channel, float distance) const
  {
    return fabsf(distance) < resolvedAt(view, end.scalar)
      ? 0.5f * (place.value[channel] + end.value[channel])
      : (end.integral[channel] - place.integral[channel]) * (1.0f / distance);
  }

  INKRAY_HD void addParts(
    const TabulatedView& view, const PiecewiseView& pieces, float s, float length, int parts)
  {
    const float begin = place.scalar, share = 1.0f / static_cast<float>(parts), part = length * share;
    for (int k = 1; k <= parts; ++k)
    {
      const float to = k < parts ? begin + (s - begin) * (static_cast<float>(k) * share) : s;
      const TabulatedPlace end = lookUp(view, to);
      // In a dense or narrow segment, a single part may have nearly all of the depth.
      const float distance = to - place.scalar, depth = part * this->meanTo(view, end, 3, distance);
      const bool isAtKink = fabsf(distance) < resolvedAt(view, to) && end.smooth != place.smooth;
      if (isAtKink || depth > greatestDepth || depth * fabsf(distance) * view.spreadPerScalar >= 1.0f)
        this->addExactly(pieces, to, part);
      else
        this->addPart(view, end, part);
      place = end;
    }
  }

  INKRAY_HD void addPart(const TabulatedView& view, const TabulatedPlace& end, float length)
  {
    const float distance = end.scalar - place.scalar;
    const float mean = this->meanTo(view, end, 3, distance), t = length * mean;
    const float* const c = meanTransmittance;
    const float phi = ((c[5] * t + c[4]) * (t * t) + (c[3] * t + c[2])) * (t * t) + (c[1] * t + c[0]);
    const float weight = transmittance * phi,
                twelfth = length * (1.0f / 12.0f * shareOfEnds(mean, 0.5f * (place.value[3] + end.value[3])));
    const float change = end.value[3] - place.value[3];
    float* const colors[3] = { &red, &green, &blue };
    for (int channel = 0; channel < 3; ++channel)
    {
      const float emitted = length * this->meanTo(view, end, channel, distance);
      const float spread = t * (end.value[channel] - place.value[channel]) - emitted * change;
      *colors[channel] += weight * (emitted - twelfth * spread);
    }
    transmittance -= t * weight;
  }
};

} // namespace inkray
