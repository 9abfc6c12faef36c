// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/VectorLanes.h"
#include "Device/HostBackend.h"
#include "Renderers/Isosurface/CastIsosurfacePackets.h"
#include "Renderers/Isosurface/IsosurfaceKernels.h"

#if INKRAY_LANES == 8
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

/// Rays through the bricks of a grid, `lanes` at a time. Each function does for the rays of a packet what the
/// function named in its comment does for one, in the same order of operations, so that pictures are the same
/// bit for bit. What few rays meet at a time is done for each by itself, with that function.
namespace inkray
{
namespace
{

using namespace vector_lanes;
using vector_lanes::Floats; // not inkray::Floats

/// multiplyAdd of each.
inline Floats multiplyAdd(const Floats& a, const Floats& b, const Floats& c)
{
#ifdef __FMA__
  Floats result;
  for (int lane = 0; lane < lanes; ++lane)
    result[lane] = __builtin_fmaf(a[lane], b[lane], c[lane]);
  return result;
#else
  return a * b + c;
#endif
}
/// minimum and maximum of each.
inline Floats lesser(const Floats& a, const Floats& b)
{
  return a < b ? a : b;
}
inline Floats greater(const Floats& a, const Floats& b)
{
  return a > b ? a : b;
}
inline Floats allOf(float x)
{
  return Floats{} + x;
}
inline Floats asFloats(const Mask& x)
{
  return __builtin_convertvector(x, Floats);
}

/// Ray of each.
struct RayPacket
{
  Floats origin[3], direction[3], inverse[3], offset[3], begin, end;
  Mask forward[3];

  Floats planeParameter(int axis, const Floats& k) const
  {
    return multiplyAdd(k, inverse[axis], offset[axis]);
  }
  Ray get(int lane) const
  {
    Ray ray;
    for (int axis = 0; axis < 3; ++axis)
    {
      ray.origin[axis] = origin[axis][lane];
      ray.direction[axis] = direction[axis][lane];
      ray.inverse[axis] = inverse[axis][lane];
      ray.offset[axis] = offset[axis][lane];
    }
    ray.begin = begin[lane];
    ray.end = end[lane];
    return ray;
  }
};

/// rayOfPixel, for pixels (u, v).
inline void raysOfPixels(
  const RayGenerator& camera, const Floats& u, const Floats& v, const std::int32_t size[3], RayPacket& rays)
{
  rays.begin = allOf(camera.tNear);
  rays.end = allOf(camera.tFar);
  for (int axis = 0; axis < 3; ++axis)
  {
    const auto ofPixel = [&](const float(&o)[3], const float(&ofU)[3], const float(&ofV)[3]) {
      return multiplyAdd(v, allOf(ofV[axis]), multiplyAdd(u, allOf(ofU[axis]), allOf(o[axis])));
    };
    const Floats at = ofPixel(camera.origin, camera.originU, camera.originV);
    Floats step = ofPixel(camera.direction, camera.directionU, camera.directionV);
    const float smallest = 1e-12f; // setAxis
    const Floats least = step < 0.0f ? allOf(-smallest) : allOf(smallest);
    step = magnitude(step) < smallest ? least : step;
    rays.origin[axis] = at;
    rays.direction[axis] = step;
    rays.forward[axis] = step > 0.0f;
    rays.inverse[axis] = 1.0f / step;
    rays.offset[axis] = -at * rays.inverse[axis];
    const Floats a = rays.planeParameter(axis, Floats{}),
                 b = rays.planeParameter(axis, allOf(static_cast<float>(size[axis])));
    rays.begin = greater(rays.begin, lesser(a, b));
    rays.end = lesser(rays.end, greater(a, b));
  }
}

/// ClipPlanes::clip.
inline void clipRays(const ClipPlanes& planes, RayPacket& rays)
{
  for (int i = 0; i < planes.count; ++i)
  {
    const float* plane = planes.planes[i];
    const Floats at = multiplyAdd(allOf(plane[0]), rays.origin[0],
      multiplyAdd(
        allOf(plane[1]), rays.origin[1], multiplyAdd(allOf(plane[2]), rays.origin[2], allOf(plane[3]))));
    const Floats slope = multiplyAdd(allOf(plane[0]), rays.direction[0],
      multiplyAdd(allOf(plane[1]), rays.direction[1], plane[2] * rays.direction[2]));
    const Floats meets = -at / slope;
    const Mask comesIn = slope > 0.0f, goesOut = slope < 0.0f, isOut = ~comesIn & ~goesOut & (at < 0.0f);
    rays.begin = comesIn ? greater(rays.begin, meets) : rays.begin;
    rays.end = goesOut ? lesser(rays.end, meets) : rays.end;
    rays.end = isOut ? rays.begin - 1.0f : rays.end;
  }
}

/// Dda of each.
template <int Size>
struct BoxWalk
{
  Mask place;
  Floats plane[3], next[3];

  Floats entryPlane(const RayPacket& rays, int axis) const
  {
    return plane[axis] - (rays.forward[axis] ? allOf(Size) : allOf(-Size));
  }
  Floats corner(const RayPacket& rays, int axis) const
  {
    return plane[axis] - (rays.forward[axis] ? allOf(Size) : Floats{});
  }
  Floats exit() const { return lesser(next[0], lesser(next[1], next[2])); }

  void enter(const RayPacket& rays, const Floats low[3], const Floats last[3], const Floats& t)
  {
    place = Mask{};
    for (int axis = 0; axis < 3; ++axis)
    {
      const Mask& forward = rays.forward[axis];
      const Floats ahead = forward ? allOf(1.0f) : allOf(-1.0f);
      const Floats position = multiplyAdd(t, rays.direction[axis], rays.origin[axis] - low[axis]);
      // The last box is a whole number, so it can be compared before the position is rounded down.
      const Floats within = lesser(greater(position * (1.0f / Size), Floats{}), last[axis]);
      Floats box = asFloats(__builtin_convertvector(within, Mask));
      Floats through = multiplyAdd(box + (forward ? allOf(1.0f) : Floats{}), allOf(Size), low[axis]);
      Floats out = rays.planeParameter(axis, through);
      const Floats entry = through - (forward ? allOf(Size) : allOf(-Size));
      const Floats entered = rays.planeParameter(axis, entry);
      const Mask isBehind = (out <= t) & (box != (forward ? last[axis] : Floats{})),
                 isBefore = ~isBehind & (entered > t) & (box != (forward ? Floats{} : last[axis]));
      if (bitsOfMask(isBehind | isBefore) != 0)
      {
        box += isBehind ? ahead : isBefore ? -ahead : Floats{};
        through = isBehind ? through + ahead * float(Size) : isBefore ? entry : through;
        out = rays.planeParameter(axis, through);
      }
      plane[axis] = through;
      next[axis] = out;
      place += __builtin_convertvector(box, Mask) << 2 * axis;
    }
  }

  /// Of the rays of a mask; those that have not left the block.
  Mask step(const RayPacket& rays, const Mask& here, Floats& t, const Floats& end)
  {
    const Floats out = this->exit();
    const Mask x = next[0] <= out, y = ~x & (next[1] <= out), z = ~x & ~y;
    t = here ? greater(t, out) : t;
    const auto stepAlong = [&](int axis, const Mask& along) {
      const Mask moves = here & along;
      const Floats ahead = rays.forward[axis] ? allOf(Size) : allOf(-Size);
      place += moves & (rays.forward[axis] ? Mask{} + (1 << 2 * axis) : Mask{} - (1 << 2 * axis));
      plane[axis] = moves ? plane[axis] + ahead : plane[axis];
      next[axis] = rays.planeParameter(axis, plane[axis]);
    };
    stepAlong(0, x);
    stepAlong(1, y);
    stepAlong(2, z);
    return here & (out < end);
  }

  void get(int lane, Dda<Size>& dda) const
  {
    dda.place = place[lane];
    for (int axis = 0; axis < 3; ++axis)
    {
      dda.plane[axis] = plane[axis][lane];
      dda.next[axis] = next[axis][lane];
    }
  }
};

/// hasBit of each.
inline Mask haveBit(std::uint64_t mask, const Mask& place)
{
  const Mask half = (place & 32) != 0 ? Mask{} + static_cast<std::int32_t>(mask >> 32)
                                      : Mask{} + static_cast<std::int32_t>(mask);
  return ((half >> (place & 31)) & 1) != 0;
}

/// interpolate of each.
inline Floats interpolate(const Floats& a, const Floats& b, const Floats& t)
{
  return multiplyAdd(t, b, multiplyAdd(-t, a, a));
}

/// interpolateCell of each, relative to a value.
inline Floats interpolateCells(const Floats corners[8], const Floats& value, const Floats p[3])
{
  Floats x[4];
  for (int k = 0; k < 4; ++k)
    x[k] = interpolate(corners[2 * k] - value, corners[2 * k + 1] - value, p[0]);
  return interpolate(interpolate(x[0], x[1], p[1]), interpolate(x[2], x[3], p[1]), p[2]);
}

/// restrictToSegment of each, relative to a value.
inline void coefficientsOf(
  const Floats corners[8], const Floats& value, const Floats from[3], const Floats to[3], Floats b[4])
{
  Floats fx[4], tx[4];
  for (int k = 0; k < 4; ++k)
  {
    const Floats low = corners[2 * k] - value, high = corners[2 * k + 1] - value;
    fx[k] = interpolate(low, high, from[0]);
    tx[k] = interpolate(low, high, to[0]);
  }
  Floats ff[2], ft[2], tf[2], tt[2];
  for (int k = 0; k < 2; ++k)
  {
    ff[k] = interpolate(fx[2 * k], fx[2 * k + 1], from[1]);
    ft[k] = interpolate(fx[2 * k], fx[2 * k + 1], to[1]);
    tf[k] = interpolate(tx[2 * k], tx[2 * k + 1], from[1]);
    tt[k] = interpolate(tx[2 * k], tx[2 * k + 1], to[1]);
  }
  const float third = 1.0f / 3.0f;
  b[0] = interpolate(ff[0], ff[1], from[2]);
  b[1] = (interpolate(ff[0], ff[1], to[2]) + interpolate(ft[0], ft[1], from[2]) +
           interpolate(tf[0], tf[1], from[2])) *
    third;
  b[2] = (interpolate(tt[0], tt[1], from[2]) + interpolate(tf[0], tf[1], to[2]) +
           interpolate(ft[0], ft[1], to[2])) *
    third;
  b[3] = interpolate(tt[0], tt[1], to[2]);
}

/// changesSide of each of a mask.
inline Mask changeSide(const Floats b[4], const Mask& above, const Mask& here)
{
  const Mask ends = here & ((b[3] >= 0.0f) ^ above);
  Mask changes = ends;
  const Mask between = here & ~ends & (((b[1] >= 0.0f) ^ above) | ((b[2] >= 0.0f) ^ above));
  forLanes(between, [&](int lane) {
    const float one[4] = { b[0][lane], b[1][lane], b[2][lane], b[3][lane] };
    changes[lane] = changesSide(one, above[lane] != 0) ? -1 : 0;
  });
  return changes;
}

/// Cubic of each.
struct Cubics
{
  Floats c0, c1, c2, c3;
};

/// cubicOfBernstein.
inline Cubics cubicsOfBernstein(const Floats b[4])
{
  return { b[0], 3.0f * (b[1] - b[0]), 3.0f * ((b[0] - b[1]) + (b[2] - b[1])),
    (b[3] - b[0]) + 3.0f * (b[1] - b[2]) };
}

/// Where turningPoints finds none.
inline Mask haveNoTurns(const Cubics& f)
{
  Floats a = 3.0f * f.c3, h = f.c2, c = f.c1;
  const Floats largest = greater(magnitude(a), greater(magnitude(h), magnitude(c)));
  const Floats scale = 1.0f / largest;
  a *= scale;
  h *= scale;
  c *= scale;
  const Floats discriminant = h * h - a * c, root = squareRoot(discriminant);
  const Floats q = -(h + (h < 0.0f ? -root : root));
  const Floats s0 = a != 0.0f ? q / a : allOf(-1.0f), s1 = q != 0.0f ? c / q : allOf(-1.0f);
  const Floats low = lesser(s0, s1), high = greater(s0, s1);
  const Mask turns = ((low > 0.0f) & (low < 1.0f)) | ((high > 0.0f) & (high < 1.0f) & (high != low));
  return ~((largest > 0.0f) & (discriminant > 0.0f) & turns);
}

/// solveMonotone in [0, 1], for the cubics of a mask.
inline Floats solveMonotone(
  const Cubics& f, const Mask& rising, const Floats& atZero, const Floats& atOne, Mask here)
{
  Floats low = {}, high = allOf(1.0f);
  const Floats span = atOne - atZero;
  Floats s = span != 0.0f ? multiplyAdd(-atZero / span, high, low) : low;
  s = s < low ? low : s > high ? high : s;
  for (int iteration = 0; iteration < 12 && bitsOfMask(here) != 0; ++iteration)
  {
    const Floats value = multiplyAdd(s, multiplyAdd(s, multiplyAdd(s, f.c3, f.c2), f.c1), f.c0),
                 slope = multiplyAdd(s, multiplyAdd(s, 3.0f * f.c3, 2.0f * f.c2), f.c1);
    const Mask isPast = ~((value >= 0.0f) ^ rising);
    high = isPast ? s : high;
    low = isPast ? low : s;
    Floats next = s - value / slope;
    const Mask isWithin = (next >= low) & (next <= high);
    next = isWithin ? next : 0.5f * (low + high);
    const Floats change = magnitude(next - s);
    s = here ? next : s;
    here &= ~(change < 1e-6f);
  }
  return s;
}

/// firstChange for the curves of a mask.
inline Floats firstChanges(const Floats b[4], const Mask& above, const Mask& here)
{
  const Cubics f = cubicsOfBernstein(b);
  const Mask isSimple = here & haveNoTurns(f);
  Floats s = solveMonotone(f, ~above, b[0], b[3], isSimple);
  forLanes(here & ~isSimple, [&](int lane) {
    const float one[4] = { b[0][lane], b[1][lane], b[2][lane], b[3][lane] };
    s[lane] = firstChange(one, above[lane] != 0);
  });
  return s;
}

/// The rays of neighbouring pixels: eight of 4 x 2 pixels, four of 2 x 2. `Opaque` as CastIsosurfaces has it.
template <bool Opaque, class Value>
class IsosurfacePacket
{
public:
  IsosurfacePacket(
    const IsosurfaceScene& scene, const VolumeView<Value>& volume, const IsosurfaceImage& image)
    : scene_(scene)
    , volume_(volume)
    , image_(image)
  {
  }

  static constexpr int across = lanes / 2, perTile = tilePixels / lanes;

  /// CastIsosurfaces, for packet `part` of a tile.
  void cast(std::uint32_t tile, int part)
  {
    const int perRow = tileSize / across;
    const int x = part % perRow * across, y = part / perRow * 2;
    Floats u = {}, v = {};
    Mask isOpen = {};
    for (int lane = 0; lane < lanes; ++lane)
    {
      const int inTile = x + lane % across + tileSize * (y + lane / across);
      isOpen[lane] =
        openPixel(scene_.camera, image_, std::int64_t(tile) * tilePixels + inTile, pixels_[lane]) ? -1 : 0;
      u[lane] = pixelU(scene_.camera, pixels_[lane].pixel[0]);
      v[lane] = pixelV(scene_.camera, pixels_[lane].pixel[1]);
    }
    raysOfPixels(scene_.camera, u, v, scene_.layout.cells, rays_);
    clipRays(scene_.clipPlanes, rays_);
    if (scene_.opaqueDepth)
      forLanes(isOpen & (rays_.begin <= rays_.end), [&](int lane) {
        Ray ray = rays_.get(lane);
        stopAtWindowDepth(scene_.camera, scene_.opaqueDepth[pixels_[lane].at], ray);
        rays_.end[lane] = ray.end;
      });
    const BrickNode root = loadNode(scene_.nodes + 1);
    if (root.ref != noNode)
    {
      active_ = isOpen & (rays_.begin <= rays_.end);
      Floats begin, end;
      begin_ = rays_.begin;
      class_ = Mask{} - 1;
      active_ = active_ & this->clipToNode(root, begin, end);
      this->traverse(root.ref);
    }
    forLanes(isOpen, [&](int lane) { writePixel(image_, pixels_[lane].at, pixels_[lane].shade); });
  }

private:
  /// clipToNode, between begin_ and the rays' ends.
  Mask clipToNode(const BrickNode& node, Floats& begin, Floats& end) const
  {
    begin = begin_;
    end = rays_.end;
    const std::uint32_t bounds[3] = { node.x, node.y, node.z };
    for (int axis = 0; axis < 3; ++axis)
    {
      const Mask& forward = rays_.forward[axis];
      const Floats low = allOf(halfAsFloat(bounds[axis], false)),
                   high = allOf(halfAsFloat(bounds[axis], true));
      begin = greater(begin, rays_.planeParameter(axis, forward ? low : high));
      end = lesser(end, rays_.planeParameter(axis, forward ? high : low));
    }
    return begin <= end;
  }

  /// A node that some rays are still to visit.
  struct Entry
  {
    std::uint32_t ref;
    Mask rays;
  };

  /// visitCrossings, and firstCrossing where it is `Opaque`: every ray visits the leaves in its own order.
  void traverse(std::uint32_t root)
  {
    // A ray by itself has at most LocalStack::depth entries, and each entry is of a ray at least.
    Entry stack[LocalStack::depth * lanes];
    int size = 0;
    Entry at = { root, active_ };
    for (;;)
    {
      Mask here = at.rays & active_;
      if (bitsOfMask(here) != 0)
      {
        if (isLeafRef(at.ref))
        {
          if (at.ref != noNode)
            this->visitLeaf(at.ref, here);
        }
        else
        {
          const BrickNode a = loadNode(scene_.nodes + at.ref), b = loadNode(scene_.nodes + at.ref + 1);
          Floats beginA, endA, beginB, endB;
          const Mask hitA = here & this->clipToNode(a, beginA, endA),
                     hitB = here & this->clipToNode(b, beginB, endB);
          const Mask aFirst = hitA & (~hitB | (beginA < beginB) | ((beginA == beginB) & (endA <= endB)));
          const Mask both = hitA & hitB;
          const bool someA = bitsOfMask(hitA) != 0, someB = bitsOfMask(hitB) != 0;
          if (bitsOfMask(both & ~aFirst) == 0) // a first, or none has both
          {
            if (someB)
              stack[size++] = { b.ref, hitB };
            if (someA)
              stack[size++] = { a.ref, hitA };
          }
          else if (bitsOfMask(both & aFirst) == 0)
          {
            if (someA)
              stack[size++] = { a.ref, hitA };
            stack[size++] = { b.ref, hitB };
          }
          else
          {
            stack[size++] = { a.ref, both & ~aFirst };
            stack[size++] = { b.ref, hitB & ~aFirst };
            stack[size++] = { b.ref, both & aFirst };
            stack[size++] = { a.ref, hitA & aFirst };
          }
        }
      }
      if (size == 0 || bitsOfMask(active_) == 0)
        break;
      at = stack[--size];
    }
  }

  /// All crossings in one leaf of the rays of a mask, as far as each goes.
  void visitLeaf(std::uint32_t ref, Mask here)
  {
    const std::uint64_t mask = maskOfLeaf(scene_, ref);
    if (Opaque)
    {
      const Mask found = this->intersectLeaf(ref, mask, here);
      active_ &= ~found;
      if (bitsOfMask(found) != 0)
        this->shadeFirst(found);
      return;
    }
    while (bitsOfMask(here) != 0)
    {
      const Mask found = this->intersectLeaf(ref, mask, here);
      here = found;
      forLanes(found, [&](int lane) {
        PixelInProgress& p = pixels_[lane];
        const Ray ray = rays_.get(lane);
        RayProgress progress = { begin_[lane], class_[lane] };
        SurfaceCrossing crossing = {};
        solveCell<false, false>(scene_, volume_, ray, walks_[lane], progress, crossing);
        bool goesOn = true;
        if (!scene_.cropping.removes(ray, crossing.t))
          goesOn = shadeCrossing(scene_, volume_.axes(), p.pixel, ray, crossing, p.shade, p.hit);
        if (!goesOn)
          here[lane] = active_[lane] = 0;
        else
        {
          begin_[lane] = maximum(rays_.begin[lane], progress.t);
          class_[lane] = progress.surfaceClass;
        }
      });
    }
  }

  /// solveCell, where the first crossing is all, and its shading.
  void shadeFirst(const Mask& found)
  {
    const Segments& in = segments_;
    const Floats s = firstChanges(in.b, in.b[0] >= 0.0f, found);
    const Floats t = multiplyAdd(s, in.to - in.t, in.t);
    Floats p[3], v[8], gradient[3] = {};
    for (int axis = 0; axis < 3; ++axis)
      p[axis] = multiplyAdd(s, in.until[axis] - in.from[axis], in.from[axis]);
    if (!scene_.centralDifferences) // cellGradient
    {
      for (int k = 0; k < 8; ++k)
        v[k] = in.corners[k] - scene_.surfaces.first;
      gradient[0] = interpolate(
        interpolate(v[1] - v[0], v[3] - v[2], p[1]), interpolate(v[5] - v[4], v[7] - v[6], p[1]), p[2]);
      gradient[1] = interpolate(
        interpolate(v[2] - v[0], v[3] - v[1], p[0]), interpolate(v[6] - v[4], v[7] - v[5], p[0]), p[2]);
      gradient[2] = interpolate(
        interpolate(v[4] - v[0], v[5] - v[1], p[0]), interpolate(v[6] - v[2], v[7] - v[3], p[0]), p[1]);
    }
    forLanes(found, [&](int lane) {
      SurfaceCrossing crossing = { t[lane], { gradient[0][lane], gradient[1][lane], gradient[2][lane] }, 0 };
      if (scene_.centralDifferences)
      {
        const int subBrick = in.subBrick[lane], place = in.place[lane];
        int cell[3];
        for (int axis = 0; axis < 3; ++axis)
          cell[axis] = corner_[axis] + (subBrick >> 2 * axis & 3) * subBrickSize + (place >> 2 * axis & 3);
        const Float3 smooth = centralDifferencesAt(
          volume_, scene_.layout, cell[0], cell[1], cell[2], p[0][lane], p[1][lane], p[2][lane]);
        crossing.gradient[0] = smooth.x;
        crossing.gradient[1] = smooth.y;
        crossing.gradient[2] = smooth.z;
      }
      PixelInProgress& pixel = pixels_[lane];
      shadeCrossing(scene_, volume_.axes(), pixel.pixel, rays_.get(lane), crossing, pixel.shade, pixel.hit);
    });
  }

  LeafWalk walkOf(int lane) const
  {
    LeafWalk walk = {};
    subBricks_.get(lane, walk.subBricks);
    cells_.get(lane, walk.cells);
    walk.leaf = leaf_;
    for (int axis = 0; axis < 3; ++axis)
      walk.corner[axis] = corner_[axis];
    walk.t = t_[lane];
    walk.end = end_[lane];
    walk.cellT = cellT_[lane];
    return walk;
  }

  /// intersectLeaf up to the cells that rays cross a surface in.
  Mask intersectLeaf(std::uint32_t ref, std::uint64_t mask, const Mask& here)
  {
    Mask in = this->enterLeaf(ref, here), found = {};
    while (bitsOfMask(in) != 0)
    {
      Mask seeks = in, meets = {};
      Floats from = {}, until = {};
      while (bitsOfMask(seeks) != 0)
      {
        const Mask holds = seeks & haveBit(mask, subBricks_.place & 63);
        Mask meetsNow = {};
        if (bitsOfMask(holds) != 0)
        {
          Floats f, u;
          meetsNow = holds & this->clipToSubBrick(f, u);
          from = meetsNow ? f : from;
          until = meetsNow ? u : until;
        }
        meets |= meetsNow;
        seeks &= ~meetsNow;
        seeks = subBricks_.step(rays_, seeks, t_, end_);
      }
      if (bitsOfMask(meets) == 0)
        break;
      this->enterCells(from);
      Mask inside = meets;
      while (bitsOfMask(inside) != 0)
      {
        const Mask crosses = this->crossCells(inside);
        if (!Opaque)
          forLanes(crosses, [&](int lane) { walks_[lane] = this->walkOf(lane); });
        found |= crosses;
        inside = cells_.step(rays_, inside & ~crosses, cellT_, until);
      }
      in = subBricks_.step(rays_, meets & ~found, t_, end_);
    }
    return found;
  }

  Mask enterLeaf(std::uint32_t ref, const Mask& here)
  {
    int leaf[3];
    leafOfRef(ref, leaf);
    leaf_ = leafIndex(scene_.layout, leaf);
    t_ = begin_;
    end_ = rays_.end;
    Floats low[3], last[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      corner_[axis] = leaf[axis] * leafSize;
      const auto from = static_cast<float>(corner_[axis]);
      low[axis] = allOf(from);
      last[axis] = allOf(lastBox(scene_.layout, axis, from, subBrickSize));
      const Floats a = rays_.planeParameter(axis, low[axis]),
                   b = rays_.planeParameter(axis, allOf(from + static_cast<float>(leafSize)));
      t_ = greater(t_, rays_.forward[axis] ? a : b);
      end_ = lesser(end_, rays_.forward[axis] ? b : a);
    }
    subBricks_.enter(rays_, low, last, t_);
    corners_ = volume_.values + corner_[0] + corner_[1] * volume_.strideY + corner_[2] * volume_.strideZ;
    return here & (t_ <= end_);
  }

  /// clipToSubBrick.
  Mask clipToSubBrick(Floats& from, Floats& until) const
  {
    from = t_;
    until = lesser(subBricks_.exit(), end_);
    const LinearBounds* bounds = scene_.bounds + leaf_ * subBricksPerLeaf;
    const float* rows[lanes];
    for (int lane = 0; lane < lanes; ++lane)
      rows[lane] = reinterpret_cast<const float*>(bounds + (subBricks_.place[lane] & 63));
    Floats words[4];
    loadRows(rows, words);
    Words xy, z;
    memcpy(&xy, &words[0], sizeof xy);
    memcpy(&z, &words[1], sizeof z);
    const Words halves[3] = { xy << 16, xy & 0xffff0000u, z << 16 };
    Floats start = {}, slope = {};
    for (int axis = 0; axis < 3; ++axis)
    {
      Floats gradient;
      memcpy(&gradient, &halves[axis], sizeof gradient);
      start = multiplyAdd(gradient, rays_.origin[axis] - subBricks_.corner(rays_, axis), start);
      slope = multiplyAdd(gradient, rays_.direction[axis], slope);
    }
    const Mask isSteep = magnitude(slope) > 1e-37f;
    const Floats perSlope = 1.0f / slope;
    Floats first = allOf(INFINITY), last = allOf(-INFINITY);
    const int count = Opaque ? 1 : scene_.surfaces.count;
    for (int i = 0; i < count; ++i)
    {
      const float value = Opaque ? scene_.surfaces.first : scene_.surfaces.entries[i].value;
      const Floats a = (value - words[3] - start) * perSlope, b = (value - words[2] - start) * perSlope;
      const Floats comes = greater(lesser(a, b), from), goes = lesser(greater(a, b), until);
      const Mask takes = Opaque ? Mask{} - 1 : comes <= goes;
      first = takes ? lesser(first, comes) : first;
      last = takes ? greater(last, goes) : last;
    }
    from = isSteep ? first : from;
    until = isSteep ? last : until;
    return ~isSteep | (first <= last);
  }

  /// enterCells.
  void enterCells(const Floats& t)
  {
    Floats low[3], last[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      low[axis] = subBricks_.corner(rays_, axis);
      last[axis] = lesser(allOf(3.0f), static_cast<float>(scene_.layout.cells[axis] - 1) - low[axis]);
    }
    cells_.enter(rays_, low, last, t);
    cellT_ = t_;
    for (int axis = 0; axis < 3; ++axis)
      cellT_ = greater(cellT_, rays_.planeParameter(axis, cells_.entryPlane(rays_, axis)));
  }

  /// localPosition.
  void localPosition(const Floats& t, Floats p[3]) const
  {
    for (int axis = 0; axis < 3; ++axis)
    {
      const Floats in = rays_.forward[axis] ? Floats{} : allOf(1.0f), out = 1.0f - in;
      const Floats x = multiplyAdd(t, rays_.direction[axis], rays_.origin[axis] - cells_.corner(rays_, axis));
      const Floats low = x < 0.0f ? Floats{} : x;
      p[axis] = low > 1.0f ? allOf(1.0f) : low;
      p[axis] = t <= rays_.planeParameter(axis, cells_.entryPlane(rays_, axis)) ? in : p[axis];
      p[axis] = t >= cells_.next[axis] ? out : p[axis];
    }
  }

  /// Numbers of values at the lower corners of the cells of a mask, from corners_ on.
  Mask offsetsOf(const Mask& here) const
  {
    const auto along = [&](int axis) {
      return (subBricks_.place >> 2 * axis & 3) * subBrickSize + (cells_.place >> 2 * axis & 3);
    };
    return here &
      (along(0) + along(1) * static_cast<std::int32_t>(volume_.strideY) +
        along(2) * static_cast<std::int32_t>(volume_.strideZ));
  }

  Floats valuesAt(const Value* values, const Mask& offsets) const
  {
#if defined(__SSE2__) && INKRAY_LANES == 8
    if constexpr (std::is_same_v<Value, float>)
    {
      __m256i at;
      memcpy(&at, &offsets, sizeof at);
      const __m256 all = _mm256_i32gather_ps(values, at, 4);
      Floats result;
      memcpy(&result, &all, sizeof result);
      return result;
    }
    else
#endif
    {
      Floats result;
      for (int lane = 0; lane < lanes; ++lane)
        result[lane] = static_cast<float>(values[offsets[lane]]);
      return result;
    }
  }

  /// crossesCell.
  Mask crossCells(Mask here)
  {
    const Floats out = cells_.exit(), to = lesser(out, end_);
    const Mask continued = Opaque ? Mask{} : (class_ >= 0) & (cellT_ <= begin_);
    here &= (to >= cellT_) & ~(continued & ~(out > cellT_));
    if (bitsOfMask(here) == 0)
      return here;
    const Mask offsets = this->offsetsOf(here);
    const Value* const back = corners_ + volume_.strideZ;
    const Floats corners[8] = { this->valuesAt(corners_, offsets), this->valuesAt(corners_ + 1, offsets),
      this->valuesAt(corners_ + volume_.strideY, offsets),
      this->valuesAt(corners_ + volume_.strideY + 1, offsets), this->valuesAt(back, offsets),
      this->valuesAt(back + 1, offsets), this->valuesAt(back + volume_.strideY, offsets),
      this->valuesAt(back + volume_.strideY + 1, offsets) };
    Floats from[3], until[3], b[4];
    Mask crosses;
    if (Opaque)
    {
      this->localPosition(cellT_, from);
      this->localPosition(to, until);
      coefficientsOf(corners, allOf(scene_.surfaces.first), from, until, b);
      crosses = changeSide(b, b[0] >= 0.0f, here);
    }
    else
      crosses = this->crossOneOfMany(here, continued, corners, to);
    if (bitsOfMask(crosses) == 0)
      return crosses;
    // isDrawn: all values are finite.
    Floats finite = {};
    for (const Floats& corner : corners)
      finite += corner - corner;
    crosses &= finite == 0.0f;
    if (volume_.hidden)
      forLanes(crosses, [&](int lane) {
        int cell[3];
        cellOfWalk(this->walkOf(lane), cell);
        if (isHidden(volume_.hidden, scene_.layout, cell))
          crosses[lane] = 0;
      });
    if (Opaque)
      this->keep(crosses, corners, from, until, b, to);
    return crosses;
  }

  /// CellSegment of each.
  struct Segments
  {
    Floats corners[8], from[3], until[3], b[4], t, to;
    Mask subBrick, place;
  };

  /// Keep the segments of a mask, whose cells are as the walk stands.
  void keep(const Mask& here, const Floats corners[8], const Floats from[3], const Floats until[3],
    const Floats b[4], const Floats& to)
  {
    const auto take = [&](auto& kept, const auto& now) { kept = here ? now : kept; };
    for (int k = 0; k < 8; ++k)
      take(segments_.corners[k], corners[k]);
    for (int k = 0; k < 4; ++k)
      take(segments_.b[k], b[k]);
    for (int axis = 0; axis < 3; ++axis)
    {
      take(segments_.from[axis], from[axis]);
      take(segments_.until[axis], until[axis]);
    }
    take(segments_.t, cellT_);
    take(segments_.to, to);
    take(segments_.subBrick, subBricks_.place);
    take(segments_.place, cells_.place);
  }

  /// The same where there are several surfaces, or one that is not the end of a ray.
  Mask crossOneOfMany(Mask here, const Mask& continued, const Floats corners[8], const Floats& to) const
  {
    const SurfaceList& surfaces = scene_.surfaces;
    Floats low = corners[0], high = corners[0], sum = corners[0] - corners[0];
    for (int k = 1; k < 8; ++k)
    {
      low = lesser(low, corners[k]);
      high = greater(high, corners[k]);
      sum += corners[k] - corners[k];
    }
    here &= sum == 0.0f; // others are not drawn
    Mask lowest = {}, highest = {};
    for (int i = 0; i < surfaces.count; ++i)
    {
      lowest -= low >= surfaces.entries[i].value;
      highest -= high >= surfaces.entries[i].value;
    }
    here &= lowest < highest;
    if (bitsOfMask(here) == 0)
      return here;
    Floats from[3], until[3], b[4];
    this->localPosition(cellT_, from);
    this->localPosition(to, until);
    Mask state = lowest;
    if (bitsOfMask(here & ~continued) != 0)
      for (int i = 0; i < surfaces.count; ++i)
      {
        const Mask between = (lowest <= i) & (highest > i);
        if (bitsOfMask(here & ~continued & between) != 0)
          state -= between & (interpolateCells(corners, allOf(surfaces.entries[i].value), from) >= 0.0f);
      }
    const Mask kept = class_ < lowest ? lowest : class_ > highest ? highest : class_;
    state = continued ? kept : state;
    // A ray leaves its class through the surface above or through the surface below.
    Mask crosses = {};
    for (int side = 0; side < 2; ++side)
    {
      const Mask seeks = here & ~crosses & (side == 0 ? state < highest : state > lowest);
      if (bitsOfMask(seeks) == 0)
        continue;
      Floats value = {};
      forLanes(seeks, [&](int lane) { value[lane] = surfaces.entries[state[lane] - side].value; });
      coefficientsOf(corners, value, from, until, b);
      crosses |= changeSide(b, Mask{} - side, seeks);
    }
    return crosses;
  }

  const IsosurfaceScene& scene_;
  const VolumeView<Value>& volume_;
  const IsosurfaceImage& image_;

  // Of each ray: its pixel, whether it goes on,
  PixelInProgress pixels_[lanes] = {};
  RayPacket rays_;
  Mask active_ = {};
  // where it goes on, and in which class (RayProgress),
  Floats begin_ = {};
  Mask class_ = {};
  // and its walk through a leaf (LeafWalk), which is the same for all.
  BoxWalk<subBrickSize> subBricks_;
  BoxWalk<1> cells_;
  Floats t_ = {}, end_ = {}, cellT_ = {};
  std::int64_t leaf_ = 0;
  int corner_[3] = {};
  const Value* corners_ = nullptr;
  // The cells in which rays cross a surface: where it is `Opaque`, and elsewhere.
  Segments segments_;
  LeafWalk walks_[lanes];
};

/// The rays of one tile.
template <bool Opaque, class Value>
struct CastIsosurfaceTiles
{
  const IsosurfaceScene& scene;
  const VolumeView<Value>& volume;
  const IsosurfaceImage& image;

  void operator()(std::int64_t tile) const
  {
    using Packet = IsosurfacePacket<Opaque, Value>;
    for (int part = 0; part < Packet::perTile; ++part)
      Packet(scene, volume, image).cast(static_cast<std::uint32_t>(tile), part);
  }
};

template <class Value>
void castPackets(HostBackend& backend, const IsosurfaceScene& scene, const VolumeView<Value>& volume,
  const IsosurfaceImage& image, bool opaque)
{
  const std::int64_t numTiles =
    PixelOrder<PixelTiles::Rows>::count(scene.camera.width, scene.camera.height) / tilePixels;
  if (opaque)
    backend.forEach<4>(numTiles, CastIsosurfaceTiles<true, Value>{ scene, volume, image });
  else
    backend.forEach<4>(numTiles, CastIsosurfaceTiles<false, Value>{ scene, volume, image });
}

} // namespace
} // namespace inkray

#if INKRAY_LANES == 8
#pragma GCC pop_options
#endif
