#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Run the tests of kernels on CUDA under the tools of compute-sanitizer, and print one line for each tool,
# program and process.
#
#   Testing/sanitize_gpu.sh BINDIR [OPTION VALUE]...
#
#   --tools LIST     of memcheck,racecheck,initcheck,synccheck (default: all four)
#   --suites LIST    of kernel,isosurface,compaction,append,list,brick_tree,kdtree,havs,pathtracer,failure
#                    (default: all ten)
#   --filter PATTERN tests to run, in the form of --gtest_filter (default: CUDA/*)
#   --shard I/N      every N-th test, beginning with the I-th (from 0), for a machine that is available only
#                    for minutes
#   --jobs N         divides the shard among N parallel processes (default: half the number of cores, at
#                    most 8)
#   --limit SECONDS  time limit of each process (default: 600)
#   --logs FOLDER    findings of the tools (default: BINDIR/../Testing/Temporary/sanitizer)
#
# Random tests take 4 seeds; INKRAY_MAX_SEEDS may set another number. Findings have line numbers if the build
# has -DINKRAY_CUDA_LINES=ON.
#
# The exit status is 1 if a tool found something, a test failed, the time was up, or nothing ran.
# COMPUTE_SANITIZER may name the program compute-sanitizer.
set -u
usage() { sed -n '3,21s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }
[ -d "${1:-}" ] || { usage >&2; exit 2; }
bin=$(cd "$1" && pwd)
shift
tools=memcheck,racecheck,initcheck,synccheck
suites=kernel,isosurface,compaction,append,list,brick_tree,kdtree,havs,pathtracer,failure
filter='CUDA/*' shard=0 shards=1 limit=600
jobs=$(($(nproc) / 2))
jobs=$((jobs < 1 ? 1 : jobs > 8 ? 8 : jobs))
logs=$bin/../Testing/Temporary/sanitizer
while [ $# -gt 0 ]; do
  [ $# -ge 2 ] || { usage >&2; exit 2; }
  case $1 in
    --tools) tools=$2 ;;
    --suites) suites=$2 ;;
    --filter) filter=$2 ;;
    --shard) shard=${2%/*} shards=${2#*/} ;;
    --jobs) jobs=$2 ;;
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

# The next two functions name what is left out, and why. The other tools test all of it.
#
# kernels TOOL: prints names of kernels that the tool does not check.
kernels() {
  case $1 in
    # arrayRingKernel: the lanes of a warp write to shared memory and meet at __syncwarp; then one lane
    # arrives at the phase barrier for all. racecheck counts this lane alone and reports the stores of the
    # others. It does so in a program of 40 lines, too. Testing/Protocol (ArrayRing) tests the order on
    # fibers.
    racecheck) echo arrayRingKernel ;;
  esac
}
# tests TOOL: prints patterns of tests that do not run under the tool.
everywhere='CUDA/LoopOnCuda/*.DeviceAndHostTurnTheSame:CUDA/CudaDevices.*:CUDA/PathLight.*'
everywhere+=':CUDA/PathSampling.*:CUDA/PathDevices.*'
tests() {
  case $1 in
    # LoopOnCuda: these tests always let the GPU repeat a loop by itself, whatever INKRAY_LOOP says. The tools
    # break kernels in the body of a conditional WHILE node, in any program (version 2025.3). In all other
    # tests the host repeats the loop.
    # UploadProgress: racecheck takes minutes for each mesh that is built, and this test builds a mesh a dozen
    # times, with kernels that other tests run, too.
    # CudaDevices: the test breaks a device and asks for more memory than there is, which the tools report.
    # FailingAllocations, FailingPaths: racecheck checks kernels, and these tests run the kernels of other
    # tests hundreds of times.
    # PathLight, PathSampling, PathDevices: these tests add up hundreds of samples with kernels that other
    # tests of the path tracer run with a few samples.
    memcheck | initcheck | synccheck) echo "$everywhere" ;;
    racecheck) echo "$everywhere:CUDA/UploadProgress.*:CUDA/FailingAllocations.*:CUDA/FailingPaths.*" ;;
  esac
}

export INKRAY_LOOP=host INKRAY_MAX_SEEDS=${INKRAY_MAX_SEEDS:-4}
findings=86 # the tool's exit status if it found something

# judge TOOL SUITE I N: runs every N-th test of the suite, beginning with the I-th, under the tool. Prints the
# result as a line.
judge() {
  local tool=$1 suite=$2 index=$3 total=$4
  local program=$bin/inkray_${suite}_tests log=$logs/$tool.$suite.$index.log \
    output=$logs/$tool.$suite.$index.txt
  local options=(--tool "$tool" --error-exitcode "$findings" --log-file "$log" --print-limit 30)
  local kernel
  for kernel in $(kernels "$tool"); do options+=(--kernel-name-exclude "kns=$kernel"); done
  local without begun=$SECONDS
  without=$(tests "$tool")
  GTEST_SHARD_INDEX=$index GTEST_TOTAL_SHARDS=$total timeout --kill-after=20 "$limit" \
    "$sanitizer" "${options[@]}" "$program" --gtest_filter="$filter${without:+-$without}" >"$output" 2>&1
  local status=$? passed skipped summary took="$((SECONDS - begun)) s" what="$tool $suite $index/$total"
  passed=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$output")
  skipped=$(sed -n 's/^\[  SKIPPED \] \([0-9]*\) test.*/\1/p' "$output")
  summary=$(grep -h 'SUMMARY' "$log" 2>/dev/null | tail -1 | sed 's/^=* *//')
  if grep -q '^\[==========\] Running 0 tests' "$output"; then
    echo "empty     $what: no test in this shard" # the tool's exit status is 255: nothing called CUDA
    return
  fi
  case $status in
    0 | 77)
      if [ "${passed:-0}" -gt 0 ]; then
        echo "clean     $what: $passed tests${skipped:+, $skipped skipped}, $took"
      else
        echo "SKIPPED   $what: all $skipped tests, as where there is no device: $output"
      fi
      ;;
    "$findings") echo "FINDINGS  $what: $summary, ${passed:-0} tests, $took: $log" ;;
    124 | 137)
      echo "TIME UP   $what: more than $limit s, in" \
        "$(grep '^\[ RUN' "$output" | tail -1 | cut -c14-): $output; take --shard or --jobs"
      ;;
    *) echo "FAILED    $what: exit status $status, $summary, $took: $output" ;;
  esac
}

lines=$(mktemp)
trap 'rm -f "$lines"' EXIT
running=0
for tool in ${tools//,/ }; do
  for suite in ${suites//,/ }; do
    for ((job = 0; job < jobs; ++job)); do
      if [ "$running" -ge "$jobs" ]; then
        wait -n
        running=$((running - 1))
      fi
      judge "$tool" "$suite" $((shard * jobs + job)) $((shards * jobs)) | tee -a "$lines" &
      running=$((running + 1))
    done
  done
done
wait
ran=$(grep -c '^clean' "$lines")
bad=$(grep -cv '^clean\|^empty' "$lines")
echo "$ran clean, $bad not"
[ "$bad" = 0 ] && [ "$ran" -gt 0 ]
