# SPDX-License-Identifier: BSD-3-Clause
# inkray_add_device_tests(NAME COMMAND ARG... LABELS LABEL... [ENVIRONMENT NAME=VALUE...] [TIMEOUT SECONDS])
# adds the tests NAME-cpu and NAME-cuda. NAME-cuda also has the label gpu, and is skipped without a CUDA
# device. Each test runs under its own virtual X server, with INKRAY_TEST_DEVICE=cpu or cuda in the
# environment. {device} in an argument or in ENVIRONMENT becomes cpu or cuda.
function(inkray_add_device_tests name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "COMMAND;LABELS;ENVIRONMENT")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  foreach(device IN ITEMS cpu cuda)
    file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/Testing/Temporary/${device}")
    string(REPLACE "{device}" ${device} command "${arg_COMMAND}")
    string(REPLACE "{device}" ${device} environment "${arg_ENVIRONMENT}")
    set(labels ${arg_LABELS})
    set(skip)
    if(device STREQUAL cuda)
      list(APPEND labels gpu)
      set(skip "${PROJECT_SOURCE_DIR}/Testing/on_cuda.sh" $<TARGET_FILE:inkray_cuda_probe>)
    endif()
    add_test(NAME ${name}-${device} COMMAND ${skip} "${PROJECT_SOURCE_DIR}/Testing/Python/with_display.sh"
      ${command})
    set_tests_properties(${name}-${device} PROPERTIES LABELS "${labels}" TIMEOUT ${arg_TIMEOUT}
      SKIP_RETURN_CODE 77
      ENVIRONMENT "INKRAY_TEST_DEVICE=${device};${environment}")
  endforeach()
endfunction()
