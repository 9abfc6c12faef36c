// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// reduceBounds (documented in KdPrimitives.h) on a CUDA device.
#include "Core/Narrow.h"
#include "Device/CudaBackend.cuh"
#include "Laboratory/KdTree/KdPrimitives.h"

#include <cstdint>

#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace inkray
{

/// Nodes without triangles have no sum, and keep the bounds of nothing.
struct StoreBounds
{
  const std::uint32_t* nodes;
  const KdGrowing* sums;
  const std::uint32_t* numSums;
  KdNodeList list;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (i < static_cast<std::int64_t>(*numSums))
      for (int k = 0; k < kdNumGrown; ++k)
        list.bounds[kdNumGrown * std::size_t(nodes[i]) + static_cast<std::size_t>(k)] = sums[i].bounds[k];
  }
};

template <class Scratch>
void reduceBounds(CudaBackend& backend, const KdTriangleBoxes& boxes, const KdNodeList& list,
  std::int64_t numNodes, std::int64_t numTriangles, std::int64_t mostTriangles, Scratch& scratch)
{
  const CudaBackend::Launch launch(backend);
  std::uint32_t* const numSums = scratch.sumNodes.data();
  std::uint32_t* const nodes = numSums + 1;
  auto* const sums = reinterpret_cast<KdGrowing*>(scratch.sums.data());
  const auto values = thrust::make_transform_iterator(
    thrust::make_counting_iterator(std::int64_t(0)), BoundsInNode{ boxes, list });
  const auto reduce = [&](void* temporary, std::size_t& bytes, std::int64_t n) {
    checkCuda(cub::DeviceReduce::ReduceByKey(temporary, bytes, list.owners, nodes, values, sums, numSums,
                JoinGrowing(), narrow<int>(n, "triangles of a kd-tree on a CUDA device"), launch.stream),
      "cub::DeviceReduce::ReduceByKey");
  };
  std::size_t bytes = 0;
  reduce(nullptr, bytes, mostTriangles); // the same for each level and frame
  scratch.temporary.reserve(backend, static_cast<std::int64_t>(bytes));
  reduce(scratch.temporary.data(), bytes, numTriangles);
  backend.forEach(numNodes, StoreBounds{ nodes, sums, numSums, list });
}

} // namespace inkray
