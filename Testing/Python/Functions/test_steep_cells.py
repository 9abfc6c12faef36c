# SPDX-License-Identifier: BSD-3-Clause
"""Functions of the gradient if a few tiny cells are steeper than the rest by orders of magnitude, as at walls
in flow simulations. The functions are fitted by volume, so they show the data as soon as they are turned
on."""
import os

import numpy as np
from paraview import servermanager, simple
from paraview.vtk.util import numpy_support

import raycast_testing as t

check = t.Checks()
t.load_plugin()


def layered(seed):
    """A box of tetrahedra that get ever thinner towards a wall at z = 0. Values rise by 1 in the layer at the
    wall, are constant in a random part of the box, and change little elsewhere."""
    numbers = np.random.default_rng(seed)
    thin, layer, still = numbers.uniform(3, 7), 10 ** numbers.uniform(-5, -2), numbers.uniform(0, 0.9)
    return t.filtered('''
import numpy as np
from paraview.vtk.util import numpy_support
self.GetOutput().DeepCopy(self.GetInputDataObject(0, 0))
places = numpy_support.vtk_to_numpy(self.GetOutput().GetPoints().GetData())
places[:] = (places + 7.0) / 14.0
places[:, 2] = places[:, 2] ** %r
x, y, z = places.astype(float).T
values = 1.0 - np.exp(-z / %r) + 0.3 * np.maximum(x - %r, 0.0) * np.sin(3.0 * y)
array = numpy_support.numpy_to_vtk(values, deep=1)
array.SetName('flow %d')
self.GetOutput().GetPointData().AddArray(array)
''' % (thin, layer, still, seed), 'vtkUnstructuredGrid', t.wavelet_tets(7)), 'flow %d' % seed


def quantiles(source, name, fractions):
    """The gradient magnitudes below which the given fractions of the volume lie, computed with NumPy. Volume
    without a gradient does not count."""
    grid = servermanager.Fetch(simple.Tetrahedralize(Input=source))
    places = numpy_support.vtk_to_numpy(grid.GetPoints().GetData()).astype(float)
    corners = numpy_support.vtk_to_numpy(grid.GetCells().GetConnectivityArray()).reshape(-1, 4)
    values = numpy_support.vtk_to_numpy(grid.GetPointData().GetArray(name)).astype(float)
    edges = places[corners[:, 1:]] - places[corners[:, :1]]
    volumes = np.abs(np.linalg.det(edges)) / 6
    has = volumes > 0
    steps = (values[corners[:, 1:]] - values[corners[:, :1]])[has]
    magnitudes = np.linalg.norm(np.linalg.solve(edges[has], steps[..., None])[..., 0], axis=1)
    volumes = volumes[has]
    counts = magnitudes > 1e-5 * np.ptp(values)
    order = np.argsort(magnitudes[counts])
    below = np.cumsum(volumes[counts][order]) / volumes[counts].sum()
    return [magnitudes[counts][order][np.searchsorted(below, fraction)]
            for fraction in fractions] + [magnitudes.max()]


def look(source, name):
    """Show the source in a new view, colored by the array; everything else is the plug-in's default."""
    view = t.new_view()
    display = simple.Show(source, view)
    display.SetRepresentationType(t.TYPE)
    simple.ColorBy(display, ('POINTS', name))
    display.RescaleTransferFunctionToDataRange(False, True)
    view.CameraPosition, view.CameraFocalPoint = [-1.5, -3.0, 1.5], [0.0, 0.0, 0.0]
    view.CameraViewUp = [0.0, 0.0, 1.0]
    simple.ResetCamera(view)
    display.SetScalarBarVisibility(view, False)
    return view, display


def functions(source, name, label):
    view, display = look(source, name)
    whole, distance = t.image(view), display.ScalarOpacityUnitDistance
    seen = t.lit(whole)
    check(seen > 0.15, '%s: the volume: %.3f' % (label, seen))
    low, high, largest = quantiles(source, name, (0.93, 0.995))

    display.UseGradientOpacity = 1
    borders = t.image(view)
    end = display.GradientOpacityFunction.Points[-4]
    check(low <= end <= high, '%s: the gradient opacity ends at %g, between %g and %g; the largest '
                              'gradient is %g' % (label, end, low, high, largest))
    check(display.ScalarOpacityUnitDistance < distance and t.lit(borders) > 0.3 * seen
          and borders.mean() > 0.3 * whole.mean(),
          '%s: is seen: %.3f of %.3f, as bright as '
          '%.3f of %.3f' % (label, t.lit(borders), seen, borders.mean(), whole.mean()))
    t.save(np.concatenate([whole, borders], axis=1), 'steep_%s_opacity' % label)
    display.UseGradientOpacity = 0
    check.near(t.image(view), whole, 0.0002, 1.05 / 255, '%s: off again' % label)
    check(abs(display.ScalarOpacityUnitDistance / distance - 1) < 1e-9,
          '%s: with the distance from before' % label)

    display.UseTransfer2D = 1
    boxes = t.image(view)
    function = display.TransferFunction2D
    check(t.lit(boxes) > 0.3 * seen and boxes.mean() > 0.3 * whole.mean(), '%s: boxes are seen: %.3f of '
          '%.3f, as bright as %.3f of %.3f' % (label, t.lit(boxes), seen, boxes.mean(), whole.mean()))
    # ParaView's editor asks for a histogram of 10 bins, and makes the table as fine as the histogram that it
    # gets.
    histogram = function.SMProxy.ComputeDataHistogram2D(10)
    function.SMProxy.GetClientSideObject().SetOutputDimensions(*histogram.GetDimensions()[:2])
    function.SMProxy.GetClientSideObject().Build()
    display.SMProxy.MarkModified(display.SMProxy)
    check.near(t.image(view), boxes, 0.001, 2.05 / 255, '%s: with the editor as well' % label)
    check('opacity' not in t.remarks(display, 'problem'),
          '%s: without a word: %s' % (label, t.remarks(display, 'problem')))
    t.save(boxes, 'steep_%s_boxes' % label)
    display.UseTransfer2D = 0
    check.near(t.image(view), whole, 0.0002, 1.05 / 255, '%s: off again' % label)

    # A distance chosen by a user stays.
    display.ScalarOpacityUnitDistance = 1.25 * distance
    display.UseGradientOpacity = 1
    t.image(view)
    check(display.ScalarOpacityUnitDistance == 1.25 * distance,
          '%s: a chosen distance stays: %g' % (label, display.ScalarOpacityUnitDistance))
    simple.Delete(view)


for seed in range(6):
    functions(*layered(seed), 'layered_%d' % seed)

# NASA's data set of a blunt fin.
here = os.path.dirname(os.path.abspath(__file__))
folder = os.environ.get('INKRAY_SHARED_DATA', os.path.join(here, '..', '..', '..', '..', 'shared', 'data'))
file = os.path.join(folder, 'bluntfin_tets.vtu')
if os.path.exists(file):
    fin = simple.XMLUnstructuredGridReader(FileName=[file])
    fin.UpdatePipeline()
    functions(fin, fin.PointData.GetArray(0).Name, 'blunt_fin')
else:
    print('  not drawn: the blunt fin, because there is no ' + file)
check.done()
