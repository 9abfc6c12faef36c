# SPDX-License-Identifier: BSD-3-Clause
"""Structured and rectilinear grids, and multi-blocks of them with surfaces, give the picture of the
unstructured grid of their cells."""
from paraview import simple

import raycast_testing as t

check = t.Checks()
t.load_plugin()

wavelet = simple.Wavelet(WholeExtent=[-6, 6, -5, 5, -4, 4])
structured = t.structured_grid(wavelet, bent='x + 0.03 * y * y, y, z + 0.02 * x * y')
unstructured = simple.AppendDatasets(Input=structured)

view = t.new_view()
display = t.show(unstructured, view, unit_distance=3.0)
reference = t.image(view)
t.save(reference, 'grid_unstructured')
check(t.lit(reference) > 0.1, 'unstructured grid of hexahedra: a picture')
simple.Hide(unstructured, view)

display = t.show(structured, view, unit_distance=3.0, camera=False)
check(t.TYPE in display.GetProperty('Representation').GetAvailable(), 'structured grid: the type is listed')
check.near(t.image(view), reference, 0.0001, 2 / 255, 'structured grid')
all_tets = t.counters(display)['tets']
check(all_tets >= 5 * 12 * 10 * 8, 'structured grid: tets %d' % all_tets)
display.RayCastMapper = 'ParaView: Projected Tetra'
check.near(t.image(view), reference, 0.004, 0.06, 'structured grid, Projected tetra')
display.RayCastMapper = 'InKRay Ray Caster (default)'

# Blanked cells are left out.
blanked = t.filtered('''
self.GetOutput().ShallowCopy(self.GetInputDataObject(0, 0))
grid = self.GetOutput()
for i in range(0, grid.GetNumberOfCells(), 2):
    grid.BlankCell(i)
''', 'vtkStructuredGrid', structured)
simple.Hide(structured, view)
blank = t.show(blanked, view, unit_distance=3.0, camera=False)
picture = t.image(view)
check(0.0 < t.difference(picture, reference)[0], 'blanked cells: another picture')
check(t.counters(blank)['tets'] < 0.6 * all_tets, 'blanked cells: fewer tets')
simple.Hide(blanked, view)

# A flat structured grid gives a message.
flat = simple.ExtractSubset(Input=structured, VOI=[-6, 6, -5, 5, 0, 0])
with t.Messages() as said:
    display = t.show(flat, view, camera=False)
    check(t.lit(t.image(view)) == 0.0, 'flat structured grid: nothing drawn')
    t.image(view)
check(said.count('vtkTetRayCastMapper (0x') == 1, 'flat structured grid: one message')
simple.Hide(flat, view)

# A rectilinear grid, for which ParaView has its own Volume, is tested as a block beside others.
rectilinear = t.filtered('''
from vtkmodules.vtkCommonCore import vtkDoubleArray
image = self.GetInputDataObject(0, 0)
out = self.GetOutput()
out.SetExtent(image.GetExtent())
bounds = image.GetBounds()
for axis, set_coordinates in enumerate((out.SetXCoordinates, out.SetYCoordinates, out.SetZCoordinates)):
    values = vtkDoubleArray()
    for i in range(image.GetDimensions()[axis]):
        values.InsertNextValue(bounds[2 * axis] + i)
    set_coordinates(values)
out.GetPointData().ShallowCopy(image.GetPointData())
''', 'vtkRectilinearGrid', wavelet)
cells = simple.AppendDatasets(Input=rectilinear)
t.show(cells, view, unit_distance=3.0, camera=False)
straight = t.image(view)
simple.Hide(cells, view)
beside = simple.GroupDatasets(Input=[rectilinear, simple.Sphere(Center=[0, 0, 30], Radius=1.0)])
display = t.show(beside, view, unit_distance=3.0, camera=False)
check(t.lit(straight) > 0.1, 'rectilinear grid: a picture')
check.near(t.image(view), straight, 0.0001, 2 / 255, 'rectilinear grid in a multi-block')
simple.Hide(beside, view)

# A mixed multi-block: two halves that touch, one structured and one unstructured, a surface without the
# array, and an empty block.
left = simple.ExtractSubset(Input=structured, VOI=[-6, 0, -5, 5, -4, 4])
right = simple.AppendDatasets(Input=simple.ExtractSubset(Input=structured, VOI=[0, 6, -5, 5, -4, 4]))
surface = simple.Sphere(Center=[0, 0, 30], Radius=1.0)
blocks = simple.GroupDatasets(Input=[left, surface, right])
blocks.BlockNames = ['left', 'surface', 'right']
with t.Messages() as said:
    display = t.show(blocks, view, unit_distance=3.0, camera=False)
    picture = t.image(view)
check(t.TYPE in display.GetProperty('Representation').GetAvailable(), 'mixed multi-block: the type is listed')
check('vtkTetRayCast' not in said.text(), 'mixed multi-block: no messages')
check.near(picture, reference, 0.0002, 3 / 255, 'mixed multi-block')
t.save(picture, 'grid_multiblock')

# One of the blocks.
display.BlockSelectors = ['/Root/left']
simple.Hide(blocks, view)
t.show(left, view, unit_distance=3.0, camera=False)
alone = t.image(view)
simple.Hide(left, view)
simple.Show(blocks, view)
check.near(t.image(view), alone, 0.0001, 2 / 255, 'one block of a multi-block')
check(t.difference(alone, reference)[0] > 0.01, 'one block of a multi-block: less than all')
simple.Hide(blocks, view)

# Blocks of unstructured grids only also have representation Volume; the plug-in draws the same.
pair = simple.GroupDatasets(Input=[simple.AppendDatasets(Input=left), right])
display = t.show(pair, view, unit_distance=3.0, camera=False)
check.near(t.image(view), reference, 0.0002, 3 / 255, 'multi-block of unstructured grids')
display.SetRepresentationType('Volume')
check.near(t.image(view), reference, 0.004, 0.06, 'multi-block of unstructured grids, as Volume')
check.done()
