// SPDX-License-Identifier: BSD-3-Clause
#include "Cooperative/Append.cuh"
#include "Device/CudaBackend.cuh"
#include "Laboratory.h"
#include "LaboratoryImpl.h"
#include "Renderers/MeshVolume/SortLists.cuh"

namespace inkray::laboratory
{
namespace
{

/// Runs in blocks of at most 512 threads.
template <class Kernel>
__global__ void __launch_bounds__(Kernel::residentThreads)
  laboratoryKernel(std::int64_t threads, const __grid_constant__ Kernel kernel)
{
  const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < threads)
    kernel(i);
}

struct CudaLaunch
{
  template <class Kernel>
  static void run(CudaBackend& backend, std::int64_t threads, int block, const Kernel& kernel)
  {
    const CudaBackend::Launch launch(backend);
    laboratoryKernel<<<static_cast<unsigned>((threads + block - 1) / block), static_cast<unsigned>(block), 0,
      launch.stream>>>(threads, kernel);
    checkCuda(cudaGetLastError(), "kernel launch");
  }
};

} // namespace

std::unique_ptr<Laboratory> makeCudaLaboratory(const DeviceInfo& device)
{
  return std::make_unique<LaboratoryImpl<CudaBackend, CudaLaunch>>(device);
}

} // namespace inkray::laboratory
