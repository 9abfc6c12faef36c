// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Grid/CastGridRays.h"
#include "Renderers/MeshVolume/Walks/SurfaceWalk.h"

#include <new>

namespace inkray
{

/// The color of isosurfaces by a second array of a grid, at the place (x, y, z) in cell (i, j, k). The
/// function is not inlined, so that rays without such colors do not pay for the code.
INKRAY_HD_NOINLINE Float3 colorByArray(const AnyGridView& volume, const TaggedValues& values,
  const ColorTableView& colors, int i, int j, int k, float x, float y, float z)
{
  const int cell[3] = { i, j, k };
  const float p[3] = { x, y, z };
  return colorInCell(colors, cornersOf(withValues(volume, values), cell),
    [&p](const CellCorners& corners) { return interpolateCell(corners, p); });
}

/// A grid through which rays walk together with other volumes: its rays, its values, its medium, how the
/// channels of the medium are found, and its surfaces.
struct WalkedGrid
{
  GridRays rays;
  GridWalkView<AnyGridView> view;
  Medium medium;
  GridChannels channels;
  const SurfaceScene* surfaces; ///< isosurfaces and slices; null: there are none
  TaggedValues colorValues;     ///< of the points, x fastest, which color isosurfaces; without data: none
  bool isPlain;                 ///< the medium is a function of the values alone, or empty

  /// World units times log2(e) per unit of the eye's depth, on the ray of a pixel.
  INKRAY_HD float lengthOf(int x, int y) const
  {
    const Float3 direction = eyeDirection(rays.camera, pixelU(rays.camera, x), pixelV(rays.camera, y));
    return sqrtf(dot(direction, direction)) * 1.4426950408889634f;
  }
  /// Where a hit is along the ray, for the color there: the depth, or the value for slices by a function.
  INKRAY_HD float placeOf(const SurfaceSpan& span) const
  {
    return span.met() == SurfaceHit::slice && !channels.colors ? span.end : span.to;
  }
  /// Whether a hit has a color. A slice of direct colors has none in a cell with a point without a color.
  INKRAY_HD bool isColored(const SurfaceSpan& span, int x, int y) const
  {
    if (span.met() != SurfaceHit::slice || !channels.colors)
      return true;
    const Float3 color =
      this->directColor(span.cell, span.to, pixelU(rays.camera, x), pixelV(rays.camera, y));
    return color.x == color.x;
  }
  /// The color of a hit, multiplied by its weight.
  INKRAY_HD Float3 colorOf(const SurfaceHit& hit, int x, int y) const
  {
    const RayGenerator& camera = rays.camera;
    const float u = pixelU(camera, x), v = pixelV(camera, y);
    if (hit.entry == SurfaceHit::slice)
      return scaled(
        channels.colors ? this->directColor(hit.cell, hit.at, u, v) : colorSlice(surfaces, hit, u, v),
        hit.weight);
    int cell[3];
    float p[3];
    this->locate(hit.cell, hit.at, u, v, cell, p);
    const Float3 g = centralDifferencesAt(view.volume, view.grid.layout, cell, p);
    const float gradient[3] = { g.x, g.y, g.z };
    const SurfaceEntry& surface = surfaces->entries[hit.entry];
    const Float3 direction = eyeDirection(camera, u, v);
    Float3 base = { surface.red, surface.green, surface.blue };
    if (colorValues.data && !surface.keepsColor)
      base =
        colorByArray(view.volume, colorValues, surfaces->colors, cell[0], cell[1], cell[2], p[0], p[1], p[2]);
    return scaled(shadePhong(surfaces->material, surfaces->lights, surfaces->numLights, base,
                    fromEye(camera, eyePosition(camera, u, v, direction, hit.at)), normalized(direction),
                    normalInEye(camera, gradient)),
      hit.weight);
  }

private:
  /// The cell and the place in it, from 0 to 1 along each axis, at a depth of the ray of (u, v). `left`: the
  /// number of the cell.
  INKRAY_HD void locate(std::uint32_t left, float depth, float u, float v, int cell[3], float p[3]) const
  {
    const RayGenerator& camera = rays.camera;
    Ray ray;
    rayOfPixel(camera, u, v, view.grid.layout.cells, ray);
    const float t = parameterAt(camera, depth);
    // In a grid with more cells than have a number of 32 bits, the place says which cell it is.
    const std::int32_t* const cells = view.grid.layout.cells;
    const bool hasNumber = std::int64_t(cells[0]) * cells[1] * cells[2] < std::int64_t(1) << 32;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const auto count = static_cast<std::uint32_t>(cells[axis]);
      cell[axis] = hasNumber ? static_cast<int>(axis < 2 ? left % count : left)
                             : view.volume.axes().cellAt(axis,
                                 multiplyAdd(t, ray.direction[axis], ray.origin[axis]), cells[axis], p[axis]);
      left /= count;
      p[axis] = saturate(view.volume.axes().local(ray, axis, static_cast<float>(cell[axis]), t));
    }
  }
  /// The direct color there.
  INKRAY_HD Float3 directColor(std::uint32_t number, float depth, float u, float v) const
  {
    int cell[3];
    float p[3];
    this->locate(number, depth, u, v, cell, p);
    const AnyGridView& grid = view.volume;
    PointColor sum = { 0.0f, 0.0f, 0.0f };
    const bool isConstant = areCellsConstant(grid.axes());
    for (int k = 0; k < (isConstant ? 1 : 8); ++k)
    {
      const std::int64_t id =
        cell[0] + (k & 1) + (cell[1] + (k >> 1 & 1)) * grid.strideY + (cell[2] + (k >> 2)) * grid.strideZ;
      const float w = isConstant ? 1.0f
                                 : ((k & 1) != 0 ? p[0] : 1.0f - p[0]) * ((k & 2) != 0 ? p[1] : 1.0f - p[1]) *
          ((k & 4) != 0 ? p[2] : 1.0f - p[2]);
      sum = sum + PointColor::of(channels.colors[id]) * w;
    }
    return { sum.red, sum.green, sum.blue };
  }
};

/// The walk of a ray through one of several sources that is a grid. Its spans have depths from the eye, and
/// end at surfaces, too. If the medium is not plain, the channels at the end of each span are returned, too.
/// Where the ray did not come from a span in front, a span without length gives the channels there.
class WalkThroughGrid
{
public:
  INKRAY_HD WalkThroughGrid(const WalkedGrid& grid, int x, int y)
    : grid_(grid)
    , of_{ pixelU(grid.rays.camera, x), pixelV(grid.rays.camera, y), 0.0f }
    , ray_(visible(grid, x, y))
    , walk_(grid.view, ray_)
  {
  }

  /// The number of spans.
  INKRAY_HD std::uint32_t steps() const { return steps_; }

  /// Find the next span, and the channels where it ends. Returns false if there is none.
  template <class Medium>
  INKRAY_HD bool next(const Medium& medium, SurfaceSpan& span, MediumPlace& place)
  {
    const RayGenerator& camera = grid_.rays.camera;
    for (;;)
    {
      bool isGiven = false, isMet = false;
      if (hasPart_)
      {
        if (mayMeet_)
          isMet = surfaces_.next(grid_.surfaces, part_, of_.u, of_.v, 1.0f, span);
        else
          span.give(part_, 1.0f);
        hasPart_ = isMet;
        if (medium.isEmpty)
          span.from = span.to;
        isGiven = isMet || span.from < span.to;
      }
      else
      {
        if (!this->find())
          return false;
        isGiven = !grid_.isPlain && !isJoined_;
        span.give(part_, 1.0f);
        span.to = span.from;
        span.end = span.begin;
      }
      if (!isGiven)
        continue;
      if (!grid_.isPlain)
      {
        const float t = span.to == part_.to ? span_.to : parameterAt(camera, span.to);
        place = grid_.channels.place(medium, walk_, of_, t, span.end);
        if (!grid_.channels.isColored(medium, place))
          reached_ = NAN; // a cell without a color joins nothing
      }
      return true;
    }
  }

  /// The caller's cell at a depth in the last span, whose cell is `own`. `beyond`: GridVolume::cellsBeyond.
  /// If it is not 0, the middle of a cell lies on a corner of the caller's cells.
  INKRAY_HD std::uint32_t idOf(std::uint32_t own, float depth, int beyond) const
  {
    if (beyond == 0)
      return own;
    float p[3];
    walk_.locate(parameterAt(grid_.rays.camera, depth), p);
    std::int64_t id = 0;
    INKRAY_UNROLL
    for (int axis = 2; axis >= 0; --axis)
    {
      const int count = grid_.view.grid.layout.cells[axis] + beyond;
      const int at = walk_.index(axis) + (p[axis] > 0.5f ? (beyond > 0 ? 1 : 0) : (beyond > 0 ? 0 : -1));
      id = id * count + (at < 0 ? 0 : at < count ? at : count - 1);
    }
    return static_cast<std::uint32_t>(id);
  }

private:
  INKRAY_HD static VisibleRay visible(const WalkedGrid& grid, int x, int y)
  {
    const int pixel[2] = { x, y };
    return grid.rays.visible(grid.view.grid.layout.cells, pixel);
  }
  /// Find the next span of the walk.
  INKRAY_HD bool step()
  {
    const SurfaceScene* const surfaces = grid_.surfaces;
    while (!(isNear_ ? walk_.nextSpan(span_, surfaces->entries, surfaces->count) : walk_.nextSpan(span_)))
    {
      if (!walk_.nextCell())
        return false;
      const MinMax<float> bounds = walk_.bounds();
      isNear_ = surfaces && !surfaces_.isClear(bounds.low, bounds.high);
      walk_.split(isNear_ ? SpansOfCubic() : grid_.view.spans);
      if (grid_.channels.colors && !grid_.isPlain)
        walk_.refine(grid_.channels.spansOfColors(walk_));
    }
    return true;
  }
  /// Find the next part of the ray in a cell.
  INKRAY_HD bool find()
  {
    while (!this->step())
    {
      if (!ray_.next())
        return false;
      new (&walk_) GridWalk<AnyGridView>(grid_.view, ray_);
    }
    ++steps_;
    const RayGenerator& camera = grid_.rays.camera;
    part_ = span_;
    part_.from = depthAt(camera, span_.from);
    part_.to = depthAt(camera, span_.to);
    isJoined_ = span_.from == reached_;
    reached_ = walk_.joint(span_); // a cell without a value joins nothing
    hasPart_ = true;
    if (!isJoined_)
      surfaces_.forget();
    mayMeet_ = grid_.surfaces && surfaces_.mayMeet(part_);
    if (mayMeet_)
      surfaces_.begin(grid_.surfaces, part_, of_.u, of_.v);
    return true;
  }

  const WalkedGrid& grid_;
  GridRay of_;
  VisibleRay ray_;
  GridWalk<AnyGridView> walk_;
  RaySpan span_ = {}, part_ = {}; ///< the span of the grid, and the part of it that is left, with depths
  float reached_ = -INFINITY;     ///< the parameter at the end of the span
  bool hasPart_ = false;
  bool isJoined_ = false; ///< the span begins where the last one ended
  bool isNear_ = false;   ///< the cell may hold an isosurface
  bool mayMeet_ = false;  ///< the part may meet a surface
  std::uint32_t steps_ = 0;
  SurfaceWalk surfaces_;
};

} // namespace inkray
