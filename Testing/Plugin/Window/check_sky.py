# SPDX-License-Identifier: BSD-3-Clause
"""usage: check_sky.py FRAMES SKY...: exits with 1 unless the sky was switched as the numbers say, one after
the other. Each frame must have a sky and a background of the legend, or neither. record_sky.py writes the
frames."""
import itertools
import sys

frames = [line.split() for line in open(sys.argv[1])]
for frame in frames:
    print(*frame)
states = [sky + background for (sky, background), _ in itertools.groupby(frames)]
expected = [2 * sky for sky in sys.argv[2:]]
if states != expected:
    sys.exit(f'sky and background of the legend: {states}, expected {expected}')
