// SPDX-License-Identifier: BSD-3-Clause
#include "Core/HostPages.h"
#include "Device/CudaError.cuh"
#include "Device/MemoryBudget.h"
#include "Device/PinnedBuffer.cuh"

#include <new>
#include <string>

#include <cuda_runtime_api.h>
#include <sys/mman.h>

namespace inkray
{

void PinnedBuffer::release() noexcept
{
  if (isMapped_)
  {
    cudaHostUnregister(data_);
    unmapPages(data_, size_);
  }
  else
    cudaFreeHost(data_);
  data_ = nullptr;
  size_ = 0;
  isMapped_ = false;
}

/// Lock pages after all threads have written to them: cudaHostAlloc lets one thread get 4 KiB at a time,
/// which takes at least ten times as long. Returns false if that is not possible.
bool PinnedBuffer::lockPages(std::size_t bytes)
{
  // CUDA refuses memory that the host does not have; touching such pages could end some process.
  constexpr std::size_t leastLocked = std::size_t(1) << 20;
  const std::size_t free = freeHostMemory();
  if (bytes < leastLocked || bytes > free - free / 16)
    return false;
  void* pages = nullptr;
  try
  {
    pages = mapPages(bytes);
  }
  catch (const std::bad_alloc&)
  {
    return false;
  }
  // A child process does not need the pages, and copying them for it could take them away from the device.
  madvise(pages, bytes, MADV_DONTFORK);
  touchPages(pages, bytes);
  if (cudaHostRegister(pages, bytes, cudaHostRegisterPortable) != cudaSuccess)
  {
    cudaGetLastError();
    unmapPages(pages, bytes);
    return false;
  }
  data_ = pages;
  isMapped_ = true;
  return true;
}

void PinnedBuffer::reserve(std::size_t bytes)
{
  if (bytes <= size_)
    return;
  this->release();
  MemoryBudget::count(bytes);
  if (!this->lockPages(bytes))
  {
    const cudaError_t code = cudaHostAlloc(&data_, bytes, cudaHostAllocDefault);
    if (code == cudaErrorMemoryAllocation)
    {
      cudaGetLastError();
      throw OutOfMemory("cudaHostAlloc: out of page-locked host memory, " + std::to_string(bytes) +
          " bytes were asked for; close other data",
        bytes, 0);
    }
    checkCuda(code, "cudaHostAlloc");
  }
  size_ = bytes;
}

} // namespace inkray
