// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastFrameTarget.h"
#include "Renderers/MeshVolume/Merged/LayersPicture.h"
#include "ViewScene.h"

#include <vector>

/// A caster of the surfaces that several mappers without a mesh have in one picture.
class LayersCaster
{
public:
  /// The mapper that casts has given `own`. `picture` is on its device.
  LayersCaster(
    inkray::LayersPicture& picture, const ViewScene::Part& own, const std::vector<ViewScene::Part>& others);

  /// Whether all mappers are on one device.
  bool IsOnOneDevice() const;
  RayCastPicture GetPicture(bool onDevice) const;

  ///@{
  /// The functions of a caster that RayCastSession::Cast calls.
  inkray::DeviceKind device() const { return this->Picture.caster().device(); }
  inkray::TetRayCastTimings timings() const { return this->Picture.caster().timings(); }
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

  inkray::LayersPicture& Picture;
  std::vector<ViewScene::Part> Parts; // the own one first
};
