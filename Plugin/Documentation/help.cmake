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
set(qt_version 5)
if(PARAVIEW_QT_MAJOR_VERSION) # from ParaView 5.12 on
  set(qt_version ${PARAVIEW_QT_MAJOR_VERSION})
endif()
if(qt_version GREATER 5 AND ParaView_VERSION VERSION_LESS 6.0)
  message(STATUS "InKRay: no pages in ParaView's help (with Qt 6 ParaView makes those of plug-ins from 6.0 on)")
  return()
endif()
set(qt "Qt${qt_version}")
find_package(${qt} QUIET COMPONENTS Core)
# qhelpgenerator makes the archive; ParaView's style sheets need xmlpatterns, of Qt 5 alone, or from ParaView 6.0 on xsltproc.
# Not on the path, where Debian's qtchooser answers for tools that are not there.
foreach(tool IN ITEMS qhelpgenerator xmlpatterns)
  string(TOUPPER "INKRAY_${tool}" variable)
  find_program(${variable} NAMES ${tool} NO_DEFAULT_PATH DOC "Makes pages of ParaView's help"
    HINTS "${${qt}_DIR}/../../../qt${qt_version}/libexec" "${${qt}_DIR}/../../../qt5/bin" "${${qt}_DIR}/../../../bin" "${${qt}_DIR}/../../../libexec")
  mark_as_advanced(${variable})
endforeach()
set(style_tool "${INKRAY_XMLPATTERNS}")
if(ParaView_VERSION VERSION_GREATER_EQUAL 6.0)
  find_program(INKRAY_XSLTPROC NAMES xsltproc DOC "Makes pages of ParaView's help")
  mark_as_advanced(INKRAY_XSLTPROC)
  set(style_tool "${INKRAY_XSLTPROC}")
elseif(INKRAY_XMLPATTERNS)
  set(qt_xmlpatterns_executable "${INKRAY_XMLPATTERNS}" CACHE FILEPATH "Path to xmlpatterns") # as ParaView names it
endif()
if(NOT INKRAY_QHELPGENERATOR OR NOT style_tool OR NOT TARGET Python3::Interpreter)
  message(STATUS "InKRay: no pages in ParaView's help (they need Qt's qhelpgenerator, xmlpatterns or from ParaView 6.0 on xsltproc, and python3)")
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
