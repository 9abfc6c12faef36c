// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/ComparedMultiKernels.h"
#include "Laboratory/Compaction/BaselineCompactor.cuh"
#include "Renderers/Isosurface/MultiKernelCaster.h"

namespace inkray
{
namespace
{

/// The compaction methods that run in separate kernels, after the kernel that makes the items. The methods
/// that run inside this kernel (inKernel) are part of the ray caster.
class OutOfKernelCompactor : public BaselineCompactor<CudaBackend>
{
public:
  template <int Block = 256, int ItemsPerThread = 1, class Kernel, class... T>
  void compact(
    CudaBackend& backend, Method method, std::int64_t n, const Kernel& kernel, const Queue<T>&... queues)
  {
    this->outOfKernel<Block>(backend, method, { nullptr, static_cast<std::uint64_t>(n) }, kernel, queues...);
  }
  template <int Block = 256, int ItemsPerThread = 1, class Kernel, class... T>
  void compactCounted(CudaBackend& backend, Method method, const std::uint64_t* n, std::int64_t maxN,
    const Kernel& kernel, const Queue<T>&... queues)
  {
    this->outOfKernel<Block>(backend, method, { n, static_cast<std::uint64_t>(maxN) }, kernel, queues...);
  }
};

} // namespace

std::unique_ptr<MultiKernelPipeline> makeCudaMultiKernel(int firstMark, ComparedMethod method)
{
  return std::make_unique<MultiKernelCaster<CudaBackend, OutOfKernelCompactor>>(firstMark, method);
}

} // namespace inkray
