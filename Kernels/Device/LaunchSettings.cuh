// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Facts about a device that a launch needs, such as the number of blocks of a kernel that fit. CUDA is asked
/// once for each device; the answer is kept by the device's ordinal.
#include "Device/CudaError.cuh"

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace inkray
{

/// One number for each CUDA device, computed at the first request for that device. It is a static object of
/// the launching function; any number of threads may ask at the same time.
class LaunchSettings
{
public:
  /// The number for device `ordinal`, the current device. find() computes the number, which is at least 0.
  template <class Find>
  int get(int ordinal, const Find& find)
  {
    if (ordinal < 0 || ordinal >= maxDevices)
      return find();
    int known = values_[ordinal].load(std::memory_order_relaxed);
    if (known == unknown)
    {
      known = find() + 1;
      values_[ordinal].store(known, std::memory_order_relaxed);
    }
    return known - 1;
  }

  /// How many blocks of `block` threads of a kernel fit on one multiprocessor of the current device; at least
  /// 1.
  template <class Function>
  static int residentBlocks(Function function, int block, std::size_t dynamicShared = 0)
  {
    int perMultiprocessor = 0;
    checkCuda(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perMultiprocessor, function, block, dynamicShared),
      "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    return std::max(perMultiprocessor, 1);
  }

private:
  static constexpr int maxDevices = 64; ///< for devices beyond, find() is called each time
  static constexpr int unknown = 0;     ///< the initial value of a static array; numbers are stored plus 1
  std::atomic<int> values_[maxDevices] = {};
};

} // namespace inkray
