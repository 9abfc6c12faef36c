// SPDX-License-Identifier: BSD-3-Clause
// The measurements on CUDA. Where there is no compiler for it, this is C++ that says so.
#ifdef __CUDACC__
#include "Geometry/KdTree/KdBuilder.cuh"
#include "Geometry/KdTree/KdTreeImpl.h"
#endif
#include "Device/Device.h"
#include "benchKdTree.h"

namespace inkray::bench
{

void benchKdTreeOnCuda(const KdTreeSettings& settings)
{
#ifdef __CUDACC__
  KdTreeBench<CudaBackend>(settings).run();
#else
  (void)settings;
  throw std::runtime_error(cudaDevice().reason);
#endif
}

} // namespace inkray::bench
