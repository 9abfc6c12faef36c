# SPDX-License-Identifier: BSD-3-Clause
# Installs the plug-in as one folder among ParaView's own plug-ins, below any prefix; ParaView's own prefix is
# the default. Sets `inkray_plugins`, the folder of plug-ins relative to the prefix. In the build the plug-in
# is in lib/InKRay.
get_filename_component(paraview_prefix "${ParaView_PREFIX_PATH}" REALPATH)
get_filename_component(paraview_libraries "${ParaView_DIR}/../.." REALPATH)
file(RELATIVE_PATH inkray_plugins "${paraview_prefix}" "${paraview_libraries}/${PARAVIEW_PLUGIN_SUBDIR}")
if(CMAKE_INSTALL_PREFIX_INITIALIZED_TO_DEFAULT)
  set(CMAKE_INSTALL_PREFIX "${paraview_prefix}"
    CACHE PATH "ParaView's own prefix, where it looks for plug-ins" FORCE)
endif()

# inkray_install_plugin(): installs the libraries of this folder beside the plug-in.
function(inkray_install_plugin)
  # By default, ParaView and VTK mirror the installed layout in the build.
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
  # Each library searches its own folder for the others, so that the folder can be moved as a whole.
  set_target_properties(InKRay Filters Rendering Representations InKRayKernels
    PROPERTIES INSTALL_RPATH "$ORIGIN")
  install(TARGETS InKRayKernels LIBRARY DESTINATION "${inkray_plugins}/InKRay" COMPONENT plugin)
  install(FILES "${PROJECT_SOURCE_DIR}/Plugin/InKRay/inkray.plugins.xml"
    DESTINATION "${inkray_plugins}/InKRay" COMPONENT plugin)
endfunction()

# Manage Plugins lists the plug-ins that the file paraview.conf names. The file is beside ParaView's programs
# or, in Debian from 13 on, beside the plug-ins. It is used only in ParaView's own prefix; below another
# prefix, PV_PLUGIN_PATH must name the plug-in's folder.
get_filename_component(libraries_of_paraview "${inkray_plugins}" DIRECTORY)
set(shared_plugins "/usr/share/paraview/plugins")
set(conf "${paraview_prefix}/${libraries_of_paraview}/paraview.conf")
if(EXISTS "${conf}")
  file(STRINGS "${conf}" listed REGEX "^${shared_plugins}$")
  if(listed) # paraview.conf lists all plug-ins in the shared folder
    file(RELATIVE_PATH target "${shared_plugins}" "/usr/${inkray_plugins}/InKRay")
    file(CREATE_LINK "${target}" "${CMAKE_CURRENT_BINARY_DIR}/InKRay.link" SYMBOLIC)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/InKRay.link" DESTINATION share/paraview/plugins RENAME InKRay
      COMPONENT plugin)
  endif()
else()
  # Debian 12 has no paraview.conf, so that no plug-in is listed, not even ParaView's own. Write the file
  # unless an existing one names other plug-ins. The paths are absolute, because ParaView finds no file by a
  # path relative to a folder with ".." in it.
  set(folder "${paraview_prefix}/${inkray_plugins}")
  set(conf "${CMAKE_CURRENT_BINARY_DIR}/paraview.conf")
  file(WRITE "${conf}" "${folder}/paraview.plugins.xml\n${folder}/InKRay/inkray.plugins.xml\n")
  configure_file("${CMAKE_CURRENT_LIST_DIR}/InstallList.cmake.in" InstallList.cmake @ONLY)
  install(SCRIPT "${CMAKE_CURRENT_BINARY_DIR}/InstallList.cmake" COMPONENT plugin)
endif()
