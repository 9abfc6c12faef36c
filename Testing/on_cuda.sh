#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Run a command if there is a CUDA device, else end with 77 (skipped): on_cuda.sh PROBE COMMAND ARG... PROBE
# is inkray_cuda_probe of the build.
probe=$1
shift
"$probe" || exit $?
exec "$@"
