// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Interface of the mappers that hand over a finished picture, whatever class of VTK they derive from.
/// vtkRayCastVolume calls it when it chooses the pass of the renderer in which they draw.
class RayCastMapper
{
public:
  virtual ~RayCastMapper() = default;

  /// Whether the whole picture is opaque and has a depth, so that it is drawn with the opaque geometry.
  virtual bool IsPictureOpaque() = 0;

  /// Whether the picture of this mapper may cover other volumes in the same place. Their reports then say so.
  virtual bool MayCover() { return !this->IsPictureOpaque(); }

  /// Whether ids are drawn where a hardware selection wants them. Without them nothing is drawn then.
  virtual bool DrawsIds() = 0;

  /// Whether what rays gather is composited, and they stop where others have drawn: then translucent polygons
  /// can be in the picture, by rays that stop at each of them.
  virtual bool StopsAtDepths() { return false; }

  /// Whether the picture shows an extreme, a mean or a sum along each ray, which may be that of several
  /// mappers.
  virtual bool KeepsFilms() { return false; }

  /// Whether the picture may be cast in one with those of other mappers whose data it overlaps. That its data
  /// allow it is found when they are there.
  enum class Merging
  {
    Never,
    WithOthers, ///< a mapper that CastsOthers draws it
    CastsOthers
  };
  virtual Merging GetMerging() { return Merging::Never; }
};
