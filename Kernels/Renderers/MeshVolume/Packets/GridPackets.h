// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Packets/PacketGathering.h"

#include <new>

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

/// A packet of rays on its way through a grid. It finds the same cells and spans as GridCells and GridWalk,
/// up to rounding, and adds each span by itself. Only few rays of a packet enter a sub-brick in the same
/// step, so the packet handles these rays one by one. It does the same for all steps in a rectilinear grid,
/// whose planes are in tables. A ray that is done gives its lane to the next pixel of the tile.
template <class Volume, class Gathered>
class GridPacket
{
  using Integrator = typename Gathered::Integrator;
  using Ray = typename Integrator::State;
  using Cells = GridCells<Volume>;
  static constexpr bool areUniform = Volume::Axes::isUniform;

public:
  GridPacket(const GridRays& rays, const GridWalkView<Volume>& view, const Integrator& integrator)
    : rays_(rays)
    , view_(view)
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
    for (;;)
    {
      if constexpr (areUniform)
      {
        forLanes(isActive_ & (isOver_ | isAtBrick_), [&](int lane) { this->settle(lane); });
        this->findCells();
      }
      else
      {
        forLanes(isActive_, [&](int lane) { this->findCell(lane); });
        isFound_ = isActive_;
      }
      if (bitsOfMask(isActive_) == 0)
        return;
      if (bitsOfMask(isFound_) != 0)
        this->passCells();
      forLanes(isActive_ & (gathered_.transmittance() < rays_.earlyTermination),
        [&](int lane) { this->finish(lane); });
    }
  }

private:
  /// Give a lane the next pixel of the tile whose ray meets the grid. Without such a pixel the lane rests.
  void start(int lane)
  {
    isActive_[lane] = 0;
    int pixel[2];
    while (next_ < last_)
    {
      if (!rays_.pixelAt(next_++, pixel))
        continue;
      const std::int64_t at = pixelIndex(rays_.camera, pixel);
      through_[lane] = rays_.visible(view_.grid.layout.cells, pixel);
      if (through_[lane].isEmpty())
      {
        rays_.image[at] = { 0.0f, 0.0f, 0.0f, 0.0f };
        continue;
      }
      pixel_[lane] = at;
      lengthPerT_[lane] = rays_.lengthPerT(pixel);
      steps_[lane] = 0;
      Ray ray;
      ray.clear();
      gathered_.put(lane, ray);
      isActive_[lane] = -1;
      return this->enterPart(lane);
    }
  }
  /// Begin to walk through the visible part of a ray.
  void enterPart(int lane)
  {
    new (cells_ + lane * sizeof(Cells)) Cells(view_.grid, view_.volume, through_[lane]);
    begin_[lane] = through_[lane].begin;
    end_[lane] = through_[lane].end;
    reached_[lane] = -INFINITY;
    if constexpr (areUniform)
    {
      for (int axis = 0; axis < 3; ++axis)
      {
        origin_[axis][lane] = through_[lane].origin[axis];
        direction_[axis][lane] = through_[lane].direction[axis];
        inverse_[axis][lane] = through_[lane].inverse[axis];
        offset_[axis][lane] = through_[lane].offset[axis];
      }
      isAtBrick_[lane] = -1;
      isOver_[lane] = this->cells(lane).isOver() ? -1 : 0;
      this->stand(lane, this->cells(lane).place());
    }
  }
  Cells& cells(int lane) { return *std::launder(reinterpret_cast<Cells*>(cells_ + lane * sizeof(Cells))); }
  void stand(int lane, const typename Cells::Place& place)
  {
    for (int axis = 0; axis < 3; ++axis)
    {
      cell_[axis][lane] = place.cell[axis];
      nextT_[axis][lane] = place.next[axis];
    }
    at_[lane] = place.t;
  }

  /// Move a lane to a sub-brick that may be visible, on its ray or, if the ray ends before, on the next ray.
  void settle(int lane)
  {
    while (isActive_[lane])
    {
      if (isOver_[lane])
      {
        if (through_[lane].next())
          this->enterPart(lane);
        else
          this->finish(lane);
        continue;
      }
      isAtBrick_[lane] = 0;
      const int cell[3] = { cell_[0][lane], cell_[1][lane], cell_[2][lane] };
      const int leaf[3] = { cell[0] / leafSize, cell[1] / leafSize, cell[2] / leafSize };
      const std::uint64_t mask = view_.grid.leafMasks[leafIndex(view_.grid.layout, leaf)];
      if (hasBit(mask, (cell[0] >> 2 & 3) | (cell[1] >> 2 & 3) << 2 | (cell[2] >> 2 & 3) << 4))
        return;
      typename Cells::Place place = { { cell[0], cell[1], cell[2] },
        { nextT_[0][lane], nextT_[1][lane], nextT_[2][lane] }, at_[lane] };
      isOver_[lane] = this->cells(lane).moveFrom(place) ? 0 : -1;
      this->stand(lane, this->cells(lane).place());
      if (!isOver_[lane])
        return;
    }
  }

  /// GridCells::look and GridCells::step for all lanes.
  void findCells()
  {
    Floats entries[3];
    Mask isForward[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      isForward[axis] = direction_[axis] > 0.0f;
      const Mask plane = isForward[axis] ? cell_[axis] : cell_[axis] + 1;
      entries[axis] = asFloats(plane) * inverse_[axis] + offset_[axis];
    }
    t_ = maximum(entries[0], maximum(entries[1], entries[2]));
    to_ = minimum(nextT_[0], minimum(nextT_[1], nextT_[2]));
    isFound_ = isActive_ & (t_ < to_) & (to_ > begin_) & (t_ < end_);
    this->loadCorners();
    for (int axis = 0; axis < 3; ++axis)
    {
      const Floats corner = asFloats(cell_[axis]), ahead = isForward[axis] ? Floats{} + 1.0f : Floats{},
                   behind = 1.0f - ahead;
      const auto locate = [&](const Floats& t) {
        const Floats p = saturate(Floats(t * direction_[axis] + (origin_[axis] - corner)));
        return t >= nextT_[axis] ? ahead : t <= entries[axis] ? behind : p;
      };
      from_[axis] = locate(t_);
      until_[axis] = locate(to_);
    }
    isEntered_ = isFound_ & (t_ != reached_);
    reached_ = isFound_ ? to_ : reached_;

    at_ = maximum(at_, to_);
    isOver_ = isOver_ | (at_ >= end_);
    Mask isLeft = {};
    for (int axis = 0; axis < 3; ++axis)
    {
      const Mask goes = ~isLeft & (nextT_[axis] <= to_);
      isLeft = isLeft | goes;
      const Mask k = cell_[axis] + (isForward[axis] ? Mask{} + 1 : Mask{} - 1);
      isAtBrick_ = isAtBrick_ | (goes & (((k ^ cell_[axis]) & -subBrickSize) != 0));
      isOver_ = isOver_ | (goes & ((k < 0) | (k >= view_.grid.layout.cells[axis])));
      cell_[axis] = goes ? k : cell_[axis];
      nextT_[axis] =
        asFloats(isForward[axis] ? cell_[axis] + 1 : cell_[axis]) * inverse_[axis] + offset_[axis];
    }
  }
  /// Load the cell corners of the lanes that have found a cell. A lane whose cell is not drawn loses it.
  void loadCorners()
  {
    const Volume& volume = view_.volume;
    forLanes(isFound_, [&](int lane) {
      const int cell[3] = { cell_[0][lane], cell_[1][lane], cell_[2][lane] };
      const CellCorners corners =
        inkray::loadCorners(volume.values + (cell[0] + cell[1] * volume.strideY + cell[2] * volume.strideZ),
          volume.strideY, volume.strideZ);
      for (int k = 0; k < 8; ++k)
        corners_[k][lane] = corners.value[k];
      if (volume.hidden && isHidden(volume.hidden, view_.grid.layout, cell))
        isFound_[lane] = 0;
    });
    if constexpr (std::is_floating_point_v<typename Volume::Value>)
    {
      Floats sum = {};
      for (const Floats& corner : corners_)
        sum += corner * 0.0f;
      isFound_ = isFound_ & (sum == 0.0f);
    }
  }
  /// Write the pixel of a ray that is done, and start the next.
  void finish(int lane)
  {
    Ray ray = gathered_.get(lane);
    gathered_.integrator().leave(ray);
    rays_.image[pixel_[lane]] = gathered_.integrator().pixel(ray);
    rays_.count(steps_[lane]);
    this->start(lane);
  }
  /// Take a lane to the next cell of its ray, or of the next ray, in a rectilinear grid.
  void findCell(int lane)
  {
    while (isActive_[lane])
    {
      if (!this->cells(lane).next())
      {
        if (through_[lane].next())
          this->enterPart(lane);
        else
          this->finish(lane);
        continue;
      }
      const GridCell& cell = this->cells(lane).cell();
      for (int k = 0; k < 8; ++k)
        corners_[k][lane] = cell.corners.value[k];
      for (int axis = 0; axis < 3; ++axis)
      {
        from_[axis][lane] = cell.from[axis];
        until_[axis][lane] = cell.until[axis];
      }
      t_[lane] = cell.t;
      to_[lane] = cell.to;
      isEntered_[lane] = cell.t == reached_[lane] ? 0 : -1;
      reached_[lane] = cell.to;
      return;
    }
  }

  /// interpolateCell for each lane.
  static Floats interpolate(const Floats (&corners)[8], const Floats (&p)[3])
  {
    const auto between = [](const Floats& a, const Floats& b, const Floats& x) { return (b - a) * x + a; };
    const Floats low =
      between(between(corners[0], corners[1], p[0]), between(corners[2], corners[3], p[0]), p[1]);
    const Floats high =
      between(between(corners[4], corners[5], p[0]), between(corners[6], corners[7], p[0]), p[1]);
    return between(low, high, p[2]);
  }

  /// Take each ray through its cell: GridWalk::begin and next.
  void passCells()
  {
    Floats v[8], way[3], middle[3];
    for (int k = 0; k < 8; ++k)
      v[k] = (corners_[k] - view_.low) * view_.scale;
    for (int axis = 0; axis < 3; ++axis)
    {
      way[axis] = until_[axis] - from_[axis];
      middle[axis] = 0.5f * way[axis] + from_[axis];
    }
    const Floats b = interpolate(v, from_), m = interpolate(v, middle), last = interpolate(v, until_);
    const Floats c3 =
      ((v[7] - v[6]) - (v[5] - v[4]) - ((v[3] - v[2]) - (v[1] - v[0]))) * (way[0] * way[1] * way[2]);
    const Floats q = 2.0f * ((b - m) + (last - m));
    const Floats c1 = 0.5f * c3 + ((last - b) - q), c2 = -1.5f * c3 + q;
    const auto valueAt = [&](const Floats& x) { return ((c3 * x + c2) * x + c1) * x + b; };

    // SpansOfCubic::count.
    const Floats bend = 0.25f * maximum(magnitude(c2), magnitude(3.0f * c3 + c2));
    const Floats square = bend / view_.spans.bent;
    Floats count = bend > view_.spans.straight ? Floats{} + 2.0f : Floats{} + 1.0f;
    const float most = static_cast<float>(SpansOfCubic::mostParts);
    forLanes(isFound_ & (square > 1.0f), [&](int lane) {
      count[lane] = 2.0f * (square[lane] < most * most ? ceilf(sqrtf(square[lane])) : most);
    });

    const Mask isCut = isFound_ & ((t_ < begin_) | (to_ > end_));
    if (bitsOfMask(isFound_ & isEntered_) != 0)
      gathered_.resume(isFound_ & isEntered_, b);
    const Floats step = 1.0f / count, extent = to_ - t_;
    Floats from = t_, value = b;
    for (float k = 0.0f;; k += 1.0f)
    {
      const Mask here = isFound_ & (count > k);
      if (bitsOfMask(here) == 0)
        break;
      const Mask isLast = count <= k + 1.0f;
      const Floats x = (k + 1.0f) * step;
      // Spans go in pairs: the value between the two is chosen so that their integral is that of the cubic.
      const Floats at = valueAt(x);
      Floats end = at;
      if ((static_cast<int>(k) & 1) == 0)
      {
        const Floats behind = count <= k + 2.0f ? last : valueAt(x + step);
        end = (8.0f * at - valueAt(x - step) - behind) * 0.16666667f;
      }
      end = isLast ? last : end;
      const Floats to = isLast ? to_ : x * extent + t_;
      this->addSpan(here, isCut, from, to, value, end);
      from = to;
      value = end;
      forLanes(here, [&](int lane) { ++steps_[lane]; });
    }
  }

  /// Gather spans, clipped to the visible parts of their rays (RaySpan::clip).
  void addSpan(const Mask& here, const Mask& isCut, const Floats& from, const Floats& to, const Floats& value,
    const Floats& end)
  {
    Floats first = from, last = to, reached = end;
    Mask takes = here;
    if (bitsOfMask(here & isCut) != 0)
    {
      const Mask beginsBehind = here & (from < begin_), endsBefore = here & (to > end_);
      takes = here & ~((to < begin_) | (from > end_));
      const Floats perDepth = to > from ? (end - value) / (to - from) : Floats{};
      first = beginsBehind ? begin_ : from;
      last = endsBefore ? end_ : to;
      const Mask isBegun = takes & beginsBehind;
      if (bitsOfMask(isBegun) != 0)
        gathered_.resume(isBegun, (first - from) * perDepth + value);
      reached = endsBefore ? (last - from) * perDepth + value : end;
    }
    gathered_.add(takes, Words{}, reached, (last - first) * lengthPerT_);
  }

  const GridRays& rays_;
  const GridWalkView<Volume>& view_;
  std::int64_t next_ = 0, last_ = 0; ///< pixels of the tile that are still to be cast

  // For each lane: its ray, where the ray is in the grid,
  std::int64_t pixel_[lanes] = {};
  VisibleRay through_[lanes];
  alignas(16) unsigned char cells_[lanes * sizeof(Cells)];
  std::uint64_t steps_[lanes] = {};
  Floats reached_ = {}, begin_ = {}, end_ = {}, lengthPerT_ = {};
  Mask isActive_ = {}, isFound_ = {}, isEntered_ = {};
  Floats origin_[3] = {}, direction_[3] = {}, inverse_[3] = {}, offset_[3] = {};
  Mask cell_[3] = {}, isAtBrick_ = {}, isOver_ = {};
  Floats nextT_[3] = {}, at_ = {};
  // its cell (GridCell),
  Floats corners_[8] = {}, from_[3] = {}, until_[3] = {}, t_ = {}, to_ = {};
  // and what the ray has gathered.
  Gathered gathered_;
};

inline void castPackets(
  HostBackend& backend, const GridVolume<HostBackend>& volume, const GridPicture& picture)
{
  volume.visitView([&](const auto& own) {
    using Volume = std::decay_t<decltype(own)>;
    GridWalkView<Volume> view = {};
    view.volume = own;
    view.volume.hidden = volume.tagged().hidden;
    volume.describe(view);
    view.spans = picture.spans;
    const std::int64_t numPixels = countRays<PixelOrder<PixelTiles::Morton>>(picture.rays.camera);
    const auto cast = [&](const auto& gathered, const auto& integrator) {
      forTiles(backend, numPixels, [&](std::int64_t first, std::int64_t last) {
        GridPacket<Volume, std::decay_t<decltype(gathered)>>(picture.rays, view, integrator)
          .cast(first, last);
      });
    };
    if (picture.integrals.pieces)
    {
      const TabulatedValues integrator = { { picture.medium.colors, picture.integrals } };
      cast(GatheredByTable(integrator), integrator);
    }
    else
    {
      const PointValues integrator = { { picture.medium.colors } };
      cast(GatheredByKnots(integrator), integrator);
    }
  });
}

} // namespace
} // namespace inkray

#if INKRAY_LANES >= 8
#pragma GCC pop_options
#endif
