// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/PathTracer/PathTracer.h"

#include "Compaction/HostCompactor.h"
#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Renderers/PathTracer/LivePaths.h"
#include "Renderers/PathTracer/PathTracerFactory.h"
#include "Renderers/PathTracer/PathTracerImpl.h"

namespace inkray
{

std::unique_ptr<PathTracer> PathTracer::create(DeviceKind kind)
{
  if (resolveDevice(kind) == DeviceKind::CUDA)
    return makeCudaPathTracer();
  if (kind == DeviceKind::CUDA)
    throw Error("no CUDA device: " + cudaDevice().reason);
  return std::make_unique<PathTracerImpl<HostBackend>>(cpuDevice().name);
}

INKRAY_LIVE_PATHS(HostBackend);

} // namespace inkray
