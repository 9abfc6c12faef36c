// SPDX-License-Identifier: BSD-3-Clause
#include "PictureCaster.h"

#include "Core/Errors.h"
#include "RayCastBridge.h"
#include "RayCastSession.h"
#include "ViewScene.h"
#include "vtkRenderer.h"

#include <algorithm>
#include <utility>

PictureCaster::PictureCaster(ViewScene& scene, const PicturePart& own)
  : Scene(scene)
  , AreFilms(scene.GetShared().Films != nullptr)
  , Parts{ own }
{
  const std::vector<PicturePart>& others = scene.GetShared().Others;
  this->Parts.insert(this->Parts.end(), others.begin(), others.end());
}

bool PictureCaster::CanCast() const
{
  const RayCastSession& first = *this->Parts.front().Session;
  const bool isOneDevice = std::all_of(this->Parts.begin(), this->Parts.end(),
    [&first](const PicturePart& part) { return part.Session->IsOnDeviceOf(first); });
  if (!this->AreFilms || !isOneDevice)
  {
    return isOneDevice;
  }
  std::vector<std::unique_ptr<inkray::RaySource>> held;
  inkray::RayPicture::Sources sources;
  for (const PicturePart& part : this->Parts)
  {
    held.push_back(part.MakeSource({}));
    sources.push_back(held.back().get());
  }
  return inkray::RayPicture::canDrawFilms(sources);
}

bool PictureCaster::HaveSurfaces() const
{
  return std::any_of(
    this->Parts.begin(), this->Parts.end(), [](const PicturePart& part) { return part.HasSurfaces; });
}

RayCastPicture PictureCaster::GetPicture(bool onDevice) const
{
  const inkray::DrawnImage& drawn = onDevice ? this->OnDevice : this->InHost;
  return { drawn.image, drawn.depth };
}

inkray::DeviceKind PictureCaster::device() const
{
  return this->Parts.front().Session->GetDevice();
}

void PictureCaster::Cast(const inkray::Camera& camera, const inkray::PictureOptions& options, bool onDevice)
{
  std::vector<std::unique_ptr<inkray::RaySource>> held;
  inkray::RayPicture::Sources sources;
  for (const PicturePart& part : this->Parts)
  {
    const inkray::Camera own = RayCastBridge::MakeCamera(
      this->Parts.front().Session->GetRenderer(), part.Volume, camera.width, camera.height);
    held.push_back(part.MakeSource(&part == this->Parts.data() ? camera : own));
    sources.push_back(held.back().get());
  }
  if (this->IsShared() || this->AreFilms)
  {
    this->CastTogether(sources, options, onDevice);
    return;
  }
  inkray::RaySource& alone = *sources.front();
  (onDevice ? this->OnDevice : this->InHost) = alone.cast(options, onDevice);
  this->Timings = alone.timings();
  this->Statistics = alone.statistics();
}

void PictureCaster::CastTogether(
  const inkray::RayPicture::Sources& sources, const inkray::PictureOptions& options, bool onDevice)
{
  try
  {
    inkray::RayPicture& picture = this->Scene.GetPicture(this->Parts.front().Session->GetDeviceId());
    this->AreFilms ? picture.drawFilms(sources, options, onDevice) : picture.draw(sources, options, onDevice);
    this->InHost = picture.view();
    this->OnDevice = picture.deviceView();
    this->Timings = picture.timings();
    this->Statistics = picture.statistics();
  }
  catch (const inkray::Aborted&)
  {
    throw;
  }
  catch (...)
  {
    this->Scene.ForgetPicture(); // its device may have failed
    throw;
  }
}
