#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Run the tests with the label gpu from the folder of the test programs, without CTest. This is for a machine
# with a GPU to which a build was copied.
#
#   Testing/gpu.sh BINDIR [--only PATTERN] [--shard I/N] [--limit SECONDS] [--logs FOLDER] [--list]
#
#   --only PATTERN   names that match a pattern of the shell, for example 'inkray_*' or 'Image.*'
#   --shard I/N      every N-th test, beginning with the I-th (from 0), for a machine that is available only
#                    for minutes
#   --limit SECONDS  time limit of each program (default: 300)
#   --logs FOLDER    output of the programs, and pictures (default: BINDIR/../Testing/Temporary/cuda)
#   --list           print the names only
#
# The script prints one line for each test: ok, FAILED, or skipped with the reason. The exit status is 1 if a
# test failed or nothing ran, and 77 without a CUDA device. Mappers draw in the display that DISPLAY names, or
# under Xvfb with Mesa. INKRAY_TEST_GL=hardware leaves the choice of OpenGL to the system: with NVIDIA's
# library pictures go from CUDA to OpenGL on the device. Tests of mappers are skipped if VTK or a display is
# missing.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
usage() { sed -n '3,13s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }
[ -d "${1:-}" ] || { usage >&2; exit 2; }
bin=$(cd "$1" && pwd)
shift
only='*' shard=0 shards=1 limit=300 logs=$bin/../Testing/Temporary/cuda list=
while [ $# -gt 0 ]; do
  case $1 in
    --only) only=$2 && shift ;;
    --shard) shard=${2%/*} shards=${2#*/} && shift ;;
    --limit) limit=$2 && shift ;;
    --logs) logs=$2 && shift ;;
    --list) list=1 ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift
done
mkdir -p "$logs" || exit 2
export INKRAY_TEST_DEVICE=cuda INKRAY_PLUGIN=$bin/../lib/InKRay/InKRay.so
export INKRAY_TEST_OUTPUT=$logs INKRAY_PICTURES=$logs INKRAY_COMPARE_PICTURES=$bin/compare_pictures
failed=0 ran=0 number=0

display() { if [ -n "${DISPLAY:-}" ]; then "$@"; else "$here/Python/with_display.sh" "$@"; fi; }

# try NAME COMMAND...: runs one test and prints its line. Exit status 77 counts as skipped.
try() {
  local name=$1 status passed skipped begun=$SECONDS
  shift
  # shellcheck disable=SC2053 # a pattern
  [[ $name == $only ]] || return 0
  [ -z "$list" ] || { echo "$name"; return 0; }
  "$@" >"$logs/$name.log" 2>&1
  status=$?
  passed=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$logs/$name.log")
  skipped=$(sed -n 's/^\[  SKIPPED \] \([0-9]*\) test.*/\1/p' "$logs/$name.log")
  if [ $status = 0 ] && [ "$passed" = 0 ]; then
    echo "skipped  $name: ${skipped:-no} tests${skipped:+, all of them}"
  elif [ $status = 0 ]; then
    ran=$((ran + 1))
    echo "ok       $name${passed:+: $passed tests}${skipped:+, $skipped skipped} ($((SECONDS - begun)) s)"
  elif [ $status = 77 ]; then
    echo "skipped  $name: $(tail -1 "$logs/$name.log")"
  else
    failed=$((failed + 1))
    [ $status = 124 ] && status="124, after $limit s"
    echo "FAILED   $name (exit status $status): $logs/$name.log"
    grep -h '^\[  FAILED  \] .*(\|  FAILED ' "$logs/$name.log" | head -10
  fi
}

# mine: succeeds if the next test is in this shard; for tests that cannot be divided into shards themselves.
mine() {
  number=$((number + 1))
  [ $((number % shards)) = "$shard" ]
}

suite() {
  GTEST_SHARD_INDEX=$shard GTEST_TOTAL_SHARDS=$shards timeout "$limit" "$bin/$1" --gtest_filter='CUDA/*' \
    --gtest_brief=1
}

# drawn COMMAND...: runs a command with a display; returns 77 if the program or its libraries are missing.
drawn() {
  [ -x "$(command -v "$1")" ] || { echo "$1 is not there"; return 77; }
  if ldd "$(command -v "$1")" 2>/dev/null | grep -q 'not found'; then
    echo "$1 lacks $(ldd "$1" | awk '/not found/ {print $1}' | head -3 | paste -sd' ')"
    return 77
  fi
  [ -n "${DISPLAY:-}" ] || command -v Xvfb >/dev/null ||
    { echo "there is no display and no Xvfb"; return 77; }
  display timeout "$limit" "$@"
}

if [ -z "$list" ]; then "$bin/inkray_cuda_probe" || exit $?; fi
for program in inkray_kernel_tests inkray_isosurface_tests inkray_compaction_tests inkray_append_tests \
  inkray_list_tests inkray_brick_tree_tests inkray_kdtree_tests inkray_pathtracer_tests inkray_havs_tests \
  inkray_failure_tests inkray_thread_tests; do
  try $program suite $program
done
for program in MapperTests IsosurfaceMapperTests PathTraceMapperTests DeviceArrayTests; do
  if mine; then try $program drawn "$bin/$program" --gtest_brief=1; fi
done
# Run only the tests of interaction that need no clock: a GPU is faster than the tests' clock assumes.
if mine; then try Progress drawn "$bin/InteractionTests" --gtest_brief=1 --gtest_filter='Progress/*'; fi
pictures=$("$bin/ImageTests" --list 2>/dev/null)
[ -n "$pictures" ] || echo "skipped  Image.*: ImageTests does not start"
for picture in $pictures; do
  if mine; then
    try "Image.$picture" drawn "$bin/ImageTests" "$picture" -V "$here/Baselines/$picture.png" -T "$logs"
  fi
done
for script in "$here"/Python/test_image_*.py "$here/Python/test_iso_gpu_memory.py"; do
  if mine; then try "$(basename "$script" .py)" drawn pvpython "$script"; fi
done
[ -n "$list" ] && exit 0
echo "$ran ran, $failed failed"
[ $failed = 0 ] && [ $ran -gt 0 ]
