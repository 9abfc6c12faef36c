# SPDX-License-Identifier: BSD-3-Clause
# Reads the rows of the table of options (Options.cmake), and writes the header OptionFields.h from them.
#
# inkray_option(CLASS NAME TYPE DEFAULT ...) adds a row. These arguments are optional:
#   RANGE low high            SetNAME clamps the number to it; an end may be a limit of VTK, as VTK_INT_MAX
#   CHOICES ENUMERATOR "Text" ...   values of a choice, numbered from 0; the panel shows the texts
#   FRAME STRUCT[.field] ...  structs of the kernels with this option; the field is the name unless given
#   CALLED "noun"             kernels refuse a number beyond RANGE, with a message that begins with the noun
#   PROPERTY name ["Label"]   ParaView's property; without one, other code sets the option
#   HELP "Sentences."         the property's tool tip. Texts and HINTS may go over several lines.
#   SLIDER low high           the range that the panel offers, if it differs from RANGE
#   ADVANCED or HIDDEN, WIDGET name, SHOWN_FOR property "values", HINTS "<XML>"    how the panel shows it
#   GROUP name                the list of properties that holds the option; default: CLASS
#   PYTHON CLASS[=default] ...    the classes of the wheel that have the option as an attribute
#   PYTHON_HELP "words"       its line in the documentation of these classes
#   WORDS word ...            the values of a choice in Python
#
# CLASS is the name of a settings class without "vtk" and "Settings". A row produces VTK's SetNAME, GetNAME,
# PrintSelf and copies, ParaView's property with the command SetNAME, the copy into the options of kernels,
# and Python's attributes. TYPE is bool (with NAMEOn and NAMEOff), int, float, double, choice, string, path
# (of a file), or doubleN for N numbers.
set(INKRAY_OPTION_CLASSES)

# Adds a row: sets the caller's variables CLASS_NAME_KEY, and appends NAME to the list CLASS_OPTIONS.
function(inkray_option class name type default)
  set(one GROUP HELP WIDGET HINTS CALLED PYTHON_HELP)
  set(many RANGE SLIDER CHOICES FRAME PROPERTY SHOWN_FOR PYTHON WORDS)
  set(switches ADVANCED HIDDEN)
  cmake_parse_arguments(PARSE_ARGV 4 row "${switches}" "${one}" "${many}")
  foreach(text IN ITEMS HELP HINTS PYTHON_HELP)
    string(REGEX REPLACE "[ \n]+" " " row_${text} "${row_${text}}")
  endforeach()
  set(row_TYPE ${type})
  set(row_DEFAULT "${default}")
  if(NOT row_GROUP)
    set(row_GROUP ${class})
  endif()
  if(NOT row_SLIDER)
    set(row_SLIDER ${row_RANGE})
  endif()
  set(problem)
  if(row_UNPARSED_ARGUMENTS OR row_KEYWORDS_MISSING_VALUES)
    set(problem "does not know ${row_UNPARSED_ARGUMENTS} ${row_KEYWORDS_MISSING_VALUES}")
  elseif(NOT type MATCHES "^(bool|int|float|double[0-9]*|choice|string|path)$")
    set(problem "has the unknown type ${type}")
  elseif(type STREQUAL "choice" AND NOT row_CHOICES)
    set(problem "is a choice without CHOICES")
  elseif(row_PROPERTY AND NOT row_HELP)
    set(problem "is a property of ParaView without HELP")
  elseif(row_PYTHON AND NOT row_PYTHON_HELP)
    set(problem "is an attribute in Python without PYTHON_HELP")
  elseif(row_CALLED AND NOT row_RANGE)
    set(problem "is checked without a RANGE")
  endif()
  if(problem)
    message(FATAL_ERROR
      "InKRay: option ${name} of ${class} ${problem}; Kernels/OptionTable.cmake says what a row has")
  endif()
  foreach(key IN LISTS one many switches ITEMS TYPE DEFAULT)
    set(${class}_${name}_${key} "${row_${key}}" PARENT_SCOPE)
  endforeach()
  list(APPEND ${class}_OPTIONS ${name})
  set(${class}_OPTIONS ${${class}_OPTIONS} PARENT_SCOPE)
  list(APPEND INKRAY_OPTION_CLASSES ${class})
  list(REMOVE_DUPLICATES INKRAY_OPTION_CLASSES)
  set(INKRAY_OPTION_CLASSES ${INKRAY_OPTION_CLASSES} PARENT_SCOPE)
endfunction()

# Sets `variable` to a number of the table as a C++ literal.
function(inkray_option_literal variable type number)
  if(type MATCHES "^(float|double)" AND NOT number MATCHES "^VTK_")
    if(number MATCHES "^-?[0-9]+$")
      string(APPEND number ".0")
    endif()
    if(type STREQUAL "float")
      string(APPEND number "f")
    endif()
  endif()
  set(${variable} "${number}" PARENT_SCOPE)
endfunction()

# Sets `variable` to the name in the style of Python: EarlyTermination becomes early_termination.
function(inkray_option_words variable name)
  string(REGEX REPLACE "([a-z])([A-Z])" "\\1_\\2" words "${name}")
  string(TOLOWER "${words}" words)
  set(${variable} ${words} PARENT_SCOPE)
endfunction()

# Sets `variable` to a list of entries "STRUCT,field,CLASS,NAME", one for each struct in the FRAME of a row.
function(inkray_option_fields variable)
  set(fields)
  foreach(class IN LISTS INKRAY_OPTION_CLASSES)
    foreach(name IN LISTS ${class}_OPTIONS)
      foreach(frame IN LISTS ${class}_${name}_FRAME)
        string(SUBSTRING ${name} 0 1 first)
        string(TOLOWER ${first} first)
        string(SUBSTRING ${name} 1 -1 field)
        string(PREPEND field ${first})
        if(frame MATCHES "^(.*)\\.(.*)$")
          set(frame ${CMAKE_MATCH_1})
          set(field ${CMAKE_MATCH_2})
        endif()
        list(APPEND fields ${frame},${field},${class},${name})
      endforeach()
    endforeach()
  endforeach()
  set(${variable} ${fields} PARENT_SCOPE)
endfunction()

# Writes OptionFields.h: the fields of each struct of options, for code that copies, checks or binds them.
function(inkray_write_option_fields file)
  inkray_option_fields(fields)
  set(structs)
  foreach(row IN LISTS fields)
    string(REPLACE "," ";" row ${row})
    list(GET row 0 struct)
    list(GET row 1 field)
    list(GET row 2 class)
    list(GET row 3 name)
    list(APPEND structs ${struct})
    inkray_option_words(words ${name})
    string(APPEND ${struct}_FIELDS " \\\n  ROW(${field}, ${name}, ${words})")
    set(called "${${class}_${name}_CALLED}")
    if(called)
      list(GET ${class}_${name}_RANGE 0 low)
      list(GET ${class}_${name}_RANGE 1 high)
      string(APPEND ${struct}_RANGES
        " \\\n  ROW(${field}, ${low}, ${high}, \"${called} is not between ${low} and ${high}\")")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES structs)
  set(text "// Made of the rows of Kernels/Options.cmake that have FRAME.\n#pragma once\n")
  foreach(struct IN LISTS structs)
    string(APPEND text "\n/// ROW(field, Name of the option, name_in_python) for each option of ${struct}.\n"
      "#define INKRAY_FIELDS_${struct}(ROW)${${struct}_FIELDS}\n"
      "/// ROW(field, least, greatest, message) for those that are checked.\n"
      "#define INKRAY_RANGES_${struct}(ROW)${${struct}_RANGES}\n")
  endforeach()
  file(CONFIGURE OUTPUT "${file}" CONTENT "@text@" @ONLY)
endfunction()
