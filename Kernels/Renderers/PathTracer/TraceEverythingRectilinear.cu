// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/CudaCompactor.cuh"
#include "Compaction/InPlaceCompactor.cuh"
#include "Renderers/PathTracer/TiledPaths.cuh"
#include "Renderers/PathTracer/TracePathsImpl.h"

namespace inkray
{

INKRAY_TRACE_PATHS(CudaBackend, EverythingRectilinear);

} // namespace inkray
