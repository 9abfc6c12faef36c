# SPDX-License-Identifier: BSD-3-Clause
# Makes builds faster that are made once and thrown away, as in .ci/run. Headers that most sources of a target
# include are compiled once, and generated sources of ParaView are compiled in batches. Reading the headers of
# VTK, Qt and GoogleTest takes as long as compiling most sources.
option(INKRAY_PRECOMPILE
  "Compile common headers once for each target; a missing include then goes unnoticed" OFF)
if(NOT INKRAY_PRECOMPILE)
  return()
endif()

# inkray_precompile(TARGET header...): precompiles the headers for the target, if the target exists.
function(inkray_precompile target)
  if(TARGET ${target})
    list(TRANSFORM ARGN REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:<\\1$<ANGLE-R>>")
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

foreach(tests IN ITEMS inkray_kernel_tests inkray_isosurface_tests inkray_pathtracer_tests
    inkray_protocol_tests)
  inkray_precompile(${tests} gtest/gtest.h)
endforeach()

set(standard algorithm array cmath cstddef cstdint functional limits map memory sstream string utility vector)
set(vtk_data vtkCellData.h vtkCommand.h vtkDoubleArray.h vtkFloatArray.h vtkImageData.h vtkInformation.h
  vtkMath.h vtkNew.h vtkObjectFactory.h vtkPointData.h
  vtkSmartPointer.h vtkUnstructuredGrid.h vtkWeakPointer.h)
set(vtk_rendering vtkCamera.h vtkColorTransferFunction.h vtkMatrix4x4.h vtkPiecewiseFunction.h
  vtkRenderWindow.h vtkRenderer.h vtkVolume.h vtkVolumeMapper.h vtkVolumeProperty.h)
set(server_manager vtkSMPropertyHelper.h vtkSMRenderViewProxy.h vtkSMSessionProxyManager.h vtkSMSourceProxy.h)
inkray_precompile(Rendering ${standard} ${vtk_data} ${vtk_rendering})
inkray_precompile(Representations ${standard} ${vtk_data} ${vtk_rendering} ${server_manager}
  vtkMultiProcessController.h vtkPVRenderView.h)
set(qt)
if(TARGET InKRay)
  get_target_property(definitions InKRay COMPILE_DEFINITIONS)
endif()
if("INKRAY_WITH_QT" IN_LIST definitions)
  set(qt QApplication QMouseEvent QObject QPointer QTimer QWidget pqActiveObjects.h pqApplicationCore.h
    pqCoreUtilities.h pqDataRepresentation.h pqPropertyWidget.h
    pqServer.h pqServerManagerModel.h pqUndoStack.h pqView.h)
endif()
inkray_precompile(InKRay ${standard} ${server_manager} vtkCommand.h vtkNew.h vtkSMDoubleRangeDomain.h
  vtkSmartPointer.h vtkWeakPointer.h ${qt})
inkray_precompile(FiltersTests gtest/gtest.h ${standard} ${vtk_data})
inkray_precompile(MapperTests gtest/gtest.h ${standard} ${vtk_data} ${vtk_rendering})
foreach(tests IN ITEMS FallbackTests InteractionTests IsosurfaceMapperTests MemoryTests PathTraceMapperTests)
  if(TARGET ${tests})
    target_precompile_headers(${tests} REUSE_FROM MapperTests)
  endif()
endforeach()

foreach(module IN ITEMS Filters Rendering Representations)
  foreach(wrapping IN ITEMS CS Python)
    if(TARGET InKRay${module}${wrapping})
      set_target_properties(InKRay${module}${wrapping} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
    endif()
  endforeach()
endforeach()
