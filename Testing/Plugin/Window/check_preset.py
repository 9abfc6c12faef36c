# SPDX-License-Identifier: BSD-3-Clause
"""usage: check_preset.py FRAMES: exits with 1 unless the frames show three changes of the volume, each drawn
in one still: a preset changes the opacity function and the unit distance, Undo restores both, and Redo brings
those of the preset back. Frames before the threshold is switched off do not count. At least five frames in a
row, the pictures of the presets, must have no legend and no axes. The frames before and after them have
both."""
import itertools
import sys

frames = [line.rstrip('\n').split('\t') for line in open(sys.argv[1])]
for frame in frames:
    print(*frame)
shown = [frame[1:] for frame in frames if frame[0] == 'shown']
frames = [frame for frame in frames if frame[0] != 'shown']
runs = [(one, len(list(run))) for one, run in itertools.groupby(shown)]
if not any(before == after == ['legend', 'axes'] and one == [] and number >= 5
           for (before, _), (one, number), (after, _) in zip(runs, runs[1:], runs[2:])):
    sys.exit(f'pictures of the data alone: {runs}')
last = max(i for i, frame in enumerate(frames) if 'UseThreshold 1' in frame)
frames = [(frame[0], tuple(frame[1:])) for frame in frames[last + 1:]]
if any(kind != 'still' for kind, _ in frames):
    sys.exit('nothing is dragged: stills')
looks = [(state, len(list(run))) for state, run in itertools.groupby(state for _, state in frames)]
if len(looks) != 4:
    sys.exit(f'{len(looks)} looks: before, preset, undone, done again')
(before, _), (preset, first), (undone, second), (again, third) = looks
if undone != before or again != preset:
    sys.exit('undo and redo bring back something else')
changed = sum(one != other for one, other in zip(before, preset))
if changed < 2:
    sys.exit(f'{changed} of function and unit distance have changed')
if (first, second, third) != (1, 1, 1):
    sys.exit(f'{first}, {second}, {third} stills')
