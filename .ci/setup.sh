# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Set-up shared by demo.sh, test.sh and .ci/run: packages, CUDA compiler, configuration, build. Scripts source
# this file; it is not run.
#
# The environment may set:
#   INKRAY_BUILD_DIR=DIR          build in DIR instead of build/ (or the preset's own folder)
#   INKRAY_SKIP_APT=1             install nothing; a missing package then causes an error of CMake
#   INKRAY_FORCE_CUDA_WHEELS=1    take the CUDA compiler from PyPI even without a driver or with an nvcc
#   CUDACXX=FILE                  the CUDA compiler to use
#   INKRAY_CMAKE_OPTIONS=OPTIONS  options of CMake for each preset, without spaces in them
#   INKRAY_RELEASE_FLAGS=FLAGS    the C++ compiler's flags for a release, in place of CMake's; Kernels always
#                                 have -O3
#   INKRAY_CUDA_RELEASE_FLAGS=FLAGS  nvcc's flags, in place of CMake's; -O applies to host code alone

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

step() { printf '\n== %s\n' "$*"; }
say() { printf '   %s\n' "$*"; }
fail() {
  printf '\nERROR: %s\n' "$1" >&2
  shift
  for line in "$@"; do printf '       %s\n' "$line" >&2; done
  exit 1
}

# Prints the ParaView version for the list of packages: 5.11, 5.13 or 6.1. It is that of the installed Debian
# package, or of the one that apt would install. Prints nothing if apt knows no package.
paraview_series() {
  local version
  version=$(dpkg-query -W -f='${db:Status-Status} ${Version}' paraview 2>/dev/null |
    sed -n 's/^installed //p')
  [ -n "$version" ] ||
    version=$(LC_ALL=C apt-cache policy paraview 2>/dev/null | sed -n 's/^ *Candidate: *\([0-9].*\)/\1/p')
  if [ -z "$version" ]; then
    return
  elif dpkg --compare-versions "$version" ge 6; then
    echo 6.1
  elif dpkg --compare-versions "$version" ge 5.12; then
    echo 5.13
  elif dpkg --compare-versions "$version" ge 5.11; then
    echo 5.11
  else
    fail "This system's ParaView is $version; InKRay needs 5.11 or later." \
      "There is one in Debian 12 and 13, and in Ubuntu 24.04."
  fi
}

# listed_packages SERIES: prints the packages in the shared list for ParaView of this series, one a line.
listed_packages() {
  sed -e 's/#.*//; s/\[current\]//' "$top/.ci/packages.txt" | while read -r name marks; do
    if [ -n "$name" ] && { [ -z "$marks" ] || [[ " ${marks//[\[\]]/ } " = *" $1 "* ]]; }; then
      echo "$name"
    fi
  done
}

# outdated_packages: prints the packages of the shared list with the mark [current] whose installed version is
# older than the version that apt offers, one a line.
outdated_packages() {
  local name installed offered
  sed -n 's/#.*//; s/^\([^ ]*\) .*\[current\].*/\1/p' "$top/.ci/packages.txt" | while read -r name; do
    installed=$(dpkg-query -W -f='${db:Status-Status} ${Version}\n' "$name" 2>/dev/null |
      sed -n 's/^installed //p' | head -n 1)
    offered=$(LC_ALL=C apt-cache policy "$name" 2>/dev/null | sed -n 's/^ *Candidate: *\([0-9].*\)/\1/p')
    if [ -n "$installed" ] && [ -n "$offered" ] &&
      dpkg --compare-versions "$installed" lt "$offered"; then
      echo "$name"
    fi
  done
}

# as_root COMMAND ...: runs a command, with sudo if the user is not root.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# install_packages [NAME ...]: installs the packages of the shared list and the named ones that are missing,
# and upgrades the outdated ones (outdated_packages).
install_packages() {
  if [ "${INKRAY_SKIP_APT:-}" = 1 ]; then
    step "Packages: left alone (INKRAY_SKIP_APT=1)"
    return
  fi
  { command -v apt-get && command -v dpkg-query; } >/dev/null ||
    fail "This script installs packages of Debian or Ubuntu, and there is no apt-get here." \
      "Install what .ci/packages.txt lists in your system's way and run again with INKRAY_SKIP_APT=1."
  local series updated=no
  series=$(paraview_series)
  if [ -z "$series" ]; then
    update_package_lists
    updated=yes
    series=$(paraview_series)
    [ -n "$series" ] || fail "This system's package lists have no ParaView." \
      "Debian 12 and 13 have one, and Ubuntu 24.04 in 'universe'; this system is: $(system_name)"
  fi
  local wanted missing
  wanted=$({ listed_packages "$series"; printf '%s\n' "$@"; } | sed '/^$/d' | sort -u)
  missing=$(comm -23 <(printf '%s\n' "$wanted") \
    <(dpkg-query -W -f='${db:Status-Status} ${Package}\n' 2>/dev/null | sed -n 's/^installed //p' | sort -u))
  missing=$(printf '%s\n' "$missing" "$(outdated_packages)" | sed '/^$/d' | sort -u)
  if [ -z "$missing" ]; then
    step "Packages: all there, for ParaView $series"
    return
  fi
  step "Packages: installing $(wc -w <<<"$missing") that are missing or outdated, for ParaView $series"
  say "$(xargs <<<"$missing")"
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
    fail "These packages are missing or outdated, and you are neither root nor is there sudo:" \
      "$(xargs <<<"$missing")" \
      "Ask your administrator for: apt-get install --no-install-recommends $(xargs <<<"$missing")"
  [ $updated = yes ] || update_package_lists
  # Leave out packages that this distribution does not have; CMake or a test reports what is missing.
  local unknown
  unknown=$(comm -23 <(printf '%s\n' "$missing") <(xargs apt-cache madison <<<"$missing" 2>/dev/null |
    sed 's/^ *//; s/ *|.*//' | sort -u))
  if [ -n "$unknown" ]; then
    say "Not in the package lists of $(system_name), and left out: $(xargs <<<"$unknown")"
    missing=$(comm -23 <(printf '%s\n' "$missing") <(printf '%s\n' "$unknown"))
    [ -n "$missing" ] || return 0
  fi
  local -a names
  mapfile -t names <<<"$missing"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q -o Dpkg::Use-Pty=0 \
    --no-install-recommends "${names[@]}" ||
    fail "apt-get could not install every package." \
      "InKRay is built on Debian 12, 13 and sid; this system is: $(system_name)"
}

system_name() { (. /etc/os-release && printf '%s' "${PRETTY_NAME:-unknown}"); }

update_package_lists() {
  as_root apt-get update -q ||
    fail "apt-get update failed." "Check the network and /etc/apt/sources.list*, then run again."
}

# Options of the sanitizers, for presets that have them: print stack traces, suppress errors of other code.
export UBSAN_OPTIONS=print_stacktrace=1 TSAN_OPTIONS=suppressions=$top/Testing/Sanitizers/threads.txt

# shellcheck source=.ci/cuda.sh
. "$top/.ci/cuda.sh"


# find_module_python: sets module_python to an interpreter with the packages from PyPI that the Python
# module's build and tests need. Otherwise leaves it empty and prints why.
find_module_python() {
  step "Python module"
  local env="${INKRAY_BUILD_DIR:-$top/build}/python-env"
  module_python=
  if [ ! -e "$env/complete" ]; then
    say "taking nanobind, and for the tests vtk, pyvista and mypy, from PyPI into ${env#"$top"/}" \
      "(about 900 MB on disk)"
    rm -rf "$env"
    { /usr/bin/python3 -m venv "$env" &&
      "$env/bin/pip" install --quiet --disable-pip-version-check nanobind numpy pyvista vtk mypy &&
      touch "$env/complete"; } || {
      say "that did not work out (see above), so the module is left out. Run again to try again."
      return
    }
  fi
  module_python=$env/bin/python
  say "$("$module_python" --version), nanobind $("$module_python" -m nanobind --version)"
}

# configure PRESET: sets build_dir, and configures the build unless its options and presets are unchanged.
configure() {
  local preset=$1 stamp again
  build_dir=${INKRAY_BUILD_DIR:-$top/build}
  [ "$preset" = default ] || build_dir+=/$preset
  local -a options=(--preset "$preset" -S "$top" -B "$build_dir")
  if [ "$preset" = default ] && [ -n "${CUDACXX:-}" ]; then
    # Name the compiler explicitly, because CMake's cache keeps an earlier "not found".
    options+=(-DCMAKE_CUDA_COMPILER="$CUDACXX")
    [ -z "${CUDAHOSTCXX:-}" ] || options+=(-DCMAKE_CUDA_HOST_COMPILER="$CUDAHOSTCXX")
  fi
  if [[ $preset = @(default|sanitize-all|tsan) ]] && [ -n "${module_python:-}" ]; then
    options+=(-DINKRAY_PYTHON=ON -DPython_EXECUTABLE="$module_python")
  fi
  [ -z "${INKRAY_RELEASE_FLAGS:-}" ] || options+=(-DCMAKE_CXX_FLAGS_RELEASE="$INKRAY_RELEASE_FLAGS")
  if [ "$preset" = default ] && [ -n "${CUDACXX:-}" ] && [ -n "${INKRAY_CUDA_RELEASE_FLAGS:-}" ]; then
    options+=(-DCMAKE_CUDA_FLAGS_RELEASE="$INKRAY_CUDA_RELEASE_FLAGS")
  fi
  local -a more
  read -ra more <<<"${INKRAY_CMAKE_OPTIONS:-}"
  options+=("${more[@]}")
  stamp="$build_dir/.configured-with"
  again="If packages changed since the last run, delete $build_dir and run again."
  if [ -e "$build_dir/build.ninja" ] &&
    [ "$(cat "$stamp" 2>/dev/null)" = "${options[*]} $(cksum <"$top/CMakePresets.json")" ]; then
    step "Configuration: $build_dir is up to date"
    return
  fi
  step "Configuring preset '$preset' in $build_dir"
  (cd "$top" && cmake "${options[@]}") ||
    fail "CMake could not configure the build." "The message above says what it misses. $again"
  printf '%s' "${options[*]} $(cksum <"$top/CMakePresets.json")" >"$stamp"
}

# build [TARGET ...]: builds in build_dir; ninja prints the progress. CCACHE_BASEDIR makes paths in the build
# folder relative for ccache, so that presets share objects that include generated headers.
build() {
  step "Building ${*:-everything} in $build_dir"
  CCACHE_BASEDIR=$build_dir cmake --build "$build_dir" ${1:+--target "$@"} ||
    fail "The build failed; the first error above is the one that counts."
}

# with_display COMMAND ...: runs a command; without DISPLAY, under a virtual X server with OpenGL in software.
with_display() {
  if [ -n "${DISPLAY:-}" ]; then
    "$@"
  else
    "$top/Testing/Python/with_display.sh" "$@"
  fi
}
