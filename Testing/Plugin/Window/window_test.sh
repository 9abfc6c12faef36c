#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Run a Python script in ParaView's window: window_test.sh PARAVIEW PLUGIN_FOLDER SCRIPT. The script ends
# ParaView and says what the test's status is (window_testing.py). A window that stays is ended by the test's
# time limit.
set -eu
paraview=$1 plugin=$2 script=$(realpath "$3")
tests=$(dirname "$(realpath "$0")")
folder=$(mktemp -d) # Qt wants a folder of its own, which nobody else can read
trap 'rm -rf "$folder"' EXIT
export XDG_RUNTIME_DIR=$folder HOME=$folder PYTHONDONTWRITEBYTECODE=1 \
  PYTHONPATH=$tests/../../Python:$tests${PYTHONPATH:+:$PYTHONPATH}
"$paraview" --dr "--script=$script" "--plugin-search-paths=$plugin" --plugins=InKRay -geometry 1000x750+0+0
