// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Film.h"
#include "Picture/RaySource.h"
#include "View/WindowDepth.h"

#include <cmath>
#include <cstdint>

/// Picks in the memory of a device: what rays that pick cells know, pixel by pixel, on their way from one
/// source to the next.
namespace inkray
{

/// The cell that a ray has picked so far.
struct PickedCell
{
  std::uint32_t cell; ///< of the whole; noCell: none
  float depth;        ///< window depth in it
  float most;         ///< what the cell is picked for; infinite: an opacity that was reached there
  std::uint32_t last; ///< the cell that has added something last, and what it has, in all its parts
  float lastAdded;

  INKRAY_HD void clear()
  {
    cell = last = noCell;
    depth = 1.0f;
    most = lastAdded = 0.0f;
  }
  /// The opacity that a cell has added with another part of it.
  INKRAY_HD float addedBy(std::uint32_t other, float part)
  {
    lastAdded = other == last ? lastAdded + part : part;
    last = other;
    return lastAdded;
  }
  INKRAY_HD bool isFound() const { return most == INFINITY; }
  INKRAY_HD void take(std::uint32_t other, float at, float added)
  {
    cell = other;
    depth = at;
    most = added;
  }
};

/// A ray that picks, between one source and the next.
struct PickingRay
{
  Film film;
  PickedCell picked;
  float enough; ///< what a cell adds to a sum at least to be marked; infinite: not known yet; NaN: none is
  std::uint32_t hasBegun; ///< 0: it has not, and the rest does not count
};

/// Picks while rays go through sources, or through the blocks of one, from front to back: each goes on where
/// those in front have left a ray, and leaves it to those behind.
struct PickView
{
  float opacity; ///< accumulated, at which a ray picks the cell where it is
  float share;   ///< of a pixel, which a cell adds at least to be marked
  ///@{
  /// Per pixel: its ray; the window depth at which that ends, closedPixel where it is done; the cell that it
  /// has picked, or noCell; and the window depth there, or 1.
  PickingRay* rays;
  float* ends;
  std::uint32_t* cells;
  float* depths;
  ///@}
  std::uint8_t* marks;        ///< per cell of the whole: 1 where it adds the share; null: nothing is marked
  bool isSecond;              ///< rays that share a sum go once more, with what they have gathered before
  const std::uint32_t* names; ///< of a block, the cell of the whole for each of its cells; null: the same
};

/// Picks without a source, behind light of which depths hold the share that comes through.
struct BeginPicks
{
  bool hasLight;
  PickingRay* rays;
  std::uint32_t* cells;
  float* depths;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    PickingRay ray = {};
    if (hasLight)
    {
      AnyFilm::clear(ray.film);
      ray.film.transmittance = depths[i];
      ray.picked.clear();
      ray.enough = INFINITY;
      ray.hasBegun = 1;
    }
    rays[i] = ray;
    cells[i] = noCell;
    depths[i] = 1.0f;
  }
};

/// Window depths at which the rays of picks end: in front of everything where a pixel is not asked for.
struct LimitPicks
{
  const std::uint8_t* pixels; ///< 0: not asked for; or null: all are
  const float* stops;         ///< of the picture, or null; may be `ends`
  float* ends;
  INKRAY_HD void operator()(std::int64_t i) const
  {
    ends[i] = pixels && !pixels[i] ? closedPixel : stops ? stops[i] : 1.0f;
  }
};

/// The share of the light from behind that comes through.
struct TakeLight
{
  const PickingRay* rays;
  float* light;
  INKRAY_HD void operator()(std::int64_t i) const
  {
    light[i] = rays[i].hasBegun ? maximum(rays[i].film.transmittance, 0.0f) : 1.0f;
  }
};

} // namespace inkray
