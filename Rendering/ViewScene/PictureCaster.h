// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Picture/RayPicture.h"
#include "PicturePart.h"
#include "RayCastFrameTarget.h"

#include <cstddef>
#include <vector>

class ViewScene;

/// Casts the picture of one mapper or of several, without sparse rays. RayCastSession::Cast calls it like the
/// caster of a mapper.
class PictureCaster
{
public:
  /// `own`: the part of the mapper that casts. The scene has the parts of others in the picture that it draws
  /// now.
  PictureCaster(ViewScene& scene, const PicturePart& own);

  /// Whether other mappers have a part in the picture, and the number of parts.
  bool IsShared() const { return this->Parts.size() > 1; }
  std::size_t GetNumberOfParts() const { return this->Parts.size(); }
  /// Whether all parts are on one device, and can be drawn together.
  bool CanCast() const;
  /// Whether the picture has depths of surfaces.
  bool HaveSurfaces() const;
  RayCastPicture GetPicture(bool onDevice) const;
  inkray::PictureStatistics GetStatistics() const { return this->Statistics; }

  ///@{
  /// The functions of a caster that RayCastSession::Cast calls.
  inkray::DeviceKind device() const;
  inkray::PictureTimings timings() const { return this->Timings; }
  const float* image() const { return this->InHost.image; }
  void render(const inkray::Camera& camera, const inkray::PictureOptions& options)
  {
    this->Cast(camera, options, false);
  }
  void renderOnDevice(const inkray::Camera& camera, const inkray::PictureOptions& options)
  {
    this->Cast(camera, options, true);
  }
  ///@}

private:
  void Cast(const inkray::Camera& camera, const inkray::PictureOptions& options, bool onDevice);
  void CastTogether(
    const inkray::RayPicture::Sources& sources, const inkray::PictureOptions& options, bool onDevice);

  ViewScene& Scene;
  const bool AreFilms;            // films of the parts are combined
  std::vector<PicturePart> Parts; // the first is the part of the mapper that casts
  inkray::DrawnImage InHost, OnDevice;
  inkray::PictureTimings Timings;
  inkray::PictureStatistics Statistics;
};
