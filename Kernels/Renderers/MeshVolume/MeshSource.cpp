// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/MeshSource.h"

#include "Picture/Picks.h"

#include <limits>

namespace inkray
{

MeshSource::MeshSource(VolumeRayCaster& caster, const DeviceId& device, const Camera& camera,
  const FrameOptions& options, bool hasSurfaces)
  : RaySource(camera)
  , caster_(caster)
  , device_(device)
  , options_(options)
  , hasSurfaces_(hasSurfaces)
{
}

FrameOptions MeshSource::with(const PictureOptions& picture, const std::vector<BoxInView>& within) const
{
  FrameOptions own = options_;
  static_cast<RayOptions&>(own) = picture;
  own.methods.countSteps = own.methods.countSteps || picture.countSteps;
  for (const BoxInView& box : within)
  {
    box.cut(this->camera(), own.piece, own.clippingPlanes);
  }
  return own;
}

FrameOptions MeshSource::forPicks(const WorkObserver& observer, const PickView& picks) const
{
  // Picks need no light and none of the rays' shortcuts; an opaque surface ends a ray.
  FrameOptions seen = options_;
  static_cast<WorkObserver&>(seen) = observer;
  seen.opaqueDepth = { picks.ends, true };
  seen.shade = false;
  seen.sparse = SparseRays();
  seen.earlyTermination = std::numeric_limits<float>::min();
  return seen;
}

DrawnImage MeshSource::draw(const FrameOptions& options, bool onDevice)
{
  onDevice ? caster_.renderOnDevice(this->camera(), options) : caster_.render(this->camera(), options);
  if (onDevice && caster_.deviceImage())
    return { caster_.deviceImage(), caster_.deviceDepth() };
  return { caster_.image(), caster_.depth() };
}

DrawnImage MeshSource::cast(const PictureOptions& options, bool onDevice)
{
  return this->draw(this->with(options), onDevice);
}

const float* MeshSource::castFilms(const PictureOptions& options, bool onDevice)
{
  FrameOptions own = this->with(options);
  own.keepsFilms = true;
  return this->draw(own, onDevice).image;
}

void MeshSource::develop(float* films)
{
  caster_.developInPlace(films, this->camera().width, this->camera().height, options_);
}

const float* MeshSource::developOnHost(const float* films)
{
  caster_.developFilms(films, this->camera().width, this->camera().height, options_);
  return caster_.image();
}

std::unique_ptr<RaySource> MeshSource::surfaces() const
{
  if (!hasSurfaces_)
    return nullptr;
  FrameOptions alone = options_;
  alone.drawVolume = false;
  alone.blend = FrameOptions().blend;
  return caster_.source(this->camera(), alone);
}

} // namespace inkray
