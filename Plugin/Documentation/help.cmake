# SPDX-License-Identifier: BSD-3-Clause
# Builds the pages of ParaView's help: Help/*.html with tables of the controls, which make_help.py takes from
# the plug-in's XML. Sets `with_help`. inkray_add_help(TARGET) then puts the pages into the plug-in, which
# shows them (pqHelpPages).
#
# ParaView can make such pages itself (XML_DOCUMENTATION of paraview_add_plugin), except in versions before
# 6.0 with Qt 6.
set(with_help OFF)
if(NOT with_qt)
  return() # no window, no help
endif()
find_package(Python3 QUIET COMPONENTS Interpreter)
set(qt_version 5)
if(PARAVIEW_QT_MAJOR_VERSION) # from ParaView 5.12 on
  set(qt_version ${PARAVIEW_QT_MAJOR_VERSION})
endif()
set(qt "Qt${qt_version}")
find_package(${qt} QUIET COMPONENTS Core)
# Search for the tool directly: find_package of Qt 5's Help would end the configuration if it is missing. Do
# not search the path, where Debian's qtchooser has links for tools that are not installed.
find_program(INKRAY_QHELPGENERATOR NAMES qhelpgenerator NO_DEFAULT_PATH DOC "Makes pages of ParaView's help"
  HINTS "${${qt}_DIR}/../../../qt${qt_version}/libexec" "${${qt}_DIR}/../../../qt5/bin"
    "${${qt}_DIR}/../../../bin" "${${qt}_DIR}/../../../libexec")
mark_as_advanced(INKRAY_QHELPGENERATOR)
if(INKRAY_QHELPGENERATOR)
  find_package(${qt} QUIET COMPONENTS Help)
endif()
if(NOT TARGET ${qt}::Help OR NOT TARGET Python3::Interpreter)
  message(STATUS
    "InKRay: no pages in ParaView's help (they need Qt's module Help with qhelpgenerator, and python3)")
  return()
endif()
set(with_help ON)

function(inkray_add_help target)
  set(source "${CMAKE_SOURCE_DIR}/Plugin/Documentation")
  set(pages "${CMAKE_CURRENT_BINARY_DIR}/help_pages")
  set(archive "${CMAKE_CURRENT_BINARY_DIR}/${target}.qch")
  set(resource "${CMAKE_CURRENT_BINARY_DIR}/${target}_qch.cpp")
  file(GLOB inputs CONFIGURE_DEPENDS "${source}/Help/*")
  foreach(name IN ITEMS TetRayCast IsosurfaceRayCast GridRayCast ${inkray_component_TYPES})
    foreach(part IN ITEMS Representation Types)
      list(APPEND xmls "${CMAKE_BINARY_DIR}/Plugin/Representations/${name}${part}.xml")
    endforeach()
  endforeach()
  list(APPEND xmls "${CMAKE_SOURCE_DIR}/Plugin/Representations/XML/MinMaxBricks.xml")
  add_custom_command(
    OUTPUT "${archive}"
    COMMAND "${CMAKE_COMMAND}" -E rm -rf "${pages}"
    COMMAND Python3::Interpreter -B "${source}/make_help.py" "${source}/Help" "${pages}" ${xmls}
    COMMAND "${INKRAY_QHELPGENERATOR}" "${pages}/${target}.qhp" -o "${archive}"
    DEPENDS "${source}/make_help.py" ${inputs} ${xmls}
    COMMENT "Making the pages of ${target}'s help"
    VERBATIM)
  # Qt's resource :/InKRay/InKRay.qch. It is not compressed again, because the archive is compressed already.
  file(CONFIGURE OUTPUT "${target}.qrc"
    CONTENT "<RCC><qresource prefix=\"/${target}\">
<file alias=\"${target}.qch\">${archive}</file>
</qresource></RCC>
")
  add_custom_command(
    OUTPUT "${resource}"
    COMMAND ${qt}::rcc --no-compress --name ${target}_qch --output "${resource}"
      "${CMAKE_CURRENT_BINARY_DIR}/${target}.qrc"
    DEPENDS "${archive}" "${CMAKE_CURRENT_BINARY_DIR}/${target}.qrc"
    VERBATIM)
  set_source_files_properties("${resource}" PROPERTIES SKIP_AUTOGEN ON)
  add_custom_target(${target}_qch DEPENDS "${archive}")
  target_sources(${target} PRIVATE "${resource}" "${qt_folder}/pqHelpPages.cxx" "${qt_folder}/pqHelpPages.h")
  target_link_libraries(${target} PRIVATE ${qt}::Help)
  target_compile_definitions(${target} PRIVATE INKRAY_WITH_HELP)
endfunction()
