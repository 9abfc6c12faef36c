// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"

#include "Core/Narrow.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include <limits>

namespace inkray
{

// Sums and sorts are compiled here, since each file that includes the backend would otherwise compile their
// kernels.
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

template <class Key, class Value>
void CudaBackend::sortPairs(
  Array<Key>& keys, Array<Value>& values, std::int64_t n, int endBit, SortWorkspace<Key, Value>& workspace)
{
  if (n <= 0)
    return;
  const Launch launch(*this);
  // The workspace has the size of the buffers with which it is swapped.
  if (workspace.keys.size() != keys.size())
    workspace.keys.reset(*this, keys.size());
  if (workspace.values.size() != values.size())
    workspace.values.reset(*this, values.size());
  cub::DoubleBuffer<Key> key(keys.data(), workspace.keys.data());
  cub::DoubleBuffer<Value> value(values.data(), workspace.values.data());
  const auto sort = [&](void* temporary, std::size_t& bytes) {
    // 64-bit offsets are slower, so they are used only for large counts.
    if (n < std::numeric_limits<int>::max())
      checkCuda(cub::DeviceRadixSort::SortPairs(
                  temporary, bytes, key, value, static_cast<int>(n), 0, endBit, launch.stream),
        "cub::DeviceRadixSort");
    else
      checkCuda(cub::DeviceRadixSort::SortPairs(temporary, bytes, key, value, n, 0, endBit, launch.stream),
        "cub::DeviceRadixSort");
  };
  std::size_t bytes = 0;
  sort(nullptr, bytes);
  workspace.temporary.reserve(*this, static_cast<std::int64_t>(bytes));
  sort(workspace.temporary.data(), bytes);
  if (key.Current() != keys.data())
    keys.swap(workspace.keys);
  if (value.Current() != values.data())
    values.swap(workspace.values);
}

template void CudaBackend::sortPairs(Array<std::uint32_t>&, Array<std::uint32_t>&, std::int64_t, int,
  SortWorkspace<std::uint32_t, std::uint32_t>&);
template void CudaBackend::sortPairs(Array<std::uint32_t>&, Array<std::uint64_t>&, std::int64_t, int,
  SortWorkspace<std::uint32_t, std::uint64_t>&);
template void CudaBackend::sortPairs(Array<std::uint64_t>&, Array<std::uint32_t>&, std::int64_t, int,
  SortWorkspace<std::uint64_t, std::uint32_t>&);

} // namespace inkray
