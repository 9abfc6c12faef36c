// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/BoundaryFaceRaster.h"
#include "Geometry/Mesh/TetAdjacencyKernels.h"
#include "Renderers/Havs/KBuffer.h"
#include "Shading/SegmentIntegration.h"
#include "View/PixelOrder.h"

/// From faces to the picture: fragments, k-buffers, integration. Each pixel has one thread.
namespace inkray
{

/// Depths whose difference is smaller count as equal: 1e-4 of half the mesh's largest extent is invisible,
/// and may be a rounding error.
constexpr float depthTolerance = 1e-4f;

/// Counts of one pixel's fragments.
struct HavsCounts
{
  std::uint32_t fragments, unsorted, late;
};

/// A face that a ray meets: its depth, and the tets on its two sides. The tets identify the fragment through
/// which a ray leaves its tet, even if rounding swaps depths that nearly agree.
struct FaceHit
{
  float depth = noDepth;
  std::uint32_t before = noTet, behind = noTet; ///< tets; noTet: outside of the mesh

  /// 1: the ray enters the mesh; -1: it leaves the mesh; 0: it passes from tet to tet.
  INKRAY_HD int step() const { return (behind != noTet) - (before != noTet); }
};

/// Whether `hit` is the face through which a ray leaves the tet behind `reached`.
INKRAY_HD bool isNextOf(const FaceHit& reached, const FaceHit& hit)
{
  return hit.before != noTet && hit.before == reached.behind;
}

/// Values at the points, linear in each tet; fragments carry the values.
struct HavsPointValues
{
  static constexpr bool needsEachFace = false; ///< faces whose depths differ by rounding may be exchanged
  PiecewiseView pieces;

  struct Entry : FaceHit
  {
    float scalar = 0.0f;
  };

  /// A fragment with the weights and the values of a face's corners.
  INKRAY_HD Entry entry(const FaceHit& hit, const Float3& w, float a, float b, float c) const
  {
    Entry e;
    static_cast<FaceHit&>(e) = hit;
    e.scalar = multiplyAdd(w.x, a, multiplyAdd(w.y, b, w.z * c));
    return e;
  }
  INKRAY_HD static void standAt(RayIntegral& light, const Entry& e) { light.standAt(e.scalar); }
  INKRAY_HD void leave(RayIntegral& light) const { light.end(pieces); }
  /// Pass a tet without a length.
  INKRAY_HD void pass(RayIntegral& light, const Entry& e) const { light.add(pieces, e.scalar, 0.0f); }

  /// Integrate from fragment a to fragment b; only the part between the depths `from` and `to` is visible.
  INKRAY_HD void add(
    RayIntegral& light, const Entry& a, const Entry& b, float from, float to, float lengthScale) const
  {
    if (from == a.depth && to == b.depth)
    {
      light.add(pieces, b.scalar, (to - from) * lengthScale);
      return;
    }
    const float perDepth = (b.scalar - a.scalar) / (b.depth - a.depth);
    light.end(pieces);
    light.standAt(multiplyAdd(from - a.depth, perDepth, a.scalar));
    if (to > from)
      light.add(pieces, multiplyAdd(to - a.depth, perDepth, a.scalar), (to - from) * lengthScale);
    light.end(pieces);
    light.standAt(b.scalar);
  }
};

/// One value for each tet.
struct HavsCellValues
{
  static constexpr bool needsEachFace = true; ///< a tet with a missing face loses its length to other tets
  const Float4* colors;                       ///< for each tet: color and attenuation
  using Entry = FaceHit;

  INKRAY_HD Entry entry(const FaceHit& hit, const Float3&, float, float, float) const { return hit; }
  INKRAY_HD static void standAt(RayIntegral&, const Entry&) {}
  INKRAY_HD void leave(RayIntegral&) const {}
  INKRAY_HD void pass(RayIntegral&, const Entry&) const {}

  /// Integrate from a to b. If faces between them are missing, the tet at each end gets half of the way.
  INKRAY_HD void add(
    RayIntegral& light, const Entry& a, const Entry& b, float from, float to, float lengthScale) const
  {
    const std::uint32_t first = a.behind != noTet ? a.behind : b.before;
    const std::uint32_t last = b.before != noTet ? b.before : a.behind;
    if (!(to > from) || first == noTet)
      return;
    const float length = (to - from) * lengthScale;
    if (first == last)
    {
      light.addConstant(load(colors + first), length);
      return;
    }
    light.addConstant(load(colors + first), 0.5f * length);
    light.addConstant(load(colors + last), 0.5f * length);
  }
};

/// A ray that integrates the fragments that leave its k-buffer. It is inside of the mesh while it has entered
/// more often than left, in whatever order the fragments came.
template <class Values, int K>
struct HavsRay
{
  using Entry = typename Values::Entry;
  const Values& values;
  float nearDepth, farDepth, lengthScale, earlyTermination;

  RayIntegral light;
  KBuffer<Entry, K> buffer;
  Entry reached;        ///< the fragment that the ray has reached
  Entry end;            ///< the first fragment behind the visible depths
  float frontDepth;     ///< of the last fragment in front of the visible depths
  bool isInsideAtFront; ///< whether the ray is inside of the mesh behind that fragment
  int inside;           ///< how often the ray has entered the mesh minus how often it has left it
  float farthest;       ///< the greatest depth so far
  HavsCounts counts;

  INKRAY_HD HavsRay(const Values& of, float low, float high, float scale, float least)
    : values(of)
    , nearDepth(low)
    , farDepth(high)
    , lengthScale(scale)
    , earlyTermination(least)
    , frontDepth(noDepth)
    , isInsideAtFront(false)
    , inside(0)
    , farthest(noDepth)
    , counts{ 0, 0, 0 }
  {
    light.clear();
    buffer.clear();
    end.depth = lastDepth;
  }

  /// Whether the ray has become opaque. Only the last face tells whether faces in front of farDepth are still
  /// to come.
  INKRAY_HD bool isDone() const { return light.transmittance < earlyTermination; }

  /// Take the next face that the ray meets, in the order of the centroids.
  INKRAY_HD void arrive(const Entry& entry)
  {
    ++counts.fragments;
    counts.unsorted += entry.depth < farthest - depthTolerance ? 1u : 0u;
    farthest = maximum(farthest, entry.depth);
    if (entry.depth < nearDepth)
      this->standInFront(entry);
    else if (entry.depth >= farDepth)
    {
      // Of the fragments behind the visible depths only the first matters: the last segment ends at it.
      if (entry.depth < end.depth)
        end = entry;
    }
    else
      this->take(buffer.push(entry, depthTolerance, [this](const Entry& e) { return isNextOf(reached, e); }));
  }

  /// Take the fragments left in the k-buffer, after the last face.
  INKRAY_HD void finish()
  {
    for (int i = 0; i < KBuffer<Entry, K>::Capacity && !this->isDone(); ++i)
      this->take(buffer.pop(depthTolerance, [this](const Entry& e) { return isNextOf(reached, e); }));
    if (!this->isDone())
      this->take(end);
    values.leave(light);
  }

private:
  /// Take a fragment in front of the visible depths. Only the last one matters, which names the tet in which
  /// the ray begins; so they need no order.
  INKRAY_HD void standInFront(const Entry& entry)
  {
    if (!(entry.depth > frontDepth))
      return;
    const bool isInside = entry.behind != noTet;
    inside += int(isInside) - int(isInsideAtFront);
    isInsideAtFront = isInside;
    frontDepth = entry.depth;
    if (reached.depth < nearDepth)
    {
      reached = entry;
      Values::standAt(light, entry);
    }
    else
      ++counts.late;
  }

  /// Continue to a fragment that left the k-buffer.
  INKRAY_HD void take(const Entry& next)
  {
    if (next.depth == noDepth || next.depth == lastDepth)
      return;
    const bool follows = isNextOf(reached, next);
    // A face that ends a tet and comes late, by however little, is an error: another tet has got its length.
    const float tolerance = Values::needsEachFace && next.before != noTet ? 0.0f : depthTolerance;
    counts.late += !follows && next.depth < reached.depth - tolerance ? 1u : 0u;
    // Rounding may swap a tet's two faces, so that its entry comes last here: the tet has no length, and the
    // ray stays in the tet behind.
    const bool isPassed = Values::needsEachFace && next.behind != noTet && next.behind == reached.before &&
      next.depth <= reached.depth + depthTolerance;
    if (next.depth > reached.depth && !isPassed)
    {
      if (inside > 0)
        values.add(light, reached, next, minimum(maximum(reached.depth, nearDepth), farDepth),
          minimum(maximum(next.depth, nearDepth), farDepth), lengthScale);
      else
      {
        values.leave(light);
        Values::standAt(light, next);
      }
      reached = next;
    }
    else if (follows)
    {
      // The two depths are equal up to rounding; the tet between them has no length on the ray.
      values.pass(light, next);
      const float depth = reached.depth;
      reached = next;
      reached.depth = depth;
    }
    inside += next.step();
  }
};

/// The inputs and outputs of all rays of a picture, for any kind of values.
struct HavsRays
{
  MeshCamera camera;
  const ProjectedVertex* projected;
  const UInt4* faces;
  const UInt2* links; ///< of the tets (TetAdjacency)
  std::uint32_t numBoundary;
  const std::uint32_t* tileStarts;
  const std::uint32_t* tileFaces; ///< of each tile, by the depth of the faces' centroids
  int tileShift, tilesAcross;
  float earlyTermination;
  Float4* image;
  HavsCounts* counts;
};

/// The kernel that draws a picture: the thread of a pixel walks through the list of its tile, 64 faces at a
/// time. First it finds the faces that its ray meets: all threads of a tile test one face while the next one
/// is being loaded. Then each thread processes the faces of its own ray. So threads do not wait for each
/// other's fragments, although few rays of a tile meet the same face.
///
/// A ray meets a face if its edge functions have one sign, exactly (EdgeFunction.h), so that each ray enters
/// each tet as often as it leaves it.
template <class Values, int K>
struct CastHavs : HavsRays
{
  Values values;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    int x, y;
    PixelOrder<PixelTiles::Morton>::pixel(i, camera.width, x, y);
    if (x >= camera.width || y >= camera.height)
      return;
    const auto pixel = static_cast<std::uint32_t>(y * camera.width + x);
    const float u = pixelU(camera, x), v = pixelV(camera, y);
    HavsRay<Values, K> ray(values, camera.nearDepth, endDepth(camera, pixel),
      lengthPerDepth(camera, u, v) * 1.4426950408889634f, earlyTermination);

    const std::uint32_t* const start = tileStarts + ((y >> tileShift) * tilesAcross + (x >> tileShift));
    const std::uint32_t end = start[1];
    for (std::uint32_t first = start[0]; first < end && !ray.isDone(); first += facesAtOnce)
    {
      std::uint64_t met = this->findMet(first, end - first < facesAtOnce ? end : first + facesAtOnce, u, v);
      for (; met != 0 && !ray.isDone(); met &= met - 1)
        this->meetFace(ray, tileFaces[first + static_cast<std::uint32_t>(lowestBit64(met))], u, v);
    }
    ray.finish();
    image[pixel] = ray.light.pixel();
    counts[pixel] = ray.counts;
  }

private:
  static constexpr std::uint32_t facesAtOnce = 64;

  struct Corners
  {
    UInt4 ids;
    ProjectedVertex a, b, c;
  };
  INKRAY_HD Corners corners(const UInt4& ids) const
  {
    // A mirrored view reverses all faces.
    const std::uint32_t b = camera.facing < 0.0f ? ids.z : ids.y, c = camera.facing < 0.0f ? ids.y : ids.z;
    return { { ids.x, b, c, ids.w }, load(projected + ids.x), load(projected + b), load(projected + c) };
  }

  /// A face relative to the ray of a pixel.
  struct SeenFace
  {
    RayVertex a, b, c;
  };
  INKRAY_HD SeenFace see(const Corners& k, float u, float v) const
  {
    const auto seen = [&](const ProjectedVertex& p) { return toRaySpace(p, u, v, shearOf(camera, p.z)); };
    return { seen(k.a), seen(k.b), seen(k.c) };
  }
  INKRAY_HD bool isMet(const Corners& k, float u, float v) const
  {
    const SeenFace f = this->see(k, u, v);
    const float bc = rawEdgeFunction(f.b, f.c), ca = rawEdgeFunction(f.c, f.a),
                ab = rawEdgeFunction(f.a, f.b);
    const float low = fminf(bc, fminf(ca, ab)), high = fmaxf(bc, fmaxf(ca, ab));
    // Edge functions of both signs: the ray misses the face, however ties are resolved.
    if (low < 0.0f && high > 0.0f)
      return false;
    if (low > 0.0f || high < 0.0f)
      return true;
    const FaceEdges e = edgesOfFace(f.a, f.b, f.c, k.ids);
    return e.allPositive() || fmaxf(e.bc, fmaxf(e.ca, e.ab)) < 0.0f;
  }

  /// Find the faces of a list, from place `first` on, that the ray meets, as a bit mask.
  INKRAY_HD std::uint64_t findMet(std::uint32_t first, std::uint32_t end, float u, float v) const
  {
    // A face's corners are two loads away from the list, so each load is issued one face ahead.
    const auto faceAt = [this, end](std::uint32_t place) { return tileFaces[place < end ? place : end - 1]; };
    std::uint64_t met = 0;
    Corners next = this->corners(load(faces + faceAt(first)));
    UInt4 afterNext = load(faces + faceAt(first + 1));
    for (std::uint32_t at = first; at < end; ++at)
    {
      const Corners k = next;
      next = this->corners(afterNext);
      afterNext = load(faces + faceAt(at + 2));
      met |= std::uint64_t(this->isMet(k, u, v)) << (at - first);
    }
    return met;
  }

  /// Make the fragment of a face that the ray meets.
  INKRAY_HD void meetFace(HavsRay<Values, K>& ray, std::uint32_t face, float u, float v) const
  {
    const Corners corners = this->corners(load(faces + face));
    const SeenFace seen = this->see(corners, u, v);
    const RayVertex &a = seen.a, &b = seen.b, &c = seen.c;
    const FaceEdges e = edgesOfFace(a, b, c, corners.ids);
    const bool enters = e.allPositive();
    const float sum = e.bc + e.ca + e.ab;
    const bool isBoundary = face < numBoundary;
    // A face between two tets that is seen edge-on, within rounding, has no place on the ray: skip it. Its
    // two tets have the same values along it.
    const float extent = fabsf(a.x) + fabsf(a.y) + fabsf(b.x) + fabsf(b.y) + fabsf(c.x) + fabsf(c.y);
    const float slack =
      camera.parallel ? camera.slack : camera.slack * (fabsf(a.depth) + fabsf(b.depth) + fabsf(c.depth));
    if (!isBoundary && fabsf(sum) < extent * multiplyAdd(2.4e-7f, extent, slack))
      return;
    const float inverse = reciprocal(sum);
    const Float3 weights = { e.bc * inverse, e.ca * inverse, e.ab * inverse };
    const std::uint32_t own = corners.ids.w >> 2;
    const std::uint32_t other = isBoundary ? noTet : load(links + corners.ids.w).x >> 2;
    FaceHit hit;
    hit.depth = multiplyAdd(weights.x, a.depth, multiplyAdd(weights.y, b.depth, weights.z * c.depth));
    hit.before = enters ? other : own;
    hit.behind = enters ? own : other;
    ray.arrive(values.entry(hit, weights, a.scalar, b.scalar, c.scalar));
  }
};

/// Sums of the counts of all pixels.
struct HavsTotals
{
  std::uint64_t coveredRays, fragments, unsorted, late, lateRays;
};

/// Adds up the counts of the pixels i, i + stride, ...
struct SumCounts
{
  const HavsCounts* counts;
  std::int64_t numPixels, stride;
  HavsTotals* totals;

  INKRAY_HD void operator()(std::int64_t first) const
  {
    HavsTotals own = { 0, 0, 0, 0, 0 };
    for (std::int64_t pixel = first; pixel < numPixels; pixel += stride)
    {
      const HavsCounts c = counts[pixel];
      own.coveredRays += c.fragments > 0;
      own.fragments += c.fragments;
      own.unsorted += c.unsorted;
      own.late += c.late;
      own.lateRays += c.late > 0;
    }
    if (own.coveredRays == 0)
      return;
    atomicAddRelaxed(&totals->coveredRays, own.coveredRays);
    atomicAddRelaxed(&totals->fragments, own.fragments);
    atomicAddRelaxed(&totals->unsorted, own.unsorted);
    atomicAddRelaxed(&totals->late, own.late);
    atomicAddRelaxed(&totals->lateRays, own.lateRays);
  }
};

} // namespace inkray
