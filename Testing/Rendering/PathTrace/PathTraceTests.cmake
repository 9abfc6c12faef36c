# SPDX-License-Identifier: BSD-3-Clause
# Tests of the component of path tracing.

# The private sources that read pictures and count samples are compiled in.
add_executable(PathTraceMapperTests
  Isosurface/IsosurfaceScene.cxx
  PathTrace/PathTraceBadInputTest.cxx
  PathTrace/PathTraceMapperTest.cxx
  PathTrace/PathTraceMeshTest.cxx
  PathTrace/PathTracePictureTest.cxx
  PathTrace/PathTracePreviewTest.cxx
  PathTrace/PathTraceSamplesTest.cxx
  PathTrace/PathTraceScene.cxx
  PathTrace/PathTraceSettingsTest.cxx
  PathTrace/PathTraceShownTest.cxx
  PathTrace/PathTraceVolumeTest.cxx
  Scene.cxx
  "${PROJECT_SOURCE_DIR}/Rendering/PathTrace/PathTraceSamples.cxx"
  "${PROJECT_SOURCE_DIR}/Rendering/PathTrace/RadianceReader.cxx")
target_link_libraries(PathTraceMapperTests PRIVATE InKRay::Rendering InKRay::Kernels VTK::CommonCore
  VTK::CommonDataModel VTK::CommonExecutionModel VTK::FiltersCore
  VTK::FiltersSources VTK::IOImage VTK::RenderingCore VTK::RenderingOpenGL2 VTK::RenderingVolumeOpenGL2
  inkray_gtest_main inkray_warnings)
vtk_module_autoinit(TARGETS PathTraceMapperTests
  MODULES VTK::RenderingCore VTK::RenderingOpenGL2 VTK::RenderingVolumeOpenGL2)
inkray_add_device_tests(Rendering.PathTraceMapper COMMAND $<TARGET_FILE:PathTraceMapperTests>
  LABELS rendering)

target_sources(FallbackTests PRIVATE PathTrace/FailingPathTracer.cxx PathTrace/PathTraceFallbackTest.cxx
  PathTrace/PathTraceScene.cxx)
target_sources(ImageTests PRIVATE PathTrace/PathTraceImageTest.cxx)
