#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds InKRay and runs its tests. Installs what is missing first (Debian 12, 13 or sid; as root or with
# sudo).
#
#   ./test.sh                      everything
#   ./test.sh bench                measures what the papers measure, into build/bench/report.html; what
#                                  follows goes to inkray-bench
#   ./test.sh -L unit              what follows goes to ctest: here, the tests with one label
#   ./test.sh --preset cpu         without CUDA, in build/cpu
#   ./test.sh --preset core        without CUDA and without components, in build/core
#   ./test.sh --preset sanitize    kernels with AddressSanitizer and UndefinedBehaviorSanitizer, in
#                                  build/sanitize
#   ./test.sh --preset sanitize-all  the same for the plug-in and the Python module, in build/sanitize-all;
#                                  takes hours
#   ./test.sh --preset tsan        kernels and the Python module with ThreadSanitizer, in build/tsan
#
# Labels: unit       functions, kernels and classes, against closed forms and references in double precision
#         protocol   compaction under seeded schedules of a simulated GPU
#         rendering  mappers in VTK render windows
#         image      pictures that are compared with Testing/Baselines
#         python     sessions of ParaView in pvpython, with servers and ranks, and the Python module
#         gpu        what runs on a CUDA device; skipped, saying so, where there is none
#         long       also a label of tests that .ci/run leaves to .ci/nightly
#         bench      smoke runs of the benchmarks; nothing is timed
# Random tests run fixed seeds; INKRAY_SEED=N ./test.sh runs some that follow from N too (Testing/Seeds.h).
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

# shellcheck disable=SC2119 # the packages and targets of these two are not our arguments
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
