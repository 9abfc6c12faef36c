# SPDX-License-Identifier: BSD-3-Clause
# The path tracer has a loop for each kind of scene (PathGeometry.h). The loops agree bit for bit, as the
# pipelines of isosurfaces do.
foreach(kind IN ITEMS OneIsosurface OnlyTriangles ImagesAndTriangles Everything)
  inkray_instances(Trace${kind} HEADERS Renderers/PathTracer/TracePathsImpl.h
    HOST_HEADERS Compaction/HostCompactor.h
    CUDA_HEADERS Compaction/CudaCompactor.cuh CUDA_OPTIONS -fmad=false
    INSTANCES "INKRAY_TRACE_PATHS(BACKEND, ${kind})")
endforeach()
