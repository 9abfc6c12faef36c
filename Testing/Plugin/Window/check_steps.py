# SPDX-License-Identifier: BSD-3-Clause
"""usage: check_steps.py FRAMES TYPE STEPS...: exits with 1 unless the frames that show displays of TYPE alone
were stills whose times are STEPS, with one still for each time."""
import itertools
import sys

frames = [line.rstrip('\n').split('\t') for line in open(sys.argv[1])]
for frame in frames:
    print(*frame)
shown = [frame[:2] for frame in frames if frame[2:] == [sys.argv[2]]]
times = [(time, len(list(run))) for time, run in itertools.groupby(time for _, time in shown)]
# The first is what was there before, and ParaView draws the last time, 1, once more when it has been played.
if ([time for time, _ in times] != sys.argv[3:]
    or any(number != 1 for time, number in times[1:] if time != '1')):
    sys.exit(f'frames for each time: {times}')
if any(kind != 'still' for kind, _ in shown):
    sys.exit('a step was drawn interactively')
