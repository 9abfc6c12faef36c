# SPDX-License-Identifier: BSD-3-Clause
"""Input that cannot be drawn, or only in part: one clear message each, a session that goes on, and other data
that are still drawn."""
import re

import numpy as np
from paraview import simple
from paraview.vtk.util import numpy_support
from vtkmodules.vtkCommonCore import vtkIdList, vtkPoints, vtkStringArray
from vtkmodules.vtkCommonDataModel import VTK_TETRA, VTK_TRIANGLE, vtkMultiBlockDataSet, vtkUnstructuredGrid

import raycast_testing as t

check = t.Checks()
t.load_plugin()


def grid(n=3, values=True):
    """A cube of n x n x n boxes of six tets each, with the point array `f` = x."""
    axis = np.linspace(0.0, 1.0, n + 1)
    z, y, x = np.meshgrid(axis, axis, axis, indexing='ij')
    points = np.stack([x.ravel(), y.ravel(), z.ravel()], axis=1)
    tets = []
    step = [1, n + 1, (n + 1) ** 2]
    for k in range(n):
        for j in range(n):
            for i in range(n):
                c = i * step[0] + j * step[1] + k * step[2]
                for a, b in ((0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)):
                    d = 3 - a - b
                    tet = [c, c + step[a], c + step[a] + step[b], c + step[a] + step[b] + step[d]]
                    if (a, b) in ((1, 0), (2, 1), (0, 2)):
                        tet[1], tet[2] = tet[2], tet[1]
                    tets.append(tet)
    return build(points, tets, {'f': points[:, 0]} if values else {})


def build(points, cells, arrays, cell_type=VTK_TETRA):
    out = vtkUnstructuredGrid()
    p = vtkPoints()
    p.SetData(numpy_support.numpy_to_vtk(np.ascontiguousarray(points, dtype=float), deep=1))
    out.SetPoints(p)
    for cell in cells:
        ids = vtkIdList()
        for i in cell:
            ids.InsertNextId(int(i))
        out.InsertNextCell(cell_type, ids)
    for name, values in arrays.items():
        array = numpy_support.numpy_to_vtk(np.ascontiguousarray(values), deep=1)
        array.SetName(name)
        out.GetPointData().AddArray(array)
    return out


class Scene(t.Halves):
    """A bad data set beside a good one (a sphere) in its own view. Three frames are drawn, to see that each
    message comes once."""

    def __init__(self, data, array=('POINTS', 'f'), other=True, **settings):
        self.view = t.new_view()
        if other:
            self.sphere = simple.Sphere(Center=[3, 0.5, 0.5], Radius=0.5)
            sphere = simple.Show(self.sphere, self.view)
            sphere.ColorArrayName = [None, '']
        self.source = simple.TrivialProducer()
        self.source.GetClientSideObject().SetOutput(data)
        with t.Messages() as said:
            self.display = simple.Show(self.source, self.view)
            if array:
                simple.ColorBy(self.display, array)
                opacity = simple.GetOpacityTransferFunction(array[1])
                opacity.Points = [0.0, 0.5, 0.5, 0.0, 1.0, 1.0, 0.5, 0.0]
                colors = simple.GetColorTransferFunction(array[1])
                colors.RGBPoints = [0.0, 1, 1, 1, 1.0, 1, 1, 1]
                self.display.LookupTable = colors
                self.display.ScalarOpacityFunction = opacity
            self.display.SetRepresentationType(t.TYPE)
            self.display.ScalarOpacityUnitDistance = 0.2
            for name, value in settings.items():
                setattr(self.display, name, value)
            self.view.GetActiveCamera().SetPosition(1.75, 0.5, 9)
            self.view.GetActiveCamera().SetFocalPoint(1.75, 0.5, 0.5)
            self.view.GetActiveCamera().SetViewUp(0, 1, 0)
            self.draw()
        self.said = said
        self.read()

    def close(self):
        simple.Delete(self.display)
        simple.Delete(self.source)
        simple.Delete(self.view)


def expect(what, data, words, drawn, note=None, **more):
    """Check one case: `words` are part of the message, which the report repeats; `note` is part of a note
    that only the report has."""
    scene = Scene(data, **more)
    text = scene.said.text()
    ours = len(re.findall(r'vtkTetRayCast\w+ \(0x', text))
    said = (words is None and ours == 0 and not scene.problems or words is not None
            and scene.said.count(words) == 1 and ours == 1 and words in scene.problems)
    check(said, '%s: one message%s, got %d' % (what, '' if words is None else " '%s'" % words, ours))
    if not said:
        print(text, scene.problems)
    check((note or '') in scene.notes and bool(note) == bool(scene.notes),
          '%s: the note %s' % (what, scene.notes))
    check((scene.left > 0.02) == drawn,
          '%s: %s (%.3f of the pixels)' % (what, 'drawn' if drawn else 'not drawn', scene.left))
    check(scene.right > 0.02, '%s: the other data set is drawn' % what)
    scene.close()
    return scene


good = grid()
points = numpy_support.vtk_to_numpy(good.GetPoints().GetData()).copy()
cells = [[good.GetCell(i).GetPointId(k) for k in range(4)] for i in range(good.GetNumberOfCells())]
f = points[:, 0].copy()

expect('good data', good, None, True)
expect('no arrays at all', grid(values=False), 'no array of numbers', False, array=None)
expect('no array chosen', good, None, True, array=None)
expect('missing array', good, "no array 'nothing' on the points", False, array=None,
       ColorArrayName=['POINTS', 'nothing'])
expect('all NaN', build(points, cells, {'f': np.full(len(f), np.nan)}),
       "No value of the array 'f' is a finite number", False)
some = f.copy()
some[:5] = np.nan
expect('partly NaN', build(points, cells, {'f': some}), None, True, '5 of 64 values')
expect('constant', build(points, cells, {'f': np.full(len(f), 0.25)}), None, True, 'everywhere')
expect('empty grid', vtkUnstructuredGrid(), None, False, 'empty', array=None)
expect('only triangles', build(points, [c[:3] for c in cells], {'f': f}, VTK_TRIANGLE), 'wo-dimensional',
       False)
wrong = [list(c) for c in cells]
wrong[0][2] = 100000
wrong[1][1] = -7
expect('ids out of range', build(points, wrong, {'f': f}), None, True, 'out of range')
flat = points.copy()
flat[21] = flat[22]
expect('zero-volume cells', build(flat, cells, {'f': f}), None, True, 'volume')
inverted = [list(c) for c in cells]
inverted[5][0], inverted[5][1] = inverted[5][1], inverted[5][0]
expect('an inverted cell', build(points, inverted, {'f': f}), None, True, 'invert')
expect('duplicate cells', build(points, cells + cells[:4], {'f': f}), None, True, 'uplicate')
nan_points = points.copy()
nan_points[0] = [np.nan, 0, 0]
nan_points[3] = [np.inf, 0, 0]
expect('points that are not finite', build(nan_points, cells, {'f': f}), None, True, 'finite')

# Arrays of blocks, arrays of text, and names of no array leave the picture empty. A message says what to do.


def with_text(data):
    """Add an array of text with a word for each point, and one with a word for the whole data set."""
    for attributes, number in ((data.GetPointData(), data.GetNumberOfPoints()), (data.GetFieldData(), 1)):
        words = vtkStringArray()
        words.SetName('words')
        words.SetNumberOfValues(number)
        attributes.AddArray(words)
    return data


def blocks(*data):
    out = vtkMultiBlockDataSet()
    for i, block in enumerate(data):
        out.SetBlock(i, block)
    return out


for what, data in (('a grid', with_text(grid())), ('blocks', blocks(with_text(grid()), with_text(grid(2))))):
    expect(what + ' colored by text', data, "'words' on the points is not numeric; choose another array",
           False, array=None, ColorArrayName=['POINTS', 'words'])
    expect(what + ' colored by text of the whole', data, "'words' belongs to whole blocks and not to points "
           "or cells, so it has no values inside a volume; choose an array of points", False, array=None,
           ColorArrayName=['FIELD', 'words'])
    expect(what + ' colored by an array that is nowhere', data, "There is no array 'nowhere' on the cells "
           "of the data; choose another", False, array=None, ColorArrayName=['CELLS', 'nowhere'])
expect('blocks in the colors of blocks', blocks(grid(), grid(2)), "'vtkBlockColors' belongs to whole blocks",
       False, array=None, ColorArrayName=['FIELD', 'vtkBlockColors'])
expect('blocks of which one has no arrays', blocks(grid(), grid(values=False)), None, True,
       '1 of 2 blocks do not have', array=('POINTS', 'f'))

# A function made for other values shows nothing, which is a message. A function that is 0 throughout is taken
# as intended.
scene = Scene(good)
with t.Messages() as said:
    scene.display.ScalarOpacityFunction.Points = [0.0, 0.0, 0.5, 0.0, 5.0, 0.0, 0.5, 0.0, 9.0, 1.0, 0.5, 0.0]
    picture = t.image(scene.view)
    t.image(scene.view)
check(said.count("The opacity function is 0 for all values of the array 'f' (0 to 1), so nothing can be "
                 "seen; change it, or rescale it") == 1, 'functions for other values: one message')
check(t.lit(picture[:, :picture.shape[1] // 2]) == 0, 'functions for other values: nothing')
with t.Messages() as said:
    scene.display.ScalarOpacityFunction.Points = [0.0, 0.0, 0.5, 0.0, 9.0, 0.0, 0.5, 0.0]
    t.image(scene.view)
check(not said.text(), 'a function that is 0 throughout: no message ' + said.text())
scene.close()

# A transfer function with one point gives one color and opacity everywhere.
scene = Scene(good)
with t.Messages() as said:
    scene.display.ScalarOpacityFunction.Points = [0.5, 0.5, 0.5, 0.0]
    scene.display.LookupTable.RGBPoints = [0.5, 1, 0, 0]
    picture = t.image(scene.view)
    t.image(scene.view)
half = picture[:, :picture.shape[1] // 2]
check(t.lit(half) > 0.02 and half[:, :, 1].max() < 0.01, 'one-point functions: one color')
check(said.count('a single point') == 1, 'one-point functions: one message')

# A transfer function without points.
with t.Messages() as said:
    lut = scene.display.LookupTable.GetClientSideObject()
    lut.RemoveAllPoints()
    scene.display.ScalarOpacityFunction.GetClientSideObject().RemoveAllPoints()
    picture = t.image(scene.view)
check(said.count('no points') == 1, 'functions without points: one message')
check(t.lit(picture[:, picture.shape[1] // 2:]) > 0.02, 'functions without points: the sphere is drawn')
scene.close()

# If CUDA is chosen where there is none, one warning comes, and the CPU draws.
scene = Scene(good, RayCastDevice='CUDA')
if 'CPU' in str(t.information(scene.display, 'RayCastDeviceName')):
    check(scene.said.count('CUDA was asked for') == 1, 'CUDA without a device: one message')
    check(len(str(t.information(scene.display, 'RayCastFallbackReason'))) > 10,
          'CUDA without a device: a reason')
    check(scene.left > 0.02, 'CUDA without a device: drawn')
scene.close()
scene = Scene(good, RayCastDevice='Auto')
check('vtkTetRayCast' not in scene.said.text(), 'Auto without a device: no message')
scene.close()

# A volume of no thickness, and a window of a few pixels.
scene = Scene(good)
with t.Messages() as said:
    scene.display.Scale = [1, 1, 0]
    t.image(scene.view)
    t.image(scene.view)
    scene.display.Scale = [1, 1, 1]
    t.image(scene.view)
check(said.count('squeezes') == 1 and len(re.findall(r'vtkTetRayCast\w+ \(0x', said.text())) == 1,
      'flat volume: one message')
scene.view.ViewSize = [1, 1]
simple.Render(scene.view)
scene.view.ViewSize = t.SIZE
check(t.lit(t.image(scene.view)) > 0.02, 'after a window of one pixel: drawn')
scene.close()
check.done()
