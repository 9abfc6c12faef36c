# SPDX-License-Identifier: BSD-3-Clause
"""usage: check_drag.py FRAMES MOVES. Exits with 1 unless the view has followed a slider that was dragged
MOVES times: as many interactive frames, each with another isovalue and no still between them, and then a
still with the last isovalue."""
import sys

frames = [line.split() for line in open(sys.argv[1])]
print('\n'.join(' '.join(frame) for frame in frames))
dragged = [at for at, frame in enumerate(frames) if frame[0] == 'interactive']
moves = int(sys.argv[2])
if len(dragged) != moves:
    sys.exit('%d interactive frames for %d moves of the slider' % (len(dragged), moves))
if dragged != list(range(dragged[0], dragged[0] + moves)):
    sys.exit('a still between interactive frames: the slider was held')
if len({tuple(frames[at][1:]) for at in dragged}) != moves:
    sys.exit('interactive frames of the same isovalue')
if len(frames) == dragged[-1] + 1 or frames[dragged[-1] + 1][1:] != frames[dragged[-1]][1:]:
    sys.exit('no still of the last isovalue when the slider was let go')
