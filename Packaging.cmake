# SPDX-License-Identifier: BSD-3-Clause
# CPack makes a .deb for the ParaView of this system, and a .tar.gz with the same files: run `cpack` in the
# build folder. CUDA's runtime is linked in, so that one package serves machines with and without a GPU.
set(INKRAY_MAINTAINER "The InKRay authors <inkray@localhost>"
  CACHE STRING "Maintainer of the packages: Name <address>")
string(REGEX MATCH "^[0-9]+\\.[0-9]+" series "${ParaView_VERSION}")
math(EXPR next "${ParaView_VERSION_MINOR} + 1")

install(FILES LICENSE DESTINATION share/doc/inkray RENAME copyright COMPONENT plugin)

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME inkray)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}+paraview${series}")
set(CPACK_PACKAGE_CONTACT "${INKRAY_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "GPU ray casting of meshes and isosurfaces in ParaView")
set(CPACK_PACKAGE_DESCRIPTION
  "InKRay is a plug-in for ParaView that casts rays on an NVIDIA GPU or on all threads of the CPU:
unstructured grids as volumes, integrated exactly over each cell, and isosurfaces of image data,
rectilinear grids and meshes without a contour mesh.
Load it in Tools, Manage Plugins; it adds the representations Volume (Ray Cast) and Isosurface (Ray Cast).")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_FILE_NAME "inkray-${CPACK_PACKAGE_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

# Pack only the files that ParaView loads: no generators, and no files for building.
set(CPACK_COMPONENTS_ALL plugin)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_FILE_NAME "${CPACK_PACKAGE_FILE_NAME}")

# The dependencies of the libraries name this build of ParaView: a plug-in works only with the ParaView that
# it was built for.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_BINARY_DIR}/lib/InKRay")
set(CPACK_DEBIAN_PACKAGE_DEPENDS "paraview (>= ${series}), paraview (<< ${ParaView_VERSION_MAJOR}.${next})")
# ParaView's help is in a database, and Qt's driver for it is in a separate package.
set(qt 5)
if(PARAVIEW_QT_MAJOR_VERSION) # from ParaView 5.12 on
  set(qt ${PARAVIEW_QT_MAJOR_VERSION})
endif()
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-paraview, libqt${qt}sql${qt}-sqlite")

# The archive has a top folder around its files; a .deb must not have one.
set(CPACK_PROJECT_CONFIG_FILE "${CMAKE_BINARY_DIR}/CPackGenerator.cmake")
file(WRITE "${CPACK_PROJECT_CONFIG_FILE}"
  "if(CPACK_GENERATOR STREQUAL \"TGZ\")\n  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)\nendif()\n")
# dpkg asks before it overwrites a list of plug-ins that an administrator has edited.
if(EXISTS "${CMAKE_BINARY_DIR}/Plugin/paraview.conf")
  file(WRITE "${CMAKE_BINARY_DIR}/conffiles" "/usr/bin/paraview.conf\n")
  set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${CMAKE_BINARY_DIR}/conffiles")
endif()
if(INKRAY_HAVE_CUDA AND NOT INKRAY_CUDA_TARGETS STREQUAL "ALL")
  message(STATUS "InKRay: packages of this build have CUDA code for ${CMAKE_CUDA_ARCHITECTURES}; "
    "-DINKRAY_CUDA_TARGETS=ALL makes them for every kind of GPU")
endif()
include(CPack)
