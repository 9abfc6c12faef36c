// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Medium.h"
#include "Renderers/MeshVolume/CastTetRays.h"

namespace inkray
{

/// One of several meshes that a picture shows together: its rays, and what it is made of.
struct MergedMesh
{
  TetRays rays;
  PiecewiseView pieces;      ///< of values at the points
  const Float4* cellColours; ///< of values of cells, which have colour and attenuation; null: of points
};

/// A ray on its way through one of several meshes, which gives one stretch after the other: what the ray
/// crosses of a cell, as far as it is seen. It goes from cell to cell as march does (March.h), but waits
/// where the stretch ends until the next one is wanted. Depths are those of the eye, in world units, so that
/// meshes of different scales can be compared.
class MeshWalk
{
public:
  float from = INFINITY, to = INFINITY; ///< depths at the ends of the stretch; infinite: the walk is over
  float begin = INFINITY;               ///< where what has not been passed of it begins
  std::uint32_t steps = 0;              ///< cells visited

  INKRAY_HD MeshWalk(const MergedMesh& mesh, int x, int y)
    : mesh_(mesh)
    , u_(pixelU(mesh.rays.camera, x))
    , v_(pixelV(mesh.rays.camera, y))
    , cell_(mesh.rays.camera, mesh.rays.mesh, u_, v_)
    , worldPerDepth_(mesh.rays.camera.worldPerDepth)
    , lengthPerDepth_(lengthPerDepth(mesh.rays.camera, u_, v_) / worldPerDepth_ * 1.4426950408889634f)
  {
    const TetRays& rays = mesh.rays;
    const auto pixel = static_cast<std::uint32_t>(y * rays.camera.width + x);
    entry_ = rays.starts[pixel];
    entriesEnd_ = rays.starts[pixel + 1];
    rays.limit(pixel, limits_);
    limits_.secondNear = limits_.secondFar = 0.0f;
    place_.standAt(0.0f);
    if (entry_ != entriesEnd_ && (!rays.cut || CutView::limit(rays.cut, u_, v_, limits_)))
      this->advance();
  }

  /// To the next stretch that has a length and, where values belong to points, a value at both ends.
  INKRAY_HD void advance()
  {
    do
      if (!this->findStretch())
      {
        from = to = INFINITY;
        break;
      }
    while (!(from < to) || !this->hasValue());
    begin = from;
  }

  /// Begin a part of the stretch, up to a depth.
  INKRAY_HD void beginPart(float end)
  {
    const float perDepth = (valueTo_ - valueFrom_) / (to - from);
    knots_.place = place_;
    knots_.goOn(!mesh_.cellColours, mesh_.pieces, multiplyAdd(begin - from, perDepth, valueFrom_),
      end < to ? multiplyAdd(end - from, perDepth, valueFrom_) : valueTo_);
    length_ = (end - begin) * lengthPerDepth_;
    begin = end;
  }
  /// Share of what is left of the part up to the next knot; more than 1: none comes.
  INKRAY_HD float shareToKnot() const { return knots_.shareToKnot(mesh_.pieces); }
  /// Go through a share of what is left, on which colour and attenuation are linear.
  INKRAY_HD MediumEnds pass(float share)
  {
    const float length = share * length_;
    length_ -= length;
    if (mesh_.cellColours)
    {
      Float4 colour = load(mesh_.cellColours + cell_.cell);
      colour.w *= length;
      return { colour, colour };
    }
    const bool atKnot = this->shareToKnot() <= share;
    const PieceOnPart part = knots_.part(mesh_.pieces, share, atKnot);
    const Float3 a = part.colour(0.0f), b = part.colour(1.0f);
    const MediumEnds ends = { { a.x, a.y, a.z, maximum(0.0f, part.attenuation(0.0f)) * length },
      { b.x, b.y, b.z, maximum(0.0f, part.attenuation(1.0f)) * length } };
    knots_.advance(mesh_.pieces, part, atKnot);
    place_ = knots_.place;
    return ends;
  }

private:
  /// The next stretch, which may have no length. False: there is none.
  INKRAY_HD bool findStretch()
  {
    for (;;)
    {
      // What is left of the cell, up to where the limits end.
      if (stands_ < reached_)
      {
        const float first = maximum(stands_, limits_.nearDepth);
        const bool ends = reached_ >= limits_.farDepth;
        const float last = ends ? limits_.farDepth : reached_;
        stands_ = maximum(stands_, last);
        const bool isSeen = first < last && !(mesh_.rays.cut && this->isHidden());
        if (isSeen)
        {
          const float perDepth = (scalar_ - begun_) / (reached_ - cellFrom_);
          from = first * worldPerDepth_;
          to = last * worldPerDepth_;
          valueFrom_ = first > cellFrom_ ? multiplyAdd(first - cellFrom_, perDepth, begun_) : begun_;
          valueTo_ = ends ? multiplyAdd(last - cellFrom_, perDepth, begun_) : scalar_;
        }
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
      if (!this->crossCell())
        return false;
    }
  }

  /// Through the next cell that the ray does not only touch; false: there is none.
  INKRAY_HD bool crossCell()
  {
    const TetRays& rays = mesh_.rays;
    float depth = reached_, scalar = scalar_;
    if (cell_.isOutside())
    {
      if (entry_ == entriesEnd_)
        return false;
      const PixelIntersection next = rays.intersections[entry_++];
      if (next.depth >= limits_.farDepth && !limits_.next())
        return false;
      cell_.enter(next.face);
      cell_.locate(depth, scalar);
      cell_.fetchVertex();
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
    scalar_ = end;
    return true;
  }

  INKRAY_HD bool hasValue() const
  {
    const float sum = valueFrom_ + valueTo_;
    return mesh_.cellColours || sum == sum;
  }
  INKRAY_HD bool isHidden() const
  {
    const std::uint32_t* const hidden = mesh_.rays.cut->hiddenCells;
    return hidden && isMasked(hidden, cell_.cell);
  }

  const MergedMesh& mesh_;
  float u_, v_;
  TetCell<AnyProjection> cell_;
  SplitLimits limits_ = {};
  std::uint32_t entry_, entriesEnd_;
  float worldPerDepth_;  ///< of a depth in its mesh's units
  float lengthPerDepth_; ///< world units times log2(e), as in RayLimits, per depth of the eye
  float cellFrom_ = 0.0f, reached_ = 0.0f;  ///< depths at the ends of the cell, in its mesh's units
  float begun_ = 0.0f, scalar_ = 0.0f;      ///< values there
  float stands_ = 0.0f;                     ///< depth up to which the cell has been given
  float valueFrom_ = 0.0f, valueTo_ = 0.0f; ///< at the ends of the stretch
  PiecePlace place_;                        ///< in the function, where the last part ended
  KnotWalk knots_ = {};                     ///< of the part
  float length_ = 0.0f;                     ///< of what is left of the part
};

} // namespace inkray
