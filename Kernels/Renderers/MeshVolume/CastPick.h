// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastBlended.h"
#include "Renderers/MeshVolume/CastColours.h"
#include "Renderers/MeshVolume/CastGradient.h"
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
/// the picture is drawn of. Cuts count; rays.cut must not be null. Compiled for each backend in a source of
/// its own.
template <class Backend>
void castPick(
  Backend& backend, const TetRays& rays, const PickTarget& target, const CompositedValues& values);
template <class Backend>
void castPick(Backend& backend, const TetRays& rays, const PickTarget& target, const SeparateValues& values);
template <class Backend>
void castPick(
  Backend& backend, const TetRays& rays, const PickTarget& target, const ColouredVertices& values);
template <class Backend>
void castPick(Backend& backend, const TetRays& rays, const PickTarget& target, const GradientValues& values);
template <class Backend>
void castPick(Backend& backend, const TetRays& rays, const PickTarget& target, const BlendedValues& values);
template <class Backend>
void castPick(Backend& backend, const TetRays& rays, const PickTarget& target, const SurfaceFrame& frame);

} // namespace inkray
