#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Run a Python script in ParaView's window: window_test.sh PARAVIEW PLUGIN_FOLDER SCRIPT. The script ends
# ParaView and sets the test's status (window_testing.py). If the window stays open, the test's time limit
# ends it.
set -eu
paraview=$1 plugin=$2 script=$(realpath "$3")
tests=$(dirname "$(realpath "$0")")
folder=$(mktemp -d) # Qt needs a private folder
trap 'rm -rf "$folder"' EXIT
export XDG_RUNTIME_DIR=$folder HOME=$folder PYTHONDONTWRITEBYTECODE=1 \
  PYTHONPATH=$tests/../../Python:$tests${PYTHONPATH:+:$PYTHONPATH}
"$paraview" --dr "--script=$script" "--plugin-search-paths=$plugin" --plugins=InKRay -geometry 1000x750+0+0
