// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/PathTracer/PathTracer.h"

namespace inkray
{

/// Defined by the CUDA build, or by NoCudaPathTracer.cpp to throw Error.
std::unique_ptr<PathTracer> makeCudaPathTracer(const DeviceInfo& device, std::size_t memoryLimit);

} // namespace inkray
