# SPDX-License-Identifier: BSD-3-Clause
"""Arrays of a volume: point and cell arrays, vectors by length and component, arrays of every type, a
separate opacity array; and which changes are uploaded to the device."""
from paraview import simple

import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()

SCRIPT = '''
import numpy as np
from vtkmodules.numpy_interface import dataset_adapter as dsa
out = self.GetOutput()
out.ShallowCopy(self.GetInputDataObject(0, 0))
data = dsa.WrapDataObject(out)
p = data.Points
f = (p[:, 0] + 2 * p[:, 1] - p[:, 2])
f = (f - f.min()) / (f.max() - f.min())
for kind in ('int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64'):
    data.PointData.append((f * 100).astype(kind) if kind[0] != 'f' else (f * 100).astype(kind), kind)
data.PointData.append(np.stack([f * 100, f * 0, 100 - f * 100], axis=1), 'vector')
data.PointData.append(np.abs(100 - f * 100), 'other')
length = np.sqrt((f * 100) ** 2 + (100 - f * 100) ** 2)
data.PointData.append(length, 'length')
c = np.arange(out.GetNumberOfCells(), dtype=float)
data.CellData.append(c / c.max(), 'cells')
'''
source = simple.ProgrammableFilter(Input=t.wavelet_tets(5))
source.Script = SCRIPT
display = t.show(source, view, ('POINTS', 'float64'))
reference = t.image(view)
check(t.lit(reference) > 0.1, 'a picture')
lut = simple.GetColorTransferFunction('float64')
opacity = simple.GetOpacityTransferFunction('float64')


def draw(association, name):
    """Draw any array with the functions of float64."""
    simple.ColorBy(display, (association, name))
    display.LookupTable = lut
    display.ScalarOpacityFunction = opacity
    return t.image(view)


# Conversion to integers rounds towards zero, so they differ by up to a hundredth of the range.
for kind in ('float32', 'int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64'):
    check.near(draw('POINTS', kind), reference,
               *((0.0001, 1.05 / 255) if kind == 'float32' else (0.002, 4 / 255)), kind)
check.near(draw('POINTS', 'float64'), reference, 0, 0, 'float64 again')
count = t.counters(display)
check(count['meshes'] == 1, 'other arrays: the mesh stayed on the device (%s)' % count)

# Vectors.
lut.VectorMode, lut.VectorComponent = 'Component', 0
first = draw('POINTS', 'vector')
check.near(first, reference, 0.0001, 0.01, 'first component')
lut.VectorComponent = 2
last = draw('POINTS', 'vector')
other = draw('POINTS', 'other')
check.near(last, other, 0.0001, 0.01, 'last component')
lut.VectorMode = 'Magnitude'
check.near(draw('POINTS', 'vector'), draw('POINTS', 'length'), 0.0001, 0.01, 'length')
draw('POINTS', 'vector')
display.RayCastVectorMode = 'Component'
display.RayCastVectorComponent = 2
check.near(t.image(view), other, 0.0001, 0.01, 'component from the panel')
with t.Messages() as said:
    display.RayCastVectorComponent = 7
    t.image(view)
    t.image(view)
check('vtkTetRayCast' not in said.text() and 'only 3 components' in t.remarks(display, 'note'),
      'a component that is not there: a note')
display.RayCastVectorMode = 'Same as Color Map'

# Cell arrays are constant in each cell, as in representation Volume.
simple.ColorBy(display, ('CELLS', 'cells'))
display.RescaleTransferFunctionToDataRange(False, True)
cells = t.image(view)
display.SetRepresentationType('Volume')
check.near(cells, t.image(view), 0.0006, 3 / 255, 'cell values, as Volume')
display.SetRepresentationType(t.TYPE)
check(t.counters(display)['meshes'] == 1, 'cell values: the mesh stayed on the device')

# Color from one array, opacity from another. 'other' is 100 minus float64, so float64 alone with a mirrored
# opacity function gives the same picture.
draw('POINTS', 'float64')
points = list(opacity.Points)
opacity.Points = [value for k in range(len(points) - 4, -1, -4)
                  for value in (100.0 - points[k], *points[k + 1:k + 4])]
mirrored = t.image(view)
opacity.Points = points
display.UseSeparateOpacityArray = 1
display.OpacityArrayName = ['POINTS', 'other']
separate = t.image(view)
check(t.report(display)['drawn by'] == 'InKRay Ray Caster', 'separate opacity array: the ray caster draws')
check.near(separate, mirrored, 0.0005, 2 / 255,
           'separate opacity array: as one array with a mirrored opacity function')
check(t.difference(separate, reference)[0] > 0.01, 'separate opacity array: the picture changes')
display.SetRepresentationType('Volume')
check.near(separate, t.image(view), 0.0015, 4 / 255, 'separate opacity array: as Volume')
display.SetRepresentationType(t.TYPE)
t.image(view)
uploads = t.counters(display)
t.image(view)
check(t.counters(display) == uploads and uploads['meshes'] == 1,
      'separate opacity array: nothing is sent again (%s)' % uploads)

# Opacity by component and by length: a component beyond the array's last one means the length, as in Volume.
display.OpacityArrayName = ['POINTS', 'vector']
display.OpacityComponent = 2
check.near(t.image(view), separate, 0.0005, 2 / 255, 'opacity of the last component')
display.OpacityComponent = 0
check.near(t.image(view), reference, 0.0005, 2 / 255, 'opacity of the first component')
display.OpacityComponent = 3
by_length = t.image(view)
display.OpacityArrayName = ['POINTS', 'length']
display.OpacityComponent = 0
check.near(t.image(view), by_length, 0.0005, 2 / 255, 'opacity of the length')

# Points or cells for the color and for the opacity: all four combinations draw, and no two look the same.
pictures = []
for color in ('POINTS', 'float64'), ('CELLS', 'cells'):
    simple.ColorBy(display, color)
    display.LookupTable = simple.GetColorTransferFunction(color[1])
    for which in ('POINTS', 'other'), ('CELLS', 'cells'):
        display.OpacityArrayName = list(which)
        display.ScalarOpacityFunction = simple.GetOpacityTransferFunction(
            'cells' if which[0] == 'CELLS' else 'float64')
        pictures.append(t.image(view))
        check(t.lit(pictures[-1]) > 0.1 and t.remarks(display, 'problem') == '',
              'color of %s, opacity of %s' % (color[0], which[0]))
check(min([t.difference(a, b)[0] for i, a in enumerate(pictures) for b in pictures[:i]]) > 0.005,
      'four different pictures')
display.OpacityArrayName = ['POINTS', 'other']
draw('POINTS', 'float64')
opacity.Points = points  # ParaView has fitted it to the range of the opacity array

# Bad input: a missing array gives one message, and the array before draws again.
with t.Messages() as said:
    display.OpacityArrayName = ['POINTS', 'nothing']
    nothing = t.lit(t.image(view))
    t.image(view)
check(nothing == 0 and "'nothing'" in t.remarks(display, 'problem'),
      'no such opacity array: nothing, and why (%s)' % t.remarks(display, 'problem'))
check(said.count("'nothing'") == 1, 'no such opacity array: one message: %s' % said.text())
display.OpacityArrayName = ['POINTS', 'other']
check.near(t.image(view), separate, 0, 0, 'and back')
display.UseSeparateOpacityArray = 0
check.near(t.image(view), reference, 0, 0, 'without separate opacity array again')

check.done()
