// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/VectorLanes.h"
#include "Renderers/MeshVolume/Packets/CastPackets.h"

#if INKRAY_LANES == 8
#pragma GCC push_options
#pragma GCC target("avx2")
#elif INKRAY_LANES == 16
#pragma GCC push_options
#pragma GCC target("avx2,avx512f,avx512bw,avx512dq,avx512vl")
#endif

namespace inkray
{
namespace
{

using namespace vector_lanes;
using vector_lanes::Floats; // not inkray::Floats

/// The states of an integrator for the rays of a packet: base of the classes below. Each has visit(lanes,
/// ray, with), which calls with(array of all lanes, number of the ray) for each number of a ray's state.
template <class Gathered, class Chosen>
class GatheredWith
{
public:
  using Integrator = Chosen;
  using Ray = typename Integrator::State;
  explicit GatheredWith(const Integrator& integrator)
    : integrator_(integrator)
  {
  }
  const Integrator& integrator() const { return integrator_; }
  const Floats& transmittance() const { return transmittance_; }

  /// get: copy a ray out of its lane. put: copy it back. Not inlined: a call frees the vector registers with
  /// the numbers of all lanes, for which the code of single rays would otherwise wait.
  [[gnu::noinline]] Ray get(int lane) const
  {
    Ray ray;
    ray.clear();
    Gathered::visit(static_cast<const Gathered&>(*this), ray,
      [lane](const auto& ofLanes, auto& ofRay) { ofRay = ofLanes[lane]; });
    return ray;
  }
  [[gnu::noinline]] void put(int lane, const Ray& ray)
  {
    Gathered::visit(static_cast<Gathered&>(*this), ray,
      [lane](auto& ofLanes, const auto& ofRay) { ofLanes[lane] = ofRay; });
  }

protected:
  Integrator integrator_;
  Floats transmittance_ = {};
};

/// The rays of a packet with PointValues. Few rays meet knots and dense segments at a time. These rays are
/// integrated one by one, with the functions of single rays.
class GatheredByKnots : public GatheredWith<GatheredByKnots, PointValues>
{
public:
  explicit GatheredByKnots(const Integrator& integrator)
    : GatheredWith(integrator)
  {
  }

  /// RayIntegral::add for the rays of a mask.
  void add(Mask takes, const Words&, const Floats& scalar, Floats length)
  {
    forLanes(takes & ~(magnitude(scalar - middle_) <= half_), [&](int lane) {
      RayIntegral ray = this->get(lane);
      float rest = length[lane];
      takes[lane] = ray.cross(integrator_.pieces, scalar[lane], rest) ? -1 : 0;
      length[lane] = rest;
      this->put(lane, ray);
    });
    const Floats place = scalar - middle_;
    const Floats attenuation = slope_ * place + attenuationMiddle_;
    const Floats a = attenuation_ * length;
    const Floats h = 0.5f * (attenuation * length - a);
    const float n0 = 0.21132486540518713f, n1 = 0.7886751345948129f;
    Floats psi = 0.5f * (power(-((h * n0 + a) * n0)) + power(-((h * n1 + a) * n1)));
    const Mask isDense = takes & (a + h > 0.12f) & (transmittance_ > 1e-8f);
    if (bitsOfMask(isDense) != 0)
      this->addDense(psi, isDense, a, h);
    const Floats runSum = transmittance_ * (place - place_) * psi + runSum_;
    runSum_ = takes ? runSum : runSum_;
    transmittance_ = takes ? transmittance_ * power(-(a + h)) : transmittance_;
    place_ = takes ? place : place_;
    attenuation_ = takes ? attenuation : attenuation_;
  }

  /// PointValues::resume for the rays of a mask.
  void resume(const Mask& here, const Floats& scalar)
  {
    forLanes(here & (half_ >= 0.0f), [&](int lane) {
      RayIntegral ray = this->get(lane);
      ray.end(integrator_.pieces);
      this->put(lane, ray);
    });
    middle_ = here ? Floats{} : middle_;
    place_ = here ? scalar : place_;
    half_ = here ? Floats{} - 1.0f : half_;
  }

  template <class Lanes, class Ray, class With>
  static void visit(Lanes& of, Ray& ray, const With& with)
  {
    with(of.red_, ray.red);
    with(of.green_, ray.green);
    with(of.blue_, ray.blue);
    with(of.transmittance_, ray.transmittance);
    with(of.runSum_, ray.runSum);
    with(of.middle_, ray.middle);
    with(of.half_, ray.half);
    with(of.attenuationMiddle_, ray.attenuationMiddle);
    with(of.slope_, ray.attenuationSlope);
    with(of.place_, ray.u);
    with(of.attenuation_, ray.attenuation);
    with(of.piece_, ray.piece);
  }

private:
  /// psiOfDenseSegment for the rays of a mask.
  void addDense(Floats& psi, const Mask& isDense, const Floats& a, const Floats& h)
  {
    const float node[2] = { 0.06943184420297371f, 0.33000947820757187f };
    const float weight[2] = { 0.17392742256872692f, 0.32607257743127307f };
    Floats sum = {};
    for (int n = 0; n < 2; ++n)
    {
      const float x = node[n], y = 1.0f - node[n];
      sum += weight[n] * (power(-((a + h * x) * x)) + power(-((a + h * y) * y)));
    }
    psi = isDense ? sum : psi;
    forLanes(isDense & (a + h > 2.0f), [&](int lane) { psi[lane] = psiOfDenseSegment(a[lane], h[lane]); });
  }

  Floats runSum_ = {}, middle_ = {}, half_ = {}, attenuationMiddle_ = {}, slope_ = {}, place_ = {},
         attenuation_ = {};
  float red_[lanes] = {}, green_[lanes] = {}, blue_[lanes] = {};
  int piece_[lanes] = {};
};

/// The rays of a packet with TabulatedValues.
class GatheredByTable : public GatheredWith<GatheredByTable, TabulatedValues>
{
public:
  explicit GatheredByTable(const Integrator& integrator)
    : GatheredWith(integrator)
  {
  }

  /// TabulatedIntegral::add for the rays of a mask.
  void add(const Mask& all, const Words&, const Floats& scalar, Floats length)
  {
    const Place end = this->lookUp(scalar);
    Way way = this->wayTo(end, length);
    const Mask isAtKink = all & way.isAtKink, takes = all & ~isAtKink;
    forLanes(isAtKink, [&](int lane) { this->addExactly(lane, scalar[lane], length[lane]); });
    const Floats ofDepth = way.depth * integrator_.table.partsPerDepth,
                 spread = way.depth * magnitude(scalar - place_.scalar) * integrator_.table.spreadPerScalar;
    const Floats most = ofDepth > spread ? ofDepth : spread;
    const Mask isSplit = takes & (most >= 1.0f) & (transmittance_ > faintLight),
               isKnown = takes & ((most < 1.0f) | (most >= 1.0f));
    const Mask isFaint = isKnown & ~isSplit & (most >= 1.0f) & (way.depth > greatestDepth);
    if (bitsOfMask(isFaint) != 0)
    {
      length = isFaint ? greatestDepth / way.mean : length;
      way.depth = length * way.mean;
    }
    if (bitsOfMask(isSplit) == 0)
      this->addPart(isKnown, end, length, way);
    else
    {
      Floats parts = {};
      forLanes(isSplit, [&](int lane) { parts[lane] = partsOf(ofDepth[lane], spread[lane]); });
      const Mask isExact = isSplit & (parts >= mostParts);
      forLanes(isExact, [&](int lane) { this->addExactly(lane, scalar[lane], length[lane]); });
      this->addParts(isKnown & ~isExact, parts, end, length);
    }
    this->standAt(all, end);
  }

  /// TabulatedValues::resume for the rays of a mask.
  [[gnu::noinline]] void resume(const Mask& here, const Floats& scalar)
  {
    this->standAt(here, this->lookUp(scalar));
  }

  template <class Lanes, class Ray, class With>
  static void visit(Lanes& of, Ray& ray, const With& with)
  {
    with(of.color_[0], ray.red);
    with(of.color_[1], ray.green);
    with(of.color_[2], ray.blue);
    with(of.transmittance_, ray.transmittance);
    with(of.place_.scalar, ray.place.scalar);
    with(of.place_.smooth, ray.place.smooth);
    for (int c = 0; c < 4; ++c)
    {
      with(of.place_.integral[c], ray.place.integral[c]);
      with(of.place_.value[c], ray.place.value[c]);
    }
  }

private:
  /// TabulatedPlace for each lane.
  struct Place
  {
    Floats scalar, integral[4], value[4], smooth;
  };
  /// The way from a ray's place to another one. isShort: its means are the means of both ends. isAtKink:
  /// these means are wrong, because a kink is between the ends. mean: attenuation; depth: optical depth.
  struct Way
  {
    Mask isShort, isAtKink;
    Floats perDistance, mean, depth;
  };

  INKRAY_INLINED Place lookUp(const Floats& s) const
  {
    const TabulatedView& view = integrator_.table;
    const Floats x = (s - view.origin) * view.perScalar;
    Floats within = x > 0.0f ? x : Floats{};
    within = within < view.lastCell ? within : Floats{} + view.lastCell;
    const Mask cell = __builtin_convertvector(within, Mask);
    Words first;
    memcpy(&first, &cell, sizeof first);
    first = gather(view.blockOfCell, first);
    const Mask isBehind = s >= gather(&view.pieces->end, first * (sizeof(TabulatedInterval) / sizeof(float)));
    Words behind;
    memcpy(&behind, &isBehind, sizeof behind);
    const Words bytes = (first - behind) * static_cast<std::uint32_t>(sizeof(TabulatedInterval));
    std::uint32_t offsets[lanes];
    memcpy(offsets, &bytes, sizeof offsets);
    const auto load = [&](const float* ofFirst, Floats(&columns)[4]) INKRAY_INLINED {
      const char* const base = reinterpret_cast<const char*>(ofFirst);
      loadRowsAt([&](int lane)
                   INKRAY_INLINED { return reinterpret_cast<const float*>(base + offsets[lane]); },
        columns);
    };
    Floats begin[4], integral[4], value[4], halfSlope[4];
    load(&view.pieces->begin, begin);
    load(view.pieces->integral, integral);
    load(view.pieces->value, value);
    load(view.pieces->halfSlope, halfSlope);
    const Floats u = s - begin[0];
    Place place;
    place.scalar = s;
    place.smooth = begin[2];
    for (int c = 0; c < 4; ++c)
    {
      const Floats rise = u * halfSlope[c];
      place.integral[c] = integral[c] + u * (value[c] + rise);
      place.value[c] = value[c] + (rise + rise);
    }
    return place;
  }

  void standAt(const Mask& here, const Place& place)
  {
    place_.scalar = here ? place.scalar : place_.scalar;
    place_.smooth = here ? place.smooth : place_.smooth;
    for (int c = 0; c < 4; ++c)
    {
      place_.integral[c] = here ? place.integral[c] : place_.integral[c];
      place_.value[c] = here ? place.value[c] : place_.value[c];
    }
  }

  Floats meanTo(const Place& end, int channel, const Way& way) const
  {
    return way.isShort ? 0.5f * (place_.value[channel] + end.value[channel])
                       : (end.integral[channel] - place_.integral[channel]) * way.perDistance;
  }
  Way wayTo(const Place& end, const Floats& length) const
  {
    const Floats distance = end.scalar - place_.scalar;
    Way way;
    // The same as resolvedAt, for all rays of the packet.
    const TabulatedView& view = integrator_.table;
    const Floats beyond = (magnitude(end.scalar - view.middle) - view.half) * resolvedShareBeyond;
    way.isShort = (magnitude(distance) < view.resolved) | (magnitude(distance) < beyond);
    way.isAtKink = way.isShort & (end.smooth != place_.smooth);
    way.perDistance = 1.0f / distance;
    way.mean = this->meanTo(end, 3, way);
    way.depth = length * way.mean;
    return way;
  }

  /// Add segments in parts, one more than `parts` tells. The last parts end at `end`.
  [[gnu::noinline]] void addParts(
    const Mask& takes, const Floats& parts, const Place& end, const Floats& length)
  {
    const Mask count = __builtin_convertvector(parts, Mask) + 1;
    const Floats begin = place_.scalar, share = 1.0f / __builtin_convertvector(count, Floats),
                 part = length * share;
    for (int k = 1;; ++k)
    {
      const Mask here = takes & (count >= k), goesOn = here & (count > k);
      if (bitsOfMask(here) == 0)
        break;
      const Floats to = goesOn ? begin + (end.scalar - begin) * (static_cast<float>(k) * share) : end.scalar;
      const Place next = bitsOfMask(goesOn) == 0 ? end : this->lookUp(to);
      const Way way = this->wayTo(next, part);
      const Floats spread = way.depth * magnitude(to - place_.scalar) * integrator_.table.spreadPerScalar;
      const Mask isDense =
        here & (count > 1) & (way.isAtKink | (way.depth > greatestDepth) | (spread >= 1.0f));
      forLanes(isDense, [&](int lane) { this->addExactly(lane, to[lane], part[lane]); });
      this->addPart(here & ~isDense, next, part, way);
      this->standAt(here, next);
    }
  }

  void addExactly(int lane, float scalar, float length)
  {
    TabulatedIntegral ray = this->get(lane);
    ray.addExactly(integrator_.pieces, scalar, length);
    this->put(lane, ray);
  }

  void addPart(const Mask& takes, const Place& end, const Floats& length, const Way& way)
  {
    const Floats t = way.depth;
    const float* const c = meanTransmittance;
    const Floats phi = ((c[5] * t + c[4]) * (t * t) + (c[3] * t + c[2])) * (t * t) + (c[1] * t + c[0]);
    // shareOfEnds for the packet.
    const Floats ofEnds = 0.5f * (place_.value[3] + end.value[3]), none = {}, one = none + 1.0f;
    const Floats ratio = ofEnds > way.mean ? way.mean / ofEnds : one;
    const Floats share = ((ratio > 0.0f) & (ratio < 1.0f)) ? ratio : ratio > 0.0f ? one : none;
    const Floats weight = transmittance_ * phi, twelfth = length * (1.0f / 12.0f * share);
    const Floats change = end.value[3] - place_.value[3];
    for (int channel = 0; channel < 3; ++channel)
    {
      const Floats emitted = length * this->meanTo(end, channel, way);
      const Floats spread = t * (end.value[channel] - place_.value[channel]) - emitted * change;
      const Floats color = color_[channel] + weight * (emitted - twelfth * spread);
      color_[channel] = takes ? color : color_[channel];
    }
    transmittance_ = takes ? transmittance_ - t * weight : transmittance_;
  }

  Floats color_[3] = {};
  Place place_ = {};
};

/// The rays of a packet with CellValues.
class GatheredOfCells : public GatheredWith<GatheredOfCells, CellValues>
{
public:
  explicit GatheredOfCells(const Integrator& integrator)
    : GatheredWith(integrator)
  {
  }

  /// RayIntegral::addConstant for the rays of a mask.
  void add(const Mask& takes, const Words& cell, const Floats&, const Floats& length)
  {
    const float* rows[lanes];
    for (int lane = 0; lane < lanes; ++lane)
      rows[lane] = &integrator_.colors[cell[lane]].x;
    Floats color[4];
    loadRows(rows, color);
    const Floats behind = transmittance_ * power(-color[3] * length), weight = transmittance_ - behind;
    for (int channel = 0; channel < 3; ++channel)
      color_[channel] = takes ? color[channel] * weight + color_[channel] : color_[channel];
    transmittance_ = takes ? behind : transmittance_;
  }
  void resume(const Mask&, const Floats&) {}

  template <class Lanes, class Ray, class With>
  static void visit(Lanes& of, Ray& ray, const With& with)
  {
    with(of.color_[0], ray.red);
    with(of.color_[1], ray.green);
    with(of.color_[2], ray.blue);
    with(of.transmittance_, ray.transmittance);
  }

private:
  Floats color_[3] = {};
};

/// Call cast(first, last) for the pixels of some neighboring tiles at a time, on several threads. Lanes rest
/// only at the end of these tiles.
template <class Cast>
void forTiles(HostBackend& backend, std::int64_t numPixels, const Cast& cast)
{
  constexpr std::int64_t size = 4 * tilePixels;
  backend.forEach<1>((numPixels + size - 1) / size, [&](std::int64_t i) {
    const std::int64_t first = i * size, end = first + size;
    cast(first, end < numPixels ? end : numPixels);
  });
}

} // namespace
} // namespace inkray

#if INKRAY_LANES >= 8
#pragma GCC pop_options
#endif
