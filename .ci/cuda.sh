# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Finds the CUDA compiler and a C++ compiler that fits it, or installs the CUDA compiler from PyPI. setup.sh
# sources this file; it is not run.

# Prints the CUDA version that the driver supports, as major.minor; prints nothing without a driver.
driver_cuda_version() {
  /usr/bin/python3 - <<'PY' 2>/dev/null || true
import ctypes
version = ctypes.c_int(0)
if ctypes.CDLL("libcuda.so.1").cuDriverGetVersion(ctypes.byref(version)) == 0 and version.value:
    print(f"{version.value // 1000}.{version.value % 1000 // 10}")
PY
}

has_nvidia_driver() {
  [ -e /proc/driver/nvidia/version ] || command -v nvidia-smi >/dev/null || [ -n "$(driver_cuda_version)" ]
}

# All wheels must have one release: they do not pin each other, and an older ptxas refuses code of a newer
# cicc. Machine code of every release runs on all drivers for CUDA 13 and later. PTX of 13.0 does too, but
# the headers of 13.0 conflict with those of glibc 2.42 and later.
cuda_wheel_release=13.0
glibc_version=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed 's/^glibc //') || true
if [ "$(printf '%s\n' 2.42 "$glibc_version" | sort -V | head -n 1)" = 2.42 ]; then
  cuda_wheel_release=13.2
fi
cuda_venv="${INKRAY_BUILD_DIR:-$top/build}/cuda-$cuda_wheel_release"

# cuda_from_wheels: installs nvcc, its headers and the CUDA runtime from PyPI into a virtual environment under
# build/. The Python is the one that $python names, or the system's. Sets CUDACXX; returns 1 on failure.
cuda_from_wheels() {
  local nvcc
  if [ ! -e "$cuda_venv/complete" ]; then
    say "taking the CUDA $cuda_wheel_release compiler from PyPI into ${cuda_venv#"$top"/}" \
      "(about 300 MB on disk)"
    rm -rf "$cuda_venv"
    "${python:-/usr/bin/python3}" -m venv "$cuda_venv" || return 1
    local part
    local -a wheels=()
    for part in nvidia-cuda-nvcc nvidia-nvvm nvidia-cuda-crt nvidia-cuda-runtime nvidia-cuda-cccl; do
      wheels+=("$part==$cuda_wheel_release.*")
    done
    "$cuda_venv/bin/pip" install --disable-pip-version-check "${wheels[@]}" || return 1
    # nvcc searches lib64 for its libraries, but the wheels have them in lib.
    nvcc=$(find "$cuda_venv" -path '*/bin/nvcc' -type f -print -quit)
    [ -n "$nvcc" ] || return 1
    ln -sfn lib "${nvcc%/bin/nvcc}/lib64"
    "$nvcc" --version >/dev/null || return 1
    touch "$cuda_venv/complete"
  fi
  CUDACXX=$(find "$cuda_venv" -path '*/bin/nvcc' -type f -print -quit)
  export CUDACXX
  # CMake 4 also searches for the shared runtime, although the static one is linked. The wheels have only the
  # versioned file name.
  ln -sf "libcudart.so.${cuda_wheel_release%%.*}" "${CUDACXX%/bin/nvcc}/lib/libcudart.so"
}

nvcc_release() { "$1" --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p'; }

# host_compiler NVCC: prints the C++ compiler for NVCC's host code: "c++" unless the system's own is too new.
# Prints nothing if no C++ compiler works, or if the headers of CUDA conflict with the system's (CUDA before
# 13.2 with glibc 2.42 and later).
host_compiler() {
  local candidate
  local -a candidates=(c++ g++-15 g++-14 g++-13 g++-12)
  [ -z "${CUDAHOSTCXX:-}" ] || candidates=("$CUDAHOSTCXX")
  for candidate in "${candidates[@]}"; do
    if command -v "$candidate" >/dev/null &&
      "$1" -ccbin "$candidate" -x cu -c -include cmath /dev/null -o /dev/null >/dev/null 2>&1; then
      printf '%s' "$candidate"
      return
    fi
  done
}

# take_nvcc NVCC: sets CUDACXX to NVCC, and CUDAHOSTCXX if NVCC needs another C++ compiler than the system's.
# Prints a reason and returns 1 if NVCC compiles nothing here.
take_nvcc() {
  local host
  host=$(host_compiler "$1")
  if [ -z "$host" ]; then
    say "$1, release $(nvcc_release "$1"), compiles nothing with the C++ compilers and the C library" \
      "that are here"
    return 1
  fi
  CUDACXX=$1
  export CUDACXX
  say "$CUDACXX, release $(nvcc_release "$CUDACXX")"
  if [ "$host" != c++ ]; then
    CUDAHOSTCXX=$(command -v "$host")
    export CUDAHOSTCXX
    say "$CUDAHOSTCXX compiles its host code"
  fi
}

# find_cuda: sets CUDACXX to the CUDA compiler, or to nothing, and then prints why. Sets CUDAHOSTCXX to a C++
# compiler for it if the system's is too new.
find_cuda() {
  step "CUDA compiler"
  local driver
  driver=$(driver_cuda_version)
  if [ "${INKRAY_FORCE_CUDA_WHEELS:-}" != 1 ]; then
    local found release tried=
    for found in "${CUDACXX:-}" "$(command -v nvcc || true)" /usr/local/cuda/bin/nvcc; do
      if [ -n "$found" ] && [ -x "$(command -v "$found" || true)" ]; then
        found=$(command -v "$found")
        [ "$found" != "$tried" ] || continue
        tried=$found
        release=$(nvcc_release "$found" || true)
        if [ "${release%%.*}" -lt 12 ] 2>/dev/null; then
          say "$found is of CUDA $release; InKRay needs 12 or later"
          continue
        fi
        take_nvcc "$found" || continue
        if [ -n "$driver" ] && [ "${release%%.*}" -gt "${driver%%.*}" ] 2>/dev/null; then
          say "The NVIDIA driver supports CUDA $driver only: until it is updated, InKRay will run on the CPU."
        fi
        return
      fi
    done
    CUDACXX=
    if ! has_nvidia_driver; then
      say "none, and no NVIDIA driver: building for the CPU only"
      return
    fi
    if [ -n "$driver" ] && [ "${driver%%.*}" -lt 13 ]; then
      say "none. The NVIDIA driver supports CUDA $driver; PyPI has a complete compiler from CUDA 13 on only."
      say "For the GPU, update the driver to 580 or later, or install an nvcc for CUDA ${driver%%.*} and" \
        "set CUDACXX to it; then run again."
      say "Going on with the CPU only."
      return
    fi
    say "NVIDIA driver${driver:+ for CUDA $driver}, but no nvcc"
  fi
  if ! cuda_from_wheels; then
    CUDACXX=
    say "could not set up the compiler from PyPI (see above). Going on with the CPU only; run again to try" \
      "again."
  elif ! take_nvcc "$CUDACXX"; then
    CUDACXX=
    say "Install g++-15 for it and run again. Going on with the CPU only."
  fi
}
