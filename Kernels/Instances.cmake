# SPDX-License-Identifier: BSD-3-Clause
# Instantiates templates for each backend in separate sources, which compile in parallel. The sources are
# written into the build tree:
#
#   inkray_instances(NAME
#     HEADERS header...            # headers of the templates, relative to Kernels
#     INSTANCES statement...       # what to instantiate, without semicolons; BACKEND is the backend's class
#     [HOST_HEADERS header...]     # instead of Cooperative/Append.h and Device/HostBackend.h
#     [CUDA_HEADERS header...]     # instead of Device/CudaBackend.cuh
#     [CUDA_OPTIONS option...])    # for nvcc, such as -fmad=false
#
# adds NAME.cpp, and with CUDA NAME.cu, to InKRayKernels.
function(inkray_instances name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;INSTANCES;HOST_HEADERS;CUDA_HEADERS;CUDA_OPTIONS")
  if(NOT arg_HOST_HEADERS)
    set(arg_HOST_HEADERS Cooperative/Append.h Device/HostBackend.h)
  endif()
  if(NOT arg_CUDA_HEADERS)
    set(arg_CUDA_HEADERS Device/CudaBackend.cuh)
  endif()
  set(backends "cpp HostBackend HOST_HEADERS")
  if(INKRAY_HAVE_CUDA)
    list(APPEND backends "cu CudaBackend CUDA_HEADERS")
  endif()
  foreach(row IN LISTS backends)
    separate_arguments(row)
    list(GET row 0 extension)
    list(GET row 1 backend)
    list(GET row 2 headers)
    set(source "// SPDX-License-Identifier: BSD-3-Clause\n// Made by Kernels/Instances.cmake.\n")
    foreach(header IN LISTS arg_${headers} arg_HEADERS)
      string(APPEND source "#include \"${header}\"\n")
    endforeach()
    string(APPEND source "\nnamespace inkray\n{\n\n")
    foreach(statement IN LISTS arg_INSTANCES)
      string(REPLACE BACKEND ${backend} statement "${statement}")
      string(APPEND source "${statement};\n")
    endforeach()
    string(APPEND source "\n} // namespace inkray\n")
    set(file "${CMAKE_CURRENT_BINARY_DIR}/Instances/${name}.${extension}")
    file(CONFIGURE OUTPUT "${file}" CONTENT "${source}" @ONLY)
    target_sources(InKRayKernels PRIVATE "${file}")
    if(extension STREQUAL "cpp" AND name MATCHES "^Cast" AND NOT name MATCHES "Merged|Carried")
      set_source_files_properties("${file}" PROPERTIES COMPILE_OPTIONS "${inkray_smaller}")
    endif()
    if(extension STREQUAL "cu" AND arg_CUDA_OPTIONS)
      set_source_files_properties("${file}" PROPERTIES COMPILE_OPTIONS "${arg_CUDA_OPTIONS}")
    endif()
  endforeach()
endfunction()
