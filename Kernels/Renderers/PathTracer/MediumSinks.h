// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/OpticalDepth.h"
#include "Shading/SegmentIntegration.h"

#include <cmath>

/// Sinks integrate along a ray through a medium. A march calls a sink, in the order of the ray's parameter t,
///   enter(t, s)  the medium begins, with scalar s
///   to(t, s)     the scalar goes linearly up to t, where it is s; false: nothing behind can be seen
///   leave()      the medium ends
/// any number of times; a scalar that is constant in each cell makes one run for each cell. Scalars are in
/// the units of the sink's transfer function; NaN is transparent.
namespace inkray
{

/// A march as a function call of its own, in the kernels that call rather than inline it. Arguments and
/// results are passed by value: ptxas (CUDA 13.0) keeps a pointer to the caller's local memory in a uniform
/// register while it calls functions that use the same register.
template <class Sink, class March>
INKRAY_HD_NOINLINE Sink callMarch(Sink sink, March march)
{
  march(sink);
  return sink;
}
template <class Geometry, class Sink, class March>
INKRAY_HD void runMarch(Sink& sink, const March& march)
{
  if constexpr (Geometry::callsSearches)
    sink = callMarch(sink, march);
  else
    march(sink);
}

/// Smaller transmittances count as 0.
constexpr float opaqueTransmittance = 1e-6f;
constexpr float opaqueOpticalDepth = 20.0f; ///< the same as an optical depth in powers of two

/// Light and transmittance, exact for scalars that are linear between the march's points.
struct LightSink
{
  PiecewiseView function;
  RayIntegral light;
  float perParameter, t, enough;

  /// `length`: of a step of the parameter, in world units times log2(e). `least`: the transmittance below
  /// which the march may end.
  INKRAY_HD void begin(float length, float least)
  {
    light.clear();
    perParameter = length;
    enough = least;
    t = 0.0f;
  }
  INKRAY_HD void enter(float at, float s)
  {
    light.standAt(s);
    t = at;
  }
  INKRAY_HD bool to(float at, float s)
  {
    light.add(function, s, (at - t) * perParameter);
    t = at;
    return light.transmittance > enough;
  }
  INKRAY_HD void leave() { light.end(function); }
};

/// The optical depth alone, summed over any number of media.
struct DepthSink
{
  PiecewiseView function;
  OpticalDepth depth;
  float perParameter, t;

  INKRAY_HD void begin(float length)
  {
    depth.clear();
    perParameter = length;
    t = 0.0f;
  }
  INKRAY_HD void enter(float at, float s)
  {
    depth.standAt(s);
    t = at;
  }
  INKRAY_HD bool to(float at, float s)
  {
    depth.add(function, s, (at - t) * perParameter);
    t = at;
    return depth.depth < opaqueOpticalDepth;
  }
  INKRAY_HD void leave() {}
};

constexpr int stepsAtATime = 32, maxSteps = 4096;

/// Add a medium's light and transmittance to the sums of the media in a step (x, y, z: colour times optical
/// depth; w: optical depth). A medium of constant colour c and optical depth d gives
/// c (1 - 2^-d): c d is taken from its light as if it were one.
INKRAY_HD void addToStep(const RayIntegral& medium, Float4& step)
{
  const float transmittance = maximum(medium.transmittance, 1e-9f);
  if (!(transmittance < 1.0f))
    return;
  const float depth = -log2f(transmittance), share = depth / (1.0f - transmittance);
  step = { multiplyAdd(share, medium.red, step.x), multiplyAdd(share, medium.green, step.y),
    multiplyAdd(share, medium.blue, step.z), step.w + depth };
}

/// Continue a ray through a step in which its media are evenly mixed.
INKRAY_HD void passStep(const Float4& step, Float3& light, float& transmittance)
{
  if (!(step.w > 0.0f))
    return;
  const float behind = exp2Fast(-step.w);
  const float weight = transmittance * (1.0f - behind) / step.w;
  light = { multiplyAdd(weight, step.x, light.x), multiplyAdd(weight, step.y, light.y),
    multiplyAdd(weight, step.z, light.z) };
  transmittance *= behind;
}

/// Light and optical depth of each of several steps of equal length.
struct StepSink
{
  PiecewiseView function;
  RayIntegral light; ///< of the current step
  float perParameter, t, s;
  float first, step; ///< parameter at which steps begin, and the length of one
  Float4* steps;
  int current, count;
  float transmittance; ///< of the medium, in all steps up to the current one

  INKRAY_HD void begin(float length, float from, float stepLength, int number, Float4* sums)
  {
    light.clear();
    perParameter = length;
    first = from;
    step = stepLength;
    count = number;
    steps = sums;
    current = 0;
    t = s = 0.0f;
    transmittance = 1.0f;
  }
  INKRAY_HD void enter(float at, float scalar)
  {
    light.standAt(scalar);
    t = at;
    s = scalar;
  }
  /// Advance to the step in which the segment ends, through all earlier steps; steps that end before the
  /// segment begins stay empty.
  INKRAY_HD bool to(float at, float scalar)
  {
    const float perT = at > t ? (scalar - s) / (at - t) : 0.0f, from = t, scalarFrom = s;
    while (current + 1 < count && at > this->endOfStep())
    {
      const float end = this->endOfStep();
      if (end > t)
        this->add(end, multiplyAdd(end - from, perT, scalarFrom));
      light.end(function);
      this->nextStep();
      light.standAt(s);
    }
    this->add(at, scalar);
    return transmittance * light.transmittance > opaqueTransmittance;
  }
  INKRAY_HD void leave() { light.end(function); }
  INKRAY_HD void finish() { addToStep(light, steps[current]); }

private:
  INKRAY_HD float endOfStep() const { return multiplyAdd(static_cast<float>(current + 1), step, first); }
  INKRAY_HD void add(float at, float scalar)
  {
    light.add(function, scalar, (at - t) * perParameter);
    t = at;
    s = scalar;
  }
  INKRAY_HD void nextStep()
  {
    addToStep(light, steps[current]);
    transmittance *= light.transmittance;
    light.clear();
    ++current;
  }
};

} // namespace inkray
