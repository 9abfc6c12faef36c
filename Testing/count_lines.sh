#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Lines of the product, by folder: everything that is tracked in Kernels (without Compaction/Baselines, which only
# tests and benchmarks link), Filters, Rendering and Plugin. Takes a commit; without one, the work tree.
#
#   Testing/count_lines.sh [COMMIT]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
total=0
for folder in Kernels Filters Rendering Plugin; do
  if [ $# -gt 0 ]; then
    lines=$(git archive "$1" "$folder" | tar -x --to-stdout --exclude='*/Baselines/*' | wc -l)
  else
    lines=$(git ls-files -z "$folder" | grep -zv /Baselines/ | xargs -0 cat | wc -l)
  fi
  printf '%-10s %6d\n' "$folder" "$lines"
  total=$((total + lines))
done
printf '%-10s %6d\n' total "$total"
