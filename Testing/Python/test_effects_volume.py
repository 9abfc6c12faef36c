# SPDX-License-Identifier: BSD-3-Clause
"""Each property of Volume (Ray Cast) has the documented effect, in pictures and reports that are known
beforehand."""
import numpy as np
from paraview import servermanager, simple

import effects_testing as fx  # ParaView puts the number e among the globals of scripts
import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = fx.new_view()
mesh = simple.Tetrahedralize(Input=fx.box())
display = t.show(mesh, view, ('POINTS', 'f'), camera=False)
fx.look(view)
opacity = simple.GetOpacityTransferFunction('f')
LN2 = float(np.log(2))  # half of the light passes per unit distance
HALF, CLEAR = [0.0, LN2, 0.5, 0.0, 1.0, LN2, 0.5, 0.0], [0.0, 0.0, 0.5, 0.0, 1.0, 0.0, 0.5, 0.0]


def look():
    return t.image(view)


def middle():
    return fx.at(t.image(view), 2.2, 2.2)


# A uniform white volume: half of the light from behind the box passes through it.
opacity.Points = HALF
fx.colors('f', [1, 1, 1], [1, 1, 1])
display.ScalarOpacityUnitDistance = 4.0
check(fx.near(middle(), 0.5, 0.5, 0.5), 'the scene: %s' % middle())
check.effect(display, 'Opacity', 0.5, middle, lambda a, b: fx.near(b, 0.293, 0.293, 0.293),
             'half of it over a unit distance')
check.effect(display, 'ScalarOpacityUnitDistance', 2.0, middle, lambda a, b: fx.near(b, 0.75, 0.75, 0.75),
             'twice the unit distances')
check.effect(display, 'RayCastDensity', 2.0, middle, lambda a, b: fx.near(b, 0.75, 0.75, 0.75),
             'twice as dense')
check.effect(display, 'ScalarOpacityFunction',
             servermanager.piecewise_functions.PiecewiseFunction(Points=CLEAR), middle,
             lambda a, b: b.max() == 0, 'another function, clear')
fx.drawing(check, display, view)
fx.cropping(check, display, view)
fx.threshold(check, display, view)

# The parts inside and outside a turned box together let through the light that the whole does: transparencies
# multiply.
whole = look()
display.UseCropping, display.CroppingOrigin = 1, [1.5, 0.5, 0.0]
display.CroppingRotation, display.CroppingScale = [20.0, 35.0, -50.0], [0.6, 0.5, 0.7]
parts = []
for outside in (0, 1):
    display.CroppingKeepOutside = outside
    parts.append(look())
check(all(0.02 * whole.mean() < part.mean() < 0.99 * whole.mean() for part in parts),
      'a turned box: two parts: %s of %.4f' % ([round(part.mean(), 4) for part in parts], whole.mean()))
check(np.abs((1 - parts[0]) * (1 - parts[1]) - (1 - whole)).max() < 3 / 255,
      'and together they are the whole')
display.UseCropping, display.CroppingKeepOutside, display.CroppingOrigin = 0, 0, [0, 0, 0]
display.CroppingRotation, display.CroppingScale = [0, 0, 0], [1, 1, 1]
check.effect(display, 'LookupTable', fx.new_colors([1, 0, 0], [1, 0, 0]), middle,
             lambda a, b: fx.near(b, 0.5, 0, 0), 'another color map, red')
fx.colors('f')
check.effect(display, 'ColorArrayName', ['POINTS', 'g'],
             lambda: (fx.at(t.image(view), 1.0625, 2), fx.at(t.image(view), 3.0625, 2)),
             lambda a, b: fx.near(a[0], *a[1]) and fx.near(b[0], 0.133, 0.367, 0.133)
             and fx.near(b[1], 0.383, 0.117, 0.383),
             'the values of another array, which rise across the view')

# Colors from green at the back to magenta at the front.
fx.colors('f')
display.SlicesAlone = 1
fx.slices(check, display, view, [0, 0, 0])
display.SliceOrigin, display.SliceNormal, display.UseSlices = [2.0, 2.0, 0.5], [0.0, 0.0, 1.0], 1
check.effect(display, 'SlicesAlone', 0, middle, lambda a, b: fx.near(a, 0.125, 0.875, 0.125) and b[0] > 0.25
             and b[1] < 0.75, 'the volume in front of the slice')
display.UseSlices = display.SlicesAlone = 0
check.effect(display, 'BlendMode', 'Maximum Intensity', middle, lambda a, b: fx.near(b, LN2, 0, LN2),
             'the color of 1, as opaque as its value')
display.BlendMode = 'Average Intensity'
check.effect(display, 'AverageIPScalarRange', [0.5, 1.0], middle, lambda a, b: fx.near(a, *[LN2 / 2] * 3)
             and fx.near(b, *[LN2 * 0.75] * 3), 'the mean of the upper half')
display.BlendMode = 'Composite'
display.ColorArrayName = ['POINTS', 'axes']
axes = fx.colors('axes')
display.LookupTable, display.ScalarOpacityFunction, display.BlendMode = axes, opacity, 'Maximum Intensity'
axes.VectorMode, axes.VectorComponent = 'Component', 2
opacity.Points = [0.0, 1.0, 0.5, 0.0, 1.0, 1.0, 0.5, 0.0]
display.RayCastVectorComponent = 1
check.effect(display, 'RayCastVectorMode', 'Component', lambda: fx.at(t.image(view), 1.0625, 3.0625),
             lambda a, b: fx.near(a, 1, 0, 1) and fx.near(b, 0.766, 0.234, 0.766),
             'component 1 in place of what the map shows')
display.RayCastVectorMode = 'Component'
check.effect(display, 'RayCastVectorComponent', 0, lambda: fx.at(t.image(view), 1.0625, 3.0625),
             lambda a, b: fx.near(a, 0.766, 0.234, 0.766) and fx.near(b, 0.266, 0.734, 0.266), 'component 0')
display.RayCastVectorMode, display.BlendMode = 'Same as Color Map', 'Composite'
simple.ColorBy(display, ('POINTS', 'f'))
display.ScalarOpacityFunction = opacity
opacity.Points = HALF
display.SetScalarColoring('', 0)
check.effect(display, 'DiffuseColor', [1.0, 0.5, 0.0], middle,
             lambda a, b: fx.near(a, 0.5, 0.5, 0.5) and fx.near(b, 0.5, 0.25, 0), 'one color')
simple.ColorBy(display, ('POINTS', 'f'))
display.ScalarOpacityFunction = opacity

# Isosurfaces in a clear volume, and light.
opacity.Points = CLEAR
display.Ambient, display.Diffuse = 1.0, 0.0
check.effect(display, 'RayCastIsovalues', [0.25], middle,
             lambda a, b: a.max() == 0 and fx.near(b, 0.25, 0.75, 0.25), 'a surface in its color')
check.effect(display, 'RayCastIsosurfaces', [0.75, 0.5, 1, 1, 1, 0, 0], middle,
             lambda a, b: a.max() == 0 and fx.near(b, 0.5, 0, 0), 'a row: half of it, in a color of its own')
display.RayCastIsovalues = [0.25]
check.effect(display, 'RayCastIsosurfaceOpacities', [0.5], middle,
             lambda a, b: fx.near(a, 0.25, 0.75, 0.25) and fx.near(b, 0.125, 0.375, 0.125), 'half of it')
fx.colors('g', [1, 0, 0], [0, 0, 1])
check.effect(display, 'RayCastIsosurfaceColorArray', ['POINTS', 'g'], lambda: fx.at(t.image(view), 1.0625, 2),
             lambda a, b: fx.near(a, 0.25, 0.75, 0.25) and fx.near(b, 0.734, 0, 0.266),
             'the colors of another array')
display.RayCastIsosurfaceColorArray = ['POINTS', 'g']
check.effect(display, 'RayCastIsosurfaceLookupTable', fx.new_colors([0, 1, 0], [0, 1, 0]), middle,
             lambda a, b: b[1] == 1 and b[0] == b[2] == 0, 'another map for them')
display.RayCastIsosurfaceColorArray = ['POINTS', 'None']
fx.lighting(check, display, view, [0.25, 0.75, 0.25])
display.RayCastIsovalues = []
opacity.Points = HALF
fx.colors('f', [1, 1, 1], [1, 1, 1])
display.Ambient, display.Diffuse = 0.0, 0.5
check.effect(display, 'Shade', 1, middle, lambda a, b: fx.near(a, 0.5, 0.5, 0.5)
             and fx.near(b, 0.25, 0.25, 0.25), 'in the light from ahead, of which half is scattered')
simple.ColorBy(display, ('POINTS', 'q'))
display.ScalarOpacityFunction, display.LookupTable = opacity, simple.GetColorTransferFunction('f')
opacity.Points, display.RayCastIsovalues = CLEAR, [0.3]
display.Diffuse = 1.0
check.effect(display, 'RayCastGradients', 'Per Cell', lambda: fx.distance_from_sphere(look(), 1.2),
             lambda a, b: a < 0.03 and b > 1.5 * a, 'the light follows the surface, or each cell')
display.RayCastIsovalues = []
simple.ColorBy(display, ('POINTS', 'f'))
display.ScalarOpacityFunction = opacity
opacity.Points = HALF

# Functions of the gradient, which is 0.25 everywhere.
def factor(value):
    return servermanager.piecewise_functions.PiecewiseFunction(
        Points=[0.0, value, 0.5, 0.0, 10.0, value, 0.5, 0.0])


display.UseGradientOpacity = 1
display.GradientOpacityFunction = factor(0.5)
display.UseGradientOpacity = 0
check.effect(display, 'UseGradientOpacity', 1, middle, lambda a, b: fx.near(a, 0.5, 0.5, 0.5)
             and fx.near(b, 0.293, 0.293, 0.293), 'a factor of a half is twice the unit distance')
display.UseGradientOpacity = 1
check.effect(display, 'GradientOpacityFunction', factor(0.0), middle,
             lambda a, b: fx.near(a, 0.293, 0.293, 0.293) and b.max() == 0, 'another function: clear')
display.UseGradientOpacity = 0
display.UseTransfer2D = 1
of_value = display.TransferFunction2D
of_value.OutputDimensions, of_value.Range = [16, 16], [0.0, 1.0, 0.0, 1.0]
of_value.Boxes = [0.0, 0.0, 1.0, 0.5, 1.0, 0.0, 0.0, 0.5]
display.UseTransfer2D = 0
check.effect(display, 'UseTransfer2D', 1, middle,
             lambda a, b: fx.near(a, 0.5, 0.5, 0.5) and b[0] > 0.2 and b[1:].max() == 0, 'a red box')
display.UseTransfer2D = 1
other = simple.GetTransferFunction2D('g')
other.OutputDimensions, other.Range = [16, 16], [0.0, 1.0, 0.0, 1.0]
other.Boxes = [0.0, 0.5, 1.0, 0.5, 0.0, 0.0, 1.0, 0.5]
check.effect(display, 'TransferFunction2D', other, middle, lambda a, b: a[0] > 0.2 and b.max() == 0,
             'another function, with a box for what is steeper')
display.UseTransfer2D = 0

# How rays are cast.
check.effect(display, 'RayCastImageSampleDistance', 2.0, lambda: fx.frame_of(display, view)[2],
             lambda a, b: (a, b) == (64, 32), 'half the columns of rays')
display.RayCastDevice = 'CPU'
check.effect(display, 'RayCastDevice', 'CUDA', lambda: fx.frame_of(display, view)[:2],
             lambda a, b: 'CPU' in a[0] and a[1] == '' and (b[0] != a[0]) != bool(b[1]),
             'the other device, or why not')
check.effect(display, 'RayCastMapper', 'ParaView: Z Sweep',
             lambda: (simple.Render(view), t.report(display)['drawn by'])[1],
             lambda a, b: (a, b) == ('InKRay Ray Caster', 'ParaView: Z Sweep'), 'what draws')
# The corners of the box have one value of q, and with more samples its spheres are seen.
simple.ColorBy(display, ('POINTS', 'q'))
display.ScalarOpacityFunction = opacity
fx.colors('q')
display.RayCastSamplingDimensions = [16, 16, 16]
display.RayCastMapper = 'ParaView: Resample To Image'
check.effect(display, 'RayCastSamplingDimensions', [2, 2, 2], lambda: look()[10:38, 18:46],
             lambda a, b: np.ptp(a[:, :, 0]) > 0.05 and np.ptp(b[:, :, 0]) < fx.EXACT, 'as many samples')
simple.ColorBy(display, ('POINTS', 'f'))
display.ScalarOpacityFunction = opacity
display.RayCastMapper = 'InKRay Ray Caster (default)'
display.ScalarOpacityUnitDistance = 1.0
check.effect(display, 'RayCastEarlyTermination', 0.1, middle, lambda a, b: fx.near(a, 0.9375, 0.9375, 0.9375)
             and 0.9 <= b.min() < 0.9375, 'the ray ends where a tenth gets through')
display.ScalarOpacityUnitDistance = 4.0
check.effect(display, 'RayCastFaceTest', 'On-Demand VDFI',
             lambda: (simple.Render(view), t.report(display)['recast rays'])[1] > 0,
             lambda a, b: (a, b) == (False, True), 'along faces it loses rays, which edge functions find')

# Selections: the cells that a click or a box selects, and how a client has selections drawn.
def selected(size=0):
    """The layers of cells that a box of pixels at the center selects."""
    simple.SetActiveSource(mesh)
    simple.ClearSelection(mesh)
    simple.SelectSurfaceCells(Rectangle=[33, 25, 33 + size, 25 + size], View=view)
    proxy = mesh.SMProxy.GetSelectionInput(0)
    cells = list(servermanager._getPyProxy(proxy).Input[0].IDs)[1::2] if proxy else []
    data = servermanager.Fetch(mesh)
    return sorted({data.GetCell(cell).GetBounds()[4] for cell in cells})


display.RayCastPickOpacity = 0.3
check.effect(display, 'RayCastPickOpacity', 0.02, selected, lambda a, b: (a, b) == ([1.5], [3.5]),
             'where the ray has gathered this opacity')
check.effect(display, 'RayCastSelectsPixels', [0], lambda: selected(1),
             lambda a, b: (a, b) == ([0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5], [1.5]),
             'without, a client is told of one cell in each pixel')
simple.ClearSelection(mesh)

# NaN: half of the values are NaN. Those cells are drawn in the NaN color, or not at all.
simple.Hide(mesh, view)
holes = simple.Show(simple.Tetrahedralize(Input=mesh.Input), view)
some = simple.GetActiveSource()
holes.SetRepresentationType(t.TYPE)
simple.ColorBy(holes, ('POINTS', 'some'))
holes.ScalarOpacityUnitDistance = 4.0
fx.look(view)
simple.GetOpacityTransferFunction('some').Points = HALF
map = fx.colors('some', [1, 1, 1], [1, 1, 1])
map.NanColor, map.NanOpacity = [0.0, 0.0, 1.0], LN2
check.effect(holes, 'RayCastNaN', 1, look, lambda a, b: fx.spans(a, 2, 4, 0, 4) and fx.spans(b, 0, 4, 0, 4)
             and fx.near(fx.at(b, 0.5, 2), 0, 0, 0.5), 'in the color for NaN')
simple.Hide(some, view)

# A mesh beyond the allowed memory is drawn in pieces, and gives the picture of the whole.
large = simple.Tetrahedralize(Input=simple.Wavelet(WholeExtent=[0, 20, 0, 20, 0, 20]))
parted = t.show(large, view, ('POINTS', 'RTData'), camera=False)
simple.ResetCamera(view)


def in_pieces():
    picture = look()
    return picture, t.report(parted).get('pieces', 0)


check.effect(parted, 'RayCastGPUMemory', 4, in_pieces, lambda a, b: a[0].max() > 0.1 and a[1] == 0
             and b[1] > 1 and np.abs(a[0] - b[0]).max() < 1.5 / 255, 'pieces in the picture of the whole')
simple.Hide(large, view)
fx.look(view)

# HAVS, with a mesh that strains its k-buffer: the box with its points moved randomly.
tangled = simple.Show(simple.RandomVectors(Input=mesh), view)
simple.Hide(tangled.Input, view)
tangled = t.show(simple.WarpByVector(Input=tangled.Input, Vectors=['POINTS', 'BrownianVectors'],
                                     ScaleFactor=0.2), view, ('POINTS', 'f'), camera=False)
fx.look(view, (0.3, 0.4, 1.0))
tangled.RayCastMapper = 'HAVS'


def havs():
    simple.Render(view)
    rows = t.report(tangled)
    return rows['fragments'], rows['late fragments']


check.effect(tangled, 'RayCastHavsBuffer', '2 Entries', havs, lambda a, b: a[0] == b[0] > 0 and b[1] > a[1],
             'a smaller buffer has more fragments that come late')


def left_out():
    """Whether HAVS leaves out faces while the camera is turned."""
    simple.Render(view)
    for i in range(2):
        view.SMProxy.InteractiveRender()
    return t.report(tangled)['left out faces'] > 0


tangled.RayCastHavsTargetTime = 0
check.effect(tangled, 'RayCastHavsTargetTime', 1e-5, left_out, lambda a, b: (a, b) == (False, True),
             'faces are left out while the camera is turned')
tangled.RayCastMapper = 'InKRay Ray Caster (default)'

# While the camera is turned, frames that take too long get coarser.
turned = fx.Moving(tangled.Input)
moving = turned.display
moving.SetRepresentationType(t.TYPE)
simple.ColorBy(moving, ('POINTS', 'f'))
check.effect(moving, 'RayCastAutoAdjust', 0, turned.look,
             lambda a, b: (a, b) == ((True, True), (True, False)), 'fewer rays, or as many as in stills')
check.effect(moving, 'RayCastMaximumImageSampleDistance', 1.0, turned.look,
             lambda a, b: (a, b) == ((True, True), (True, False)), 'no fewer than these')
simple.SetActiveView(view)

# Information properties.
tangled.RayCastDevice = 'CPU'
simple.Render(view)
check.tells(
    tangled, 'RayCastReport', lambda: (setattr(tangled, 'RayCastMapper', 'HAVS'), simple.Render(view)),
    lambda a, b: a[a.index('drawn by') + 1] == 'InKRay Ray Caster' and b[b.index('drawn by') + 1] == 'HAVS',
    'what has drawn')
tangled.RayCastMapper = 'InKRay Ray Caster (default)'
simple.Render(view)
check.tells(tangled, 'RayCastFallbackReason', lambda: fx.fall_back(view, tangled, 'RayCastDevice'),
            lambda a, b: a == '' and len(b) > 10, 'why it is not what was wanted')
late = simple.Show(simple.Tetrahedralize(Input=mesh.Input), view)
late.SetRepresentationType(t.TYPE)
check.tells(late, 'RayCastDeviceName', lambda: (setattr(late, 'RayCastDevice', 'CPU'), simple.Render(view)),
            lambda a, b: a == '' and 'CPU' in b, 'where rays were cast')
check.done()
