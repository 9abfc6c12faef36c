# SPDX-License-Identifier: BSD-3-Clause
"""Two, three and four ranks of pvbatch draw blocks that touch as one process does: with a block in its own
color and a translucent one, and with values that jump from block to block. Called without arguments, the
script starts itself as `mpirun -np RANKS pvbatch test_block_ranks.py FOLDER`, and then draws the scenes
alone."""
import os
import sys
import tempfile

import numpy as np
from paraview import simple

import raycast_testing as t
import session_testing

PARTS = ('styles', 'surfaces', 'values')
RANKS = (3,) if session_testing.BRIEF else (2, 3, 4)


def layer(low, high, function):
    """Tetrahedra between two heights with the values of a linear function, which cut cells reproduce."""
    part = simple.ExtractSubset(Input=simple.Wavelet(WholeExtent=[-6, 6] * 3), VOI=[-6, 6, -6, 6, low, high])
    return simple.Calculator(Input=simple.Tetrahedralize(Input=part), ResultArrayName='slope',
                             Function=function)


def scene(part):
    view = t.new_view(size=[120, 96])
    view.RemoteRenderThreshold = 0.0
    rising = 'coordsX + 0.4*coordsY + 0.2*coordsZ'
    core = layer(-2, 3, '5 - (%s)' % rising if part == 'values' else rising)
    source = simple.GroupDatasets(
        Input=[simple.AppendDatasets(Input=[layer(-6, -2, rising), layer(3, 6, rising)]), core])
    source.BlockNames = ['ends', 'core']
    display = t.show(source, view, ('POINTS', 'slope'), unit_distance=3.0)
    if part != 'values':
        display.BlockColors = ['/Root/core', '0.1', '0.9', '0.2']
    if part == 'styles':
        display.BlockOpacities = ['/Root/ends', '0.3']
    if part == 'surfaces':
        display.Ambient, display.Diffuse = 1.0, 0.0  # slivers of cut cells have other normals
        display.RayCastIsosurfaces = [-3.0, 1.0, 1, 0, 1, 1, 1, 4.0, 1.0, 1, 1, 0.9, 0.2, 0.1]
    return view, display


def main():
    t.load_plugin()
    if len(sys.argv) > 1:
        for part in PARTS:
            view, display = scene(part)
            picture = t.image(view)
            notes = np.array([t.remarks(display, 'note')])  # the first rank's notes
            if simple.servermanager.vtkProcessModule.GetProcessModule().GetPartitionId() == 0:
                np.savez(os.path.join(sys.argv[1], part + '.npz'), picture=picture, notes=notes)
            simple.Delete(view)
        return

    check = t.Checks()
    folder = tempfile.mkdtemp()
    alone = {part: t.image(scene(part)[0]) for part in PARTS}
    for part in PARTS:
        t.save(alone[part], 'block_ranks_%s_1' % part)
        check(t.lit(alone[part]) > 0.1, part + ': a picture')
    for ranks in RANKS:
        files = {part: os.path.join(folder, part + '.npz') for part in PARTS}
        for file in files.values():
            if os.path.exists(file):
                os.remove(file)
        status, said = session_testing.run_ranks(__file__, folder, ranks)
        check(status == 0 and 'ERR' not in said, '%d ranks ran' % ranks)
        for part, file in files.items():
            if not os.path.exists(file):
                check(False, '%s: %d ranks made a picture' % (part, ranks))
                continue
            drawn = np.load(file)
            t.save(drawn['picture'], 'block_ranks_%s_%d' % (part, ranks))
            check('single blocks' not in str(drawn['notes'][0]),
                  '%s: %d ranks leave nothing out: "%s"' % (part, ranks, drawn['notes'][0]))
            # Pictures of ranks are blended once less than there are ranks, with 256 levels each. Surfaces end
            # within pixels.
            check.near(drawn['picture'], alone[part], 0.0006, (2.5 if ranks == 2 else 3.5) / 255,
                       '%s: %d ranks draw the same' % (part, ranks), 0.004 if part == 'surfaces' else 0.0)
    check.done()


main()
