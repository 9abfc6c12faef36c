// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/VectorLanes.h"
#include "Device/HostBackend.h"
#include "Renderers/Isosurface/CastIsosurfacePackets.h"
#include "Renderers/Isosurface/IsosurfaceKernels.h"
#include "Renderers/Isosurface/PacketWalks.h"

#include <type_traits>

#if INKRAY_LANES == 8
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

/// Rays go through the bricks of a grid, `lanes` at a time, by the functions that one ray calls
/// (OneOrMany.h). Where single rays branch, a function here replaces the function that its comment names. It
/// does the same for all rays of a packet, in the same order of operations, so that pictures are the same bit
/// for bit. Events that few rays meet at a time are handled one by one.
namespace inkray
{
namespace
{

using namespace vector_lanes;
using vector_lanes::Floats; // not inkray::Floats

/// The rays of neighboring pixels: eight of 4 x 2 pixels, or four of 2 x 2. `Opaque` is as in
/// CastIsosurfaces.
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

  /// CastIsosurfaces, for packet `part` of a tile of pixels.
  void cast(std::uint32_t tile, int part)
  {
    Mask x = {}, y = {};
    this->findPixels(tile, part, x, y);
    const Mask isOpen = (x < scene_.camera.width) & (y < scene_.camera.height);
    forLanes(isOpen, [&](int lane) { this->open(pixels_[lane], x[lane], y[lane]); });
    const Floats u = asFloats(x) + 0.5f - scene_.camera.halfWidth,
                 v = asFloats(y) + 0.5f - scene_.camera.halfHeight;
    rayOfPixel(scene_.camera, u, v, scene_.layout.cells, rays_);
    clipRays(scene_.clipPlanes, rays_);
    if (scene_.camera.stops)
      forLanes(isOpen & (rays_.begin <= rays_.end),
        [&](int lane) { rays_.end[lane] = stopped(scene_.camera, pixels_[lane].at, rays_.end[lane]); });
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
  /// Find the pixels of packet `part` of a tile, or the next listed pixels. Lanes behind the end of the image
  /// or list get pixels outside the image.
  void findPixels(std::uint32_t tile, int part, Mask& x, Mask& y) const
  {
    if (scene_.camera.listed)
    {
      const std::int64_t first = std::int64_t(tile) * tilePixels + part * lanes;
      for (int lane = 0; lane < lanes; ++lane)
      {
        int pixel[2] = { scene_.camera.width, scene_.camera.height };
        if (first + lane < scene_.camera.numListed)
          listedPixel(scene_.camera, first + lane, pixel[0], pixel[1]);
        x[lane] = pixel[0];
        y[lane] = pixel[1];
      }
      return;
    }
    const int perRow = tileSize / across;
    int corner[2];
    PixelOrder<PixelTiles::Rows>::pixel(tile, 0, scene_.camera.width, corner[0], corner[1]);
    for (int lane = 0; lane < lanes; ++lane)
    {
      x[lane] = corner[0] + part % perRow * across + lane % across;
      y[lane] = corner[1] + part / perRow * 2 + lane / across;
    }
  }

  /// openPixel.
  void open(PixelInProgress& p, int x, int y) const
  {
    p.pixel[0] = x;
    p.pixel[1] = y;
    p.at = pixelIndex(scene_.camera, p.pixel);
    p.hit = image_.hits ? image_.hits + p.at : nullptr;
    if (p.hit)
      *p.hit = noHit();
    p.shade = emptyPixel();
  }

  /// clipToNode, between begin_ and the rays' ends.
  Mask clipToNode(const BrickNode& node, Floats& begin, Floats& end) const
  {
    begin = begin_;
    end = rays_.end;
    const std::uint32_t bounds[3] = { node.x, node.y, node.z };
    for (int axis = 0; axis < 3; ++axis)
    {
      const Mask forward = isForward(rays_, axis);
      const Floats low = allOf<Floats>(halfAsFloat(bounds[axis], false)),
                   high = allOf<Floats>(halfAsFloat(bounds[axis], true));
      begin = maximum(begin, planeParameter(rays_, axis, forward ? low : high));
      end = minimum(end, planeParameter(rays_, axis, forward ? high : low));
    }
    return begin <= end;
  }

  /// A node of the tree, and the rays that still have to visit it.
  struct Entry
  {
    std::uint32_t ref;
    Mask rays;
  };

  /// visitCrossings, and firstCrossing if `Opaque`: each ray visits the leaves in its own order.
  void traverse(std::uint32_t root)
  {
    // A single ray has at most LocalStack::depth entries, and each entry has at least one ray.
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
          if (bitsOfMask(both & ~aFirst) == 0) // a first, or no ray meets both
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

  /// Find all crossings of the rays of a mask in one leaf, until each ray leaves or ends.
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
        const Ray ray = oneOf<Ray>(rays_, lane);
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

  /// solveCell and shading, where the first crossing ends the ray.
  void shadeFirst(const Mask& found)
  {
    const Segments& in = segments_;
    const Floats s = firstChanges(in.b, in.b[0] >= 0.0f, found);
    const Floats t = multiplyAdd(s, in.to - in.t, in.t);
    Floats p[3], gradient[3] = {};
    for (int axis = 0; axis < 3; ++axis)
      p[axis] = multiplyAdd(s, in.until[axis] - in.from[axis], in.from[axis]);
    if (!scene_.centralDifferences)
      cellGradient(relativeTo(in.corners, allOf<Floats>(scene_.surfaces.first)), p, gradient);
    forLanes(found, [&](int lane) {
      SurfaceCrossing crossing = { t[lane], { gradient[0][lane], gradient[1][lane], gradient[2][lane] }, 0 };
      if (scene_.centralDifferences)
      {
        const int subBrick = in.subBrick[lane], place = in.place[lane];
        int cell[3];
        for (int axis = 0; axis < 3; ++axis)
          cell[axis] =
            walk_.corner[axis] + (subBrick >> 2 * axis & 3) * subBrickSize + (place >> 2 * axis & 3);
        const Float3 smooth = centralDifferencesAt(
          volume_, scene_.layout, cell[0], cell[1], cell[2], p[0][lane], p[1][lane], p[2][lane]);
        crossing.gradient[0] = smooth.x;
        crossing.gradient[1] = smooth.y;
        crossing.gradient[2] = smooth.z;
      }
      PixelInProgress& pixel = pixels_[lane];
      shadeCrossing(
        scene_, volume_.axes(), pixel.pixel, oneOf<Ray>(rays_, lane), crossing, pixel.shade, pixel.hit);
    });
  }

  /// intersectLeaf, up to the cells in which rays cross a surface.
  Mask intersectLeaf(std::uint32_t ref, std::uint64_t mask, const Mask& here)
  {
    Mask in = here & enterLeaf(scene_, UniformAxes(), rays_, ref, begin_, walk_), found = {};
    const int* const corner = walk_.corner;
    corners_ = volume_.values + corner[0] + corner[1] * volume_.strideY + corner[2] * volume_.strideZ;
    while (bitsOfMask(in) != 0)
    {
      Mask seeks = in, meets = {};
      Floats from = {}, until = {};
      while (bitsOfMask(seeks) != 0)
      {
        const Mask holds = seeks & haveBit(mask, walk_.subBricks.place & 63);
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
        seeks = walk_.subBricks.step(rays_, walk_.t, walk_.end, UniformAxes(), seeks);
      }
      if (bitsOfMask(meets) == 0)
        break;
      enterCells(scene_, UniformAxes(), rays_, from, walk_);
      Mask inside = meets;
      while (bitsOfMask(inside) != 0)
      {
        const Mask crosses = this->crossCells(inside);
        if (!Opaque)
          forLanes(crosses, [&](int lane) { walks_[lane] = walkOf(walk_, lane); });
        found |= crosses;
        inside = walk_.cells.step(rays_, walk_.cellT, until, UniformAxes(), inside & ~crosses);
      }
      in = walk_.subBricks.step(rays_, walk_.t, walk_.end, UniformAxes(), meets & ~found);
    }
    return found;
  }

  /// clipToSubBrick.
  Mask clipToSubBrick(Floats& from, Floats& until) const
  {
    from = walk_.t;
    until = minimum(walk_.subBricks.exit(), walk_.end);
    const LinearBounds* const ofLeaf = scene_.bounds + walk_.leaf * subBricksPerLeaf;
    const auto row = [&](int lane) INKRAY_INLINED {
      return reinterpret_cast<const float*>(ofLeaf + (walk_.subBricks.place[lane] & 63));
    };
    Floats words[4];
    loadRowsAt(row, words);
    LinearBoundsOf<Floats> bounds;
    memcpy(&bounds, words, sizeof bounds);
    const Floats corner[3] = { walk_.subBricks.corner(rays_, 0), walk_.subBricks.corner(rays_, 1),
      walk_.subBricks.corner(rays_, 2) };
    return clipToBounds<Opaque>(bounds, scene_.surfaces, rays_, corner, from, until);
  }

  /// Offsets from corners_ of the values at the lower corners of the current cells, for the rays of a mask.
  Mask offsetsOf(const Mask& here) const
  {
    const auto along = [&](int axis) {
      return (walk_.subBricks.place >> 2 * axis & 3) * subBrickSize + (walk_.cells.place >> 2 * axis & 3);
    };
    return here &
      (along(0) + along(1) * static_cast<std::int32_t>(volume_.strideY) +
        along(2) * static_cast<std::int32_t>(volume_.strideZ));
  }

  /// Load pairs of values along x.
  static void loadValues(const Value* values, const Mask& offsets, Floats* pair)
  {
    Floats first = {}, second = {};
    if constexpr (std::is_same_v<Value, float>)
    {
      const float* rows[lanes];
      for (int lane = 0; lane < lanes; ++lane)
        rows[lane] = values + offsets[lane];
      loadPairs(rows, first, second);
    }
    else
      for (int lane = 0; lane < lanes; ++lane)
      {
        first[lane] = static_cast<float>(values[offsets[lane]]);
        second[lane] = static_cast<float>(values[offsets[lane] + 1]);
      }
    pair[0] = first;
    pair[1] = second;
  }

  /// crossesCell.
  Mask crossCells(Mask here)
  {
    const Floats out = walk_.cells.exit(), to = minimum(out, walk_.end);
    const Mask continued = Opaque ? Mask{} : (class_ >= 0) & (walk_.cellT <= begin_);
    here &= (to >= walk_.cellT) & ~(continued & ~(out > walk_.cellT));
    if (bitsOfMask(here) == 0)
      return here;
    const Mask offsets = this->offsetsOf(here);
    const Value* const back = corners_ + volume_.strideZ;
    CellCornersOf<Floats> corners;
    loadValues(corners_, offsets, corners.value);
    loadValues(corners_ + volume_.strideY, offsets, corners.value + 2);
    loadValues(back, offsets, corners.value + 4);
    loadValues(back + volume_.strideY, offsets, corners.value + 6);
    Floats from[3], until[3], b[4];
    Mask crosses;
    if (Opaque)
    {
      localPosition(rays_, walk_.cells, walk_.cellT, from);
      localPosition(rays_, walk_.cells, to, until);
      restrictToSegment(relativeTo(corners, allOf<Floats>(scene_.surfaces.first)), from, until, b);
      crosses = changeSide(b, b[0] >= 0.0f, here);
    }
    else
      crosses = this->crossOneOfMany(here, continued, corners, to);
    if (bitsOfMask(crosses) == 0)
      return crosses;
    crosses &= areFinite(corners);
    if (volume_.hidden)
      forLanes(crosses, [&](int lane) {
        int cell[3];
        cellOfWalk(walkOf(walk_, lane), cell);
        if (isHidden(volume_.hidden, scene_.layout, cell))
          crosses[lane] = 0;
      });
    if (Opaque)
      this->keep(crosses, corners, from, until, b, to);
    return crosses;
  }

  /// CellSegment for each lane.
  struct Segments
  {
    CellCornersOf<Floats> corners;
    Floats from[3], until[3], b[4], t, to;
    Mask subBrick, place;
  };

  /// isDrawn: whether all values are finite. Zero times infinity or NaN is NaN.
  static Mask areFinite(const CellCornersOf<Floats>& corners)
  {
    Floats sum = {};
    for (int k = 0; k < 8; ++k)
      sum += 0.0f * corners.value[k];
    return sum == 0.0f;
  }

  /// Keep the segments of the rays of a mask, in the cells where the walk stands.
  void keep(const Mask& here, const CellCornersOf<Floats>& corners, const Floats from[3],
    const Floats until[3], const Floats b[4], const Floats& to)
  {
    const auto take = [&](auto& kept, const auto& now) { kept = here ? now : kept; };
    for (int k = 0; k < 8; ++k)
      take(segments_.corners.value[k], corners.value[k]);
    for (int k = 0; k < 4; ++k)
      take(segments_.b[k], b[k]);
    for (int axis = 0; axis < 3; ++axis)
    {
      take(segments_.from[axis], from[axis]);
      take(segments_.until[axis], until[axis]);
    }
    take(segments_.t, walk_.cellT);
    take(segments_.to, to);
    take(segments_.subBrick, walk_.subBricks.place);
    take(segments_.place, walk_.cells.place);
  }

  /// crossesCell for several surfaces, or for one that does not end a ray.
  Mask crossOneOfMany(
    Mask here, const Mask& continued, const CellCornersOf<Floats>& corners, const Floats& to) const
  {
    const SurfaceList& surfaces = scene_.surfaces;
    Floats low = corners.value[0], high = low;
    for (int k = 1; k < 8; ++k)
    {
      low = minimum(low, corners.value[k]);
      high = maximum(high, corners.value[k]);
    }
    here &= areFinite(corners); // cells with other values are not drawn
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
    localPosition(rays_, walk_.cells, walk_.cellT, from);
    localPosition(rays_, walk_.cells, to, until);
    Mask state = lowest;
    if (bitsOfMask(here & ~continued) != 0)
      for (int i = 0; i < surfaces.count; ++i)
      {
        const Mask between = (lowest <= i) & (highest > i);
        if (bitsOfMask(here & ~continued & between) != 0)
          state -= between &
            (interpolateCell(relativeTo(corners, allOf<Floats>(surfaces.entries[i].value)), from) >= 0.0f);
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
      restrictToSegment(relativeTo(corners, value), from, until, b);
      crosses |= changeSide(b, Mask{} - side, seeks);
    }
    return crosses;
  }

  const IsosurfaceScene& scene_;
  const VolumeView<Value>& volume_;
  const IsosurfaceImage& image_;

  // The pixel of each ray, and whether the ray goes on.
  PixelInProgress pixels_[lanes];
  RayOf<Floats> rays_;
  Mask active_ = {};
  // The place where each ray goes on, and its class there (RayProgress).
  Floats begin_ = {};
  Mask class_ = {};
  // The walk of each ray through a leaf (LeafWalk). All rays are in the same leaf.
  LeafWalkOf<Floats> walk_;
  const Value* corners_ = nullptr;
  // The cells in which rays cross a surface: segments_ if `Opaque`, otherwise walks_.
  Segments segments_;
  LeafWalk walks_[lanes];
};

/// Casts the rays of one tile.
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
    (countRays<PixelOrder<PixelTiles::Rows>>(scene.camera) + tilePixels - 1) / tilePixels;
  if (opaque)
    backend.forEach<1>(numTiles, CastIsosurfaceTiles<true, Value>{ scene, volume, image });
  else
    backend.forEach<1>(numTiles, CastIsosurfaceTiles<false, Value>{ scene, volume, image });
}

} // namespace
} // namespace inkray

#if INKRAY_LANES == 8
#pragma GCC pop_options
#endif
