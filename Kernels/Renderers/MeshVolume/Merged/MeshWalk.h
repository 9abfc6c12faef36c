// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Merged/SurfaceWalk.h"
#include "Renderers/MeshVolume/WalkedMesh.h"

namespace inkray
{

/// Where a ray leaves a cell, and which part of its way through the cell a stretch is.
struct RayFace
{
  std::uint32_t ids[3]; ///< corners of the face, and weights of the first two there
  float weights[2];
  float from, to;  ///< shares of the way from the face behind
  bool isSameCell; ///< as that of the last stretch; otherwise, what was the face ahead is behind

  template <class Cell>
  INKRAY_HD void look(const Cell& at)
  {
    const Float3 w = VertexIds::crossed(at, ids);
    weights[0] = w.x;
    weights[1] = w.y;
  }
  INKRAY_HD MediumPlace place(const MergedMedium& medium) const
  {
    const float all[3] = { weights[0], weights[1], 1.0f - (weights[0] + weights[1]) };
    return medium.placeOn(ids, all, 0.0f);
  }
};

/// A ray on its way through one of several meshes, which gives one stretch after the other: what the ray
/// crosses of a cell, as far as it is seen, up to the next surface. It goes from cell to cell as march does
/// (March.h), but stops where the stretch ends until the next one is wanted. Of a mesh without a volume,
/// there are stretches without a length alone, where the ray meets a surface. Of a medium that is not plain,
/// the faces where it leaves the cells are told, too; where it did not go through the cell in front, a
/// stretch without a length tells the one where it enters.
class MeshWalk
{
public:
  std::uint32_t steps = 0; ///< cells visited

  INKRAY_HD MeshWalk(const MergedMesh& mesh, int x, int y)
    : mesh_(mesh)
    , cell_(mesh.rays.camera, mesh.rays.mesh, pixelU(mesh.rays.camera, x), pixelV(mesh.rays.camera, y))
    , worldPerDepth_(mesh.rays.camera.worldPerDepth)
  {
    const TetRays& rays = mesh.rays;
    const auto pixel = static_cast<std::uint32_t>(y * rays.camera.width + x);
    entry_ = rays.starts[pixel];
    entriesEnd_ = rays.starts[pixel + 1];
    rays.limit(pixel, limits_);
    limits_.secondNear = limits_.secondFar = 0.0f;
    if (rays.cut && entry_ != entriesEnd_ && !CutView::limit(rays.cut, cell_.u, cell_.v, limits_))
      entry_ = entriesEnd_;
  }

  INKRAY_HD const MergedMesh& mesh() const { return mesh_; }

  /// The next stretch, and where the medium is not plain its face; false: there is none.
  INKRAY_HD bool next(Stretch& stretch, RayFace& face)
  {
    for (;;)
    {
      bool isSeen = true;
      if (!isGiven_)
        isGiven_ = !this->meetSurface(stretch);
      else
      {
        if (!isFound_ && !this->findPart(face))
          return false;
        isFound_ = false;
        // Without values there is nothing, whatever the surfaces are.
        const float sum = part_.begin + part_.end;
        isSeen = mesh_.isSeenWithoutValue || sum == sum;
        if (isSeen && !mesh_.isPlain && !isJoined_)
        {
          isFound_ = isJoined_ = true;
          stretch.give(part_, worldPerDepth_);
          stretch.to = stretch.from;
          return true;
        }
        if (mesh_.surfaces && isSeen && surfaces_.mayMeet(part_))
        {
          surfaces_.begin(mesh_.surfaces, part_, cell_.u, cell_.v);
          isGiven_ = !this->meetSurface(stretch);
        }
        else
        {
          if (!isSeen)
            surfaces_.forget();
          stretch.give(part_, worldPerDepth_);
        }
      }
      if (isSeen && (stretch.met() != Stretch::nothing || (stretch.from < stretch.to && !mesh_.medium.isEmpty)))
      {
        if (!mesh_.isPlain)
          this->tell(stretch, face);
        return true;
      }
    }
  }

private:
  /// The face that a stretch goes to.
  INKRAY_HD void tell(const Stretch& stretch, RayFace& face)
  {
    face.look(cell_);
    const float begin = cellFrom_ * worldPerDepth_, end = reached_ * worldPerDepth_;
    const float perDepth = begin < end ? 1.0f / (end - begin) : 0.0f;
    face.from = minimum(maximum((stretch.from - begin) * perDepth, 0.0f), 1.0f);
    face.to = stretch.to < end ? minimum(maximum((stretch.to - begin) * perDepth, face.from), 1.0f) : 1.0f;
    face.isSameCell = isTold_;
    isTold_ = true;
  }

  /// Up to the next surface on what is left of the part; false: none comes, and all of it was given.
  INKRAY_HD bool meetSurface(Stretch& stretch)
  {
    const bool isMet =
      surfaces_.next(mesh_.surfaces, part_, cell_.u, cell_.v, worldPerDepth_, stretch);
    if (mesh_.medium.isEmpty)
      stretch.from = stretch.to;
    return isMet;
  }

  /// The next part of a cell that is seen, which may have no length. False: there is none.
  INKRAY_HD bool findPart(RayFace& face)
  {
    for (;;)
    {
      // The rest of the cell, up to where the limits end.
      if (stands_ < reached_)
      {
        const float first = maximum(stands_, limits_.nearDepth);
        const bool ends = reached_ >= limits_.farDepth;
        const float last = ends ? limits_.farDepth : reached_;
        stands_ = maximum(stands_, last);
        const bool isHidden = mesh_.rays.cut && this->isHidden();
        const bool isSeen = first < last && !isHidden;
        if (isSeen)
        {
          part_ = { cellFrom_, reached_, begun_, scalar_, cell_.cell, 0u };
          part_.clip(first, last, ends);
        }
        else
          surfaces_.forget();
        if (ends && !limits_.next())
        {
          cell_.stop();
          entry_ = entriesEnd_;
          stands_ = reached_;
        }
        if (isSeen)
          return true;
        continue;
      }
      if (!this->crossCell(face))
        return false;
    }
  }

  /// Through the next cell that the ray does not only touch; false: there is none.
  INKRAY_HD bool crossCell(RayFace& face)
  {
    const TetRays& rays = mesh_.rays;
    float depth = reached_, scalar = scalar_;
    isJoined_ = isTold_;
    isTold_ = false;
    if (cell_.isOutside())
    {
      isJoined_ = false;
      if (entry_ == entriesEnd_)
        return false;
      const PixelIntersection next = rays.intersections[entry_++];
      if (next.depth >= limits_.farDepth && !limits_.next())
        return false;
      cell_.enter(next.face);
      cell_.locate(depth, scalar);
      if (mesh_.surfaces)
      {
        scalar = cell_.scalarWithinFace(scalar);
        surfaces_.forget();
      }
      cell_.fetchVertex();
    }
    if (!mesh_.isPlain && !isJoined_)
    {
      face.look(cell_);
      face.from = face.to = 1.0f;
      face.isSameCell = false;
    }
    // Both cells of a face that holds the ray have the same scalar along it: the segment goes on through the
    // next one.
    float reached = depth, end = scalar;
    bool isHeld = true;
    while (isHeld)
    {
      if (steps > rays.maxSteps)
        return false;
      cell_.template cross<EdgeFunctionExit>();
      ++steps;
      cell_.locate(reached, end);
      isHeld = cell_.isHeld(depth) && !cell_.isOutside();
      cell_.fetchVertex();
    }
    cellFrom_ = stands_ = depth;
    begun_ = scalar;
    reached_ = maximum(reached, depth);
    // Values at faces are exact where surfaces lie at them.
    scalar_ = mesh_.surfaces ? cell_.scalarWithinFace(end) : end;
    return true;
  }

  INKRAY_HD bool isHidden() const
  {
    const std::uint32_t* const hidden = mesh_.rays.cut->hiddenCells;
    return hidden && isMasked(hidden, cell_.cell);
  }

  const MergedMesh& mesh_;
  TetCell<AnyProjection, VertexIds> cell_;
  SplitLimits limits_ = {};
  std::uint32_t entry_, entriesEnd_;
  float worldPerDepth_;                    ///< of a depth in its mesh's units
  float cellFrom_ = 0.0f, reached_ = 0.0f; ///< depths at the ends of the cell
  float begun_ = 0.0f, scalar_ = 0.0f;     ///< values there
  float stands_ = 0.0f;                    ///< depth up to which the cell has been given
  RaySpan part_ = {};
  bool isGiven_ = true;   ///< all of the part
  bool isFound_ = false;  ///< the part, of which nothing has been given
  bool isTold_ = false;   ///< the face where the cell ends
  bool isJoined_ = false; ///< the face where the cell begins has been told
  SurfaceWalk surfaces_;
};

} // namespace inkray
