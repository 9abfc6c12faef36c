# SPDX-License-Identifier: BSD-3-Clause
# Regression images of the mappers: each test compares one picture with Testing/Baselines/NAME.png; see the
# README in that folder.
add_executable(ImageTests
  GridVolume/GridVolumeImageTest.cxx
  MeshVolume/CellKindsImageTest.cxx
  ImageTest.cxx
  Isosurface/IsosurfaceImageTest.cxx
  MeshVolume/MeshVolumeImageTest.cxx
  ../Filters/CellKinds.cxx
  ../Filters/MeshKit.cxx)
target_link_libraries(ImageTests PRIVATE inkray_picture_comparison InKRay::Rendering VTK::CommonCore
  VTK::CommonDataModel VTK::CommonExecutionModel VTK::FiltersCore
  VTK::FiltersSources VTK::IOImage VTK::RenderingCore VTK::RenderingOpenGL2 VTK::RenderingVolumeOpenGL2
  inkray_warnings)
vtk_module_autoinit(TARGETS ImageTests
  MODULES VTK::RenderingCore VTK::RenderingOpenGL2 VTK::RenderingVolumeOpenGL2)
if(INKRAY_SANITIZE MATCHES "address")
  target_sources(ImageTests PRIVATE ../Sanitizers/KeepLoaded.cpp)
  target_link_options(ImageTests PRIVATE "LINKER:--export-dynamic-symbol=dlclose")
endif()

foreach(picture IN ITEMS CellsLinear CellsHigherOrder
    MeshVolume MeshVolumeParallel MeshVolumeCameraInside MeshVolumeAmongBalls MeshVolumeHavs
    MeshVolumeMissingValues MeshVolumeTwoVolumes MeshVolumeShaded MeshVolumeShadedByCells MeshVolumeClipped
    MeshVolumeCropped MeshVolumeGradientOpacity MeshVolumeTransfer2D
    MeshSurfaces
    ImageColors
    Isosurface IsosurfaceParallel IsosurfaceCameraInside IsosurfaceTranslucent IsosurfaceAmongBalls
    IsosurfaceTranslucentAmongBalls
    IsosurfaceSpecular IsosurfaceMissingValues IsosurfaceDirection IsosurfaceFacets IsosurfaceUneven
    PathTrace PathTraceGlass PathTraceMesh PathTraceVolume PathTraceMeshVolume)
  if(picture MATCHES "^PathTrace" AND NOT INKRAY_PATH_TRACING)
    continue()
  endif()
  inkray_add_device_tests(Image.${picture}
    COMMAND $<TARGET_FILE:ImageTests> ${picture} -V "${PROJECT_SOURCE_DIR}/Testing/Baselines/${picture}.png"
      -T "${CMAKE_BINARY_DIR}/Testing/Temporary/{device}"
    LABELS image TIMEOUT 120)
endforeach()

find_package(Python3 COMPONENTS Interpreter QUIET)
if(Python3_Interpreter_FOUND)
  add_test(NAME Image.EachBaselineHasATest
    COMMAND "${Python3_EXECUTABLE}" -B "${PROJECT_SOURCE_DIR}/Testing/Baselines/check_baselines.py"
      "${PROJECT_SOURCE_DIR}")
  set_tests_properties(Image.EachBaselineHasATest PROPERTIES LABELS image)
endif()
