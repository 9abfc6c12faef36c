# SPDX-License-Identifier: BSD-3-Clause
# Where the plug-in is installed: as one folder among ParaView's own plug-ins, below any prefix. In the build
# it is in lib/InKRay. Sets `inkray_plugins`, the folder of plug-ins relative to the prefix. ParaView's own
# prefix is the default.
get_filename_component(paraview_prefix "${ParaView_PREFIX_PATH}" REALPATH)
get_filename_component(paraview_libraries "${ParaView_DIR}/../.." REALPATH)
file(RELATIVE_PATH inkray_plugins "${paraview_prefix}" "${paraview_libraries}/${PARAVIEW_PLUGIN_SUBDIR}")
if(CMAKE_INSTALL_PREFIX_INITIALIZED_TO_DEFAULT)
  set(CMAKE_INSTALL_PREFIX "${paraview_prefix}"
    CACHE PATH "ParaView's own prefix, where it looks for plug-ins" FORCE)
endif()

# inkray_install_plugin(): what this folder has built goes beside the plug-in.
function(inkray_install_plugin)
  # ParaView and VTK put them, in the build, where they install them.
  foreach(target IN ITEMS InKRay Filters Rendering Representations)
    set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib/InKRay")
  endforeach()
  foreach(target IN ITEMS InKRayFiltersPython InKRayRenderingPython InKRayRepresentationsPython)
    if(TARGET ${target})
      set_target_properties(${target}
        PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib/InKRay/inkray"
        INSTALL_RPATH "$ORIGIN/..")
    endif()
  endforeach()
  # Libraries are found beside themselves, so that the folder can be moved as a whole.
  set_target_properties(InKRay Filters Rendering Representations InKRayKernels
    PROPERTIES INSTALL_RPATH "$ORIGIN")
  install(TARGETS InKRayKernels LIBRARY DESTINATION "${inkray_plugins}/InKRay" COMPONENT plugin)
  install(FILES "${PROJECT_SOURCE_DIR}/Plugin/InKRay/inkray.plugins.xml"
    DESTINATION "${inkray_plugins}/InKRay" COMPONENT plugin)
endfunction()

# Manage Plugins lists what the file paraview.conf names, beside ParaView's programs or, in Debian from 13 on,
# beside the plug-ins. These names count for ParaView's own prefix; below another one, PV_PLUGIN_PATH leads to
# the plug-in.
get_filename_component(libraries_of_paraview "${inkray_plugins}" DIRECTORY)
set(shared_plugins "/usr/share/paraview/plugins")
set(conf "${paraview_prefix}/${libraries_of_paraview}/paraview.conf")
if(EXISTS "${conf}")
  file(STRINGS "${conf}" listed REGEX "^${shared_plugins}$")
  if(listed) # all plug-ins in this folder are listed
    file(RELATIVE_PATH target "${shared_plugins}" "/usr/${inkray_plugins}/InKRay")
    file(CREATE_LINK "${target}" "${CMAKE_CURRENT_BINARY_DIR}/InKRay.link" SYMBOLIC)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/InKRay.link" DESTINATION share/paraview/plugins RENAME InKRay
      COMPONENT plugin)
  endif()
else()
  # Debian 12 leaves paraview.conf out: no plug-in is listed, not even ParaView's own. A file that names other
  # plug-ins is left alone. The folder is named in full: ParaView finds nothing that is named relative to a
  # folder with ".." in it.
  set(folder "${paraview_prefix}/${inkray_plugins}")
  set(conf "${CMAKE_CURRENT_BINARY_DIR}/paraview.conf")
  file(WRITE "${conf}" "${folder}/paraview.plugins.xml\n${folder}/InKRay/inkray.plugins.xml\n")
  configure_file("${CMAKE_CURRENT_LIST_DIR}/InstallList.cmake.in" InstallList.cmake @ONLY)
  install(SCRIPT "${CMAKE_CURRENT_BINARY_DIR}/InstallList.cmake" COMPONENT plugin)
endif()
