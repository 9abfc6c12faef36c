// SPDX-License-Identifier: BSD-3-Clause
// An imitation of a CUDA device, with which tests follow device arrays on any machine. It replaces functions
// of the kernels' library, as symbols of a program take precedence. Its memory is host memory, and ray
// casters run on the CPU.
#include "Core/Errors.h"
#include "CudaArray.h"
#include "Device/Device.h"
#include "Device/DeviceArrays.h"

#include <cstdlib>
#include <cstring>
#include <string>

namespace
{
bool IsThere = true, IsCurrent = true;
}

bool SetDeviceIsThere(bool isThere)
{
  IsThere = isThere;
  return true;
}

bool SetDeviceIsCurrent(bool isCurrent)
{
  IsCurrent = isCurrent;
  return true;
}

DeviceBlock::DeviceBlock(const void* bytes, std::size_t size)
  : Data(std::malloc(size))
  , Size(size)
{
  std::memcpy(this->Data, bytes, size);
}

DeviceBlock::~DeviceBlock()
{
  std::memset(this->Data, 0xff, this->Size);
  std::free(this->Data);
}

void DeviceBlock::Read(void* to, std::size_t size) const
{
  std::memcpy(to, this->Data, size);
}

namespace inkray
{

DeviceInfo cudaDevice()
{
  ++DeviceQuestions;
  DeviceInfo info;
  info.available = IsThere;
  info.reason = IsThere ? "" : "it was taken away";
  info.id = { DeviceKind::CUDA, 0 };
  info.name = "device that is none";
  return info;
}

void checkDeviceArray(const void* values, std::size_t, std::size_t, int, const std::string& name)
{
  if (!values || !IsCurrent)
    throw InvalidInput("the array of " + name + " has no memory");
}

bool isOnCurrentCudaDevice(const void*)
{
  ++DeviceQuestions;
  return IsThere && IsCurrent;
}

void copyDeviceArray(void* host, const void* values, std::size_t bytes, const std::string&)
{
  std::memcpy(host, values, bytes);
}

} // namespace inkray
