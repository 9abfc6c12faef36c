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

/// Lock pages that all threads have written to: cudaHostAlloc has one thread get 4 KiB at a time, which takes
/// ten times as long and more. False where that cannot be.
bool PinnedBuffer::lockPages(std::size_t bytes)
{
  // CUDA refuses what the host has not got; pages that are written to would end some process.
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
  // A copy for a child process, which does not need it, could take the pages from the device.
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
