# SPDX-License-Identifier: BSD-3-Clause
"""usage: check_panel.py FRAMES STEP... ABORTS. Exits with 1 unless each step was taken once, in this order, in a frame that added samples to those of the frame before, and the last, ABORTS, in one that was aborted
and drawn anew."""
import sys

frames = [line.rstrip('\n').split('\t') for line in open(sys.argv[1])]
print('\n'.join(' | '.join(frame) for frame in frames))
steps = sys.argv[2:]
samples = [int(frame[0] or 0) for frame in frames]
taken = [at for at, frame in enumerate(frames) if frame[-1]]
if [frames[at][-1] for at in taken] != steps:
    sys.exit('the steps were %s instead of %s' % ([frames[at][-1] for at in taken], steps))
for at in taken[:-1]:
    if samples[at] <= samples[at - 1]:
        sys.exit('"%s" was in no frame that refines' % frames[at][-1])
if samples[taken[-1]] != 0:
    sys.exit('the frame of "%s" was not aborted' % steps[-1])
if max(samples[taken[-1] + 1:], default=0) == 0:
    sys.exit('it was not drawn anew')
