#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Play recorded events in ParaView's window and compare the view with a baseline: gui_test.sh PARAVIEW
# PLUGIN_FOLDER EVENTS.xml.in BASELINE.png OUTPUT_FOLDER COMPARE [CHECK.py ARG...]
#
# CHECK.py gets a file with a line for each frame that the view has drawn, and the arguments. The script
# record_frames.py writes the file, or another script that INKRAY_TEST_SCRIPT names.
#
# These words in the events are replaced:
#   @DEVICE@      CPU or CUDA, as INKRAY_TEST_DEVICE says
#   @PLUGIN@      the plug-in's file; the events then have to load the plug-in
#   @PANEL@       the panel "Properties"
#   @CONTENTS@    the widget in the panel that holds the next three
#   @SOURCE@      the properties of the source
#   @DISPLAY@     the properties of the representation
#   @HEADER@      the line above the properties of the representation
#   @COLORS@      the editor in the panel "Color Map Editor"
#   @VIEWS@       the widget that holds the views
#   @VIEW@        the first view
#   @EMPTY_VIEW@  the buttons of an empty view
# An element that begins with @SINCE 6.0@ or @BEFORE 6.0@ is played from that version of ParaView on, or
# before it. INKRAY_TEST_PARAVIEW is the version that plays. INKRAY_TEST_WINDOW is the size and place of the
# window, such as 1000x750+0+0.
#
# ParaView gets the name of a baseline that does not exist. If all events were played, and only then, it
# leaves the picture in the output folder and ends with 1. COMPARE, compare_pictures of the build, then
# compares the picture by the rule of all pictures, except that no pixel may be lost: an isovalue of 203 in
# place of 200 changes only few pixels. INKRAY_BASELINE_CANDIDATES is a folder to which the picture is copied.
set -eu
paraview=$1 plugin=$2 events=$3 baseline=$(realpath "$4") output=$5 compare=$6
name=$(basename "$baseline" .png)
shift 6
folder=$(mktemp -d) # Qt needs a private folder
trap 'rm -rf "$folder"' EXIT
tests=$(dirname "$(realpath "$0")")
export XDG_RUNTIME_DIR=$folder HOME=$folder PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$tests/../../Python:$tests
# for_version: leaves out elements for other versions of ParaView.
for_version() {
  awk -v now="${INKRAY_TEST_PARAVIEW:-}" '
    function number(version, parts) { split(version, parts, "."); return 1000 * parts[1] + parts[2] }
    left_out { left_out = !/\/>/; next }
    match($0, /@(SINCE|BEFORE) [0-9.]+@/) {
      split(substr($0, RSTART + 1, RLENGTH - 2), said, " ")
      if ((number(now) >= number(said[2])) != (said[1] == "SINCE")) { left_out = !/\/>/; next }
      $0 = substr($0, 1, RSTART - 1) substr($0, RSTART + RLENGTH)
    }
    { print }'
}
panel=pqClientMainWindow/propertiesDock/propertiesPanel
contents=$panel/scrollArea/qt_scrollarea_viewport/scrollAreaWidgetContents
colors=pqClientMainWindow/colorMapEditorDock/colorMapEditorPanel/${contents#"$panel"/}
colors+=/PropertiesFrame/Properties/ColorOpacityEditor
views=pqClientMainWindow/centralwidget/MultiViewWidget/CoreWidget/qt_tabwidget_stackedwidget/MultiViewWidget1
views+=/Container
view=$views/Frame.0/CentralWidgetFrame/Viewport/1QVTKOpenGLNativeWidget0
empty_view=EmptyView/scrollArea/qt_scrollarea_viewport/widgetFoo/ConvertActionsFrame
# Two names change with ParaView 5.13: the filter GLOBAL_IDS, and the control that switches on a 2D transfer
# function. The Color Map Editor of 5.13 has its button for ParaView's own volumes alone.
if [ "$(printf '%s\n' 5.13 "$INKRAY_TEST_PARAVIEW" | sort -V | head -n 1)" = 5.13 ]; then
  differing=(-e s/@GLOBAL_IDS@/GlobalPointAndCellIds/
    -e "s#@USE_2D@#$contents/DisplayFrame/ProxyPanel/UseTransfer2D/CheckBox#")
else
  differing=(-e s/@GLOBAL_IDS@/GenerateGlobalIds/ -e "s#@USE_2D@#$colors/Use2DTransferFunction#")
fi
# INKRAY_TEST_HELP is 0 where the plug-in was built without its pages of help.
if [ "${INKRAY_TEST_HELP:-1}" = 0 ]; then
  differing+=(-e /@WITH_HELP@/d)
fi
sed "${differing[@]}" -e s/@WITH_HELP@// -e "s/@DEVICE@/${INKRAY_TEST_DEVICE^^}/" -e "s#@PANEL@#$panel#g" \
  -e "s#@SOURCE@#$contents/PropertiesFrame/ProxyPanel#g" \
  -e "s#@DISPLAY@#$contents/DisplayFrame/ProxyPanel#g" -e "s#@HEADER@#$contents/DisplayButtons#g" \
  -e "s#@COLORS@#$colors#g" -e "s#@VIEW@#$view#g" -e "s#@VIEWS@#$views#g" -e "s#@CONTENTS@#$contents#g" \
  -e "s#@EMPTY_VIEW@#$empty_view#" \
  -e "s#@PLUGIN@#$plugin/InKRay.so#" "$events" | for_version >"$folder/$name.xml"
load=("--plugin-search-paths=$plugin" --plugins=InKRay)
if grep -q @PLUGIN@ "$events"; then
  load=()
fi

# Use the same initial colors in every version. Record frames if a check is named.
printf '%s\n' 'import first_colors' 'first_colors.use()' >"$folder/start.py"
if [ $# -gt 0 ]; then
  export INKRAY_TEST_FRAMES=$folder/frames
  cat "$tests/${INKRAY_TEST_SCRIPT:-record_frames.py}" >>"$folder/start.py"
fi

rm -f "$output/$name".*
status=0
"$paraview" --dr "--script=$folder/start.py" "${load[@]}" --test-directory="$output" \
  --test-script="$folder/$name.xml" --test-baseline="$folder/none/$name.png" --test-threshold=0 --exit \
  ${INKRAY_TEST_WINDOW:+-geometry "$INKRAY_TEST_WINDOW"} || status=$?
if [ ! -e "$output/$name.png" ] || [ $status -gt 1 ]; then
  echo "ParaView's window ended with $status;" \
    "its picture is written where all events could be played: $output/$name.png"
  exit 1
fi
if [ -n "${INKRAY_BASELINE_CANDIDATES:-}" ]; then
  cp "$output/$name.png" "$INKRAY_BASELINE_CANDIDATES/"
fi
"$compare" "$output/$name.png" "$baseline" "$output/$name" 0
if [ $# -gt 0 ]; then
  check=$1
  shift
  python3 -B "$check" "$INKRAY_TEST_FRAMES" "$@"
fi
