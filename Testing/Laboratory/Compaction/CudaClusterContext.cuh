// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Laboratory/Compaction/CudaArrayContext.cuh"

#include <cooperative_groups.h>

namespace inkray
{

/// The execution context of a thread in a cluster of blocks (ArrayContext.h). Compute capability 9.0 and
/// up.
template <int Block>
struct CudaClusterContext : CudaArrayContext<Block>
{
#if __CUDA_ARCH__ >= 900
  __device__ int clusterRank() const
  {
    return static_cast<int>(cooperative_groups::this_cluster().block_rank());
  }
  __device__ void syncCluster() const
  {
    cooperative_groups::this_cluster().sync();
  }
  __device__ void arriveCluster() const
  {
    cooperative_groups::this_cluster().barrier_arrive();
  }
  __device__ void waitCluster() const
  {
    cooperative_groups::this_cluster().barrier_wait();
  }
  template <class T>
  __device__ void storeToBlock(int rank, T& to, const T& v) const
  {
    *cooperative_groups::this_cluster().map_shared_rank(&to, rank) = v;
  }
#endif
};

} // namespace inkray
