// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastFrameTarget.h"
#include "Renderers/MeshVolume/Merged/CombinedFilms.h"
#include "ViewScene.h"

#include <vector>

class RayCastSession;

/// A caster that combines the films of its mesh with those of other mappers.
class FilmCaster
{
public:
  /// The mapper that casts has given `own`, with the rest of a FilmGroups::Group. `films` is on its device.
  FilmCaster(
    inkray::CombinedFilms& films, const ViewScene::Part& own, const std::vector<ViewScene::Part>& others);

  /// Whether all casters are on one device, which can draw their surfaces together.
  bool CanCast() const;
  bool HaveSurfaces() const;
  RayCastPicture GetPicture(bool onDevice) const
  {
    return onDevice ? RayCastPicture{ this->Films.deviceImage(), this->Films.deviceDepth() }
                    : RayCastPicture{ this->Films.image(), this->Films.depth() };
  }

  ///@{
  /// The functions of a caster that RayCastSession::Cast calls.
  inkray::DeviceKind device() const { return this->Films.device(); }
  inkray::TetRayCastTimings timings() const { return this->Films.timings(); }
  void render(const inkray::Camera& camera, const inkray::FrameOptions& options)
  {
    this->Cast(camera, options, false);
  }
  void renderOnDevice(const inkray::Camera& camera, const inkray::FrameOptions& options)
  {
    this->Cast(camera, options, true);
  }
  ///@}

private:
  void Cast(const inkray::Camera& camera, const inkray::FrameOptions& options, bool onDevice);

  inkray::CombinedFilms& Films;
  std::vector<ViewScene::Part> Parts; // the own one first
  std::vector<inkray::CombinedFilms::Mesh> Meshes;
};
