#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds InKRay and draws its demonstration. First installs missing packages (Debian 12, 13 or sid; as root or
# with sudo).
#
#   ./demo.sh              draws five pictures into build/demo/: a generated mesh of 1 M tetrahedra, a real
#                          piston (from Debian 12's packages), an isosurface, the volume around it, and the
#                          isosurface path traced
#   ./demo.sh --gui        shows the first three in ParaView's window, with the plug-in loaded
#   ./demo.sh --tets N     generates a mesh of N tetrahedra
#
# Pictures are drawn on a virtual X server unless DISPLAY is set.
set -euo pipefail
# shellcheck source=.ci/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/.ci/setup.sh"

gui=no
tets=1000000
while [ $# -gt 0 ]; do
  case $1 in
    --gui)
      gui=yes
      shift
      ;;
    --tets)
      [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || fail "--tets needs a number, for example --tets 4000000."
      tets=$2
      shift 2
      ;;
    -h | --help)
      sed -n '3,/^set/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    *) fail "Unknown option '$1'." "Usage: ./demo.sh [--gui] [--tets N]" ;;
  esac
done
[ $gui = no ] || [ -n "${DISPLAY:-}" ] ||
  fail "--gui needs a desktop: DISPLAY is not set." \
    "Without one, ./demo.sh draws the pictures into build/demo/."

# shellcheck disable=SC2119 # its arguments are not ours
install_packages
find_cuda
# Precompiled headers halve the time of a build. An existing build keeps its own choice.
if ! grep -qs '^INKRAY_PRECOMPILE:BOOL=OFF' "${INKRAY_BUILD_DIR:-$top/build}/CMakeCache.txt"; then
  INKRAY_CMAKE_OPTIONS="-DINKRAY_PRECOMPILE=ON ${INKRAY_CMAKE_OPTIONS:-}"
fi
configure default
build Plugin/all Data/all

demo="$build_dir/demo"
input="$demo/input"
plugin="$build_dir/lib/InKRay/InKRay.so"
generator="$build_dir/bin/inkray-generate-tets"
mkdir -p "$input"

step "Input: a generated mesh of about $tets tetrahedra"
if [ "$(cat "$input/generated.made-of" 2>/dev/null)" = "$tets" ] &&
  [ "$input/generated.vtk" -nt "$generator" ]; then
  say "$input/generated.vtk is there"
else
  "$generator" --tets "$tets" "$input/generated.vtk" ||
    fail "The mesh could not be written." "Is there room in $input?"
  printf '%s' "$tets" >"$input/generated.made-of"
fi

step "Input: a real mesh, an engine's piston with the stress of its load case"
if [ "$input/piston.vtk" -nt "$top/Data/real/piston.py" ]; then
  say "$input/piston.vtk is there"
elif [ ! -e /usr/share/z88/b19_g.nas ]; then
  say "left out: z88-data of this system has no piston any more (Debian 12 has it)"
else
  /usr/bin/python3 "$top/Data/real/piston.py" "$input/piston.vtk" ||
    fail "The piston could not be made; the line above says why."
fi

if [ $gui = yes ]; then
  step "ParaView with the plug-in, both meshes and the isosurface; close its window to end"
  # --dr leaves the user's settings alone, and shows no welcome window, which would delay the script until it
  # is closed.
  INKRAY_DEMO_GUI="$plugin:$input" exec paraview --dr --script="$top/Data/demo.py"
fi

step "Drawing with pvpython"
with_display pvpython "$top/Data/demo.py" --plugin "$plugin" --input "$input" --out "$demo" ||
  fail "pvpython could not draw; the lines above say why." \
    "If DISPLAY points to a display that is gone, unset it and run again."
