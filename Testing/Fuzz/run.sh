#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Usage: run.sh FUZZER [FOLDER...]
#
# Run a fuzzer for INKRAY_FUZZ_SECONDS, or on INKRAY_FUZZ_RUNS inputs (20,000) if no time is given. The fuzzer
# begins with the files in the folders. The seed is INKRAY_SEED, or 1. The script keeps an input that fails in
# the folder INKRAY_FUZZ_FAILED, or in the working folder; the file name begins with the fuzzer's name. The
# last line says how to repeat the failure.
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
# libFuzzer writes new inputs that reach more code into the first folder, so give it a temporary one.
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
