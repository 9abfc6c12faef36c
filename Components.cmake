# SPDX-License-Identifier: BSD-3-Clause
# Components: parts of the product that a build can leave out. Each has an option and a file of its own, which
# alone names its sources and puts them into these lists, by the folder that compiles them. No other source
# includes one of a component (Testing/Kernels/CheckIncludes.py): the core finds a component in tables that
# the component fills when it is loaded.
option(INKRAY_PATH_TRACING
  "Build the component of path tracing: representation Isosurface (Path Traced), with its kernels and tests"
  ON)

foreach(list IN ITEMS
    # Sources of Kernels: of all builds, with a CUDA compiler alone, without one alone.
    KERNELS KERNELS_ON_CUDA KERNELS_WITHOUT_CUDA
    INSTANCES                                    # files below Kernels that call inkray_instances
    OPTIONS                                      # files below Kernels with rows of the table of options
    RENDERING_CLASSES RENDERING_PRIVATE_CLASSES RENDERING_FOLDERS
    REPRESENTATIONS_CLASSES REPRESENTATIONS_SOURCES # below Plugin/Representations
    DEFINITIONS                                     # files there that make the server manager XML of the next
    # NAME of XML/NAMERepresentation.xml.in and XML/NAMETypes.xml.in there.
    TYPES
    # The names in the panel of those types that draw isosurfaces.
    SURFACE_TYPES
    # Sources below Plugin/Qt; the name in XML and the class of each decorator in Panel.
    QT QT_DECORATORS)
  set(inkray_component_${list})
endforeach()
if(INKRAY_PATH_TRACING)
  include(PathTracing.cmake)
endif()
