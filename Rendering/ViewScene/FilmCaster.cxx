// SPDX-License-Identifier: BSD-3-Clause
#include "FilmCaster.h"

#include "RayCastBridge.h"
#include "RayCastSession.h"
#include "vtkRenderer.h"

#include <algorithm>
#include <cstddef>

FilmCaster::FilmCaster(
  inkray::CombinedFilms& films, const ViewScene::Part& own, const std::vector<ViewScene::Part>& others)
  : Films(films)
  , Parts{ own }
{
  this->Parts.insert(this->Parts.end(), others.begin(), others.end());
  for (const ViewScene::Part& part : this->Parts)
  {
    this->Meshes.push_back({ part.Caster, {}, part.Options, part.HasSurfaces });
  }
}

bool FilmCaster::CanCast() const
{
  const RayCastSession& first = *this->Parts.front().Session;
  return std::all_of(this->Parts.begin(), this->Parts.end(),
           [&first](const ViewScene::Part& part) { return part.Session->IsOnDeviceOf(first); }) &&
    inkray::CombinedFilms::canRender(this->Meshes);
}

bool FilmCaster::HaveSurfaces() const
{
  return std::any_of(
    this->Parts.begin(), this->Parts.end(), [](const ViewScene::Part& part) { return part.HasSurfaces; });
}

void FilmCaster::Cast(const inkray::Camera& camera, const inkray::FrameOptions& options, bool onDevice)
{
  for (std::size_t i = 0; i < this->Parts.size(); ++i)
  {
    const ViewScene::Part& part = this->Parts[i];
    this->Meshes[i].camera = RayCastBridge::MakeCamera(
      this->Parts.front().Session->GetRenderer(), part.Volume, camera.width, camera.height);
  }
  this->Films.render(this->Meshes, options, onDevice);
}
