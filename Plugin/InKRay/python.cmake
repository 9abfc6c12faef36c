# SPDX-License-Identifier: BSD-3-Clause
# Wraps the VTK modules in Python: package `inkray` lies beside the plug-in, in the build and in the
# installation.
find_package(Python3 QUIET COMPONENTS Interpreter Development)
if(NOT TARGET VTK::WrapPython OR NOT Python3_FOUND)
  message(STATUS "InKRay: no Python wrapping (needs VTK's wrappers and python3-dev)")
  return()
endif()
vtk_module_wrap_python(
  MODULES InKRay::Filters InKRay::Rendering InKRay::Representations
  TARGET InKRay::Python
  PYTHON_PACKAGE "inkray"
  MODULE_DESTINATION "${inkray_plugins}/InKRay"
  LIBRARY_DESTINATION "${inkray_plugins}/InKRay"
  COMPONENT plugin
  INSTALL_HEADERS OFF
  BUILD_STATIC OFF)
configure_file("${CMAKE_CURRENT_SOURCE_DIR}/inkray.py" "${CMAKE_BINARY_DIR}/lib/InKRay/inkray/__init__.py"
  COPYONLY)
install(FILES inkray.py DESTINATION "${inkray_plugins}/InKRay/inkray" RENAME __init__.py COMPONENT plugin)
