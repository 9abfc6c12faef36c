# SPDX-License-Identifier: BSD-3-Clause
"""Two ranks of pvbatch, each with a piece of the image, draw the picture of one, without a seam.

Called without arguments it starts itself as `mpirun -np 2 pvbatch test_iso_parallel.py FOLDER`, and then draws the scenes alone.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np
from paraview import simple

import iso_testing as iso
import raycast_testing as t

PARTS = ('opaque', 'translucent', 'cells', 'array', 'cropped', 'ball')


def scene(part):
    """Data that has as many pieces as there are ranks, seen from a corner."""
    view = t.new_view()
    view.RemoteRenderThreshold = 0.0
    source = simple.Wavelet(WholeExtent=[-16, 16] * 3)
    if part == 'cells':
        source = simple.PointDatatoCellData(Input=source, PassPointData=0)
    settings = {}
    if part in ('cells',):
        settings['IsosurfaceArray'] = ['CELLS', 'RTData']
    if part == 'translucent':
        settings['IsosurfaceOpacities'] = [0.4, 0.6]
        settings['IsosurfaceEarlyTermination'] = 0.0
    if part == 'cropped':
        settings['UseCropping'], settings['CroppingScale'], settings['CroppingOrigin'] = 1, [0.7, 0.8, 0.6], [2.0, 0.0, 4.0]
    array = None
    if part == 'array':
        source = simple.Calculator(Input=source, ResultArrayName='height', Function='coordsZ')
        array = ('POINTS', 'height')
        settings['IsosurfaceArray'] = ['POINTS', 'RTData']
    display = iso.show(source, view, [130.0, 180.0], color=array, **settings)
    if part == 'ball':
        # Opaque surfaces are composited by depth, so that polygons of any rank can go through them.
        ball = simple.Show(simple.Sphere(Center=[9, 9, 9], Radius=9, ThetaResolution=60, PhiResolution=60), view)
        ball.ColorArrayName = [None, '']
    return view, display


def probe(display, pixel):
    """Place and values under a pixel, the same on every rank."""
    display.IsosurfaceProbePixel = pixel
    return np.array([t.information(display, 'IsosurfaceProbed')] + list(t.information(display, 'IsosurfaceProbedPosition')) + list(t.information(display, 'IsosurfaceProbedValues')))


PIXELS = ([80, 80], [100, 80], [120, 80], [2, 2])


def draw_together(folder):
    """What each of the ranks runs; the first one sees the picture."""
    t.load_plugin()
    for name in PARTS:
        view, display = scene(name)
        np.save(os.path.join(folder, name + '.npy'), t.image(view))
        print(name, 'rays of rank 0:', iso.rays(display), flush=True)
        if name == 'opaque':
            np.save(os.path.join(folder, 'probed.npy'), np.stack([probe(display, pixel) for pixel in PIXELS]))
        simple.Delete(view)

    # A surface that only one rank has is nothing to speak of; one that no rank has is, once.
    low, high = 38.0, 276.0
    view, display = scene('opaque')
    for isovalues in ([low], [high], [1e6, -1e6], [2e6]):
        print('isovalues', isovalues, flush=True)
        display.Isovalues = isovalues
        picture = t.image(view)
        print('of the picture: %.4f' % t.lit(picture), flush=True)


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
    good, outside = child.stdout.split('isovalues [1000000.0')
    check('ERR' not in good and 'WARN' not in good, 'two ranks: no messages')
    check(outside.count('WARN|') == 1 and 'ERR' not in outside, 'two ranks, no isovalue in the range of the whole: one message')
    source = simple.Wavelet(WholeExtent=[-16, 16] * 3)
    source.UpdatePipeline()
    words = 'are within [%g, %g], and no isovalue is' % source.PointData['RTData'].GetRange()
    check(words in outside, "two ranks: '%s'" % words)
    for name in PARTS:
        view, display = scene(name)
        alone = t.image(view)
        t.save(alone, 'iso_parallel_%s_1' % name)
        check(t.lit(alone) > 0.1, name + ': a picture')
        if name == 'opaque':
            ours = np.stack([probe(display, pixel) for pixel in PIXELS])
            theirs = np.load(os.path.join(folder, 'probed.npy'))
            check(ours[:, 0].sum() >= 2 and np.allclose(ours[:, :6], theirs[:, :6], atol=1e-4), 'probing finds the same')
        file = os.path.join(folder, name + '.npy')
        check(os.path.exists(file), name + ': two ranks made a picture')
        if os.path.exists(file):
            together = np.load(file)
            t.save(together, 'iso_parallel_%s_2' % name)
            t.save(np.clip(np.abs(together - alone) * 20, 0, 1), 'iso_parallel_%s_difference' % name)
            check.near(together, alone, 0.0006, 0.02, name + ': two ranks draw the same')
    check.done()


if len(sys.argv) > 1:
    draw_together(sys.argv[1])
else:
    compare()
