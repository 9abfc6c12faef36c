# SPDX-License-Identifier: BSD-3-Clause
"""Arrays that give isosurfaces and arrays that color them: types, components, cells, a second array, opacity
in closed form; grids of every kind; blanking; blocks."""
import numpy as np
from paraview import simple
from vtkmodules.vtkCommonDataModel import (vtkMultiBlockDataSet, vtkPartitionedDataSetCollection,
                                           vtkUniformGrid)
from vtkmodules.vtkFiltersCore import vtkMarchingCubes
from vtkmodules.vtkFiltersSources import vtkSphereSource

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()


def drop(display, source):
    simple.Delete(display)
    simple.Delete(source)


# Each type of number gives the same surface: a sphere of radius 0.6.
KINDS = ('int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64')
arrays = {kind: (lambda x, y, z, kind=kind: (iso.sphere(x, y, z) * 60).astype(kind)) for kind in KINDS}
arrays['vector'] = lambda x, y, z: np.stack([x, y, z], axis=3)
arrays['distance'] = iso.sphere
arrays['height'] = lambda x, y, z: z
source = iso.producer(iso.image_data(arrays,
                                     cells={'cell_distance': iso.sphere, 'cell_height': lambda x, y, z: z}))
display = iso.flat(iso.show(source, view, [36.0], IsosurfaceArray=['POINTS', 'float64']))
reference = iso.hit(t.image(view))
area = reference.sum()
check(area > 1000, 'a sphere: %d pixels' % area)
for kind in KINDS[:-1]:
    display.IsosurfaceArray = ['POINTS', kind]
    # Conversion to whole numbers rounds down, so the sphere is up to a sixtieth larger.
    pixels = iso.hit(t.image(view)).sum()
    check(abs(pixels - area) < (0.001 if kind == 'float32' else 0.06) * area,
          '%s: %d pixels' % (kind, pixels))

# Vectors by component and by magnitude.
display.IsosurfaceArray = ['POINTS', 'distance']
display.Isovalues = [0.6]
distance = t.image(view)
display.IsosurfaceArray = ['POINTS', 'vector']
display.IsosurfaceComponent = 3
check.near(t.image(view), distance, 0.0005, 0.05, 'the magnitude of a vector', outline=0.0005)
display.IsosurfaceComponent = 2
display.Isovalues = [0.2]
component = t.image(view)
display.IsosurfaceArray = ['POINTS', 'height']
check.near(t.image(view), component, 0.0001, 1.05 / 255, 'a component of a vector')
check(t.difference(component, distance)[0] > 0.01, 'a component of a vector: a plane and not the sphere')
display.IsosurfaceComponent = 0

# Cell values are values at the cells' centers.
display.Isovalues = [0.6]
display.IsosurfaceArray = ['CELLS', 'cell_distance']
check(abs(iso.hit(t.image(view)).sum() - area) < 0.02 * area,
      'cell values: %d pixels' % iso.hit(t.image(view)).sum())

# Colors: one color, the isovalue's color, and colors of another array.
display.IsosurfaceArray = ['POINTS', 'distance']
display.DiffuseColor = [0.2, 0.6, 1.0]
display.AmbientColor = [0.2, 0.6, 1.0]
picture = t.image(view)
check(np.abs(picture[reference].mean(axis=0) - [0.2, 0.6, 1.0]).max() < 0.01,
      'one color: %s' % picture[reference].mean(axis=0))
simple.ColorBy(display, ('POINTS', 'distance'))
colors = simple.GetColorTransferFunction('distance')
colors.ColorSpace = 'RGB'
colors.RGBPoints = [0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0]
picture = t.image(view)
check(np.abs(picture[reference].mean(axis=0) - [0.4, 0.6, 0.0]).max() < 0.01,
      'the color of the isovalue: %s' % picture[reference].mean(axis=0))
check(iso.uploads(display)['colors'] == 0, 'the color of the isovalue: no color array')
simple.ColorBy(display, ('POINTS', 'height'))
heights = simple.GetColorTransferFunction('height')
heights.ColorSpace = 'RGB'
heights.RGBPoints = [-1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]
by_height = t.image(view)
t.save(by_height, 'iso_by_height')
check(by_height[reference].std() > 0.05, 'the color of another array: varies over the surface')
check(iso.uploads(display)['colors'] == 1,
      'the color of another array: it went to the device once (%s)' % iso.uploads(display))
# The filter Contour agrees.
simple.Hide(source, view)
surface = simple.Contour(Input=source, ContourBy=['POINTS', 'distance'], Isosurfaces=[0.6])
shown = iso.flat(simple.Show(surface, view))
shown.SetRepresentationType('Surface')
simple.ColorBy(shown, ('POINTS', 'height'))
shown.LookupTable = heights
heights.RGBPoints = [-1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]
check.near(by_height, t.image(view), 0.002, 0.05, 'the color of another array: as Contour', outline=0.0005)
drop(shown, surface)
simple.Show(source, view)
simple.ColorBy(display, ('CELLS', 'cell_height'))
heights = simple.GetColorTransferFunction('cell_height')
heights.ColorSpace = 'RGB'
heights.RGBPoints = [-1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]
check.near(t.image(view), by_height, 0.005, 0.05, 'the color of a cell array on a surface of point values',
           outline=0.0005)
simple.ColorBy(display, ('POINTS', 'vector'))
vectors = simple.GetColorTransferFunction('vector')
vectors.ColorSpace = 'RGB'
vectors.RGBPoints = [-1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]
vectors.VectorMode, vectors.VectorComponent = 'Component', 2
check.near(t.image(view), by_height, 0.001, 0.05, 'the color of a component', outline=0.0005)
vectors.VectorMode = 'Magnitude'
picture = t.image(view)
check(np.abs(picture[reference].mean(axis=0) - 0.8).max() < 0.01,
      'the color of a magnitude: %s' % picture[reference].mean(axis=0))

# Opacity in closed form: nested spheres, seen at the center of the picture, are each crossed twice.
display.ColorArrayName = [None, '']
simple.ColorBy(display, ('POINTS', 'distance'))
colors.RGBPoints = [0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0]
display.Isovalues = [0.8, 0.4]
display.IsosurfaceOpacities = [0.25, 0.5]
display.IsosurfaceEarlyTermination = 0.0
middle = t.image(view)[t.SIZE[1] // 2, t.SIZE[0] // 2]
outer, inner = np.array([0.2, 0.8, 0.0]), np.array([0.6, 0.4, 0.0])
expected, through = 0.0, 1.0
for color, opacity in ((outer, 0.25), (inner, 0.5), (inner, 0.5), (outer, 0.25)):
    expected, through = expected + through * opacity * color, through * (1 - opacity)
check(np.abs(middle - expected).max() < 2 / 255, 'opacity: %s, in closed form %s' % (middle, expected))
display.Opacity = 0.5
middle = t.image(view)[t.SIZE[1] // 2, t.SIZE[0] // 2]
expected, through = 0.0, 1.0
for color, opacity in ((outer, 0.125), (inner, 0.25), (inner, 0.25), (outer, 0.125)):
    expected, through = expected + through * opacity * color, through * (1 - opacity)
check(np.abs(middle - expected).max() < 2 / 255,
      'overall opacity: %s, in closed form %s' % (middle, expected))
drop(display, source)

# If no array is chosen, the active scalars are used, without a message.
source = iso.producer(iso.image_data({'distance': iso.sphere}))
with t.Messages() as said:
    display = iso.show(source, view, [0.6], camera=False)
    display.IsosurfaceArray = ['POINTS', '']
    picture = t.image(view)
check(abs(iso.hit(picture).sum() - area) < 0.01 * area and 'vtkIsosurface' not in said.text(),
      'no array chosen: the active scalars')
drop(display, source)

# Blocks have colors of blocks at first, which surfaces cannot have: the array colors them. Chosen on
# purpose, they are one color, and a message says what to do.
blocks = simple.GroupDatasets(
    Input=[iso.producer(iso.image_data({'distance': iso.sphere, 'x': lambda x, y, z: x}))])
display = simple.Show(blocks, view)
display.SetScalarColoring('vtkBlockColors', 2)
with t.Messages() as said:
    display.SetRepresentationType(iso.TYPE)
    display.IsosurfaceArray = ['POINTS', 'distance']
    display.Isovalues = [0.6]
    picture = t.image(view)
check(display.ColorArrayName[1] == 'distance' and display.LookupTable and 'vtkIsosurface' not in said.text()
      and iso.hit(picture).sum() > 0.9 * area, 'blocks: the array instead of colors of blocks')
with t.Messages() as said:
    display.SetScalarColoring('vtkBlockColors', 2)
    picture = t.image(view)
    t.image(view)
check(said.count("no array 'vtkBlockColors' of numbers on the blocks of the image to color by; choose "
                 "another one") == 1 and iso.hit(picture).sum() > 0.9 * area,
      'colors of blocks on purpose: one message, one color')
drop(display, blocks)

# A grid that is not a cube, not at the origin, of another spacing in each direction, turned.
image = iso.image_data({'distance': lambda x, y, z: iso.sphere(x - 3, y + 2, z)}, (21, 47, 33),
                       (2.0, -3.5, -1.2), (4.0, -0.5, 1.4))
image.SetExtent(5, 25, -7, 39, 2, 34)
image.SetOrigin(*[o - i * s for o, i, s in zip(image.GetOrigin(), (5, -7, 2), image.GetSpacing())])
image.SetDirectionMatrix(0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1)
image.GetPointData().SetActiveScalars('distance')
source = iso.producer(image)
turned = t.new_view()
display = iso.show(source, turned, [0.6])
ours = t.image(turned)
t.save(ours, 'iso_turned_grid')
simple.Hide(source, turned)
# ParaView's filter Contour ignores the direction; marching cubes use it.
cubes = vtkMarchingCubes()
cubes.SetInputData(image)
cubes.SetValue(0, 0.6)
cubes.ComputeNormalsOff()
cubes.Update()
surface = iso.producer(cubes.GetOutput())
shown = simple.Show(surface, turned)
shown.ColorArrayName = [None, '']
shown.Interpolation = 'Flat'
check.near(ours, t.image(turned), 0.004, 0.05, 'extent, origin, spacing and direction: as marching cubes',
           outline=0.0005)
check(t.lit(ours) > 0.02, 'extent, origin, spacing and direction: a picture')
drop(shown, surface)
drop(display, source)
simple.Delete(turned)

# A rectilinear grid with the image's own coordinates gives the image's picture; with uneven coordinates it
# gives the picture of the filter Contour.
even = np.linspace(-1.0, 1.0, 33)
uneven = np.concatenate([np.linspace(-1.0, 0.1, 60), np.linspace(0.1, 1.0, 25)[1:]])
skewed = lambda x, y, z: iso.sphere(x, y, z) + 0.1 * x * y
for what, axes in (('even', (even,) * 3), ('uneven', (uneven, even, uneven)),
                   ('descending', (uneven, even[::-1], even))):
    source = iso.producer(iso.rectilinear_data({'distance': skewed}, axes))
    display = iso.show(source, view, [0.6], camera=False)
    ours = t.image(view)
    if what == 'uneven':
        t.save(ours, 'iso_rectilinear')
    check(iso.TYPE in display.GetProperty('Representation').GetAvailable(),
          what + ' rectilinear grid: the type is listed')
    simple.Hide(source, view)
    if what == 'even':
        image = iso.producer(iso.image_data({'distance': skewed}))
        shown = iso.show(image, view, [0.6], camera=False)
        check.near(ours, t.image(view), 0.0005, 0.05, 'even rectilinear grid: the picture of the image',
                   outline=0.0005)
        drop(shown, image)
    else:
        surface, shown = iso.contour(source, view, [0.6], ('POINTS', 'distance'))
        check.near(ours, t.image(view), 0.004, 0.05, what + ' rectilinear grid: as Contour', outline=0.002)
        drop(shown, surface)
    check(iso.hit(ours).sum() > 0.5 * area, what + ' rectilinear grid: a picture')
    drop(display, source)

# An image and a rectilinear grid that touch, in one composite data set, give the picture of one image.
source = iso.producer(iso.image_data({'distance': skewed}))
display = iso.show(source, view, [0.6], camera=False)
whole = t.image(view)
drop(display, source)
halves = vtkMultiBlockDataSet()
halves.SetBlock(0, iso.image_data({'distance': skewed}, (17, 33, 33), (-1, -1, -1), (0, 1, 1)))
halves.SetBlock(1, iso.rectilinear_data({'distance': skewed}, (even[16:], even, even)))
source = iso.producer(halves)
with t.Messages() as said:
    display = iso.show(source, view, [0.6], camera=False)
    check.near(t.image(view), whole, 0.0005, 0.05,
               'an image and a rectilinear grid as blocks: the picture of one image', outline=0.0005)
check('vtkIsosurface' not in said.text(), 'an image and a rectilinear grid as blocks: no messages')
drop(display, source)

# Hidden cells leave a hole.
grid = vtkUniformGrid()
grid.ShallowCopy(iso.image_data({'distance': iso.sphere}))
for i in range(16):
    for j in range(32):
        for k in range(32):
            grid.BlankCell(i + 32 * (j + 32 * k))
source = iso.producer(grid)
display = iso.show(source, view, [0.6], camera=False)
pixels = iso.hit(t.image(view)).sum()
t.save(t.image(view), 'iso_blanked')
check(0.3 * area < pixels < 0.9 * area, 'hidden cells: %d of %d pixels' % (pixels, area))
drop(display, source)

# Blocks: eight images that touch give the picture of one. One block lacks the array, one is a surface.
whole = iso.image_data({'distance': iso.sphere})
source = iso.producer(whole)
display = iso.show(source, view, [0.6], camera=False)
one = t.image(view)
display.IsosurfaceSmoothNormals = 1
one_smooth = t.image(view)
display.IsosurfaceSmoothNormals = 0
display.Opacity = 0.5
display.IsosurfaceEarlyTermination = 0.0
one_translucent = t.image(view)
drop(display, source)
blocks = vtkMultiBlockDataSet()
for index in range(8):
    low = [-1.0 if index >> axis & 1 == 0 else 0.0 for axis in range(3)]
    blocks.SetBlock(index, iso.image_data({'distance': iso.sphere}, (17, 17, 17), low,
                                          [value + 1.0 for value in low]))
source = iso.producer(blocks)
with t.Messages() as said:
    display = iso.show(source, view, [0.6], camera=False)
    eight = t.image(view)
check('vtkIsosurface' not in said.text(), 'blocks: no messages')
check(iso.TYPE in display.GetProperty('Representation').GetAvailable(), 'blocks: the type is listed')
check.near(eight, one, 0.0001, 1.05 / 255, 'blocks: the picture of one image')
# Smooth normals leave a crease between blocks, unless blocks have ghost cells from their neighbors.
ghosts = getattr(simple, 'GhostCells', None) or simple.GhostCellsGenerator  # the name from ParaView 5.13 on
ghosts = ghosts(Input=source)
simple.Hide(source, view)
other = iso.show(ghosts, view, [0.6], camera=False, IsosurfaceArray=['POINTS', 'distance'],
                 IsosurfaceSmoothNormals=1)
check.near(t.image(view), one_smooth, 0.0005, 0.02,
           'blocks with ghost cells, smooth normals: the picture of one image')
drop(other, ghosts)
simple.Show(source, view)
check(iso.uploads(display)['volumes'] == 8, 'blocks: each went to the device (%s)' % iso.uploads(display))
display.Opacity = 0.5
display.IsosurfaceEarlyTermination = 0.0
for azimuth in (0, 100, 200):
    view.GetActiveCamera().Azimuth(azimuth)
    eight = t.image(view)
    simple.Hide(source, view)
    single = iso.producer(whole)
    other = iso.show(single, view, [0.6], camera=False, Opacity=0.5, IsosurfaceEarlyTermination=0.0)
    check.near(eight, t.image(view), 0.0005, 0.02,
               'translucent blocks, %d degrees: the picture of one image' % azimuth)
    drop(other, single)
    simple.Show(source, view)
    view.GetActiveCamera().Azimuth(-azimuth)
t.save(eight, 'iso_blocks')
check(iso.uploads(display)['volumes'] == 8,
      'translucent blocks: sorting moves nothing (%s)' % iso.uploads(display))
simple.Hide(source, view)
check(t.lit(t.image(view)) == 0, 'blocks hidden: nothing is left')
simple.Show(source, view)
display.SetRepresentationType('Outline')
check(iso.hit(t.image(view))[reference].mean() < 0.5,
      'blocks in another representation: nothing of the surface is left')
display.SetRepresentationType(iso.TYPE)
drop(display, source)
check(t.lit(t.image(view)) == 0, 'blocks deleted: nothing is left')

# Translucent blocks with a gap between them, seen from both sides in closed form: a red plane at z = -1 and a
# green one at z = 1.
apart = vtkMultiBlockDataSet()
for index, height in enumerate((-1.0, 1.0)):
    plane = iso.image_data({'above': lambda x, y, z: z - height, 'which': lambda x, y, z: 0 * x + index},
                           (9, 9, 5), (-1, -1, height - 0.2), (1, 1, height + 0.2))
    apart.SetBlock(index, plane)
source = iso.producer(apart)
display = iso.flat(iso.show(source, view, [0.0], color=('POINTS', 'which'), camera=False,
                            IsosurfaceArray=['POINTS', 'above'], Opacity=0.5, IsosurfaceEarlyTermination=0.0))
which = simple.GetColorTransferFunction('which')
which.ColorSpace = 'RGB'
which.RGBPoints = [0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0]
position, focus, up = list(view.CameraPosition), list(view.CameraFocalPoint), list(view.CameraViewUp)
view.CameraFocalPoint, view.CameraViewUp = [0, 0, 0], [0, 1, 0]
for side, expected in ((1, [0.25, 0.5, 0.0]), (-1, [0.5, 0.25, 0.0])):
    view.CameraPosition = [0.1, 0.1, 6.0 * side]
    middle = t.image(view)[t.SIZE[1] // 2, t.SIZE[0] // 2]
    check(np.abs(middle - expected).max() < 2 / 255,
          'translucent blocks with a gap, from z = %d: %s, in closed form %s' % (6 * side, middle, expected))
view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = position, focus, up
drop(display, source)

# Blocks of several kinds: the images are drawn, and a message names the blocks that are not.
ball = vtkSphereSource()
ball.Update()
collection = vtkPartitionedDataSetCollection()
mixed = vtkMultiBlockDataSet()
for index in range(8):
    mixed.SetBlock(index, blocks.GetBlock(index))
    collection.SetPartition(index // 4, index % 4, blocks.GetBlock(index))
mixed.SetBlock(8, ball.GetOutput())
collection.SetPartition(2, 0, ball.GetOutput())
for what, data in (('mixed blocks', mixed), ('a collection of partitions', collection)):
    source = iso.producer(data)
    with t.Messages() as said:
        display = iso.show(source, view, [0.6], camera=False, IsosurfaceArray=['POINTS', 'distance'])
        eight = t.image(view)
        t.image(view)
    check(iso.TYPE in display.GetProperty('Representation').GetAvailable(), what + ': the type is listed')
    check.near(eight, one, 0.0001, 1.05 / 255, what + ': the picture of one image')
    check('vtkIsosurface' not in said.text() and '1 of 9 blocks are neither image data nor '
          'rectilinear grids' in t.remarks(display, 'note'), what + ': a note')
    display.UseCropping = 1
    display.CroppingScale = [0.5, 1.0, 1.0]
    display.CroppingOrigin = [0.5, 0.0, 0.0]
    part = iso.hit(t.image(view)).sum() / iso.hit(eight).sum()
    check(0.2 < part < 0.9, what + ': cropped to %.2f of it' % part)
    display.CroppingKeepOutside = 1
    display.CroppingRotation = [0.0, 0.0, 90.0]
    part = iso.hit(t.image(view)).sum() / iso.hit(eight).sum()
    check(0.2 < part < 0.95, what + ': a turned box leaves %.2f of it' % part)
    with t.Messages() as said:
        display.CroppingScale = [0.0, 1.0, 1.0]
        nothing = iso.hit(t.image(view)).sum()
        t.image(view)
    check(nothing == 0 and said.count('The cropping box has no volume') == 1,
          what + ': a flat box is one message: ' + said.text())
    drop(display, source)

# Adaptive meshes: a surface in each of three grids, of which the finer ones cover a part of the coarse one.
source = simple.AMRGaussianPulseSource()
source.UpdatePipeline()
low, high = source.CellData['Gaussian-Pulse'].GetRange()
with t.Messages() as said:
    display = iso.show(source, view, [0.5 * (low + high)], IsosurfaceArray=['CELLS', 'Gaussian-Pulse'])
    picture = t.image(view)
t.save(picture, 'iso_amr')
check(iso.TYPE in display.GetProperty('Representation').GetAvailable(), 'adaptive mesh: the type is listed')
check(t.lit(picture) > 0.003 and iso.uploads(display)['volumes'] == 3 and 'vtkIsosurface' not in said.text(),
      'adaptive mesh: drawn, %s' % iso.uploads(display))
display.UseCropping = 1
check.near(t.image(view), picture, 0.0005, 0.05, 'adaptive mesh: a box around all of it', outline=0.002)
parts = []
display.CroppingRotation = [0.0, 0.0, 30.0]
for outside in (0, 1):
    display.CroppingKeepOutside = outside
    display.CroppingScale = [0.4, 0.4, 1.0]
    parts.append(iso.hit(t.image(view)).sum() / iso.hit(picture).sum())
check(min(parts) > 0.05 and max(parts) < 1,
      'adaptive mesh: in a turned box %.2f of it, and %.2f around' % tuple(parts))
drop(display, source)
check.done()
