# SPDX-License-Identifier: BSD-3-Clause
"""Ranks of pvbatch, odd numbers of them too, draw what one draws, with each feature of a volume: blend modes, light, functions of gradients, another array for the opacity, isosurfaces and slices, and with
opaque and translucent polygons in the volume.

Called without arguments it starts itself as `mpirun -np RANKS pvbatch test_rank_features.py FOLDER`, and then draws the scenes alone.
"""
import os
import sys
import tempfile

import numpy as np
from paraview import simple
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridWriter

import raycast_testing as t
import session_testing

BLENDS = ('Maximum Intensity', 'Minimum Intensity', 'Average Intensity', 'Additive')
RANKS = [int(number) for number in os.environ.get('INKRAY_RANKS', '2,3,5').split(',')]


def scene(view, data, feature):
    """A display of the data with one feature, and what stands beside it."""
    mesh, cells = data
    blend, _, rest = feature.partition('+')
    display = t.show(cells if 'cells' in rest else mesh, view, ('CELLS' if 'cells' in rest else 'POINTS', 'RTData'), unit_distance=12.0, camera=False)
    if blend in BLENDS:
        display.BlendMode = blend
    if blend == 'cropped':
        display.UseCropping, display.CroppingRotation, display.CroppingScale = 1, [20.0, 10.0, 35.0], [0.7, 0.8, 0.6]
    if blend == 'lit':
        display.Shade, display.Ambient, display.Specular = 1, 0.2, 0.4
    if blend == 'gradient opacity':
        display.UseGradientOpacity = 1
        display.GradientOpacityFunction.Points = [0.0, 0.0, 0.5, 0.0, 40.0, 1.0, 0.5, 0.0]
    if 'opacity array' in (blend, rest):
        display.UseSeparateOpacityArray, display.OpacityArrayName = 1, ['POINTS', 'slope']
    if 'surfaces' in (blend, rest):
        display.Ambient, display.Diffuse = (1.0, 0.0) if os.environ.get('FLAT') else (0.0, 1.0)
        display.RayCastIsosurfaces = [120.0, 0.4, 1, 0, 1, 1, 1, 200.0, 1.0, 1, 1, 0.9, 0.2, 0.1]
        display.UseSlices, display.SliceOpacity, display.SliceOffsets, display.SliceNormal = 1, 0.6, [-2.0, 3.0], [0.3, 0.5, 1.0]
    beside = []
    if 'sphere' in rest:
        beside = [simple.Sphere(Center=[3, -2, 4], Radius=3, ThetaResolution=14, PhiResolution=10)]
    if rest == 'two':
        beside += [simple.Sphere(Center=[-6, 5, -3], Radius=2.5, ThetaResolution=14, PhiResolution=10)]
    for i, source in enumerate(beside):
        shown = simple.Show(source, view)
        shown.ColorArrayName = ['POINTS', '']
        shown.DiffuseColor, shown.Ambient, shown.Diffuse = [0.2, 0.9, 0.3], 1.0, 0.0
    return display


FEATURES = ('plain', 'cropped', 'lit', 'gradient opacity', 'opacity array', 'surfaces', 'plain+sphere', *BLENDS, *(blend + '+cells' for blend in BLENDS), 'Maximum Intensity+sphere',
            'Additive+sphere', 'Minimum Intensity+surfaces', 'Average Intensity+surfaces', 'Maximum Intensity+opacity array', 'Additive+opacity array')


def write_mesh(folder):
    """Files of one piece each: the tetrahedra that ParaView cuts boxes into depend on where a rank's piece of an image begins."""
    image = simple.Wavelet(WholeExtent=[-7, 7] * 3)
    mesh = simple.Calculator(Input=simple.Tetrahedralize(Input=image), ResultArrayName='slope', Function='160 + 10*coordsX + 4*coordsY + 3*coordsZ')
    for name, source in ('mesh', mesh), ('cells', simple.PointDatatoCellData(Input=mesh, PassPointData=1)):
        source.UpdatePipeline()
        writer = vtkXMLUnstructuredGridWriter()
        writer.SetFileName(os.path.join(folder, name + '.vtu'))
        writer.SetInputData(source.GetClientSideObject().GetOutputDataObject(0))
        writer.SetDataModeToBinary()
        writer.Write()


def pictures(folder, save):
    """A picture of each feature, of the files in a folder."""
    # All ranks have a part of either.
    data = [simple.RedistributeDataSet(Input=simple.XMLUnstructuredGridReader(FileName=[os.path.join(folder, name + '.vtu')])) for name in ('mesh', 'cells')]
    for source in data:
        source.BoundaryMode = 'Assign to one region'
    made = {}
    for feature in os.environ.get('INKRAY_FEATURES', ';'.join(FEATURES)).split(';'):
        view = t.new_view(size=[120, 96])
        view.RemoteRenderThreshold = 0.0
        display = scene(view, data, feature)
        t.turn(view)
        made[feature] = t.image(view)
        if save:
            print('%s: drawn by %s' % (feature, t.report(display)['drawn by']), t.remarks(display, 'problem'), t.remarks(display, 'note'), flush=True)
            np.save(os.path.join(folder, feature + '.npy'), made[feature])
        simple.Delete(view)
    return made


def main():
    t.load_plugin()
    if len(sys.argv) > 1:
        pictures(sys.argv[1], True)
        return
    check = t.Checks()
    folder = tempfile.mkdtemp()
    write_mesh(folder)
    alone = pictures(folder, False)
    for feature, picture in alone.items():
        t.save(picture, 'rank_features_%s_1' % feature.replace(' ', '_'))
        check(t.lit(picture) > 0.1, feature + ': a picture')
    for ranks in RANKS:
        for feature in alone:
            file = os.path.join(folder, feature + '.npy')
            if os.path.exists(file):
                os.remove(file)
        status, said = session_testing.run_ranks(__file__, folder, ranks)
        check(status == 0, '%d ranks ran' % ranks)
        check('ERR' not in said and 'WARN|' not in said, '%d ranks: no messages' % ranks)
        for feature, picture in alone.items():
            file = os.path.join(folder, feature + '.npy')
            if not os.path.exists(file):
                check(False, '%s: %d ranks made a picture' % (feature, ranks))
                continue
            drawn = np.load(file)
            t.save(drawn, 'rank_features_%s_%d' % (feature.replace(' ', '_'), ranks))
            check.near(drawn, picture, 0.001, 2.5 / 255, '%s: %d ranks draw the same' % (feature, ranks), 0.01 if 'surfaces' in feature or 'sphere' in feature else 0.002)
    check.done()


main()
