// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Picture/RaySource.h"
#include "PicturePart.h"
#include "RankExchange.h"

class PictureCaster;
class RayCastSession;
class vtkRayCastSettings;

/// Draws one rank's share of a picture that a RankExchange makes: casts the rank's surfaces and films,
/// exchanges them, and presents the result in the window of a session.
class PictureOfRanks
{
public:
  PictureOfRanks(RayCastSession& session, RankExchange& films, vtkRayCastSettings* settings);

  /// Agree with all ranks about the image. `offer` says what data this rank has; the method adds window and
  /// size. Returns null if no rank has data, and so no picture is drawn.
  const RankExchange::Agreement* Agree(RankExchange::Offer offer);

  /// Draw the agreed image. `own`: what this rank draws, possibly nothing. `hasSurfaces`: `own` includes
  /// surfaces. Throws the exceptions of the source of `own`.
  void Draw(const PicturePart& own, bool hasSurfaces);
  /// Draw the image in blend mode Composite. It may include other volumes of this rank, and translucent
  /// polygons and surfaces of images at their depths. Nothing is drawn if a rank fails to cast several
  /// volumes, or such surfaces (RankExchange::ShareSuccess).
  void DrawComposite(PictureCaster* caster);
  /// After a failure of this rank in blend mode Composite: show the picture that other ranks have cast, if
  /// this rank shows the picture.
  void DrawOthers();

private:
  /// Do the work of DrawComposite, but do not count the picture as drawn. Returns the milliseconds of the
  /// cast.
  double CastComposite(PictureCaster* caster);

  RayCastSession& Session;
  RankExchange& Films;
  vtkRayCastSettings* Settings;
  inkray::Camera Camera = {};
};
