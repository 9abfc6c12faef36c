# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's own selections on volumes of meshes and isosurfaces of images: cells and points by click and
box, also in blocks; the center of rotation; and screenshots with a transparent background."""
import os
import re
import tempfile

import numpy as np
from paraview import servermanager, simple
from paraview.vtk.util import numpy_support
from vtkmodules.vtkIOImage import vtkPNGReader

import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()
WIDTH, HEIGHT = t.SIZE
N = 8  # cells per axis, each of unit length


def look_straight():
    """Look along -z in parallel projection: 16 pixels per unit, with (4, 4) at the center."""
    view.CameraParallelProjection = 1
    view.CameraFocalPoint, view.CameraPosition, view.CameraViewUp = [4, 4, 4], [4, 4, 40], [0, 1, 0]
    view.CameraParallelScale = HEIGHT / 32
    simple.Render(view)


def box(lower, upper):
    return simple.AppendDatasets(
        Input=simple.Wavelet(WholeExtent=[lower[0], upper[0], lower[1], upper[1], lower[2], upper[2]]))


def uniform(display, attenuation):
    """Give the volume a uniform attenuation."""
    simple.GetOpacityTransferFunction('RTData').Points = [0.0, 0.5, 0.5, 0.0, 400.0, 0.5, 0.5, 0.0]
    display.ScalarOpacityUnitDistance = 0.5 / attenuation


def selected(source):
    """The ids in the selection of a source, as tuples (process, id) or (block, process, id), and their
    kinds."""
    proxy = source.SMProxy.GetSelectionInput(0)
    if not proxy:
        return set(), None
    ids, kinds = set(), set()
    for one in servermanager._getPyProxy(proxy).Input:
        size = 3 if one.GetXMLName() == 'CompositeDataIDSelectionSource' else 2
        flat = list(one.IDs)
        ids |= {tuple(flat[i:i + size]) for i in range(0, len(flat), size)}
        kinds.add(str(one.FieldType))
    return ids, kinds.pop() if len(kinds) == 1 else kinds


def click(source, x, y, points=False):
    return drag(source, x, y, x, y, points)


def drag(source, x0, y0, x1, y1, points=False):
    simple.SetActiveSource(source)
    simple.ClearSelection(source)
    (simple.SelectSurfacePoints if points else simple.SelectSurfaceCells)(
        Rectangle=[x0, y0, x1, y1], View=view)
    found, kind = selected(source)
    check(not found or ('POINT' if points else 'CELL') in kind,
          'what is selected is of the right kind: %s' % kind)
    return found


def lasso(source, *points):
    """The cells that a polygon selects."""
    simple.SetActiveSource(source)
    simple.ClearSelection(source)
    simple.SelectSurfaceCells(Polygon=list(points), View=view)
    return selected(source)[0]


def columns(x0, y0, x1, y1, first=0):
    """The cells of the layers from a first one on that the rays of a box of pixels meet."""
    return {(0, cell_at(x, y, k + 0.5)) for k in range(first, N) for x in range(x0, x1 + 1)
            for y in range(y0, y1 + 1)}


def ray_of(x, y):
    """The place of a pixel's ray in the x-y plane."""
    return (x + 0.5 - WIDTH / 2) / 16 + 4, (y + 0.5 - HEIGHT / 2) / 16 + 4


def cell_at(x, y, z, n=(N, N, N), origin=(0, 0, 0)):
    i, j, k = (int(np.floor(p - o)) for p, o in zip((*ray_of(x, y), z), origin))
    return i + n[0] * (j + n[1] * k)


def point_at(x, y, z, n=(N, N, N), origin=(0, 0, 0)):
    i, j, k = (int(np.floor(p - o + 0.5)) for p, o in zip((*ray_of(x, y), z), origin))
    return i + (n[0] + 1) * (j + (n[1] + 1) * k)


def transparent():
    """A screenshot with a transparent background: red, green, blue and opacity."""
    path = os.path.join(tempfile.mkdtemp(), 'transparent.png')
    simple.SaveScreenshot(path, view, ImageResolution=t.SIZE, TransparentBackground=1)
    reader = vtkPNGReader()
    reader.SetFileName(path)
    reader.Update()
    return numpy_support.vtk_to_numpy(reader.GetOutput().GetPointData().GetScalars()).reshape(
        HEIGHT, WIDTH, -1) / 255.0


# A box of hexahedra, where an opacity of 0.1 is reached 3.2 units behind the front, at z = 4.8.
mesh = box((0, 0, 0), (N, N, N))
display = t.show(mesh, view, camera=False)
uniform(display, -np.log(0.9) / 3.2)
look_straight()
before = t.image(view)
pixels = [(60, 30), (100, 80), (131, 99), (150, 141), (37, 120)]
for x, y in pixels:
    check(click(mesh, x, y) == {(0, cell_at(x, y, 4.8))},
          'pixel (%d, %d): the cell where the opacity is reached, %s' % (x, y, selected(mesh)[0]))
    check(click(mesh, x, y, points=True) == {(0, point_at(x, y, 4.8))},
          'pixel (%d, %d): the nearest point, %s' % (x, y, selected(mesh)[0]))

# A box or a polygon: all cells that its pixels show, one behind the other.
check(drag(mesh, 0, 0, WIDTH - 1, HEIGHT - 1) == {(0, i) for i in range(N ** 3)},
      'a box around all: all cells, %d' % len(selected(mesh)[0]))
x0, y0, x1, y1 = 60, 40, 110, 75
check(drag(mesh, x0, y0, x1, y1) == columns(x0, y0, x1, y1), 'a box: exactly the cells behind its pixels, '
      '%d of %d' % (len(selected(mesh)[0]), len(columns(x0, y0, x1, y1))))
check(lasso(mesh, x0, y0, x1, y0, x1, y1, x0, y1) == columns(x0 + 1, y0 + 1, x1, y1),
      'a polygon: those behind it, %d' % len(selected(mesh)[0]))
triangle = lasso(mesh, 40, 20, 130, 20, 40, 130)
check({(0, cell_at(60, 40, 0.5)), (0, cell_at(60, 40, 7.5))} < triangle
      and (0, cell_at(120, 120, 7.5)) not in triangle, 'a triangle: nothing beside it, %d' % len(triangle))
both = drag(mesh, x0, y0, x0 + 20, y1)
simple.SelectSurfaceCells(Rectangle=[x1 - 20, y0, x1, y1], View=view, Modifier='ADD')
check(selected(mesh)[0] == both | columns(x1 - 20, y0, x1, y1), 'a second box is added to the first')
drag(mesh, x0, y0, x1, y1)
extract = simple.ExtractSelection(Input=mesh)
extract.Selection = servermanager._getPyProxy(mesh.SMProxy.GetSelectionInput(0))
extract.UpdatePipeline()
check(extract.GetDataInformation().GetNumberOfCells() == len(columns(x0, y0, x1, y1)),
      'they can be extracted: %d' % extract.GetDataInformation().GetNumberOfCells())
simple.Delete(extract)
uniform(display, 20.0)
check(drag(mesh, x0, y0, x1, y1) == columns(x0, y0, x1, y1, N - 1),
      'where the first hide the others: those alone, %d' % len(selected(mesh)[0]))
uniform(display, -np.log(0.9) / 3.2)
display.UseThreshold = 1
display.ThresholdArray = ['POINTS', 'RTData']
display.ThresholdRange = [1e6, 2e6]
check(drag(mesh, x0, y0, x1, y1) == set(), 'cells that a threshold hides: none')
display.UseThreshold = 0
check(len(drag(mesh, x0, y0, x1, y1, points=True)) <= (x1 - x0) * (y1 - y0),
      'a box of points: one in each pixel')
check(display.SMProxy.GetProperty('RayCastSelectsPixels').GetElement(0) == 1,
      'this client finds cells of pixels')
check(click(mesh, 2, 2) == set(), 'beside the volume: nothing')

# Filters accept the selection, and pass its values.
click(mesh, 100, 80)
extract = simple.ExtractSelection(Input=mesh)
extract.Selection = servermanager._getPyProxy(mesh.SMProxy.GetSelectionInput(0))
extract.UpdatePipeline()
data = servermanager.Fetch(extract)
check(data.GetNumberOfCells() == 1 and data.GetPointData().GetArray('RTData') is not None,
      'it can be extracted: %d cell' % data.GetNumberOfCells())
check(np.allclose(data.GetBounds(), [4, 5, 4, 5, 4, 5]),
      'and is the one at the place: %s' % (data.GetBounds(),))
simple.Delete(extract)
simple.ClearSelection(mesh)

# The opacity at which a click selects is a property.
display.RayCastPickOpacity = 0.02  # reached 0.61 units behind the front
check(click(mesh, 100, 80) == {(0, cell_at(100, 80, 7.4))}, 'a smaller opacity: the first cell')
display.RayCastPickOpacity = 0.9  # never reached
check(len(click(mesh, 100, 80)) == 1, 'one that is never reached: a cell all the same')
display.RayCastPickOpacity = 0.1

# A center of rotation that is picked lies on the visible cell.
center, normal = [0, 0, 0], [0, 0, 0]
found = view.SMProxy.ConvertDisplayToPointOnSurface([110, 70], center, normal, False)
check(found and np.allclose(center[:2], ray_of(110, 70), atol=0.05) and abs(center[2] - 5) < 1e-6,
      'the center of rotation is on the cell that is seen: %s' % center)
check(view.SMProxy.Pick(100, 80) == display.SMProxy and view.SMProxy.Pick(2, 2) is None,
      'a pick finds the display, beside it nothing')

# Other objects: one in front of the volume, or seen through a faint volume, is selected instead of it.
ball = simple.Sphere(Center=[2, 4, 10], Radius=1.0, ThetaResolution=32, PhiResolution=32)
behind = simple.Sphere(Center=[6, 4, -3], Radius=1.0, ThetaResolution=32, PhiResolution=32)
shown = [simple.Show(each, view) for each in (ball, behind)]
simple.Render(view)
check(view.SMProxy.Pick(70, 80) == shown[0].SMProxy, 'a ball in front of it')
check(view.SMProxy.Pick(130, 80) == display.SMProxy, 'the volume in front of a ball')
uniform(display, 0.005)
simple.Render(view)
check(view.SMProxy.Pick(130, 80) == shown[1].SMProxy, 'a ball behind what is too faint')
check(view.SMProxy.Pick(130, 120) == display.SMProxy, 'what is faint, with nothing behind')
uniform(display, -np.log(0.9) / 3.2)
for each in shown:
    each.Visibility = 0

simple.ClearSelection(mesh)
check.near(t.image(view), before, 0, 0, 'after all that: the same picture')
display.RayCastMapper = 'ParaView: Projected Tetra'
with t.Messages() as said:
    check(click(mesh, 100, 80) == set(), "ParaView's own mappers cannot be selected on")
display.RayCastMapper = 'InKRay Ray Caster (default)'
simple.ClearSelection(mesh)
simple.Hide(mesh, view)

# Points and cells of structured grids are selected by the grid's own ids.
grid = t.structured_grid(simple.Wavelet(WholeExtent=[0, N, 0, N, 0, N]), 'x, y, z')
curved = t.show(grid, view, camera=False)
uniform(curved, -np.log(0.9) / 3.2)
look_straight()
check(click(grid, 100, 80) == {(0, cell_at(100, 80, 4.8))},
      'a structured grid: the cell %s' % selected(grid)[0])
check(click(grid, 100, 80, points=True) == {(0, point_at(100, 80, 4.8))},
      'a structured grid: the point %s' % selected(grid)[0])
simple.Hide(grid, view)

# Blocks: three side by side, two of them in an inner group; one is left out.
boxes = [box((0, 0, 0), (3, 8, 8)), box((3, 0, 0), (5, 8, 8)), box((5, 0, 0), (8, 8, 8))]
inner = simple.GroupDatasets(Input=boxes[1:], BlockNames=['left', 'right'])
group = simple.GroupDatasets(Input=[boxes[0], inner], BlockNames=['first', 'second'])
blocks = t.show(group, view, camera=False)
uniform(blocks, -np.log(0.9) / 3.2)
look_straight()
group.UpdatePipeline()
data = servermanager.Fetch(group)
iterator = data.NewIterator()
flat = {}
while not iterator.IsDoneWithTraversal():
    flat[round(iterator.GetCurrentDataObject().GetBounds()[0])] = iterator.GetCurrentFlatIndex()
    iterator.GoToNextItem()
check(sorted(flat) == [0, 3, 5], 'three blocks: %s' % flat)
where = {0: (3, (60, 70)), 3: (2, (100, 90)), 5: (3, (140, 60))}
for origin, (wide, pixel) in where.items():
    n = (wide, 8, 8)
    check(click(group, *pixel) == {(flat[origin], 0, cell_at(*pixel, 4.8, n, (origin, 0, 0)))},
          'block %d: the cell of the block, %s' % (flat[origin], selected(group)[0]))
    check(click(group, *pixel, points=True) == {(flat[origin], 0, point_at(*pixel, 4.8, n, (origin, 0, 0)))},
          'block %d: its point, %s' % (flat[origin], selected(group)[0]))
check({block for block, _, _ in drag(group, 0, 0, WIDTH - 1, HEIGHT - 1)} == set(flat.values())
      and len(selected(group)[0]) == N ** 3, 'a box: cells of all blocks')
blocks.BlockSelectors = ['/Root/second']
look_straight()
check(click(group, 60, 70) == set(), 'a block that is not shown: nothing')
check(click(group, 140, 60) == {(flat[5], 0, cell_at(140, 60, 4.8, (3, 8, 8), (5, 0, 0)))},
      'the others keep their indices: %s' % selected(group)[0])
simple.Hide(group, view)

# Isosurfaces of images: the selected cell contains the surface {z = 4.8}, in a single image and in blocks.
def height_image(lower, upper):
    image = simple.Wavelet(WholeExtent=[lower[0], upper[0], lower[1], upper[1], lower[2], upper[2]])
    return simple.Calculator(Input=image, ResultArrayName='height', Function='coordsZ')


def show_height(source):
    shown = simple.Show(source, view)
    shown.SetRepresentationType('Isosurface (Ray Cast)')
    shown.IsosurfaceArray = ['POINTS', 'height']
    shown.Isovalues = [4.8]
    look_straight()
    return shown


image = height_image((0, 0, 0), (N, N, N))
surface = show_height(image)
for opacity in (1.0, 0.05):
    surface.IsosurfaceOpacities = [opacity]
    for x, y in pixels:
        check(click(image, x, y) == {(0, cell_at(x, y, 4.8))},
              'an isosurface at (%d, %d): the cell %s' % (x, y, selected(image)[0]))
        check(click(image, x, y, points=True) == {(0, point_at(x, y, 4.8))},
              'an isosurface at (%d, %d): the point %s' % (x, y, selected(image)[0]))
check(drag(image, 0, 0, WIDTH - 1, HEIGHT - 1) == {(0, 4 * N * N + i) for i in range(N * N)},
      'a box around an isosurface: its layer of cells')
check(click(image, 2, 2) == set(), 'beside an isosurface: nothing')
simple.SelectSurfaceCells(Rectangle=[110, 70, 110, 70], View=view)
found = view.SMProxy.ConvertDisplayToPointOnSurface([110, 70], center, normal, False)
check(found and np.allclose(center[:2], ray_of(110, 70), atol=0.05) and 4 <= center[2] <= 5,
      'the center of rotation is on its cell: %s' % center)
simple.ClearSelection(image)
simple.Hide(image, view)
images = [height_image((0, 0, 0), (3, 8, 8)), height_image((3, 0, 0), (5, 8, 8)),
          height_image((5, 0, 0), (8, 8, 8))]
image_group = simple.GroupDatasets(
    Input=[images[0], simple.GroupDatasets(Input=images[1:], BlockNames=['left', 'right'])],
    BlockNames=['first', 'second'])
show_height(image_group)
for origin, (wide, pixel) in where.items():
    n = (wide, 8, 8)
    check(click(image_group, *pixel) == {(flat[origin], 0, cell_at(*pixel, 4.8, n, (origin, 0, 0)))},
          'block %d of images: its cell, %s' % (flat[origin], selected(image_group)[0]))
    check(click(image_group, *pixel,
                points=True) == {(flat[origin], 0, point_at(*pixel, 4.8, n, (origin, 0, 0)))},
          'block %d of images: its point, %s' % (flat[origin], selected(image_group)[0]))
check({block for block, _, _ in drag(image_group, 0, 0, WIDTH - 1, HEIGHT - 1)} == set(flat.values())
      and len(selected(image_group)[0]) == 64, 'a box: cells of all images')
simple.ClearSelection(image_group)
simple.Hide(image_group, view)

# Isosurfaces of meshes, alone and in blocks of meshes and images.
heights = simple.Calculator(Input=mesh, ResultArrayName='height', Function='coordsZ')
show_height(heights)
for x, y in pixels:
    check(click(heights, x, y) == {(0, cell_at(x, y, 4.8))},
          'an isosurface of a mesh at (%d, %d): the cell %s' % (x, y, selected(heights)[0]))
    check(click(heights, x, y, points=True) == {(0, point_at(x, y, 4.8))},
          'an isosurface of a mesh at (%d, %d): the point %s' % (x, y, selected(heights)[0]))
simple.ClearSelection(heights)
simple.Hide(heights, view)
right = simple.Calculator(Input=boxes[2], ResultArrayName='height', Function='coordsZ')
mixed = simple.GroupDatasets(
    Input=[images[0], simple.GroupDatasets(Input=[images[1], right], BlockNames=['left', 'right'])],
    BlockNames=['first', 'second'])
show_height(mixed)
for origin, (wide, pixel) in where.items():
    check(click(mixed, *pixel) == {(flat[origin], 0, cell_at(*pixel, 4.8, (wide, 8, 8), (origin, 0, 0)))},
          'block %d of images and a mesh: its cell, %s' % (flat[origin], selected(mixed)[0]))
simple.ClearSelection(mixed)
simple.Hide(mixed, view)

# A mesh beyond GPU Memory is drawn in pieces; selections find what they find in the whole.
large = simple.Tetrahedralize(Input=simple.Wavelet(WholeExtent=[0, 28] * 3))
parted = t.show(large, view, ('POINTS', 'RTData'), camera=False)
simple.GetOpacityTransferFunction('RTData').Points = [60.0, 0.02, 0.5, 0.0, 280.0, 0.2, 0.5, 0.0]
parted.ScalarOpacityUnitDistance = 1.0
view.CameraParallelProjection = 0
view.CameraFocalPoint, view.CameraPosition = [14, 14, 14], [43, 35, 73]


def of_large():
    """The number of pieces and the selections: cells and points by click, and cells by box and polygon."""
    simple.Render(view)
    pieces = t.report(parted).get('pieces', 0)
    found = [click(large, x, y, points) for x, y in ((100, 80), (71, 63), (122, 95), (2, 2))
             for points in (False, True)]
    return pieces, found, drag(large, 80, 60, 120, 95), lasso(large, 60, 50, 130, 60, 95, 110)


def has_pieces(what):
    """Check that selections in pieces equal those in the whole."""
    parted.RayCastGPUMemory = 0
    whole = of_large()
    parted.RayCastGPUMemory = 9
    with t.Messages() as said:
        pieces = of_large()
    check(whole[0] == 0 and pieces[0] > 1 and len(whole[1][0]) == 1 and not whole[1][-2],
          '%s: %d pieces' % (what, pieces[0]))
    check(whole[1] == pieces[1],
          '%s: clicks select what they select in the whole, %s, %s' % (what, whole[1], pieces[1]))
    for a, b in zip(whole[2:], pieces[2:]):
        check(len(a) > 100 and len(a ^ b) <= len(a) / 1000,
              '%s: so do boxes and polygons, %d cells of which %d are others' % (what, len(a), len(a ^ b)))
    check('ERR' not in said.text() and 'arning' not in said.text(),
          '%s: nothing is said: %s' % (what, said.text()))


has_pieces('a mesh in pieces')
parted.UseThreshold = 1
parted.ThresholdArray = ['POINTS', 'RTData']
parted.ThresholdRange = [120.0, 300.0]
has_pieces('with a threshold')
parted.UseThreshold = 0
parted.BlendMode = 'Maximum Intensity'
has_pieces('maximum')
parted.BlendMode = 'Composite'
simple.ClearSelection(large)
simple.Hide(large, view)
look_straight()

# An empty mesh has nothing to select.
nothing = t.filtered('self.GetOutput().Initialize()', 'vtkUnstructuredGrid', mesh)
simple.Show(nothing, view).SetRepresentationType(t.TYPE)
with t.Messages() as said:
    check(click(nothing, 100, 80) == set() and drag(nothing, 0, 0, 50, 50, points=True) == set(),
          'an empty mesh: nothing')
check('ERR' not in said.text() and 'arning' not in said.text(),
      'and nothing is said about it: %s' % said.text())
simple.Hide(nothing, view)

# Screenshots with a transparent background keep the opacity of the volume: blended over white, they equal the
# picture on white.
simple.ClearSelection(mesh)
display = simple.Show(mesh, view)
uniform(display, 0.1)
look_straight()
rgba = transparent()
check(rgba.shape[2] == 4 and rgba[2, 2, 3] == 0, 'a transparent background')
check(abs(rgba[80, 100, 3] - (1 - np.exp(-0.8))) < 1.5 / 255,
      'opacity of the volume in a screenshot: %.4f (%.4f)' % (rgba[80, 100, 3], 1 - np.exp(-0.8)))
view.Background = [1.0, 1.0, 1.0]
on_white = t.image(view)
check.near(rgba[:, :, :3] * rgba[:, :, 3:] + 1 - rgba[:, :, 3:], on_white, 2 / 255, 4 / 255,
           'a screenshot over white and the picture on white')
simple.Hide(mesh, view)
surface = show_height(image)
for opacity in (0.4, 1.0):
    surface.IsosurfaceOpacities = [opacity]
    rgba = transparent()
    check(abs(rgba[80, 100, 3] - opacity) < 1.5 / 255 and rgba[2, 2, 3] == 0,
          'opacity of an isosurface in a screenshot: %.4f (%.4f)' % (rgba[80, 100, 3], opacity))
simple.Hide(image, view)
view.Background = [0.0, 0.0, 0.0]

# A state file restores displays in which cells can be selected too. Links to the color palette, which not
# every state has, would send the displays' properties once more.
display = simple.Show(mesh, view)
uniform(display, -np.log(0.9) / 3.2)
simple.SetActiveSource(mesh)
simple.RenameSource('the mesh', mesh)
path = os.path.join(tempfile.mkdtemp(), 'state.pvsm')
simple.SaveState(path)
with open(path) as file:
    linked = file.read()
unlinked = re.sub(r'<Settings>.*?</Settings>', '', linked, flags=re.DOTALL)
check(unlinked != linked, 'links are left out')
with open(path, 'w') as file:
    file.write(unlinked)
simple.ResetSession()
t.load_plugin()
simple.LoadState(path)
mesh, view = simple.FindSource('the mesh'), simple.GetActiveViewOrCreate('RenderView')
view.ViewSize = t.SIZE
look_straight()
for x, y in pixels:
    check(click(mesh, x, y) == {(0, cell_at(x, y, 4.8))},
          'a state file, pixel (%d, %d): the cell %s' % (x, y, selected(mesh)[0]))
check(drag(mesh, x0, y0, x1, y1) == columns(x0, y0, x1, y1), 'a state file, a box: exactly the cells behind '
      'its pixels, %d of %d' % (len(selected(mesh)[0]), len(columns(x0, y0, x1, y1))))
check.done()
