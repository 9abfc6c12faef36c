// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/VectorLanes.h"
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/Packets/CastPackets.h"

#if INKRAY_LANES == 8
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

namespace inkray
{
namespace
{

using namespace vector_lanes;
using vector_lanes::Floats; // not inkray::Floats

/// The cell that a ray crosses, for its integrator.
struct CrossedCell
{
  std::uint32_t cell;
};

/// What the rays of a packet gather with an integrator: base of the classes below, which say with
/// visit(lanes, ray, with) what numbers a ray has, by with(those of all lanes, that of the ray).
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

  /// A ray out of its lane, and back.
  Ray get(int lane) const
  {
    Ray ray;
    ray.clear();
    Gathered::visit(static_cast<const Gathered&>(*this), ray,
      [lane](const auto& ofLanes, auto& ofRay) { ofRay = ofLanes[lane]; });
    return ray;
  }
  void put(int lane, const Ray& ray)
  {
    Gathered::visit(static_cast<Gathered&>(*this), ray,
      [lane](auto& ofLanes, const auto& ofRay) { ofLanes[lane] = ofRay; });
  }

protected:
  Integrator integrator_;
  Floats transmittance_ = {};
};

/// What the rays of a packet gather with PointValues. What few rays meet at a time (knots, dense segments) is
/// done for each by itself, with the functions that single rays have.
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

/// What the rays of a packet gather with TabulatedValues.
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
  void resume(const Mask& here, const Floats& scalar) { this->standAt(here, this->lookUp(scalar)); }

  template <class Lanes, class Ray, class With>
  static void visit(Lanes& of, Ray& ray, const With& with)
  {
    with(of.colour_[0], ray.red);
    with(of.colour_[1], ray.green);
    with(of.colour_[2], ray.blue);
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
  /// TabulatedPlace of each.
  struct Place
  {
    Floats scalar = {}, integral[4] = {}, value[4] = {}, smooth = {};
  };
  /// The way to a place: whether it is so short that means are those of both
  /// ends; whether these err, as there is a kink between; its mean attenuation and optical depth.
  struct Way
  {
    Mask isShort, isAtKink;
    Floats perDistance, mean, depth;
  };

  Place lookUp(const Floats& s) const
  {
    const TabulatedView& view = integrator_.table;
    const Floats x = (s - view.origin) * view.perScalar;
    Floats within = x > 0.0f ? x : Floats{};
    within = within < view.lastCell ? within : Floats{} + view.lastCell;
    const Mask cell = __builtin_convertvector(within, Mask);
    const float *begins[lanes], *integrals[lanes], *values[lanes], *halfSlopes[lanes];
    for (int lane = 0; lane < lanes; ++lane)
    {
      const TabulatedPiece* piece = view.pieces + view.pieceOfCell[cell[lane]];
      piece += s[lane] >= piece->end ? 1 : 0;
      begins[lane] = &piece->begin;
      integrals[lane] = piece->integral;
      values[lane] = piece->value;
      halfSlopes[lane] = piece->halfSlope;
    }
    Floats begin[4], integral[4], value[4], halfSlope[4];
    loadRows(begins, begin);
    loadRows(integrals, integral);
    loadRows(values, value);
    loadRows(halfSlopes, halfSlope);
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
    way.isShort = magnitude(distance) < integrator_.table.resolved;
    way.isAtKink = way.isShort & (end.smooth != place_.smooth);
    way.perDistance = 1.0f / distance;
    way.mean = this->meanTo(end, 3, way);
    way.depth = length * way.mean;
    return way;
  }

  /// Segments in parts, one more than `parts` tells; the last go to `end`.
  void addParts(const Mask& takes, const Floats& parts, const Place& end, const Floats& length)
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
    // shareOfEnds of the packet.
    const Floats ofEnds = 0.5f * (place_.value[3] + end.value[3]), none = {}, one = none + 1.0f;
    const Floats ratio = ofEnds > way.mean ? way.mean / ofEnds : one;
    const Floats share = (ratio > 0.0f) & (ratio < 1.0f) ? ratio : ratio > 0.0f ? one : none;
    const Floats weight = transmittance_ * phi, twelfth = length * (1.0f / 12.0f * share);
    const Floats change = end.value[3] - place_.value[3];
    for (int channel = 0; channel < 3; ++channel)
    {
      const Floats emitted = length * this->meanTo(end, channel, way);
      const Floats spread = t * (end.value[channel] - place_.value[channel]) - emitted * change;
      const Floats colour = colour_[channel] + weight * (emitted - twelfth * spread);
      colour_[channel] = takes ? colour : colour_[channel];
    }
    transmittance_ = takes ? transmittance_ - t * weight : transmittance_;
  }

  Floats colour_[3] = {};
  Place place_;
};

/// What the rays of a packet gather with CellValues.
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
      rows[lane] = &integrator_.colours[cell[lane]].x;
    Floats colour[4];
    loadRows(rows, colour);
    const Floats behind = transmittance_ * power(-colour[3] * length), weight = transmittance_ - behind;
    for (int channel = 0; channel < 3; ++channel)
      colour_[channel] = takes ? colour[channel] * weight + colour_[channel] : colour_[channel];
    transmittance_ = takes ? behind : transmittance_;
  }
  void resume(const Mask&, const Floats&) {}

  template <class Lanes, class Ray, class With>
  static void visit(Lanes& of, Ray& ray, const With& with)
  {
    with(of.colour_[0], ray.red);
    with(of.colour_[1], ray.green);
    with(of.colour_[2], ray.blue);
    with(of.transmittance_, ray.transmittance);
  }

private:
  Floats colour_[3] = {};
};

/// A packet of rays on its way through the mesh: march (March.h), statement by statement. A ray that is done
/// gives its lane to the next pixel of the tile. What few rays meet at a time (entries, ties, limits) is done
/// for each by itself, with the functions that single rays have.
template <bool Parallel, class View, class Gathered>
class Packet
{
public:
  using Integrator = typename Gathered::Integrator;
  using Ray = typename Integrator::State;

  Packet(const TetRays& rays, const Integrator& integrator)
    : rays_(rays)
    , gathered_(integrator)
  {
  }

  /// Pixels from first to last, in the order of tiles.
  void cast(std::int64_t first, std::int64_t last)
  {
    next_ = first;
    last_ = last;
    for (int lane = 0; lane < lanes; ++lane)
      this->start(lane);
    while (bitsOfMask(isActive_) != 0)
    {
      forLanes(isActive_ & (linkFace_ >= removedLink), [&](int lane) { this->enter(lane); });
      if (bitsOfMask(isActive_) != 0)
        this->step();
    }
  }

private:
  struct Corner
  {
    Floats x = {}, y = {}, depth = {}, scalar = {};
  };

  /// The next pixel of the tile whose ray meets the mesh; the lane rests where there is none.
  void start(int lane)
  {
    const MeshCamera& camera = rays_.camera;
    isActive_[lane] = 0;
    linkFace_[lane] = vertex_[lane] = 0;
    while (next_ < last_)
    {
      int x, y;
      if (!rays_.pixelAt(next_++, x, y))
        continue;
      const auto pixel = static_cast<std::uint32_t>(y * camera.width + x);
      entry_[lane] = rays_.starts[pixel];
      entriesEnd_[lane] = rays_.starts[pixel + 1];
      const float u = pixelU(camera, x), v = pixelV(camera, y);
      typename View::Limits limits = {};
      rays_.limit(pixel, limits);
      if (entry_[lane] == entriesEnd_[lane] || !View::limit(rays_.cut, u, v, limits))
      {
        rays_.image[pixel] = { 0.0f, 0.0f, 0.0f, 0.0f };
        continue;
      }
      pixel_[lane] = pixel;
      u_[lane] = u;
      v_[lane] = v;
      near_[lane] = limits.nearDepth;
      far_[lane] = limits.farDepth;
      lengthScale_[lane] = lengthPerDepth(camera, u, v) * 1.4426950408889634f;
      depth_[lane] = 0.0f;
      steps_[lane] = 0;
      linkFace_[lane] = boundaryLink;
      Ray ray;
      ray.clear();
      gathered_.put(lane, ray);
      isActive_[lane] = -1;
      return;
    }
  }

  /// On to the next entry of the lane's pixel, or to the next pixel.
  void enter(int lane)
  {
    while (isActive_[lane])
    {
      Ray ray = gathered_.get(lane);
      gathered_.integrator().leave(ray);
      if (entry_[lane] != entriesEnd_[lane])
      {
        const PixelIntersection next = rays_.intersections[entry_[lane]++];
        if (next.depth < far_[lane])
        {
          TetCell<FixedProjection<Parallel>> cell(rays_.camera, rays_.mesh, u_[lane], v_[lane]);
          cell.enter(next.face);
          float depth, scalar;
          cell.locate(depth, scalar);
          depth_[lane] = depth;
          gathered_.integrator().enter(ray, CrossedCell{}, scalar);
          gathered_.put(lane, ray);
          this->putFace(lane, cell.face);
          linkFace_[lane] = cell.link.x;
          vertex_[lane] = cell.link.y;
          crossedDepth_[lane] = 0.0f;
          return;
        }
      }
      this->finish(lane, ray);
    }
  }

  /// The ray is done.
  void finish(int lane, Ray& ray)
  {
    gathered_.integrator().leave(ray);
    rays_.image[pixel_[lane]] = gathered_.integrator().pixel(ray);
    rays_.count(steps_[lane]);
    this->start(lane);
  }

  /// Each ray through the tet behind its face.
  void step()
  {
    // The vertex behind, in ray space.
    Corner d;
    {
      const float* rows[lanes];
      for (int lane = 0; lane < lanes; ++lane)
        rows[lane] = &rays_.mesh.vertices[vertex_[lane]].x;
      Floats p[4];
      loadRows(rows, p);
      const Floats shear = Parallel ? Floats{} + 1.0f : p[2];
      d = { p[0] - u_ * shear, p[1] - v_ * shear, p[2], p[3] };
    }

    // Where the ray leaves: EdgeFunctionExit.
    const Words came = linkFace_, rank = came & 3u;
    Floats ad = a_.x * d.y - d.x * a_.y;
    Floats bd = b_.x * d.y - d.x * b_.y;
    Floats cd = c_.x * d.y - d.x * c_.y;
    forLanes(isActive_ & ((ad == 0.0f) | (bd == 0.0f) | (cd == 0.0f)), [&](int lane) {
      const auto tie = [&](Floats& edge, const Corner& corner, int shift) {
        if (edge[lane] == 0.0f)
          edge[lane] = resolveEdgeTie(
            corner.x[lane], corner.y[lane], d.x[lane], d.y[lane], (ranks_[lane] >> shift & 3u) < rank[lane]);
      };
      tie(ad, a_, 0);
      tie(bd, b_, 8);
      tie(cd, c_, 16);
    });
    const Mask aNegative = ad < 0.0f;
    const Mask replaceC = aNegative & (bd > 0.0f), replaceB = ~aNegative & (cd < 0.0f),
               replaceA = ~(replaceB | replaceC);
    ab_ = replaceC ? ab_ : replaceB ? ad : -bd;
    bc_ = replaceC ? bd : replaceB ? -cd : bc_;
    ca_ = replaceC ? -ad : replaceB ? ca_ : cd;
    const auto place = [&](const Mask& here, Corner& corner) {
      corner.x = here ? d.x : corner.x;
      corner.y = here ? d.y : corner.y;
      corner.depth = here ? d.depth : corner.depth;
      corner.scalar = here ? d.scalar : corner.scalar;
    };
    place(replaceA, a_);
    place(replaceB, b_);
    place(replaceC, c_);
    const Words four = ranks_ + (((ranks_ + (4u - rank) * 0x010101u) >> 2) & 0x010101u);
    const Words left = (replaceC ? four >> 16 : replaceB ? four >> 8 : four) & 3u;
    const Words change = left ^ rank;
    const Words changed = four ^ (replaceC ? change << 16 : replaceB ? change << 8 : change);
    ranks_ = changed - (((changed + (3u - left) * 0x010101u) >> 2) & 0x010101u);
    Words isActive;
    memcpy(&isActive, &isActive_, sizeof isActive);
    const Words face = ((came & ~3u) | left) & isActive; // a lane that rests goes nowhere
    for (int lane = 0; lane < lanes; ++lane)
    {
      const UInt2& link = rays_.mesh.links[face[lane]];
      linkFace_[lane] = link.x;
      vertex_[lane] = link.y;
    }
    crossedDepth_ = d.depth;
    steps_ += 1u;

    // Where that is, and whether the face holds the ray.
    const Floats from = depth_, sum = ab_ + bc_ + ca_;
    const Floats inverse = 1.0f / sum;
    const Floats to = (bc_ * a_.depth + (ca_ * b_.depth + ab_ * c_.depth)) * inverse;
    const Floats scalar = (bc_ * a_.scalar + (ca_ * b_.scalar + ab_ * c_.scalar)) * inverse;
    const Floats extent = magnitude(a_.x) + magnitude(a_.y) + magnitude(b_.x) + magnitude(b_.y) +
      magnitude(c_.x) + magnitude(c_.y);
    const Floats slack = Parallel ? Floats{} + rays_.camera.slack
                                  : rays_.camera.slack * (magnitude(from) + magnitude(crossedDepth_));
    const Mask isHeld = (ab_ + bc_ + ca_ < extent * (2.4e-7f * extent + slack)) & (linkFace_ < removedLink) &
      (steps_ < rays_.maxSteps);
    Mask takes = isActive_ & ~isHeld;
    depth_ = takes ? (to > from ? to : from) : from;

    const Words cell = (came >> 2) & isActive;
    Mask isCut = takes & ((depth_ > far_) | (from < near_));
    takes = takes & ~isCut;
    if (View::Limits::mayPassUnseen)
    {
      const Mask isUnseen = isCut & (depth_ <= near_);
      if (bitsOfMask(isUnseen) != 0)
        gathered_.resume(isUnseen, scalar);
      isCut = isCut & ~isUnseen;
    }
    forLanes(isCut, [&](int lane) { this->addCut(lane, { cell[lane] }, from[lane], scalar[lane]); });
    if (!View::Limits::mayPassUnseen || bitsOfMask(takes) != 0)
      gathered_.add(takes, cell, scalar, (depth_ - from) * lengthScale_);

    forLanes(isActive_ & ((gathered_.transmittance() < rays_.earlyTermination) | (steps_ > rays_.maxSteps)),
      [&](int lane) {
        Ray ray = gathered_.get(lane);
        this->finish(lane, ray);
      });
  }

  /// A segment of which only a part is in front of what ends the ray, or behind the near plane.
  void addCut(int lane, const CrossedCell& at, float from, float scalar)
  {
    const Integrator& integrator = gathered_.integrator();
    const float near = near_[lane], far = far_[lane], to = depth_[lane];
    Segment segment = { minimum(maximum(from, near), far), minimum(maximum(to, near), far), scalar, 0.0f,
      true, false, false };
    segment.length = (segment.to - segment.from) * lengthScale_[lane];
    Ray ray = gathered_.get(lane);
    integrator.cut(ray, at, from, to, segment);
    integrator.add(ray, at, segment);
    integrator.resume(ray, at, scalar);
    gathered_.put(lane, ray);
    if (to >= far)
    {
      linkFace_[lane] = boundaryLink;
      entry_[lane] = entriesEnd_[lane];
    }
  }

  void putFace(int lane, const EntryFace& face)
  {
    const auto putCorner = [&](Corner& corner, const RayVertex& p) {
      corner.x[lane] = p.x;
      corner.y[lane] = p.y;
      corner.depth[lane] = p.depth;
      corner.scalar[lane] = p.scalar;
    };
    putCorner(a_, face.a);
    putCorner(b_, face.b);
    putCorner(c_, face.c);
    ab_[lane] = face.ab;
    bc_[lane] = face.bc;
    ca_[lane] = face.ca;
    ranks_[lane] = face.ranks;
  }

  const TetRays& rays_;
  std::int64_t next_ = 0, last_ = 0; ///< pixels of the tile that are still to come

  // Of each lane: its pixel,
  std::uint32_t pixel_[lanes] = {}, entry_[lanes] = {}, entriesEnd_[lanes] = {};
  Floats u_ = {}, v_ = {}, near_ = {}, far_ = {}, lengthScale_ = {};
  Mask isActive_ = {};
  // the face ahead, and what is behind it (TetCell),
  Corner a_, b_, c_;
  Floats ab_ = {}, bc_ = {}, ca_ = {}, depth_ = {}, crossedDepth_ = {};
  Words ranks_ = {}, linkFace_ = {}, vertex_ = {}, steps_ = {};
  // and what it has gathered.
  Gathered gathered_;
};

/// The rays of some tiles, which are neighbours: at the end of them, lanes rest.
template <bool Parallel, class View, class Gathered>
struct CastTiles
{
  static constexpr std::int64_t size = 4 * tilePixels;
  const TetRays& rays;
  const typename Gathered::Integrator& integrator;
  std::int64_t numPixels;

  void operator()(std::int64_t i) const
  {
    const std::int64_t first = i * size, end = first + size;
    Packet<Parallel, View, Gathered>(rays, integrator).cast(first, end < numPixels ? end : numPixels);
  }
};

template <class Gathered>
void castPackets(HostBackend& backend, const TetRays& rays, const typename Gathered::Integrator& integrator)
{
  const auto cast = [&](const auto& parallel, const auto& view) {
    using Tiles = CastTiles<std::decay_t<decltype(parallel)>::value, std::decay_t<decltype(view)>, Gathered>;
    const std::int64_t numPixels = countRays<PixelOrder<PixelTiles::Morton>>(rays.camera);
    backend.forEach<1>((numPixels + Tiles::size - 1) / Tiles::size, Tiles{ rays, integrator, numPixels });
  };
  const auto castWith = [&](const auto& parallel) {
    rays.cut ? cast(parallel, ClippedView{}) : cast(parallel, WholeView{});
  };
  rays.camera.parallel ? castWith(std::true_type{}) : castWith(std::false_type{});
}

inline void castPackets(HostBackend& backend, const TetRays& rays, const PacketValues& values)
{
  if (*rays.fragmentCount > rays.capacity)
    return;
  if (values.cellColours)
    castPackets<GatheredOfCells>(backend, rays, { values.cellColours });
  else if (values.table.pieces)
    castPackets<GatheredByTable>(backend, rays, { values.pieces, values.table });
  else
    castPackets<GatheredByKnots>(backend, rays, { values.pieces });
}

} // namespace
} // namespace inkray

#if INKRAY_LANES == 8
#pragma GCC pop_options
#endif
