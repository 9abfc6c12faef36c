#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Draw all regression images anew on the CPU, as candidates for baselines: renew.sh BUILD [CTEST OPTION]...
# The script writes the candidates into BUILD/Testing/candidates, and names the pictures that are new or
# differ. Nothing in this folder changes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:?renew.sh BUILD [CTEST OPTION]...}" && pwd)
shift
export INKRAY_BASELINE_CANDIDATES=$build/Testing/candidates
mkdir -p "$INKRAY_BASELINE_CANDIDATES"
rm -f "$INKRAY_BASELINE_CANDIDATES"/*.png
ctest --test-dir "$build" -L image -LE gpu "$@" >"$INKRAY_BASELINE_CANDIDATES/log" 2>&1 || true
drawn=0 other=0
for candidate in "$INKRAY_BASELINE_CANDIDATES"/*.png; do
  [ -e "$candidate" ] || { tail -20 "$INKRAY_BASELINE_CANDIDATES/log"; exit 1; }
  drawn=$((drawn + 1))
  baseline=$here/${candidate##*/}
  if [ ! -e "$baseline" ]; then
    echo "new      $candidate"
  elif ! cmp -s "$candidate" "$baseline"; then
    echo "differs  $candidate"
  else
    continue
  fi
  other=$((other + 1))
done
echo "$drawn pictures drawn, $other of them new or different. Look at each, then: cp CANDIDATE $here/"
