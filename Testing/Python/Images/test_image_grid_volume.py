# SPDX-License-Identifier: BSD-3-Clause
"""Regression images of Volume (Ray Cast) of an image that is turned and has uneven spacing, and of the same
points as a rectilinear grid that is moved and turned."""
import numpy as np
from paraview import simple
from vtkmodules.vtkCommonDataModel import vtkImageData

import image_testing as images
import iso_testing as iso
import raycast_testing as t

same = images.Baselines()
t.load_plugin()
view = images.new_view([150, 120])
COLORS = [-1.0, 0.1, 0.3, 0.9, 0.0, 0.95, 0.95, 0.9, 1.0, 0.9, 0.15, 0.1]
OPACITIES = [-1.0, 0.9, -0.4, 0.02, 0.3, 0.02, 0.5, 0.5, 1.0, 0.9]


def waves(x, y, z):
    return np.sin(3 * x) * np.cos(2 * y + z) + 0.3 * z


def show(data):
    display = images.on_device(simple.Show(iso.producer(data), view))
    simple.ColorBy(display, ('POINTS', 'f'))
    display.LookupTable = images.color_map('f', COLORS)
    display.ScalarOpacityFunction = images.opacity_map('f', OPACITIES)
    display.SetRepresentationType(t.TYPE)
    display.ScalarOpacityUnitDistance = 0.08
    return display


# The values follow the index, so that the direction of the image is visible.
image = iso.image_data({'f': waves}, (25, 17, 13))
turned = vtkImageData()
turned.DeepCopy(image)
turned.SetOrigin(0, 0, 0)
c, s = np.cos(0.5), np.sin(0.5)
turned.SetDirectionMatrix(c, -s, 0, s, c, 0, 0, 0, 1)
turned.SetSpacing(0.08, 0.12, 0.2)
display = show(turned)
images.look(view, (2.2, -3.6, 2.6))
images.ball(view, [0.4, 0.6, 2.3], 0.4, [0.2, 0.8, 0.3])
display.Shade = 1
display.Ambient, display.Diffuse, display.Specular, display.SpecularPower = 0.2, 0.8, 0.3, 15
same(view, 'ParaViewImageVolume')

# A rectilinear grid with these points, turned by its display.
axes = [step * np.arange(n) for step, n in ((0.08, 25), (0.12, 17), (0.2, 13))]
grid = iso.rectilinear_data({}, axes)
grid.GetPointData().SetScalars(image.GetPointData().GetArray('f'))
display.Visibility = 0
uneven = show(grid)
uneven.Orientation = [0, 0, np.degrees(0.5)]
uneven.Shade = 1
uneven.Ambient, uneven.Diffuse, uneven.Specular, uneven.SpecularPower = 0.2, 0.8, 0.3, 15
same(view, 'ParaViewImageVolume')
same.done()
