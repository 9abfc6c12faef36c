# SPDX-License-Identifier: BSD-3-Clause
"""usage: check_abort.py FRAMES. Exits with 1 unless one frame was aborted, and all frames before and after it
were drawn."""
import sys

frames = [line.rstrip('\n').split('\t') for line in open(sys.argv[1])]
print('\n'.join(' | '.join(frame) for frame in frames))
aborted = [at for at, frame in enumerate(frames) if 'aborted' in frame[-1]]
if len(aborted) != 1 or frames[aborted[0]][:2] != ['aborted', 'nothing']:
    sys.exit('%d frames were aborted, instead of the one' % len(aborted))
if any(frame[1] != 'InKRay Ray Caster' for at, frame in enumerate(frames) if at != aborted[0]):
    sys.exit('another frame was not drawn')
if frames[0][0] != 'before' or frames[-1][0] != 'after':
    sys.exit('no frames before or after it')
