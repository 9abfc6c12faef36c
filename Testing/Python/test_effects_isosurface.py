# SPDX-License-Identifier: BSD-3-Clause
"""Each property of Isosurface (Ray Cast) and Min/Max Bricks has the documented effect, in pictures and
reports that are known beforehand; also properties that only Isosurface (Path Traced) shares with Volume."""
import numpy as np
from paraview import servermanager, simple

import effects_testing as fx  # ParaView puts the number e among the globals of scripts
import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = fx.new_view()
image = fx.box()
display = iso.show(image, view, [0.25], color=('POINTS', 'f'), camera=False, IsosurfaceArray=['POINTS', 'f'],
                   Ambient=1.0, Diffuse=0.0)
fx.look(view)
fx.colors('f')


def look():
    return t.image(view)


def middle():
    return fx.at(t.image(view), 2.2, 2.2)


def report():
    simple.Render(view)
    return t.report(display)


# The plane z = 1 in the color of 0.25.
check(fx.near(middle(), 0.25, 0.75, 0.25) and fx.spans(look(), 0, 4, 0, 4), 'the scene: %s' % middle())
check.effect(display, 'Opacity', 0.5, middle, lambda a, b: fx.near(b, 0.125, 0.375, 0.125), 'half of it')
fx.drawing(check, display, view)
fx.cropping(check, display, view)
fx.lighting(check, display, view, [0.25, 0.75, 0.25])
check.effect(display, 'Pickable', 0,
             lambda: (view.SMProxy.Pick(32, 24) is not None, fx.extent(look()) is not None),
             lambda a, b: (a, b) == ((True, True), (False, True)), 'a click finds what is seen, or not')
check.effect(display, 'LookupTable', fx.new_colors([1, 0, 0], [1, 0, 0]), middle,
             lambda a, b: fx.near(b, 1, 0, 0), 'another color map, red')
check.effect(display, 'ColorArrayName', ['POINTS', 'g'], lambda: fx.at(look(), 1.0625, 2),
             lambda a, b: fx.near(a, 0.25, 0.75, 0.25) and fx.near(b, 0.266, 0.734, 0.266),
             'the values of another array')
display.ColorArrayName = [None, '']
check.effect(display, 'DiffuseColor', [1.0, 0.5, 0.0], middle,
             lambda a, b: fx.near(a, 1, 1, 1) and fx.near(b, 1, 0.5, 0), 'one color')
simple.ColorBy(display, ('POINTS', 'f'))

# The surfaces.
check.effect(display, 'Isovalues', [0.75], middle,
             lambda a, b: fx.near(a, 0.25, 0.75, 0.25) and fx.near(b, 0.75, 0.25, 0.75), 'another plane')
check.effect(display, 'Isosurfaces', [0.75, 0.5, 1, 1, 1, 0, 0], middle, lambda a, b: fx.near(b, 0.5, 0, 0),
             'a row: half of it, in a color of its own')
check.effect(display, 'IsosurfaceOpacities', [0.5], middle, lambda a, b: fx.near(b, 0.125, 0.375, 0.125),
             'half of it')
display.IsosurfaceValues = [0.25]
check.effect(display, 'IsosurfaceValues', [0.75], middle, lambda a, b: fx.near(a, 0.25, 0.75, 0.25)
             and fx.near(b, 0.75, 0.25, 0.75), "representation Volume's isovalues are followed")
display.Isovalues = [0.25]
fx.look(view, (0, 0.2, 1))
check.effect(
    display, 'IsosurfaceArray', ['POINTS', 'h'], look, lambda a, b: fx.near(fx.at(a, 2, 2), 0.25, 0.75, 0.25)
    and not fx.near(fx.at(b, 2, 1.2), 0.25, 0.75, 0.25), 'a plane across y, whose colors are those of z')
fx.look(view)
display.IsosurfaceArray, display.IsosurfaceComponent = ['POINTS', 'axes'], 2
display.Isovalues = [0.75]
check.effect(display, 'IsosurfaceComponent', 9, look,
             lambda a, b: fx.near(fx.at(a, 0.2, 0.2), 0.75, 0.25, 0.75)
             and not fx.near(fx.at(b, 0.2, 0.2), 0.75, 0.25, 0.75), 'the magnitude, whose surface is round')
display.IsosurfaceArray = ['POINTS', 'q']
display.Isovalues = [0.3]
display.Ambient, display.Diffuse, display.IsosurfaceSmoothNormals = 0.0, 1.0, 1
display.ColorArrayName = [None, '']
check.effect(display, 'IsosurfaceSmoothNormals', 0, lambda: fx.distance_from_sphere(look(), 1.2),
             lambda a, b: a < 0.02 and b > 1.5 * a, 'the light follows the surface, or each cell')
display.IsosurfaceArray, display.Isovalues = ['POINTS', 'f'], [0.25]
display.Ambient, display.Diffuse = 1.0, 0.0
simple.ColorBy(display, ('POINTS', 'f'))

# How rays are cast.
check.effect(display, 'IsosurfaceImageSampleDistance', 2.0, lambda: fx.frame_of(display, view)[2],
             lambda a, b: (a, b) == (64, 32), 'half the columns of rays')
display.IsosurfaceDevice = 'CPU'
check.effect(display, 'IsosurfaceDevice', 'CUDA', lambda: fx.frame_of(display, view)[:2],
             lambda a, b: 'CPU' in a[0] and a[1] == '' and (b[0] != a[0]) != bool(b[1]),
             'the other device, or why not')
check.effect(display, 'IsosurfacePipeline', 'Multi-Kernel', lambda: report()['pipeline'],
             lambda a, b: (a, b) == ('single kernel', 'multi-kernel'), 'what is named')
display.IsosurfacePipeline = 'Multi-Kernel'
check.effect(display, 'IsosurfaceCompaction', 'InKCollate', lambda: report()['compaction'],
             lambda a, b: (a, b) == ('InKCompactLookBack', 'InKCollate'), 'what is named')
display.IsosurfacePipeline = 'Auto'
display.Isovalues, display.IsosurfaceOpacities = [0.25, 0.75], [0.8, 0.95]
check.effect(
    display, 'IsosurfaceEarlyTermination', 0.1, middle,
    lambda a, b: fx.near(a, *(0.95 * np.array([0.75, 0.25, 0.75]) + 0.04 * np.array([0.25, 0.75, 0.25])))
    and fx.near(b, *(0.95 * np.array([0.75, 0.25, 0.75]))),
    'the ray ends at the first surface')
display.Isovalues, display.IsosurfaceOpacities = [0.25], []

# The probe under a pixel.
def probed():
    simple.Render(view)
    return list(t.information(display, 'IsosurfaceProbedPosition'))


display.IsosurfaceProbePixel = [28, 20]
check.effect(display, 'IsosurfaceProbePixel', [36, 30], probed,
             lambda a, b: np.allclose(a, [1.5625, 1.5625, 1], atol=1e-3)
             and np.allclose(b, [2.5625, 2.8125, 1], atol=1e-3), 'another place')


def probe(x, y):
    return lambda: (setattr(display, 'IsosurfaceProbePixel', [x, y]), simple.Render(view))


check.tells(display, 'IsosurfaceProbedPosition', probe(36, 30),
            lambda a, b: np.allclose(a, [1.5625, 1.5625, 1], atol=1e-3)
            and np.allclose(b, [2.5625, 2.8125, 1], atol=1e-3), 'where the surface is')
check.tells(display, 'IsosurfaceProbed', probe(1, 1), lambda a, b: (a, b) == (1, 0), 'whether there is one')
display.IsosurfaceProbePixel = [28, 20]
simple.ColorBy(display, ('POINTS', 'g'))
simple.Render(view)
check.tells(display, 'IsosurfaceProbedValues', probe(36, 30),
            lambda a, b: np.allclose(a, [0.25, 0.25, 1.5625 / 4],
                                     atol=1e-3) and np.allclose(b, [0.25, 0.25, 2.5625 / 4], atol=1e-3),
            'isovalue, value, and value of the color array')
check.tells(display, 'IsosurfaceProbeReport', probe(1, 1), lambda a, b: a[0] == 'isovalue'
            and float(a[1]) == 0.25 and 'isovalue' not in b, 'the same in rows')
for x, y, words in ((1, 1, 'none under this pixel'), (-1, -1, 'no pixel is chosen')):
    probe(x, y)()
    rows = list(t.information(display, 'IsosurfaceProbeReport'))
    check(rows == ['surface', words, ''], 'probed at %d, %d: %s' % (x, y, rows))
simple.ColorBy(display, ('POINTS', 'f'))

# While the camera is turned, frames that take too long get coarser.
turned = fx.Moving(image)
moving = turned.display
moving.SetRepresentationType(iso.TYPE)
moving.IsosurfaceArray, moving.Isovalues = ['POINTS', 'q'], [0.1, 0.2, 0.3, 0.4, 0.5]
moving.IsosurfaceOpacities = [0.1] * 5
check.effect(moving, 'IsosurfaceAutoAdjust', 0, turned.look,
             lambda a, b: (a, b) == ((True, True), (True, False)), 'fewer rays, or as many as in stills')
check.effect(moving, 'IsosurfaceMaximumImageSampleDistance', 1.0, turned.look,
             lambda a, b: (a, b) == ((True, True), (True, False)), 'no fewer than these')
simple.SetActiveView(view)

# An image beyond the allowed memory is drawn in pieces, and gives the picture of the whole.
large = simple.Wavelet(WholeExtent=[-64, 64, -64, 64, -64, 64])
parted = iso.show(large, view, [130.0], IsosurfaceArray=['POINTS', 'RTData'])
simple.Hide(image, view)


def in_pieces():
    picture = look()
    return picture, t.report(parted).get('pieces', 0)


check.effect(parted, 'IsosurfaceGPUMemory', 4, in_pieces, lambda a, b: np.ptp(a[0]) > 0.1 and a[1] == 0
             and b[1] > 1 and np.abs(a[0] - b[0]).max() < 1.5 / 255, 'pieces in the picture of the whole')
simple.Hide(large, view)
simple.Show(image, view)
fx.look(view)

# Information properties.
simple.Render(view)
check.tells(display, 'IsosurfaceReport',
            lambda: (setattr(display, 'IsosurfacePipeline', 'Kd-Jump'), simple.Render(view)),
            lambda a, b: a[a.index('pipeline') + 1] == 'single kernel'
            and b[b.index('pipeline') + 1] == 'Kd-Jump', 'what has drawn')
check.tells(display, 'IsosurfaceFallbackReason', lambda: fx.fall_back(view, display, 'IsosurfaceDevice'),
            lambda a, b: a == '' and len(b) > 10, 'why it is not what was wanted')
simple.Hide(image, view)
late = simple.Show(fx.box(), view)
late.SetRepresentationType(iso.TYPE)
check.tells(late, 'IsosurfaceDeviceName',
            lambda: (setattr(late, 'IsosurfaceDevice', 'CPU'), simple.Render(view)),
            lambda a, b: a == '' and 'CPU' in b, 'where rays were cast')
late.Visibility = 0

# Meshes also have a threshold and slices.
mesh = simple.Tetrahedralize(Input=image)
cells = iso.show(mesh, view, [0.25], color=('POINTS', 'f'), camera=False, IsosurfaceArray=['POINTS', 'f'],
                 Ambient=1.0, Diffuse=0.0)
fx.look(view)
fx.colors('f')
fx.threshold(check, cells, view)
fx.slices(check, cells, view, [0.25, 0.75, 0.25])
simple.Hide(mesh, view)

# The volume around path traced isosurfaces.
traced = simple.Show(image, view)
traced.SetRepresentationType('Isosurface (Path Traced)')
traced.PathTraceSamples, traced.PathTraceLight, traced.PathTraceIncludeVolume = 4, 'Overcast', 1
traced.Isovalues = []
fx.colors('f', [1, 1, 1], [1, 1, 1])
opacity = simple.GetOpacityTransferFunction('f')
opacity.Points = [0.0, 0.5, 0.5, 0.0, 1.0, 0.5, 0.5, 0.0]
traced.ScalarOpacityUnitDistance = 4.0
check.effect(traced, 'ScalarOpacityUnitDistance', 40.0, look, lambda a, b: 0 < b.mean() < 0.5 * a.mean(),
             'much thinner')
clear = servermanager.piecewise_functions.PiecewiseFunction(Points=[0.0, 0.0, 0.5, 0.0, 1.0, 0.0, 0.5, 0.0])
check.effect(traced, 'ScalarOpacityFunction', clear, look, lambda a, b: a.max() > 0.2 and b.max() == 0,
             'another function, clear')
simple.Hide(image, view)

# The filter that shows the bricks by which rays skip empty space.
bricks = simple.MinMaxBricks(Input=image, Array=['POINTS', 'f'], LeafSize=4)


def cells_of():
    """The number of cells per axis, and the least and the greatest value of all."""
    data = servermanager.Fetch(bricks)
    return (round(data.GetNumberOfCells() ** (1 / 3)),
            round(min(data.GetCellData().GetArray('Min').GetRange()), 6),
            round(max(data.GetCellData().GetArray('Max').GetRange()), 6))


check.effect(bricks, 'LeafSize', 2, cells_of, lambda a, b: a == (2, 0.0, 1.0) and b == (4, 0.0, 1.0),
             'twice the bricks along each side')
check.effect(bricks, 'Array', ['POINTS', 'axes'], cells_of, lambda a, b: b == (2, 0.0, round(3 ** 0.5, 6)),
             'another array')
bricks.Array = ['POINTS', 'axes']
check.effect(bricks, 'Component', 2, cells_of,
             lambda a, b: a == (2, 0.0, round(3 ** 0.5, 6)) and b == (2, 0.0, 1.0), 'a component')
check.done()
