// SPDX-License-Identifier: BSD-3-Clause
// The functions of the CUDA backend in a build without a CUDA compiler.
#include "Core/Errors.h"
#include "Device/Device.h"
#include "Device/DeviceArrays.h"
#include "Picture/RayPicture.h"
#include "Renderers/Havs/Havs.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"
#include "Renderers/MeshVolume/Grid/GridRayCaster.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

namespace inkray
{
namespace
{
const char* const withoutCuda =
  "this build of InKRay has no CUDA backend; build it again where a CUDA compiler is found";
}

DeviceInfo cudaDevice()
{
  DeviceInfo info;
  info.reason = withoutCuda;
  return info;
}

DeviceInfo cudaDevice(int)
{
  return cudaDevice();
}

int numCudaDevices()
{
  return 0;
}

std::vector<std::string> cudaDeviceNames()
{
  return {};
}

void loseCudaDevice(int, const std::string&)
{
}

std::size_t cudaFreeBytes()
{
  return 0;
}

void checkDeviceArray(const void*, std::size_t, std::size_t, int, const std::string& name)
{
  throw InvalidInput("the array of " + name + " is passed as memory of a CUDA device, but " + withoutCuda +
    ", or copy the array to host memory");
}

bool isOnCurrentCudaDevice(const void*)
{
  return false;
}

void copyDeviceArray(void*, const void*, std::size_t, const std::string&)
{
  throw Error(withoutCuda);
}

std::unique_ptr<IsosurfaceRayCaster> IsosurfaceRayCaster::createOnCuda(const DeviceInfo&, std::size_t)
{
  throw Error(withoutCuda);
}

std::unique_ptr<IsosurfaceRayCaster> IsosurfaceRayCaster::createInBlocksOnCuda(
  const DeviceInfo&, std::size_t, int)
{
  throw Error(withoutCuda);
}

std::unique_ptr<Havs> Havs::createOnCuda(const DeviceInfo&, std::size_t)
{
  throw Error(withoutCuda);
}

std::unique_ptr<GridRayCaster> GridRayCaster::createInBlocksOnCuda(const DeviceInfo&, std::size_t, int)
{
  throw Error(withoutCuda);
}

std::unique_ptr<GridRayCaster> GridRayCaster::createOnCuda(const std::vector<DeviceInfo>&, std::size_t)
{
  throw Error(withoutCuda);
}

std::unique_ptr<TetRayCaster> TetRayCaster::createInBlocksOnCuda(const DeviceInfo&, std::size_t, std::size_t)
{
  throw Error(withoutCuda);
}

std::unique_ptr<TetRayCaster> TetRayCaster::createOnCuda(const std::vector<DeviceInfo>&, std::size_t)
{
  throw Error(withoutCuda);
}

std::unique_ptr<RayPicture> RayPicture::createOnCuda(const DeviceInfo&)
{
  throw Error(withoutCuda);
}

} // namespace inkray
