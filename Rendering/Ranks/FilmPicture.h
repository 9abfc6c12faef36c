// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "FilmExchange.h"
#include "Picture/RaySource.h"
#include "PicturePart.h"

class PictureCaster;
class RayCastSession;
class vtkRayCastSettings;

/// The picture of one rank, of which a FilmExchange combines those of all: the rank's surfaces and films are
/// cast, shared, and presented in the window of a session.
class FilmPicture
{
public:
  FilmPicture(RayCastSession& session, FilmExchange& films, vtkRayCastSettings* settings);

  /// Agree with all ranks about the image. `offer` says what data this rank has; window and size are known
  /// here. Null: no rank has data, and there is no picture.
  const FilmExchange::Agreement* Agree(FilmExchange::Offer offer);

  /// Draw the image agreed upon. `own` is what this rank shows, which may be nothing; `hasSurfaces`: surfaces
  /// are in it. Throws as its source does.
  void Draw(const PicturePart& own, bool hasSurfaces);
  /// The same in blend mode Composite, with other volumes of this rank, or translucent polygons and surfaces
  /// of images, in their depth. Nothing is drawn where a rank fails to cast several volumes, or such surfaces
  /// (FilmExchange::ShareSuccess).
  void DrawComposite(PictureCaster* caster);
  /// In blend mode Composite, after a failure of this rank: show what others have cast, if this rank is the
  /// one that shows the picture.
  void DrawOthers();

private:
  /// All that DrawComposite does but to call the picture drawn. Returns the milliseconds of the cast.
  double CastComposite(PictureCaster* caster);

  RayCastSession& Session;
  FilmExchange& Films;
  vtkRayCastSettings* Settings;
  inkray::Camera Camera = {};
};
