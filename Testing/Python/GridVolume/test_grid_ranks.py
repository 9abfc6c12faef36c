# SPDX-License-Identifier: BSD-3-Clause
"""Two, three and four ranks of pvbatch, each with a part of an image, draw its volume as one process does:
each kind of data with each feature for which the ranks put their parts together. Called without arguments,
the script starts itself as `mpirun -np RANKS pvbatch test_grid_ranks.py FOLDER`, and then draws the scenes
alone."""
import os
import sys
import tempfile

import numpy as np
from paraview import simple

import grid_testing as grids
import iso_testing as iso
import raycast_testing as t
import session_testing

RANKS = (3,) if session_testing.BRIEF else (2, 3, 4)


def moved(display):
    # The boxes of ranks are in coordinates of the data: their order along the view is reversed here.
    t.place(display, (1.0, -2.0, 1.5), (1.1, 0.9, 1.0), (15.0, 170.0, 20.0))


def beside(source):
    return t.show(source, simple.GetActiveView(), unit_distance=12.0, camera=False)


def sphere(center, opacity):
    shown = simple.Show(simple.Sphere(Center=center, Radius=5, ThetaResolution=14, PhiResolution=10))
    shown.ColorArrayName, shown.Opacity = [None, ''], opacity
    shown.DiffuseColor, shown.Ambient, shown.Diffuse = [0.2, 0.9, 0.3], 1.0, 0.0


def late():
    """An image that is empty in the first of two time steps."""
    steps = simple.ProgrammableFilter(Input=grids.wavelet(), OutputDataSetType='Same as Input')
    steps.RequestInformationScript = '''
info = self.GetOutputInformation(0)
info.Set(self.GetExecutive().TIME_STEPS(), [0.0, 1.0], 2)
info.Set(self.GetExecutive().TIME_RANGE(), [0.0, 1.0], 2)
'''
    steps.Script = '''
info, step = self.GetOutputInformation(0), self.GetExecutive().UPDATE_TIME_STEP()
if info.Has(step) and info.Get(step) > 0:
    self.GetOutput().ShallowCopy(self.GetInputDataObject(0, 0))
else:
    self.GetOutput().SetExtent(0, -1, 0, -1, 0, -1)
'''
    view = simple.GetActiveView()
    view.ViewTime = 0.0
    simple.Show(steps, view).SetRepresentationType(t.TYPE)
    simple.Render(view)
    view.ViewTime = 1.0
    simple.Render(view)
    return steps, 'POINTS'


DATA = {  # the source and the place of its values
    'points': lambda: (grids.wavelet(), 'POINTS'),
    'cells': lambda: (simple.PointDatatoCellData(Input=grids.wavelet(), PassPointData=0), 'CELLS'),
    # Along each axis one cell, so that some ranks have none.
    'few': lambda: (simple.Wavelet(WholeExtent=[0, 1] * 3), 'POINTS'),
    'late': late,
    # The boxes of ranks are then turned, too. Along x, y and z, they overlap and have another order.
    'turned': lambda: (grids.turned(grids.wavelet(), 0.6, 1.3), 'POINTS'),
    'tilted': lambda: (grids.turned(grids.wavelet(), 0.8, 0.7), 'POINTS'),
    'turned cells': lambda: (
        grids.turned(simple.PointDatatoCellData(Input=grids.wavelet()), 2.0, 0.6), 'CELLS'),
    'turned blocks': lambda: (grids.turned(grids.scattered(), 1.0, 2.2), 'POINTS'),
    'grouped': lambda: (grids.grouped(), 'POINTS'),
    'scattered': lambda: (grids.scattered(), 'POINTS'),
    'with holes': lambda: (grids.scattered('i % 5 != 2'), 'POINTS'),
    'cells of blocks': lambda: (
        simple.PointDatatoCellData(Input=grids.scattered(), PassPointData=0), 'CELLS'),
}


def lit(display):
    display.Shade, display.Ambient, display.Specular = 1, 0.2, 0.4


def cropped(display):
    display.UseCropping = 1
    display.CroppingScale, display.CroppingOrigin = [0.7, 0.8, 0.6], [1.0, 0.0, 2.0]


def surfaces(display):
    display.RayCastIsosurfaces = [120.0, 0.4, 1, 0, 1, 1, 1, 200.0, 1.0, 1, 1, 0.9, 0.2, 0.1]
    display.UseSlices, display.SliceOpacity, display.SliceOffsets = 1, 0.6, [-2.0, 3.0]
    display.SliceNormal = [0.3, 0.5, 1.0]


BLENDS = ('Maximum Intensity', 'Minimum Intensity', 'Average Intensity', 'Additive')
FEATURES = {
    'plain': lambda display: None,
    'lit': lit,
    'cropped': cropped,
    'surfaces': surfaces,
    'moved': moved,
    'ball': lambda display: sphere([3, -2, 4], 1.0),
    'veil': lambda display: sphere([0, 0, 0], 0.5),
    'mesh': lambda display: beside(t.wavelet_tets(5)),
    'same image': lambda display: beside(grids.wavelet()),
    'same turned': lambda display: beside(grids.turned(grids.wavelet(), 0.6, 1.3)),
    'other image': lambda display: beside(grids.wavelet(6, (3, -4, 2))),
    'opaque isosurfaces': lambda display: iso.show(
        simple.Wavelet(WholeExtent=[-8, 6, -6, 7, -5, 6]), simple.GetActiveView(), [170.0, 215.0],
        camera=False),
    **{mode: lambda display, mode=mode: setattr(display, 'RayCastBlendMode', mode) for mode in BLENDS}
}
# Other kinds of data do not have each feature in another way.
NAMES = ['points+' + feature for feature in FEATURES if 'turned' not in feature] + [
    'cells+plain', 'cells+lit', 'cells+surfaces', 'cells+veil', 'cells+mesh', 'cells+Additive', 'few+plain',
    'few+surfaces', 'few+ball', 'few+mesh', 'few+same image', *('few+' + mode for mode in BLENDS),
    'late+plain', 'late+Average Intensity', 'turned+plain', 'turned+moved', 'turned+veil', 'turned+ball',
    'turned+same turned', 'tilted+plain', 'tilted+lit', 'tilted+veil', 'turned cells+plain',
    'turned blocks+plain', 'turned blocks+veil', 'grouped+plain', 'grouped+lit', 'scattered+plain',
    'scattered+lit', 'scattered+surfaces', 'scattered+veil', 'scattered+mesh', 'scattered+Additive',
    'with holes+plain', 'with holes+lit', 'cells of blocks+plain', 'cells of blocks+lit']


def pictures(folder, save):
    """A picture of each name: the kind of the data and a feature."""
    made = {}
    for name in NAMES:
        kind, _, feature = name.partition('+')
        view = t.new_view(size=[120, 96])
        view.RemoteRenderThreshold = 0.0
        source, place = DATA[kind]()
        display = t.show(source, view, (place, 'RTData'), unit_distance=1.0 if kind == 'few' else 12.0)
        FEATURES[feature](display)
        t.turn(view)
        made[name] = t.image(view)
        print('%s: drawn by %s' % (name, t.report(display)['drawn by']), t.remarks(display, 'problem'),
              t.remarks(display, 'note'), flush=True)
        simple.Delete(view)
    for name, picture in made.items() if save else ():
        np.save(os.path.join(folder, name + '.npy'), picture)
    return made


def main():
    t.load_plugin()
    if len(sys.argv) > 1:
        pictures(sys.argv[1], True)
        return
    check = t.Checks()
    folder = tempfile.mkdtemp()
    alone = pictures(folder, False)
    for name, picture in alone.items():
        t.save(picture, 'grid_ranks_%s_1' % name.replace(' ', '_'))
        check(t.lit(picture) > 0.05, name + ': a picture')
    for ranks in RANKS:
        made, said = session_testing.pictures_of_ranks(check, __file__, folder, ranks, alone)
        check('Each rank' not in said and 'each rank' not in said,
              '%d ranks: no note that each shows its own piece' % ranks)
        for name, drawn in made.items():
            t.save(drawn, 'grid_ranks_%s_%d' % (name.replace(' ', '_'), ranks))
            # Parts of another image reach over those that other ranks have of the first, which are then not
            # in one order.
            reach_over = name in ('points+other image', 'points+opaque isosurfaces', 'few+same image')
            mean, most = (0.0006, 8.5 / 255) if reach_over else (0.0001, 1.5 / 255)
            check.near(drawn, alone[name], mean, most, '%s: %d ranks draw the same' % (name, ranks))
    check.done()


main()
