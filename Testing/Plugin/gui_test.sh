#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Play recorded events in ParaView's window and compare the view with a baseline: gui_test.sh PARAVIEW
# PLUGIN_FOLDER EVENTS.xml.in BASELINE.png OUTPUT_FOLDER
#
# @DEVICE@ in the events becomes CPU or CUDA, as INKRAY_TEST_DEVICE says. ParaView itself compares, by VTK's
# rule, and leaves pictures in the output folder where they differ. The rule forgives 16 of 255 levels and a
# displacement by a pixel, so that an isovalue of 203 for 200 comes to less than 1 pixel: the limit is 0. With
# INKRAY_BASELINE_CANDIDATES ParaView plays the events once more without a baseline and leaves the picture in
# that folder.
set -eu
paraview=$1 plugin=$2 events=$3 baseline=$(realpath "$4") output=$5
name=$(basename "$baseline" .png)
folder=$(mktemp -d) # Qt wants one of its own, which nobody else can read
trap 'rm -rf "$folder"' EXIT
export XDG_RUNTIME_DIR=$folder HOME=$folder
sed "s/@DEVICE@/${INKRAY_TEST_DEVICE^^}/" "$events" >"$folder/$name.xml"

play() {
  "$paraview" --dr --plugin-search-paths="$plugin" --plugins=InKRay --test-directory="$2" \
    --test-script="$folder/$name.xml" --test-baseline="$1" --test-threshold=0 --exit
}
if [ -n "${INKRAY_BASELINE_CANDIDATES:-}" ]; then
  play "$folder/none/$name.png" "$INKRAY_BASELINE_CANDIDATES" || true
fi
play "$baseline" "$output"
