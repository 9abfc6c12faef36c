// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/CudaCompactor.cuh"
#include "Cooperative/Append.cuh"
#include "Device/CudaBackend.cuh"
#include "Geometry/RegularGrid/BrickTree.cuh"
#include "Renderers/PathTracer/LivePaths.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "Renderers/PathTracer/PathTracerImpl.h"

namespace inkray
{

std::unique_ptr<PathTracer> PathTracer::createOnCuda(const DeviceInfo& device, std::size_t memoryLimit)
{
  return std::make_unique<PathTracerImpl<CudaBackend>>(device, memoryLimit);
}

INKRAY_LIVE_PATHS(CudaBackend);

} // namespace inkray
