# SPDX-License-Identifier: BSD-3-Clause
# Assembles the server manager XML of the representations from the table of options (Kernels/Options.cmake),
# the fragments in XML/Fragments/, and the groups of the panel and kinds of data in XML/Groups/. A property is
# defined in one row or fragment and named nowhere else. ParaView needs lists of names for every kind of data;
# this file makes the lists from the definitions.
include("${CMAKE_CURRENT_LIST_DIR}/OptionProperties.cmake")

include("${PROJECT_SOURCE_DIR}/Kernels/BlendModes.cmake")

# Replaces elements of fragments, in the text of a variable, by what they stand for:
# - ShownIf: the decorator that shows a widget or a group only while a property has a value. IfAll and IfAny
#   combine decorators.
# - Switch: a property that is on (1) or off (0).
# - ToldInt, ToldDouble, ToldString: a property that only informs.
# - OfInput: the data on which a domain depends.
# - Controls: a group of the panel, with properties of these names, that is shown under conditions.
function(inkray_expand variable)
  set(text "${${variable}}")
  set(decorator "PropertyWidgetDecorator type=")
  string(REPLACE "<ShownIf " "<${decorator}\"GenericDecorator\" mode=\"visibility\" " text "${text}")
  string(REPLACE "<IfAll>" "<${decorator}\"CompositeDecorator\"><Expression type=\"and\">" text "${text}")
  string(REPLACE "<IfAny>" "<${decorator}\"CompositeDecorator\"><Expression type=\"or\">" text "${text}")
  string(REGEX REPLACE "</If(All|Any)>" "</Expression></PropertyWidgetDecorator>" text "${text}")
  string(REGEX REPLACE "<Switch ([^>]*)>"
    "<IntVectorProperty \\1 number_of_elements=\"1\"><BooleanDomain name=\"bool\" />" text "${text}")
  string(REPLACE "</Switch>" "</IntVectorProperty>" text "${text}")
  string(REGEX REPLACE "<Told([A-Z][a-z]+) ([^>]*)>" "<Untraced\\1VectorProperty \\2 information_only=\"1\" \
si_class=\"vtkSI\\1VectorProperty\"><Simple\\1InformationHelper />" text "${text}")
  string(REGEX REPLACE "</Told([A-Z][a-z]+)>" "</Untraced\\1VectorProperty>" text "${text}")
  string(REPLACE "<OfInput />"
    "<RequiredProperties><Property function=\"Input\" name=\"Input\" /></RequiredProperties>" text "${text}")
  while(text MATCHES "<Controls ([^>]*) names=\"([^\"]*)\">")
    set(controls "${CMAKE_MATCH_0}")
    set(group "<PropertyGroup ${CMAKE_MATCH_1}>")
    string(REGEX REPLACE "[ \n]+" "\" />\n<Property name=\"" names "${CMAKE_MATCH_2}")
    string(REPLACE "${controls}" "${group}\n<Property name=\"${names}\" />\n<Hints>" text "${text}")
  endwhile()
  string(REPLACE "</Controls>" "</Hints></PropertyGroup>" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# Sets `variable` to the text of a fragment, with its @VARIABLES@ replaced (and inkray_expand).
function(inkray_fragment variable fragment)
  set(file "${CMAKE_CURRENT_SOURCE_DIR}/XML/Fragments/${fragment}.xml.in")
  if(NOT EXISTS "${file}")
    set(file "${CMAKE_CURRENT_SOURCE_DIR}/XML/Groups/${fragment}.xml.in")
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  file(READ "${file}" text)
  string(REGEX REPLACE "<!--([^-]|-[^-])*-->\n" "" text "${text}")
  string(CONFIGURE "${text}" text @ONLY)
  inkray_expand(text)
  string(STRIP "${text}" text)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# Sets `variable` to the texts of several fragments, in this order.
macro(inkray_fragments variable)
  set(${variable})
  foreach(fragment IN ITEMS ${ARGN})
    inkray_fragment(text ${fragment})
    string(APPEND ${variable} "${text}\n")
  endforeach()
endmacro()

# Sets `variable` to lines <ELEMENT name="..." />, one for each property that the texts in the variables ARGN
# define.
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

# Appends a group of the panel, with the properties that the texts in the variables ARGN define, to the list
# GROUPS.
macro(inkray_panel_group label attributes)
  set(LABEL "${label}")
  set(ATTRIBUTES "${attributes}")
  inkray_property_names(NAMES Property ${ARGN})
  inkray_fragment(group PanelGroup)
  string(APPEND GROUPS "${group}\n")
endmacro()

# Appends to SHARED: the plug-in's type shares the properties of another type of the display, if both have
# them. Not shared are Input, the names ARGN, and the names in the text `exceptions`.
macro(inkray_share subproxy)
  string(APPEND SHARED "<ShareProperties subproxy=\"${subproxy}\">\n<Exception name=\"Input\" />\n")
  foreach(name IN ITEMS ${ARGN})
    string(APPEND SHARED "<Exception name=\"${name}\" />\n")
  endforeach()
  string(APPEND SHARED "${exceptions}\n</ShareProperties>\n")
endmacro()

# Appends an extension of one of ParaView's displays to EXTENSIONS, with the texts in the variables ARGN. It
# adds the plug-in's type to the display's types.
macro(inkray_extend display)
  string(APPEND EXTENSIONS "<Extension name=\"${display}\">\n")
  foreach(text IN ITEMS ${ARGN})
    string(APPEND EXTENSIONS "${${text}}\n")
  endforeach()
  string(APPEND EXTENSIONS "</Extension>\n")
endmacro()

# The same for images and rectilinear grids. From ParaView 6.0 on, the latter have their own display. Earlier
# versions show them as images.
macro(inkray_extend_images)
  inkray_extend(UniformGridRepresentation ${ARGN})
  inkray_extend(RectilinearGridRepresentation ${ARGN})
endmacro()

# Makes NAMERepresentation.xml, and NAMETypes.xml with EXTENSIONS of ParaView's own definitions (see
# vtkRepresentationTypes). The texts in the variables ARGN define the properties of the representation.
# Without ARGN, XML/NAMERepresentation.xml.in defines the representation.
function(inkray_add_xml name)
  inkray_property_names(SETTINGS_NAMES Property CASTING SETTINGS SELECTS_PIXELS)
  inkray_property_names(REPORT_NAMES Property REPORT)
  set(PROPERTIES)
  foreach(text IN LISTS ARGN)
    string(APPEND PROPERTIES "${${text}}\n")
  endforeach()
  set(file "${name}")
  if(ARGN)
    set(file RayCast)
  endif()
  configure_file("XML/${file}Representation.xml.in" "${CMAKE_CURRENT_BINARY_DIR}/${name}Representation.xml"
    @ONLY)
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${name}Types.xml" @ONLY
    CONTENT "<ServerManagerConfiguration>\n<ProxyGroup name=\"representations\">
@EXTENSIONS@</ProxyGroup>\n</ServerManagerConfiguration>\n")
endfunction()

# Adds the definitions of all files ARGN to the module as one file, because ParaView rebuilds its menus,
# readers and prototypes after each file.
function(inkray_add_definitions)
  set(definitions)
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(READ "${file}" text)
    if(NOT text MATCHES "<ServerManagerConfiguration>\n(.*)</ServerManagerConfiguration>")
      message(FATAL_ERROR "InKRay: ${file} has no definitions")
    endif()
    # Join the lines of each text, because tool tips of ParaView 6.1 may show line breaks.
    string(REGEX REPLACE "([^>])\n +([^<])" "\\1 \\2" text "${CMAKE_MATCH_1}")
    string(APPEND definitions "${text}")
  endforeach()
  set(merged "${CMAKE_CURRENT_BINARY_DIR}/Representations.xml")
  file(CONFIGURE OUTPUT "${merged}"
    CONTENT "<ServerManagerConfiguration>\n@definitions@</ServerManagerConfiguration>\n" @ONLY)
  paraview_add_server_manager_xmls(XMLS "${merged}")
endfunction()

# Makes RepresentationTypesXML.h, with the text of NAMETypes.xml for each NAME of ARGN.
function(inkray_types_header)
  set(RAW_STRINGS)
  foreach(name IN LISTS ARGN)
    file(READ "${CMAKE_CURRENT_BINARY_DIR}/${name}Types.xml" text)
    string(APPEND RAW_STRINGS "R\"xml(${text})xml\",\n")
  endforeach()
  configure_file(XML/RepresentationTypesXML.h.in "${CMAKE_CURRENT_BINARY_DIR}/RepresentationTypesXML.h" @ONLY)
endfunction()

# Sets OF_TYPES to decorators, one for each type of ARGN, that show a group for this type.
macro(inkray_of_types)
  set(OF_TYPES)
  foreach(type IN ITEMS ${ARGN})
    string(APPEND OF_TYPES "<ShownIf property=\"Representation\" value=\"${type}\" />\n")
  endforeach()
endmacro()

# Sets `variable` to the condition that the type is none of ARGN.
function(inkray_not_of_types variable)
  set(decorators)
  foreach(type IN LISTS ARGN)
    string(APPEND decorators "<ShownIf property=\"Representation\" value=\"${type}\" inverse=\"1\" />\n")
  endforeach()
  set(${variable} "${decorators}" PARENT_SCOPE)
endfunction()

# Appends two groups "Isosurfaces" to GROUPS. The first is for all types that draw isosurfaces; it has the
# properties of ISOSURFACES and `casting`. The second is for the ray caster alone; it has early termination
# and the properties that the texts in the variables ARGN define.
macro(inkray_isosurface_groups)
  inkray_of_types("Isosurface (Ray Cast)" ${inkray_component_SURFACE_TYPES})
  inkray_property_names(NAMES Property ISOSURFACES casting)
  string(REGEX MATCH "<Property name=\"IsosurfaceEarlyTermination\" />" own "${NAMES}")
  string(REPLACE "${own}" "" NAMES "${NAMES}")
  set(LABEL "Isosurfaces")
  inkray_fragment(group GroupOfTypes)
  string(APPEND GROUPS "${group}\n")
  inkray_property_names(NAMES Property ${ARGN})
  string(PREPEND NAMES "${own}\n")
  set(ATTRIBUTES)
  inkray_fragment(group PanelGroup)
  string(APPEND GROUPS "${group}\n")
endmacro()

# Appends a group of the panel to GROUPS. It is shown for all OF_TYPES, and has the properties that the texts
# in the variables ARGN define.
macro(inkray_group_of_types label)
  set(LABEL "${label}")
  inkray_property_names(NAMES Property ${ARGN})
  inkray_fragment(group GroupOfTypes)
  string(APPEND GROUPS "${group}\n")
endmacro()

# Conditions that hide stock controls without an effect: for all our types, for the types of isosurfaces, and
# for the types of components.
inkray_not_of_types(NOT_FOR_US "Volume (Ray Cast)" "Isosurface (Ray Cast)" ${inkray_component_SURFACE_TYPES})
inkray_not_of_types(NOT_FOR_SURFACES "Isosurface (Ray Cast)" ${inkray_component_SURFACE_TYPES})
inkray_not_of_types(NOT_FOR_COMPONENTS ${inkray_component_SURFACE_TYPES})
inkray_fragment(CROPPING Cropping)
inkray_fragment(BLOCK_STYLES BlockStyles)
inkray_fragment(CROPPING_BOX CroppingBox)
inkray_fragment(THRESHOLD Threshold)
inkray_fragment(SLICES Slices)

# Sets the variables that all representations of volumes need. ARGN: the fragments of RAY_CASTING.
macro(inkray_volume_properties blend_mode)
  set(REPRESENTATION ${NAME}Representation)
  set(TYPE "Volume (Ray Cast)")
  set(PREFIX RayCast)
  set(BLEND_MODE ${blend_mode})
  set(SETTINGS_CLASS vtkTetRayCastSettings)
  inkray_fragments(RAY_CASTING ${ARGN})
  inkray_fragment(OPACITY Opacity)
  inkray_fragment(SOLID_COLOR SolidColor)
  inkray_fragment(SLICES_ALONE SlicesAlone)
  set(SURFACES ${PREFIX})
  set(OF_ARRAY "<Property function=\"ArraySelection\" name=\"ColorArrayName\" />")
  set(FIRST_SURFACES "none")
  set(FIRST_SURFACES_HINTS "<Hints><NoDefault /></Hints>")
  set(TABLE DoubleVectorProperty)
  inkray_fragments(ISOSURFACES Isosurfaces IsosurfaceColors)
  inkray_option_properties(SELECTS_PIXELS SelectsPixels)
endmacro()

# Appends the last groups of volumes to GROUPS: the report, and properties that the panel does not show.
macro(inkray_report_groups)
  set(report_table " panel_visibility=\"advanced\" panel_widget=\"frame_report\"")
  inkray_panel_group("Ray Casting Report" "${report_table}" REPORT)
  inkray_property_names(hidden Property SELECTS_PIXELS)
  string(APPEND GROUPS "${hidden}\n")
endmacro()

# Makes the XML of representation "Volume (Ray Cast)". Names of its proxies begin with NAME.
function(inkray_volume_xml NAME)
  string(CONCAT OPACITY_DOCUMENTATION "Multiplies the opacity function: with 0.5, every length of the volume "
    "absorbs half as much, as with twice the scalar opacity unit distance.")
  inkray_volume_properties(BlendMode VolumeDensity OpacityPreset VolumeMappers VolumeVectors VolumeShade
    GradientOpacity Transfer2D AverageRange)
  inkray_fragment(LIGHTING Lighting)
  inkray_fragment(LIT LitVolume)
  inkray_fragment(DEAD_CONTROLS DeadControls)
  inkray_option_properties(casting RayCast)
  inkray_option_properties(settings TetRayCast)
  set(SETTINGS "${casting}\n${settings}")
  inkray_fragments(REPORT MeanPathReport HistogramReport Report)

  # Grids have a stock representation Volume; ours shares its properties and widgets.
  inkray_fragment(VOLUME_TYPES VolumeTypes)
  inkray_fragment(NAMES StockOpacity)
  inkray_fragment(VOLUME_RENDERING StockGroup)
  set(NAMES "<Property name=\"ScalarOpacityUnitDistance\" />")
  inkray_fragment(UNIT_DISTANCE_GROUP StockGroup)
  inkray_panel_group("Ray Casting" "" RAY_CASTING SETTINGS)
  inkray_panel_group("Isosurfaces" "" ISOSURFACES)
  inkray_of_types("Volume (Ray Cast)" "Isosurface (Ray Cast)") # isosurfaces of meshes are cut, too
  inkray_group_of_types("Threshold" THRESHOLD)
  inkray_group_of_types("Slices" SLICES SLICES_ALONE)
  inkray_group_of_types("Cropping" CROPPING CROPPING_BOX)
  inkray_fragment(BOX_WIDGET BoxWidget)
  inkray_fragment(PLANE_WIDGET PlaneWidget)
  inkray_report_groups()
  # SelectMapper is not shared, because ParaView would push the name of its own mapper.
  inkray_share(VolumeRepresentation Visibility SelectMapper SamplingDimensions)
  inkray_fragment(GRIDS Type)
  inkray_extend(UnstructuredGridRepresentation GRIDS VOLUME_RENDERING DEAD_CONTROLS BOX_WIDGET PLANE_WIDGET)

  # The stock Volume of structured grids has no opacity array. Solid Color needs one; state files keep it.
  set(groups "${GROUPS}")
  foreach(name IN ITEMS OpacityArrayName OpacityComponent)
    string(APPEND GROUPS "<Property name=\"${name}\" panel_visibility=\"never\" />\n")
  endforeach()
  inkray_fragment(GRIDS Type)
  inkray_extend(StructuredGridRepresentation GRIDS UNIT_DISTANCE_GROUP DEAD_CONTROLS BOX_WIDGET PLANE_WIDGET)
  set(GROUPS "${groups}")

  # Blocks of several kinds have no stock Volume, so that our representation exposes these properties.
  set(VISIBILITY " panel_visibility=\"advanced\"")
  inkray_fragment(opacity StockOpacity)
  set(LABEL "Volume Rendering")
  set(ATTRIBUTES)
  set(NAMES "<Property name=\"ScalarOpacityFunction\" />\n${opacity}")
  inkray_fragment(group PanelGroup)
  string(PREPEND GROUPS "${group}\n")
  set(SHARED)
  inkray_fragment(BLOCKS Type)
  inkray_extend(GeometryRepresentation BLOCKS DEAD_CONTROLS BOX_WIDGET PLANE_WIDGET)
  set(SUBJECT "Volume rendering of unstructured grids")
  string(CONCAT BASE "si_class=\"vtkSIUnstructuredGridVolumeRepresentationProxy\" "
    "base_proxygroup=\"representations\" base_proxyname=\"UnstructuredGridVolumeRepresentation\"")
  inkray_add_xml(${NAME} RAY_CASTING SOLID_COLOR OPACITY LIGHTING THRESHOLD ISOSURFACES BLOCK_STYLES CROPPING
    CROPPING_BOX SLICES SLICES_ALONE)
endfunction()

# Makes the XML of representation "Volume (Ray Cast)" of images. Names that representation Volume has, too,
# come from the superclass, and the two types share the values.
function(inkray_grid_volume_xml NAME)
  set(OPACITY_DOCUMENTATION "Multiplies the light that every length of the volume absorbs.")
  inkray_volume_properties(RayCastBlendMode VolumeDensity OpacityPreset VolumeVectors GradientOpacity
    AverageRange)
  inkray_option_properties(SETTINGS RayCast)
  foreach(name IN ITEMS SmoothCells DrawNaN GPUMemory PickOpacity)
    inkray_option_property(property TetRayCast ${name})
    string(APPEND SETTINGS "\n${property}")
  endforeach()
  inkray_fragments(REPORT HistogramReport Report)
  inkray_panel_group("Ray Casting" "" RAY_CASTING SETTINGS)
  inkray_panel_group("Isosurfaces" "" ISOSURFACES)
  inkray_of_types("Volume (Ray Cast)")
  inkray_group_of_types("Threshold" THRESHOLD)
  inkray_group_of_types("Slices" SLICES SLICES_ALONE)
  inkray_fragment(PLANE_WIDGET PlaneWidget)
  inkray_report_groups()
  set(SHARED) # with the type of isosurfaces: the cropping box, but not what cuts meshes alone there
  inkray_property_names(exceptions Exception THRESHOLD SLICES)
  inkray_share(VolumeRepresentation Visibility)
  inkray_share(IsosurfaceRayCastRepresentation Visibility)
  inkray_fragment(GRIDS Type)
  set(MORE_TYPES)
  inkray_fragment(VOLUME_TYPES VolumeTypes)
  inkray_fragment(NAMES StockOpacity)
  foreach(name IN ITEMS UseTransfer2D TransferFunction2D Shade)
    string(APPEND NAMES "\n<Property name=\"${name}\" />")
  endforeach()
  inkray_fragment(VOLUME_RENDERING StockGroup)
  inkray_extend_images(GRIDS VOLUME_RENDERING PLANE_WIDGET)
  set(SUBJECT "Volume rendering of image data and rectilinear grids")
  set(BASE "base_proxygroup=\"representations\" base_proxyname=\"UniformGridVolumeRepresentation\"")
  inkray_add_xml(${NAME} RAY_CASTING SOLID_COLOR OPACITY THRESHOLD ISOSURFACES CROPPING_BOX SLICES
    SLICES_ALONE)
endfunction()

# Sets the variables that all representations of isosurfaces need: the table of surfaces and their array.
macro(inkray_isosurfaces)
  set(PREFIX Isosurface)
  inkray_option_properties(casting RayCast)
  inkray_option_properties(settings IsosurfaceRayCast)
  string(APPEND casting "\n${settings}")
  set(SURFACES)
  string(CONCAT OF_ARRAY "<Property function=\"ArraySelection\" name=\"IsosurfaceArray\" />\n"
    "<Property function=\"ComponentSelection\" name=\"IsosurfaceComponent\" />")
  set(FIRST_SURFACES "one, in the middle of the array's range")
  set(FIRST_SURFACES_HINTS)
  set(TABLE IsosurfaceTableVectorProperty)
  inkray_fragments(ISOSURFACES Isosurfaces IsosurfaceArray)
endmacro()

# Makes the XML of representation "Isosurface (Ray Cast)".
function(inkray_isosurface_xml NAME)
  set(REPRESENTATION ${NAME}Representation)
  set(TYPE "Isosurface (Ray Cast)")
  set(SETTINGS_CLASS vtkIsosurfaceRayCastSettings)
  inkray_isosurfaces()
  inkray_option_properties(methods IsosurfaceMethods)
  set(SETTINGS "${casting}\n${methods}")
  inkray_fragments(REPORT HistogramReport Report)
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
  inkray_fragment(BELOW_COLORING GroupBelowColoring)
  inkray_property_names(PROBE_NAMES Property PROBE PROBED)
  set(advanced " panel_visibility=\"advanced\"")

  # Isosurfaces of meshes and of blocks of several kinds share the properties that cut their volumes.
  inkray_share(TetRayCastRepresentation Visibility)
  set(with_volume "${SHARED}")
  inkray_isosurface_groups()
  inkray_panel_group("Isosurface Report" "${advanced} panel_widget=\"frame_report\"" REPORT)
  inkray_fragment(GRIDS Type)

  # Images also have methods and the probe.
  set(GROUPS)
  inkray_isosurface_groups(methods)
  inkray_panel_group("Isosurface Report" "${advanced} panel_widget=\"frame_report\"" REPORT)
  inkray_panel_group("Isosurface Probe" " panel_visibility=\"never\"" PROBE PROBED) # for scripts

  # Images have a stock representation Volume; only its cropping is shared. Other names that both
  # representations have come from the surface. The controls of cropping are the same as those of the
  # plug-in's volume.
  set(mine "${GROUPS}")
  inkray_of_types("Volume (Ray Cast)" "${TYPE}")
  inkray_fragment(BOX_WIDGET BoxWidget)
  inkray_fragment(STOCK_BOX_WIDGET StockBoxWidget)
  inkray_group_of_types("Volume Rendering" CROPPING_BOX)
  set(MORE_TYPES "${OF_TYPES}")
  inkray_fragment(VOLUME_TYPES VolumeTypes)
  set(NAMES "<Property name=\"UseCropping\" />")
  inkray_fragment(USE_CROPPING StockGroup)
  inkray_property_names(exceptions Exception AS_SURFACE LIGHTING SOLID_COLOR OPACITY)
  set(SHARED)
  inkray_share(VolumeRepresentation)
  inkray_fragment(UNIFORM_GRID Type)
  inkray_extend_images(UNIFORM_GRID BELOW_COLORING USE_CROPPING DEAD_CONTROLS BOX_WIDGET STOCK_BOX_WIDGET)
  inkray_extend(UnstructuredGridRepresentation GRIDS BELOW_COLORING)
  inkray_extend(StructuredGridRepresentation GRIDS BELOW_COLORING)

  # Adaptive meshes (AMR), of which each grid is drawn where no finer grid covers it, have no stock
  # representation with cropping, so that ours exposes the cropping.
  set(SHARED)
  set(GROUPS "${mine}")
  inkray_group_of_types("Cropping" CROPPING CROPPING_BOX)
  inkray_fragment(AMR Type)

  # Blocks that are images or meshes are drawn.
  set(SHARED "${with_volume}")
  set(GROUPS "${mine}")
  inkray_fragment(BLOCKS Type)
  inkray_extend(GeometryRepresentation BLOCKS BELOW_COLORING)
  inkray_extend(AMRRepresentation AMR BELOW_COLORING DEAD_CONTROLS BOX_WIDGET)
  set(SUBJECT "Isosurfaces of image data, rectilinear grids and meshes")
  set(TYPE_HINT "<RepresentationType text=\"${TYPE}\" />")
  set(OR_BLOCKS ", or a composite data set of them")
  inkray_fragment(INPUT IsosurfaceInput)
  inkray_fragment(PROBE_PROXY ProbeProxy)
  inkray_fragment(PROBE_SUBPROXY ProbeSubProxy)
  inkray_add_xml(${NAME} INPUT SOLID_COLOR OPACITY AS_SURFACE LIGHTING BLOCK_STYLES CROPPING CROPPING_BOX
    THRESHOLD SLICES AS_VOLUME ISOSURFACES)
endfunction()
