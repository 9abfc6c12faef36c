# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Runs clang-tidy for .ci/run and .ci/nightly, which source this file after .ci/setup.sh.
# shellcheck disable=SC2154 # top, step and fail come from .ci/setup.sh

# changed_sources COMMITS: prints the sources of Kernels, Filters, Rendering, Plugin and the Python module
# that the last commits and the working tree have changed, one a line.
changed_sources() {
  {
    git -C "$top" diff --name-only HEAD
    git -C "$top" log --first-parent --max-count="$1" --name-only --format=
  } | grep -E '^(Kernels|Filters|Rendering|Plugin|Python/src)/.*\.(cxx|cpp)$' | awk '!seen[$0]++' |
    while read -r file; do
    [ ! -e "$top/$file" ] || printf '%s\n' "$file"
  done
}

# tidy WHAT BUILD PATTERN ...: runs clang-tidy on the sources of a build whose paths in the project match a
# pattern. Ends the script if clang-tidy finds something.
tidy() {
  local what=$1 build=$2 log
  shift 2
  log=$build/clang-tidy.log
  step "clang-tidy on $what"
  # Remove g++'s precompiled headers, which clang cannot read, from the commands of tests that compile sources
  # of the plug-in.
  mkdir -p "$build/tidy"
  sed -E 's# -Winvalid-pch -include [^ ]*cmake_pch\.hxx##' \
    "$build/compile_commands.json" >"$build/tidy/compile_commands.json"
  # clang-tidy does not know all warnings of g++.
  run-clang-tidy-14 -quiet -p "$build/tidy" -j "$(nproc)" -extra-arg=-Wno-unknown-warning-option \
    "${@/#/^$top/}" >"$log" 2>&1 || {
    grep -E 'error|warning' "$log" | grep -v 'warnings generated' | sort -u | head -50
    fail "clang-tidy found something; all of it is in $log."
  }
}
