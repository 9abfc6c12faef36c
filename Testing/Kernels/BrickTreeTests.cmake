# SPDX-License-Identifier: BSD-3-Clause
# One suite for each backend, as for the compactions.
add_executable(inkray_brick_tree_tests TestBrickTreeHost.cpp)
target_include_directories(inkray_brick_tree_tests PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
target_link_libraries(inkray_brick_tree_tests PRIVATE InKRay::Kernels GTest::gtest GTest::gtest_main inkray_warnings)
if(INKRAY_HAVE_CUDA)
  target_sources(inkray_brick_tree_tests PRIVATE TestBrickTreeCuda.cu)
  set_target_properties(inkray_brick_tree_tests PROPERTIES CUDA_RUNTIME_LIBRARY Static)
  target_compile_options(inkray_brick_tree_tests PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo>)
endif()
gtest_discover_tests(inkray_brick_tree_tests TEST_PREFIX BrickTree. TEST_FILTER "-CUDA/*" DISCOVERY_TIMEOUT 60 PROPERTIES LABELS unit TIMEOUT 300)
gtest_discover_tests(inkray_brick_tree_tests TEST_PREFIX BrickTree. TEST_FILTER "CUDA/*" DISCOVERY_TIMEOUT 60
  PROPERTIES LABELS gpu TIMEOUT 300 SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
