# SPDX-License-Identifier: BSD-3-Clause
"""Input that cannot be drawn, or not wholly: one clear message each, the session alive, other data still drawn."""
import re

import numpy as np
from paraview import simple
from paraview.vtk.util import numpy_support
from vtkmodules.vtkCommonCore import vtkIdList, vtkPoints
from vtkmodules.vtkCommonDataModel import VTK_TETRA, VTK_TRIANGLE, vtkUnstructuredGrid

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


class Scene:
    """A bad data set beside a good one (a sphere), in a view of its own. Frames are drawn three times to see that messages come once."""

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
                colours = simple.GetColorTransferFunction(array[1])
                colours.RGBPoints = [0.0, 1, 1, 1, 1.0, 1, 1, 1]
                self.display.LookupTable = colours
                self.display.ScalarOpacityFunction = opacity
            self.display.SetRepresentationType(t.TYPE)
            self.display.ScalarOpacityUnitDistance = 0.2
            for name, value in settings.items():
                setattr(self.display, name, value)
            self.view.GetActiveCamera().SetPosition(1.75, 0.5, 9)
            self.view.GetActiveCamera().SetFocalPoint(1.75, 0.5, 0.5)
            self.view.GetActiveCamera().SetViewUp(0, 1, 0)
            simple.Render(self.view)
            self.picture = t.image(self.view)
            simple.Render(self.view)
        self.said = said
        middle = self.picture.shape[1] // 2
        self.left = t.lit(self.picture[:, :middle])
        self.right = t.lit(self.picture[:, middle:])

    def close(self):
        simple.Delete(self.display)
        simple.Delete(self.source)
        simple.Delete(self.view)


def expect(what, data, words, drawn, **more):
    scene = Scene(data, **more)
    text = scene.said.text()
    ours = len(re.findall(r'vtkTetRayCast\w+ \(0x', text))
    check(words is None and ours == 0 or words is not None and scene.said.count(words) == 1 and ours == 1,
          '%s: one message%s, got %d' % (what, '' if words is None else " '%s'" % words, ours))
    if ours != (words is not None) or (words and words not in text):
        print(text)
    check((scene.left > 0.02) == drawn, '%s: %s (%.3f of the pixels)' % (what, 'drawn' if drawn else 'not drawn', scene.left))
    check(scene.right > 0.02, '%s: the other data set is drawn' % what)
    scene.close()
    return scene


good = grid()
points = numpy_support.vtk_to_numpy(good.GetPoints().GetData()).copy()
cells = [[good.GetCell(i).GetPointId(k) for k in range(4)] for i in range(good.GetNumberOfCells())]
f = points[:, 0].copy()

expect('good data', good, None, True)
expect('no arrays at all', grid(values=False), 'no array of numbers', False, array=None)
expect('no array chosen', good, "No array was chosen to colour by; 'f' is drawn", True, array=None)
expect('missing array', good, "no array 'nothing' on the points", False, array=None, ColorArrayName=['POINTS', 'nothing'])
expect('all NaN', build(points, cells, {'f': np.full(len(f), np.nan)}), "No value of the array 'f' is a finite number", False)
some = f.copy()
some[:5] = np.nan
expect('partly NaN', build(points, cells, {'f': some}), '5 of 64 values', True)
expect('constant', build(points, cells, {'f': np.full(len(f), 0.25)}), 'everywhere', True)
expect('empty grid', vtkUnstructuredGrid(), 'empty', False, array=None)
expect('only triangles', build(points, [c[:3] for c in cells], {'f': f}, VTK_TRIANGLE), 'wo-dimensional', False)
wrong = [list(c) for c in cells]
wrong[0][2] = 100000
wrong[1][1] = -7
expect('ids out of range', build(points, wrong, {'f': f}), 'out of range', True)
flat = points.copy()
flat[21] = flat[22]
expect('zero-volume cells', build(flat, cells, {'f': f}), 'volume', True)
inverted = [list(c) for c in cells]
inverted[5][0], inverted[5][1] = inverted[5][1], inverted[5][0]
expect('an inverted cell', build(points, inverted, {'f': f}), 'invert', True)
expect('duplicate cells', build(points, cells + cells[:4], {'f': f}), 'uplicate', True)
nan_points = points.copy()
nan_points[0] = [np.nan, 0, 0]
nan_points[3] = [np.inf, 0, 0]
expect('points that are not finite', build(nan_points, cells, {'f': f}), 'finite', True)

# A transfer function with one point: one colour and opacity everywhere, and no crash.
scene = Scene(good)
with t.Messages() as said:
    scene.display.ScalarOpacityFunction.Points = [0.5, 0.5, 0.5, 0.0]
    scene.display.LookupTable.RGBPoints = [0.5, 1, 0, 0]
    picture = t.image(scene.view)
    t.image(scene.view)
half = picture[:, :picture.shape[1] // 2]
check(t.lit(half) > 0.02 and half[:, :, 1].max() < 0.01, 'one-point functions: one colour')
check(said.count('a single point') == 1, 'one-point functions: one message')

# No points at all.
with t.Messages() as said:
    lut = scene.display.LookupTable.GetClientSideObject()
    lut.RemoveAllPoints()
    scene.display.ScalarOpacityFunction.GetClientSideObject().RemoveAllPoints()
    picture = t.image(scene.view)
check(said.count('no points') == 1, 'functions without points: one message')
check(t.lit(picture[:, picture.shape[1] // 2:]) > 0.02, 'functions without points: the sphere is drawn')
scene.close()

# CUDA asked for where there is none: one warning, and the CPU draws.
scene = Scene(good, RayCastDevice='CUDA')
if 'CPU' in str(t.information(scene.display, 'RayCastDeviceName')):
    check(scene.said.count('CUDA was asked for') == 1, 'CUDA without a device: one message')
    check(len(str(t.information(scene.display, 'RayCastFallbackReason'))) > 10, 'CUDA without a device: a reason')
    check(scene.left > 0.02, 'CUDA without a device: drawn')
scene.close()
scene = Scene(good, RayCastDevice='Auto')
check('vtkTetRayCast' not in scene.said.text(), 'Auto without a device: no message')
scene.close()

# A volume squeezed flat, and a window that is hardly there.
scene = Scene(good)
with t.Messages() as said:
    scene.display.Scale = [1, 1, 0]
    t.image(scene.view)
    t.image(scene.view)
    scene.display.Scale = [1, 1, 1]
    t.image(scene.view)
check(said.count('squeezes') == 1 and len(re.findall(r'vtkTetRayCast\w+ \(0x', said.text())) == 1, 'flat volume: one message')
scene.view.ViewSize = [1, 1]
simple.Render(scene.view)
scene.view.ViewSize = t.SIZE
check(t.lit(t.image(scene.view)) > 0.02, 'after a window of one pixel: drawn')
scene.close()
check.done()
