# SPDX-License-Identifier: BSD-3-Clause
"""The histogram of the visible volume, weighted by the volume of cells: in Python, for the Color Map Editor,
and for 2D transfer functions that begin with boxes; also in meshes with flat cells."""
import numpy as np
from paraview import simple

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()


def told(display):
    """What the histogram tells, as it was found last: volumes in bins, a row for each bin of gradients, and
    the range of values and gradients."""
    volumes, gradients = (np.array(t.information(display, 'RayCastHistogram') or []),
                          display.RayCastHistogramBins[1])
    return (volumes.reshape(gradients, -1) if gradients > 1 else volumes,
            list(t.information(display, 'RayCastHistogramRange')))


def find(display):
    """Compute the histogram now."""
    display.SMProxy.GetProperty('RayCastHistogram').GetParent().InvokeCommand('RayCastFindHistogram')


def shares(display, values=8, gradients=1):
    """The histogram, computed now with the given numbers of bins."""
    display.RayCastHistogramBins = [values, gradients]
    find(display)
    return told(display)


# A mesh with flat cells and values that rise along x, and cell values.
view = t.new_view()
mesh = t.filtered('''
import numpy as np
from vtkmodules.numpy_interface import dataset_adapter as dsa
from vtkmodules.vtkCommonCore import vtkIdList
self.GetOutput().DeepCopy(self.GetInputDataObject(0, 0))
output = self.GetOutput()
for corner in range(40):  # three neighbors on a line and a point beside them: no volume
    output.InsertNextCell(10, 4, [corner * 10, corner * 10 + 1, corner * 10 + 2, corner * 10 + 3])
data = dsa.WrapDataObject(output)
x = data.Points[:, 0]
data.PointData.append(x, 'rise')
data.PointData.append(np.sin(0.7 * x) + 0.2 * data.Points[:, 1], 'waves')
data.CellData.append(np.arange(output.GetNumberOfCells()).astype(float), 'numbers')
''', 'vtkUnstructuredGrid', t.wavelet_tets(4))
display = t.show(mesh, view, ('POINTS', 'rise'))
t.image(view)
check(t.report(display)['tetrahedra'] == 8**3 * 5 + 40 or t.report(display)['tetrahedra'] > 8**3 * 5,
      'with flat cells: %s' % t.report(display)['tetrahedra'])
check(told(display)[0].size == 0, 'nothing is counted before it is asked for')
volumes, bounds = shares(display)
check(np.allclose(volumes, 64.0) and bounds == [-4.0, 4.0, 0.0, 0.0],
      'values that rise fill all bins alike: %s %s' % (volumes, bounds))
volumes, bounds = shares(display, 4, 2)
check(np.allclose(volumes, [[0] * 4, [128.0] * 4]) and np.allclose(bounds, [-4, 4, 0, 1]),
      'all as steep as each other: %s %s' % (volumes, bounds))

# The histogram counts visible cells only.
display.ThresholdArray, display.UseThreshold, display.ThresholdRange = ['POINTS', 'rise'], 1, [-2.0, 4.0]
t.image(view)
check(np.allclose(shares(display)[0], [0, 0] + [64.0] * 6),
      'a threshold takes whole cells: %s' % shares(display)[0])
display.UseThreshold = 0
display.UseCropping, display.CroppingScale, display.CroppingOrigin = 1, [0.5, 1, 1], [2.0, 0, 0]
t.image(view)
check(np.allclose(shares(display)[0], [0] * 4 + [64.0] * 4), 'so does a box: %s' % shares(display)[0])
display.UseCropping = 0
simple.ColorBy(display, ('CELLS', 'numbers'))
t.image(view)
volumes = shares(display, 4)[0]
check(abs(volumes.sum() - 512) < 1e-9 and volumes.max() < volumes.min() + 10, 'values of cells: %s' % volumes)
simple.ColorBy(display, ('POINTS', 'rise'))
t.image(view)


def recounted():
    """The volumes, computed with the bins that are set."""
    find(display)
    return told(display)[0]


shares(display)
check.effect(display, 'RayCastHistogramBins', [4, 1], recounted,
             lambda a, b: len(a) == 8 and np.allclose(b, a[0::2] + a[1::2]), 'as many bins')
check.tells(display, 'RayCastHistogram', lambda: shares(display, 2), lambda a, b: np.allclose(b, [256, 256]),
            'half of it in each of two bins')
check.tells(display, 'RayCastHistogramRange', lambda: shares(display, 2, 2),
            lambda a, b: a[3] == 0 and abs(b[3] - 1) < 1e-9, 'with the gradients, if they are asked for')
display.UseCropping = 1
check.tells(display, 'RayCastMeanPath', lambda: (t.image(view), shares(display)),
            lambda a, b: abs(a - 8) < 1e-9 and abs(b - 3 * 256 / (64 + 2 * 32)) < 1e-9,
            'of what is shown, along the three axes')
display.UseCropping = 0

# The Color Map Editor shows the same, behind the opacity function and for a 2D transfer function, and no
# filter complains about flat cells.
colors = simple.GetColorTransferFunction('rise')
table = colors.SMProxy.ComputeDataHistogramTable(4)
check([table.GetValue(i, 0).ToDouble() for i in range(4)] == [-3, -1, 1, 3]
      and np.allclose([table.GetValue(i, 1).ToDouble() for i in range(4)], 128), 'the table of the editor')
simple.ColorBy(display, ('POINTS', 'waves'))
t.image(view)
with t.Messages() as said:
    display.UseTransfer2D = 1
    shown = t.image(view)
    function = display.TransferFunction2D
    steepest = list(function.Range)[3]
    picture = function.SMProxy.ComputeDataHistogram2D(16)
    again = t.image(view)
check(said.text() == '', 'nobody complains: ' + said.text()[:300])
check(len(function.Boxes) == 3 * 8 and t.lit(shown) > 0.1
      and np.ptp(shown[shown.max(axis=2) > 0.1], axis=0).max() > 0.3,
      'boxes show something, in several colors: %s' % list(function.Boxes))
check(0.5 < steepest < 0.8 and list(function.Range)[2:] == [0.0, steepest]
      and picture.GetDimensions() == (256, 256, 1), 'the second axis: %s' % list(function.Range))
check(t.difference(shown, again)[0] < 1e-6, 'the histogram leaves the picture as it is')
function.Boxes = []
display.UseTransfer2D = 0
display.UseTransfer2D = 1
t.image(view)
check(len(function.Boxes) == 0, 'boxes that somebody took away stay away')

# A few nearly flat cells do not determine the end of the axis of gradients.
simple.ColorBy(display, ('POINTS', 'rise'))
sliver = t.filtered('''
self.GetOutput().DeepCopy(self.GetInputDataObject(0, 0))
output = self.GetOutput()
new = [output.GetPoints().InsertNextPoint(0.1 + 1e-4 * (corner == 3), 0.1 + 0.5 * (corner == 1),
                                          0.1 + 0.5 * (corner == 2)) for corner in range(4)]
for i in range(output.GetPointData().GetNumberOfArrays()):
    array = output.GetPointData().GetArray(i)
    for corner in range(4):
        array.InsertNextTuple([float(corner == 3)] * array.GetNumberOfComponents())
output.InsertNextCell(10, 4, new)
for i in range(output.GetCellData().GetNumberOfArrays()):
    array = output.GetCellData().GetArray(i)
    array.InsertNextTuple([0.0] * array.GetNumberOfComponents())
''', 'vtkUnstructuredGrid', mesh)
steep = t.show(sliver, t.new_view(), ('POINTS', 'waves'))
steep.UseTransfer2D = 1
shown = t.image(simple.GetActiveView())
function = steep.TransferFunction2D
function.Boxes, function.Range = [], [0.0, 1.0, 0.0, 1.0]
steep.UseTransfer2D = 0
steep.UseTransfer2D = 1
shown = t.image(simple.GetActiveView())
volumes, bounds = shares(steep, 4, 8)
check(bounds[3] < 2 and list(function.Range)[3] == bounds[3] and t.lit(shown) > 0.1,
      'the axis ends where the rest does: %s, %s' % (bounds, list(function.Range)))
steep.Visibility = 0
simple.Delete(simple.GetActiveView())
simple.SetActiveView(view)

# All blocks are counted together.
far = simple.Transform(Input=mesh)
far.Transform.Translate = [20.0, 0.0, 0.0]
blocks = t.show(simple.GroupDatasets(Input=[mesh, far]), t.new_view(), ('POINTS', 'rise'))
check(np.allclose(shares(blocks)[0], 128), 'of two blocks it is twice as much: %s' % shares(blocks)[0])
blocks.UseTransfer2D = 1
check(blocks.TransferFunction2D.SMProxy.ComputeDataHistogram2D(16).GetDimensions() == (256, 256, 1),
      'of value and gradient as well')
blocks.Visibility = 0
simple.Delete(simple.GetActiveView())
simple.SetActiveView(view)

# If the plug-in does not draw, ParaView's histogram counts cells.
display.UseTransfer2D = 0
simple.ColorBy(display, ('POINTS', 'rise'))
display.SetRepresentationType('Surface')
t.image(view)
table = colors.SMProxy.ComputeDataHistogramTable(4)
check(table.GetNumberOfRows() == 4 and np.sum([table.GetValue(i, 1).ToDouble() for i in range(4)]) == 9**3,
      'as ParaView has it')
# Histograms of isosurfaces: a point of an image counts with the volume around it, a mesh as in a volume.


def iso_told(display):
    return (np.array(t.information(display, 'IsosurfaceHistogram') or []),
            list(t.information(display, 'IsosurfaceHistogramRange')))


def iso_shares(display, bins=8):
    display.IsosurfaceHistogramBins = [bins, 1]
    display.SMProxy.GetProperty('IsosurfaceHistogram').GetParent().InvokeCommand('IsosurfaceFindHistogram')
    return iso_told(display)


RISE = {'rise': lambda x, y, z: x, 'vector': lambda x, y, z: np.stack([x, 0 * x, 0 * x], axis=3)}
image = iso.image_data(RISE, (9, 5, 6), cells={'of cells': lambda x, y, z: x})
view = t.new_view()
shown = iso.show(iso.producer(image), view, [0.1], IsosurfaceArray=['POINTS', 'rise'])
t.image(view)
check(iso_told(shown)[0].size == 0, 'isosurfaces: nothing is counted before it is asked for')
volumes, bounds = iso_shares(shown)
check(np.allclose(volumes, [0.5] + [1] * 6 + [1.5]) and bounds == [-1, 1, 0, 0],
      'an image: %s %s' % (volumes, bounds))
shown.IsosurfaceArray, shown.IsosurfaceComponent = ['POINTS', 'vector'], 1
check.tells(shown, 'IsosurfaceHistogramRange', lambda: (t.image(view), iso_shares(shown)),
            lambda a, b: list(a) == [-1, 1, 0, 0] and list(b) == [0, 0, 0, 0], 'of a component that is 0')
check(np.allclose(iso_told(shown)[0], [8] + [0] * 7), 'a component that is 0: %s' % iso_told(shown)[0])
shown.IsosurfaceComponent = 3
t.image(view)
check(np.allclose(iso_shares(shown, 4)[0], [1, 2, 2, 3]), 'the length of a vector: %s' % iso_told(shown)[0])
shown.IsosurfaceArray = ['CELLS', 'of cells']
t.image(view)
check(np.allclose(iso_shares(shown)[0], 1) and np.allclose(iso_told(shown)[1][:2], [-0.875, 0.875]),
      'values of cells: %s' % iso_told(shown)[0])
shown.IsosurfaceArray = ['POINTS', 'rise']
t.image(view)
check.tells(shown, 'IsosurfaceHistogram', lambda: iso_shares(shown, 2),
            lambda a, b: np.allclose(b, [3.5, 4.5]), 'half of it in each of two bins, but for the middle')
histogram = shown.SMProxy.GetProperty('IsosurfaceHistogram').GetParent()
check.effect(shown, 'IsosurfaceHistogramBins', [4, 1],
             lambda: (histogram.InvokeCommand('IsosurfaceFindHistogram'), iso_told(shown)[0])[1],
             lambda a, b: len(a) == 2 and np.allclose(b, [1.5, 2, 2, 2.5]), 'as many bins')
shown.UseCropping, shown.CroppingScale, shown.CroppingOrigin = 1, [0.51, 1.1, 1.1], [0.0, 0.0, 0.0]
t.image(view)
check(abs(iso_shares(shown)[0].sum() - 5) < 1e-9, 'a box takes points: %s' % iso_told(shown)[0])
shown.UseCropping = 0
image.AllocatePointGhostArray()
image.GetPointGhostArray().SetValue(0, 2)  # hidden
blanked = iso.show(iso.producer(image), t.new_view(), [0.1], IsosurfaceArray=['POINTS', 'rise'])
t.image(simple.GetActiveView())
check(abs(iso_shares(blanked)[0].sum() - 8 + 0.125 * 0.25 * 0.2) < 1e-9,
      'a blanked point does not count: %s' % iso_told(blanked)[0])
graded = iso.rectilinear_data(RISE, [np.array([-1, 0, 0.5, 1.0]), np.linspace(-1, 1, 4), np.array([-1, 1.0])])
graded = iso.show(iso.producer(graded), t.new_view(), [0.1], IsosurfaceArray=['POINTS', 'rise'])
t.image(simple.GetActiveView())
check(np.allclose(iso_shares(graded, 4)[0], [2, 0, 3, 3]), 'a rectilinear grid: %s' % iso_told(graded)[0])
tets = iso.show(mesh, t.new_view(), [0.1], IsosurfaceArray=['POINTS', 'rise'])
t.image(simple.GetActiveView())
check(np.allclose(iso_shares(tets)[0], 64.0), 'a mesh: %s' % iso_told(tets)[0])
tets.ThresholdArray, tets.UseThreshold, tets.ThresholdRange = ['POINTS', 'rise'], 1, [-2.0, 4.0]
t.image(simple.GetActiveView())
check(np.allclose(iso_shares(tets)[0], [0, 0] + [64.0] * 6), 'a mesh: a threshold: %s' % iso_told(tets)[0])

# Of the volume of an image: points count with the volume around them, as for isosurfaces.
image.GetPointData().RemoveArray(image.GetPointGhostArray().GetName())
view = t.new_view()
volume = t.show(iso.producer(image), view, ('POINTS', 'rise'))
t.image(view)
check(told(volume)[0].size == 0, 'images: nothing is counted before it is asked for')
check(np.allclose(shares(volume)[0], [0.5] + [1] * 6 + [1.5]) and told(volume)[1] == [-1, 1, 0, 0],
      'a volume of an image: %s %s' % told(volume))
colors = simple.GetColorTransferFunction('rise')
table = colors.SMProxy.ComputeDataHistogramTable(4)
check(np.allclose([table.GetValue(i, 1).ToDouble() for i in range(4)], [1.5, 2, 2, 2.5]),
      'the editor has this histogram, not the number of points')
volume.UseCropping, volume.CroppingScale, volume.CroppingOrigin = 1, [0.51, 1.1, 1.1], [0.0, 0.0, 0.0]
check(abs(shares(volume)[0].sum() - 5) < 1e-9, 'a box takes points: %s' % told(volume)[0])
volume.UseCropping = 0
simple.ColorBy(volume, ('CELLS', 'of cells'))
check(np.allclose(shares(volume)[0], 1), 'values of cells: %s' % told(volume)[0])
simple.ColorBy(volume, ('POINTS', 'vector'))
volume.RayCastVectorMode = 'Magnitude'
check(np.allclose(shares(volume, 4)[0], [1, 2, 2, 3]), 'the length of a vector: %s' % told(volume)[0])
volume.RayCastVectorMode, volume.RayCastVectorComponent = 'Component', 1
check(np.allclose(shares(volume)[0], [8] + [0] * 7), 'a component that is 0: %s' % told(volume)[0])
simple.ColorBy(volume, ('POINTS', 'rise'))
simple.ColorBy(volume, None)
check(np.allclose(shares(volume)[0], [0.5] + [1] * 6 + [1.5]), 'a solid color: %s' % told(volume)[0])
for what, hidden, expected in (('a hidden cell', [3], 8 - 0.05), ('no cell', range(160), 0)):
    image.AllocateCellGhostArray()
    for cell in hidden:
        image.GetCellGhostArray().SetValue(cell, 32)
    blanked = t.show(iso.producer(image), t.new_view(), ('POINTS', 'rise'))
    t.image(simple.GetActiveView())
    check(abs(shares(blanked)[0].sum() - expected) < 1e-9, '%s: %s' % (what, told(blanked)[0]))
    image.GetCellData().RemoveArray(image.GetCellGhostArray().GetName())
graded = t.show(iso.producer(
    iso.rectilinear_data(RISE, [np.array([-1, 0, 0.5, 1.0]), np.linspace(-1, 1, 4), np.array([-1, 1.0])])),
    t.new_view(), ('POINTS', 'rise'))
t.image(simple.GetActiveView())
check(np.allclose(shares(graded, 4)[0], [2, 0, 3, 3]), 'a rectilinear grid: %s' % told(graded)[0])
check.done()
