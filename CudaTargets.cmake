# SPDX-License-Identifier: BSD-3-Clause
# Chooses the architectures of CUDA code if neither CMAKE_CUDA_ARCHITECTURES nor the environment's CUDAARCHS
# names them. Everything is compiled once for each target.
set(INKRAY_CUDA_TARGETS AUTO CACHE STRING
  "GPUs to compile CUDA code for: AUTO, those of this machine, or PTX if it has none; ALL, every kind")
set_property(CACHE INKRAY_CUDA_TARGETS PROPERTY STRINGS AUTO ALL)

# Sets `variable` to the compute capabilities of this machine's GPUs in the form of CMAKE_CUDA_ARCHITECTURES.
# The list is empty without a GPU or a driver.
function(inkray_present_gpus variable)
  set(found)
  find_program(INKRAY_NVIDIA_SMI NAMES nvidia-smi DOC "Lists the GPUs of this machine")
  mark_as_advanced(INKRAY_NVIDIA_SMI)
  if(INKRAY_NVIDIA_SMI)
    execute_process(COMMAND "${INKRAY_NVIDIA_SMI}" --query-gpu=compute_cap --format=csv,noheader
      OUTPUT_VARIABLE output ERROR_QUIET RESULT_VARIABLE status TIMEOUT 30)
    if(status EQUAL 0)
      string(REGEX MATCHALL "[0-9]+\\.[0-9]" capabilities "${output}")
      list(REMOVE_DUPLICATES capabilities)
      foreach(capability IN LISTS capabilities)
        string(REPLACE "." "" number "${capability}")
        list(APPEND found "${number}-real")
      endforeach()
    endif()
  endif()
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# Sets `variable` to the targets for a compiler of this version, and prints them.
function(inkray_cuda_targets variable version)
  if(INKRAY_CUDA_TARGETS STREQUAL "ALL")
    # Machine code for Ampere and Ada (8.x), Hopper (9.0) and Blackwell's graphics cards (12.x). The driver
    # compiles PTX for all other GPUs: Turing (7.5), Blackwell's data center GPUs (10.x, from the PTX for
    # 9.0), and GPUs after 12.x.
    set(targets 75-virtual 80-real 90)
    if(version VERSION_GREATER_EQUAL 12.8)
      list(APPEND targets 120)
    endif()
  elseif(INKRAY_CUDA_TARGETS STREQUAL "AUTO")
    inkray_present_gpus(targets)
    if(NOT targets)
      set(targets 75-virtual)
      message(STATUS "InKRay: no GPU was found here. CUDA code is PTX, "
        "which a GPU's driver compiles when it is first used; "
        "-DINKRAY_CUDA_TARGETS=ALL makes machine code for every kind of GPU, and compiles four times.")
    endif()
  else()
    message(FATAL_ERROR "INKRAY_CUDA_TARGETS is ${INKRAY_CUDA_TARGETS}; it can be AUTO or ALL. "
      "CMAKE_CUDA_ARCHITECTURES takes a list of your own.")
  endif()
  message(STATUS "InKRay: CUDA code for ${targets}")
  set(${variable} "${targets}" PARENT_SCOPE)
endfunction()
