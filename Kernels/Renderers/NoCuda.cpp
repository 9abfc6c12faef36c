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

#define NEEDS_CUDA(Class, create, ...)                                                                       \
  std::unique_ptr<Class> Class::create(__VA_ARGS__)                                                          \
  {                                                                                                          \
    throw Error(withoutCuda);                                                                                \
  }

NEEDS_CUDA(IsosurfaceRayCaster, createOnCuda, const DeviceInfo&, std::size_t)
NEEDS_CUDA(IsosurfaceRayCaster, createInBlocksOnCuda, const DeviceInfo&, std::size_t, int)
NEEDS_CUDA(Havs, createOnCuda, const DeviceInfo&, std::size_t)
NEEDS_CUDA(GridRayCaster, createInBlocksOnCuda, const DeviceInfo&, std::size_t, int)
NEEDS_CUDA(GridRayCaster, createOnCuda, const std::vector<DeviceInfo>&, std::size_t)
NEEDS_CUDA(TetRayCaster, createInBlocksOnCuda, const DeviceInfo&, std::size_t, std::size_t)
NEEDS_CUDA(TetRayCaster, createOnCuda, const std::vector<DeviceInfo>&, std::size_t)
NEEDS_CUDA(RayPicture, createOnCuda, const DeviceInfo&)

} // namespace inkray
