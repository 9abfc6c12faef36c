# SPDX-License-Identifier: BSD-3-Clause
"""The array that colors a volume: if nothing is chosen, the first useful array with color map and opacity
function; with Solid Color, one color with the opacity of the array before."""
import os
import tempfile

import numpy as np
from paraview import simple

import raycast_testing as t

check = t.Checks()
t.load_plugin()

# Arrays as simulations write them: ids and a constant come first, and RTData is not active.
SCRIPT = '''
import numpy as np
from vtkmodules.numpy_interface import dataset_adapter as dsa
out = self.GetOutput()
out.ShallowCopy(self.GetInputDataObject(0, 0))
data = dsa.WrapDataObject(out)
values = np.array(data.PointData['RTData'])
out.GetPointData().Initialize()
for name, array in (%s):
    (data.CellData if len(array) == out.GetNumberOfCells() else data.PointData).append(array, name)
'''
ARRAYS = ("('CellFlux', np.linspace(0, 1, out.GetNumberOfCells())), "
          "('GlobalNodeId', np.arange(len(values))), ('density', 0 * values + 7), "
          "('pressure', values), ('temperature', 300 - values), "
          "('velocity', np.stack([values, 0 * values, 300 - values], axis=1))")


def with_arrays(source, arrays=ARRAYS, **settings):
    result = simple.ProgrammableFilter(Input=source, Script=SCRIPT % arrays, **settings)
    result.UpdatePipeline()
    return result


def solid(display):
    """Choose Solid Color as in ParaView's window; ColorBy(display, None) fails if nothing is chosen."""
    display.SetScalarColoring('', 0)


def plain(source, view):
    """A display with Solid Color, before a type of the plug-in is chosen."""
    display = simple.Show(source, view)
    display.SetRepresentationType('Surface')
    solid(display)
    return display


def coloring(display):
    return (display.ColorArrayName[0], display.ColorArrayName[1])


tets = with_arrays(t.wavelet_tets(6))
view = t.new_view()


def by_method(display):
    display.SetRepresentationType(t.TYPE)


def by_property(display):
    display.Representation = t.TYPE


reference = None
for choose in (by_method, by_property):
    with t.Messages() as said:
        display = plain(tets, view)
        choose(display)
        t.turn(view)
        picture = t.image(view)
    check(coloring(display) == ('POINTS', 'pressure'), '%s: the first useful array, and not ids or one '
          'value everywhere: %s' % (choose.__name__, coloring(display)))
    check(display.LookupTable and display.ScalarOpacityFunction, choose.__name__ + ': maps of its own')
    points = list(display.ScalarOpacityFunction.Points)
    check(abs(points[0] - 37.353) < 0.01 and points[1] == 0.0 and points[-3] == 1.0,
          choose.__name__ + ': opacity rises over the range')
    check(not said.text(), choose.__name__ + ': no message ' + said.text())
    check(t.lit(picture) > 0.3, choose.__name__ + ': a picture')
    simple.Delete(display)

# What else there is to choose from.
for arrays, expected in (("('CellFlux', np.linspace(0, 1, out.GetNumberOfCells())), ('ids', "
                          "np.arange(len(values)))", ('CELLS', 'CellFlux')),
                         ("('point_ids', np.arange(len(values))),", ('POINTS', 'point_ids')),
                         ("('a', 0 * values), ('b', np.stack([values, values, values], axis=1))",
                          ('POINTS', 'b'))):
    display = plain(with_arrays(t.wavelet_tets(3), arrays), view)
    by_method(display)
    check(coloring(display) == expected, 'the first useful array is %s: %s' % (expected, coloring(display)))
    simple.Delete(display)

# One value everywhere: ParaView's new functions begin at that value, where opacity is 0. The plug-in moves
# the value to their middle. Functions that were changed stay.
for value in (0.25, 0.0, -7.0):
    name = 'value %g' % value
    display = plain(with_arrays(t.wavelet_tets(3), "('%s', 0 * values + %g)," % (name, value)), view)
    by_method(display)
    points = list(display.ScalarOpacityFunction.Points)
    check(abs(points[0] + points[-4] - 2 * value) < 1e-6 and points[0] < value
          and list(display.LookupTable.RGBPoints)[0] == points[0],
          '%s everywhere is in the middle of its functions: %s' % (value, points))
    simple.Delete(display)
display = plain(with_arrays(t.wavelet_tets(3), "('changed', 0 * values),"), view)
simple.ColorBy(display, ('POINTS', 'changed'))
changed = simple.GetOpacityTransferFunction('changed')
for points in ([-2.0, 1.0, 0.5, 0.0, 5.0, 0.0, 0.5, 0.0], [0.0, 1.0, 0.5, 0.0, 5.0, 0.0, 0.5, 0.0]):
    changed.Points = points
    by_method(display)
    check(list(changed.Points) == points, 'functions that have been changed stay: %s' % list(changed.Points))
    display.SetRepresentationType('Surface')
simple.Delete(display)

# A chosen array stays.
display = plain(tets, view)
simple.ColorBy(display, ('POINTS', 'temperature'))
by_method(display)
check(coloring(display) == ('POINTS', 'temperature'), 'an array that is chosen stays')

# A file of blocks, as simulations write them: neither ids nor the number of the file's block.
halves = simple.GroupDatasets(Input=[simple.Tetrahedralize(Input=simple.Wavelet(WholeExtent=extent))
                                     for extent in ([-6, 0, -6, 6, -6, 6], [0, 6, -6, 6, -6, 6])])
file = os.path.join(tempfile.mkdtemp(), 'halves.ex2')
if simple.GetParaViewVersion() >= 6:  # its writer takes blocks of this kind only
    halves = simple.ConvertToPartitionedDataSetCollection(Input=halves)
simple.CreateWriter(file, halves).UpdatePipeline()
simple.Hide(tets, view)
with t.Messages() as said:
    exodus = simple.ExodusIIReader(FileName=[file])
    display = simple.Show(exodus, view)
    display.SetScalarColoring('vtkBlockColors', 2)  # as ParaView's window does
    by_method(display)
    picture = t.image(view)
check(coloring(display) == ('POINTS', 'RTData') and t.lit(picture) > 0.1 and not said.text(),
      'Exodus file: %s %s' % (coloring(display), said.text()))
simple.Hide(exodus, view)
simple.Show(tets, view)

# Structured grids, and blocks, which ParaView colors by block at first.
grid = t.structured_grid(simple.Wavelet(WholeExtent=[-6, 6] * 3))
simple.Hide(tets, view)
for shown, what in ((grid, 'structured grid'), (simple.GroupDatasets(Input=[t.wavelet_tets(4)]), 'blocks')):
    display = simple.Show(shown, view)
    if what == 'blocks':
        display.SetScalarColoring('vtkBlockColors', 2)
    else:
        solid(display)
    with t.Messages() as said:
        by_method(display)
        picture = t.image(view)
    check(coloring(display) == ('POINTS', 'RTData') and t.lit(picture) > 0.1 and not said.text(),
          '%s: %s, %s' % (what, coloring(display), said.text()))
    with t.Messages() as said:
        solid(display)
        picture = t.image(view)
    check(t.lit(picture) > 0.1 and t.difference(picture, picture[:, :, :1].repeat(3, axis=2))[1] < 2 / 255
          and not said.text(), what + ': Solid Color is white')
    simple.Hide(shown, view)
simple.Show(tets, view)

# Solid Color chosen on purpose: one color with the opacity of the array before. A color map that is white
# everywhere gives the same picture.
display = simple.GetDisplayProperties(tets, view)
opacity = simple.GetOpacityTransferFunction('temperature')
opacity.Points = [30.0, 0.0, 0.5, 0.0, 150.0, 0.05, 0.5, 0.0, 200.0, 0.9, 0.5, 0.0, 270.0, 0.0, 0.5, 0.0]
t.turn(view)
simple.GetColorTransferFunction('temperature').RGBPoints = [0.0, 1, 1, 1, 300.0, 1, 1, 1]
white = t.image(view)
with t.Messages() as said:
    solid(display)
    picture = t.image(view)
check.near(picture, white, 0.0005, 2 / 255,
           'Solid Color: one color with the opacity function of the array before')
check(display.ScalarOpacityFunction.SMProxy == opacity.SMProxy and not said.text(),
      'Solid Color: that function is there to be changed, and no message: ' + said.text())
display.DiffuseColor = [1.0, 0.5, 0.0]
orange = t.image(view)
check.near(orange, white * np.array([1.0, 0.5, 0.0]), 0.002, 3 / 255, 'Solid Color: the color')
opacity.Points = [30.0, 0.0, 0.5, 0.0, 270.0, 0.2, 0.5, 0.0]
check(t.difference(t.image(view), orange)[0] > 0.01, 'Solid Color: the opacity function changes the picture')
display.OpacityArrayName = ['POINTS', 'pressure']
mirrored = t.image(view)
simple.ColorBy(display, ('POINTS', 'pressure'))
display.ScalarOpacityFunction = opacity
simple.GetColorTransferFunction('pressure').RGBPoints = [0.0, 1, 0.5, 0, 300.0, 1, 0.5, 0]
check.near(t.image(view), mirrored, 0.0005, 2 / 255, 'Solid Color: the opacity array can be chosen')

# Without a color array, Solid Color needs only the separate opacity array: the ray caster draws.
solid(display)
before = t.image(view)
display.UseSeparateOpacityArray = 1
check.near(t.image(view), before, 0, 0, 'Solid Color: a separate opacity array is the opacity array')
check('two arrays' not in str(t.information(display, 'RayCastFallbackReason')),
      'Solid Color with a separate opacity array: the ray caster draws')
display.UseSeparateOpacityArray = 0

# For a vector array, the opacity comes from the component that was shown, or from the length.
for component in ('X', 'Z', 'Magnitude'):
    simple.ColorBy(display, ('POINTS', 'velocity', component))
    functions = simple.GetOpacityTransferFunction('velocity')
    functions.Points = [30.0, 0.0, 0.5, 0.0, 300.0, 0.8, 0.5, 0.0]
    display.ScalarOpacityFunction = functions
    simple.GetColorTransferFunction('velocity').RGBPoints = [0.0, 1, 0.5, 0, 400.0, 1, 0.5, 0]
    colored = t.image(view)
    solid(display)
    check.near(t.image(view), colored, 0.0005, 2 / 255, 'Solid Color: %s of a vector' % component)

# ParaView's mappers draw Solid Color as well.
simple.ColorBy(display, ('POINTS', 'pressure'))
simple.GetOpacityTransferFunction('pressure').Points = [30.0, 0.0, 0.5, 0.0, 300.0, 0.4, 0.5, 0.0]
solid(display)
ours = t.image(view)
display.RayCastMapper = 'ParaView: Bunyk'
# Bunyk's loses rays of its own.
check.near(t.image(view), ours, 0.01, 0.1, "Solid Color: as ParaView's ray caster", outline=0.01, reach=None)
display.RayCastMapper = 'InKRay Ray Caster (default)'

# It stays while the display has other types of representation in between; an array that is chosen there is
# one that is chosen.
for kind in ('Surface', 'Outline', 'Wireframe', 'Isosurface (Ray Cast)', 'Isosurface (Path Traced)'):
    display.SetRepresentationType(kind)
    by_method(display)
    check(not display.ColorArrayName[1] and t.difference(t.image(view), ours)[1] == 0,
          'Solid Color: stays by way of %s: %s' % (kind, coloring(display)))
display.SetRepresentationType('Surface')
simple.ColorBy(display, ('POINTS', 'temperature'))
by_method(display)
check(coloring(display) == ('POINTS', 'temperature'),
      'Solid Color: another array chosen in between: %s' % (coloring(display),))
simple.Hide(tets, view)

# Isosurfaces of an image take the array at once as well; Solid Color chosen afterwards stays.
image = simple.Wavelet()
display = simple.Show(image, view)
check(not display.ColorArrayName[1], 'an image: nothing to color by at first')
display.SetRepresentationType('Isosurface (Ray Cast)')
points = simple.GetColorTransferFunction('RTData').RGBPoints
low, high = image.PointData['RTData'].GetRange()
check(coloring(display) == ('POINTS', 'RTData') and points[0] <= low * 1.0001
      and points[-4] >= high * 0.9999,
      'isosurfaces of an image: %s, from %g to %g of '
      '%g to %g' % (coloring(display), points[0], points[-4], low, high))
solid(display)
for kind in ('Outline', 'Isosurface (Ray Cast)'):
    display.SetRepresentationType(kind)
check(not display.ColorArrayName[1], 'isosurfaces of an image: Solid Color stays: %s' % (coloring(display),))
simple.Hide(image, view)

# A plate ten thousand times as wide as thick is visible at first; a unit distance that a user set stays.
plate = simple.Transform(Input=t.wavelet_tets(4))
plate.Transform.Scale = [1, 1, 1e-4]
display = plain(plate, view)
with t.Messages() as said:
    by_method(display)
    view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [0, -10, 20], [0, 0, 0], [0, 1, 0]
    picture = t.image(view)
t.save(picture, 'plate')
check(t.lit(picture) > 0.05 and picture.max() > 0.2 and 1e-4 < display.ScalarOpacityUnitDistance < 2e-3
      and not said.text(),
      'a plate: %.3f of the pixels, unit distance %g %s' % (t.lit(picture), display.ScalarOpacityUnitDistance,
                                                            said.text()))
display.SetRepresentationType('Surface')
display.ScalarOpacityUnitDistance = 0.5
by_method(display)
check(display.ScalarOpacityUnitDistance == 0.5, 'a plate: a unit distance that was set stays')
check.done()
