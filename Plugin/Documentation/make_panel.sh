#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Draws the picture of the panel of Volume (Ray Cast) in the help: make_panel.sh FOLDER_OF_InKRay.so PICTURE.png
# ParaView's window is opened on a virtual screen, as high as the panel, and what it shows is cut out. Look at the
# picture: fonts and styles of Qt move it.
set -eu
plugin=$(realpath "$1") picture=$(realpath "$2") documentation=$(dirname "$(realpath "$0")")
folder=$(mktemp -d)
trap 'kill $window $screen 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$folder"' EXIT
export HOME=$folder XDG_RUNTIME_DIR=$folder LIBGL_ALWAYS_SOFTWARE=1 QT_QPA_PLATFORM=xcb
window= size=1000x2400
mkfifo "$folder/number"
Xvfb -displayfd 3 -screen 0 ${size}x24 -fbdir "$folder" -nolisten tcp -noreset 3>"$folder/number" 2>/dev/null &
screen=$!
read -r -t 30 number <"$folder/number"
export DISPLAY=:$number

# A mesh as Volume (Ray Cast), beside a panel of 365 pixels.
panel=pqClientMainWindow/propertiesDock/propertiesPanel
cat >"$folder/events.xml" <<EVENTS
<pqevents>
  <pqevent object="pqClientMainWindow" command="mousePress" arguments="1,1,0,296,450" />
  <pqevent object="pqClientMainWindow" command="mouseMove" arguments="1,0,0,330,450" />
  <pqevent object="pqClientMainWindow" command="mouseMove" arguments="1,0,0,369,450" />
  <pqevent object="pqClientMainWindow" command="mouseRelease" arguments="1,0,0,369,450" />
  <pqevent object="pqClientMainWindow/menubar/menuSources/Alphabetical" command="activate" arguments="RTAnalyticSource" />
  <pqevent object="$panel/Accept" command="activate" arguments="" />
  <pqevent object="pqClientMainWindow/menubar/menuFilters/Alphabetical" command="activate" arguments="DataSetTriangleFilter" />
  <pqevent object="$panel/Accept" command="activate" arguments="" />
  <pqevent object="pqClientMainWindow/representationToolbar/displayRepresentation/comboBox" command="set_string" arguments="Volume (Ray Cast)" />
</pqevents>
EVENTS
paraview --dr --plugin-search-paths="$plugin" --plugins=InKRay --test-directory="$folder" --test-script="$folder/events.xml" -geometry ${size}+0+0 >"$folder/log" 2>&1 &
window=$!
for ((seconds = 0; seconds < 120; ++seconds)); do
  grep -q "is finished" "$folder/log" && break
  sleep 1
done
sleep 5 # the last frame, and the panel below it
pvpython "$documentation/cut_screen.py" "$folder/Xvfb_screen0" "$picture"
