#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Draws the pictures of the panels of Volume (Ray Cast) and Isosurface (Ray Cast) in the help:
#
#   make_panel.sh FOLDER_OF_InKRay.so volume|image_volume|isosurface PICTURE.png
#
# The script opens ParaView's window on a virtual screen, as high as the panel, and cuts the panel out. Look
# at the picture: fonts and styles of Qt move the panel.
set -eu
plugin=$(realpath "$1") kind=$2 picture=$(realpath "$3") documentation=$(dirname "$(realpath "$0")")
folder=$(mktemp -d)
trap 'kill $window $screen 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$folder"' EXIT
export HOME=$folder XDG_RUNTIME_DIR=$folder LIBGL_ALWAYS_SOFTWARE=1 QT_QPA_PLATFORM=xcb
window="" size=1000x2400
mkfifo "$folder/number"
Xvfb -displayfd 3 -screen 0 ${size}x24 -fbdir "$folder" -nolisten tcp \
  -noreset 3>"$folder/number" 2>/dev/null &
screen=$!
read -r -t 30 number <"$folder/number"
export DISPLAY=:$number

# Show an image, or a mesh made from it, beside a panel of 365 pixels.
panel=pqClientMainWindow/propertiesDock/propertiesPanel
display=$panel/scrollArea/qt_scrollarea_viewport/scrollAreaWidgetContents/DisplayFrame/ProxyPanel
event() {
  echo "  <pqevent object=\"$1\" command=\"$2\" arguments=\"${3:-}\" />"
}
{
  echo "<pqevents>"
  event pqClientMainWindow mousePress 1,1,0,296,450
  event pqClientMainWindow mouseMove 1,0,0,330,450
  event pqClientMainWindow mouseMove 1,0,0,369,450
  event pqClientMainWindow mouseRelease 1,0,0,369,450
  event pqClientMainWindow/menubar/menuSources/Alphabetical activate RTAnalyticSource
  event "$panel/Accept" activate
  if [ "$kind" = volume ]; then
    event pqClientMainWindow/menubar/menuFilters/Alphabetical activate DataSetTriangleFilter
    event "$panel/Accept" activate
    event pqClientMainWindow/representationToolbar/displayRepresentation/comboBox set_string \
      "Volume (Ray Cast)"
    event pqClientMainWindow process_events 3000 # wait for the still and its histogram
    event "$display/RayCastIsosurfaces/Add" activate
    event "$display/RayCastIsosurfaces/Table" editAccepted 0.0,200
  elif [ "$kind" = image_volume ]; then
    event pqClientMainWindow/representationToolbar/displayRepresentation/comboBox set_string \
      "Volume (Ray Cast)"
  else
    event pqClientMainWindow/representationToolbar/displayRepresentation/comboBox set_string \
      "Isosurface (Ray Cast)"
    event pqClientMainWindow process_events 3000
    event "$display/Isosurfaces/Add" activate
    event "$display/Isosurfaces/Table" editAccepted 1.0,200
  fi
  event pqClientMainWindow process_events 1000
  echo "</pqevents>"
} >"$folder/events.xml"
paraview --dr --plugin-search-paths="$plugin" --plugins=InKRay --test-directory="$folder" \
  --test-script="$folder/events.xml" -geometry ${size}+0+0 >"$folder/log" 2>&1 &
window=$!
for ((seconds = 0; seconds < 120; ++seconds)); do
  grep -q "is finished" "$folder/log" && break
  sleep 1
done
sleep 5 # for the last frame and the panel
pvpython "$documentation/cut_screen.py" "$folder/Xvfb_screen0" "$kind" "$picture"
