// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Walks/SurfaceWalk.h"
#include "Renderers/MeshVolume/Walks/WalkedMesh.h"

namespace inkray
{

/// The face where a ray leaves a cell, and the share of its way through the cell that a span covers.
struct RayFace : FaceCrossing
{
  float from, to; ///< shares of the way from the face behind
  /// The span is in the same cell as the last one; false: the last face ahead is now the face behind.
  bool isSameCell;

  template <class Cell>
  INKRAY_HD void look(const Cell& at)
  {
    const Float3 w = VertexIds::crossed(at, ids);
    weights[0] = w.x;
    weights[1] = w.y;
  }
  template <class Medium>
  INKRAY_HD MediumPlace place(const Medium& medium) const
  {
    float all[3];
    this->allWeights(all);
    return medium.placeOn(ids, all, 0.0f);
  }
};

/// The walk of a ray through one of several meshes. It returns one span after the other: the visible part of
/// the ray in a cell, up to the next surface. A mesh without a volume has only spans without length, where
/// the ray meets a surface. If the medium is not plain, the faces where the ray leaves cells are returned,
/// too. If the ray did not come from a cell in front, a span without length gives the face where it enters.
template <class Mesh>
class MeshWalkOf
{
public:
  using Source = Mesh;
  using Face = RayFace;

  INKRAY_HD MeshWalkOf(const Mesh& mesh, int x, int y)
    : walk_(mesh.rays, x, y)
    , mesh_(mesh)
    , worldPerDepth_(mesh.rays.camera.worldPerDepth)
  {
  }

  /// The number of visited cells.
  INKRAY_HD std::uint32_t steps() const { return walk_.steps; }

  /// Find the next span and, if the medium is not plain, its face. Returns false if there is none.
  INKRAY_HD bool next(SurfaceSpan& span, RayFace& face)
  {
    for (;;)
    {
      bool isSeen = true;
      if (!isGiven_)
        isGiven_ = !this->meetSurface(span);
      else
      {
        if (!isFound_ && !this->findPart(face))
          return false;
        isFound_ = false;
        // Where a value is missing, nothing is visible, not even a surface, unless isSeenWithoutValue.
        const float sum = part_.begin + part_.end;
        isSeen = mesh_.isSeenWithoutValue || sum == sum;
        if (isSeen && !mesh_.isPlain && !isJoined_)
        {
          isFound_ = isJoined_ = true;
          span.give(part_, worldPerDepth_);
          span.to = span.from;
          return true;
        }
        if (mesh_.surfaces && isSeen && surfaces_.mayMeet(part_))
        {
          surfaces_.begin(mesh_.surfaces, part_, walk_.cell.u, walk_.cell.v);
          isGiven_ = !this->meetSurface(span);
        }
        else
        {
          if (!isSeen)
            surfaces_.forget();
          span.give(part_, worldPerDepth_);
        }
      }
      if (isSeen && (span.met() != SurfaceSpan::nothing || (span.from < span.to && !mesh_.medium.isEmpty)))
      {
        if (!mesh_.isPlain)
          this->tell(span, face);
        return true;
      }
    }
  }

private:
  /// Set the face at the end of a span.
  INKRAY_HD void tell(const SurfaceSpan& span, RayFace& face)
  {
    face.look(walk_.cell);
    const float begin = walk_.span.from * worldPerDepth_, end = walk_.span.to * worldPerDepth_;
    const float perDepth = begin < end ? 1.0f / (end - begin) : 0.0f;
    face.from = minimum(maximum((span.from - begin) * perDepth, 0.0f), 1.0f);
    face.to = span.to < end ? minimum(maximum((span.to - begin) * perDepth, face.from), 1.0f) : 1.0f;
    face.isSameCell = isTold_;
    isTold_ = true;
  }

  /// Find the next surface on the rest of the part. Returns false if there is none, and the span is the whole
  /// rest.
  INKRAY_HD bool meetSurface(SurfaceSpan& span)
  {
    const bool isMet =
      surfaces_.next(mesh_.surfaces, part_, walk_.cell.u, walk_.cell.v, worldPerDepth_, span);
    if (mesh_.medium.isEmpty)
      span.from = span.to;
    return isMet;
  }

  /// Find the next visible part of a cell, which may have no length. Returns false if there is none.
  INKRAY_HD bool findPart(RayFace& face)
  {
    SplitLimits& limits = walk_.entries.limits;
    for (;;)
    {
      // The rest of the cell, up to the end of the limits.
      while (stands_ < walk_.span.to)
      {
        const float first = maximum(stands_, limits.nearDepth);
        const bool ends = walk_.span.to >= limits.farDepth;
        const float last = ends ? limits.farDepth : walk_.span.to;
        stands_ = maximum(stands_, last);
        const bool isSeen = first < last && !walk_.isHidden();
        if (isSeen)
        {
          part_ = walk_.span;
          part_.clip(first, last, ends);
        }
        else
          surfaces_.forget();
        if (ends && !limits.next())
        {
          walk_.stop();
          stands_ = walk_.span.to;
        }
        if (isSeen)
          return true;
      }
      if (!this->crossCell(face))
        return false;
    }
  }

  /// Go through the next cell that the ray does not merely touch. Returns false if there is none.
  INKRAY_HD bool crossCell(RayFace& face)
  {
    isJoined_ = isTold_ && !walk_.cell.isOutside();
    isTold_ = false;
    if (walk_.cell.isOutside())
      surfaces_.forget();
    if (!walk_.arrive())
      return false;
    this->boundValue();
    if (!mesh_.isPlain && !isJoined_)
    {
      face.look(walk_.cell);
      face.from = face.to = 1.0f;
      face.isSameCell = false;
    }
    if (!walk_.cross())
      return false;
    this->boundValue();
    stands_ = walk_.span.from;
    return true;
  }

  /// Clamp values at faces, so that they are exact where surfaces lie at faces.
  INKRAY_HD void boundValue()
  {
    if (mesh_.surfaces)
      walk_.span.end = walk_.cell.scalarWithinFace(walk_.span.end);
  }

  PixelWalk walk_;
  const Mesh& mesh_;
  float worldPerDepth_; ///< world units in one unit of depth in the mesh
  float stands_ = 0.0f; ///< the depth up to which the cell has been returned
  RaySpan part_ = {};
  bool isGiven_ = true;   ///< the whole part has been returned
  bool isFound_ = false;  ///< the part has been found, but no span of it returned
  bool isTold_ = false;   ///< the face where the cell ends has been returned
  bool isJoined_ = false; ///< the face where the cell begins has been returned
  SurfaceWalk surfaces_;
};

using MeshWalk = MeshWalkOf<WalkedMesh>;

} // namespace inkray
