# SPDX-License-Identifier: BSD-3-Clause
"""Two ranks of pvbatch, each with a part of the image, draw the picture of one process, without a seam.
Called without arguments, the script starts itself as `mpirun -np 2 pvbatch test_iso_parallel.py FOLDER`, and
then draws the scenes alone."""
import os

import numpy as np
from paraview import simple

import iso_testing as iso
import raycast_testing as t
import session_testing

PARTS = ('opaque', 'smooth', 'translucent', 'edges', 'cells', 'array', 'cropped', 'ball', 'mesh',
         'mesh_translucent', 'mesh_cut')


def scene(part):
    """Show data that have as many parts as there are ranks, seen from a corner."""
    view = t.new_view()
    view.RemoteRenderThreshold = 0.0
    source = simple.Wavelet(WholeExtent=[-16, 16] * 3)
    if part == 'cells':
        source = simple.PointDatatoCellData(Input=source, PassPointData=0)
    settings = {}
    if part in ('cells',):
        settings['IsosurfaceArray'] = ['CELLS', 'RTData']
    if part == 'smooth':
        settings['IsosurfaceSmoothNormals'] = 1
    if part.startswith('mesh'):
        source = simple.AppendDatasets(Input=source)  # hexahedra, which all ranks cut alike
    if part in ('translucent', 'edges', 'mesh_translucent'):
        settings['IsosurfaceOpacities'] = [0.4, 0.6]
        settings['IsosurfaceEarlyTermination'] = 0.0
    if part == 'edges':
        view.UseFXAA = 1
    if part == 'cropped':
        settings['UseCropping'], settings['CroppingScale'] = 1, [0.7, 0.8, 0.6]
        settings['CroppingOrigin'] = [2.0, 0.0, 4.0]
    array = None
    if part == 'mesh_cut':
        source = simple.PointDatatoCellData(Input=source, PassPointData=1)
        array = settings['IsosurfaceArray'] = ['POINTS', 'RTData']
        settings['UseThreshold'], settings['ThresholdArray'] = 1, ['CELLS', 'RTData']
        settings['ThresholdRange'] = [100.0, 260.0]
        settings['UseSlices'], settings['SliceOpacity'], settings['SliceNormal'] = 1, 0.7, [0.3, 1.0, 0.2]
        settings['SliceOffsets'] = [-3.0, 5.0]
    if part == 'array':
        source = simple.Calculator(Input=source, ResultArrayName='height', Function='coordsZ')
        array = ('POINTS', 'height')
        settings['IsosurfaceArray'] = ['POINTS', 'RTData']
    display = iso.show(source, view, [130.0, 180.0], color=array, **settings)
    if part == 'ball':
        # Opaque surfaces are composited by depth, so that polygons of any rank can go through them.
        ball = simple.Show(simple.Sphere(Center=[9, 9, 9], Radius=9, ThetaResolution=60, PhiResolution=60),
                           view)
        ball.ColorArrayName = [None, '']
    return view, display


def probe(display, pixel):
    """The place and the values under a pixel, which are the same on every rank."""
    display.IsosurfaceProbePixel = pixel
    return np.array([t.information(display, 'IsosurfaceProbed')]
                    + list(t.information(display, 'IsosurfaceProbedPosition'))
                    + list(t.information(display, 'IsosurfaceProbedValues')))


PIXELS = ([80, 80], [100, 80], [120, 80], [2, 2])


def together(name, view, display, folder):
    """The work of each rank besides drawing."""
    if name:
        print(name, 'rays of rank 0:', t.report(display)['rays'], flush=True)
    if name == 'opaque':
        np.save(os.path.join(folder, 'probed.npy'), np.stack([probe(display, pixel) for pixel in PIXELS]))
    if not name:
        # A surface on one rank only gives no note; a surface on no rank does.
        view, display = scene('opaque')
        for isovalues in ([38.0], [276.0], [1e6, -1e6], [2e6]):
            print('isovalues', isovalues, flush=True)
            display.Isovalues = isovalues
            print('of the picture: %.4f' % t.lit(t.image(view)), flush=True)
            print('notes of %s: %s.' % (isovalues, t.remarks(display, 'note')), flush=True)


def examine(check, name, view, display, folder, said):
    if not name:
        source = simple.Wavelet(WholeExtent=[-16, 16] * 3)
        source.UpdatePipeline()
        words = 'are within [%g, %g], but no isovalue is' % source.PointData['RTData'].GetRange()
        check('ERR' not in said and 'WARN|' not in said, 'two ranks: no messages')
        for isovalues in ('[38.0]', '[276.0]'):
            check('notes of %s: .' % isovalues in said, 'two ranks: a surface of one rank, no note')
        check(said.count(words) == 2, "two ranks: the note '%s' on both isovalues out of range" % words)
    if name == 'opaque':
        ours = np.stack([probe(display, pixel) for pixel in PIXELS])
        theirs = np.load(os.path.join(folder, 'probed.npy'))
        check(ours[:, 0].sum() >= 2 and np.allclose(ours[:, :6], theirs[:, :6], atol=1e-4),
              'probing finds the same')


# FXAA makes more of the level or two by which the blended pictures of two ranks differ where it decides what
# is an edge. Without it on one side, a tenth of the pixels differ.
session_testing.two_ranks(__file__, 'iso_parallel', PARTS, scene, 0.02, together, examine,
                          outlines={'edges': 0.004, 'mesh': 0.0005, 'mesh_translucent': 0.0005,
                                    'mesh_cut': 0.0001})
