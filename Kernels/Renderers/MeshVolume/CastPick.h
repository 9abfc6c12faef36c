// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastBlended.h"
#include "Renderers/MeshVolume/CastColours.h"
#include "Renderers/MeshVolume/CastGradient.h"
#include "Renderers/MeshVolume/CastGradientSurfaces.h"
#include "Renderers/MeshVolume/CastMissing.h"
#include "Renderers/MeshVolume/CastSeparate.h"
#include "Renderers/MeshVolume/CastSurfaces.h"
#include "Renderers/MeshVolume/CastTetRays.h"

namespace inkray
{

/// Where the picks of a picture go, in the memory of the backend.
struct PickTarget
{
  float opacity;                    ///< accumulated, at which a ray picks the cell where it is
  const std::uint32_t* originalTet; ///< the caller's tet for each cell
  std::uint32_t* tets;              ///< per pixel: the caller's tet, or noTet
  float* depths;                    ///< per pixel: window depth there, or 1

  static constexpr bool marksAll = false;
};

/// Where all cells that a picture shows are marked, in the memory of the backend.
struct MarkTarget
{
  float opacity;       ///< as that of a PickTarget: what it picks is marked
  float share;         ///< of a pixel, which a cell adds at least to be marked
  std::uint8_t* marks; ///< per cell, 0 at first: 1 where it is marked

  static constexpr bool marksAll = true;
  INKRAY_HD void mark(std::uint32_t cell) const { setFlagRelaxed(marks + cell); }
};

/// A picture in which nothing is picked.
struct FillPicks
{
  std::uint32_t* tets;
  float* depths;
  INKRAY_HD void operator()(std::int64_t i) const
  {
    tets[i] = noTet;
    depths[i] = 1.0f;
  }
};

/// Values of a mesh that are composited, of one array.
struct CompositedValues
{
  PiecewiseView pieces;      ///< of the values of the vertices
  const Float4* cellColours; ///< or, where this is not null, of the cells
};

/// Cast the rays of a picture to find what is seen in each pixel (PickIntegrators.h), with the values that
/// the picture is drawn of: one cell with a PickTarget, all with a MarkTarget. Cuts count; rays.cut must not
/// be null. Compiled for each backend and target in a source of its own.
template <class Backend, class Target>
void castPick(Backend& backend, const TetRays& rays, const Target& target, const CompositedValues& values);
template <class Backend, class Target>
void castPick(Backend& backend, const TetRays& rays, const Target& target, const SeparateValues& values);
template <class Backend, class Target>
void castPick(Backend& backend, const TetRays& rays, const Target& target, const ColouredVertices& values);
template <class Backend, class Target>
void castPick(Backend& backend, const TetRays& rays, const Target& target, const GradientValues& values);
template <class Backend, class Target>
void castPick(Backend& backend, const TetRays& rays, const Target& target, const BlendedValues& values);
template <class Backend, class Target>
void castPick(Backend& backend, const TetRays& rays, const Target& target, const SurfaceFrame& frame);
template <class Backend, class Target>
void castPick(Backend& backend, const TetRays& rays, const Target& target, const GradientSurfaces& scene);
template <class Backend, class Target>
void castPick(Backend& backend, const TetRays& rays, const Target& target, const MissingValues& values);

} // namespace inkray
