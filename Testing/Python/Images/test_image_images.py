# SPDX-License-Identifier: BSD-3-Clause
"""Regression images of Isosurface (Ray Cast) for images of every kind: turned, with hidden cells, in blocks,
adaptive; and of the filter Min/Max Bricks."""
import numpy as np
from paraview import simple
from vtkmodules.vtkCommonDataModel import vtkMultiBlockDataSet, vtkUniformGrid
from vtkmodules.vtkFiltersSources import vtkSphereSource

import image_testing as images
import iso_testing as iso
import raycast_testing as t

same = images.Baselines()
t.load_plugin()
view = images.new_view()


def peanut(x, y, z):
    """A smooth blend of the distances from two points."""
    return 1.0 / (1.0 / iso.sphere(x - 0.4, y, z + 0.01) + 1.0 / iso.sphere(x + 0.4, y - 0.1, z - 0.21))


def show(source, name, isovalues=(0.32,), direction=(2.4, -3.8, 2.4), zoom=1.6, **settings):
    """Compare the picture of a source with the baseline of this name, and delete it again."""
    display = iso.show(source, view, list(isovalues), camera=False, Ambient=0.1, Diffuse=0.9,
                       IsosurfaceSmoothNormals=1, **settings)
    images.on_device(display)
    display.AmbientColor = display.DiffuseColor = [0.9, 0.45, 0.15]
    images.look(view, direction, zoom)
    with t.Messages():
        simple.Render(view)  # pvpython prints where messages go, so the comparison comes later
    same(view, name)
    simple.Delete(display)
    return source


# A grid with its own axes, an extent that does not begin at zero, and a different spacing along each axis.
image = iso.image_data({'distance': peanut}, (31, 21, 17))
image.SetExtent(5, 35, -7, 13, 2, 18)
image.SetOrigin(*[o - i * s for o, i, s in zip(image.GetOrigin(), (5, -7, 2), image.GetSpacing())])
image.SetDirectionMatrix(0.8, -0.6, 0, 0.48, 0.64, -0.6, 0.36, 0.48, 0.8)
show(iso.producer(image), 'ParaViewImageDirection')

# Hidden cells: a wedge of cells is cut out.
grid = vtkUniformGrid()
grid.ShallowCopy(iso.image_data({'distance': peanut}))
for k in range(32):
    for j in range(32):
        for i in range(32):
            if j < 16 and i > j:
                grid.BlankCell(i + 32 * (j + 32 * k))
show(iso.producer(grid), 'ParaViewImageHiddenCells')

# Blocks that touch, opaque and translucent, and a block that is no image.
blocks = vtkMultiBlockDataSet()
for index in range(8):
    low = [-1.0 if index >> axis & 1 == 0 else 0.0 for axis in range(3)]
    high = [value + 1.0 for value in low]
    blocks.SetBlock(index, iso.image_data({'distance': peanut}, (17, 17, 17), low, high))
show(iso.producer(blocks), 'ParaViewImageBlocks')
show(iso.producer(blocks), 'ParaViewImageBlocksTranslucent', (0.4, 0.2), Opacity=0.5)
ball = vtkSphereSource()
ball.SetCenter(0, 0, 1.3)
ball.Update()
blocks.SetBlock(8, ball.GetOutput())
blocks.SetBlock(5, None)
show(iso.producer(blocks), 'ParaViewImageMixedBlocks', IsosurfaceArray=['POINTS', 'distance'])


def table(outer, between, inner):
    """Rows of the table: a translucent surface, a hidden one, and a blue one."""
    return [outer, 0.4, 1, 0, 1, 1, 1, between, 1, 0, 1, 1, 0, 0, inner, 1, 1, 1, 0.2, 0.4, 1]


show(iso.producer(blocks), 'ParaViewImageMixedBlocksTable', IsosurfaceArray=['POINTS', 'distance'],
     Isosurfaces=table(0.4, 0.32, 0.2))

# Rectilinear grids: fine in the middle and coarse outside, one axis descending; and as a block beside an
# image.
fine = np.concatenate([np.linspace(-1.0, -0.3, 6), np.linspace(-0.3, 0.3, 25)[1:-1],
                       np.linspace(0.3, 1.0, 6)])
uneven = iso.rectilinear_data({'distance': peanut}, (fine, fine[::-1], np.linspace(-1.0, 1.0, 15)))
show(iso.producer(uneven), 'ParaViewImageUneven')
blocks = vtkMultiBlockDataSet()
blocks.SetBlock(0, iso.image_data({'distance': peanut}, (17, 33, 33), (-1, -1, -1), (0, 1, 1)))
blocks.SetBlock(1,
                iso.rectilinear_data({'distance': peanut}, (fine[17:],) + (np.linspace(-1.0, 1.0, 33),) * 2))
show(iso.producer(blocks), 'ParaViewImageUnevenBlocks')

# A mesh of tetrahedra with a translucent surface around a blue one; also as a block beside an image.
grid = iso.producer(iso.image_data({'distance': peanut}))
mesh = simple.Tetrahedralize(Input=grid)
show(mesh, 'ParaViewIsosurfaceMesh', Isosurfaces=table(0.4, 0.32, 0.2))
left = iso.producer(iso.image_data({'distance': peanut}, (17, 33, 33), (-1, -1, -1), (0, 1, 1)))
right = simple.Tetrahedralize(
    Input=iso.producer(iso.image_data({'distance': peanut}, (17, 33, 33), (0, -1, -1), (1, 1, 1))))
show(simple.GroupDatasets(Input=[left, right]), 'ParaViewIsosurfaceMeshAndImage',
     IsosurfaceArray=['POINTS', 'distance'])

# An adaptive mesh with cell values.
pulse = simple.AMRGaussianPulseSource(XPulseOrigin=-0.6, YPulseOrigin=-0.8, ZPulseOrigin=1.1)
pulse.XPulseWidth, pulse.YPulseWidth, pulse.ZPulseWidth = 1.4, 1.0, 1.2
pulse.UpdatePipeline()
low, high = pulse.CellData['Gaussian-Pulse'].GetRange()
isovalue = low + 0.2 * (high - low)
show(pulse, 'ParaViewImageAdaptive', [isovalue], IsosurfaceArray=['CELLS', 'Gaussian-Pulse'], zoom=1.3)
rows = table(*[low + share * (high - low) for share in (0.2, 0.4, 0.6)])
show(pulse, 'ParaViewImageAdaptiveTable', IsosurfaceArray=['CELLS', 'Gaussian-Pulse'], zoom=1.3,
     Isosurfaces=rows)
simple.Delete(pulse)

# The bricks around one half of a surface, as solid boxes, because each OpenGL draws lines differently.
wavelet = simple.Wavelet(WholeExtent=[-24, 24] * 3, XFreq=25, YFreq=12, ZFreq=16)
bricks = simple.MinMaxBricks(Input=wavelet, Array=['POINTS', 'RTData'], LeafSize=12)
below = simple.Threshold(Input=bricks, Scalars=['CELLS', 'Min'])
below.ThresholdMethod, below.LowerThreshold = 'Below Lower Threshold', 180.0
around = simple.Threshold(Input=below, Scalars=['CELLS', 'Max'])
around.ThresholdMethod, around.UpperThreshold = 'Above Upper Threshold', 180.0
half = simple.Clip(Input=around, ClipType='Plane', Crinkleclip=1)
half.ClipType.Origin, half.ClipType.Normal = [-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]
boxes = simple.Show(half, view)
boxes.SetRepresentationType('Surface')
simple.ColorBy(boxes, ('CELLS', 'Max'))
boxes.LookupTable = images.color_map('Max', [180.0, 0.2, 0.4, 1.0, 280.0, 1.0, 1.0, 0.4])
show(wavelet, 'ParaViewImageBricks', (180.0,))
same.done()
