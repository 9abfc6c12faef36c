// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "FilmGroups.h"
#include "Picture/RaySource.h"

#include <functional>
#include <memory>
#include <vector>

class RayCastSession;
class TranslucentPolygons;
class vtkVolume;

/// The part of a mapper in a picture that it shares with others.
struct PicturePart
{
  /// Makes the source of what the mapper shows to an image's camera, in the coordinates of its data. Empty:
  /// on this of several ranks the mapper shows nothing.
  std::function<std::unique_ptr<inkray::RaySource>(const inkray::Camera&)> MakeSource;
  bool HasSurfaces = false;
  vtkVolume* Volume = nullptr; ///< whose matrix counts
  RayCastSession* Session = nullptr;
};

/// What a picture shows besides the part of the mapper that draws it.
struct SharedPicture
{
  std::vector<PicturePart> Others;
  const FilmGroup* Films = nullptr;              ///< of which the picture is; null: rays are composited
  const TranslucentPolygons* Polygons = nullptr; ///< that are to be in the picture; null: none
  std::vector<PicturePart> Surfaces; ///< of this rank's images, for the picture that ranks draw together
  bool IsOfSeveral = false;          ///< on all ranks it is one of several volumes, or of surfaces, too
};
