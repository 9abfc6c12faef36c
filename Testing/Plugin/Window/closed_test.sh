#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Close ParaView's window in the middle of a frame: closed_test.sh PARAVIEW PLUGIN_FOLDER. ParaView is to draw
# the frame to its end, and to leave with the status 0. Nothing else ends it: a window that stays is ended by
# the test's time limit.
set -eu
paraview=$1 plugin=$2
tests=$(dirname "$(realpath "$0")")
folder=$(mktemp -d) # Qt wants a folder of its own, which nobody else can read
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
