# SPDX-License-Identifier: BSD-3-Clause
"""Opacity by the gradient of the values, and 2D transfer functions of value and gradient, set by the
display's properties under ParaView's names."""
import os
import tempfile

import numpy as np
from paraview import servermanager, simple

import raycast_testing as t

check = t.Checks()
t.load_plugin()

# Values with a gradient of 3 everywhere, waves, and cell values.
view = t.new_view()
mesh = t.with_arrays(t.wavelet_tets(6), '''
data.PointData.append(2.0 * p[:, 0] + 2.0 * p[:, 1] - p[:, 2], 'ramp')
data.PointData.append(np.sin(p[:, 0] * 0.7) + 0.2 * p[:, 1], 'waves')
data.CellData.append((np.arange(self.GetOutput().GetNumberOfCells()) * 37 % 101).astype(float), 'numbers')
''')
display = t.show(mesh, view, ('POINTS', 'ramp'))
whole = t.image(view)
black = np.zeros_like(whole)
check(display.UseGradientOpacity == 0 and display.UseTransfer2D == 0
      and display.UseGradientForTransfer2D == 'On', 'off at first')
before = t.counters(display)


def steep(*points):
    """Set the gradient opacity from magnitudes and factors in turn."""
    function = display.GradientOpacityFunction
    function.Points = [number for magnitude, factor in zip(points[0::2], points[1::2])
                       for number in (magnitude, factor, 0.5, 0.0)]


# A constant factor acts like another unit distance; functions are in units of the data.
display.UseGradientOpacity = 1
steep(0.0, 0.5, 10.0, 0.5)
half = t.image(view)
display.UseGradientOpacity = 0
display.ScalarOpacityUnitDistance = 8.0
check.near(half, t.image(view), 0.0002, 1.05 / 255, 'a factor of a half is twice the unit distance')
check(t.difference(half, whole)[0] > 0.01, 'another picture than without')
display.ScalarOpacityUnitDistance = 4.0
display.UseGradientOpacity = 1
for kind in ('Smooth', 'Per Cell'):
    display.RayCastGradients = kind
    steep(2.8, 0.0, 2.9, 1.0, 3.1, 1.0, 3.2, 0.0)
    check.near(t.image(view), whole, 0.0002, 1.05 / 255, kind + ': what is as steep as the ramp is seen')
    check(abs(float(t.report(display)['largest gradient']) - 3.0) < 1e-3,
          '%s: the report has %g' % (kind, float(t.report(display)['largest gradient'])))
    steep(3.1, 0.0, 3.2, 1.0)
    check.near(t.image(view), black, 0, 0, kind + ': and what is steeper is not there')
display.RayCastGradients = 'Smooth'
simple.ColorBy(display, None)
steep(0.0, 0.0)
check.near(t.image(view), black, 0, 0, 'Solid Color obeys it')
simple.ColorBy(display, ('POINTS', 'ramp'))

# Of the waves, only the steep parts are visible.
simple.ColorBy(display, ('POINTS', 'waves'))
display.RescaleTransferFunctionToDataRange(False, True)
display.UseGradientOpacity = 0
waves = t.image(view)
display.UseGradientOpacity = 1
steep(0.4, 0.0, 0.6, 1.0)
crests = t.image(view)
check(0 < crests.sum() < 0.8 * waves.sum(), 'a part of the waves is seen')
t.save(crests, 'steep_waves')
display.Shade = 1
check(t.difference(t.image(view), crests)[0] > 0.005 and t.remarks(display, 'note') == '', 'in the light too')
display.Shade = 0
after = t.counters(display)
check(after['meshes'] == before['meshes'], 'the mesh stayed: %s' % after)

# Gradient opacity also works around isosurfaces and slices.
display.RayCastIsosurfaces = [0.0, 0.2, 1, 1, 1, 0, 0]
display.UseSlices, display.SliceOpacity = 1, 0.3
around = t.image(view)
t.save(around, 'steep_waves_around_surfaces')
check(t.difference(around, crests)[0] > 0.005 and t.remarks(display, 'note') == '',
      'isosurfaces and slices: ' + t.remarks(display, 'note'))
display.UseGradientOpacity = 0
check(t.image(view).sum() > 1.05 * around.sum(), 'in a volume with gradient opacity')
display.UseGradientOpacity, display.UseSlices, display.SliceOpacity = 1, 0, 1.0
display.RayCastIsosurfaces = []
check.near(t.image(view), crests, 0, 0, 'and gone')

# What has no gradient opacity is drawn without, and the report says so.
for change, back, words in ((dict(BlendMode='Maximum Intensity'), dict(BlendMode='Composite'),
                             'Gradient opacity cannot be drawn. Blend modes other than Composite'),
                            (dict(UseSeparateOpacityArray=1, OpacityArrayName=['POINTS', 'ramp']),
                             dict(UseSeparateOpacityArray=0), '')):
    with t.Messages() as said:
        for name, value in change.items():
            setattr(display, name, value)
        t.image(view)
    check(words in t.remarks(display, 'note') and ('cannot be drawn' in t.remarks(display, 'note'))
          == bool(words), '%s: %s' % (change, t.remarks(display, 'note')))
    check(said.text() == '', 'and nothing pops up: ' + said.text())
    for name, value in back.items():
        setattr(display, name, value)
check.near(t.image(view), crests, 0, 0, 'back again')

# Cell values have the gradient of their averages at the points.
simple.ColorBy(display, ('CELLS', 'numbers'))
steep(0.0, 0.3, 30.0, 1.0)
cells = t.image(view)
display.UseGradientOpacity = 0
check(t.image(view).sum() > 1.02 * cells.sum() and t.remarks(display, 'note') == '',
      'cells: ' + t.remarks(display, 'note'))
display.UseGradientOpacity = 1
check.near(t.image(view), cells, 0, 0, 'on cells again')
simple.ColorBy(display, ('POINTS', 'ramp'))

# A 2D transfer function in ParaView's terms: boxes in a range of values and magnitudes. It replaces all other
# functions.
display.UseTransfer2D = 1
function = (simple.GetTransferFunction2D('ramp') if hasattr(simple, 'GetTransferFunction2D')
            else display.TransferFunction2D)
check(function is not None and function.SMProxy.GetXMLName() == 'TransferFunction2D', 'the array has one')
check(len(function.Boxes) == 24 and t.lit(t.image(view)) > 0.3, 'which begins with boxes that show something')
function.Boxes = []
function.OutputDimensions = [64, 64]
function.Range = [-30.0, 30.0, 0.0, 6.0]
with t.Messages() as said:
    shown = t.image(view)
    t.image(view)
check.near(shown, black, 0, 0, 'without a box nothing is seen')
check(said.count('The opacity of the 2-D transfer function is 0 everywhere') == 1,
      'one message: ' + said.text())
function.Boxes = [-30.0, 2.0, 60.0, 2.0, 1.0, 0.2, 0.1, 0.9]
red = t.image(view)
t.save(red, 'box')
check(red[:, :, 0].max() > 0.3 and red[:, :, 0].sum() > 3 * red[:, :, 2].sum(),
      'a box around the gradient shows in its color: %s' % red.reshape(-1, 3).max(axis=0))
function.Boxes = [-30.0, 4.0, 60.0, 2.0, 1.0, 0.2, 0.1, 0.9]
check.near(t.image(view), black, 0, 0, 'a box for what is steeper shows nothing')
function.Boxes = [0.0, 2.0, 30.0, 2.0, 0.1, 0.2, 1.0, 0.9]
part = t.image(view)
check(0 < part.sum() < 0.8 * red.sum() and part[:, :, 2].sum() > 3 * part[:, :, 0].sum(),
      'a box of half the values shows a part, in its own color')
display.ScalarOpacityUnitDistance = 8.0
check(t.image(view).sum() < part.sum(), 'the unit distance counts')
display.ScalarOpacityUnitDistance = 4.0
check.near(t.image(view), part, 0, 0, 'and back')
with t.Messages() as said:
    function.Range = [0.0, 0.0, 0.0, 0.0]
    shown = t.image(view)
    t.image(view)
check.near(shown, black, 0, 0, 'without a range nothing is seen')
check(said.count('a range of the 2-D transfer function is empty') == 1, 'one message: ' + said.text())
function.Range = [-30.0, 30.0, 0.0, 6.0]
check.near(t.image(view), part, 0, 0, 'it is back')
display.Shade = 1
check(t.difference(t.image(view), part)[0] > 0.001, 'in the light')
check('light' not in t.remarks(display, 'note'), 'of which nothing is said: ' + t.remarks(display, 'note'))
display.Shade = 0
display.UseSeparateOpacityArray = 1
check(t.difference(t.image(view), part)[0] > 0.001,
      'with opacity from another array the function gives colors alone')
display.UseSeparateOpacityArray = 0
display.UseTransfer2D = 0
display.UseGradientOpacity = 0
check.near(t.image(view), whole, 0, 0, 'off again')

def fitted(display):
    """The range of the gradient opacity function."""
    return display.GradientOpacityFunction.Points[0], display.GradientOpacityFunction.Points[-4]


# When gradient opacity is first turned on, its function is fitted before any frame: from 0 to the gradient
# that 98 % of the volume is below. Its reset button fits it again.
for array, steep_end in ((('POINTS', 'ramp'), 3.0), (('POINTS', 'waves'), None),
                         (('CELLS', 'numbers'), None)):
    other = simple.Show(mesh, simple.CreateView('RenderView'))
    other.SetRepresentationType(t.TYPE)
    simple.ColorBy(other, array)
    check(fitted(other) == (0.0, 1.0), '%s: as ParaView has it at first: %s' % (array[1], fitted(other)))
    other.UseGradientOpacity = 1
    found = fitted(other)[1]
    check(fitted(other)[0] == 0.0 and (steep_end is None or abs(found - steep_end) < 1e-4),
          '%s: fitted: %s' % (array[1], fitted(other)))
    if steep_end is None:
        other.RayCastGradients = 'Per Cell'
        t.image(simple.GetActiveView())
        largest = t.report(other)['largest gradient']
        check(0.4 * largest < found <= 1.001 * largest,
              'near the largest of the frame: %s, %s' % (found, largest))
        other.GradientOpacityFunction.Points = [1.0, 0.0, 0.5, 0.0, 2.0, 1.0, 0.5, 0.0]
        other.UseGradientOpacity = 0
        other.UseGradientOpacity = 1
        check(fitted(other) == (1.0, 2.0), 'one that was given stays: %s' % (fitted(other),))
        other.SMProxy.GetProperty('GradientOpacityFunction').ResetToDomainDefaults()
        check(fitted(other) == (0.0, found), 'its reset fits it again: %s' % (fitted(other),))
        other.UseTransfer2D = 1
        # Of the histogram, which a GPU counts in single precision.
        gradients = list(other.TransferFunction2D.Range)[2:]
        check(gradients[0] == 0.0 and abs(gradients[1] - largest) <= 1e-3 * largest
              and list(other.TransferFunction2D.Range)[:2] == [other.LookupTable.RGBPoints[0],
                                                               other.LookupTable.RGBPoints[-4]],
              'the 2D transfer function as well: %s' % list(other.TransferFunction2D.Range))
        other.TransferFunction2D.Range = [-1.0, 1.0, 0.0, 1.0]
    simple.Delete(simple.GetActiveView())

def new_display(array):
    """A display of the mesh in its own view, of another type and not visible yet."""
    display = simple.Show(mesh, simple.CreateView('RenderView'))
    display.Visibility = 0
    display.SetRepresentationType('Surface')
    simple.ColorBy(display, array)
    return display


def magnitudes(display):
    """The range of magnitudes of the 2D transfer function."""
    return list(display.TransferFunction2D.Range)[2:]


def forget(array):
    """Reset the 2D transfer function of an array, as if it had never been fitted."""
    function = simple.GetTransferFunction2D(array)
    function.Boxes, function.Range = [], [0.0, 1.0, 0.0, 1.0]


# Functions turned on before there are data to fit them to are fitted as soon as there are.
for array in ('ramp', 'waves'):
    forget(array)
late = new_display(('POINTS', 'ramp'))
late.UseGradientOpacity = 1
late.UseTransfer2D = 1
check(fitted(late) == (0.0, 1.0) and magnitudes(late) == [0.0, 1.0],
      'of another type and hidden: as ParaView has it: %s %s' % (fitted(late), magnitudes(late)))
late.SetRepresentationType(t.TYPE)
check(fitted(late) == (0.0, 1.0) and magnitudes(late) == [0.0, 1.0],
      'hidden: still: %s %s' % (fitted(late), magnitudes(late)))
late.Visibility = 1
check(abs(fitted(late)[1] - 3.0) < 1e-4 and abs(magnitudes(late)[1] - 3.0) < 1e-4,
      'shown: fitted: %s %s' % (fitted(late), magnitudes(late)))
# So is the 2D transfer function of another array.
simple.ColorBy(late, ('POINTS', 'waves'))
check(magnitudes(late)[0] == 0.0 and 0.5 < magnitudes(late)[1] < 0.8 and abs(fitted(late)[1] - 3.0) < 1e-4,
      'another array: %s %s' % (magnitudes(late), fitted(late)))
late.TransferFunction2D.Range = [-1.0, 1.0, 0.0, 0.5]
simple.ColorBy(late, ('POINTS', 'ramp'))
simple.ColorBy(late, ('POINTS', 'waves'))
check(magnitudes(late) == [0.0, 0.5], 'one that was given stays: %s' % magnitudes(late))
simple.Delete(simple.GetActiveView())
forget('ramp')
late = new_display(None)
late.Visibility = 1
late.SetRepresentationType(t.TYPE)
simple.ColorBy(late, None)
late.UseTransfer2D = 1
simple.ColorBy(late, ('POINTS', 'ramp'))
check(abs(magnitudes(late)[1] - 3.0) < 1e-4,
      'turned on with Solid Color, then an array: %s' % magnitudes(late))
simple.Delete(simple.GetActiveView())

# Data without a gradient are searched once, not in each frame, and again when they change.
flat = simple.Calculator(Input=mesh, ResultArrayName='flat', Function='0 * ramp + 1')
still = simple.Show(flat, simple.CreateView('RenderView'))
still.SetRepresentationType(t.TYPE)
simple.ColorBy(still, ('POINTS', 'flat'))
log = os.path.join(tempfile.mkdtemp(), 'calls.log')
interpreter = servermanager.ActiveConnection.Session.GetSessionCore().GetInterpreter()
interpreter.SetLogFile(log)


def searches():
    """How often the server was asked for a search, by its log."""
    with open(log, errors='replace') as calls:
        return calls.read().count('FindHistogram')


still.UseGradientOpacity = 1
simple.Render()
first = searches()
check(first > 0 and fitted(still) == (0.0, 1.0),
      'no gradient: searched for, and not fitted: %d, %s' % (first, fitted(still)))
for opacity in (0.9, 0.8, 0.7):
    still.ScalarOpacityUnitDistance = opacity
    simple.Render()
check(searches() == first, 'frames do not search again: %d' % searches())
flat.Function = '0.5 * ramp'
simple.Render()
still.ScalarOpacityUnitDistance = 1.0
simple.Render()
interpreter.SetLogFile(None)
check(searches() > first and abs(fitted(still)[1] - 1.5) < 1e-4,
      'other data do: %d, fitted to %s' % (searches(), fitted(still)))
simple.Delete(simple.GetActiveView())

# Blocks: the functions are those of one grid, fitted to all blocks. Gradients are computed in each block
# separately.
view = t.new_view()
sides = simple.PointDatatoCellData(
    Input=simple.Calculator(Input=mesh, Function='coordsX', ResultArrayName='side'), PassPointData=1)
halves = [simple.Threshold(Input=sides, Scalars=['CELLS', 'side'], ThresholdMethod=method, LowerThreshold=0.0,
                           UpperThreshold=0.0)
          for method in ('Below Lower Threshold', 'Above Upper Threshold')]
blocks = simple.GroupDatasets(Input=halves)
simple.GetTransferFunction2D('waves').Boxes = []
pictures = []
for source in (mesh, blocks):
    display = t.show(source, view, ('POINTS', 'waves'), camera=source is mesh)
    display.RayCastGradients = 'Per Cell'
    function = simple.GetTransferFunction2D('waves')
    function.Boxes, function.OutputDimensions, function.Range = [], [64, 64], [0.0, 1.0, 0.0, 1.0]
    display.UseTransfer2D = 1
    check(display.TransferFunction2D is not None and abs(function.Range[3] - 0.73) < 0.03,
          '%s: fitted: %s' % (source.SMProxy.GetXMLName(), list(function.Range)))
    function.Boxes = [-1.5, 0.3, 2.5, 0.4, 0.9, 0.5, 0.2, 0.9]
    with t.Messages() as said:
        pictures.append(t.image(view))
    check(said.text() == '' and t.lit(pictures[-1]) > 0.02,
          'and seen: %.3f %s' % (t.lit(pictures[-1]), said.text()))
    display.UseTransfer2D, display.UseGradientOpacity = 0, 1
    steep(0.4, 0.0, 0.6, 1.0)
    pictures.append(t.image(view))
    simple.Hide(source, view)
t.save(np.concatenate([pictures[0], pictures[2]], axis=1), 'box_blocks')
check.near(pictures[0], pictures[2], 0.0002, 1.05 / 255, 'blocks: the 2D transfer function as of one grid',
           outline=0.002)
check.near(pictures[1], pictures[3], 0.0002, 1.05 / 255, 'blocks: gradient opacity as of one grid',
           outline=0.002)

with_more = simple.GroupDatasets(Input=halves + [t.wavelet_tets(3)])
display = t.show(with_more, view, ('POINTS', 'waves'), camera=False)
display.RayCastGradients, display.UseTransfer2D = 'Per Cell', 1
check.near(t.image(view), pictures[2], 0, 0, 'blocks: one without the array is left out')
check("1 of 3 blocks do not have the array 'waves'" in t.remarks(display, 'note'),
      'which a note says: ' + t.remarks(display, 'note'))
check.done()
