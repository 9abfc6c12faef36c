#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: run.sh FUZZER [FOLDER...]
# Run a fuzzer on INKRAY_FUZZ_RUNS inputs (20,000), beginning with the files in the folders. The seed is INKRAY_SEED, or 1. An input that fails stays in
# the working folder: "FUZZER FILE" repeats it.
set -eu
fuzzer=$1
shift
# Inputs that are found to lead further go into the first folder, which is not the project's.
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
"$fuzzer" -seed="${INKRAY_SEED:-1}" -runs="${INKRAY_FUZZ_RUNS:-20000}" -rss_limit_mb=4096 -timeout=20 -print_final_stats=1 "$found" "$@"
