# SPDX-License-Identifier: BSD-3-Clause
"""Two ranks of pvbatch with ordered compositing draw the picture of one.

Called without arguments it starts itself as `mpirun -np 2 pvbatch test_parallel.py FOLDER`, and then draws the scenes alone.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np
from paraview import simple

import raycast_testing as t


def scene(part):
    """Data that has as many pieces as there are ranks, seen from a corner. (No opaque surface: Debian 12's libexpat makes ParaView lose those.)"""
    view = t.new_view()
    view.RemoteRenderThreshold = 0.0
    if part == 'tets':
        source = t.wavelet_tets(8)
    elif part == 'hexahedra':
        source = simple.AppendDatasets(Input=simple.Wavelet(WholeExtent=[-7, 7] * 3))
    else:
        source = simple.GroupDatasets(Input=[t.wavelet_tets(6), simple.Sphere(Center=[0, 0, 40])])
    display = t.show(source, view)
    return view, display


PARTS = ('tets', 'hexahedra', 'blocks')


def draw_together(folder):
    """What each of the ranks runs; the first one sees the picture."""
    t.load_plugin()
    for name in PARTS:
        view, display = scene(name)
        np.save(os.path.join(folder, name + '.npy'), t.image(view))
        print(name, 'counters of rank 0:', t.counters(display), flush=True)
        simple.Delete(view)


def compare():
    check = t.Checks()
    t.load_plugin()
    folder = tempfile.mkdtemp()
    launch = os.environ.get('MPIRUN', 'mpirun --allow-run-as-root --oversubscribe').split()
    # pvpython is an MPI program itself and has marked its environment as such.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(('OMPI_', 'PMIX_', 'PMI_', 'ORTE_'))}
    child = subprocess.run(launch + ['-np', '2', os.environ.get('PVBATCH', 'pvbatch'), '--force-offscreen-rendering', os.path.abspath(__file__), folder],
                           env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=240)
    print(child.stdout)
    check(child.returncode == 0, 'two ranks ran')
    for name in PARTS:
        view, display = scene(name)
        alone = t.image(view)
        t.save(alone, 'parallel_%s_1' % name)
        check(t.lit(alone) > 0.1, name + ': a picture')
        file = os.path.join(folder, name + '.npy')
        check(os.path.exists(file), name + ': two ranks made a picture')
        if os.path.exists(file):
            together = np.load(file)
            t.save(together, 'parallel_%s_2' % name)
            t.save(np.clip(np.abs(together - alone) * 20, 0, 1), 'parallel_%s_difference' % name)
            check.near(together, alone, 0.0006, 3 / 255, name + ': two ranks draw the same')
    check.done()


if len(sys.argv) > 1:
    draw_together(sys.argv[1])
else:
    compare()
