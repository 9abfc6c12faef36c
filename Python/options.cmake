# SPDX-License-Identifier: BSD-3-Clause
# Writes the module inkray.options. It has an attribute for each row of Kernels/Options.cmake with PYTHON.

# Sets `variable` to the Python expression for an option: a check of settings.py that gets the default value.
function(inkray_option_setting variable class name default)
  set(type ${${class}_${name}_TYPE})
  if(type STREQUAL "choice")
    set(words ${${class}_${name}_WORDS})
    if(default MATCHES "^[0-9]+$")
      list(GET words ${default} default)
    endif()
    list(REMOVE_ITEM words ${default})
    list(JOIN words "\", \"" others)
    set(${variable} "choice(\"${default}\", \"${others}\")" PARENT_SCOPE)
    return()
  elseif(type STREQUAL "bool")
    set(check switch)
    if(default MATCHES "^(0|False)$")
      set(default False)
    else()
      set(default True)
    endif()
  elseif("${${class}_${name}_RANGE}" STREQUAL "0;1")
    set(check fraction)
    inkray_option_literal(default double ${default})
  else()
    message(FATAL_ERROR "InKRay: option ${name} of ${class} has PYTHON: "
      "it has to be a choice, a switch, or a number from 0 to 1")
  endif()
  set(${variable} "${check}(${default})" PARENT_SCOPE)
endfunction()

function(inkray_write_python_options file)
  set(owners)
  foreach(class IN LISTS INKRAY_OPTION_CLASSES)
    foreach(name IN LISTS ${class}_OPTIONS)
      foreach(owner IN LISTS ${class}_${name}_PYTHON)
        set(default "${${class}_${name}_DEFAULT}")
        if(owner MATCHES "^(.*)=(.*)$")
          set(owner ${CMAKE_MATCH_1})
          set(default ${CMAKE_MATCH_2})
        endif()
        list(APPEND owners ${owner})
        inkray_option_setting(setting ${class} ${name} ${default})
        inkray_option_words(keyword ${name})
        set(value "self.${keyword}")
        set(annotation)
        if(${class}_${name}_TYPE STREQUAL "choice")
          list(JOIN ${class}_${name}_WORDS "\", \"" words)
          set(value "(\"${words}\").index(self.${keyword})")
          set(annotation ": Setting[Literal[\"${words}\"], Literal[\"${words}\"]]")
        endif()
        string(APPEND ${owner}_HELP "        ${keyword}: ${${class}_${name}_PYTHON_HELP}\n")
        string(APPEND ${owner}_SETTINGS "    ${keyword}${annotation} = ${setting}\n")
        string(APPEND ${owner}_GIVE "        frame.${keyword} = ${value}\n")
      endforeach()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES owners)
  set(text "# SPDX-License-Identifier: BSD-3-Clause
\"\"\"Attributes of volumes and of Isosurface that are options of the kernels.

Made of Kernels/Options.cmake.\"\"\"

from typing import Any, Literal

from .settings import Fixed, Setting, choice, fraction, switch
")
  foreach(owner IN LISTS owners)
    string(APPEND text "\n
class ${owner}Options(Fixed):
    \"\"\"
${${owner}_HELP}    \"\"\"

${${owner}_SETTINGS}
    def _give(self, frame: Any) -> None:
        \"\"\"Set the options of a frame.\"\"\"
${${owner}_GIVE}")
  endforeach()
  file(CONFIGURE OUTPUT "${file}" CONTENT "@text@" @ONLY)
endfunction()
