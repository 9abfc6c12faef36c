// SPDX-License-Identifier: BSD-3-Clause
#include "Picture/RayPicture.h"

#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Picture/RayPictureImpl.h"

namespace inkray
{

std::unique_ptr<RayPicture> RayPicture::create(const DeviceId& wanted)
{
  const DeviceInfo device = requireDevice(wanted);
  if (device.id.kind == DeviceKind::CUDA)
    return createOnCuda(device);
  return std::make_unique<RayPictureImpl<HostBackend>>(device);
}

bool RayPicture::canDrawFilms(const Sources& sources)
{
  int number = 0;
  bool areWalkable = true;
  for (const RaySource* source : sources)
    if (const std::unique_ptr<RaySource> surfaces = source->surfaces())
    {
      ++number;
      areWalkable = areWalkable && surfaces->canBeWalked();
    }
  return number < 2 || (number <= mostSources && areWalkable);
}

} // namespace inkray
