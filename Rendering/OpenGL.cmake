# SPDX-License-Identifier: BSD-3-Clause
# VTK's OpenGL library for sources that include VtkRenderingCompat.h: VTK::glew and VTK::opengl before
# VTK 9.4, VTK::glad since. (A module's file cannot name alternatives.)
add_library(inkray_opengl INTERFACE)
foreach(target IN ITEMS VTK::glad VTK::glew VTK::opengl)
  if(TARGET ${target})
    target_link_libraries(inkray_opengl INTERFACE ${target})
  endif()
endforeach()
target_include_directories(inkray_opengl INTERFACE "${CMAKE_CURRENT_LIST_DIR}/Present")
