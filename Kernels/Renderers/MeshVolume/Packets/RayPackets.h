// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/Packets/PacketGathering.h"

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

/// The cell that a ray crosses, for its integrator.
struct CrossedCell
{
  std::uint32_t cell;
};

/// A packet of rays on its way through the mesh. It does what march (March.h) does, statement by statement. A
/// ray that is done gives its lane to the next pixel of the tile. Few rays meet entries, ties and limits at a
/// time. These rays are handled one by one, with the functions of single rays.
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

  /// Cast the pixels from first to last, in the order of tiles.
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

  /// Give a lane the next pixel of the tile whose ray meets the mesh. Without such a pixel the lane rests.
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

  /// Take a lane to the next entry of its pixel, or to the next pixel.
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

  /// Write the pixel of a ray that is done, and start the next.
  void finish(int lane, Ray& ray)
  {
    gathered_.integrator().leave(ray);
    rays_.image[pixel_[lane]] = gathered_.integrator().pixel(ray);
    rays_.count(steps_[lane]);
    this->start(lane);
  }

  /// Take each ray through the tet behind its face.
  void step()
  {
    // The vertex of the tet opposite the face, in ray space.
    Corner d;
    {
      std::uint32_t vertices[lanes];
      memcpy(vertices, &vertex_, sizeof vertices);
      Floats p[4];
      loadRowsAt([&](int lane) INKRAY_INLINED { return &rays_.mesh.vertices[vertices[lane]].x; }, p);
      const Floats shear = Parallel ? rays_.camera.bend * p[2] + 1.0f : p[2];
      d = { p[0] - u_ * shear, p[1] - v_ * shear, p[2], p[3] };
    }

    // The face where the ray leaves, as in EdgeFunctionExit.
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
    const Words face = ((came & ~3u) | left) & isActive; // lanes that rest read links[0]
    {
      std::uint32_t faces[lanes];
      memcpy(faces, &face, sizeof faces);
      Floats links, vertices;
      loadPairsAt([&](int lane)
                    INKRAY_INLINED { return reinterpret_cast<const float*>(rays_.mesh.links + faces[lane]); },
        links, vertices);
      memcpy(&linkFace_, &links, sizeof links);
      memcpy(&vertex_, &vertices, sizeof vertices);
    }
    // The link that a ray follows in the next tet is known once that tet's vertex has been loaded. Fetch all
    // four links, which are in one cache line. (A boundary face has no links; a prefetch cannot fail.)
    {
      std::uint32_t faces[lanes];
      memcpy(faces, &linkFace_, sizeof faces);
      for (int lane = 0; lane < lanes; ++lane)
        __builtin_prefetch(rays_.mesh.links + (faces[lane] & ~3u));
    }
    crossedDepth_ = d.depth;
    steps_ += 1u;

    // Where the ray leaves the tet, and whether the face holds the ray.
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

  /// Add a segment of which only a part is visible: it ends at the far limit or begins at the near plane.
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
  std::int64_t next_ = 0, last_ = 0; ///< pixels of the tile that are still to be cast

  // For each lane: its pixel,
  std::uint32_t pixel_[lanes] = {}, entry_[lanes] = {}, entriesEnd_[lanes] = {};
  Floats u_ = {}, v_ = {}, near_ = {}, far_ = {}, lengthScale_ = {};
  Mask isActive_ = {};
  // the face ahead, and the tet behind that (TetCell),
  Corner a_, b_, c_;
  Floats ab_ = {}, bc_ = {}, ca_ = {}, depth_ = {}, crossedDepth_ = {};
  Words ranks_ = {}, linkFace_ = {}, vertex_ = {}, steps_ = {};
  // and what the ray has gathered.
  Gathered gathered_;
};

template <class Gathered>
void castPackets(HostBackend& backend, const TetRays& rays, const typename Gathered::Integrator& integrator)
{
  const auto cast = [&](const auto& parallel, const auto& view) {
    using OfRays = Packet<std::decay_t<decltype(parallel)>::value, std::decay_t<decltype(view)>, Gathered>;
    const std::int64_t numPixels = countRays<PixelOrder<PixelTiles::Morton>>(rays.camera);
    forTiles(backend, numPixels,
      [&](std::int64_t first, std::int64_t last) { OfRays(rays, integrator).cast(first, last); });
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
  if (values.cellColors)
    castPackets<GatheredOfCells>(backend, rays, { values.cellColors });
  else if (values.table.pieces)
    castPackets<GatheredByTable>(backend, rays, { values.pieces, values.table });
  else
    castPackets<GatheredByKnots>(backend, rays, { values.pieces });
}

} // namespace
} // namespace inkray

#if INKRAY_LANES >= 8
#pragma GCC pop_options
#endif
