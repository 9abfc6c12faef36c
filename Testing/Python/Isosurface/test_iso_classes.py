# SPDX-License-Identifier: BSD-3-Clause
"""The isosurface mapper as a VTK class in Python: a sphere compared with its closed form, and everything that
a script can set and get."""
import os
import sys

import numpy as np

sys.path.insert(0, os.path.dirname(os.environ['INKRAY_PLUGIN']))
import inkray
from inkray import vtkIsosurfaceRayCastMapper
from vtkmodules.vtkCommonCore import vtkLookupTable
from vtkmodules.vtkCommonDataModel import vtkPlane
from vtkmodules.vtkRenderingCore import vtkRenderer, vtkRenderWindow, vtkVolume
import vtkmodules.vtkRenderingOpenGL2
import vtkmodules.vtkRenderingVolumeOpenGL2
import iso_testing as iso
import raycast_testing as t

check = t.Checks()
SIZE = 200

renderer = vtkRenderer()
window = vtkRenderWindow()
window.SetOffScreenRendering(1)
window.SetMultiSamples(0)
window.SetSize(SIZE, SIZE)
window.AddRenderer(renderer)
mapper = vtkIsosurfaceRayCastMapper()
mapper.SetInputData(iso.image_data({'distance': iso.sphere, 'height': lambda x, y, z: z}, (65, 65, 65)))
mapper.SetScalarModeToUsePointFieldData()
mapper.SelectScalarArray('distance')
settings = mapper.GetSettings()
isovalues = settings.GetIsovalues()
isovalues.SetValue(0, 0.6)
volume = vtkVolume()
volume.SetMapper(mapper)
prop = volume.GetProperty()
prop.ShadeOn()
prop.SetAmbient(0.0)
prop.SetDiffuse(1.0)
prop.SetSpecular(0.0)
colors = prop.GetRGBTransferFunction(0)
colors.RemoveAllPoints()
colors.AddRGBPoint(0.0, 1.0, 0.0, 0.0)
colors.AddRGBPoint(1.0, 0.0, 1.0, 0.0)
renderer.AddVolume(volume)

# Seen along z in parallel projection; the window shows the square [-1, 1] x [-1, 1].
camera = renderer.GetActiveCamera()
camera.SetParallelProjection(1)
camera.SetFocalPoint(0, 0, 0)
camera.SetPosition(0, 0, 5)
camera.SetViewUp(0, 1, 0)
camera.SetParallelScale(1.0)
camera.SetClippingRange(1, 10)


# A headlight on a sphere gives the isovalue's color times the cosine between normal and view.
axis = ((np.arange(SIZE) + 0.5) / SIZE) * 2 - 1
x, y = np.meshgrid(axis, axis)
r = np.sqrt(x * x + y * y)
cosine = np.sqrt(np.clip(1 - (r / 0.6) ** 2, 0, 1))
expected = cosine[:, :, None] * np.array([0.4, 0.6, 0.0])
picture = t.of_window(window)
t.save(picture, 'iso_class_sphere')
inside = r < 0.55
check(np.abs(picture - expected)[inside].max() < 0.03 and np.abs(picture - expected)[inside].mean() < 0.004,
      'a sphere: color as in closed form, at most %.4f off' % np.abs(picture - expected)[inside].max())
edge = np.abs(iso.hit(picture).astype(int) - (r < 0.6)).mean()
check(edge < 0.002, 'a sphere: outline as in closed form (%.5f of the pixels differ)' % edge)

# Without shading, the color as it is.
prop.ShadeOff()
picture = t.of_window(window)
check(np.abs(picture[inside] - [0.4, 0.6, 0.0]).max() < 1.1 / 255,
      'without shading: the color of the isovalue')

# A second array through a lookup table, one color per isovalue, and a clipping plane.
table = vtkLookupTable()
table.SetTableRange(-1.0, 1.0)
table.SetHueRange(0.0, 0.0)
table.SetSaturationRange(0.0, 0.0)
table.SetValueRange(0.0, 1.0)
table.SetRampToLinear()
table.SetNumberOfTableValues(256)
table.Build()
settings.SetColorModeToArray()
settings.SelectColorArray(0, 'height')
settings.SetColorFunction(table)
picture = t.of_window(window)
height = np.sqrt(np.clip(0.36 - r * r, 0, 1))
check(np.abs(picture[inside][:, 0] - (height[inside] + 1) / 2).max() < 0.02,
      'a second array: the height of the sphere')
settings.SetColorModeToSolid()
isovalues.SetColor(0, 0.0, 0.2, 1.0)
check(np.abs(t.of_window(window)[inside] - [0.0, 0.2, 1.0]).max() < 1.1 / 255, 'one color')
plane = vtkPlane()
plane.SetOrigin(0.1, 0, 0)
plane.SetNormal(1, 0, 0)
mapper.AddClippingPlane(plane)
cut = iso.hit(t.of_window(window))
check(not cut[:, : int(SIZE * 0.54)].any() and cut[inside & (x > 0.12)].all(),
      'a clipping plane cuts the sphere')
mapper.RemoveAllClippingPlanes()
t.of_window(window)

# Probing.
check(mapper.ProbePixel(SIZE // 2, SIZE // 2) and abs(mapper.GetProbedPosition()[2] - 0.6) < 0.002
      and mapper.GetProbedIsovalue() == 0.6, 'probing: %s' % (mapper.GetProbedPosition(),))
check(not mapper.ProbePixel(1, 1), 'probing beside the sphere')

# Everything a script can set and get.
for name, values in (('Device', (0, 1, 2)), ('Pipeline', (0, 1, 2, 3)), ('CompactionMethod', range(3)),
                     ('VectorMode', (0, 1)), ('VectorComponent', (0, 2)), ('ColorMode', (0, 1, 2)),
                     ('ImageSampleDistance', (1.0, 2.0)), ('EarlyTermination', (0.0, 0.25)),
                     ('AutoAdjustSampleDistances', (0, 1)), ('SmoothNormals', (0, 1)),
                     ('Opacity', (0.5, 1.0))):
    before = getattr(settings, 'Get' + name)()
    for value in values:
        getattr(settings, 'Set' + name)(value)
        check(getattr(settings, 'Get' + name)() == value, 'Set%s(%s)' % (name, value))
    getattr(settings, 'Set' + name)(before)
isovalues.GenerateValues(3, 0.2, 0.8)
check([round(isovalues.GetValue(i), 6) for i in range(isovalues.GetNumberOfContours())] == [0.2, 0.5, 0.8],
      'generated isovalues')
report = mapper.GetReport()
check((report.GetValue('image width'), report.GetValue('image height')) == (SIZE, SIZE)
      and report.GetValue('cast') > 0 and report.GetText('pipeline') in ('single kernel', 'multi-kernel'),
      'report')
check('Device' in str(mapper), 'prints itself')
check(hasattr(inkray, 'vtkIsosurfaceRayCastRepresentation'), 'the representation is there')
check.done()
