# SPDX-License-Identifier: BSD-3-Clause
"""Volume (Ray Cast) of images in blocks: the picture is that of the whole image, with and without layers of
ghost cells, and selections name cells and points of the blocks."""
import numpy as np
from paraview import servermanager, simple
from vtkmodules.vtkCommonCore import vtkDataArray
from vtkmodules.vtkCommonDataModel import vtkDataSetAttributes, vtkImageData, vtkMultiBlockDataSet, \
    vtkPartitionedDataSetCollection
from vtkmodules.vtkImagingCore import vtkExtractVOI

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()
N = 25
GHOSTS = vtkDataSetAttributes.GhostArrayName()


def waves(x, y, z):
    return np.sin(3 * x) * np.cos(2 * y + z) + 0.3 * z


def cut(image, extent, ghosts):
    """A piece of an image; around it, `ghosts` layers of cells that belong to others, with a wrong value
    among those of the image."""
    own = np.array(extent).reshape(3, 2)
    around = np.clip(own + np.array([-ghosts, ghosts]), 0, N - 1)
    extract = vtkExtractVOI()
    extract.SetInputData(image)
    extract.SetVOI(*around.ravel().tolist())
    extract.Update()
    piece = vtkImageData()
    piece.DeepCopy(extract.GetOutput())
    for attributes, more in ((piece.GetPointData(), 1), (piece.GetCellData(), 0)):
        axes = [np.arange(low, high + more) for low, high in around]
        is_own = [(axis >= low) & (axis < high + more) for axis, (low, high) in zip(axes, own)]
        foreign = ~(is_own[2][:, None, None] & is_own[1][:, None] & is_own[0])
        if ghosts:
            iso.add_array(attributes, GHOSTS, foreign.astype(np.uint8) * vtkDataSetAttributes.DUPLICATECELL)
        for name in ('f', 'c'):
            if attributes.HasArray(name):
                t.numpy_support.vtk_to_numpy(attributes.GetArray(name))[foreign.ravel()] = 0.9
    return piece


def pieces(image, ghosts, data=None):
    """Eight uneven blocks of the image."""
    data = data or vtkMultiBlockDataSet()
    halves = [(0, 9), (9, N - 1)]
    for i in range(8):
        extent = halves[i & 1] + halves[i >> 1 & 1] + halves[i >> 2]
        if data.IsA('vtkPartitionedDataSetCollection'):
            data.SetPartition(i // 4, i % 4, cut(image, extent, ghosts))
        else:
            data.SetBlock(i, cut(image, extent, ghosts))
    return data


def show(source, array=('POINTS', 'f'), **settings):
    display = simple.Show(source, view)
    display.SetRepresentationType(t.TYPE)
    simple.ColorBy(display, array)
    for name, value in settings.items():
        setattr(display, name, value)
    return display


def look(source, what, array=('POINTS', 'f'), note='', **settings):
    """The picture of a source alone."""
    display = show(source, array, ScalarOpacityUnitDistance=0.3, **settings)
    picture = t.image(view)
    check(t.lit(picture) > 0.05 and not t.remarks(display, 'problem'),
          '%s: %.3f of the pixels %s' % (what, t.lit(picture), t.remarks(display, 'problem')))
    check(note in t.remarks(display, 'note') and bool(note) == bool(t.remarks(display, 'note')),
          '%s: the note %s' % (what, t.remarks(display, 'note')))
    simple.Delete(display)
    return picture


image = iso.image_data({'f': waves}, (N, N, N), cells={'c': waves})
whole = iso.producer(image)
first = show(whole)
first.RescaleTransferFunctionToDataRange(False, True)
t.turn(view)
simple.Delete(first)
simple.GetColorTransferFunction('c').RescaleTransferFunction(-1.3, 1.3)
simple.GetOpacityTransferFunction('c').RescaleTransferFunction(-1.3, 1.3)
for name, array, settings in (('points', ('POINTS', 'f'), {}), ('cells', ('CELLS', 'c'), {}),
                              ('light', ('POINTS', 'f'), {'Shade': 1}),
                              ('isosurfaces', ('POINTS', 'f'), {'RayCastIsovalues': [0.2]})):
    expected = look(whole, name, array, **settings)
    for kind, data in (('blocks', pieces(image, 0)), ('ghosts', pieces(image, 1)), (
            'a collection', pieces(image, 2, vtkPartitionedDataSetCollection()))):
        drawn = look(iso.producer(data), '%s of %s' % (name, kind), array, **settings)
        check(t.difference(drawn, expected)[1] <= 1.01 / 255,
              '%s of %s: as the whole, %.4f' % (name, kind, t.difference(drawn, expected)[1]))
        t.save(np.hstack([drawn, expected]), 'grid_blocks_%s_%s' % (name, kind.replace(' ', '_')))

# A block that is missing leaves a hole.
hollow = pieces(image, 0)
hollow.SetBlock(7, None)
check(t.difference(look(iso.producer(hollow), 'a missing block'), look(whole, 'the whole'))[0] > 0.01,
      'the hole is seen')

# Blocks without the array are left out.
some = pieces(image, 0)
for i in range(4):
    iso.add_array(some.GetBlock(i).GetPointData(), 'g',
                  np.linspace(0, 1, some.GetBlock(i).GetNumberOfPoints()))
source = iso.producer(some)
of_some = look(source, 'four blocks', ('POINTS', 'g'), "4 of 8 blocks do not have the array 'g'")
display = show(source, ('POINTS', 'f'))
of_all = t.image(view)
check(t.lit(of_all) > t.lit(of_some) and not t.remarks(display, 'note'), 'another array shows all blocks')
simple.ColorBy(display, ('POINTS', 'g'))
simple.Render(view)
check("4 of 8 blocks" in t.remarks(display, 'note'), 'again not')
simple.Delete(display)

# The image of blocks is held only while it is shown. All ranges of its arrays are found when it is made.
def drawn_arrays():
    """The arrays of the image that the mapper draws."""
    volumes = view.GetRenderer().GetVolumes()
    mapper = volumes.GetItemAsObject(volumes.GetNumberOfItems() - 1).GetMapper()
    points = mapper.GetDataSetInput().GetPointData()
    return [points.GetArray(i) for i in range(points.GetNumberOfArrays())]


two = pieces(iso.image_data({'f': waves, 'other': waves}, (N, N, N)), 0)
source = iso.producer(two)
display = show(source, ScalarOpacityUnitDistance=0.3)
picture = t.image(view)
for what, name, now, then in (('hidden', 'Visibility', 0, 1),
                              ('another representation', 'Representation', 'Outline', t.TYPE)):
    arrays = drawn_arrays()
    check([array.GetName() for array in arrays] == ['f', 'other'] and all(
        array.GetInformation().Has(vtkDataArray.PER_COMPONENT()) for array in arrays), 'ranges are known')
    setattr(display, name, now)
    simple.Render(view)
    check([array.GetReferenceCount() for array in arrays] == [1, 1], '%s: the image is gone' % what)
    setattr(display, name, then)
    check(t.lit(picture) > 0.05 and t.difference(t.image(view), picture)[1] == 0, '%s: and back' % what)
arrays = drawn_arrays()
source.GetClientSideObject().SetOutput(two.GetBlock(0))
source.MarkModified(source)
source.UpdatePipeline()
simple.Render(view)
check([array.GetReferenceCount() for array in arrays] == [1, 1], 'one image: that of the blocks is gone')
simple.Delete(display)

# Filters of ParaView make blocks, too.
wavelet = simple.Wavelet(WholeExtent=[-8, 8] * 3)
subsets = [simple.ExtractSubset(Input=wavelet, VOI=[low, high, -8, 8, -8, 8])
           for low, high in ((-8, 1), (1, 8))]
group = simple.GroupDatasets(Input=subsets)
simple.UpdatePipeline(proxy=group)
first = show(wavelet, ('POINTS', 'RTData'), ScalarOpacityUnitDistance=3.0)
first.RescaleTransferFunctionToDataRange(False, True)
t.turn(view)
expected = t.image(view)
simple.Delete(first)
display = show(group, ('POINTS', 'RTData'), ScalarOpacityUnitDistance=3.0)
check(t.difference(t.image(view), expected)[1] <= 1.01 / 255, 'subsets of a wavelet')

# Blocks are put together once, not in each frame.
uploads = t.report(display)['volume uploads']
display.ScalarOpacityUnitDistance = 2.0
display.Opacity = 0.5
view.GetActiveCamera().Azimuth(10)
simple.Render(view)
check(uploads == t.report(display)['volume uploads'] == 1, 'one upload: %d' % uploads)
wavelet.Maximum = 300.0
simple.Render(view)
check(t.report(display)['volume uploads'] == 2, 'another one for other values')
for proxy in (display, group, *subsets, wavelet):
    simple.Delete(proxy)

# Selections: cells of unit length, seen along -z with 16 pixels per unit; the highest cells are in the last
# four blocks.
M = N - 1
image.SetSpacing(1, 1, 1)
image.SetOrigin(0, 0, 0)
source = iso.producer(pieces(image, 1))
display = show(source, ('POINTS', 'f'))
simple.GetOpacityTransferFunction('f').Points = [-2.0, 0.9, 0.5, 0.0, 2.0, 0.9, 0.5, 0.0]
display.ScalarOpacityUnitDistance = 0.5
view.CameraParallelProjection = 1
view.CameraFocalPoint, view.CameraPosition, view.CameraViewUp = [9, 9, 12], [9, 9, 80], [0, 1, 0]
view.CameraParallelScale = t.SIZE[1] / 32
simple.Render(view)


def select(of, x0, y0, x1, y1, points=False):
    """The composite index and id of each cell or point that a rectangle selects; no index of an image."""
    simple.SetActiveSource(of)
    simple.ClearSelection(of)
    (simple.SelectSurfacePoints if points else simple.SelectSurfaceCells)(Rectangle=[x0, y0, x1, y1],
                                                                         View=view)
    proxy = of.SMProxy.GetSelectionInput(0)
    found = []
    for one in servermanager._getPyProxy(proxy).Input if proxy else []:
        size = 3 if 'Composite' in one.GetXMLName() else 2
        found += [(one.IDs[i] if size == 3 else 0, one.IDs[i + size - 1])
                  for i in range(0, len(one.IDs), size)]
    return found


def low_of(block):
    """The lowest point of a block with its ghosts, and its number of points along each axis."""
    upper = [block >> axis & 1 for axis in range(3)]
    return [8 * u for u in upper], [N - 8 if u else 11 for u in upper]


def id_at(place, block, points):
    """The id of a cell or point in a block, or (-1) in the image."""
    low, size = low_of(block) if block >= 0 else ([0] * 3, [N] * 3)
    nx, ny = size[0] - 1 + points, size[1] - 1 + points
    return place[0] - low[0] + nx * (place[1] - low[1] + ny * (place[2] - low[2]))


def block_of(cell):
    return sum((cell[axis] >= 9) << axis for axis in range(3))


for x, y in ((75, 60), (95, 100), (105, 70), (140, 120)):
    place = [(x + 0.5 - t.SIZE[0] / 2) / 16 + 9, (y + 0.5 - t.SIZE[1] / 2) / 16 + 9, M - 1e-3]
    block = block_of([int(p) for p in place])
    for points in (False, True):
        expected = block + 1, id_at([int(round(p) if points else p) for p in place], block, points)
        found = select(source, x, y, x, y, points)
        check(found == [expected], 'a click at %d, %d selects %s, expected %s' % (x, y, found, expected))
of_blocks = select(source, 80, 60, 120, 100)
simple.Delete(display)
display = show(whole, ('POINTS', 'f'), ScalarOpacityUnitDistance=0.5)
simple.Render(view)
cells = [(i % M, i // M % M, i // M // M) for _, i in select(whole, 80, 60, 120, 100)]
check(len(cells) > 30 and {block_of(cell) for cell in cells} >= {4, 5, 6, 7},
      'a box selects %d cells of the image' % len(cells))
check(sorted(of_blocks) == sorted((block_of(c) + 1, id_at(c, block_of(c), 0)) for c in cells),
      'a box selects the same %d cells of the blocks' % len(of_blocks))
check.done()
