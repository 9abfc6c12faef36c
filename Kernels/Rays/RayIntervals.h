// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/Clipping.h"
#include "View/EyeRays.h"

#include <cstdint>

/// The part of each ray that a frame shows, in any kind of cell: between the near and the far plane, within
/// half spaces, outside of a box, and in cells that are not hidden.
namespace inkray
{

/// The limits of a ray, apart from the mesh's border.
struct RayLimits
{
  static constexpr bool canSplit = false;      ///< whether something may be visible behind farDepth
  static constexpr bool mayPassUnseen = false; ///< whether rays cross cells that are hidden or in front of
                                               ///< nearDepth
  float nearDepth, farDepth;                   ///< depths where the visible part begins and ends
  float lengthScale;      ///< world units times log2(e) in one unit of depth: optical depths are in powers of
                          ///< two, since exp2 is one instruction
  float earlyTermination; ///< transmittance below which the ray stops
  std::uint32_t maxSteps; ///< a ray meets each cell at most once: a longer walk has failed

  /// Move to the visible part behind farDepth. Returns false if there is no such part.
  INKRAY_HD bool next() { return false; }
};

/// The ray of pixel (u, v) in eye coordinates; its parameter is the depth in units of worldPerDepth.
INKRAY_HD Ray rayInEye(const EyeRays& eye, float worldPerDepth, float u, float v)
{
  const Float3 direction = eyeDirection(eye, u, v);
  const Float3 origin = eyePosition(eye, u, v, direction, 0.0f);
  Ray ray = {};
  ray.origin[0] = origin.x;
  ray.origin[1] = origin.y;
  ray.direction[0] = direction.x * worldPerDepth;
  ray.direction[1] = direction.y * worldPerDepth;
  ray.direction[2] = -worldPerDepth;
  return ray;
}

/// A user's cuts of a mesh, in the memory of the backend. Planes are in eye coordinates.
struct RayCut
{
  ClipPlanes kept;                  ///< only the inside of all these half spaces is visible
  ClipPlanes removed;               ///< the intersection of these half spaces is invisible; count 0: nothing
                                    ///< is removed
  const std::uint32_t* hiddenCells; ///< a bit for each cell; null: no cell is hidden
  EyeRays eye;
  float worldPerDepth;

  /// The ray of pixel (u, v), whose limits are narrowed to the kept half spaces.
  INKRAY_HD Ray keptPart(float u, float v, RayLimits& limits) const
  {
    Ray ray = rayInEye(eye, worldPerDepth, u, v);
    ray.begin = limits.nearDepth;
    ray.end = limits.farDepth;
    kept.clip(ray);
    limits.nearDepth = ray.begin;
    limits.farDepth = ray.end;
    return ray;
  }
};

/// Whether a cell's bit is set.
INKRAY_HD bool isMasked(const std::uint32_t* mask, std::uint32_t cell)
{
  return (mask[cell >> 5] >> (cell & 31u) & 1u) != 0;
}

/// A cell policy with some hidden cells: rays cross them like a gap in the mesh.
template <class Cell>
struct MaskedCell : Cell
{
  const std::uint32_t* hiddenCells;

  INKRAY_HD MaskedCell(const Cell& cell, const std::uint32_t* hidden)
    : Cell(cell)
    , hiddenCells(hidden)
  {
  }
  INKRAY_HD bool isHidden() const { return hiddenCells && isMasked(hiddenCells, this->cell); }
};

/// Limits of a ray with a gap in its visible part.
struct SplitLimits : RayLimits
{
  static constexpr bool canSplit = true;
  static constexpr bool mayPassUnseen = true;
  float secondNear, secondFar; ///< limits of the visible part behind the gap; empty without such a part

  /// Move to the part behind the gap. Returns false if there is no such part.
  INKRAY_HD bool next()
  {
    if (!(secondNear < secondFar))
      return false;
    nearDepth = secondNear;
    farDepth = secondFar;
    secondFar = secondNear;
    return true;
  }
};

/// A view of the whole mesh, between the near and the far plane.
struct WholeView
{
  using Limits = RayLimits;
  template <class Cell>
  using Seen = Cell;
  template <class Cell>
  INKRAY_HD static Cell see(const Cell& cell, const RayCut*)
  {
    return cell;
  }
  INKRAY_HD static bool limit(const RayCut*, float, float, Limits&) { return true; }
};

/// Limits of a ray on which a part of the mesh in front may be cut away.
struct ClippedLimits : RayLimits
{
  static constexpr bool mayPassUnseen = true;
};

/// The part of a ray in the half spaces that a RayCut keeps. Each plane is one depth and the kept part an
/// interval, so planes cost nothing along the march. A ray walks through the cells in front of the interval
/// without integrating.
struct ClippedView
{
  using Limits = ClippedLimits;
  template <class Cell>
  using Seen = Cell;
  template <class Cell>
  INKRAY_HD static Cell see(const Cell& cell, const RayCut*)
  {
    return cell;
  }

  /// Narrow the limits of the ray of pixel (u, v). Returns false if no part of the ray is visible.
  INKRAY_HD static bool limit(const RayCut* cut, float u, float v, Limits& limits)
  {
    cut->keptPart(u, v, limits);
    return limits.nearDepth < limits.farDepth;
  }
};

/// The part of a ray that a RayCut leaves: if a box is removed there are two intervals of depths, and cells
/// may be hidden.
struct CutView
{
  using Limits = SplitLimits;
  template <class Cell>
  using Seen = MaskedCell<Cell>;
  template <class Cell>
  INKRAY_HD static MaskedCell<Cell> see(const Cell& cell, const RayCut* cut)
  {
    return { cell, cut->hiddenCells };
  }

  /// Narrow the limits of the ray of pixel (u, v). Returns false if no part of the ray is visible.
  INKRAY_HD static bool limit(const RayCut* cut, float u, float v, Limits& limits)
  {
    const Ray ray = cut->keptPart(u, v, limits);
    limits.secondNear = limits.secondFar = 0.0f;
    if (cut->removed.count > 0)
    {
      Ray gone = ray;
      cut->removed.clip(gone);
      if (gone.begin < gone.end)
      {
        limits.farDepth = gone.begin;
        limits.secondNear = gone.end;
        limits.secondFar = ray.end;
        if (!(limits.nearDepth < limits.farDepth))
          return limits.next();
      }
    }
    return limits.nearDepth < limits.farDepth;
  }
};

} // namespace inkray
