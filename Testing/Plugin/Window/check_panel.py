# SPDX-License-Identifier: BSD-3-Clause
"""usage: check_panel.py FRAMES STEP... GIVES_WAY ABORTS. FRAMES is the file of refined_panel.py. Exits with 1
unless each step was taken once, in this order, and three conditions hold: the frame of each STEP has more
samples than the frame before it; the frames of GIVES_WAY and ABORTS have no new samples and keep the earlier
ones, and a later frame has samples, too; the frame after that of GIVES_WAY has more samples."""
import sys

frames = [line.rstrip('\n').split('\t') for line in open(sys.argv[1])]
print('\n'.join(' | '.join(frame) for frame in frames))
steps = sys.argv[2:]
samples = [int(frame[0] or 0) for frame in frames]
taken = [at for at, frame in enumerate(frames) if frame[-1]]
if [frames[at][-1] for at in taken] != steps:
    sys.exit('the steps were %s instead of %s' % ([frames[at][-1] for at in taken], steps))
for at in taken[:-2]:
    if samples[at] <= samples[at - 1]:
        sys.exit('"%s" was in no frame that refines' % frames[at][-1])
for at in taken[-2:]:
    if not 0 < samples[at] == samples[at - 1] or frames[at][1] != '0':
        sys.exit('the frame of "%s" did not give way, or lost samples: '
                 '%d, then %d' % (frames[at][-1], samples[at - 1], samples[at]))
    if max(samples[at + 1:], default=0) == 0:
        sys.exit('after "%s" nothing was drawn' % frames[at][-1])
if samples[taken[-2] + 1] <= samples[taken[-2]]:
    sys.exit('after "%s" the picture did not go on' % frames[taken[-2]][-1])
