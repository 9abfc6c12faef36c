# SPDX-License-Identifier: BSD-3-Clause
"""The filter Min/Max Bricks in ParaView: in the menus, with the ranges that NumPy finds, for points, cells,
components and blocks. Together with Threshold it gives the bricks around an isosurface."""
import numpy as np
from paraview import servermanager, simple
from paraview.vtk.util import numpy_support
from vtkmodules.vtkCommonDataModel import vtkMultiBlockDataSet

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()
check(hasattr(simple, 'MinMaxBricks'), 'the filter is there')
prototype = servermanager.ProxyManager().GetPrototypeProxy('filters', 'MinMaxBricks')
menus = [prototype.GetHints().GetNestedElement(i)
         for i in range(prototype.GetHints().GetNumberOfNestedElements())]
check([m.GetAttribute('category') for m in menus if m.GetName() == 'ShowInMenu'] == ['InKRay'],
      'it is in the menu InKRay')


def ranges(values, leaf):
    """Minima and maxima of a point array over bricks of `leaf` cells per axis, z slowest; neighbors share
    their points."""
    cells = [n - 1 for n in values.shape]
    low, high = [], []
    for k in range(0, cells[0], leaf):
        for j in range(0, cells[1], leaf):
            for i in range(0, cells[2], leaf):
                part = values[k:k + leaf + 1, j:j + leaf + 1, i:i + leaf + 1]
                low.append(part.min())
                high.append(part.max())
    return np.array(low), np.array(high)


def output(bricks):
    """The filter's image, and its arrays Min and Max."""
    bricks.UpdatePipeline()
    image = servermanager.Fetch(bricks)
    return image, *[numpy_support.vtk_to_numpy(image.GetCellData().GetArray(name)) for name in ('Min', 'Max')]


DIMENSIONS = (41, 30, 25)
image = iso.image_data({'distance': iso.sphere, 'vector': lambda x, y, z: np.stack([x, y, z * z], axis=3)},
                       DIMENSIONS, cells={'of cells': lambda x, y, z: x * y + z})
source = iso.producer(image)
point_values = numpy_support.vtk_to_numpy(image.GetPointData().GetArray('distance')).reshape(DIMENSIONS[::-1])
vectors = numpy_support.vtk_to_numpy(image.GetPointData().GetArray('vector')).reshape(DIMENSIONS[::-1] + (3,))
cell_values = numpy_support.vtk_to_numpy(image.GetCellData().GetArray('of cells')).reshape(
    [n - 1 for n in DIMENSIONS[::-1]])

bricks = simple.MinMaxBricks(Input=source)
check(list(bricks.Array) == ['POINTS', 'distance'], 'the array is the active one: %s' % list(bricks.Array))
check(bricks.LeafSize == 16 and bricks.Component == -1, 'bricks of 16 cells')
out, low, high = output(bricks)
check(out.GetDimensions() == (4, 3, 3), 'bricks: %s points' % (out.GetDimensions(),))
check(np.allclose(out.GetSpacing(), 16 * np.array(image.GetSpacing())), 'spacing of 16 cells')
for leaf in (16, 7):
    bricks.LeafSize = leaf
    out, low, high = output(bricks)
    expected = ranges(point_values, leaf)
    check(len(low) == len(expected[0]) and np.array_equal(low, expected[0])
          and np.array_equal(high, expected[1]), 'ranges of %d bricks of %d cells' % (len(low), leaf))

bricks.Array = ['CELLS', 'of cells']
out, low, high = output(bricks)
expected = ranges(cell_values, 7)
check(np.array_equal(low, expected[0]) and np.array_equal(high, expected[1]), 'ranges of values of cells')
bricks.Array = ['POINTS', 'vector']
for component, values in ((-1, np.sqrt((vectors**2).sum(axis=3))), (2, vectors[..., 2])):
    bricks.Component = component
    out, low, high = output(bricks)
    expected = ranges(values, 7)
    check(np.allclose(low, expected[0], atol=1e-12) and np.allclose(high, expected[1], atol=1e-12),
          'ranges of component %d' % component)

# The filter's use: the bricks that a surface passes through, in one picture with the surface.
wavelet = simple.Wavelet(WholeExtent=[-40, 40] * 3)
view = t.new_view(background=(0.2, 0.2, 0.25))
iso.show(wavelet, view, [200.0])
bricks = simple.MinMaxBricks(Input=wavelet, LeafSize=16)
below = simple.Threshold(Input=bricks, Scalars=['CELLS', 'Min'], ThresholdMethod='Below Lower Threshold',
                         LowerThreshold=200.0)
around = simple.Threshold(Input=below, Scalars=['CELLS', 'Max'], ThresholdMethod='Above Upper Threshold',
                          UpperThreshold=200.0)
around.UpdatePipeline()
out, low, high = output(bricks)
expected = int(((low <= 200) & (high >= 200)).sum())
count = around.GetDataInformation().GetNumberOfCells()
check(0 < count == expected < len(low),
      '%d of %d bricks around the surface, %d expected' % (count, len(low), expected))
boxes = simple.Show(around, view)
boxes.SetRepresentationType('Wireframe')
boxes.ColorArrayName = [None, '']
picture = t.image(view)
t.save(picture, 'iso_bricks')
rows = t.report(simple.GetDisplayProperties(wavelet, view))
check(rows['leaves'] == len(low) and rows['active leaves'] == count,
      'the ray caster has as many: %s, %s active' % (rows['leaves'], rows['active leaves']))

# Blocks, each by itself.
blocks = vtkMultiBlockDataSet()
blocks.SetBlock(0, image)
blocks.SetBlock(1, iso.image_data({'distance': iso.sphere}, (20, 20, 20)))
out = simple.MinMaxBricks(Input=iso.producer(blocks), Array=['POINTS', 'distance'])
out.UpdatePipeline()
check(out.GetDataInformation().GetNumberOfCells() == 3 * 2 * 2 + 2 * 2 * 2,
      'bricks of two blocks: %d' % out.GetDataInformation().GetNumberOfCells())

# What it cannot do is said.
for what, words, change in (('no such array', 'no numeric array', {'Array': ['POINTS', 'nothing']}),
                            ('no such component', 'component',
                             {'Array': ['POINTS', 'vector'], 'Component': 7})):
    with t.Messages() as said:
        bad = simple.MinMaxBricks(Input=source, **change)
        bad.UpdatePipeline()
    check(words in said.text(), '%s: a message' % what)
    print('   ', ' '.join(said.text().split())[:300])
check.done()
