// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkRenderer;
class vtkVolume;
struct FilmGroup;
struct FilmOffer;
struct PicturePart;

/// Interface of the mappers that provide a finished picture, whatever class of VTK they derive from.
/// vtkRayCastVolume calls it to choose the renderer's pass in which mappers draw, and ViewScene if several
/// mappers share a picture. ViewScene asks all mappers before it draws; Render only draws.
class RayCastMapper
{
public:
  virtual ~RayCastMapper() = default;

  /// Whether the whole picture is opaque and has depths, so that it is drawn with the opaque geometry.
  virtual bool IsPictureOpaque() = 0;

  /// Whether this mapper's picture may cover other volumes in the same place. The reports of those volumes
  /// then say so.
  virtual bool MayCover() { return !this->IsPictureOpaque(); }

  /// Whether the mapper draws ids in a hardware selection. Otherwise it draws nothing in selections.
  virtual bool DrawsIds() = 0;

  /// Whether rays are composited and stop at the depths of other objects. Translucent polygons can then be in
  /// the picture: rays stop at each of them.
  virtual bool StopsAtDepths() { return false; }

  /// Whether the picture shows an extreme, a mean or a sum along each ray, which several mappers may share.
  virtual bool KeepsFilms() { return false; }

  /// Describe what a shared picture shows of this volume. Returns false if the volume cannot share a picture.
  virtual bool Offer(vtkRenderer*, vtkVolume*, FilmOffer&) { return false; }

  /// Whether the picture may be merged with those of other mappers whose data overlap. Whether the data allow
  /// merging is checked once they are loaded.
  enum class Merging
  {
    Never,
    WithOthers, ///< a mapper with CastsOthers draws it
    CastsOthers
  };
  virtual Merging GetMerging() { return Merging::Never; }

  /// Bring the data and the caster up to date, and provide this mapper's part of a shared picture. `films`:
  /// the group whose films the picture combines; null: rays are composited. Returns false if this picture
  /// cannot be shared.
  virtual bool Give(vtkRenderer*, vtkVolume*, const FilmGroup* films, PicturePart&)
  {
    static_cast<void>(films);
    return false;
  }
};
