#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds InKRay for Kitware's own binaries of ParaView (paraview.org/download). Run it as root inside the
# image kitware/paraview_org-plugin-devel of the same version, which has ParaView's libraries and headers:
#
#   docker run --rm -v "$PWD:/inkray" kitware/paraview_org-plugin-devel:6.0.1 /inkray/.ci/kitware.sh
#
# The script writes build/kitware/InKRay-VERSION-paraview-SERIES.tar.gz. Unpack this file in the folder of the
# downloaded ParaView. The script installs GCC 10 (gcc-toolset-10) and Python 3.11 from the image's
# distribution (EL 8), and CMake, Ninja, TBB and the CUDA compiler from PyPI. TBB goes into the package.
# GCC 10 compiles the host code of CUDA, too. The environment may set:
#   PARAVIEW=DIR     ParaView's installed files, if their folder is not that of Kitware's images
#   INKRAY_CUDA=OFF  build without CUDA
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
INKRAY_BUILD_DIR=${INKRAY_BUILD_DIR:-$(dirname "$here")/build/kitware}
# shellcheck source=.ci/setup.sh
. "$here/setup.sh"
build_dir=$INKRAY_BUILD_DIR
paraview=${PARAVIEW:-/builds/gitlab-kitware-sciviz-ci/build/install}

step "Compiler, Python and tools"
# Files of the image contain this path, so it must exist.
[ -e "$paraview" ] || [ ! -d /paraview/gitlab-kitware-sciviz-ci ] ||
  ln -s /paraview/gitlab-kitware-sciviz-ci /builds/gitlab-kitware-sciviz-ci
[ -d "$paraview" ] ||
  fail "There is no ParaView in $paraview." "Run this in kitware/paraview_org-plugin-devel, or set PARAVIEW."
if command -v dnf >/dev/null; then
  dnf install -y gcc-toolset-10-gcc-c++ python3.11
  set +u # scripts of software collections use unset variables
  # shellcheck disable=SC1091
  . /opt/rh/gcc-toolset-10/enable
  set -u
  python=python3.11
else
  python=python3
fi
tools=$build_dir/tools
"$python" -m venv "$tools"
"$tools/bin/pip" install --disable-pip-version-check 'cmake>=3.24' ninja tbb-devel
export PATH="$tools/bin:$PATH"
g++ --version | head -n 1

if [ "${INKRAY_CUDA:-}" != OFF ]; then
  step "CUDA compiler"
  cuda_from_wheels || fail "The CUDA compiler could not be set up." "INKRAY_CUDA=OFF builds without it."
  say "$CUDACXX, release $(nvcc_release "$CUDACXX")"
fi

step "Building in $build_dir"
cmake -G Ninja -S "$top" -B "$build_dir/build" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$paraview;$tools" -DINKRAY_TESTS=OFF -DINKRAY_GENERATORS=OFF \
  -DINKRAY_CUDA="${INKRAY_CUDA:-ON}" \
  ${CUDACXX:+-DCMAKE_CUDA_COMPILER="$CUDACXX" -DCMAKE_CUDA_HOST_COMPILER="$(command -v g++)"} ||
  fail "CMake could not configure the build."
cmake --build "$build_dir/build" || fail "The build failed."

step "Package"
stage=$build_dir/stage
rm -rf "$stage"
cmake --install "$build_dir/build" --component plugin --prefix "$stage" ||
  fail "The plug-in could not be installed."
plugin=$(find "$stage" -name InKRay.so -printf '%h\n' -quit)
[ -n "$plugin" ] || fail "There is no InKRay.so among what was installed in $stage."
cp -L "$tools/lib/libtbb.so.12" "$plugin/"
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build_dir/build/CMakeCache.txt")
release=$(basename "$(cd "$plugin/../.." && pwd)") # paraview-6.0
package=$build_dir/InKRay-$version-$release.tar.gz
tar czf "$package" -C "$stage" .
say "$package"
