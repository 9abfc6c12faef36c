// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Medium.h"
#include "Renderers/MeshVolume/CastMedium.h"
#include "Renderers/MeshVolume/PixelWalk.h"

namespace inkray
{

/// A medium of one of several meshes: any that is composited, but those with colours of nearest vertices.
using MergedMedium = MediumOf<feature::composite | (feature::all & ~(feature::films | feature::nearest))>;

/// A mesh that rays walk through together with other things: its rays, and what it is made of.
struct MergedMesh
{
  TetRays rays;
  MergedMedium medium;
  const SurfaceScene* surfaces; ///< isosurfaces and slices; null: none
  bool isPlain; ///< the medium is the function of values at the points, or colours and attenuations of cells
  bool isSeenWithoutValue; ///< there may be something where there is no value
};

inline MergedMesh mergedMesh(const TetRays& rays, const MediumFrame& frame)
{
  // A color for cells without values is in the colors of cells already.
  const Medium& medium = frame.medium;
  const unsigned features = medium.features(0u) & ~(medium.cellValues ? 0u : feature::missing);
  const bool isPlain = medium.isEmpty || feature::isOnly(features, feature::all, feature::cellColours) ||
    feature::isOnly(medium.features(0u), feature::all, feature::function);
  const bool isSeenWithoutValue = medium.colourSource == ColourSource::Cells ||
    medium.colourSource == ColourSource::Vertices || medium.missing.w > 0.0f;
  return { rays, { medium }, frame.surfaces, isPlain, isSeenWithoutValue };
}

} // namespace inkray
