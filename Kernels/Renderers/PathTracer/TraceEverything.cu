// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/CudaCompactor.cuh"
#include "Renderers/PathTracer/TracePathsImpl.h"

namespace inkray
{

INKRAY_TRACE_PATHS(CudaBackend, Everything);

} // namespace inkray
