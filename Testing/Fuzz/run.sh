#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Usage: run.sh FUZZER [FOLDER...]
#
# Run a fuzzer for INKRAY_FUZZ_SECONDS, or on INKRAY_FUZZ_RUNS inputs (20,000) where no time is given,
# beginning with the files in the folders. The seed is INKRAY_SEED, or 1. An input that fails is kept, with
# the fuzzer's name before its own, in the folder INKRAY_FUZZ_FAILED, or in the working folder; the last line
# says how to repeat it.
set -eu
fuzzer=$1
shift
name=$(basename "$fuzzer")
failed=${INKRAY_FUZZ_FAILED:-$PWD}
mkdir -p "$failed"
if [ -n "${INKRAY_FUZZ_SECONDS:-}" ]; then
  until=-max_total_time=$INKRAY_FUZZ_SECONDS
else
  until=-runs=${INKRAY_FUZZ_RUNS:-20000}
fi
# Inputs that are found to lead further go into the first folder, which is not the project's.
found=$(mktemp -d) begun=$(mktemp)
trap 'rm -rf "$found" "$begun"' EXIT
status=0
"$fuzzer" -seed="${INKRAY_SEED:-1}" "$until" -artifact_prefix="$failed/$name-" -rss_limit_mb=4096 \
  -timeout=20 -print_final_stats=1 "$found" "$@" || status=$?
if [ $status != 0 ]; then
  find "$failed" -maxdepth 1 -name "$name-*" -newer "$begun" \
    -exec echo "$name failed with this input; to repeat it: $fuzzer" {} \;
fi
exit $status
