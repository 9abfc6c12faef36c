# SPDX-License-Identifier: BSD-3-Clause
# Components: parts of the product that a build can leave out. Each component has an option and a file, and
# only this file names the component's sources. The file appends them to the lists below, one list for each
# folder that compiles sources. No other source includes a component (Testing/Kernels/CheckIncludes.py): the
# core finds a component in tables that the component fills when it is loaded.
option(INKRAY_PATH_TRACING
  "Build the component of path tracing: representation Isosurface (Path Traced), with its kernels and tests"
  ON)

foreach(list IN ITEMS
    # Sources of Kernels: for all builds, for builds with a CUDA compiler, for builds without one.
    KERNELS KERNELS_ON_CUDA KERNELS_WITHOUT_CUDA
    INSTANCES                                    # files below Kernels that call inkray_instances
    OPTIONS                                      # files below Kernels with rows of the table of options
    RENDERING_CLASSES RENDERING_PRIVATE_CLASSES RENDERING_FOLDERS
    REPRESENTATIONS_CLASSES REPRESENTATIONS_SOURCES # below Plugin/Representations
    DEFINITIONS                                     # files there that make the server manager XML of the next
    # Each NAME of the pairs XML/NAMERepresentation.xml.in and XML/NAMETypes.xml.in in Plugin/Representations.
    TYPES
    # Names, as the panel shows them, of the representation types that draw isosurfaces.
    SURFACE_TYPES
    # Sources below Plugin/Qt; for each decorator in Plugin/Qt/Panel its name in XML and its class.
    QT QT_DECORATORS)
  set(inkray_component_${list})
endforeach()
if(INKRAY_PATH_TRACING)
  include(PathTracing.cmake)
endif()
