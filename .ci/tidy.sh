# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# clang-tidy, for .ci/run and .ci/nightly. Sourced, after .ci/setup.sh.
# shellcheck disable=SC2154 # top, step and fail come from .ci/setup.sh

# changed_sources COMMITS: sources of Kernels, Filters, Rendering, Plugin and the Python module that the last
# commits and the working tree have changed, one a line.
changed_sources() {
  {
    git -C "$top" diff --name-only HEAD
    git -C "$top" log --first-parent --max-count="$1" --name-only --format=
  } | grep -E '^(Kernels|Filters|Rendering|Plugin|Python/src)/.*\.(cxx|cpp)$' | awk '!seen[$0]++' |
    while read -r file; do
    [ ! -e "$top/$file" ] || printf '%s\n' "$file"
  done
}

# tidy WHAT BUILD PATTERN ...: clang-tidy on those sources of a build whose paths, from the project's folder
# on, match a pattern. Ends the script where it finds something.
tidy() {
  local what=$1 build=$2 log
  shift 2
  log=$build/clang-tidy.log
  step "clang-tidy on $what"
  # Sources of the plug-in that a test compiles as well have g++'s precompiled header there, which clang
  # cannot read.
  mkdir -p "$build/tidy"
  sed -E 's# -Winvalid-pch -include [^ ]*cmake_pch\.hxx##' \
    "$build/compile_commands.json" >"$build/tidy/compile_commands.json"
  # It does not know all of g++'s warnings.
  run-clang-tidy-14 -quiet -p "$build/tidy" -j "$(nproc)" -extra-arg=-Wno-unknown-warning-option \
    "${@/#/^$top/}" >"$log" 2>&1 || {
    grep -E 'error|warning' "$log" | grep -v 'warnings generated' | sort -u | head -50
    fail "clang-tidy found something; all of it is in $log."
  }
}
