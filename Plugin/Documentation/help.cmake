# SPDX-License-Identifier: BSD-3-Clause
# The pages of ParaView's help: Help/*.html with tables of the controls, which make_help.py takes from the XML of the
# plug-in. Sets `help_arguments`, for paraview_add_plugin, and `with_help`.
set(with_help OFF)
set(help_arguments XML_DOCUMENTATION OFF)
if(NOT with_qt)
  return() # no window, no help
endif()
# Looked for by hand: ParaView ends the configuration where a tool is missing, and so does Qt's package Help.
find_package(Python3 QUIET COMPONENTS Interpreter)
find_package(Qt5 QUIET COMPONENTS Core)
foreach(tool IN ITEMS qhelpgenerator xmlpatterns)
  string(TOUPPER "INKRAY_${tool}" variable)
  # Not on the path, where Debian's qtchooser answers for tools that are not there.
  find_program(${variable} NAMES ${tool} HINTS "${Qt5_DIR}/../../../qt5/bin" "${Qt5_DIR}/../../../bin" NO_DEFAULT_PATH DOC "Makes pages of ParaView's help")
  mark_as_advanced(${variable})
endforeach()
if(NOT INKRAY_QHELPGENERATOR OR NOT INKRAY_XMLPATTERNS OR NOT TARGET Python3::Interpreter)
  message(STATUS "InKRay: no pages in ParaView's help (they need Qt's qhelpgenerator and xmlpatterns, and python3)")
  return()
endif()

set(with_help ON)
set(help_source "${CMAKE_SOURCE_DIR}/Plugin/Documentation")
set(help_pages "${CMAKE_CURRENT_BINARY_DIR}/help_pages")
set(help_xml "${CMAKE_BINARY_DIR}/Plugin/Representations")
file(GLOB help_inputs CONFIGURE_DEPENDS "${help_source}/Help/*")
foreach(name IN ITEMS TetRayCastRepresentation TetRayCastTypes IsosurfaceRayCastRepresentation IsosurfaceRayCastTypes)
  list(APPEND help_xmls "${help_xml}/${name}.xml")
endforeach()
list(APPEND help_xmls "${CMAKE_SOURCE_DIR}/Plugin/Representations/MinMaxBricks.xml")
add_custom_command(
  OUTPUT "${help_pages}.made"
  COMMAND "${CMAKE_COMMAND}" -E rm -rf "${help_pages}"
  COMMAND Python3::Interpreter -B "${help_source}/make_help.py" "${help_source}/Help" "${help_pages}" ${help_xmls}
  COMMAND "${CMAKE_COMMAND}" -E touch "${help_pages}.made"
  DEPENDS "${help_source}/make_help.py" ${help_inputs} ${help_xmls}
  COMMENT "Making the pages of InKRay's help"
  VERBATIM)
set(help_arguments
  XML_DOCUMENTATION ON
  DOCUMENTATION_DIR "${help_pages}"
  DOCUMENTATION_DEPENDENCIES "${help_pages}.made"
  DOCUMENTATION_TOC "<toc><section title=\"InKRay\" ref=\"index.html\"><section title=\"Volume (Ray Cast)\" ref=\"representations.TetRayCastRepresentation.html\"/><section title=\"Isosurface (Ray Cast)\" ref=\"representations.IsosurfaceRayCastRepresentation.html\"/><section title=\"Min/Max Bricks\" ref=\"filters.MinMaxBricks.html\"/></section></toc>")
