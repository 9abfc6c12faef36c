// SPDX-License-Identifier: BSD-3-Clause
// Stand-ins for a build without CUDA, where tests that want a device have skipped themselves.
#include "Device/DeviceMemory.h"

#include <stdexcept>

namespace inkray::testing
{

int currentCudaDevice()
{
  return -1;
}

void makeCudaDeviceCurrent(int)
{
}

int cudaDeviceOf(const void*)
{
  return -1;
}

std::string messageOfFullCudaMemory()
{
  return {};
}

void breakCudaDevice()
{
}

DeviceMemory::DeviceMemory(const void*, std::size_t, DeviceMemoryKind)
{
  throw std::logic_error("this build has no CUDA");
}

void DeviceMemory::free()
{
}

void DeviceMemory::writeLater(const void*)
{
}

} // namespace inkray::testing
