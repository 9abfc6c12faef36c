// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Picture/RaySource.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

#include <limits>
#include <vector>

namespace inkray
{

/// The isosurfaces of a grid as one source of a picture of several sources. Its caster first finds the
/// surfaces of each pixel.
class IsosurfaceSource : public RaySource
{
public:
  IsosurfaceSource(IsosurfaceRayCaster& caster, const DeviceId& device, const Camera& camera,
    const IsosurfaceFrameOptions& options);

  DeviceId device() const override { return device_; }
  const void* data() const override { return &caster_; }
  float earlyTermination() const override { return options_.earlyTermination; }
  PictureTimings timings() const override;
  PictureStatistics statistics() const override { return {}; }

  DrawnImage cast(const PictureOptions& options, bool onDevice) override;

  bool canBeWalked() const override { return true; }
  BoxDepths depths() const override
  {
    return { std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity() };
  }
  RayWalk walk(const PictureOptions& options, double begin, const std::vector<BoxInView>& within) override;
  bool hasLayersAlone() const override { return true; }
  SurfaceLayers layersOnHost(const PictureOptions& options) override;

private:
  /// The most surfaces of a pixel that are separate layers, so that other sources can lie between them.
  static constexpr int mostLayers = 8;

  IsosurfaceFrameOptions with(const PictureOptions& picture) const;
  void castLayers(const PictureOptions& options, const std::vector<BoxInView>& within);

  IsosurfaceRayCaster& caster_;
  const DeviceId device_;
  const IsosurfaceFrameOptions options_;
};

} // namespace inkray
