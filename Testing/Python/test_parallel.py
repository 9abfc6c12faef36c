# SPDX-License-Identifier: BSD-3-Clause
"""Two ranks of pvbatch with ordered compositing draw the picture of one.

Called without arguments it starts itself as `mpirun -np 2 pvbatch test_parallel.py FOLDER`, and then draws the scenes alone.
"""
from paraview import simple

import raycast_testing as t
import session_testing


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
    return view, t.show(source, view)


def together(name, view, display, folder):
    if name:
        print(name, 'counters of rank 0:', t.counters(display), flush=True)


session_testing.two_ranks(__file__, 'parallel', ('tets', 'hexahedra', 'blocks'), scene, 3 / 255, together)
