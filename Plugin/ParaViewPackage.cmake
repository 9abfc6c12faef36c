# SPDX-License-Identifier: BSD-3-Clause
# Finds ParaView. Each folder that links ParaView includes this file, because imported targets are visible
# only in the folder that found them.
#
# Debian's ParaView from 5.13 on names its Python modules X.cpython-3*.so, but the targets that it exports
# expect X.so, and find_package(ParaView) ends with "this file does not exist". No library links these
# targets. If their files are missing, this file declares the targets first, and ParaView's own file then
# skips them.
function(inkray_declare_missing_python_targets file)
  file(GLOB locations "${file}-*.cmake")
  string(APPEND file ".cmake")
  if(NOT locations OR NOT EXISTS "${file}")
    return()
  endif()
  list(GET locations 0 first)
  file(STRINGS "${first}" module REGEX "IMPORTED_LOCATION_[A-Z]+ " LIMIT_COUNT 1)
  string(REGEX MATCH "_IMPORT_PREFIX}/([^\"]+)\"" module "${module}")
  # The package is in PREFIX/lib/cmake/NAME, on Debian in PREFIX/lib/ARCHITECTURE/cmake/NAME; VTK may be in a
  # folder of the package.
  get_filename_component(folder "${file}" DIRECTORY)
  foreach(up IN ITEMS ../../.. ../../../.. ../../../../..)
    if(NOT module OR EXISTS "${folder}/${up}/${CMAKE_MATCH_1}")
      return()
    endif()
  endforeach()
  file(STRINGS "${file}" expected REGEX "_cmake_expected_target IN ITEMS" LIMIT_COUNT 1)
  string(REGEX REPLACE ".* IN ITEMS (.*)\\)" "\\1" expected "${expected}")
  separate_arguments(expected)
  foreach(target IN LISTS expected)
    if(NOT TARGET "${target}")
      add_library("${target}" INTERFACE IMPORTED)
    endif()
  endforeach()
endfunction()

if(ParaView_DIR)
  set(paraview_packages "${ParaView_DIR}")
else()
  file(GLOB paraview_packages "/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/cmake/paraview-*")
endif()
foreach(package IN LISTS paraview_packages)
  inkray_declare_missing_python_targets("${package}/ParaViewPython-targets")
  inkray_declare_missing_python_targets("${package}/ParaViewPythonIncubator-targets")
  # Debian 13's ParaView contains its own VTK.
  inkray_declare_missing_python_targets("${package}/vtk/VTKPython-targets")
endforeach()
find_package(ParaView 5.11 REQUIRED)
