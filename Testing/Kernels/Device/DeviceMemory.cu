// SPDX-License-Identifier: BSD-3-Clause
#include "Device/DeviceMemory.h"

#include "Device/CudaBackend.cuh"
#include "Device/CudaError.cuh"

#include <cstring>

namespace inkray::testing
{
namespace
{

/// Keeps the device busy for a number of nanoseconds.
__global__ void spin(unsigned long long nanoseconds)
{
  const auto now = [] {
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
  };
  const unsigned long long begin = now();
  while (now() - begin < nanoseconds)
  {
  }
}

__global__ void trap()
{
  asm volatile("trap;");
}

} // namespace

int currentCudaDevice()
{
  int ordinal = -1;
  checkCuda(cudaGetDevice(&ordinal), "cudaGetDevice");
  return ordinal;
}

void makeCudaDeviceCurrent(int ordinal)
{
  checkCuda(cudaSetDevice(ordinal), "cudaSetDevice");
}

int cudaDeviceOf(const void* memory)
{
  cudaPointerAttributes attributes{};
  checkCuda(cudaPointerGetAttributes(&attributes, memory), "cudaPointerGetAttributes");
  return attributes.device;
}

std::string messageOfFullCudaMemory()
{
  CudaBackend backend;
  Buffer<int, CudaBackend> number(backend, 1);
  std::string message;
  try
  {
    Buffer<char, CudaBackend>(backend, std::int64_t(1) << 45);
  }
  catch (const OutOfMemory& error)
  {
    message = error.what();
  }
  // An error that was left behind would come out of the next launch.
  backend.put(number.data(), 7);
  return backend.read(number.data()) == 7 ? message : std::string();
}

void breakCudaDevice()
{
  trap<<<1, 1>>>();
}

DeviceMemory::DeviceMemory(const void* bytes, std::size_t size, DeviceMemoryKind kind)
  : Size(size)
  , Kind(kind)
{
  switch (kind)
  {
    case DeviceMemoryKind::Device:
      checkCuda(cudaMalloc(&this->Data, size), "cudaMalloc");
      break;
    case DeviceMemoryKind::Pool:
      checkCuda(cudaMallocAsync(&this->Data, size, cudaStreamLegacy), "cudaMallocAsync");
      break;
    case DeviceMemoryKind::Managed:
      checkCuda(cudaMallocManaged(&this->Data, size), "cudaMallocManaged");
      break;
    case DeviceMemoryKind::Pinned:
      checkCuda(cudaHostAlloc(&this->Data, size, cudaHostAllocDefault), "cudaHostAlloc");
      break;
  }
  checkCuda(cudaMemcpy(this->Data, bytes, size, cudaMemcpyDefault), "cudaMemcpy");
  checkCuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

void DeviceMemory::free()
{
  if (!this->IsThere)
    return;
  cudaDeviceSynchronize();
  if (this->Kind == DeviceMemoryKind::Pinned)
    cudaFreeHost(this->Data);
  else if (this->Kind == DeviceMemoryKind::Pool)
    cudaFreeAsync(this->Data, cudaStreamLegacy);
  else
    cudaFree(this->Data);
  cudaFreeHost(this->Waiting);
  this->IsThere = false;
}

void DeviceMemory::writeLater(const void* bytes)
{
  checkCuda(cudaHostAlloc(&this->Waiting, this->Size, cudaHostAllocDefault), "cudaHostAlloc");
  std::memcpy(this->Waiting, bytes, this->Size);
  spin<<<1, 1, 0, cudaStreamLegacy>>>(100'000'000ull);
  checkCuda(cudaGetLastError(), "kernel launch");
  checkCuda(cudaMemcpyAsync(this->Data, this->Waiting, this->Size, cudaMemcpyHostToDevice, cudaStreamLegacy),
    "cudaMemcpyAsync");
}

} // namespace inkray::testing
