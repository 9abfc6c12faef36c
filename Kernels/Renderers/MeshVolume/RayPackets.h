// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastPackets.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/// Rays of a packet: four, or eight, for which what follows is compiled for AVX2. All of it is internal to
/// the source that has it.
#ifndef INKRAY_LANES
#define INKRAY_LANES 4
#endif
#if INKRAY_LANES == 8
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

namespace inkray
{
namespace
{

constexpr int lanes = INKRAY_LANES; // NOLINT(misc-definitions-in-headers): each source has its own
/// Vectors of a number for each ray: the compiler makes of them the instructions that there are.
typedef float Floats __attribute__((vector_size(4 * lanes)));
typedef std::uint32_t Words __attribute__((vector_size(4 * lanes)));
typedef std::int32_t Mask __attribute__((vector_size(4 * lanes))); ///< -1 where it is so, 0 where not

/// A bit for each lane of a mask.
inline unsigned bitsOfMask(const Mask& mask)
{
  unsigned bits = 0;
#ifdef __SSE2__
  for (int quarter = 0; quarter < lanes / 4; ++quarter)
  {
    __m128 part;
    memcpy(&part, reinterpret_cast<const char*>(&mask) + 16 * quarter, sizeof part);
    bits |= static_cast<unsigned>(_mm_movemask_ps(part)) << (4 * quarter);
  }
#else
  for (int lane = 0; lane < lanes; ++lane)
    bits |= static_cast<unsigned>(mask[lane] & 1) << lane;
#endif
  return bits;
}

/// function(lane) for each lane of a mask.
template <class Function>
inline void forLanes(const Mask& mask, const Function& function)
{
  for (unsigned bits = bitsOfMask(mask); bits != 0; bits &= bits - 1)
    function(__builtin_ctz(bits));
}

inline Floats magnitude(const Floats& x)
{
  Words bits;
  memcpy(&bits, &x, sizeof bits);
  bits &= 0x7fffffffu;
  Floats result;
  memcpy(&result, &bits, sizeof result);
  return result;
}

/// 2^x of each: exp2Fast, which is compiled for every CPU.
inline Floats power(Floats x)
{
  x = x < -126.0f ? Floats{} - 126.0f : x;
  x = x > 128.0f ? Floats{} + 128.0f : x;
  const float integers = 12582912.0f;
  const Floats shifted = x + integers;
  const Floats f = x - (shifted - integers);
  Words exponent;
  memcpy(&exponent, &shifted, sizeof exponent);
  exponent = (exponent << 23) + (126u << 23);
  Floats scale;
  memcpy(&scale, &exponent, sizeof scale);
  const float* const c = twicePowerOfTwo;
  return ((((c[5] * f + c[4]) * (f * f) + (c[3] * f + c[2])) * f + c[1]) * f + c[0]) * scale;
}

/// A packet of rays on its way through the mesh: march (March.h) with PointValues, statement by statement. A
/// ray that is done gives its lane to the next pixel of the tile. What few rays meet at a time (entries,
/// knots, ties, limits) is done for each by itself, with the functions that single rays have.
template <bool Parallel>
class Packet
{
public:
  Packet(const TetRays& rays, const PiecewiseView& pieces)
    : rays_(rays)
    , pieces_(pieces)
  {
  }

  void castTile(std::int64_t tile)
  {
    next_ = tile * tilePixels;
    last_ = next_ + tilePixels;
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
      PixelOrder<PixelTiles::Morton>::pixel(next_++, camera.width, x, y);
      if (x >= camera.width || y >= camera.height)
        continue;
      const auto pixel = static_cast<std::uint32_t>(y * camera.width + x);
      entry_[lane] = rays_.starts[pixel];
      entriesEnd_[lane] = rays_.starts[pixel + 1];
      if (entry_[lane] == entriesEnd_[lane])
      {
        rays_.image[pixel] = { 0.0f, 0.0f, 0.0f, 0.0f };
        continue;
      }
      pixel_[lane] = pixel;
      const float u = pixelU(camera, x), v = pixelV(camera, y);
      u_[lane] = u;
      v_[lane] = v;
      near_[lane] = camera.nearDepth;
      far_[lane] = rays_.opaqueDepth ? endDepth(camera, rays_.opaqueDepth[pixel]) : camera.farDepth;
      lengthScale_[lane] = lengthPerDepth(camera, u, v) * 1.4426950408889634f;
      depth_[lane] = 0.0f;
      steps_[lane] = 0;
      linkFace_[lane] = boundaryLink;
      RayIntegral ray;
      ray.clear();
      this->put(lane, ray);
      isActive_[lane] = -1;
      return;
    }
  }

  /// On to the next entry of the lane's pixel, or to the next pixel.
  void enter(int lane)
  {
    while (isActive_[lane])
    {
      RayIntegral ray = this->get(lane);
      ray.end(pieces_);
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
          ray.standAt(scalar);
          this->put(lane, ray);
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
  void finish(int lane, RayIntegral& ray)
  {
    ray.end(pieces_);
    rays_.image[pixel_[lane]] = ray.pixel();
    if (rays_.countSteps)
    {
      atomicAddRelaxed(&rays_.counters->steps, std::uint64_t(steps_[lane]));
      atomicAddRelaxed(&rays_.counters->coveredRays, std::uint64_t(1));
    }
    if (steps_[lane] > rays_.maxSteps)
      atomicAddRelaxed(&rays_.counters->failedRays, std::uint64_t(1));
    this->start(lane);
  }

  /// Each ray through the tet behind its face.
  void step()
  {
    // The vertex behind, in ray space.
    Corner d;
    {
      Floats x, y, z, w;
      for (int lane = 0; lane < lanes; ++lane)
      {
        const ProjectedVertex& p = rays_.mesh.vertices[vertex_[lane]];
        x[lane] = p.x;
        y[lane] = p.y;
        z[lane] = p.z;
        w[lane] = p.w;
      }
      const Floats shear = Parallel ? Floats{} + 1.0f : z;
      d = { x - u_ * shear, y - v_ * shear, z, w };
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

    const Mask isCut = takes & ((depth_ > far_) | (from < near_));
    forLanes(isCut, [&](int lane) { this->addCut(lane, from[lane], scalar[lane]); });
    takes = takes & ~isCut;
    this->add(takes, scalar, (depth_ - from) * lengthScale_);

    forLanes(
      isActive_ & ((transmittance_ < rays_.earlyTermination) | (steps_ > rays_.maxSteps)), [&](int lane) {
        RayIntegral ray = this->get(lane);
        this->finish(lane, ray);
      });
  }

  /// A segment of which only a part is in front of what ends the ray, or behind the near plane.
  void addCut(int lane, float from, float scalar)
  {
    const PointValues integrator = { pieces_ };
    const float near = near_[lane], far = far_[lane], to = depth_[lane];
    Segment segment = { minimum(maximum(from, near), far), minimum(maximum(to, near), far), scalar, 0.0f,
      true, false, false };
    segment.length = (segment.to - segment.from) * lengthScale_[lane];
    RayIntegral ray = this->get(lane);
    integrator.cut(ray, 0, from, to, segment);
    integrator.add(ray, 0, segment);
    integrator.resume(ray, 0, scalar);
    this->put(lane, ray);
    if (to >= far)
    {
      linkFace_[lane] = boundaryLink;
      entry_[lane] = entriesEnd_[lane];
    }
  }

  /// RayIntegral::add for the rays of a mask.
  void add(Mask takes, const Floats& scalar, Floats length)
  {
    forLanes(takes & ~(magnitude(scalar - middle_) <= half_), [&](int lane) {
      RayIntegral ray = this->get(lane);
      float rest = length[lane];
      takes[lane] = ray.cross(pieces_, scalar[lane], rest) ? -1 : 0;
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

  /// A ray out of its lane, and back.
  RayIntegral get(int lane) const
  {
    RayIntegral ray;
    ray.red = red_[lane];
    ray.green = green_[lane];
    ray.blue = blue_[lane];
    ray.transmittance = transmittance_[lane];
    ray.runSum = runSum_[lane];
    ray.middle = middle_[lane];
    ray.half = half_[lane];
    ray.attenuationMiddle = attenuationMiddle_[lane];
    ray.attenuationSlope = slope_[lane];
    ray.u = place_[lane];
    ray.attenuation = attenuation_[lane];
    ray.piece = piece_[lane];
    return ray;
  }
  void put(int lane, const RayIntegral& ray)
  {
    red_[lane] = ray.red;
    green_[lane] = ray.green;
    blue_[lane] = ray.blue;
    transmittance_[lane] = ray.transmittance;
    runSum_[lane] = ray.runSum;
    middle_[lane] = ray.middle;
    half_[lane] = ray.half;
    attenuationMiddle_[lane] = ray.attenuationMiddle;
    slope_[lane] = ray.attenuationSlope;
    place_[lane] = ray.u;
    attenuation_[lane] = ray.attenuation;
    piece_[lane] = ray.piece;
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
  const PiecewiseView pieces_;
  std::int64_t next_ = 0, last_ = 0; ///< pixels of the tile that are still to come

  // Of each lane: its pixel,
  std::uint32_t pixel_[lanes] = {}, entry_[lanes] = {}, entriesEnd_[lanes] = {};
  Floats u_ = {}, v_ = {}, near_ = {}, far_ = {}, lengthScale_ = {};
  Mask isActive_ = {};
  // the face ahead, and what is behind it (TetCell),
  Corner a_, b_, c_;
  Floats ab_ = {}, bc_ = {}, ca_ = {}, depth_ = {}, crossedDepth_ = {};
  Words ranks_ = {}, linkFace_ = {}, vertex_ = {}, steps_ = {};
  // and what it has gathered (RayIntegral).
  Floats transmittance_ = {}, runSum_ = {}, middle_ = {}, half_ = {}, attenuationMiddle_ = {}, slope_ = {},
         place_ = {}, attenuation_ = {};
  float red_[lanes] = {}, green_[lanes] = {}, blue_[lanes] = {};
  int piece_[lanes] = {};
};

template <bool Parallel>
struct CastTile
{
  const TetRays& rays;
  const PiecewiseView& pieces;

  void operator()(std::int64_t tile) const { Packet<Parallel>(rays, pieces).castTile(tile); }
};

inline void castPackets(HostBackend& backend, const TetRays& rays, const PiecewiseView& pieces)
{
  if (*rays.fragmentCount > rays.capacity)
    return;
  const std::int64_t tiles =
    PixelOrder<PixelTiles::Morton>::count(rays.camera.width, rays.camera.height) / tilePixels;
  rays.camera.parallel ? backend.forEach<1>(tiles, CastTile<true>{ rays, pieces })
                       : backend.forEach<1>(tiles, CastTile<false>{ rays, pieces });
}

} // namespace
} // namespace inkray

#if INKRAY_LANES == 8
#pragma GCC pop_options
#endif
