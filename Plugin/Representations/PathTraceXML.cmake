# SPDX-License-Identifier: BSD-3-Clause
# Makes the XML of representation "Isosurface (Path Traced)" from the files that begin with NAME. It shares
# the surfaces, array and device of "Isosurface (Ray Cast)".
function(inkray_path_trace_xml NAME)
  set(REPRESENTATION ${NAME}Representation)
  set(TYPE "Isosurface (Path Traced)")
  inkray_isosurfaces()
  set(CASTING "${casting}")
  inkray_option_properties(SETTINGS PathTrace)
  inkray_fragment(REFINING PathTraceRefining)
  inkray_fragment(UNFINISHED PathTraceUnfinished)
  set(PREFIX PathTrace)
  inkray_fragment(histogram_report HistogramReport)
  inkray_fragment(frame_report Report)
  set(REPORT "${histogram_report}\n${frame_report}")
  inkray_fragment(AS_SURFACE AsSurface)
  set(OPACITY_DOCUMENTATION "Multiplies the opacity of each surface.")
  inkray_fragment(OPACITY Opacity)
  inkray_fragment(SOLID_COLOR SolidColor)
  inkray_fragment(VOLUME_FUNCTIONS VolumeFunctions)
  string(CONCAT SHARED "<ShareProperties subproxy=\"IsosurfaceRayCastRepresentation\">\n"
    "<Exception name=\"Input\" />\n"
    "<Exception name=\"Visibility\" />\n</ShareProperties>")
  # Share the functions of representation Volume. Other names in both representations come from the surface.
  inkray_property_names(exceptions Exception AS_SURFACE SOLID_COLOR OPACITY)
  string(APPEND SHARED "\n<ShareProperties subproxy=\"VolumeRepresentation\">\n<Exception name=\"Input\" />\n"
    "${exceptions}\n</ShareProperties>")
  inkray_panel_group("Path Tracing" "" SETTINGS)
  inkray_panel_group("Path Tracing Report" " panel_visibility=\"advanced\" panel_widget=\"frame_report\""
    REPORT)
  inkray_property_names(UNFINISHED_NAMES Property UNFINISHED)
  inkray_property_names(hidden Property REFINING UNFINISHED)
  string(APPEND GROUPS "${hidden}\n")
  inkray_fragment(PATH_TRACED Type)
  inkray_fragment(VOLUME_TYPES VolumeOrPathTraced)
  set(NAMES "<Property name=\"ScalarOpacityUnitDistance\" />")
  inkray_fragment(group StockGroup)
  string(APPEND PATH_TRACED "\n${group}")
  inkray_add_xml(${NAME})
endfunction()
inkray_path_trace_xml(IsosurfacePathTrace)
