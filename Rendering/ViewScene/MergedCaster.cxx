// SPDX-License-Identifier: BSD-3-Clause
#include "MergedCaster.h"

#include "RayCastBridge.h"
#include "RayCastSession.h"
#include "vtkRenderer.h"

#include <algorithm>
#include <utility>

MergedCaster::MergedCaster(
  inkray::TetRayCaster& caster, const RayCastSession& session, std::vector<ViewScene::Part> others)
  : Caster(caster)
  , Session(session)
  , Others(std::move(others))
{
}

bool MergedCaster::IsOnOneDevice() const
{
  return std::all_of(this->Others.begin(), this->Others.end(),
    [this](const ViewScene::Part& other) { return other.Session->IsOnDeviceOf(this->Session); });
}

bool MergedCaster::HaveSurfaces() const
{
  return std::any_of(
    this->Others.begin(), this->Others.end(), [](const ViewScene::Part& other) { return other.HasSurfaces; });
}

void MergedCaster::Cast(const inkray::Camera& camera, const inkray::FrameOptions& options, bool onDevice)
{
  std::vector<inkray::TetRayCaster::Other> others;
  std::vector<inkray::SurfaceLayers> layers;
  inkray::FrameOptions all = options;
  for (const ViewScene::Part& other : this->Others)
  {
    const inkray::Camera own =
      RayCastBridge::MakeCamera(this->Session.GetRenderer(), other.Volume, camera.width, camera.height);
    if (!other.Caster)
    {
      layers.push_back(other.CastSurfaces(own, options));
      continue;
    }
    others.push_back({ other.Caster, own, other.Options });
    all.earlyTermination = std::min(all.earlyTermination, other.Options.earlyTermination);
  }
  if (this->IsShared())
  {
    this->Caster.renderMerged(camera, all, others, onDevice, layers);
  }
  else
  {
    onDevice ? this->Caster.renderOnDevice(camera, all) : this->Caster.render(camera, all);
  }
}
