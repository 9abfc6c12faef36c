// SPDX-License-Identifier: BSD-3-Clause
// In a build without a CUDA compiler, a request for a path tracer on CUDA fails with the reason.
#include "Core/Errors.h"
#include "Device/Device.h"
#include "Renderers/PathTracer/PathTracer.h"

namespace inkray
{

std::unique_ptr<PathTracer> PathTracer::createOnCuda(const DeviceInfo&, std::size_t)
{
  throw Error(cudaDevice().reason);
}

} // namespace inkray
