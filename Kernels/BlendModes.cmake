# SPDX-License-Identifier: BSD-3-Clause
# Reads the table of blend modes in Optics/Films.h for the XML and Python code. Sets BLEND_ENTRIES to the
# entries of a ParaView enumeration, BLEND_KEYWORDS to the words of Python, and BLEND_HELP to the text that
# explains all modes.
set(films "${CMAKE_CURRENT_LIST_DIR}/Optics/Films.h")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${films}")
file(READ "${films}" films)
set(BLEND_ENTRIES)
set(keywords)
string(REGEX MATCHALL "ROW\\([A-Za-z]+, [0-9]+, [A-Za-z]+, \"[^\"]+\", \"[^\"]+\"\\)" rows "${films}")
string(REGEX MATCHALL " ROW\\(" all "${films}")
list(LENGTH rows count)
list(LENGTH all wanted)
if(count EQUAL 0 OR NOT count EQUAL wanted)
  message(FATAL_ERROR "InKRay: a row of the table of blend modes in Kernels/Optics/Films.h cannot be read.")
endif()
foreach(row IN LISTS rows)
  string(REGEX MATCH "([0-9]+), [A-Za-z]+, (\"[^\"]+\"), (\"[^\"]+\")" row "${row}")
  string(APPEND BLEND_ENTRIES "<Entry text=${CMAKE_MATCH_2} value=\"${CMAKE_MATCH_1}\" />")
  list(APPEND keywords "${CMAKE_MATCH_3}")
endforeach()
string(JOIN ", " BLEND_KEYWORDS ${keywords})
string(REGEX MATCH "INKRAY_BLEND_HELP( |\\\\|\n|\"[^\"]*\")*" BLEND_HELP "${films}")
string(REGEX REPLACE "INKRAY_BLEND_HELP[^\"]*\"|\"[^\"]*\"|\"[^\"]*$" "" BLEND_HELP "${BLEND_HELP}")
