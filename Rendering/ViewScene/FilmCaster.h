// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastFrameTarget.h"
#include "Renderers/MeshVolume/Merged/CombinedFilms.h"
#include "ViewScene.h"

#include <vector>

class RayCastSession;

/// A caster that combines the films of its mesh with those of other mappers. The picture is in host memory.
class FilmCaster
{
public:
  /// The mapper that casts has given `own`, with the rest of a FilmGroups::Group.
  FilmCaster(const ViewScene::Part& own, const std::vector<ViewScene::Part>& others);

  /// Whether all casters are on one device, which can draw their surfaces together.
  bool CanCast() const;
  bool HaveSurfaces() const;
  RayCastPicture GetPicture() const { return { this->Films.image(), this->Films.depth() }; }

  ///@{
  /// The functions of a caster that RayCastSession::Cast calls.
  inkray::DeviceKind device() const { return inkray::DeviceKind::CPU; } // to which the picture comes
  inkray::TetRayCastTimings timings() const { return this->Films.timings(); }
  void render(const inkray::Camera& camera, const inkray::FrameOptions& options);
  void renderOnDevice(const inkray::Camera& camera, const inkray::FrameOptions& options)
  {
    this->render(camera, options);
  }
  ///@}

private:
  std::vector<ViewScene::Part> Parts; // the own one first
  std::vector<inkray::CombinedFilms::Mesh> Meshes;
  inkray::CombinedFilms Films;
};
