// SPDX-License-Identifier: BSD-3-Clause
#include "CudaArray.h"

#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

namespace
{
void Check(cudaError_t code)
{
  if (code != cudaSuccess)
  {
    throw std::runtime_error(cudaGetErrorString(code));
  }
}
} // namespace

bool SetDeviceIsThere(bool)
{
  return false;
}

bool SetDeviceIsCurrent(bool)
{
  return false;
}

DeviceBlock::DeviceBlock(const void* bytes, std::size_t size)
  : Size(size)
{
  Check(cudaMalloc(&this->Data, size));
  Check(cudaMemcpy(this->Data, bytes, size, cudaMemcpyHostToDevice));
}

DeviceBlock::~DeviceBlock()
{
  cudaMemset(this->Data, 0xff, this->Size);
  cudaFree(this->Data);
}

void DeviceBlock::Read(void* to, std::size_t size) const
{
  Check(cudaMemcpy(to, this->Data, size, cudaMemcpyDeviceToHost));
}
