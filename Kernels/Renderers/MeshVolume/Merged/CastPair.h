// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Medium.h"
#include "Optics/MixedMedia.h"
#include "Renderers/MeshVolume/Merged/CastMerged.h"

namespace inkray
{

/// One of two meshes on the way of a ray, small enough for registers: where the ray stands in it, and the
/// stretch that lies ahead. Of a mesh with values at its points, without surfaces, of which nothing is cut
/// away; MeshWalk is for all others.
struct PairWalk
{
  const MergedMesh& mesh;
  TetCell<AnyProjection> cell;
  std::uint32_t entry, entriesEnd;
  RayLimits limits;
  float worldPerDepth, length;     ///< length: world units times log2(e) in one of depth in world units
  float depth, scalar;             ///< reached, in the units of the mesh
  float begin, value, to, valueTo; ///< the stretch ahead: depths in world units; none: begin is infinite
  PiecePlace place;                ///< in the function of the values
  std::uint32_t steps;
  bool isAtKnot; ///< the stretch begins where a part of it ended: the place is in the piece that follows
  bool isOver;

  INKRAY_HD PairWalk(const MergedMesh& of, int x, int y)
    : mesh(of)
    , cell(of.rays.camera, of.rays.mesh, pixelU(of.rays.camera, x), pixelV(of.rays.camera, y))
    , limits{}
    , worldPerDepth(of.rays.camera.worldPerDepth)
    , length(lengthPerDepth(of.rays.camera, cell.u, cell.v) / worldPerDepth * 1.4426950408889634f)
    , depth(0.0f)
    , scalar(0.0f)
    , begin(INFINITY)
    , value(0.0f)
    , to(0.0f)
    , valueTo(0.0f)
    , steps(0)
    , isAtKnot(false)
    , isOver(*of.rays.fragmentCount > of.rays.capacity)
  {
    const auto pixel = static_cast<std::uint32_t>(y * of.rays.camera.width + x);
    entry = of.rays.starts[pixel];
    entriesEnd = of.rays.starts[pixel + 1];
    of.rays.limit(pixel, limits);
    place.standAt(0.0f);
  }

  INKRAY_HD bool wantsStep() const { return !isOver && begin == INFINITY; }

  /// Through one cell, as march does (March.h); what is seen of it is the stretch ahead.
  INKRAY_HD void step()
  {
    const TetRays& rays = mesh.rays;
    if (cell.isOutside())
    {
      const bool isLast = entry == entriesEnd;
      const PixelIntersection next = isLast ? PixelIntersection{ 0, INFINITY } : rays.intersections[entry];
      isOver = isLast || next.depth >= limits.farDepth;
      if (isOver)
        return;
      ++entry;
      cell.enter(next.face);
      cell.locate(depth, scalar);
      cell.fetchVertex();
    }
    isOver = steps > rays.maxSteps;
    if (isOver)
      return;
    cell.template cross<EdgeFunctionExit>();
    ++steps;
    float reached, end;
    cell.locate(reached, end);
    const bool isHeld = cell.isHeld(depth) && !cell.isOutside();
    cell.fetchVertex();
    if (isHeld)
      return;
    reached = maximum(reached, depth);
    const float first = maximum(depth, limits.nearDepth), last = minimum(reached, limits.farDepth);
    const float sum = scalar + end;
    if (first < last && sum == sum)
    {
      const float perDepth = (end - scalar) / (reached - depth);
      isAtKnot = false;
      begin = first * worldPerDepth;
      to = last * worldPerDepth;
      value = first > depth ? multiplyAdd(first - depth, perDepth, scalar) : scalar;
      valueTo = last < reached ? multiplyAdd(last - depth, perDepth, scalar) : end;
      if (!(begin < to))
        begin = INFINITY;
    }
    if (reached >= limits.farDepth)
    {
      cell.stop();
      entry = entriesEnd;
    }
    depth = reached;
    scalar = end;
  }

  /// The value at a depth of the stretch.
  INKRAY_HD float valueAt(float end) const
  {
    return end < to ? multiplyAdd(end - begin, (valueTo - value) / (to - begin), value) : valueTo;
  }
};

/// What a mesh has on a part of the ray, up to a depth or to the next knot of its function before.
struct PairPart
{
  KnotWalk knots;
  float length, toKnot;

  INKRAY_HD PairPart(const PairWalk& walk, bool isThere, float end)
  {
    const float value = isThere ? walk.valueAt(end) : 0.0f;
    knots.place = walk.place;
    if (walk.isAtKnot)
    {
      knots.isIn = isThere;
      knots.end = value;
    }
    else
      knots.goOn(isThere, walk.mesh.pieces, walk.value, value);
    length = isThere ? (end - walk.begin) * walk.length : 0.0f;
    toKnot = knots.shareToKnot(walk.mesh.pieces);
  }
  /// Its medium up to a share of the way to the depth; the walk then stands there.
  INKRAY_HD MediumEnds pass(PairWalk& walk, float share, float end)
  {
    MediumEnds media = { { 0.0f, 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 0.0f } };
    if (!knots.isIn)
      return media;
    const bool atKnot = toKnot <= share;
    const PieceOnPart part = knots.part(walk.mesh.pieces, share, atKnot);
    const Float3 a = part.colour(0.0f), b = part.colour(1.0f);
    const float ofPart = share * length;
    // A sum must not round one of two products alone, or the order of the meshes would count.
    media = { { a.x, a.y, a.z, mulRounded(maximum(0.0f, part.attenuation(0.0f)), ofPart) },
      { b.x, b.y, b.z, mulRounded(maximum(0.0f, part.attenuation(1.0f)), ofPart) } };
    knots.advance(walk.mesh.pieces, part, atKnot);
    walk.place = knots.place;
    walk.isAtKnot = share < 1.0f;
    if (walk.isAtKnot)
    {
      walk.value = knots.place.scalar();
      walk.begin = multiplyAdd(share, end - walk.begin, walk.begin);
    }
    else
    {
      walk.value = knots.end;
      walk.begin = end < walk.to ? end : INFINITY;
    }
    return media;
  }
};

/// CastMergedRays for two plain volumes, the most frequent case: both walks stay in registers, and rays of a
/// warp that have stepped and those that have not mix a part of their way together.
struct CastPairRays : CastMergedRays
{
  INKRAY_HD void operator()(std::int64_t i) const
  {
    int x, y;
    PixelOrder<PixelTiles::Morton>::pixel(i, plane.width, x, y);
    if (x >= plane.width || y >= plane.height)
      return;
    PairWalk first(meshes[0], x, y), second(meshes[1], x, y);
    MixedRay ray;
    ray.clear();
    for (;;)
    {
      if (first.wantsStep())
        first.step();
      if (second.wantsStep())
        second.step();
      const bool isReady = meet(!first.wantsStep() && !second.wantsStep());
      if (!isReady)
        continue;
      const float from = minimum(first.begin, second.begin);
      if (from == INFINITY || ray.transmittance < earlyTermination)
        break;
      const bool hasFirst = first.begin <= from, hasSecond = second.begin <= from;
      const float end = minimum(hasFirst ? first.to : first.begin, hasSecond ? second.to : second.begin);
      PairPart ofFirst(first, hasFirst, end), ofSecond(second, hasSecond, end);
      const float toKnot = minimum(ofFirst.toKnot, ofSecond.toKnot);
      const float share = toKnot <= 1.0f ? toKnot : 1.0f;
      MediumEnds media[2] = { ofFirst.pass(first, share, end), ofSecond.pass(second, share, end) };
      ray.add(media, 2);
    }
    image[static_cast<std::uint32_t>(y * plane.width + x)] = ray.pixel();
    this->report(first, second);
  }

private:
  INKRAY_HD void report(const PairWalk& first, const PairWalk& second) const
  {
    const std::uint64_t steps = std::uint64_t(first.steps) + second.steps;
    if (countSteps && steps > 0)
    {
      atomicAddRelaxed(&counters->steps, steps);
      atomicAddRelaxed(&counters->coveredRays, std::uint64_t(1));
    }
    const int failed = (first.steps > first.mesh.rays.maxSteps) + (second.steps > second.mesh.rays.maxSteps);
    if (failed > 0)
      atomicAddRelaxed(&counters->failedRays, std::uint64_t(failed));
  }
};

} // namespace inkray
