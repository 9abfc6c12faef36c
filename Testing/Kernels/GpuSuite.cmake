# SPDX-License-Identifier: BSD-3-Clause
# inkray_gpu_suite(NAME PREFIX HOST sources CUDA sources [LIBRARIES targets]): one suite of tests for each
# backend. The CUDA suite is built if there is a CUDA compiler, and skips itself if there is no device.
function(inkray_gpu_suite name prefix)
  cmake_parse_arguments(PARSE_ARGV 2 suite "" "" "HOST;CUDA;LIBRARIES")
  add_executable(${name} ${suite_HOST})
  target_include_directories(${name} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ${suite_LIBRARIES} InKRay::Kernels inkray_gtest_main inkray_warnings)
  if(INKRAY_HAVE_CUDA)
    target_sources(${name} PRIVATE ${suite_CUDA})
    inkray_cuda_settings(${name})
  endif()
  gtest_discover_tests(${name} TEST_PREFIX ${prefix}. TEST_FILTER "-CUDA/*" DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS unit:${name} TIMEOUT 300 SKIP_RETURN_CODE 77)
  gtest_discover_tests(${name} TEST_PREFIX ${prefix}. TEST_FILTER "CUDA/*" DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS gpu TIMEOUT 300 SKIP_RETURN_CODE 77)
endfunction()

# Hides the symbols of a program's CUDA code. The program and libInKRayKernels.so instantiate the same
# templates, and neither must use a kernel of the other.
function(inkray_cuda_settings name)
  set_target_properties(${name} PROPERTIES CUDA_RUNTIME_LIBRARY Static CUDA_VISIBILITY_PRESET hidden)
  target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo>)
endfunction()
