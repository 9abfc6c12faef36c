# SPDX-License-Identifier: BSD-3-Clause
"""usage: check_linked.py FRAMES MOVES TYPE...: exits with 1 unless two views have followed each other's
camera. The view of each type was turned MOVES times, one after the other. Both were drawn interactively at
each place, and in one still at the last place."""
import itertools
import sys

frames = [(kind, tuple(rest))
          for kind, *rest in (line.rstrip('\n').split('\t') for line in open(sys.argv[1]))]
for kind, rest in frames:
    print(kind, *rest)
moves, types = int(sys.argv[2]), sys.argv[3:]
runs = [(kind, [rest for _, rest in run]) for kind, run in itertools.groupby(frames, lambda frame: frame[0])]
# Views that get another size are drawn interactively, too, from the same place.
drags = [at for at, (kind, run) in enumerate(runs) if kind == 'interactive'
         and len({rest[1:] for rest in run}) > 1]
if len(drags) != len(types):
    sys.exit(f'{len(drags)} runs of interactive frames for {len(types)} drags')
for at in drags:
    last = runs[at][1][-1][1:]
    for kind in types:
        places = {rest[1:] for rest in runs[at][1] if rest[0] == kind}
        if len(places) < moves:
            sys.exit(f'{kind}: {len(places)} places of {moves} moves')
        stills = runs[at + 1][1] if at + 1 < len(runs) else []
        if stills.count((kind, *last)) != 1:
            sys.exit(f'{kind}: {stills.count((kind, *last))} stills of the last place')
