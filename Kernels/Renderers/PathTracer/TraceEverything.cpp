// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/HostCompactor.h"
#include "Renderers/PathTracer/TracePathsImpl.h"

namespace inkray
{

INKRAY_TRACE_PATHS(HostBackend, Everything);

} // namespace inkray
