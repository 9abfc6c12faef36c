# SPDX-License-Identifier: BSD-3-Clause
# Applies INKRAY_SANITIZE to everything that is built. threads.txt lists reports that ThreadSanitizer
# suppresses; .ci/setup.sh names it in the environment. inkray_in_others precedes a command of another program
# that loads our libraries (python3, pvpython): it loads the sanitizer's library first, and ignores leaks of
# that program.
set(inkray_in_others)
if(NOT INKRAY_SANITIZE)
  return()
endif()

# AddressSanitizer checks each access through a pointer. Leave out the same checks of
# UndefinedBehaviorSanitizer: they take as long to compile as all the rest.
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
