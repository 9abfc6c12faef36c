# SPDX-License-Identifier: BSD-3-Clause
"""Regression images of Volume (Ray Cast): arrays that color a volume, cameras, and geometry around it."""
from paraview import simple

import image_testing as images
import raycast_testing as t

same = images.Baselines()
t.load_plugin()
view = images.new_view()
COLORS = [0.0, 0.1, 0.3, 0.9, 0.5, 0.95, 0.95, 0.9, 1.0, 0.9, 0.15, 0.1]
OPACITIES = [0.0, 0.0, 0.4, 0.05, 1.0, 0.9]

# A box of tetrahedra with values that vary along a diagonal with waves, one value per cell, vectors, and
# values that are missing in a corner.
SCRIPT = '''
import numpy as np
from vtkmodules.numpy_interface import dataset_adapter as dsa
out = self.GetOutput()
out.ShallowCopy(self.GetInputDataObject(0, 0))
data = dsa.WrapDataObject(out)
x, y, z = data.Points[:, 0] / 6, data.Points[:, 1] / 6, data.Points[:, 2] / 6
f = 0.5 + 0.2 * (x + y - z) / 3 + 0.3 * np.sin(4 * x) * np.cos(3 * y + z)
data.PointData.append(f, 'f')
data.PointData.append(np.stack([f, 0.5 + 0.5 * z, 0.5 - 0.5 * x], axis=1), 'vector')
g = f.copy()
g[(x > 0.2) & (y < 0)] = np.nan
data.PointData.append(g, 'missing')
n = out.GetNumberOfCells()
data.CellData.append((np.arange(n) * 37 % 101) / 100.0, 'cells')
data.PointData.append(np.stack([0.5 + x / 2, 0.5 + y / 2, 0.5 + z / 2, f], axis=1), 'colors')
data.PointData.append(np.floor(3 * f) + 10.0 * (x > 0.5), 'kind')
'''
source = simple.ProgrammableFilter(Input=t.wavelet_tets(6))
source.Script = SCRIPT
display = images.on_device(simple.Show(source, view))
images.look(view, (2.2, -3.6, 2.6))


def color_by(association, array, component=None):
    simple.ColorBy(display, (association, array))
    display.LookupTable = images.color_map(array, COLORS, component)
    display.ScalarOpacityFunction = images.opacity_map(array, OPACITIES)


color_by('POINTS', 'f')
display.SetRepresentationType(t.TYPE)
display.ScalarOpacityUnitDistance = 2.0
same(view, 'ParaViewVolume')
display.RayCastFaceTest = 'On-Demand VDFI'
same(view, 'ParaViewVolume')
display.RayCastFaceTest = 'Edge Function'

# Light with the display's own coefficients; turned off, the picture is as before.
display.Shade = 1
display.Ambient, display.Diffuse, display.Specular, display.SpecularPower = 0.1, 0.9, 0.3, 15
same(view, 'ParaViewVolumeShaded')
display.RayCastGradients = 'Per Cell'
same(view, 'ParaViewVolumeShadedByCells')
display.RayCastGradients = 'Smooth'
display.Shade = 0
same(view, 'ParaViewVolume')

color_by('CELLS', 'cells')
same(view, 'ParaViewVolumeCellValues')
unlit = t.image(view)
display.Shade = 1
changed = t.difference(t.image(view), unlit)[0]
assert changed > 0.005 and 'without light' not in t.remarks(display, 'note'), \
    'values of cells are lit: %g' % changed
display.Shade = 0
color_by('POINTS', 'vector', 1)
same(view, 'ParaViewVolumeComponent')
color_by('POINTS', 'vector')
same(view, 'ParaViewVolumeMagnitude')
color_by('POINTS', 'missing')
with t.Messages():
    simple.Render(view)
same(view, 'ParaViewVolumeMissingValues')
display.RayCastNaN, display.LookupTable.NanColor, display.LookupTable.NanOpacity = 1, [0.2, 0.8, 0.3], 0.6
with t.Messages():
    simple.Render(view)
same(view, 'ParaViewVolumeNaN')
display.RayCastNaN = 0
same(view, 'ParaViewVolumeMissingValues')
color_by('POINTS', 'f')

# Blend modes, and opacity from another array.
for mode, picture in (('Maximum Intensity', 'ParaViewVolumeMaximum'),
                      ('Minimum Intensity', 'ParaViewVolumeMinimum'),
                      ('Average Intensity', 'ParaViewVolumeAverage'), ('Additive', 'ParaViewVolumeAdditive')):
    display.BlendMode = mode
    display.ScalarOpacityUnitDistance = 12.0 if mode == 'Additive' else 2.0
    same(view, picture)
display.BlendMode = 'Composite'
display.ScalarOpacityUnitDistance = 2.0
display.UseSeparateOpacityArray = 1
for association, array, picture in (('POINTS', 'vector', 'ParaViewVolumeSeparateOpacity'),
                                    ('CELLS', 'cells', 'ParaViewVolumeSeparateOpacityCells')):
    display.OpacityArrayName = [association, array]
    display.OpacityComponent = 1 if association == 'POINTS' else 0
    same(view, picture)
display.UseSeparateOpacityArray = 0

# Cells hidden by another array.
display.UseThreshold, display.ThresholdArray, display.ThresholdComponent = 1, ['POINTS', 'vector'], 1
display.ThresholdRange = [0.3, 0.8]
same(view, 'ParaViewVolumeThreshold')
display.UseThreshold = 0

# Isosurfaces in the volume: a translucent one, and one in its own color.
display.RayCastIsosurfaces = [0.45, 0.5, 1, 0, 1, 1, 1, 0.7, 1.0, 1, 1, 0.9, 0.2, 0.1]
same(view, 'ParaViewVolumeIsosurfaces')
display.RayCastIsosurfaces = []

# Translucent slices in the volume.
display.UseSlices, display.SliceOpacity, display.SliceOffsets = 1, 0.7, [-3.0, 2.0]
display.SliceOrigin, display.SliceNormal = [0.0, 0.0, 0.0], [0.5, -0.8, 0.3]
same(view, 'ParaViewVolumeSlices')
display.UseSlices = 0

# In a box that is turned.
display.UseCropping, display.CroppingOrigin = 1, [1.0, -2.0, 1.0]
display.CroppingRotation, display.CroppingScale = [20.0, 10.0, 35.0], [0.5, 0.7, 0.6]
same(view, 'ParaViewVolumeCropped')
display.UseCropping = 0

# Direct colors, and categories, some without a color.
color_by('POINTS', 'colors')
display.MapScalars = 0
same(view, 'ParaViewVolumeColors')
display.MapScalars = 1
simple.ColorBy(display, ('POINTS', 'kind'))
kind = simple.GetColorTransferFunction('kind')
kind.InterpretValuesAsCategories = 1
kind.Annotations = ['0', 'low', '1', 'middle', '2', 'high']
kind.IndexedColors = [0.1, 0.3, 0.9, 0.95, 0.95, 0.9, 0.9, 0.15, 0.1]
kind.NanColor = [0.2, 0.8, 0.3]
display.LookupTable = kind
display.ScalarOpacityFunction = images.opacity_map('kind', [0.0, 0.05, 2.0, 0.9, 12.0, 0.9])
same(view, 'ParaViewVolumeCategories')
color_by('POINTS', 'f')

display.SetScalarColoring('', 0)
display.DiffuseColor = [1.0, 0.8, 0.4]
same(view, 'ParaViewVolumeSolidColor')
color_by('POINTS', 'f')

# Cameras, and fewer rays.
images.look(view, (2.2, -3.6, 2.6), 1.3, parallel=True)
same(view, 'ParaViewVolumeParallel')
images.look_from(view, (-2, -2, 1), (3, 2, 0), 70)
same(view, 'ParaViewVolumeCameraInside')
images.look(view, (2.2, -3.6, 2.6))
display.RayCastImageSampleDistance = 3.0
same(view, 'ParaViewVolumeCoarse')
display.RayCastImageSampleDistance = 1.0

# Opaque geometry inside, in front and behind.
balls = []
for center, radius, color in (([2, -3, 0], 2, [0.2, 0.9, 0.2]), ([-5, -10, 3], 1.5, [0.9, 0.9, 0.1]),
                               ([-2, 12, 3], 4, [0.7, 0.2, 0.9])):
    balls.append(images.ball(view, center, radius, color))
images.look(view, (2.2, -3.6, 2.6))
same(view, 'ParaViewVolumeAmongBalls')
for ball in balls:
    simple.Delete(ball)

# The transform of the data.
t.place(display, [3.0, 1.0, 0.0], [1.0, 0.5, 1.2], [20.0, 0.0, 30.0])
images.look(view, (2.2, -3.6, 2.6))
same(view, 'ParaViewVolumeMoved')
same.done()
