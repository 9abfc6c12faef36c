# SPDX-License-Identifier: BSD-3-Clause
"""Isosurfaces in meshes: the table of Volume (Ray Cast), within the volume and compared with the filter
Contour, with its columns, arrays, notes, refusals and state files."""
import os
import tempfile

import numpy as np
from paraview import simple, smstate

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()


def row(value, opacity=1.0, visible=1, color=None):
    return [value, opacity, visible, 1 if color else 0] + list(color or (1, 1, 1))


def contour(source, view, values, array=('POINTS', 'RTData')):
    """Show Contour's surfaces, colored by the same array."""
    surface = simple.Contour(Input=source, ContourBy=list(array), Isosurfaces=values)
    surface.ComputeNormals = 0
    display = simple.Show(surface, view)
    display.SetRepresentationType('Surface')
    display.ColorArrayName, display.LookupTable = list(array), simple.GetColorTransferFunction(array[1])
    display.Interpolation = 'Flat'
    return display


# Isosurfaces alone are visible where the volume is clear: those of Contour with gradients per cell, in the
# colors of their values.
tets = t.wavelet_tets(8)
view = t.new_view()
display = t.show(tets, view)
check(len(display.RayCastIsosurfaces) == 0 and len(display.RayCastIsovalues) == 0, 'no surfaces at first')
plain = t.image(view)
display.RayCastGradients = 'Per Cell'
function = simple.GetOpacityTransferFunction('RTData')
ramp = list(function.Points)
low, high = ramp[0], ramp[-4]
function.Points = [low, 0.0, 0.5, 0.0, high, 0.0, 0.5, 0.0]
values = [low + 0.4 * (high - low), low + 0.7 * (high - low)]
display.RayCastIsovalues = values
check(list(display.RayCastIsosurfaces) == row(values[0]) + row(values[1]),
      'the table: %s' % list(display.RayCastIsosurfaces))
ours = t.image(view)
simple.Hide(tets, view)
theirs = contour(tets, view, values)
check.near(ours, t.image(view), 0.002, 3 / 255, 'the surfaces of Contour', outline=0.02)
t.save(ours, 'mesh_surfaces')
theirs.Visibility = 0
display.Visibility = 1

# Rows: hidden, translucent, and with their own color. Opacity multiplies.
display.RayCastIsosurfaces = row(values[0], visible=0) + row(values[1], color=(0, 1, 0))
picture = t.image(view)
check(t.lit(picture) > 0.01 and picture[:, :, [0, 2]].max() == 0,
      'one hidden, one green: %s' % picture.max(axis=(0, 1)))
display.RayCastIsosurfaceOpacities = [1.0, 0.5]
display.Opacity = 0.5
fainter = t.image(view)
check(0 < fainter.max() < 0.8 * picture.max(), 'fainter: %.3f of %.3f' % (fainter.max(), picture.max()))
display.Opacity = 1.0

# A second array colors them, by its own color map, which fits it at first: as Contour's surfaces, colored
# by it. Those with a color of their own keep it.
both = simple.PointDatatoCellData(
    Input=simple.Calculator(Input=tets, Function='coordsX*iHat + 3*coordsZ*kHat', ResultArrayName='place'),
    ProcessAllArrays=1, PassPointData=1)
simple.Hide(tets, view)
colored = t.show(both, view, camera=False)
check(list(colored.RayCastIsosurfaceColorArray) == ['POINTS', 'By Value']
      and colored.RayCastIsosurfaceLookupTable is None,
      'no second array at first: %s' % list(colored.RayCastIsosurfaceColorArray))
colored.RayCastGradients = 'Per Cell'
function.Points = [low, 0.0, 0.5, 0.0, high, 0.0, 0.5, 0.0]
colored.RayCastIsovalues = values
by_value = t.image(view)
for association in ('POINTS', 'CELLS'):
    colored.RayCastIsosurfaceColorArray = [association, 'place']
    colors = simple.GetColorTransferFunction('place')
    check(colored.RayCastIsosurfaceLookupTable is not None and colored.RayCastIsosurfaceLookupTable.SMProxy
          == colors.SMProxy, association + ': the color map of the array')
    check(abs(colors.RGBPoints[0]) < 2.5 and 20 < colors.RGBPoints[-4] < 26,
          association + ': fitted to its magnitude: %g to %g' % (colors.RGBPoints[0], colors.RGBPoints[-4]))
    ours = t.image(view)
    check(t.difference(ours, by_value)[0] > 0.01, association + ': other colors than those of the values')
    colored.Visibility = 0
    surface = simple.Contour(Input=both, ContourBy=['POINTS', 'RTData'], Isosurfaces=values)
    surface.ComputeNormals = 0
    theirs = simple.Show(surface, view)
    theirs.SetRepresentationType('Surface')
    theirs.ColorArrayName, theirs.LookupTable, theirs.Interpolation = [association, 'place'], colors, 'Flat'
    check.near(ours, t.image(view), 0.003, 6 / 255, association + ': as on the surfaces of Contour',
               outline=0.03)
    simple.Delete(surface)
    colored.Visibility = 1
t.save(ours, 'mesh_surfaces_colored')
colors.VectorMode, colors.VectorComponent = 'Component', 2
t.image(view)
simple.ColorBy(colored, None)
simple.ColorBy(colored, ('POINTS', 'RTData'))
check(t.difference(t.image(view), ours)[0] > 0.01, 'its color map shows a component')
colored.RayCastIsosurfaces = row(values[0], color=(0, 1, 0))
check(t.image(view)[:, :, [0, 2]].max() == 0, 'a color of its own')
for none in (['POINTS', 'None'], [None, '']):
    colored.RayCastIsosurfaceColorArray = ['POINTS', 'place']
    colored.RayCastIsosurfaceColorArray = none
    check(colored.RayCastIsosurfaceLookupTable is None, 'none again')
    colored.RayCastIsosurfaces = row(values[0]) + row(values[1])
    check.near(t.image(view), by_value, 0, 0, 'none again: the colors of the values')
with t.Messages() as said:
    colored.RayCastIsosurfaceColorArray = ['POINTS', 'nowhere']
    check.near(t.image(view), by_value, 0, 0, 'an array that is not there leaves them these colors')
check(said.count("There is no array 'nowhere' to color by") == 1, 'and is told once: ' + said.text())
simple.Hide(both, view)
display.Visibility = 1

# Within the volume, both are visible.
function.Points = ramp
both = t.image(view)
check(t.difference(both, plain)[0] > 0.005, 'surfaces in the volume')
display.RayCastIsosurfaces = []
check.near(t.image(view), plain, 0, 0, 'none again')

# The list of other types of representation has no effect, and a message says so.
with t.Messages() as said:
    display.Isovalues = [values[0]]
    check.near(t.image(view), plain, 0, 0, 'isosurfaces of another type')
check(said.count('Isovalues has no effect in Volume (Ray Cast), which draws RayCastIsovalues') == 1,
      'and that is told once: ' + said.text())
display.Isovalues = []

# Refused values leave the table unchanged.
display.RayCastIsosurfaces = row(values[0])
with t.Messages() as said:
    display.RayCastIsosurfaces = row(values[0], 7.0)
    display.RayCastIsosurfaces = [0.5, float('inf')]
    display.RayCastIsovalues = [float('nan')]
    display.RayCastIsosurfaceOpacities = [-1.0]
check(said.count('stay as they were') == 4, 'four messages: %s' % said.text())
check(list(display.RayCastIsosurfaces) == row(values[0]), 'refused: %s' % list(display.RayCastIsosurfaces))
display.RayCastIsosurfaces = [values[0], values[0] + 1]
check(list(display.RayCastIsosurfaces) == row(values[0]) + row(values[0] + 1),
      'a plain list of isovalues: %s' % list(display.RayCastIsosurfaces))
display.RayCastIsosurfaces = row(values[0])

# Isosurfaces are drawn with every kind of volume.
for name, value, kept in (('BlendMode', 'Maximum Intensity', 'Composite'), ('UseSeparateOpacityArray', 1, 0)):
    display.OpacityArrayName = ['POINTS', 'RTData']
    setattr(display, name, value)
    with t.Messages() as said:
        with_rows = t.image(view)
    check('are not drawn' not in t.remarks(display, 'note') and said.text() == '',
          '%s: %s' % (name, t.remarks(display, 'note')))
    display.RayCastIsosurfaces = []
    check(t.difference(with_rows, t.image(view))[0] > 0.005, name + ': the volume without surfaces')
    display.RayCastIsosurfaces = row(values[0])
    setattr(display, name, kept)
unlit = t.image(view)
display.Shade = 1
changed = t.difference(t.image(view), unlit)[0]
check(changed > 0.005, 'Shade lights the volume around the surfaces: %g' % changed)
check('light' not in t.remarks(display, 'note'), 'Shade: %s' % t.remarks(display, 'note'))
display.Shade = 0
display.RayCastIsovalues = [high + 1]
t.image(view)
check('no isovalue is' in t.remarks(display, 'note'), 'out of range: %s' % t.remarks(display, 'note'))

display.RayCastMapper = 'ParaView: Bunyk'
t.image(view)
check('this one draws none' in t.remarks(display, 'note'), 'another mapper: %s' % t.remarks(display, 'note'))
display.RayCastMapper = 'InKRay Ray Caster (default)'

# Solid Color.
display.RayCastIsovalues = values
display.ColorArrayName = [None, '']
display.DiffuseColor = [0.0, 0.0, 1.0]
picture = t.image(view)
check(picture[:, :, :2].max() == 0 and t.lit(picture) > 0.05, 'solid color')

# Another array takes values of its own, unless it has one of those that are there.
cells = simple.PointDatatoCellData(
    Input=simple.Calculator(Input=tets, Function='1000 + coordsX', ResultArrayName='far'), ProcessAllArrays=1)
simple.Hide(tets, view)
far = t.show(cells, view, ('CELLS', 'far'), camera=False)
far.RayCastIsovalues = [1001.0]
t.image(view)
check("'far' are averaged there, also for the volume" in t.remarks(far, 'note'),
      'values of cells: %s' % t.remarks(far, 'note'))
simple.ColorBy(far, ('CELLS', 'RTData'))
check(low < far.RayCastIsovalues[0] < high,
      'another array: %s within %s' % (list(far.RayCastIsovalues), (low, high)))
simple.Hide(cells, view)

# State files, as XML and as Python, keep the table, and a range of the color map that is narrower than the
# data.
display = t.show(tets, view, camera=False)
display.RayCastIsosurfaces = row(values[0], 0.25) + row(values[1], color=(1, 1, 0))
display.RayCastIsosurfaceColorArray = ['POINTS', 'RTData']
narrow = [low + 30, high - 40]
simple.GetColorTransferFunction('RTData').RescaleTransferFunction(*narrow)
display.RayCastGradients = 'Smooth'
picture = t.image(view)
files = [os.path.join(tempfile.mkdtemp(), name) for name in ('state.pvsm', 'state.py')]
simple.SaveState(files[0])
with open(files[1], 'w') as script:
    script.write(smstate.get_state())
for kind, file in zip(('a state file', 'a state script'), files):
    simple.ResetSession()
    t.load_plugin()
    if file.endswith('.py'):
        exec(compile(open(file).read(), file, 'exec'), {'__name__': 'state'})
    else:
        simple.LoadState(file)
    view = simple.GetActiveViewOrCreate('RenderView')
    view.UseFXAA = 0  # ParaView keeps it in the user's settings, not in a state
    display = [d for d in view.Representations if getattr(d, 'Visibility', 0)
               and getattr(d, 'Representation', '') == t.TYPE][0]
    check(list(display.RayCastIsosurfaces) == row(values[0], 0.25) + row(values[1], color=(1, 1, 0)),
          kind + ': %s' % list(display.RayCastIsosurfaces))
    check(list(display.RayCastIsosurfaceColorArray) == ['POINTS', 'RTData']
          and display.RayCastIsosurfaceLookupTable is not None,
          kind + ': the colors of the surfaces: %s, %s' % (list(display.RayCastIsosurfaceColorArray),
                                                            display.RayCastIsosurfaceLookupTable))
    points = display.RayCastIsosurfaceLookupTable.RGBPoints
    check(np.allclose([points[0], points[-4]], narrow),
          kind + ': the range of the color map, %s of %s' % ([points[0], points[-4]], narrow))
    restored = t.image(view)
    t.save(np.concatenate([picture, restored], axis=1),
           'mesh_surfaces_' + os.path.basename(file).replace('.', '_'))
    check.near(restored, picture, 0, 0, kind + ': the picture')
check.done()
