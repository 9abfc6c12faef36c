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

/// The part of a mapper in a picture that it may share with others.
struct PicturePart
{
  /// Makes the source for the camera of an image, in the coordinates of the mapper's data. Empty: the mapper
  /// shows nothing on this rank.
  std::function<std::unique_ptr<inkray::RaySource>(const inkray::Camera&)> MakeSource;
  bool HasSurfaces = false;
  vtkVolume* Volume = nullptr; ///< its matrix places the data
  RayCastSession* Session = nullptr;
};

/// The content of a picture besides the part of the mapper that draws it.
struct SharedPicture
{
  std::vector<PicturePart> Others;
  const FilmGroup* Films = nullptr;              ///< films that are combined; null: rays are composited
  const TranslucentPolygons* Polygons = nullptr; ///< translucent polygons in the picture, or null
  /// Surfaces of this rank's images, in a picture that ranks draw together.
  std::vector<PicturePart> Surfaces;
  bool IsOfSeveral = false; ///< on all ranks: the picture has several volumes, or surfaces of images
};
