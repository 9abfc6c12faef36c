// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ViewScene.h"

#include <vector>

/// A caster that casts the meshes of other mappers in its picture, too, or its own in pieces or on several
/// devices: none of these has sparse rays.
class MergedCaster
{
public:
  /// `others` have given their parts to the picture that `caster` casts for `session`; none: it is its own.
  MergedCaster(
    inkray::TetRayCaster& caster, const RayCastSession& session, std::vector<ViewScene::Part> others);

  /// Whether others have a part in the picture.
  bool IsShared() const { return !this->Others.empty(); }
  /// Whether all casters are on one device.
  bool IsOnOneDevice() const;
  /// Whether the picture has depths of the others.
  bool HaveSurfaces() const;

  ///@{
  /// The functions of a caster that RayCastSession::Cast calls.
  inkray::DeviceKind device() const { return this->Caster.device(); }
  inkray::TetRayCastTimings timings() const { return this->Caster.timings(); }
  const float* image() const { return this->Caster.image(); }
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

  inkray::TetRayCaster& Caster;
  const RayCastSession& Session;
  std::vector<ViewScene::Part> Others;
};
