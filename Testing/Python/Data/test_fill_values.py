# SPDX-License-Identifier: BSD-3-Clause
"""Hidden values of another magnitude (fill values, sentinels) do not change the picture: it equals that with
ordinary values. Values at the ends of the range have the colors of the ends."""
import os
import random

import numpy as np
from paraview import simple
from paraview.vtk.util import numpy_support
from vtkmodules.vtkCommonDataModel import vtkImageData

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()
seed = int(os.environ.get('INKRAY_SEED', '7')) % 1000
draw = random.Random(seed)
FILLERS = [1e20, -1e20, -9999.0, 1e35, -3.4e38, draw.choice([-1, 1]) * 10 ** draw.uniform(3, 38)]


def image(filler, kind=np.float64, offset=0.0):
    """8 x 8 x 8 points whose values grow along x, with a fill value at the points of one corner."""
    values = (np.arange(8 * 8 * 8) % 8).reshape(8, 8, 8).astype(np.float64) + offset
    values[6:, 6:, 6:] = filler
    made = vtkImageData()
    made.SetDimensions(8, 8, 8)
    mark = np.zeros_like(values)
    mark[6:, 6:, 6:] = 20
    for name, data in (('s', values), ('mark', mark)):
        array = numpy_support.numpy_to_vtk(np.ascontiguousarray(data.astype(kind)).ravel(), deep=1)
        array.SetName(name)
        made.GetPointData().AddArray(array)
    made.GetPointData().SetActiveScalars('s')
    return iso.producer(made)


def without_corner(display):
    display.UseCropping, display.CroppingKeepOutside = 1, 1
    display.CroppingMinimum, display.CroppingMaximum = [4.95] * 3, [7.05] * 3


def functions(low=0.0, high=7.0):
    colors, opacities = simple.GetColorTransferFunction('s'), simple.GetOpacityTransferFunction('s')
    colors.RGBPoints = [low, 0, 0, 1, 0.6 * low + 0.4 * high, 0, 1, 0, high, 1, 0, 0]
    opacities.Points = [low, 0.2, 0.5, 0, high, 1, 0.5, 0]


def pictures_of(source, *settings):
    """One picture for each change of a display. A change is a function of the display."""
    made = []
    view = t.new_view()
    display = simple.Show(source, view)
    simple.ColorBy(display, ('POINTS', 's'))
    for setting in settings:
        setting(display)
        functions()
        t.turn(view)
        made.append(t.image(view))
    simple.Delete(display)
    simple.Delete(view)
    return made


def surface(display):
    display.SetRepresentationType(iso.TYPE)
    display.IsosurfaceArray, display.Isovalues, display.IsosurfaceSmoothNormals = ['POINTS', 's'], [3.5], 0
    without_corner(display)


def cropped(display):
    display.SetRepresentationType(t.TYPE)
    display.ScalarOpacityUnitDistance = 3.0
    without_corner(display)


def mode(name):
    def change(display):  # keeps the settings of the change before
        display.BlendMode = name

    return change


def by_threshold(name):
    def change(display):
        display.BlendMode = 'Composite'
        display.UseCropping = 0
        display.UseThreshold, display.ThresholdArray = 1, ['POINTS', name]
        display.ThresholdRange = [0.0, 10.0]

    return change


def with_surface(display):
    display.RayCastIsovalues = [3.5]
    display.RayCastGradients = 'Per Cell'


def with_functions(name):
    """Gradient opacity or the 2D function, with gradients per cell."""
    def change(display):
        cropped(display)
        display.RayCastIsovalues = []
        display.RayCastGradients = 'Per Cell'
        display.UseThreshold = 0
        display.UseGradientOpacity, display.UseTransfer2D = int(name == 'gradient opacity'), int(name == '2D')
        if display.UseGradientOpacity:
            display.GradientOpacityFunction.Points = [0.0, 0.2, 0.5, 0.0, 1.4, 1.0, 0.5, 0.0]
        else:
            display.TransferFunction2D.Boxes = [1.2, 0.0, 4.4, 1.5, 1, 0.5, 0, 0.7]
            display.TransferFunction2D.Range = [0.0, 7.0, 0.0, 2.0]

    return change


def settings_of_cells(threshold):
    return (cropped, mode('Maximum Intensity'), mode('Additive'), mode('Average Intensity'),
            by_threshold(threshold), with_surface, with_functions('gradient opacity'), with_functions('2D'))


def all_of_image(smooth):
    """Draws the whole image with its fill values. Far values of one sign all give the same picture."""
    def change(display):
        display.SetRepresentationType(iso.TYPE)
        display.IsosurfaceArray, display.Isovalues = ['POINTS', 's'], [3.5]
        display.IsosurfaceSmoothNormals = smooth

    return change


def all_by_havs(display):
    display.SetRepresentationType(t.TYPE)
    display.ScalarOpacityUnitDistance = 3.0
    display.RayCastMapper = 'HAVS'


def all_traced(display):
    display.SetRepresentationType('Isosurface (Path Traced)')
    display.PathTraceIncludeVolume, display.PathTraceSamples, display.Isovalues = 1, 2, []
    display.ScalarOpacityUnitDistance = 3.0


def pictures_of_both(source, threshold):
    cells = simple.AppendDatasets(Input=[source])
    return (pictures_of(source, surface),
            pictures_of(cells, *settings_of_cells(threshold)) + pictures_of(cells, surface))


harmless = image(5.0)
wanted = pictures_of_both(harmless, 'mark')
check(all(t.lit(picture) > 0.05 for picture in wanted[0] + wanted[1]),
      'pictures: %s' % [round(t.lit(picture), 2) for picture in wanted[0] + wanted[1]])
for kind in (np.float64, np.float32):
    for filler in FILLERS:
        source = image(filler, kind)
        found = pictures_of_both(source, 's')
        for k in (0, 1):
            for number, (picture, is_wanted) in enumerate(zip(found[k], wanted[k])):
                check.near(picture, is_wanted, 0.001, 2 / 255, '%s: filler %g, %s %d, seed %d'
                           % (kind.__name__, filler, ('image', 'cells')[k], number, seed))
t.save(found[1][0], 'filler_cropped')


def pictures_of_all(source):
    cells = simple.AppendDatasets(Input=[source])
    return pictures_of(source, all_of_image(0), all_of_image(1)) + pictures_of(cells, all_by_havs, all_traced)


for sign in (1, -1):
    wanted = pictures_of_all(image(sign * 1e9))
    for kind, filler in ((np.float64, sign * 1e20), (np.float32, sign * 3.4e38)):
        for number, (picture, is_wanted) in enumerate(zip(pictures_of_all(image(filler, kind)), wanted)):
            check(t.lit(is_wanted) > 0.05, 'a picture: %d: %.2f' % (number, t.lit(is_wanted)))
            # Where the surface bends between cells, the rounding of a value of 1e38 may move it by a pixel.
            check.near(picture, is_wanted, 0.001, 2 / 255, 'all of it, %s: filler %g, %s'
                       % (kind.__name__, filler, ('image', 'image, smooth', 'HAVS', 'path traced')[number]),
                       outline=0.0002 if number < 2 else 0, reach=None if number < 2 else 1)

# Values at both ends of the range of the map, in cells and points: with colors of values below and above, the
# same pictures.
slabs = vtkImageData()
slabs.SetDimensions(4, 4, 5)
for attributes, counts, levels, name in ((slabs.GetPointData(), (5, 4, 4), (-3.0, -3.0, 1.5, 6.0, 6.0), 'p'),
                                         (slabs.GetCellData(), (4, 3, 3), (-3.0, 1.5, 6.0, 6.0), 'c')):
    array = numpy_support.numpy_to_vtk(np.repeat(levels, counts[1] * counts[2]), deep=1)
    array.SetName(name)
    attributes.AddArray(array)
    attributes.SetActiveScalars(name)
column = simple.AppendDatasets(Input=[iso.producer(slabs)])


def composite(display):
    display.SetRepresentationType(t.TYPE)
    display.RayCastMapper = 'InKRay Ray Caster (default)'
    display.BlendMode, display.ScalarOpacityUnitDistance = 'Composite', 2.0


def havs(display):
    composite(display)
    display.RayCastMapper = 'HAVS'


def traced(display):
    display.SetRepresentationType('Isosurface (Path Traced)')
    display.PathTraceIncludeVolume, display.PathTraceSamples, display.Isovalues = 1, 2, []


def surfaces_by_value(display):
    display.SetRepresentationType(iso.TYPE)
    display.Isovalues, display.MapScalars = [-3.0 + 1e-6, 6.0], 1


for association, name in (('CELLS', 'c'), ('POINTS', 'p')):
    view = t.new_view()
    display = simple.Show(column, view)
    simple.ColorBy(display, (association, name))
    colors, opacities = simple.GetColorTransferFunction(name), simple.GetOpacityTransferFunction(name)
    colors.RGBPoints = [-3.0, 0, 0, 1, 6.0, 1, 0, 0]
    opacities.Points = [-3.0, 0.8, 0.5, 0, 6.0, 1, 0.5, 0]
    colors.BelowRangeColor = colors.AboveRangeColor = [0.0, 1.0, 0.0]
    for setting in (composite, mode('Maximum Intensity'), mode('Minimum Intensity'), havs, traced,
                    surfaces_by_value):
        for discretize in (0, 1):
            setting(display)
            colors.Discretize, colors.NumberOfTableValues = discretize, 9
            t.turn(view)
            both = []
            for on in (0, 1):
                colors.UseBelowRangeColor = colors.UseAboveRangeColor = on
                both.append(t.image(view))
            what = '%s, %s, %s' % (name, getattr(setting, '__name__', setting),
                                   'bands' if discretize else 'smooth')
            check(t.lit(both[0]) > 0.02, 'a picture: %s: %.2f' % (what, t.lit(both[0])))
            check.near(both[1], both[0], 0.0005, 2 / 255, 'the ends are inside: ' + what)
    simple.Delete(display)
    simple.Delete(view)

check.done()
