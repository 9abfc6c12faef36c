# SPDX-License-Identifier: BSD-3-Clause
"""Volume (Ray Cast) of images with isosurfaces, slices, a threshold, the color of NaN, selections and volumes
that overlap. Where the volume around surfaces is hidden, the same cells as a mesh give the same picture."""
import numpy as np
from paraview import servermanager, simple

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()
WIDTH, HEIGHT = t.SIZE


def linear(x, y, z):
    return 0.4 * x - 0.3 * y + z


def look():
    return t.image(view)


def show(source, array=('POINTS', 'f'), kind=t.TYPE):
    display = simple.Show(source, view)
    display.SetRepresentationType(kind)
    simple.ColorBy(display, array)
    return display


def differs(a, b):
    return t.difference(a, b)[0] > 0.01


# An image and the mesh of its cells, each in turn.
N = 13
image = iso.producer(iso.image_data({'f': linear, 'x': lambda x, y, z: x}, (N, N, N),
                                    cells={'c': lambda x, y, z: x, 'id': lambda x, y, z: x}))
mesh = simple.AppendDatasets(Input=image)
both = [show(image), show(mesh)]
both[0].RescaleTransferFunctionToDataRange(False, True)
t.turn(view)


def in_turn(what, name=None, value=None):
    """Set a property of both; without a name, look only. Returns the picture of the image."""
    pictures = []
    for display, other in (both, both[::-1]):
        if name:
            setattr(display, name, value)
        display.Visibility, other.Visibility = 1, 0
        pictures.append(look())
        check(not t.remarks(display, 'problem'), '%s: no problem %s' % (what, t.remarks(display, 'problem')))
    if what:
        check(t.lit(pictures[0]) > 0.03, '%s: %.3f of the pixels show something' % (what, t.lit(pictures[0])))
        t.save(np.hstack(pictures), 'grid_features_' + what.replace(' ', '_'))
        check.near(pictures[0], pictures[1], 0.002, 0.05, '%s: as in the mesh' % what, outline=0.02)
    return pictures[0]


both[1].Visibility = 0
display = both[0]
display.ScalarOpacityUnitDistance = 2.0
whole = look()
check.effect(display, 'RayCastIsosurfaces', [0.3, 1, 1, 1, 1, 0.8, 0.1], look,
             lambda a, b: differs(a, b) and (b - a)[:, :, 1].max() > 0.2, 'an isosurface in the volume')
check.effect(display, 'RayCastIsovalues', [0.3], look, differs, 'the same by its value')
display.RayCastIsovalues = [0.3]
check.effect(display, 'RayCastIsosurfaceOpacities', [0.3], look, differs, 'a translucent isosurface')
display.RayCastIsovalues = []
check.effect(display, 'UseSlices', 1, look, differs, 'a slice in the volume')
display.UseSlices = 1
for name, value in (('UseSlices', 1), ('SlicesAlone', 1), ('SliceOffsets', [-0.3, 0.3]),
                    ('SliceNormal', [1, 1, 0.2])):
    in_turn('' if name == 'UseSlices' else name, name, value)
in_turn('SliceOpacity', 'SliceOpacity', 0.5)
in_turn('isosurfaces among slices', 'RayCastIsovalues', [-0.4, 0.3])
by_value = in_turn('translucent isosurfaces', 'RayCastIsosurfaceOpacities', [1, 0.4])
by_array = in_turn('isosurfaces in the colors of x', 'RayCastIsosurfaceColorArray', ['POINTS', 'x'])
check(differs(by_array, by_value), 'these are other colors')
check(display.RayCastIsosurfaceLookupTable is not None, 'they are those of the color map of x')
again = in_turn('', 'RayCastIsosurfaceColorArray', ['POINTS', 'None'])
check(t.same(again, by_value), 'and they are gone again')
in_turn('UseThreshold', 'UseThreshold', 1)
before = in_turn('', 'ThresholdArray', ['POINTS', 'x'])
by_points = in_turn('a threshold of points', 'ThresholdRange', [-0.7, 0.4])
check(differs(by_points, before), 'it hides cells')
in_turn('', 'ThresholdArray', ['CELLS', 'c'])
by_cells = in_turn('a threshold of cells', 'ThresholdRange', [-0.65, 0.35])
check.near(by_cells, by_points, 0.0005, 0.01, 'the same cells')
for one in both:
    one.UseSlices, one.SlicesAlone, one.UseThreshold, one.RayCastIsovalues = 0, 0, 0, []
both[1].Visibility, display.Visibility = 0, 1
check(t.same(look(), whole), 'without all of them, the picture is as before')
check.effect(display, 'UseThreshold', 1, look, differs, 'a threshold of the volume')

# Volume and mesh overlap: one picture, without a note that one covers the other.
moved = simple.Transform(Input=mesh)
moved.Transform.Translate = [0.5, 0.4, 0.3]
other = show(moved)
for one in (display, other):
    one.ScalarOpacityUnitDistance = 0.8
mixed = look()
for one in (display, other):
    check('overlap' not in t.remarks(one, 'note') + t.remarks(one, 'problem'),
          'no note says that volumes that overlap are not mixed: ' + t.remarks(one, 'note'))
check(differs(mixed, whole), 'both are seen')
t.save(mixed, 'grid_mixed')
simple.Delete(other)
simple.Delete(moved)
for one in both:
    simple.Delete(one)
simple.Delete(mesh)
simple.Delete(image)

# Cells without a value.
image = iso.producer(iso.image_data({'f': lambda x, y, z: np.where(np.abs(x) < 0.2, np.nan, y)}, (N, N, N)))
display = show(image)
colors = simple.GetColorTransferFunction('f')
colors.NanColor, colors.NanOpacity = [1.0, 1.0, 0.0], 0.5
display.ScalarOpacityUnitDistance = 0.5
check.effect(display, 'RayCastNaN', 1, look, lambda a, b: differs(a, b) and t.lit(b) > t.lit(a),
             'the color of NaN')
simple.Delete(display)
simple.Delete(image)

# Values of cells are interpolated, or fill their cells. Categories of points fill the places nearest to them.
image = iso.producer(iso.image_data({'f': lambda x, y, z: np.floor(3 * x)}, (7, 7, 7),
                                    cells={'c': lambda x, y, z: x * y}))
display = show(image, ('CELLS', 'c'))
look()
check.effect(display, 'RayCastSmoothCells', 0, look, differs, 'a value for each cell')
simple.ColorBy(display, ('POINTS', 'f'))
colors = simple.GetColorTransferFunction('f')
colors.Annotations, colors.IndexedColors = ['-3', 'low', '0', 'middle'], [1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
before = look()
colors.InterpretValuesAsCategories = 1
categories = look()
t.save(categories, 'grid_features_categories')
check(differs(before, categories), 'categories: other colors')
check(not t.remarks(display, 'problem'), 'categories: no problem %s' % t.remarks(display, 'problem'))
colors.InterpretValuesAsCategories = 0
simple.Delete(display)
simple.Delete(image)

# An image beyond the allowed memory is drawn in pieces: it gives the picture of the whole, and mixes with a
# mesh.
image = simple.Wavelet(WholeExtent=[-64, 64] * 3)
parted = show(image, ('POINTS', 'RTData'))
tilted = simple.Transform(Input=simple.Tetrahedralize(Input=simple.Wavelet(WholeExtent=[-9, 9] * 3)))
tilted.Transform.Translate, tilted.Transform.Scale = [20, 30, 0], [4] * 3
tilted.Transform.Rotate = [20, 50, 0]
inside = show(tilted, ('POINTS', 'RTData'))
parted.ScalarOpacityUnitDistance = inside.ScalarOpacityUnitDistance = 50.0
simple.ResetCamera(view)
for visible in (0, 1):
    inside.Visibility, parted.RayCastGPUMemory = visible, 0
    check.effect(parted, 'RayCastGPUMemory', 4, lambda: (look(), t.report(parted).get('pieces', 0)),
                 lambda a, b: t.lit(a[0]) > 0.1 and a[1] == 0 and b[1] > 8
                 and (np.abs(a[0] - b[0]) > 1.5 / 255).mean() < 0.002,
                 'pieces in the picture of the whole, %s' % ('with a mesh' if visible else 'alone'))
parted.RayCastGPUMemory = 4
look()
check('The image is drawn in' in t.remarks(parted, 'note') and not t.remarks(parted, 'problem'),
      'a note says so: ' + t.remarks(parted, 'note'))
for one in (inside, parted):
    simple.Delete(one)
simple.Delete(tilted)
simple.Delete(image)

# Selections: cells of unit length, seen along -z with 16 pixels per unit.
M = 8
image = simple.Wavelet(WholeExtent=[0, M] * 3)
display = show(image, ('POINTS', 'RTData'))
simple.GetOpacityTransferFunction('RTData').Points = [0.0, 0.1, 0.5, 0.0, 400.0, 0.1, 0.5, 0.0]
display.ScalarOpacityUnitDistance = 1.0  # a click selects the first cell
view.CameraParallelProjection = 1
view.CameraFocalPoint, view.CameraPosition, view.CameraViewUp = [4, 4, 4], [4, 4, 40], [0, 1, 0]
view.CameraParallelScale = HEIGHT / 32
simple.Render(view)


def select(x0, y0, x1, y1, points=False):
    simple.SetActiveSource(image)
    simple.ClearSelection(image)
    (simple.SelectSurfacePoints if points else simple.SelectSurfaceCells)(
        Rectangle=[x0, y0, x1, y1], View=view)
    proxy = image.SMProxy.GetSelectionInput(0)
    found = set()
    for one in servermanager._getPyProxy(proxy).Input if proxy else []:
        found |= set(list(one.IDs)[1::2])
    return found


def cell_at(x, y, k):
    i, j = int((x + 0.5 - WIDTH / 2) / 16 + 4), int((y + 0.5 - HEIGHT / 2) / 16 + 4)
    return i + M * (j + M * k)


display.RayCastPickOpacity = 0.05
check(select(100, 80, 100, 80) == {cell_at(100, 80, M - 1)}, 'a click selects a cell')
check.effect(display, 'RayCastPickOpacity', 0.35, lambda: sorted(select(100, 80, 100, 80)),
             lambda a, b: b == [cell_at(100, 80, M - 5)], 'a click selects a cell behind')
found = select(60, 40, 110, 90)
check(found == {cell_at(x, y, k) for x in range(60, 111) for y in range(40, 91) for k in range(M)},
      'a box selects all cells that it shows: %d' % len(found))
check(len(select(100, 80, 100, 80, points=True)) == 1, 'a click selects a point')
check(display.SMProxy.GetProperty('RayCastSelectsPixels').GetElement(0) == 1,
      'this client finds cells of pixels')
check.done()
