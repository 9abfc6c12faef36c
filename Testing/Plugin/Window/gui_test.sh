#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Play files of events in one window of ParaView, and compare the view after each with a baseline:
# gui_test.sh PARAVIEW PLUGIN_FOLDER FILES OUTPUT_FOLDER COMPARE [CHECK.py ARG...]
#
# FILES are names in the folder Events, with commas between them; play.py explains them. After a file,
# ParaView deletes all data, views and color maps. OUTPUT_FOLDER gets the pictures. COMPARE (compare_pictures
# of the build) compares them with Baselines/GuiFILE.png by the rule of all pictures, except that no pixel may
# be lost: an isovalue of 203 in place of 200 changes only few pixels. INKRAY_BASELINE_CANDIDATES is a folder
# to which the pictures are copied.
#
# CHECK.py gets a file with a line for each frame that the view has drawn, and the arguments. The script
# record_frames.py writes the file, or another script that INKRAY_TEST_SCRIPT names.
#
# INKRAY_TEST_PARAVIEW is the version that plays. INKRAY_TEST_WINDOW is the size and place of the window, such
# as 1000x750+0+0. INKRAY_TEST_HELP is 0 where the plug-in was built without its pages of help. The file
# LatePlugin loads the plug-in itself.
set -eu
paraview=$1 plugin=$2 names=${3//,/ } output=$4 compare=$5
shift 5
folder=$(mktemp -d) # Qt needs a private folder
trap 'rm -rf "$folder"' EXIT
tests=$(dirname "$(realpath "$0")")
export XDG_RUNTIME_DIR=$folder HOME=$folder PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$tests/../../Python:$tests
load=("--plugin-search-paths=$plugin" --plugins=InKRay)
scripts=()
for name in $names; do
  picture=$output/Gui$name.png
  python3 "$tests/play.py" "$tests/../Events/$name.txt" "$INKRAY_TEST_PARAVIEW" "${INKRAY_TEST_HELP:-1}" \
    "${INKRAY_TEST_DEVICE^^}" "$plugin/InKRay.so" "$picture" >"$folder/$name.xml"
  scripts+=("--test-script=$folder/$name.xml")
  rm -f "$output/Gui$name".*
  if [ "$name" = LatePlugin ]; then
    load=()
  fi
done

# Use the same initial colors in every version. Record frames if a check is named.
printf '%s\n' 'import first_colors' 'first_colors.use()' >"$folder/start.py"
if [ $# -gt 0 ]; then
  export INKRAY_TEST_FRAMES=$folder/frames
  cat "$tests/${INKRAY_TEST_SCRIPT:-record_frames.py}" >>"$folder/start.py"
fi

status=0
"$paraview" --dr "--script=$folder/start.py" "${load[@]}" --test-directory="$output" "${scripts[@]}" --exit \
  ${INKRAY_TEST_WINDOW:+-geometry "$INKRAY_TEST_WINDOW"} || status=$?
failed=0
for name in $names; do
  picture=$output/Gui$name.png
  if [ ! -e "$picture" ]; then
    echo "$name: not all events could be played, or an earlier file's"
    failed=1
    continue
  fi
  if [ -n "${INKRAY_BASELINE_CANDIDATES:-}" ]; then
    cp "$picture" "$INKRAY_BASELINE_CANDIDATES/"
  fi
  echo "$name:"
  "$compare" "$picture" "$tests/../../Baselines/Gui$name.png" "${picture%.png}" 0 || failed=1
done
if [ $status != 0 ]; then
  echo "ParaView's window ended with $status"
  exit 1
fi
if [ $# -gt 0 ]; then
  check=$1
  shift
  python3 -B "$check" "$INKRAY_TEST_FRAMES" "$@"
fi
exit $failed
