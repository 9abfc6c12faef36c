# SPDX-License-Identifier: BSD-3-Clause
"""Points and cells far away that are not drawn, and a camera far away. The picture, and the place of a reset
camera, equal those without such points and cells. Each case is one seed."""
import math
import os
import random

import numpy as np
from paraview import simple

import raycast_testing as t

check = t.Checks()
t.load_plugin()
ISOSURFACE, PATH_TRACED = 'Isosurface (Ray Cast)', 'Isosurface (Path Traced)'
DISTURB = '''
import random
from vtkmodules.vtkCommonCore import vtkPoints, vtkUnsignedCharArray
from vtkmodules.vtkCommonDataModel import vtkUnstructuredGrid
chance = random.Random(%d)
out = self.GetOutput()
source = self.GetInputDataObject(0, 0)
points = vtkPoints()
points.SetDataTypeToDouble()
points.DeepCopy(source.GetPoints())
cells = vtkUnstructuredGrid()
out.DeepCopy(source)
far = []
distance = 10.0 ** chance.uniform(2, %d)
for k in range(chance.randint(4, 9)):
    far.append(points.InsertNextPoint([distance * chance.uniform(-1, 1) for axis in range(3)]))
out.SetPoints(points)
for array in range(out.GetPointData().GetNumberOfArrays()):
    values = out.GetPointData().GetArray(array)
    for k in far:
        values.InsertNextTuple(values.GetTuple(0))
own = out.GetNumberOfCells()
flags = vtkUnsignedCharArray()
flags.SetName('vtkGhostType')
kinds = [(1, 1, 0), (3, 2, 0), (5, 3, 0), (10, 4, 32), (10, 4, 1)]
chosen = [chance.choice(kinds) for k in range(chance.randint(0, 4))]
out.GetCellData().Initialize()
for kind, size, flag in chosen:
    out.InsertNextCell(kind, size, chance.sample(far, size))
flags.SetNumberOfTuples(out.GetNumberOfCells())
flags.Fill(0)
for k, (kind, size, flag) in enumerate(chosen):
    flags.SetValue(own + k, flag)
out.GetCellData().AddArray(flags)
'''
tets = t.wavelet_tets(4)
view = t.new_view(size=[120, 100])


def shown(source, look):
    """The picture by a camera that is reset to the visible data, and the place of that camera."""
    display = simple.Show(source, view)
    simple.ColorBy(display, ('POINTS', 'RTData'))
    display.SetRepresentationType(t.TYPE if look in (t.TYPE, 'HAVS') else look)
    if look == 'HAVS':
        display.RayCastMapper = 'HAVS'
    if look in (t.TYPE, 'HAVS'):
        display.ScalarOpacityUnitDistance = 4.0
    else:
        display.Isovalues = [150.0]
    if look == PATH_TRACED:
        display.PathTraceSamples, display.PathTraceBounces, display.PathTraceLight = 4, 1, 'Sky'
    view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [0, 0, 1], [0, 0, 0], [0, 1, 0]
    t.turn(view)
    picture, camera_place = t.image(view), list(view.CameraPosition)
    simple.Hide(source, view)
    return picture, camera_place


for look in (t.TYPE, 'HAVS', ISOSURFACE, PATH_TRACED):
    wanted, camera_place = shown(tets, look)
    check(t.lit(wanted) > 0.05, look + ': something to see')
    t.save(wanted, 'distances_%s' % look.split(' (')[0].lower())
    for seed in range(1, 4):
        disturbed = t.filtered(DISTURB % (seed, 20), 'vtkUnstructuredGrid', tets)
        with t.Messages() as said:
            picture, moved = shown(disturbed, look)
        check(np.allclose(moved, camera_place, rtol=1e-6), '%s, seed %d: the camera is reset to what is '
              'drawn: %s for %s' % (look, seed, moved, camera_place))
        check.near(picture, wanted, 0.0005, 2 / 255, '%s, seed %d: points and cells that are '
                   'not drawn' % (look, seed), outline=0.003 if look != t.TYPE else 0.001)
        check(said.text() == '', '%s, seed %d: no messages: %s' % (look, seed, said.text()))

# The camera moves back as its angle shrinks, or projects in parallel: the picture stays the same.
for look in (t.TYPE, 'HAVS', ISOSURFACE, PATH_TRACED):
    shown(tets, look)
    simple.Show(tets, view)
    focus, way = (np.array(view.CameraFocalPoint),
                  np.array(view.CameraPosition) - np.array(view.CameraFocalPoint))
    size = np.linalg.norm(way)
    for parallel in (0, 1):
        view.CameraParallelProjection, view.CameraParallelScale = parallel, 0.3 * size

        def seen_from(distance):
            view.CameraPosition = list(focus + way / size * distance)
            view.CameraViewAngle = 30.0 if parallel else 2 * math.degrees(math.atan(0.3 * size / distance))
            simple.Render(view)
            view.GetRenderer().ResetCameraClippingRange()
            return t.image(view)

        wanted = seen_from((3 if parallel else 5e3) * size)
        for distance in (1e4, 1e7, 1e9) if parallel else (1e5, 1e6):
            picture = seen_from(distance * size)
            check.near(picture, wanted, 0.002, 6 / 255, '%s from %g sizes, %s'
                       % (look, distance, 'parallel' if parallel else 'telephoto'), outline=0.01)
    view.CameraParallelProjection, view.CameraViewAngle = 0, 30.0
    simple.Hide(tets, view)
check.done()
