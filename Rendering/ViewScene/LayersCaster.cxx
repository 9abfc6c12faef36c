// SPDX-License-Identifier: BSD-3-Clause
#include "LayersCaster.h"

#include "RayCastBridge.h"
#include "RayCastSession.h"
#include "vtkRenderer.h"

#include <algorithm>

LayersCaster::LayersCaster(
  inkray::LayersPicture& picture, const ViewScene::Part& own, const std::vector<ViewScene::Part>& others)
  : Picture(picture)
  , Parts{ own }
{
  this->Parts.insert(this->Parts.end(), others.begin(), others.end());
}

bool LayersCaster::IsOnOneDevice() const
{
  const RayCastSession& first = *this->Parts.front().Session;
  return std::all_of(this->Parts.begin(), this->Parts.end(),
    [&first](const ViewScene::Part& part) { return part.Session->IsOnDeviceOf(first); });
}

RayCastPicture LayersCaster::GetPicture(bool onDevice) const
{
  const inkray::TetRayCaster& caster = this->Picture.caster();
  return onDevice ? RayCastPicture{ caster.deviceImage(), caster.deviceDepth() }
                  : RayCastPicture{ caster.image(), caster.depth() };
}

void LayersCaster::Cast(const inkray::Camera& camera, const inkray::FrameOptions& options, bool onDevice)
{
  std::vector<inkray::SurfaceLayers> layers;
  inkray::FrameOptions all = options;
  for (const ViewScene::Part& part : this->Parts)
  {
    const inkray::Camera own = RayCastBridge::MakeCamera(
      this->Parts.front().Session->GetRenderer(), part.Volume, camera.width, camera.height);
    layers.push_back(part.CastSurfaces(own, options));
    all.earlyTermination = std::min(all.earlyTermination, part.Options.earlyTermination);
  }
  this->Picture.render(camera, all, layers, onDevice);
}
