// SPDX-License-Identifier: BSD-3-Clause
#include "Device/DeviceArrays.h"

#include "Core/Errors.h"
#include "Device/CudaError.cuh"
#include "Device/Device.h"

#include <cstdint>

#include <cuda.h>
#include <cuda_runtime.h>

namespace inkray
{
namespace
{

/// Check a CUDA call for an array, whose name appears in the error.
void check(cudaError_t code, const char* call, const std::string& name)
{
  if (code == cudaSuccess)
    return;
  try
  {
    checkCuda(code, call);
  }
  catch (const Error& error)
  {
    throw Error("the array of " + name + " cannot be read: " + error.what());
  }
}

/// The attributes of an address. Throws InvalidInput if no device can read it.
cudaPointerAttributes attributesOf(const void* p, const std::string& name)
{
  cudaPointerAttributes attributes = {};
  const cudaError_t code = cudaPointerGetAttributes(&attributes, p);
  if (code == cudaErrorInvalidValue)
  {
    cudaGetLastError(); // no such memory exists
    attributes.type = cudaMemoryTypeUnregistered;
  }
  else
    check(code, "cudaPointerGetAttributes", name);
  const bool isReadable = attributes.type == cudaMemoryTypeDevice ||
    attributes.type == cudaMemoryTypeManaged ||
    (attributes.type == cudaMemoryTypeHost && attributes.devicePointer == p);
  if (!isReadable)
    throw InvalidInput("the array of " + name +
      " is passed as memory of a CUDA device, but no device can read its address: the array was freed, is in "
      "host memory, or is shorter than stated; pass its true memory and size");
  return attributes;
}

using PointerGetAttribute = CUresult (*)(void*, CUpointer_attribute, CUdeviceptr);

/// The driver's cuPointerGetAttribute, without linking its library; null if the driver has none.
PointerGetAttribute pointerGetAttribute()
{
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
#if CUDART_VERSION >= 12050
  const cudaError_t code =
    cudaGetDriverEntryPointByVersion("cuPointerGetAttribute", &function, 11000, cudaEnableDefault, &found);
#elif CUDART_VERSION >= 12000
  const cudaError_t code =
    cudaGetDriverEntryPoint("cuPointerGetAttribute", &function, cudaEnableDefault, &found);
#else
  const cudaError_t code = cudaGetDriverEntryPoint("cuPointerGetAttribute", &function, cudaEnableDefault);
#endif
  if (code != cudaSuccess)
  {
    cudaGetLastError();
    return nullptr;
  }
  return reinterpret_cast<PointerGetAttribute>(function);
}

/// The range of addresses of the allocation that contains p. Returns false if the driver cannot tell.
bool findAllocation(const void* p, std::uintptr_t& begin, std::uintptr_t& end)
{
  static const PointerGetAttribute ask = pointerGetAttribute();
  CUdeviceptr first = 0;
  std::size_t size = 0;
  const auto address = reinterpret_cast<CUdeviceptr>(p);
  if (!ask || ask(&first, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, address) != CUDA_SUCCESS ||
    ask(&size, CU_POINTER_ATTRIBUTE_RANGE_SIZE, address) != CUDA_SUCCESS)
    return false;
  begin = static_cast<std::uintptr_t>(first);
  end = begin + size;
  return begin <= address && address < end;
}

/// Whether an address belongs to cudaMalloc: an array then ends with its allocation. In memory pools, and in
/// memory that is mapped in parts, an array may continue in the next allocation.
bool isOfOneAllocation(const void* p)
{
  static const PointerGetAttribute ask = pointerGetAttribute();
  unsigned int is = 0;
  return ask &&
    ask(&is, CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, reinterpret_cast<CUdeviceptr>(p)) ==
    CUDA_SUCCESS &&
    is != 0;
}

void checkOn(const cudaPointerAttributes& attributes, int ordinal, const std::string& name)
{
  if (ordinal != anyCudaDevice && attributes.type == cudaMemoryTypeDevice && attributes.device != ordinal)
    throw InvalidInput("the array of " + name + " is on CUDA device " + std::to_string(attributes.device) +
      ", but CUDA device " + std::to_string(ordinal) + " draws it; copy the array to that device");
}

} // namespace

void checkDeviceArray(
  const void* values, std::size_t bytes, std::size_t alignment, int ordinal, const std::string& name)
{
  const DeviceInfo device = cudaDevice();
  if (!device.available)
    throw InvalidInput("the array of " + name +
      " is passed as memory of a CUDA device, but no device can be used (" + device.reason +
      "); copy it to host memory");
  if (bytes == 0)
    return;
  const auto first = reinterpret_cast<std::uintptr_t>(values);
  if (first % alignment != 0)
    throw InvalidInput("the array of " + name + " begins at an address that is no multiple of the " +
      std::to_string(alignment) + " bytes of its elements; copy it to an aligned address");
  checkOn(attributesOf(values, name), ordinal, name);
  // Every allocation that the array spans has to exist.
  std::uintptr_t at = first, begin = 0, end = 0;
  while (findAllocation(reinterpret_cast<const void*>(at), begin, end) && bytes > end - first)
  {
    if (isOfOneAllocation(values))
      throw InvalidInput("the array of " + name + " has " + std::to_string(bytes) +
        " bytes, but the memory at its address ends after " + std::to_string(end - first) +
        " bytes; pass the true number of values");
    at = end;
    checkOn(attributesOf(reinterpret_cast<const void*>(at), name), ordinal, name);
  }
  checkOn(attributesOf(reinterpret_cast<const void*>(first + (bytes - 1)), name), ordinal, name);
}

bool isOnCurrentCudaDevice(const void* values)
{
  const DeviceInfo device = cudaDevice();
  if (!device.available)
    return false;
  try
  {
    checkOn(attributesOf(values, "values"), device.id.ordinal, "values");
    return true;
  }
  catch (const Error&)
  {
    return false;
  }
}

void waitForDefaultStream(void* stream)
{
  cudaEvent_t event = nullptr;
  checkCuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "cudaEventCreateWithFlags");
  cudaError_t code = cudaEventRecord(event, cudaStreamLegacy);
  if (code == cudaSuccess)
    code = cudaStreamWaitEvent(static_cast<cudaStream_t>(stream), event, 0);
  cudaEventDestroy(event); // takes effect once the stream has passed it
  checkCuda(code, "wait for the default stream");
}

void connectCudaDevices(int ordinal, int other)
{
  int before = 0;
  if (ordinal == other || cudaGetDevice(&before) != cudaSuccess)
    return;
  const int pairs[2][2] = { { ordinal, other }, { other, ordinal } };
  for (const auto& pair : pairs)
  {
    int can = 0;
    if (cudaDeviceCanAccessPeer(&can, pair[0], pair[1]) == cudaSuccess && can != 0 &&
      cudaSetDevice(pair[0]) == cudaSuccess)
      cudaDeviceEnablePeerAccess(pair[1], 0);
    cudaGetLastError(); // clears the error if access was already enabled
  }
  cudaSetDevice(before);
}

void copyDeviceArray(void* host, const void* values, std::size_t bytes, const std::string& name)
{
  if (bytes == 0)
    return;
  // The default stream belongs to the current device.
  int before = 0;
  check(cudaGetDevice(&before), "cudaGetDevice", name);
  const int there = attributesOf(values, name).device;
  if (there >= 0)
    check(cudaSetDevice(there), "cudaSetDevice", name);
  const cudaError_t code = cudaMemcpy(host, values, bytes, cudaMemcpyDefault);
  check(cudaSetDevice(before), "cudaSetDevice", name);
  check(code, "cudaMemcpy", name);
}

} // namespace inkray
