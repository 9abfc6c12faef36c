# SPDX-License-Identifier: BSD-3-Clause
# INKRAY_SANITIZE for everything that is built. What ThreadSanitizer is not to report is in threads.txt;
# .ci/setup.sh names it in the environment. inkray_in_others stands before a command of another program that
# loads our libraries (python3, pvpython): the sanitizer's own library has to be there first, and what such
# programs leave behind when they end is theirs.
set(inkray_in_others)
if(NOT INKRAY_SANITIZE)
  return()
endif()

# Checks of each single access through a pointer are AddressSanitizer's; a second one takes as long to compile
# as all the rest.
set(options "-fsanitize=${INKRAY_SANITIZE};-fno-sanitize-recover=all;-fno-omit-frame-pointer")
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:${options}>")
if(INKRAY_SANITIZE MATCHES "undefined")
  set(unchecked null,alignment,object-size,vptr,pointer-overflow)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=${unchecked}>")
endif()
add_link_options("-fsanitize=${INKRAY_SANITIZE}")

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  if(INKRAY_SANITIZE MATCHES "thread")
    set(runtime libtsan.so)
  elseif(INKRAY_SANITIZE MATCHES "address")
    set(runtime libasan.so)
  else()
    set(runtime libubsan.so)
  endif()
  set(preloaded)
  foreach(library IN ITEMS ${runtime} libstdc++.so)
    execute_process(COMMAND "${CMAKE_CXX_COMPILER}" "-print-file-name=${library}"
      OUTPUT_VARIABLE file OUTPUT_STRIP_TRAILING_WHITESPACE)
    file(REAL_PATH "${file}" file)
    list(APPEND preloaded "${file}")
  endforeach()
  list(JOIN preloaded ":" preloaded)
  set(inkray_in_others "${CMAKE_COMMAND}" -E env "LD_PRELOAD=${preloaded}" ASAN_OPTIONS=detect_leaks=0)
endif()
