# SPDX-License-Identifier: BSD-3-Clause
"""Regression images of Volume (Ray Cast) for structured grids, hidden cells and blocks."""
from paraview import simple

import image_testing as images
import raycast_testing as t

same = images.Baselines()
t.load_plugin()
view = images.new_view()
lut = images.color_map('RTData', [37.0, 0.1, 0.3, 0.9, 157.0, 0.95, 0.95, 0.9, 277.0, 0.9, 0.15, 0.1])
opacity = images.opacity_map('RTData', [37.0, 0.05, 150.0, 0.1, 277.0, 0.9])


def show(source, name, **settings):
    """Compare the picture of a source with the baseline of this name, and hide it again."""
    display = images.on_device(simple.Show(source, view))
    simple.ColorBy(display, ('POINTS', 'RTData'))
    display.LookupTable, display.ScalarOpacityFunction = lut, opacity
    display.SetRepresentationType(t.TYPE)
    display.ScalarOpacityUnitDistance = 2.0
    for setting, value in settings.items():
        setattr(display, setting, value)
    images.look(view, (2.2, -3.6, 2.6))
    same(view, name)
    simple.Hide(source, view)


# A curved grid, whole and with every third slab of cells blanked.
wavelet = simple.Wavelet(WholeExtent=[-8, 8, -6, 6, -5, 5])
bent = t.structured_grid(wavelet, bent='x + 0.03 * y * y, y, z + 0.06 * x * y')
show(bent, 'ParaViewVolumeStructured')
show(t.filtered('''
out = self.GetOutput()
out.ShallowCopy(self.GetInputDataObject(0, 0))
for cell in range(out.GetNumberOfCells()):
    if cell % 16 % 3 == 0:
        out.BlankCell(cell)
''', 'vtkStructuredGrid', bent), 'ParaViewVolumeBlanked')

# The ghost array of an unstructured grid marks cells as duplicates of another process or as hidden.
show(t.filtered('''
from vtkmodules.vtkCommonCore import vtkUnsignedCharArray
out = self.GetOutput()
out.ShallowCopy(self.GetInputDataObject(0, 0))
ghosts = vtkUnsignedCharArray()
ghosts.SetName('vtkGhostType')
for cell in range(out.GetNumberOfCells()):
    column = cell % 16
    ghosts.InsertNextValue(1 if column < 4 else 32 if column == 8 else 0)
out.GetCellData().AddArray(ghosts)
''', 'vtkUnstructuredGrid', simple.AppendDatasets(Input=bent)), 'ParaViewVolumeHiddenCells')

# Blocks: a structured one, an unstructured one that touches it, a rectilinear one beside them, and a surface,
# which has no volume.
left = simple.ExtractSubset(Input=bent, VOI=[-8, 0, -6, 6, -5, 5])
right = simple.AppendDatasets(Input=simple.ExtractSubset(Input=bent, VOI=[0, 8, -6, 6, -5, 5]))
rectilinear = t.filtered('''
from vtkmodules.vtkCommonCore import vtkDoubleArray
image = self.GetInputDataObject(0, 0)
out = self.GetOutput()
out.SetExtent(image.GetExtent())
for axis, set_coordinates in enumerate((out.SetXCoordinates, out.SetYCoordinates, out.SetZCoordinates)):
    values = vtkDoubleArray()
    for i in range(image.GetDimensions()[axis]):
        values.InsertNextValue((0, 0, 10)[axis] + (i - 6) * (1 + 0.05 * i))
    set_coordinates(values)
out.GetPointData().ShallowCopy(image.GetPointData())
''', 'vtkRectilinearGrid', wavelet)
blocks = simple.GroupDatasets(Input=[left, right, rectilinear, simple.Sphere(Center=[0, 0, 4], Radius=2.0)])
blocks.BlockNames = ['left', 'right', 'rectilinear', 'surface']
show(blocks, 'ParaViewVolumeBlocks')
show(blocks, 'ParaViewVolumeSomeBlocks', BlockSelectors=['/Root/left', '/Root/rectilinear'])
same.done()
