// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/PathTracer/PathTracer.h"

#include "Compaction/HostCompactor.h"
#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Renderers/PathTracer/LivePaths.h"
#include "Renderers/PathTracer/PathTracerImpl.h"

namespace inkray
{

std::unique_ptr<PathTracer> PathTracer::create(const DeviceId& wanted, std::size_t memoryLimit)
{
  const DeviceInfo device = requireDevice(wanted);
  if (device.id.kind == DeviceKind::CUDA)
    return createOnCuda(device, memoryLimit);
  return std::make_unique<PathTracerImpl<HostBackend>>(device, memoryLimit);
}

INKRAY_LIVE_PATHS(HostBackend);

} // namespace inkray
