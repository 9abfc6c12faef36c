// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"

#include "Core/Narrow.h"

#include <cub/device/device_scan.cuh>

namespace inkray
{

// Here, because its kernels would be compiled into each file that knows the backend.
void CudaBackend::exclusiveScan(const std::uint32_t* in, std::uint32_t* out, std::int64_t n)
{
  const Launch launch(*this);
  std::size_t bytes = 0;
  const int items = narrow<int>(n, "values to be added up on a CUDA device");
  checkCuda(cub::DeviceScan::ExclusiveSum(nullptr, bytes, in, out, items, launch.stream), "cub::DeviceScan");
  temporary_.reserve(*this, static_cast<std::int64_t>(bytes));
  checkCuda(cub::DeviceScan::ExclusiveSum(temporary_.data(), bytes, in, out, items, launch.stream),
    "cub::DeviceScan");
}

} // namespace inkray
