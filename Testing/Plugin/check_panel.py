# SPDX-License-Identifier: BSD-3-Clause
"""usage: check_panel.py FRAMES STEP... Exits with 1 unless each step was taken once, in this order, each in a frame that added samples to those of the frame before."""
import sys

frames = [line.rstrip('\n').split('\t') for line in open(sys.argv[1])]
print('\n'.join(' | '.join(frame) for frame in frames))
steps = sys.argv[2:]
taken = [at for at, frame in enumerate(frames) if frame[-1]]
if [frames[at][-1] for at in taken] != steps:
    sys.exit('the steps were %s instead of %s' % ([frames[at][-1] for at in taken], steps))
for at in taken:
    if int(frames[at][0]) <= int(frames[at - 1][0]):
        sys.exit('"%s" was in no frame that refines' % frames[at][-1])
