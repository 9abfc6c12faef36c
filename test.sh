#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds InKRay and runs its tests. First installs missing packages (Debian 12, 13 or sid; as root or with
# sudo).
#
#   ./test.sh                      all tests
#   ./test.sh bench                measurements of the papers, written to build/bench/report.html; further
#                                  arguments go to inkray-bench
#   ./test.sh -L unit              tests with one label; arguments that are not listed here go to ctest
#   ./test.sh --preset cpu         without CUDA, in build/cpu
#   ./test.sh --preset core        without CUDA and without components, in build/core
#   ./test.sh --preset sanitize    kernels with AddressSanitizer and UndefinedBehaviorSanitizer, in
#                                  build/sanitize
#   ./test.sh --preset sanitize-all  the plug-in and the Python module with the same sanitizers, in
#                                  build/sanitize-all; takes hours
#   ./test.sh --preset tsan        kernels and the Python module with ThreadSanitizer, in build/tsan
#
# Labels: unit       functions, kernels and classes, against closed forms and references in double precision
#         protocol   compaction under seeded schedules of a simulated GPU
#         rendering  mappers in VTK render windows
#         image      pictures that are compared with Testing/Baselines
#         python     sessions of ParaView in pvpython, with servers and ranks, and the Python module
#         gpu        tests on a CUDA device; skipped with a message if there is none
#         long       tests that .ci/run leaves to .ci/nightly; they have another label, too
#         bench      smoke runs of the benchmarks; nothing is timed
# Random tests run fixed seeds. INKRAY_SEED=N ./test.sh also runs seeds that follow from N (Testing/Seeds.h).
set -euo pipefail
# shellcheck source=.ci/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/.ci/setup.sh"

preset=default
presets=(default cpu core sanitize sanitize-all tsan)
ctest_options=()
measures=no
if [ "${1:-}" = bench ]; then
  measures=yes
  shift
fi
while [ $# -gt 0 ]; do
  case $1 in
    --preset)
      [ $# -ge 2 ] || fail "--preset needs a name: ${presets[*]}."
      preset=$2
      shift 2
      ;;
    -h | --help)
      sed -n '3,/^set/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    *)
      ctest_options+=("$1")
      shift
      ;;
  esac
done
case " ${presets[*]} " in
  *" $preset "*) ;;
  *) fail "There is no preset '$preset'; there are: ${presets[*]}." ;;
esac

# shellcheck disable=SC2119 # our arguments are not packages or targets for these two functions
{
  install_packages
  [ "$preset" != default ] || find_cuda
  case $preset in
    default | sanitize-all | tsan) find_module_python ;;
  esac
  configure "$preset"
  build
}

if [ $measures = yes ]; then
  step "Measuring in $build_dir"
  exec "$build_dir/bin/inkray-bench" ${ctest_options[@]+"${ctest_options[@]}"}
fi
step "Testing in $build_dir"
with_display ctest --test-dir "$build_dir" --output-on-failure --no-tests=error --parallel "$(nproc)" \
  ${ctest_options[@]+"${ctest_options[@]}"}
