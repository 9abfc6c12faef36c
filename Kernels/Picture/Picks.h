// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Film.h"
#include "Picture/RaySource.h"
#include "View/WindowDepth.h"

#include <cmath>
#include <cstdint>

/// Picks in the memory of a device: the state of each pixel's picking ray on its way from source to source.
namespace inkray
{

/// The cell that a ray has picked so far.
struct PickedCell
{
  std::uint32_t cell; ///< cell of the whole data, or noCell
  float depth;        ///< window depth in the cell
  float most;         ///< the cell's contribution; infinite: the ray reached the opacity in the cell
  std::uint32_t last; ///< the cell that added last, and lastAdded: the sum of its contributions
  float lastAdded;

  INKRAY_HD void clear()
  {
    cell = last = noCell;
    depth = 1.0f;
    most = lastAdded = 0.0f;
  }
  /// Add a part to the opacity that a cell has added so far, and return the sum.
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

/// The state of a picking ray between one source and the next.
struct PickingRay
{
  Film film;
  PickedCell picked;
  float enough; ///< least contribution to a sum for a mark; infinite: not known yet; NaN: no cell has it
  std::uint32_t hasBegun; ///< 0: the ray has not begun, and the other members are invalid
};

/// Picks while rays go from front to back, through sources or through the blocks of one source. Each source
/// takes up a ray where the sources in front have left it.
struct PickView
{
  float opacity; ///< accumulated opacity at which a ray picks the cell
  float share;   ///< least share of a pixel that a cell adds to be marked
  ///@{
  /// For each pixel: its ray, and the window depth at which the ray ends, closedPixel if the ray is done.
  /// Then the picked cell, or noCell, and the window depth of the pick, or 1.
  PickingRay* rays;
  float* ends;
  std::uint32_t* cells;
  float* depths;
  ///@}
  std::uint8_t* marks;        ///< per cell of the whole data: 1 if it adds the share; null: without marks
  bool isSecond;              ///< rays go a second time and know the sum of the first time
  const std::uint32_t* names; ///< the cell of the whole data for each cell of a block; null: the same
};

/// Begins picks before the first source. With hasLight, `depths` holds the share of light that comes through.
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

/// Sets the window depths at which picking rays end. Pixels that are not asked for are closed.
struct LimitPicks
{
  const std::uint8_t* pixels; ///< 0: not asked for; null: all pixels are asked for
  const float* stops;         ///< stops of the picture, or null; may be `ends`
  float* ends;
  INKRAY_HD void operator()(std::int64_t i) const
  {
    ends[i] = pixels && !pixels[i] ? closedPixel : stops ? stops[i] : 1.0f;
  }
};

/// Copies each ray's share of light that comes through from behind.
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
