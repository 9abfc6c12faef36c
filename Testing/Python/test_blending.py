# SPDX-License-Identifier: BSD-3-Clause
"""Blend modes of Volume (Ray Cast) in closed form, in a box with a linear value, and what they have in common with Composite: bad input, Solid Color, opacity, two components."""
import numpy as np
from paraview import simple

import raycast_testing as t

check = t.Checks()
t.load_plugin()

# A box of 4 in each direction; f rises from 0 to 1 along z, g from 0 to 2 along x.
view = t.new_view()
box = simple.Tetrahedralize(Input=simple.Calculator(Input=simple.Calculator(
    Input=simple.Wavelet(WholeExtent=[0, 4] * 3), Function='coordsZ/4', ResultArrayName='f'), Function='coordsX/2', ResultArrayName='g'))
display = t.show(box, view, ('POINTS', 'f'), unit_distance=4.0)
function, colours = simple.GetOpacityTransferFunction('f'), simple.GetColorTransferFunction('f')
function.Points = [0.0, 0.5, 0.5, 0.0, 1.0, 0.5, 0.5, 0.0]
colours.ColorSpace, colours.Discretize = 'RGB', 0
colours.RGBPoints = [0.0, 0, 1, 0, 1.0, 1, 0, 1]
view.CameraParallelProjection = 1
view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp, view.CameraParallelScale = [2, 2, 20], [2, 2, 2], [0, 1, 0], 1.0


def middle():
    """The pixel in the middle: a ray through all values of f, and a g of 1."""
    return t.image(view)[t.SIZE[1] // 2, t.SIZE[0] // 2]


def expect(what, *rgb):
    seen = middle()
    check(max(abs(seen - rgb)) < 1.5 / 255, '%s: %s is %s' % (what, seen, rgb))


check(display.BlendMode == 'Composite', 'Composite at first')
composite = t.image(view)
display.BlendMode = 'Maximum Intensity'
expect('maximum: the colour of 1, half of it', 0.5, 0.0, 0.5)
display.BlendMode = 'Minimum Intensity'
expect('minimum: the colour of 0, half of it', 0.0, 0.5, 0.0)
display.ScalarOpacityUnitDistance = 0.1
expect('an extreme has no unit distance', 0.0, 0.5, 0.0)
display.Opacity = 0.5
expect('but Opacity', 0.0, 0.25, 0.0)
display.Opacity = 1.0
display.BlendMode = 'Average Intensity'
expect('average: half of the mean', 0.25, 0.25, 0.25)
display.AverageIPScalarRange = [0.5, 1.0]
expect('average of the upper half', 0.375, 0.375, 0.375)
display.AverageIPScalarRange = [5.0, 6.0]
expect('average of nothing', 0.0, 0.0, 0.0)
with t.Messages() as said:
    display.AverageIPScalarRange = [1.0, 0.0]
    t.image(view)
    expect('an empty range', 0.0, 0.0, 0.0)
check(said.count('range of values to average is empty') == 1, 'an empty range is one message: %s' % said.text())
display.AverageIPScalarRange = [-1e38, 1e38]
display.ScalarOpacityUnitDistance = 4.0
display.BlendMode = 'Additive'
expect('additive: the mean over one unit distance', 0.25, 0.25, 0.25)
display.ScalarOpacityUnitDistance = 2.0
expect('additive: over two', 0.5, 0.5, 0.5)
display.ScalarOpacityUnitDistance = 4.0

# Other sources of values.
display.BlendMode = 'Maximum Intensity'
display.SetScalarColoring('', 0)
display.DiffuseColor = [1.0, 0.5, 0.0]
solid = middle()
check(solid[0] > 0.2 and abs(solid[1] - solid[0] / 2) < 2 / 255, 'Solid Color has extremes: %s' % solid)
simple.ColorBy(display, ('POINTS', 'f'))
display.UseSeparateOpacityArray = 1
display.OpacityArrayName = ['POINTS', 'g']
expect('with a separate opacity array the colour array has the opacity of extremes', 0.5, 0.0, 0.5)
check('beside Composite' in t.remarks(display, 'note'), 'and a note says so: %s' % t.remarks(display, 'note'))
display.UseSeparateOpacityArray = 0
display.BlendMode = 'Composite'
check.near(t.image(view), composite, 0, 0, 'Composite again')

# Colour and opacity as two components of one array (Multi Components Mapping): as two arrays.
function.Points = [0.0, 0.0, 0.5, 0.0, 2.0, 1.0, 0.5, 0.0]
display.UseSeparateOpacityArray = 1
separate = t.image(view)
check(t.difference(separate, composite)[0] > 0.01, 'a separate opacity array is another picture')
display.UseSeparateOpacityArray = 0
pair = simple.Calculator(Input=box, Function='f*iHat+g*jHat', ResultArrayName='pair')
two = simple.ProgrammableFilter(Input=pair, Script='''
from vtkmodules.numpy_interface import dataset_adapter as dsa
out = self.GetOutput()
out.ShallowCopy(self.GetInputDataObject(0, 0))
data = dsa.WrapDataObject(out)
data.PointData.append(data.PointData['pair'][:, :2], 'two')
''')
simple.Hide(box, view)
other = t.show(two, view, ('POINTS', 'two'), unit_distance=4.0, camera=False)
other.LookupTable, other.ScalarOpacityFunction = colours, function
other.MultiComponentsMapping = 1
check.near(t.image(view), separate, 0.0005, 2 / 255, 'two dependent components: the second is the opacity')
check(t.remarks(other, 'problem') == '', 'without a problem: %s' % t.remarks(other, 'problem'))
simple.ColorBy(other, ('POINTS', 'pair'))
other.LookupTable, other.ScalarOpacityFunction = colours, function
with t.Messages() as said:
    t.image(view)
    t.image(view)
check(said.count('have to be two') == 1, 'three of them: one message: %s' % said.text())
check.done()
