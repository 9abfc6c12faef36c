#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Close ParaView's window in the middle of a frame: closed_test.sh PARAVIEW PLUGIN_FOLDER. ParaView must
# finish the frame and exit with status 0. If the window stays open, the test's time limit ends it.
set -eu
paraview=$1 plugin=$2
tests=$(dirname "$(realpath "$0")")
folder=$(mktemp -d) # Qt needs a private folder
trap 'rm -rf "$folder"' EXIT
export XDG_RUNTIME_DIR=$folder HOME=$folder PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$tests \
  INKRAY_TEST_FRAMES=$folder/frames
touch "$folder/frames"
status=0
"$paraview" --dr "--script=$tests/close_frame.py" "--plugin-search-paths=$plugin" --plugins=InKRay \
  --test-directory="$folder" --test-script="$tests/ClosedFrame.xml" -geometry 1000x750+0+0 || status=$?
cat "$folder/frames"
echo "ParaView's window ended with $status"
[ $status = 0 ] && [ "$(head -n 2 "$folder/frames")" = $'closed in the middle of a frame\nthe frame ended' ]
