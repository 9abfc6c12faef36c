# SPDX-License-Identifier: BSD-3-Clause
# Tests of the component of path tracing, and those that compare it with other renderers.

# The loops of the path tracer that the product does not use. All loops agree bit for bit, as in Kernels.
add_library(inkray_compared_path_loops STATIC PathTracer/ComparedPathLoops.cpp)
target_include_directories(inkray_compared_path_loops PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}")
target_link_libraries(inkray_compared_path_loops PUBLIC inkray_baselines PRIVATE inkray_warnings)
target_compile_options(inkray_compared_path_loops PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
if(INKRAY_HAVE_CUDA)
  target_sources(inkray_compared_path_loops PRIVATE PathTracer/ComparedPathLoops.cu)
  set_source_files_properties(PathTracer/ComparedPathLoops.cu PROPERTIES COMPILE_OPTIONS "-fmad=false")
  inkray_cuda_settings(inkray_compared_path_loops)
else()
  target_sources(inkray_compared_path_loops PRIVATE PathTracer/ComparedPathLoopsNoCuda.cpp)
endif()

target_sources(inkray_kernel_tests PRIVATE Mesh/TestFlatCells.cpp Mesh/TestWalkTets.cpp)
target_sources(inkray_failure_tests PRIVATE
  Device/TestCudaDevices.cpp
  Oracles/PathReference.cpp
  PathTracer/PathTestMeshes.cpp
  PathTracer/PathTestScenes.cpp
  PathTracer/TestPathAllocations.cpp)
target_link_libraries(inkray_failure_tests PRIVATE inkray_compared_path_loops)

inkray_gpu_suite(inkray_kdtree_tests KdTree
  HOST KdTree/HostKdTree.cpp KdTree/KdTreeMeshes.cpp KdTree/TestKdTreeHost.cpp KdTree/TestKdTreeOnHost.cpp
    KdTree/TestKdTreeRays.cpp
  CUDA KdTree/TestKdTreeOnCuda.cu LIBRARIES inkray_baselines)
inkray_gpu_suite(inkray_pathtracer_tests PathTracer HOST
  Oracles/MediumReference.cpp
  Oracles/PathReference.cpp
  PathTracer/PathTestMeshes.cpp
  PathTracer/PathTestScenes.cpp
  PathTracer/PathTracerTest.cpp
  PathTracer/RandomMedia.cpp
  PathTracer/TestLaunchPacer.cpp
  PathTracer/TestMediumParts.cpp
  PathTracer/TestPathDevices.cpp
  PathTracer/TestPathKernels.cpp
  PathTracer/TestPathLight.cpp
  PathTracer/TestPathMedia.cpp
  PathTracer/TestPathMeshMedia.cpp
  PathTracer/TestPathMeshes.cpp
  PathTracer/TestPathMixedMedia.cpp
  PathTracer/TestPathSampling.cpp
  PathTracer/TestPathScenes.cpp
  LIBRARIES inkray_compared_path_loops inkray_test_support)
