// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Medium.h"
#include "Renderers/MeshVolume/CastMedium.h"
#include "Renderers/MeshVolume/SurfaceScene.h"
#include "Renderers/MeshVolume/Walks/PixelWalk.h"

namespace inkray
{

/// Whether a slice of direct colors has a color at a depth on the ray through (u, v).
INKRAY_HD_NOINLINE bool hasSliceColor(
  const SurfaceScene* scene, std::uint32_t cell, float u, float v, float depth)
{
  const float red = colorSliceByVertices(scene, cell, placeInMesh(scene, cell, u, v, depth)).x;
  return red == red;
}

/// A mesh through which rays walk together with other volumes: its rays, its medium and its surfaces. A
/// kernel is compiled for a set of features of media. It reads all meshes as views of that set.
template <unsigned set>
struct WalkedMeshOf
{
  using Medium = MediumOf<set>;

  TetRays rays;
  Medium medium;
  const SurfaceScene* surfaces; ///< isosurfaces and slices; null: there are none
  bool isPlain; ///< the medium is a function of values at the points, or colors and attenuations of cells
  bool isSeenWithoutValue; ///< places without a value may be visible

  /// Whether all entries of the rays fitted in memory.
  INKRAY_HD bool isComplete() const { return *rays.fragmentCount <= rays.capacity; }
  /// Whether a ray that has crossed this many cells was given up.
  INKRAY_HD bool hasFailed(std::uint32_t steps) const { return steps > rays.maxSteps; }
  /// World units times log2(e) per unit of the eye's depth, on the ray of a pixel.
  INKRAY_HD float lengthOf(int x, int y) const
  {
    const float u = pixelU(rays.camera, x), v = pixelV(rays.camera, y);
    return lengthPerDepth(rays.camera, u, v) / rays.camera.worldPerDepth * 1.4426950408889634f;
  }

  ///@{
  /// About the surface at the end of a span. endOf: its depth in the mesh's units. placeOf: its place as in
  /// SurfaceHit. isColored: whether it has a color on the ray of a pixel. colorOf: the color of a hit there,
  /// multiplied by the hit's weight.
  INKRAY_HD float endOf(const SurfaceSpan& span) const { return span.to / rays.camera.worldPerDepth; }
  INKRAY_HD float placeOf(const SurfaceSpan& span) const
  {
    return span.met() == SurfaceHit::slice && !surfaces->vertexColors ? span.end : this->endOf(span);
  }
  INKRAY_HD float windowDepth(const SurfaceSpan& span) const
  {
    return surfaces->window.ofDepth(this->endOf(span));
  }
  INKRAY_HD bool isColored(const SurfaceSpan& span, int x, int y) const
  {
    return span.met() != SurfaceHit::slice || !surfaces->hasLinearColors() ||
      hasSliceColor(surfaces, span.cell, pixelU(rays.camera, x), pixelV(rays.camera, y), this->endOf(span));
  }
  INKRAY_HD Float3 colorOf(const SurfaceHit& hit, int x, int y) const
  {
    const float u = pixelU(rays.camera, x), v = pixelV(rays.camera, y);
    return surfaces->colorByArray() ? shadeHits<true>(surfaces, &hit, 1, u, v)
                                    : shadeHits<false>(surfaces, &hit, 1, u, v);
  }
  ///@}
};

/// WalkedMesh has any medium that is composited. WalkedLinearMesh has any but colors of nearest vertices.
/// These need the corners of both faces of each cell, which made rays through light and gradients 1.4 to 1.9
/// times as slow.
using WalkedMesh = WalkedMeshOf<feature::composite | (feature::all & ~feature::films)>;
using WalkedLinearMesh =
  WalkedMeshOf<feature::composite | (feature::all & ~(feature::films | feature::nearest))>;

inline WalkedMesh walkedMesh(const TetRays& rays, const MediumFrame& frame)
{
  // The colors of cells already include a color for cells without values.
  const Medium& medium = frame.medium;
  const unsigned features = medium.features(0u) & ~(medium.cellValues ? 0u : feature::missing);
  const bool isPlain = medium.isEmpty || feature::isOnly(features, feature::all, feature::cellColors) ||
    feature::isOnly(medium.features(0u), feature::all, feature::function);
  const bool isSeenWithoutValue = medium.colorSource == ColorSource::Cells ||
    medium.colorSource == ColorSource::Vertices || medium.missing.w > 0.0f;
  return { rays, { medium }, frame.surfaces, isPlain, isSeenWithoutValue };
}

} // namespace inkray
