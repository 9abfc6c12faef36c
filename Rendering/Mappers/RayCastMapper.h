// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkRenderer;
class vtkVolume;
struct FilmGroup;
struct FilmOffer;
struct PicturePart;

/// Interface of the mappers that hand over a finished picture, whatever class of VTK they derive from.
/// vtkRayCastVolume calls it when it chooses the pass of the renderer in which they draw, and ViewScene where
/// several of them share a picture. It asks them first; Render only draws.
class RayCastMapper
{
public:
  virtual ~RayCastMapper() = default;

  /// Whether the whole picture is opaque and has a depth, so that it is drawn with the opaque geometry.
  virtual bool IsPictureOpaque() = 0;

  /// Whether the picture of this mapper may cover other volumes in the same place. The reports of
  /// those volumes then say so.
  virtual bool MayCover() { return !this->IsPictureOpaque(); }

  /// Whether ids are drawn where a hardware selection wants them. Without them nothing is drawn then.
  virtual bool DrawsIds() = 0;

  /// Whether what rays gather is composited, and they stop where others have drawn: then translucent polygons
  /// can be in the picture, by rays that stop at each of them.
  virtual bool StopsAtDepths() { return false; }

  /// Whether the picture shows an extreme, a mean or a sum along each ray, which may be that of several
  /// mappers.
  virtual bool KeepsFilms() { return false; }

  /// Say what such a picture of a volume shows. False: it can't be shared.
  virtual bool Offer(vtkRenderer*, vtkVolume*, FilmOffer&) { return false; }

  /// Whether the picture may be cast in one with those of other mappers whose data it overlaps. Whether the
  /// data allow it is checked once they are loaded.
  enum class Merging
  {
    Never,
    WithOthers, ///< a mapper that CastsOthers draws it
    CastsOthers
  };
  virtual Merging GetMerging() { return Merging::Never; }

  /// Bring the data and the caster up to date, and give the part of a picture that others share: `films` is
  /// the group whose films are combined in it; null: rays are composited. False: this picture can't be
  /// shared.
  virtual bool Give(vtkRenderer*, vtkVolume*, const FilmGroup* films, PicturePart&)
  {
    static_cast<void>(films);
    return false;
  }
};
