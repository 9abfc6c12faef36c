# SPDX-License-Identifier: BSD-3-Clause
"""usage: check_scripts.py FOLDER OFTEN [LINE...]: exits with 1 unless the trace and both states that
save_scripts.py has written into FOLDER run in new processes and give the same picture to the bit. The trace
must hold one entry for each change, set each property OFTEN times at most, and hold each LINE."""
import collections
import os
import re
import subprocess
import sys

KINDS = ('trace.py', 'state.py', 'state.pvsm')


def load(folder, kind):
    """Runs a script or loads a state, in pvpython, and compares the picture."""
    import numpy as np
    from paraview import simple

    import raycast_testing as t

    check = t.Checks()
    t.load_plugin()
    file = os.path.join(folder, kind)
    with t.Messages() as said:
        if kind.endswith('.py'):
            with open(file) as script:
                exec(compile(script.read(), file, 'exec'), {'__name__': '__main__'})
        else:
            simple.LoadState(file)
        view = simple.GetActiveViewOrCreate('RenderView')
        view.UseFXAA, view.CenterAxesVisibility = 0, 0
        kept = np.load(os.path.join(folder, 'picture.npy'))
        view.ViewSize = [kept.shape[1], kept.shape[0]]
        picture = t.image(view)
    check(said.text() == '', kind + ': messages: ' + said.text())
    t.save(picture, 'scripts_' + kind)
    t.save(kept, 'scripts_window')
    differing = np.abs(picture - kept).max(axis=2) > 0
    check(t.lit(kept, kept[0, 0]) > 0.05 and not differing.any(), '%s: %d of %d pixels are others, by '
          'up to %.3f' % (kind, differing.sum(), differing.size, np.abs(picture - kept).max()))
    check.done()


def entries(trace):
    """Returns the lines of each entry of a trace; the first line of an entry is a comment."""
    return [entry.splitlines() for entry in re.split(r'\n\n+', trace)]


def main():
    folder = sys.argv[1]
    with open(os.path.join(folder, 'trace.py')) as file:
        trace = file.read()
    print(trace)
    failed = ['not in the trace: %s' % line for line in sys.argv[3:] if line not in trace]
    changes = [entry for entry in entries(trace) if entry[0].startswith('# Properties modified on')]
    for entry in changes:
        names = [line.split(' = ')[0] for line in entry[1:]]
        if len(set(names)) < len(names):
            failed.append('twice in one entry: %s' % entry)
    set_often = {name: number
                 for name, number in collections.Counter(line.split(' = ')[0] for entry in changes
                                                         for line in entry[1:]).items()
                 if number > int(sys.argv[2])}
    if set_often:
        failed.append('set more often than the user did: %s' % set_often)
    for kind in KINDS:
        child = subprocess.run([os.environ.get('PVPYTHON', 'pvpython'), os.path.abspath(__file__), folder,
                                'load', kind], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               timeout=200)
        print(child.stdout)
        if child.returncode != 0:
            failed.append(kind + ' gives another picture, or none')
    if failed:
        sys.exit('\n'.join(failed))


if __name__ == '__main__':
    if sys.argv[2:3] == ['load']:
        load(sys.argv[1], sys.argv[3])
    else:
        main()
