# SPDX-License-Identifier: BSD-3-Clause
"""The mapper as a VTK class in Python: a linear field in a cube compared with its closed form, and everything
that a script can set and get."""
import math
import os
import sys

import numpy as np

sys.path.insert(0, os.path.dirname(os.environ['INKRAY_PLUGIN']))
import inkray
from inkray import vtkTetRayCastMapper
from vtkmodules.util import numpy_support
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import VTK_HEXAHEDRON, vtkCellArray, vtkUnstructuredGrid
from vtkmodules.vtkRenderingCore import vtkRenderer, vtkRenderWindow, vtkVolume
import vtkmodules.vtkRenderingOpenGL2
import vtkmodules.vtkRenderingVolumeOpenGL2
import raycast_testing as t

check = t.Checks()


def cube(n):
    """[0, 1]^3 in n^3 hexahedra, with inner points moved slightly (fixed seed), and f = x."""
    axis = np.linspace(0.0, 1.0, n + 1)
    z, y, x = np.meshgrid(axis, axis, axis, indexing='ij')
    points = np.stack([x.ravel(), y.ravel(), z.ravel()], axis=1)
    inner = np.logical_and(points > 0, points < 1).min(axis=1)
    points[inner] += np.random.default_rng(1).uniform(-0.2 / n, 0.2 / n, (int(inner.sum()), 3))
    corner = np.array([i + (n + 1) * (j + (n + 1) * k) for k in range(n) for j in range(n) for i in range(n)])
    s, l = n + 1, (n + 1) ** 2
    cells = (corner[:, None] + np.array([0, 1, 1 + s, s, l, l + 1, l + 1 + s, l + s])[None, :]).astype(
        np.int64)
    grid = vtkUnstructuredGrid()
    p = vtkPoints()
    p.SetData(numpy_support.numpy_to_vtk(points, deep=1))
    grid.SetPoints(p)
    array = vtkCellArray()
    array.SetData(8, numpy_support.numpy_to_vtkIdTypeArray(cells.ravel(), deep=1))
    grid.SetCells(VTK_HEXAHEDRON, array)
    f = numpy_support.numpy_to_vtk(points[:, 0].copy(), deep=1)
    f.SetName('f')
    grid.GetPointData().SetScalars(f)
    return grid


renderer = vtkRenderer()
window = vtkRenderWindow()
window.SetOffScreenRendering(1)
window.SetMultiSamples(0)
window.SetSize(128, 128)
window.AddRenderer(renderer)
mapper = vtkTetRayCastMapper()
mapper.SetInputData(cube(6))
volume = vtkVolume()
volume.SetMapper(mapper)
prop = volume.GetProperty()
prop.SetScalarOpacityUnitDistance(0.5)
prop.GetRGBTransferFunction(0).RemoveAllPoints()
prop.GetRGBTransferFunction(0).AddRGBPoint(0.0, 1.0, 0.0, 0.0)
prop.GetRGBTransferFunction(0).AddRGBPoint(1.0, 0.0, 0.0, 1.0)
prop.GetScalarOpacity(0).RemoveAllPoints()
prop.GetScalarOpacity(0).AddPoint(0.0, 0.2)
prop.GetScalarOpacity(0).AddPoint(1.0, 0.8)
renderer.AddVolume(volume)

# Seen along z in parallel projection: f is constant along each ray, whose length is 1.
camera = renderer.GetActiveCamera()
camera.SetParallelProjection(1)
camera.SetFocalPoint(0.5, 0.5, 0.5)
camera.SetPosition(0.5, 0.5, 5.0)
camera.SetViewUp(0, 1, 0)
camera.SetParallelScale(0.5)  # the window shows the unit square
camera.SetClippingRange(1, 10)


settings = mapper.GetSettings()
settings.SetEarlyTermination(0.0)
picture = t.of_window(window)
t.save(picture, 'linear_field')
x = (np.arange(128) + 0.5) / 128
alpha = 1 - np.exp(-(0.2 + 0.6 * x) / 0.5)
expected = np.stack([(1 - x) * alpha, 0 * x, x * alpha], axis=1)[None, :, :].repeat(128, axis=0)
check.near(picture, expected, 0.0025, 1.1 / 255, 'along z: the closed form')

# Along x the field rises linearly along each ray: color and attenuation vary together. The integral is
# computed numerically.
camera.SetPosition(-5.0, 0.5, 0.5)
camera.SetViewUp(0, 1, 0)
camera.SetClippingRange(1, 10)
s = (np.arange(200000) + 0.5) / 200000
tau = (0.2 + 0.6 * s) / 0.5
through = np.exp(-np.concatenate([[0], np.cumsum(tau)[:-1]]) / 200000)
weight = through * tau / 200000
color = np.array([(weight * (1 - s)).sum(), 0.0, (weight * s).sum()])
picture = t.of_window(window)
inner = picture[8:-8, 8:-8]
check(np.abs(inner - color).max() <= 1.1 / 255, 'along x: the integral %s, got %s' % (color, inner[50, 50]))

# Everything a script can set and get.
for name, values in (('Device', (0, 1, 2)), ('FaceTest', (0, 1)), ('VectorMode', (0, 1)),
                     ('VectorComponent', (0, 2)),
                     ('ImageSampleDistance', (1.0, 2.0)), ('EarlyTermination', (0.0, 0.25)),
                     ('AutoAdjustSampleDistances', (0, 1))):
    before = getattr(settings, 'Get' + name)()
    for value in values:
        getattr(settings, 'Set' + name)(value)
        check(getattr(settings, 'Get' + name)() == value, 'Set%s(%s)' % (name, value))
    getattr(settings, 'Set' + name)(before)
report = mapper.GetReport()
check(report.GetValue('tetrahedra') >= 5 * 216 and report.GetValue('failed rays') == 0,
      'counters: %d tets' % report.GetValue('tetrahedra'))
check((report.GetValue('image width'), report.GetValue('image height')) == (128, 128), 'image size')
rows = {report.GetName(i): (report.GetText(i), report.GetUnit(i)) for i in range(report.GetNumberOfRows())}
check(float(rows['cast'][0]) > 0 and rows['cast'][1] == 'ms' and float(rows['mesh memory'][0]) > 0
      and rows['mesh memory'][1] == 'MiB', 'rows with units: %s' % rows)
check(rows['device'] == (mapper.GetDeviceName(), '') and math.isnan(report.GetValue('device'))
      and math.isnan(report.GetValue('no such row')), 'rows of text, and rows that are not there')
both = type(report)()
both.AddReport(report)
both.AddReport(report)
check(both.GetValue('tetrahedra') == 2 * report.GetValue('tetrahedra') and both.GetValue('image width') == 128
      and both.GetText('device') == mapper.GetDeviceName(), 'two reports add up')
other = vtkTetRayCastMapper()
other.SetSettings(settings)
time = other.GetMTime()
settings.SetFaceTest(1)
check(other.GetSettings() is settings and other.GetMTime() > time, 'settings shared by two mappers')
settings.SetFaceTest(0)
check(len(mapper.GetDeviceName()) > 2, 'device ' + mapper.GetDeviceName())
check('Device' in str(mapper), 'prints itself')

# A second window takes over the volume; the first one is finalized.
renderer.RemoveVolume(volume)
window.Finalize()
second = vtkRenderWindow()
second.SetOffScreenRendering(1)
second.SetMultiSamples(0)
second.SetSize(128, 128)
other = vtkRenderer()
second.AddRenderer(other)
other.SetActiveCamera(camera)
other.AddVolume(volume)
window = second
check.near(t.of_window(window), picture, 0, 0, 'another window: the same picture')
check(hasattr(inkray, 'vtkTetrahedralizer') and hasattr(inkray, 'vtkTetRayCastRepresentation'),
      'the other classes are there')
check.done()
