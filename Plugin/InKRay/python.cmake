# SPDX-License-Identifier: BSD-3-Clause
# Python wrapping of the VTK modules, as package `inkray` in lib/InKRay beside the plug-in.
find_package(Python3 QUIET COMPONENTS Interpreter Development)
if(NOT TARGET VTK::WrapPython OR NOT Python3_FOUND)
  message(STATUS "InKRay: no Python wrapping (needs VTK's wrappers and python3-dev)")
  return()
endif()
set(python_destination "lib/InKRay")
vtk_module_wrap_python(
  MODULES InKRay::Filters InKRay::Rendering InKRay::Representations
  TARGET InKRay::Python
  PYTHON_PACKAGE "inkray"
  MODULE_DESTINATION "${python_destination}"
  LIBRARY_DESTINATION "lib/InKRay"
  INSTALL_HEADERS OFF
  BUILD_STATIC OFF)
configure_file("${CMAKE_CURRENT_SOURCE_DIR}/inkray.py" "${CMAKE_BINARY_DIR}/${python_destination}/inkray/__init__.py" COPYONLY)
install(FILES inkray.py DESTINATION "${python_destination}/inkray" RENAME __init__.py COMPONENT python)
