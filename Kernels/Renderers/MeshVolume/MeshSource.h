// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Picture/RaySource.h"
#include "Renderers/MeshVolume/VolumeRayCaster.h"

#include <memory>
#include <vector>

namespace inkray
{

/// A mesh in a picture of several volumes: the part that its caster draws like any other frame.
class MeshSource : public RaySource
{
public:
  /// `hasSurfaces`: isosurfaces or slices are drawn.
  MeshSource(VolumeRayCaster& caster, const DeviceId& device, const Camera& camera,
    const FrameOptions& options, bool hasSurfaces);

  DeviceId device() const override { return device_; }
  const void* data() const override { return &caster_; }
  float earlyTermination() const override { return options_.earlyTermination; }
  PictureTimings timings() const override { return caster_.timings(); }
  PictureStatistics statistics() const override { return caster_.statistics(); }

  DrawnImage cast(const PictureOptions& options, bool onDevice) override;

  const float* castFilms(const PictureOptions& options, bool onDevice) override;
  int filmOrder() const override { return filmOf(options_.blend).order; }
  void develop(float* films) override;
  const float* developOnHost(const float* films) override;
  std::unique_ptr<RaySource> surfaces() const override;

protected:
  const FrameOptions& options() const { return options_; }
  /// Whether a composited volume, isosurfaces or slices are shown, which rays meet together with others.
  bool isComposited() const
  {
    return filmOf(options_.blend).isComposite && (options_.drawVolume || hasSurfaces_);
  }
  /// The options of the mesh, combined with the picture's options, and cut to boxes.
  FrameOptions with(const PictureOptions& picture, const std::vector<BoxInView>& within = {}) const;
  ///@{
  /// The options for rays that pick; the request, adapted to what the mesh shows; and whether it shows a sum.
  FrameOptions forPicks(const WorkObserver& observer, const PickView& picks) const;
  PickRequest ofShown(PickRequest request) const
  {
    request.opacity = options_.drawVolume ? request.opacity : 0.0f;
    return request;
  }
  bool showsSum() const { return options_.drawVolume && filmOf(options_.blend).isSummed(); }
  ///@}

private:
  DrawnImage draw(const FrameOptions& options, bool onDevice);

  VolumeRayCaster& caster_;
  const DeviceId device_;
  const FrameOptions options_;
  const bool hasSurfaces_;
};

} // namespace inkray
