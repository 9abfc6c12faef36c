# SPDX-License-Identifier: BSD-3-Clause
"""usage: check_changes.py FRAMES MOVES NAME...: exits with 1 unless the view has followed the drags that the
names list, one after the other.

Each was moved MOVES times, and drawn interactively at least as often, with something else each time and no
still between. Then one still, and no other, showed the last change. After a step back (name:undone) the next
still shows what was there before the drag. No frame began while the server was busy, though the window asked
for one. No frame with slices has translucent polygons. An interactive frame of a resting view comes last."""
import itertools
import sys

frames = [tuple(line.rstrip('\n').split('\t', 1)) for line in open(sys.argv[1])]
for kind, state in frames:
    print(kind, state)
moves, names = int(sys.argv[2]), sys.argv[3:]
kinds = [kind for kind, _ in frames]
if kinds.count('asked') != 1 or 'busy' in kinds:
    sys.exit(f"{kinds.count('busy')} frames while the server was busy, which it was "
             f"{kinds.count('asked')} times")
if 'translucent' in kinds:
    sys.exit(f"{kinds.count('translucent')} frames with translucent polygons")
frames = [frame for frame in frames if frame[0] != 'asked']
runs = [(kind, [state for _, state in run])
        for kind, run in itertools.groupby(frames, lambda frame: frame[0])]
drags = [at for at, (kind, _) in enumerate(runs) if kind == 'interactive']
if len(drags) != len(names) + 1:
    sys.exit(f'{len(drags)} runs of interactive frames for {len(names)} drags and a view that rests')
for at, name in zip(drags, names + ['rest']):
    states = runs[at][1]
    if name != 'rest' and len(set(states)) < moves:
        sys.exit(f'{name}: {len(set(states))} pictures of {moves} moves')
    stills = runs[at + 1][1] if at + 1 < len(runs) else []
    if not stills or stills[0] != states[-1]:
        sys.exit(f'{name}: no still with the last change')
    if stills.count(states[-1]) != 1:
        sys.exit(f'{name}: {stills.count(states[-1])} stills when it was let go')
    # A press by itself moves a slider. The player of events may press just before a requested still begins,
    # which users cannot do. This still is then the last but one.
    before = runs[at - 1][1][-2 if name.split(':')[0] in ('threshold', 'density') else -1:]
    if name.endswith(':undone') and (len(stills) < 2 or stills[1] not in before):
        sys.exit(f'{name}: it is not as it was before')
