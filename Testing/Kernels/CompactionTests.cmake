# SPDX-License-Identifier: BSD-3-Clause
# One suite for each backend; the CUDA part is there where there is a CUDA compiler, and skips itself where there is no device.
add_executable(inkray_compaction_tests TestCompactionHost.cpp)
target_include_directories(inkray_compaction_tests PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
target_link_libraries(inkray_compaction_tests PRIVATE InKRay::Kernels GTest::gtest GTest::gtest_main inkray_warnings)
if(INKRAY_HAVE_CUDA)
  target_sources(inkray_compaction_tests PRIVATE TestCompactionCuda.cu TestCudaLoop.cu)
  set_target_properties(inkray_compaction_tests PROPERTIES CUDA_RUNTIME_LIBRARY Static)
  target_compile_options(inkray_compaction_tests PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo>)
endif()
gtest_discover_tests(inkray_compaction_tests TEST_PREFIX Compaction. TEST_FILTER "-CUDA/*" DISCOVERY_TIMEOUT 60 PROPERTIES LABELS unit TIMEOUT 300)
gtest_discover_tests(inkray_compaction_tests TEST_PREFIX Compaction. TEST_FILTER "CUDA/*" DISCOVERY_TIMEOUT 60
  PROPERTIES LABELS gpu TIMEOUT 300 SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
