// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/MixedMedia.h"
#include "Renderers/MeshVolume/Merged/CastMerged.h"

namespace inkray
{

/// The part of a cell that a ray crosses; depths in world units. There is none where `begin` is infinite.
struct PairStretch
{
  float begin, value, to, valueTo;

  INKRAY_HD bool isThere() const { return begin < INFINITY; }
  INKRAY_HD void clear()
  {
    begin = INFINITY;
    value = to = valueTo = 0.0f;
  }
  INKRAY_HD float valueAt(float depth) const
  {
    return depth < to ? multiplyAdd(depth - begin, (valueTo - value) * reciprocal(to - begin), value)
                      : valueTo;
  }
};

/// One of two meshes on the way of a ray, small enough for registers: where the ray stands in it, and the
/// stretch that lies ahead. Of a mesh with values at its points, without surfaces, of which nothing
/// is cut away; MeshWalk is for all others.
struct PairWalk
{
  const TetRays& rays;
  TetCell<AnyProjection> cell;
  std::uint32_t entry, entriesEnd;
  RayLimits limits;
  float depth, scalar; ///< reached, in the units of the mesh
  PairStretch ahead;   ///< of which a part may have been passed
  std::uint32_t steps;
  bool isOver;

  INKRAY_HD PairWalk(const MergedMesh& of, std::uint32_t pixel, float u, float v)
    : rays(of.rays)
    , cell(rays.camera, rays.mesh, u, v)
    , limits{}
    , depth(0.0f)
    , scalar(0.0f)
    , steps(0)
    , isOver(*rays.fragmentCount > rays.capacity)
  {
    entry = rays.starts[pixel];
    entriesEnd = rays.starts[pixel + 1];
    rays.limit(pixel, limits);
    ahead.clear();
  }

  INKRAY_HD bool isReady() const { return isOver || ahead.isThere(); }
  /// Through one cell, as march does (March.h); what is seen of it is the stretch ahead.
  INKRAY_HD void step()
  {
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
    const float from = maximum(depth, limits.nearDepth), last = minimum(reached, limits.farDepth);
    const float sum = scalar + end;
    if (from < last && sum == sum)
    {
      const float perDepth = (end - scalar) * reciprocal(reached - depth);
      ahead = { from * rays.camera.worldPerDepth,
        from > depth ? multiplyAdd(from - depth, perDepth, scalar) : scalar, last * rays.camera.worldPerDepth,
        last < reached ? multiplyAdd(last - depth, perDepth, scalar) : end };
      if (!(ahead.begin < ahead.to))
        ahead.begin = INFINITY;
    }
    if (reached >= limits.farDepth)
    {
      cell.stop();
      entry = entriesEnd;
    }
    depth = reached;
    scalar = end;
  }
};

/// The light that a ray has of one of two meshes. Within one piece of its function, colour c and attenuation
/// a are linear in the value, whose place in the piece is u: what it emits behind the transmittance T of both
/// is
///   C += c(0) S0 + c' S1,   S0 = integral of T a,   S1 = integral of T a u,
/// so that a part of the ray adds two numbers, and colours are looked at where the piece changes alone.
struct PairSum
{
  PiecePlace place;                          ///< in the function of the values
  float attenuationMiddle, attenuationSlope; ///< of its piece
  float sum, sumOfPlaces;                    ///< S0 and S1 since the piece was entered
  bool isPlaced; ///< the stretch ahead begins in the piece, whatever rounding says: a part of it ended there
  // The part at hand: whether there is one, the place in the piece where it begins, how far it goes, and the
  // attenuation times the length at its ends.
  bool isThere;
  float u, du, first, last;
  int behindKnot; ///< the piece behind the next knot

  INKRAY_HD void clear()
  {
    place.standAt(0.0f);
    attenuationMiddle = attenuationSlope = sum = sumOfPlaces = 0.0f;
    isPlaced = isThere = false;
    u = du = first = last = 0.0f;
    behindKnot = 0;
  }

  /// A part that goes to a value. False: it leaves the piece.
  INKRAY_HD bool begin(const PairStretch& stretch, bool there, float to)
  {
    isThere = there;
    u = there ? stretch.value - place.middle : 0.0f;
    const float end = to - place.middle;
    du = there ? end - u : 0.0f;
    return !there || ((isPlaced || fabsf(u) <= place.half) && fabsf(end) <= place.half);
  }
  /// To the piece where it begins, if it is in none. The share of its way at which a knot comes; more than 1:
  /// none comes.
  INKRAY_HD float findKnot(
    const PiecewiseView& pieces, const PairStretch& stretch, float to, Float3& gathered)
  {
    if (!isThere)
      return 2.0f;
    if (!isPlaced && !(fabsf(u) <= place.half))
      this->enter(pieces, findPiece(pieces, stretch.value), gathered);
    place.u = u = stretch.value - place.middle;
    const float end = to - place.middle;
    du = end - u;
    return place.shareToKnot(pieces, end, behindKnot);
  }
  /// The part ends after a share of its way, at a knot or not.
  INKRAY_HD void shorten(float share, bool atKnot)
  {
    if (isThere)
      du = atKnot ? this->knot() - u : share * du;
  }
  /// The other piece behind the knot where the part has ended; the value there.
  INKRAY_HD float passKnot(const PiecewiseView& pieces, Float3& gathered)
  {
    const float value = place.middle + this->knot();
    this->enter(pieces, behindKnot, gathered);
    return value;
  }
  INKRAY_HD float knot() const { return behindKnot > place.piece ? place.half : -place.half; }
  /// The length of the part is known. A sum must not round one of two products alone, or the order of the
  /// meshes would count.
  INKRAY_HD void measure(float length)
  {
    const float l = isThere ? length : 0.0f;
    first = mulRounded(maximum(0.0f, multiplyAdd(attenuationSlope, u, attenuationMiddle)), l);
    last = mulRounded(maximum(0.0f, multiplyAdd(attenuationSlope, u + du, attenuationMiddle)), l);
  }
  /// It is gathered behind a transmittance, with its moments.
  INKRAY_HD void gather(const TransmittanceMoments& moments)
  {
    const float rise = last - first;
    const float all = multiplyAdd(first, moments.zeroth, rise * moments.first);
    const float places = multiplyAdd(first, moments.first, rise * moments.second);
    sum += all;
    sumOfPlaces = multiplyAdd(u, all, multiplyAdd(du, places, sumOfPlaces));
  }
  INKRAY_HD void enter(const PiecewiseView& pieces, int index, Float3& gathered)
  {
    this->end(pieces, gathered);
    place.enter(pieces, index, 0.0f);
    attenuationMiddle = pieces.pieces[index].attenuation;
    attenuationSlope = pieces.pieces[index].attenuationSlope;
  }
  /// Adds the light that has been gathered in the piece.
  INKRAY_HD void end(const PiecewiseView& pieces, Float3& gathered)
  {
    if (place.piece < 0)
      return;
    const TransferFunctionPiece& p = pieces.pieces[place.piece];
    gathered = { multiplyAdd(p.red, sum, multiplyAdd(p.redSlope, sumOfPlaces, gathered.x)),
      multiplyAdd(p.green, sum, multiplyAdd(p.greenSlope, sumOfPlaces, gathered.y)),
      multiplyAdd(p.blue, sum, multiplyAdd(p.blueSlope, sumOfPlaces, gathered.z)) };
    sum = sumOfPlaces = 0.0f;
  }
};

/// CastMergedRays for two plain volumes, the most frequent case: both walks stay in registers, and rays of a
/// warp that have stepped and those that have not pass a part of their way together.
struct CastPairRays : CastMergedRays
{
  MergedMesh pair[2]; ///< beside the other parameters, which are read faster than memory

  INKRAY_HD void operator()(std::int64_t i) const
  {
    int x, y;
    PixelOrder<PixelTiles::Morton>::pixel(i, plane.width, x, y);
    if (x >= plane.width || y >= plane.height)
      return;
    // Both cameras have the same pixels, and the same lengths but for rounding.
    const auto pixel = static_cast<std::uint32_t>(y * plane.width + x);
    const float u = pixelU(plane, x), v = pixelV(plane, y);
    PairWalk a(pair[0], pixel, u, v), b(pair[1], pixel, u, v);
    const float lengthOfDepth = minimum(lengthOf(pair[0], u, v), lengthOf(pair[1], u, v));
    Float3 colour = { 0.0f, 0.0f, 0.0f };
    PairSum ofA, ofB;
    ofA.clear();
    ofB.clear();
    float transmittance = 1.0f;
    for (;;)
    {
      if (!a.isReady())
        a.step();
      if (!b.isReady())
        b.step();
      const bool isReady = meet(a.isReady() && b.isReady());
      if (!isReady)
        continue;
      const float from = minimum(a.ahead.begin, b.ahead.begin);
      if (from == INFINITY || transmittance < earlyTermination)
        break;
      const bool isInA = a.ahead.begin <= from, isInB = b.ahead.begin <= from;
      const float end = minimum(isInA ? a.ahead.to : a.ahead.begin, isInB ? b.ahead.to : b.ahead.begin);
      const float toA = a.ahead.valueAt(end), toB = b.ahead.valueAt(end);
      float way = end - from;
      const bool isInPieceOfA = ofA.begin(a.ahead, isInA, toA), isInPieceOfB = ofB.begin(b.ahead, isInB, toB);
      bool isWhole = true, atKnotOfA = false, atKnotOfB = false;
      if (!(isInPieceOfA && isInPieceOfB))
      {
        Float3 gatheredInA = { 0.0f, 0.0f, 0.0f }, gatheredInB = gatheredInA;
        const float toKnotOfA = ofA.findKnot(pair[0].medium.colours, a.ahead, toA, gatheredInA);
        const float toKnotOfB = ofB.findKnot(pair[1].medium.colours, b.ahead, toB, gatheredInB);
        add(colour, gatheredInA, gatheredInB);
        const float share = minimum(toKnotOfA, toKnotOfB);
        isWhole = !(share <= 1.0f);
        if (!isWhole)
        {
          way *= share;
          atKnotOfA = toKnotOfA <= share;
          atKnotOfB = toKnotOfB <= share;
          ofA.shorten(share, atKnotOfA);
          ofB.shorten(share, atKnotOfB);
        }
      }
      isWhole = meet(isWhole);
      const float length = mulRounded(way, lengthOfDepth);
      ofA.measure(length);
      ofB.measure(length);
      const float first = ofA.first + ofB.first, half = 0.5f * ((ofA.last + ofB.last) - first);
      if (first + half > 0.0f)
      {
        TransmittanceMoments m = transmittanceMoments(first, half);
        const float scale = 0.6931471805599453f * transmittance;
        m = { scale * m.zeroth, scale * m.first, scale * m.second };
        ofA.gather(m);
        ofB.gather(m);
        transmittance *= exp2Fast(-(first + half));
      }
      if (isWhole)
      {
        pass(a, ofA, end, toA);
        pass(b, ofB, end, toB);
      }
      else
      {
        const float knot = minimum(from + way, end);
        Float3 gatheredInA = { 0.0f, 0.0f, 0.0f }, gatheredInB = gatheredInA;
        stop(a, ofA, pair[0].medium.colours, knot, atKnotOfA, gatheredInA);
        stop(b, ofB, pair[1].medium.colours, knot, atKnotOfB, gatheredInB);
        add(colour, gatheredInA, gatheredInB);
      }
    }
    Float3 gatheredInA = { 0.0f, 0.0f, 0.0f }, gatheredInB = gatheredInA;
    ofA.end(pair[0].medium.colours, gatheredInA);
    ofB.end(pair[1].medium.colours, gatheredInB);
    add(colour, gatheredInA, gatheredInB);
    image[pixel] = { colour.x, colour.y, colour.z, 1.0f - transmittance };
    this->report(a.steps, b.steps);
  }

private:
  /// World units times log2(e) in one of depth.
  INKRAY_HD static float lengthOf(const MergedMesh& mesh, float u, float v)
  {
    return lengthPerDepth(mesh.rays.camera, u, v) / mesh.rays.camera.worldPerDepth * 1.4426950408889634f;
  }
  /// Whichever of the meshes comes first.
  INKRAY_HD static void add(Float3& colour, const Float3& ofA, const Float3& ofB)
  {
    colour = { colour.x + (ofA.x + ofB.x), colour.y + (ofA.y + ofB.y), colour.z + (ofA.z + ofB.z) };
  }
  /// A part has been passed to its end, and the stretch, too, if it ends there.
  INKRAY_HD static void pass(PairWalk& walk, PairSum& sum, float end, float value)
  {
    if (!sum.isThere)
      return;
    sum.isPlaced = false;
    walk.ahead.begin = end;
    walk.ahead.value = value;
    if (!(end < walk.ahead.to))
      walk.ahead.begin = INFINITY;
  }
  /// A part has been passed to a knot of one of the functions.
  INKRAY_HD static void stop(
    PairWalk& walk, PairSum& sum, const PiecewiseView& pieces, float end, bool atKnot, Float3& gathered)
  {
    if (!sum.isThere)
      return;
    walk.ahead.begin = end;
    walk.ahead.value = atKnot ? sum.passKnot(pieces, gathered) : sum.place.middle + (sum.u + sum.du);
    sum.isPlaced = true;
  }
  INKRAY_HD void report(std::uint32_t stepsOfA, std::uint32_t stepsOfB) const
  {
    const std::uint64_t steps = std::uint64_t(stepsOfA) + stepsOfB;
    if (countSteps && steps > 0)
    {
      atomicAddRelaxed(&counters->steps, steps);
      atomicAddRelaxed(&counters->coveredRays, std::uint64_t(1));
    }
    const int failed = (stepsOfA > pair[0].rays.maxSteps) + (stepsOfB > pair[1].rays.maxSteps);
    if (failed > 0)
      atomicAddRelaxed(&counters->failedRays, std::uint64_t(failed));
  }
};

} // namespace inkray
