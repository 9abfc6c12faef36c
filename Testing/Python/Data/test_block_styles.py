# SPDX-License-Identifier: BSD-3-Clause
"""Colors and opacities that the Multi-block Inspector sets for single blocks. Volumes and isosurfaces of
blocks in a row, whose pictures are known, and notes where such settings do not apply."""
import numpy as np
from paraview import simple

import box_testing as fx
import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = fx.new_view()
LN2 = float(np.log(2))  # half of the light passes per unit distance
RED, WHITE = np.array([1.0, 0.0, 0.0]), np.array([1.0, 1.0, 1.0])


def layer(low, high):
    """The layer of the box between two heights."""
    return simple.ExtractSubset(Input=box, VOI=[0, 8, 0, 8, 2 * low, 2 * high])


def group(**blocks):
    grouped = simple.GroupDatasets(Input=list(blocks.values()))
    grouped.BlockNames = list(blocks)
    return grouped


def middle():
    return fx.at(t.image(view), 2.2, 2.2)


def notes(display):
    return t.remarks(display, 'note')


# A block in the middle, between two parts of another block.
box = fx.box()
ends = simple.AppendDatasets(Input=[layer(0, 1), layer(3, 4)])
mesh = group(ends=ends, core=simple.AppendDatasets(Input=[layer(1, 3)]))
display = t.show(mesh, view, ('POINTS', 'f'), camera=False)
fx.look(view)
opacity = simple.GetOpacityTransferFunction('f')
opacity.Points = [0.0, LN2, 0.5, 0.0, 1.0, LN2, 0.5, 0.0]
fx.colors('f', WHITE, WHITE)


def through(length, factor=1.0):
    """The share of light that passes a length of the white volume."""
    return 0.5 ** (factor * length / 4)


def layers(ends, core):
    """The color of light through the three layers, each given by a color and a factor of opacity."""
    color = np.zeros(3)
    for length, (rgb, factor) in ((1, ends), (2, core), (1, ends)):
        color = color * through(length, factor) + rgb * (1 - through(length, factor))
    return color


check(fx.near(middle(), 0.5, 0.5, 0.5), 'the scene: %s' % middle())
check.effect(display, 'BlockOpacities', ['/Root/ends', '0.5'], middle,
             lambda a, b: fx.near(b, *layers((WHITE, 0.5), (WHITE, 1))),
             'half of the ends: %s' % layers((WHITE, 0.5), (WHITE, 1)))
check.effect(display, 'BlockColors', ['/Root/core', '1', '0', '0'], middle,
             lambda a, b: fx.near(b, *layers((WHITE, 1), (RED, 1))),
             'a red core between: %s' % layers((WHITE, 1), (RED, 1)))
display.BlockOpacities = ['/Root/ends', '0.25', '/Root/core', '0.5']
display.BlockColors = ['/Root/core', '1', '0', '0']
check(fx.near(middle(), *layers((WHITE, 0.25), (RED, 0.5))), 'both: %s' % middle())
display.BlockOpacities, display.BlockColors = ['/Root', '0.5', '/Root/core', '1'], []
check(fx.near(middle(), *layers((WHITE, 0.5), (WHITE, 1))),
      'of the root, unless a block has its own: %s' % middle())
display.BlockOpacities = ['/Root/core', '0']
check(fx.near(middle(), *layers((WHITE, 1), (WHITE, 0))), 'none of the core: %s' % middle())

# One visible block looks exactly as with the display's own opacity.
display.BlockSelectors, display.BlockOpacities, display.Opacity = ['/Root/core'], [], 0.5
half = t.image(view)
display.BlockOpacities, display.Opacity = ['/Root/core', '0.5'], 1.0
check.near(t.image(view), half, 0, 0, 'a block with half of the opacity')
opacity.Points = [0.0, LN2 / 2, 0.5, 0.0, 1.0, LN2 / 2, 0.5, 0.0]
display.BlockOpacities = []
check.near(t.image(view), half, 0, 1 / 255, 'and with half of the opacity function')
display.BlockSelectors = ['/']

# A block with an opacity of nearly 1 is drawn nearly as without it, whatever else is drawn.
opacity.Points = [0.0, 0.2, 0.5, 0.0, 0.3, 1.5, 0.5, 0.0, 1.0, 0.1, 0.5, 0.0]
fx.colors('f')
fx.look(view, (0.5, 0.3, 0.8))


def hardly(what, least=0.01):
    one = t.image(view)
    display.BlockOpacities = ['/Root/core', '0.9999']
    other = t.image(view)
    check(not notes(display), '%s: no note: %s' % (what, notes(display)))
    check.near(other, one, 0.0005, 3 / 255, what)
    display.BlockOpacities = ['/Root/core', '0']
    check(t.difference(t.image(view), one)[0] > least, '%s: nothing of the core is another picture' % what)
    display.BlockOpacities = []


hardly('a volume')
display.Shade = 1
hardly('in light')
display.Shade, display.UseGradientOpacity = 0, 1
hardly('with gradient opacity')
display.UseGradientOpacity, display.RayCastIsosurfaces = 0, [0.4, 0.7, 1, 0, 0, 0, 0, 0.9, 1.0, 1, 1, 0, 0, 1]
hardly('with isosurfaces')
display.RayCastIsosurfaces = []
display.UseSlices, display.SliceOrigin, display.SliceOpacity = 1, [2.0, 2.0, 2.0], 0.5
hardly('with slices')
display.UseSlices, display.UseThreshold, display.ThresholdArray = 0, 1, ['POINTS', 'g']
display.ThresholdRange = [0.25, 0.9]
hardly('with a threshold')
display.UseThreshold, display.UseSeparateOpacityArray, display.OpacityArrayName = 0, 1, ['POINTS', 'g']
hardly('with opacity from another array')
display.UseSeparateOpacityArray, display.ColorArrayName = 0, ['POINTS', 'axes']
hardly('the length of a vector')
display.ColorArrayName = ['CELLS', 'n']
simple.GetOpacityTransferFunction('n').Points = [0.0, 0.1, 0.5, 0.0, 8.0, 0.9, 0.5, 0.0]
hardly('values of cells')
display.ColorArrayName = ['POINTS', 'f']

# A note says where such settings do not apply.
display.BlockOpacities = ['/Root/core', '0.5']
for name, value, words in (('BlendMode', 'Maximum Intensity', 'they need the blend mode Composite'),
                           ('RayCastMapper', 'HAVS', 'do not apply to this mapper'),
                           ('RayCastMapper', 'ParaView: Projected Tetra', 'do not apply to this mapper')):
    kept = t.value_of(display, name)
    t.set_value(display, name, value)
    simple.Render(view)
    check('single blocks' in notes(display) and words in notes(display), '%s: %s' % (value, notes(display)))
    t.set_value(display, name, kept)
    simple.Render(view)
    check('single blocks' not in notes(display), 'and no note again: %s' % notes(display))
simple.Hide(mesh, view)
simple.Delete(display)

# Isosurfaces in a mesh and in images: f is 0.875 in front, 0.5 in the core and 0.125 behind.
fx.look(view)
fx.colors('f')
images = group(behind=layer(0, 1), core=layer(1, 3), front=layer(3, 4))
MAP = {value: (1 - value) * np.array(fx.GREEN) + value * np.array(fx.MAGENTA)
       for value in (0.125, 0.5, 0.875)}
for data, outer in ((mesh, ['/Root/ends']), (images, ['/Root/front', '/Root/behind'])):
    display = iso.show(data, view, [0.125, 0.5, 0.875], color=('POINTS', 'f'), camera=False,
                       IsosurfaceArray=['POINTS', 'f'], Ambient=1.0, Diffuse=0.0)
    fx.look(view)
    halves = [word for selector in outer for word in (selector, '0.5')]
    check(fx.near(middle(), *MAP[0.875]), 'surfaces: the one in front: %s' % middle())
    check.effect(display, 'BlockOpacities', halves, middle,
                 lambda a, b: fx.near(b, *(MAP[0.875] + MAP[0.5]) / 2),
                 'half of the ends, and the core behind it')
    display.BlockOpacities = halves
    check.effect(display, 'BlockColors', ['/Root/core', '1', '0', '0'], middle,
                 lambda a, b: fx.near(b, *(MAP[0.875] + RED) / 2), 'a red core')
    display.BlockColors = ['/Root/core', '1', '0', '0']
    rows = [0.5, 1, 1, 1, 0, 0, 1]
    check.effect(display, 'Isosurfaces', rows, middle, lambda a, b: fx.near(b, 0, 0, 1),
                 'a surface with a color of its own keeps it')
    display.BlockOpacities = halves + ['/Root/core', '0.5']
    check(fx.near(middle(), *(MAP[0.875] / 2 + RED / 4 + MAP[0.125] / 8)), 'all three: %s' % middle())
    simple.ColorBy(display, ('POINTS', 'g'))
    fx.colors('g', WHITE, WHITE)
    check(fx.near(middle(), *(WHITE / 2 + RED / 4 + WHITE / 8)), 'colored by another array: %s' % middle())
    check(not notes(display), 'no notes: %s' % notes(display))
    display.SetRepresentationType('Isosurface (Path Traced)')
    simple.Render(view)
    check('do not apply to path tracing' in notes(display), 'path traced: %s' % notes(display))
    simple.Hide(data, view)
    simple.Delete(display)
check.done()
