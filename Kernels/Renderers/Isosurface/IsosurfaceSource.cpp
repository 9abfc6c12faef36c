// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/Isosurface/IsosurfaceSource.h"

namespace inkray
{

IsosurfaceSource::IsosurfaceSource(IsosurfaceRayCaster& caster, const DeviceId& device, const Camera& camera,
  const IsosurfaceFrameOptions& options)
  : RaySource(camera)
  , caster_(caster)
  , device_(device)
  , options_(options)
{
}

PictureTimings IsosurfaceSource::timings() const
{
  const IsosurfaceTimings own = caster_.timings();
  return { 0, 0, own.rebuild + own.cast, own.present };
}

IsosurfaceFrameOptions IsosurfaceSource::with(const PictureOptions& picture) const
{
  IsosurfaceFrameOptions own = options_;
  static_cast<RayOptions&>(own) = picture;
  return own;
}

DrawnImage IsosurfaceSource::cast(const PictureOptions& options, bool onDevice)
{
  const IsosurfaceFrameOptions own = this->with(options);
  onDevice ? caster_.renderOnDevice(this->camera(), own) : caster_.render(this->camera(), own);
  if (onDevice && caster_.deviceImage())
    return { caster_.deviceImage(), caster_.deviceDepth() };
  return { caster_.image(), caster_.depth() };
}

void IsosurfaceSource::castLayers(const PictureOptions& options, const std::vector<BoxInView>& within)
{
  IsosurfaceFrameOptions own = this->with(options);
  own.progress = nullptr;
  own.layers = options_.layers > 0 ? options_.layers : mostLayers;
  for (const BoxInView& box : within)
    for (const ClippingPlane& side : box.sidesFor(this->camera()))
      own.clippingPlanes.push_back(side);
  caster_.renderOnDevice(this->camera(), own);
}

RayWalk IsosurfaceSource::walk(const PictureOptions& options, double, const std::vector<BoxInView>& within)
{
  this->castLayers(options, within);
  return { RayWalk::Kind::Layers, caster_.layers(), true };
}

SurfaceLayers IsosurfaceSource::layersOnHost(const PictureOptions& options)
{
  this->castLayers(options, {});
  return caster_.hostLayers();
}

} // namespace inkray
