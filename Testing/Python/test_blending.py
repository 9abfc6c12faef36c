# SPDX-License-Identifier: BSD-3-Clause
"""Blend modes of Volume (Ray Cast) in closed form, in a box with linear values, and behavior shared with
Composite: bad input, Solid Color, opacity, two components."""
import numpy as np
from paraview import simple

import raycast_testing as t

check = t.Checks()
t.load_plugin()

# A box of 4 units per axis; f rises from 0 to 1 along z, g from 0 to 2 along x.
view = t.new_view()
box = simple.Tetrahedralize(Input=simple.Calculator(Input=simple.Calculator(
    Input=simple.Wavelet(WholeExtent=[0, 4] * 3), Function='coordsZ/4', ResultArrayName='f'),
                                                    Function='coordsX/2', ResultArrayName='g'))
display = t.show(box, view, ('POINTS', 'f'), unit_distance=4.0)
function, colors = simple.GetOpacityTransferFunction('f'), simple.GetColorTransferFunction('f')
function.Points = [0.0, 0.5, 0.5, 0.0, 1.0, 0.5, 0.5, 0.0]
colors.ColorSpace, colors.Discretize = 'RGB', 0
colors.RGBPoints = [0.0, 0, 1, 0, 1.0, 1, 0, 1]
view.CameraParallelProjection = 1
view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [2, 2, 20], [2, 2, 2], [0, 1, 0]
view.CameraParallelScale = 1.0


def middle():
    """The center pixel: its ray meets all values of f, and g is 1 there."""
    return t.image(view)[t.SIZE[1] // 2, t.SIZE[0] // 2]


def expect(what, *rgb):
    seen = middle()
    check(max(abs(seen - rgb)) < 1.5 / 255, '%s: %s is %s' % (what, seen, rgb))


check(display.BlendMode == 'Composite', 'Composite at first')
composite = t.image(view)
display.BlendMode = 'Maximum Intensity'
expect('maximum: the color of 1, half of it', 0.5, 0.0, 0.5)
display.BlendMode = 'Minimum Intensity'
expect('minimum: the color of 0, half of it', 0.0, 0.5, 0.0)
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
check(said.count('range of values to average is empty') == 1,
      'an empty range is one message: %s' % said.text())
display.AverageIPScalarRange = [-1e38, 1e38]
display.ScalarOpacityUnitDistance = 4.0
display.BlendMode = 'Additive'
expect('additive: the mean over one unit distance', 0.25, 0.25, 0.25)
display.ScalarOpacityUnitDistance = 2.0
expect('additive: over two', 0.5, 0.5, 0.5)
display.ScalarOpacityUnitDistance = 4.0

# Other sources of values and opacities.
display.BlendMode = 'Maximum Intensity'
display.SetScalarColoring('', 0)
display.DiffuseColor = [1.0, 0.5, 0.0]
solid = middle()
check(solid[0] > 0.2 and abs(solid[1] - solid[0] / 2) < 2 / 255, 'Solid Color has extremes: %s' % solid)
simple.ColorBy(display, ('POINTS', 'f'))
display.UseSeparateOpacityArray = 1
display.OpacityArrayName = ['POINTS', 'g']
expect('with a separate opacity array the extreme has the opacity of its place', 0.5, 0.0, 0.5)
function.Points = [0.0, 0.0, 0.5, 0.0, 1.0, 0.5, 0.5, 0.0]
display.BlendMode = 'Minimum Intensity'
expect('where f is 0 and g is 1', 0.0, 0.5, 0.0)
check('other than Composite' not in t.remarks(display, 'note'),
      'of which nothing is said: %s' % t.remarks(display, 'note'))
function.Points = [0.0, 0.5, 0.5, 0.0, 1.0, 0.5, 0.5, 0.0]
display.UseSeparateOpacityArray = 0
display.BlendMode = 'Composite'
check.near(t.image(view), composite, 0, 0, 'Composite again')

# Color and opacity as two components of one array (Multi Components Mapping) look like two arrays.
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
other.LookupTable, other.ScalarOpacityFunction = colors, function
other.MultiComponentsMapping = 1
check.near(t.image(view), separate, 0.0005, 2 / 255, 'two dependent components: the second is the opacity')
check(t.remarks(other, 'problem') == '', 'without a problem: %s' % t.remarks(other, 'problem'))

# Three or four components as direct colors (Map Scalars off), in numbers from 0 to 1 and in integers from 0
# to 255.
rgba = simple.ProgrammableFilter(Input=box, Script='''
import numpy as np
from vtkmodules.numpy_interface import dataset_adapter as dsa
out = self.GetOutput()
out.ShallowCopy(self.GetInputDataObject(0, 0))
data = dsa.WrapDataObject(out)
f, g = data.PointData['f'], data.PointData['g']
data.PointData.append(np.stack([f, 1 - f, f, g], axis=1), 'float')
data.PointData.append(np.stack([f * 255, 255 - f * 255, f * 255, g * 100], axis=1).astype(np.uint8), 'byte')
data.PointData.append(np.stack([f, 1 - f, f], axis=1), 'three')
data.PointData.append(np.stack([f, f, f, f, f], axis=1), 'five')
''')
simple.Hide(two, view)
colored = t.show(rgba, view, ('POINTS', 'float'), unit_distance=4.0, camera=False)


def as_colors(array, high):
    """The picture with an array's components as colors, and opacity from 0 to 1 over values from 0 to
    `high`."""
    simple.ColorBy(colored, ('POINTS', array))
    points = simple.GetOpacityTransferFunction('float')
    points.Points = [0.0, 0.0, 0.5, 0.0, high, 1.0, 0.5, 0.0]
    colored.LookupTable, colored.ScalarOpacityFunction = colors, points
    return t.image(view)


mapped = as_colors('float', 2.0)
check(colored.MapScalars == 1 and t.difference(mapped, separate)[0] > 0.01, 'Map Scalars is on at first')
colored.MapScalars = 0
check.near(as_colors('float', 2.0), separate, 0.0005, 2 / 255,
           'four numbers: colors as the color map has them, the fourth is the opacity')
check.near(as_colors('byte', 200.0), separate, 0.003, 4 / 255, 'four bytes')
colored.UseSeparateOpacityArray = 1
colored.OpacityArrayName = ['POINTS', 'g']
check.near(as_colors('three', 2.0), separate, 0.0005, 2 / 255,
           'three numbers, and opacity from an array of its own')
colored.UseSeparateOpacityArray = 0
check(t.lit(as_colors('three', 2.0)) > 0.1 and t.remarks(colored, 'problem') == '',
      'three numbers: their length is the opacity')
colored.BlendMode = 'Maximum Intensity'
check(t.lit(t.image(view)) > 0.1 and 'Colors have no order' in t.remarks(colored, 'note'),
      'an extreme of colors is one of the first number, and a note says so')
colored.BlendMode = 'Additive'
added = t.image(view)
check(t.lit(added) > 0.1 and t.remarks(colored, 'note') == '' and abs(added[..., 0] - added[..., 1]).max()
      > 0.01, 'the channels of colors are added up: %s' % t.remarks(colored, 'note'))
colored.BlendMode = 'Composite'
with t.Messages() as said:
    as_colors('five', 2.0)
    t.image(view)
check(said.count('two, three or four of them') == 1, 'five components are one message: %s' % said.text())
colored.MapScalars = 1
simple.Hide(rgba, view)

# Categories are not interpolated. All values are 0 or 2, and opaque: the color of 1 must not appear.
kinds = simple.ProgrammableFilter(Input=box, Script='''
import numpy as np
from vtkmodules.numpy_interface import dataset_adapter as dsa
out = self.GetOutput()
out.ShallowCopy(self.GetInputDataObject(0, 0))
data = dsa.WrapDataObject(out)
data.PointData.append(2.0 * (np.arange(out.GetNumberOfPoints()) % 3 == 0), 'kind')
data.CellData.append(2.0 * (np.arange(out.GetNumberOfCells()) % 3 == 0), 'kind')
''')
for association in 'POINTS', 'CELLS':
    shown = t.show(kinds, view, (association, 'kind'), unit_distance=0.001, camera=False)
    kind = simple.GetColorTransferFunction('kind')
    kind.InterpretValuesAsCategories = 1
    kind.Annotations = ['0', 'none', '1', 'some', '2', 'all']
    kind.IndexedColors = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    simple.GetOpacityTransferFunction('kind').Points = [0.0, 1.0, 0.5, 0.0, 2.0, 1.0, 0.5, 0.0]
    picture = t.image(view)
    check(t.lit(picture) > 0.1 and picture[:, :, 1].max() < 2 / 255,
          '%s: the category between two others is nowhere (%.3f)' % (association, picture[:, :, 1].max()))
    check(min([(picture[:, :, c] > 0.9).mean() for c in (0, 2)]) > 0.01, '%s: the two are' % association)
    kind.Annotations = ['0', 'none', '1', 'some']
    kind.IndexedColors = [1, 0, 0, 0, 1, 0]
    kind.NanColor = [0, 1, 1]
    check((t.image(view)[:, :, 1] > 0.9).mean() > 0.01,
          '%s: a value that is no category has the NaN color' % association)
    kind.InterpretValuesAsCategories = 0
check.done()
