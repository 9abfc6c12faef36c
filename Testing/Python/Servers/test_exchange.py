# SPDX-License-Identifier: BSD-3-Clause
"""Whether ParaView itself gives each rank its part of a volume without losing cells. Where it does not, Plugin/Representations/Ranks/SpatialExchange does.

Which it is depends on the libexpat that is installed, not on the system alone, so the test asks both ParaView and a file written and read, and they have to agree. Called without arguments it starts itself on
two ranks.

The same exchange takes pieces away from slices beside a volume or beside translucent surfaces. Ours cannot help that, but says so and names the remedy, with which two ranks draw what one draws.
"""
import os
import sys
import tempfile

import numpy as np
from paraview import simple

import iso_testing as iso
import raycast_testing as t
import session_testing

BESIDE_SLICE = ('volume', 'surfaces')


def scene():
    """Stock representation Volume, whose cells ParaView sends between the ranks."""
    view = t.new_view()
    view.RemoteRenderThreshold = 0.0
    source = t.wavelet_tets(8)
    display = t.show(source, view)
    display.SetRepresentationType('Volume')
    display.SelectMapper = 'Projected tetra'
    return t.image(view)


def beside_slice(kind, folder=None):
    """A slice beside a volume ("volume"), or beside translucent surfaces ("surfaces"): the picture with Use Data Partitions wherever it is offered. On the ranks, what the report says without it and with it
    goes into the folder."""
    view = t.new_view()
    view.RemoteRenderThreshold = 0.0
    image = simple.Wavelet(WholeExtent=[-16, 16] * 3)
    if kind == 'volume':
        display = t.show(simple.AppendDatasets(Input=image), view)
    else:
        display = iso.show(image, view, [130.0, 180.0], IsosurfaceOpacities=[0.4, 0.6], IsosurfaceEarlyTermination=0.0)
    cut = simple.Slice(Input=image)
    cut.SliceType.Normal = [0.0, 0.2, 1.0]
    shown = simple.Show(cut, view)
    simple.ColorBy(shown, None)
    simple.Render(view)
    lost = t.remarks(display, 'problem')
    for one in (display, shown):
        if one.GetProperty('UseDataPartitions'):
            one.UseDataPartitions = 1
    picture = t.image(view)
    if folder:
        np.savez(os.path.join(folder, kind + '.npz'), picture=picture, lost=lost, mended=t.remarks(display, 'problem'))
    simple.Delete(view)
    return picture


t.load_plugin()
if len(sys.argv) > 1:
    np.save(os.path.join(sys.argv[1], 'picture.npy'), scene())
    for kind in BESIDE_SLICE:
        beside_slice(kind, sys.argv[1])
else:
    check = t.Checks()
    folder = tempfile.mkdtemp()
    status, said = session_testing.run_ranks(__file__, folder)
    check(status == 0, 'two ranks ran')
    alone, both = scene(), np.load(os.path.join(folder, 'picture.npy'))
    t.save(both, 'exchange_of_paraview')
    check(t.lit(alone) > 0.1, 'one process: a picture')
    share = t.lit(both) / t.lit(alone)
    print('two ranks with ParaView\'s own redistribution show %.3f of the pixels' % share)
    loses = share < 0.9
    check(loses == session_testing.loses_cells_as_xml(), 'a grid written and read as XML loses cells where ParaView does, and only there')
    for kind in BESIDE_SLICE:
        alone, ranks = beside_slice(kind), np.load(os.path.join(folder, kind + '.npz'))
        t.save(ranks['picture'], 'exchange_' + kind)
        check(('Use Data Partitions' in str(ranks['lost'])) == loses, 'a slice beside %s: the report says that it lacks pieces where it does: "%s"' % (kind, ranks['lost']))
        check(str(ranks['mended']) == '', 'a slice beside %s, with Use Data Partitions: no such row' % kind)
        check.near(ranks['picture'], alone, 0.0006, 4 / 255, 'a slice beside %s, with Use Data Partitions: two ranks draw what one draws' % kind)
    print('ParaView loses cells on this system' if loses else 'ParaView loses no cells on this system: SpatialExchange is not used')
    check.done()
