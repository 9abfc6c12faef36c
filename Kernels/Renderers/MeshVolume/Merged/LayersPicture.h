// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <memory>
#include <vector>

namespace inkray
{

/// The picture of surfaces that several casters have found on the same rays, in the order of their depths
/// (TetRayCaster::renderMerged), where no mesh is in it: a caster with a mesh that no ray sees draws it.
class LayersPicture
{
public:
  /// On the device of the caster, which is not used for anything else. Throws as its setMesh does.
  explicit LayersPicture(std::unique_ptr<TetRayCaster> caster);

  /// Draw layers, TetRayCaster::maxOthers at most, in an image of the camera's size. Of the options, who
  /// waits and early termination count. Throws as TetRayCaster::renderMerged does.
  void render(const Camera& camera, const FrameOptions& options, const std::vector<SurfaceLayers>& layers,
    bool onDevice);

  /// Has image, depths and timings.
  const TetRayCaster& caster() const { return *caster_; }

private:
  std::unique_ptr<TetRayCaster> caster_;
};

} // namespace inkray
