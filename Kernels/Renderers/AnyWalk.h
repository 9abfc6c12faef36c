// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Grid/WalkedGrid.h"
#include "Renderers/MeshVolume/Walks/MeshWalk.h"

#include <new>

namespace inkray
{

/// The place at the end of a span, in a mesh or in a grid.
struct AnyFace : RayFace
{
  MediumPlace given; ///< in a grid
  bool isGiven;

  template <class Medium>
  INKRAY_HD MediumPlace place(const Medium& medium) const
  {
    return isGiven ? given : RayFace::place(medium);
  }
};

/// One of several sources that share a picture: a mesh or a grid. The base class holds the medium of either.
struct AnySource : WalkedLinearMesh
{
  WalkedGrid grid;
  bool isGrid;

  INKRAY_HD bool isComplete() const { return isGrid || WalkedLinearMesh::isComplete(); }
  INKRAY_HD bool hasFailed(std::uint32_t steps) const
  {
    return !isGrid && WalkedLinearMesh::hasFailed(steps);
  }
  INKRAY_HD float lengthOf(int x, int y) const
  {
    return isGrid ? grid.lengthOf(x, y) : WalkedLinearMesh::lengthOf(x, y);
  }
  INKRAY_HD float placeOf(const SurfaceSpan& span) const
  {
    return isGrid ? grid.placeOf(span) : WalkedLinearMesh::placeOf(span);
  }
  INKRAY_HD float windowDepth(const SurfaceSpan& span) const
  {
    return isGrid ? grid.rays.camera.window.ofDepth(span.to) : WalkedLinearMesh::windowDepth(span);
  }
  INKRAY_HD bool isColored(const SurfaceSpan& span, int x, int y) const
  {
    return isGrid ? grid.isColored(span, x, y) : WalkedLinearMesh::isColored(span, x, y);
  }
  INKRAY_HD Float3 colorOf(const SurfaceHit& hit, int x, int y) const
  {
    return isGrid ? grid.colorOf(hit, x, y) : WalkedLinearMesh::colorOf(hit, x, y);
  }
};

/// The walk of a ray through a source of any kind (CastMergedRays). A walk is of one kind as long as it
/// lives.
class AnyWalk
{
  using OfMesh = MeshWalkOf<WalkedLinearMesh>;

public:
  using Source = AnySource;
  using Face = AnyFace;

  INKRAY_HD AnyWalk(const AnySource& source, int x, int y)
    : source_(source)
  {
    if (source.isGrid)
      new (memory_) WalkThroughGrid(source.grid, x, y);
    else
      new (memory_) OfMesh(source, x, y);
  }

  INKRAY_HD std::uint32_t steps() const
  {
    return source_.isGrid ? reinterpret_cast<const WalkThroughGrid*>(memory_)->steps()
                          : reinterpret_cast<const OfMesh*>(memory_)->steps();
  }
  INKRAY_HD bool next(SurfaceSpan& span, AnyFace& face)
  {
    face.isGiven = source_.isGrid;
    if (!source_.isGrid)
      return reinterpret_cast<OfMesh*>(memory_)->next(span, face);
    face.from = 0.0f;
    face.to = 1.0f;
    face.isSameCell = false;
    return reinterpret_cast<WalkThroughGrid*>(memory_)->next(source_.medium, span, face.given);
  }

private:
  static constexpr std::size_t size = sizeof(OfMesh) > sizeof(WalkThroughGrid) ? sizeof(OfMesh)
                                                                               : sizeof(WalkThroughGrid);

  const AnySource& source_;
  alignas(16) unsigned char memory_[size];
};

} // namespace inkray
