# SPDX-License-Identifier: BSD-3-Clause
# The component of path tracing, INKRAY_PATH_TRACING: see Components.cmake. Its tests are in
# Testing/*/PathTrace and in the folders of other tests.
list(APPEND inkray_component_KERNELS Geometry/KdTree/KdTree.cpp Renderers/PathTracer/PathTracer.cpp
  Shading/Environment.cpp)
list(APPEND inkray_component_KERNELS_ON_CUDA Geometry/KdTree/KdTree.cu Renderers/PathTracer/PathTracer.cu)
list(APPEND inkray_component_KERNELS_WITHOUT_CUDA Renderers/PathTracer/NoCudaPathTracer.cpp)
list(APPEND inkray_component_INSTANCES Renderers/PathTracer/TracePaths.cmake)
list(APPEND inkray_component_OPTIONS Renderers/PathTracer/PathOptions.cmake)

list(APPEND inkray_component_RENDERING_CLASSES Mappers/vtkIsosurfacePathTraceMapper
  Mappers/vtkPathTraceSettings)
list(APPEND inkray_component_RENDERING_PRIVATE_CLASSES
  PathTrace/PathTraceContent
  PathTrace/PathTraceFrame
  PathTrace/PathTraceGeometry
  PathTrace/PathTraceKey
  PathTrace/PathTraceLight
  PathTrace/PathTraceMesh
  PathTrace/PathTracePreview
  PathTrace/PathTraceSamples
  PathTrace/PathTraceShown
  PathTrace/PathTraceSky
  PathTrace/PathTraceTriangles
  PathTrace/RadianceReader)
list(APPEND inkray_component_RENDERING_FOLDERS PathTrace)

list(APPEND inkray_component_REPRESENTATIONS_CLASSES vtkIsosurfacePathTraceRepresentation
  vtkPathTraceRefinement)
list(APPEND inkray_component_REPRESENTATIONS_SOURCES Display/PathTraceType.cxx)
list(APPEND inkray_component_DEFINITIONS PathTraceXML.cmake)
list(APPEND inkray_component_TYPES IsosurfacePathTrace)
list(APPEND inkray_component_SURFACE_TYPES "Isosurface (Path Traced)")

list(APPEND inkray_component_QT pqRefineRendering)
list(APPEND inkray_component_QT_DECORATORS legend_background pqLegendBackground)
