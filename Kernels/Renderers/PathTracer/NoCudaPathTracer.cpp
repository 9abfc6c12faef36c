// SPDX-License-Identifier: BSD-3-Clause
// The answer of a build without a CUDA compiler to a request for a path tracer on CUDA.
#include "Core/Errors.h"
#include "Device/Device.h"
#include "Renderers/PathTracer/PathTracerFactory.h"

namespace inkray
{

std::unique_ptr<PathTracer> makeCudaPathTracer(const DeviceInfo&, std::size_t)
{
  throw Error(cudaDevice().reason);
}

} // namespace inkray
