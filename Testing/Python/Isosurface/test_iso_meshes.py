# SPDX-License-Identifier: BSD-3-Clause
"""Isosurface (Ray Cast) of meshes: unstructured and structured grids, and blocks of grids and images.
Pictures are compared with the filters Contour and Clip, and with one another."""
import os
import tempfile

import numpy as np
from paraview import simple

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()
RTDATA = ('POINTS', 'RTData')


def contour(source, view, values, clip=None):
    """Show the surfaces of Contour in the colors of the array. If `clip` is given, keep only the side of
    lower x of the plane at x = clip."""
    surface = simple.Contour(Input=source, ContourBy=list(RTDATA), Isosurfaces=values)
    surface.ComputeNormals = 0
    if clip is not None:
        surface = simple.Clip(Input=surface, ClipType='Plane', Crinkleclip=0)
        surface.ClipType.Origin, surface.ClipType.Normal = [clip, 0, 0], [1, 0, 0]
    display = simple.Show(surface, view)
    display.SetRepresentationType('Surface')
    display.ColorArrayName, display.LookupTable = list(RTDATA), simple.GetColorTransferFunction('RTData')
    display.Interpolation = 'Flat'
    return display


# The default is one opaque, smooth surface in the middle of the range.
view = t.new_view()
tets = t.wavelet_tets(8)
low, high = tets.PointData['RTData'].GetRange()
display = simple.Show(tets, view)
check(iso.TYPE in display.GetProperty('Representation').GetAvailable(), 'the type is listed')
with t.Messages() as said:
    display.SetRepresentationType(iso.TYPE)
    simple.ColorBy(display, RTDATA)
    display.RescaleTransferFunctionToDataRange(False, True)
    t.turn(view)
    smooth = t.image(view)
check(said.text() == '', 'no messages: %s' % said.text())
check(list(display.Isosurfaces)[1:] == [1, 1, 0, 1, 1, 1] and abs(display.Isovalues[0] - (low + high) / 2)
      < 1e-3 * (high - low), 'one surface: %s' % list(display.Isosurfaces))
check(display.IsosurfaceSmoothNormals == 1 and t.lit(smooth) > 0.05, 'smooth')
t.save(smooth, 'iso_mesh')

# The surfaces of Contour with gradients per cell, in depth order with other geometry, and cropped.
values = [low + 0.4 * (high - low), low + 0.7 * (high - low)]
ball = simple.Sphere(Center=[5, 3, 5], Radius=4, ThetaResolution=40, PhiResolution=40)
around = simple.Show(ball, view)
around.ColorArrayName = [None, '']
display.IsosurfaceSmoothNormals = 0
display.Isovalues = values
for what, clip, settings in (('Contour', None, {}),
                             ('Contour and Clip', 2.0,
                              {'UseCropping': 1, 'CroppingScale': [10.0 / 16, 1.0, 1.0],
                               'CroppingOrigin': [-3.0, 0.0, 0.0]})):
    for name, value in settings.items():
        setattr(display, name, value)
    ours = t.image(view)
    display.Visibility = 0
    theirs = contour(tets, view, values, clip)
    picture = t.image(view)
    check.near(ours, picture, 0.002, 3 / 255, 'the picture of ' + what, outline=0.02)
    t.save(np.concatenate([ours, picture], axis=1), 'iso_mesh_' + what.split()[-1].lower())
    theirs.Visibility = 0
    display.Visibility = 1
around.Visibility = 0
display.UseCropping = 0

# Rows, Opacity and Solid Color work as for images.
display.Isosurfaces = [values[0], 0.5, 1, 0, 1, 1, 1, values[1], 1.0, 1, 1, 1, 0, 0]
both = t.image(view)
display.Opacity = 0.4
check(t.difference(both, t.image(view))[0] > 0.005, 'Opacity multiplies those of the table')
display.Opacity = 1.0
display.ColorArrayName = [None, '']
display.DiffuseColor = [0, 0, 1]
display.Isosurfaces = [values[0], 1.0, 1, 0, 1, 1, 1]
blue = t.image(view)
check(blue[:, :, :2].max() == 0 and t.lit(blue) > 0.05, 'Solid Color')
simple.ColorBy(display, RTDATA)

# Another array to color by, of points and of cells, in the colors of Contour; a row with a color of its
# own keeps it.
other = simple.PointDatatoCellData(
    Input=simple.Calculator(Input=tets, Function='coordsZ', ResultArrayName='height'), ProcessAllArrays=0,
    PointDataArraytoprocess=['height'], PassPointData=1)
simple.Hide(tets, view)
colored = iso.show(other, view, values[:1], color=('POINTS', 'height'), camera=False,
                    IsosurfaceArray=list(RTDATA), IsosurfaceSmoothNormals=0)
surface = simple.Contour(Input=other, ContourBy=list(RTDATA), Isosurfaces=values[:1])
surface.ComputeNormals = 0
for place in ('POINTS', 'CELLS'):
    simple.ColorBy(colored, (place, 'height'))
    colored.LookupTable.RescaleTransferFunction(-7.0, 6.0)
    with t.Messages() as said:
        ours = t.image(view)
    check(said.text() == '' and 'another array' not in t.remarks(colored, 'note'),
          'another array, %s: %s %s' % (place, said.text(), t.remarks(colored, 'note')))
    check(t.report(colored)['color array uploads'] > 0, 'another array, %s: it went to the device' % place)
    colored.Visibility = 0
    theirs = simple.Show(surface, view)
    theirs.SetRepresentationType('Surface')
    theirs.Interpolation = 'Flat'
    theirs.ColorArrayName, theirs.LookupTable = [place, 'height'], simple.GetColorTransferFunction('height')
    picture = t.image(view)
    check.near(ours, picture, 0.002, 3 / 255, 'another array, %s: the picture of Contour' % place,
               outline=0.02)
    t.save(np.concatenate([ours, picture], axis=1), 'iso_mesh_other_' + place.lower())
    theirs.Visibility = 0
    colored.Visibility = 1
colored.Isosurfaces = [values[0], 1.0, 1, 1, 0, 1, 0]
check(t.image(view)[:, :, [0, 2]].max() == 0, 'another array: a color of its own')
simple.Hide(other, view)
simple.Show(tets, view)

# Each invalid value gives one message or note, and the session goes on.
with t.Messages() as said:
    display.Isovalues = [high + 1]
    nothing = t.image(view)
check(said.text() == '' and t.lit(nothing) == 0 and 'no isovalue is' in t.remarks(display, 'note'),
      'out of range: %s' % t.remarks(display, 'note'))
display.Isovalues = [low]
check(t.lit(t.image(view)) == 0 and 'is the least of the values' in t.remarks(display, 'note'),
      'the least value: %s' % t.remarks(display, 'note'))
with t.Messages() as said:
    display.Isovalues = []
    t.image(view)
check(said.text() == '' and 'There is no isovalue' in t.remarks(display, 'note'),
      'no isovalue: %s' % t.remarks(display, 'note'))
with t.Messages() as said:
    display.IsosurfaceArray = ['POINTS', 'missing']
    t.image(view)
    t.image(view)
check(said.count("There is no array 'missing' on the points of the data") == 1,
      'an array that is not there: %s' % said.text())
display.IsosurfaceArray = list(RTDATA)
display.Isovalues = values[:1]
check(t.lit(t.image(view)) > 0.05, 'and back')
simple.Hide(tets, view)

# Cell values are averaged at the points.
cells = simple.PointDatatoCellData(Input=tets, ProcessAllArrays=1, PassPointData=0)
averaged = simple.CellDatatoPointData(Input=cells, ProcessAllArrays=1)
display = iso.show(cells, view, values, IsosurfaceArray=['CELLS', 'RTData'], camera=False)
ours = t.image(view)
check("'RTData' are averaged there." in t.remarks(display, 'note'),
      'values of cells: %s' % t.remarks(display, 'note'))
simple.Hide(cells, view)
display = iso.show(averaged, view, values, IsosurfaceArray=list(RTDATA), camera=False)
check.near(ours, t.image(view), 0.0005, 3 / 255, 'values of cells, as Cell Data to Point Data has them',
           outline=0.005)
simple.Hide(averaged, view)

# A structured grid is the grid of its hexahedra, in one piece and in blocks.
bent = t.structured_grid(simple.Wavelet(WholeExtent=[-8, 8, -6, 6, -5, 5]),
                         bent='x + 0.03 * y * y, y, z + 0.06 * x * y')
display = iso.show(bent, view, [150.0], color=RTDATA, IsosurfaceArray=list(RTDATA))
check(iso.TYPE in display.GetProperty('Representation').GetAvailable(),
      'a structured grid: the type is listed')
whole = t.image(view)
simple.Hide(bent, view)
low = simple.ExtractSubset(Input=bent, VOI=[-8, 0, -6, 6, -5, 5])
high = simple.ExtractSubset(Input=bent, VOI=[0, 8, -6, 6, -5, 5])
for what, data in (('the same cells as an unstructured grid', simple.AppendDatasets(Input=bent)),
                   ('in two blocks, one of each kind',
                    simple.GroupDatasets(Input=[low, simple.AppendDatasets(Input=high)]))):
    display = iso.show(data, view, [150.0], color=RTDATA, IsosurfaceArray=list(RTDATA), camera=False)
    check.near(whole, t.image(view), 0.0005, 0.02, what, outline=0.002)
    check(t.report(display)['tetrahedra'] > 0, what + ': as one mesh')
    simple.Hide(data, view)

# Blocks of several kinds: an image, meshes of which one lacks the array, and a surface, which has no
# isosurface.
moved = simple.Transform(Input=tets)
moved.Transform.Translate = [18, 0, 0]
image = simple.Wavelet(WholeExtent=[-8, 8] * 3)
mixed = simple.GroupDatasets(Input=[image, moved, cells, simple.Sphere()])
with t.Messages() as said:
    display = iso.show(mixed, view, [150.0], color=RTDATA, IsosurfaceArray=list(RTDATA))
    ours = t.image(view)
check('vtkIsosurface' not in said.text(), 'blocks of several kinds: no messages: %s' % said.text())
notes = t.remarks(display, 'note')
check('1 of 4 blocks are neither image data nor rectilinear grids nor meshes' in notes
      and "1 of 3 blocks do not have the array 'RTData'" in notes, 'blocks of several kinds: %s' % notes)
t.save(ours, 'iso_mixed')
display.Isosurfaces = [150.0, 0.5, 1, 0, 1, 1, 1]
check(t.difference(ours, t.image(view))[0] > 0.005, 'blocks of several kinds: translucent')
simple.Hide(mixed, view)
apart = [iso.show(data, view, [150.0], color=RTDATA, IsosurfaceArray=list(RTDATA), camera=False)
         for data in (image, moved)]
check.near(ours, t.image(view), 0.0005, 3 / 255, 'blocks of several kinds: the picture of each by itself',
           outline=0.002)
for data in (image, moved):
    simple.Hide(data, view)

# Some blocks lack the array that colors, and one is empty: a block without the array has the NaN color, the
# others their own.
height = simple.Calculator(Input=tets, Function='coordsZ', ResultArrayName='height')
hexahedra = simple.Calculator(Input=simple.Transform(Input=simple.AppendDatasets(Input=image)),
                              Function='coordsZ', ResultArrayName='height')
hexahedra.Input.Transform.Translate = [-18, 0, 0]
pictured = simple.Calculator(Input=simple.Wavelet(WholeExtent=[-8, 8] * 2 + [10, 26]), Function='coordsZ',
                             ResultArrayName='height')
empty = simple.Threshold(Input=height, Scalars=list(RTDATA), ThresholdMethod='Above Upper Threshold',
                         UpperThreshold=1e6)
several = simple.GroupDatasets(Input=[height, hexahedra, pictured, empty, moved])
heights = simple.GetColorTransferFunction('height')
heights.RGBPoints, heights.NanColor = [-8.0, 0, 0, 1, 26.0, 0, 1, 0], [1.0, 0.0, 0.0]
with t.Messages() as said:
    display = iso.show(several, view, [120.0], color=('POINTS', 'height'), camera=False,
                       IsosurfaceArray=list(RTDATA), Ambient=1.0, Diffuse=0.0)
    simple.ResetCamera(view)
    display.LookupTable = heights
    ours = t.image(view)
check(said.text() == ''
      and "1 of 4 blocks do not have the array 'height' to color by" in t.remarks(display, 'note'),
      'an array to color by that some blocks lack: %s %s' % (said.text(), t.remarks(display, 'note')))
simple.Hide(several, view)
for data in (height, hexahedra, pictured):
    shown = iso.show(data, view, [120.0], color=('POINTS', 'height'), IsosurfaceArray=list(RTDATA),
                     Ambient=1.0, Diffuse=0.0, camera=False)
    shown.LookupTable = heights
shown = iso.show(moved, view, [120.0], IsosurfaceArray=list(RTDATA), Ambient=1.0, Diffuse=0.0, camera=False)
shown.DiffuseColor = [1.0, 0.0, 0.0]
heights.RGBPoints = [-8.0, 0, 0, 1, 26.0, 0, 1, 0]
apart = t.image(view)
t.save(np.concatenate([ours, apart], axis=1), 'iso_mesh_some_colors')
check.near(ours, apart, 0.0005, 3 / 255,
           'an array to color by that some blocks lack: the picture of each by itself', outline=0.002)
for data in (height, hexahedra, pictured, moved):
    simple.Hide(data, view)

# Each representation of a display has its own isosurfaces.
display = t.show(tets, view, RTDATA)
display.RayCastIsovalues = [200.0]
volume = t.image(view)
display.SetRepresentationType(iso.TYPE)
display.Isovalues = [120.0]
surface = t.image(view)
check(list(display.RayCastIsovalues) == [200.0] and t.difference(volume, surface)[0] > 0.005,
      'surfaces of the volume: %s' % list(display.RayCastIsovalues))
display.SetRepresentationType(t.TYPE)
check.near(t.image(view), volume, 0, 0, 'to the volume and back')
display.SetRepresentationType('Surface')
t.image(view)
display.SetRepresentationType(iso.TYPE)
check.near(t.image(view), surface, 0, 0, 'to the surfaces and back')

# A state file.
file = os.path.join(tempfile.mkdtemp(), 'state.pvsm')
simple.SaveState(file)
simple.ResetSession()
t.load_plugin()
simple.LoadState(file)
view = simple.GetActiveViewOrCreate('RenderView')
view.UseFXAA = 0  # ParaView keeps it in the user's settings, not in a state
display = [d for d in view.Representations if getattr(d, 'Visibility', 0)
           and getattr(d, 'Representation', '') == iso.TYPE][0]
check(list(display.Isovalues) == [120.0] and list(display.RayCastIsovalues) == [200.0],
      'a state file: %s' % list(display.Isosurfaces))
check.near(t.image(view), surface, 0, 0, 'a state file: the picture')
check.done()
