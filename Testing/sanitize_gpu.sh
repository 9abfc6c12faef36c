#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Run the tests of kernels on CUDA under the tools of compute-sanitizer, and print one line for each tool and
# program.
#
#   Testing/sanitize_gpu.sh BINDIR [OPTION VALUE]...
#
#   --tools LIST     of memcheck,racecheck,initcheck,synccheck; all four
#   --suites LIST    of kernel,isosurface,compaction,brick_tree; all four
#   --filter PATTERN tests, as for --gtest_filter; CUDA/*
#   --shard I/N      every N-th test, beginning with the I-th (from 0), for a machine that is there for minutes
#   --limit SECONDS  for each tool and program; 600
#   --logs FOLDER    what the tools find; BINDIR/../Testing/Temporary/sanitizer
#
# The exit status is 1 where a tool found something, a test failed, the time was up, or nothing ran.
# COMPUTE_SANITIZER may name the program.
set -u
usage() { sed -n '3,13s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }
[ -d "${1:-}" ] || { usage >&2; exit 2; }
bin=$(cd "$1" && pwd)
shift
tools=memcheck,racecheck,initcheck,synccheck
suites=kernel,isosurface,compaction,brick_tree
filter='CUDA/*' shard=0 shards=1 limit=600
logs=$bin/../Testing/Temporary/sanitizer
while [ $# -gt 0 ]; do
  [ $# -ge 2 ] || { usage >&2; exit 2; }
  case $1 in
    --tools) tools=$2 ;;
    --suites) suites=$2 ;;
    --filter) filter=$2 ;;
    --shard) shard=${2%/*} shards=${2#*/} ;;
    --limit) limit=$2 ;;
    --logs) logs=$2 ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift 2
done
sanitizer=${COMPUTE_SANITIZER:-$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)}
if [ ! -x "$sanitizer" ]; then
  echo "There is no compute-sanitizer; it comes with the CUDA toolkit. COMPUTE_SANITIZER may name it." >&2
  exit 2
fi
mkdir -p "$logs" || exit 2

# What is left out, and why. All of it is tested under the other tools.
#
# kernels TOOL: names of kernels that the tool does not look at.
kernels() {
  case $1 in
    # arrayRingKernel: lanes of a warp write to shared memory and meet at __syncwarp, and one lane arrives at
    # the phase barrier for all. racecheck counts that lane alone and reports the others' stores, in this
    # kernel as in a program of 40 lines. Testing/Protocol (ArrayRing) tests the order on fibers.
    racecheck) echo arrayRingKernel ;;
  esac
}
# tests TOOL: patterns of tests that do not run under the tool.
tests() {
  case $1 in
    # These have the GPU turn a loop by itself, whatever INKRAY_LOOP says. These tools break kernels in the
    # body of a conditional WHILE node, in any program (version 2025.3), so all other tests have the host turn
    # the loop.
    memcheck | initcheck | synccheck) echo 'CUDA/LoopOnCuda/*.DeviceAndHostTurnTheSame' ;;
  esac
}

export INKRAY_LOOP=host GTEST_SHARD_INDEX=$shard GTEST_TOTAL_SHARDS=$shards
findings=86 # the tool's exit status where it found something
bad=0 ran=0
for tool in ${tools//,/ }; do
  for suite in ${suites//,/ }; do
    program=$bin/inkray_${suite}_tests
    log=$logs/$tool.$suite.$shard.log
    output=$logs/$tool.$suite.$shard.txt
    options=(--tool "$tool" --error-exitcode "$findings" --log-file "$log" --print-limit 30)
    for kernel in $(kernels "$tool"); do options+=(--kernel-name-exclude "kns=$kernel"); done
    without=$(tests "$tool")
    begun=$SECONDS
    chosen=$filter${without:+-$without}
    timeout --kill-after=20 "$limit" "$sanitizer" "${options[@]}" "$program" --gtest_filter="$chosen" >"$output" 2>&1
    status=$?
    passed=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$output")
    skipped=$(sed -n 's/^\[  SKIPPED \] \([0-9]*\) test.*/\1/p' "$output")
    summary=$(grep -h 'SUMMARY' "$log" 2>/dev/null | tail -1 | sed 's/^=* *//')
    took="$((SECONDS - begun)) s"
    case $status in
      0)
        if [ "${passed:-0}" -gt 0 ]; then
          ran=$((ran + 1))
          echo "clean     $tool $suite: $passed tests${skipped:+, $skipped skipped}, $took"
          continue
        elif [ -z "$skipped" ]; then
          echo "empty     $tool $suite: no test in this shard"
          continue
        fi
        echo "SKIPPED   $tool $suite: all $skipped tests, as where there is no device: $output"
        ;;
      "$findings") echo "FINDINGS  $tool $suite: $summary, ${passed:-0} tests, $took: $log" ;;
      124 | 137)
        last=$(grep '^\[ RUN' "$output" | tail -1 | cut -c14-)
        echo "TIME UP   $tool $suite: more than $limit s, in $last: $output; take --shard"
        ;;
      *) echo "FAILED    $tool $suite: exit status $status, $summary, $took: $output" ;;
    esac
    bad=$((bad + 1))
  done
done
echo "$ran clean, $bad not"
[ $bad = 0 ] && [ $ran -gt 0 ]
