# SPDX-License-Identifier: BSD-3-Clause
# Assembles the server manager XML of the representations from the fragments in Fragments/. A property is defined in one
# fragment and named nowhere else: the lists of names that ParaView wants for every kind of data come from the definitions.

# Sets `variable` to the text of a fragment, with its @VARIABLES@ replaced.
function(inkray_fragment variable fragment)
  set(file "${CMAKE_CURRENT_SOURCE_DIR}/Fragments/${fragment}.xml.in")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  file(READ "${file}" text)
  string(REGEX REPLACE "<!--[^\n]*-->\n" "" text "${text}")
  string(CONFIGURE "${text}" text @ONLY)
  string(STRIP "${text}" text)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# Sets `variable` to a line <ELEMENT name="..." /> for each property that the texts in the variables ARGN define.
function(inkray_property_names variable element)
  set(lines)
  foreach(text IN LISTS ARGN)
    string(REGEX MATCHALL "<[A-Za-z]*(Vector|Proxy)Property name=\"[^\"]*\"" definitions "${${text}}")
    foreach(definition IN LISTS definitions)
      string(REGEX REPLACE ".* name=" "<${element} name=" line "${definition}")
      list(APPEND lines "${line} />")
    endforeach()
  endforeach()
  string(JOIN "\n" lines ${lines})
  set(${variable} "${lines}" PARENT_SCOPE)
endfunction()

# Appends a group of the panel, with the properties that the texts in the variables ARGN define, to the list GROUPS.
macro(inkray_panel_group label attributes)
  set(LABEL "${label}")
  set(ATTRIBUTES "${attributes}")
  inkray_property_names(NAMES Property ${ARGN})
  inkray_fragment(group PanelGroup)
  string(APPEND GROUPS "${group}\n")
endmacro()

# Adds NAMERepresentation.xml, made from the file of that name, to the module, and makes NAMETypes.xml, which extends
# ParaView's own definitions: see vtkRepresentationTypes.
function(inkray_add_xml name)
  configure_file("${name}Representation.xml.in" "${CMAKE_CURRENT_BINARY_DIR}/${name}Representation.xml" @ONLY)
  paraview_add_server_manager_xmls(XMLS "${CMAKE_CURRENT_BINARY_DIR}/${name}Representation.xml")
  configure_file("${name}Types.xml.in" "${CMAKE_CURRENT_BINARY_DIR}/${name}Types.xml" @ONLY)
endfunction()

# Makes RepresentationTypesXML.h, with the text of NAMETypes.xml for each NAME of ARGN.
function(inkray_types_header)
  set(RAW_STRINGS)
  foreach(name IN LISTS ARGN)
    file(READ "${CMAKE_CURRENT_BINARY_DIR}/${name}Types.xml" text)
    string(APPEND RAW_STRINGS "R\"xml(${text})xml\",\n")
  endforeach()
  configure_file(RepresentationTypesXML.h.in "${CMAKE_CURRENT_BINARY_DIR}/RepresentationTypesXML.h" @ONLY)
endfunction()

inkray_fragment(NOT_FOR_US NotForUs)

# Representation "Volume (Ray Cast)", for the files that begin with NAME.
function(inkray_volume_xml NAME)
  set(REPRESENTATION ${NAME}Representation)
  set(TYPE "Volume (Ray Cast)")
  set(PREFIX RayCast)
  inkray_fragment(CASTING Casting)
  inkray_fragment(RAY_CASTING RayCasting)
  set(OPACITY_DOCUMENTATION "Multiplies the opacity function: with 0.5, every length of the volume absorbs half as much, as with twice the scalar opacity unit distance.")
  inkray_fragment(OPACITY Opacity)
  inkray_fragment(SOLID_COLOR SolidColor)
  inkray_fragment(LIGHTING Lighting)
  inkray_fragment(LIT LitVolume)
  inkray_fragment(DEAD_CONTROLS DeadControls)
  inkray_fragment(SETTINGS RayCastingSettings)
  inkray_fragment(REPORT Report)
  inkray_property_names(SETTINGS_NAMES Property SETTINGS)
  inkray_property_names(REPORT_NAMES Property REPORT)

  # Grids have a stock representation Volume, whose properties and widgets are ours as well.
  inkray_fragment(VOLUME_TYPES VolumeTypes)
  inkray_fragment(NAMES StockOpacity)
  inkray_fragment(VOLUME_RENDERING StockGroup)
  set(NAMES "<Property name=\"ScalarOpacityUnitDistance\" />")
  inkray_fragment(UNIT_DISTANCE_GROUP StockGroup)
  inkray_panel_group("Ray Casting" "" RAY_CASTING SETTINGS)
  set(report_table " panel_visibility=\"advanced\" panel_widget=\"frame_report\"")
  inkray_panel_group("Ray Casting Report" "${report_table}" REPORT)
  inkray_fragment(SHARED SharedWithVolume)
  inkray_fragment(GRIDS Type)

  # That of structured grids has no array for opacity; Solid Color needs one, which state files keep.
  set(groups "${GROUPS}")
  foreach(name IN ITEMS OpacityArrayName OpacityComponent)
    string(APPEND GROUPS "<Property name=\"${name}\" panel_visibility=\"never\" />\n")
  endforeach()
  inkray_fragment(STRUCTURED_GRIDS Type)
  set(GROUPS "${groups}")

  # Blocks of several kinds have none, so that they are exposed from ours.
  set(VISIBILITY " panel_visibility=\"advanced\"")
  inkray_fragment(opacity StockOpacity)
  set(LABEL "Volume Rendering")
  set(ATTRIBUTES)
  set(NAMES "<Property name=\"ScalarOpacityFunction\" />\n${opacity}")
  inkray_fragment(group PanelGroup)
  string(PREPEND GROUPS "${group}\n")
  set(SHARED)
  inkray_fragment(BLOCKS Type)
  inkray_add_xml(${NAME})
endfunction()

# Representation "Isosurface (Ray Cast)", for the files that begin with NAME.
function(inkray_isosurface_xml NAME)
  set(REPRESENTATION ${NAME}Representation)
  set(TYPE "Isosurface (Ray Cast)")
  set(PREFIX Isosurface)
  inkray_fragment(CASTING Casting)
  inkray_fragment(ISOSURFACES Isosurfaces)
  inkray_fragment(SETTINGS IsosurfaceSettings)
  inkray_fragment(REPORT Report)
  inkray_fragment(PROBE IsosurfaceProbe)
  inkray_fragment(PROBED ProbedSurface)
  inkray_fragment(AS_SURFACE AsSurface)
  inkray_fragment(LIGHTING Lighting)
  set(LIT)
  inkray_fragment(DEAD_CONTROLS DeadControls)
  set(OPACITY_DOCUMENTATION "Multiplies the opacity of each surface.")
  inkray_fragment(OPACITY Opacity)
  inkray_fragment(SOLID_COLOR SolidColor)
  inkray_fragment(AS_VOLUME AsVolume)
  inkray_fragment(CROPPING Cropping)
  inkray_fragment(BELOW_COLORING GroupBelowColoring)
  inkray_property_names(SETTINGS_NAMES Property SETTINGS)
  inkray_property_names(REPORT_NAMES Property REPORT)
  inkray_property_names(PROBE_NAMES Property PROBE PROBED)
  set(advanced " panel_visibility=\"advanced\"")
  inkray_panel_group("Isosurfaces" "" ISOSURFACES SETTINGS)
  inkray_panel_group("Isosurface Report" "${advanced} panel_widget=\"frame_report\"" REPORT)
  inkray_panel_group("Isosurface Probe" "${advanced}" PROBE)
  inkray_panel_group("Probed Surface" "${advanced} panel_widget=\"frame_report\"" PROBED)

  # Of representation Volume, which images have, the cropping alone is shared; the other names that both have come from the
  # surface.
  inkray_fragment(VOLUME_TYPES VolumeTypes)
  set(NAMES "<Property name=\"UseCropping\" />")
  inkray_fragment(CROPPING_GROUP StockGroup)
  inkray_property_names(exceptions Exception AS_SURFACE LIGHTING SOLID_COLOR OPACITY)
  set(SHARED "<ShareProperties subproxy=\"VolumeRepresentation\">\n<Exception name=\"Input\" />\n${exceptions}\n</ShareProperties>")
  inkray_fragment(UNIFORM_GRID Type)

  # Blocks and adaptive meshes have no representation with cropping, so that it is exposed from ours.
  set(SHARED)
  inkray_panel_group("Isosurface Cropping" "" CROPPING)
  inkray_fragment(BLOCKS Type)
  inkray_add_xml(${NAME})
endfunction()
