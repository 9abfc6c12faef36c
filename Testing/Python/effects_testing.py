# SPDX-License-Identifier: BSD-3-Clause
"""Checks of properties that several types of representation share, in the scene of box_testing."""
import numpy as np
from paraview import simple

import raycast_testing as t
# The tests that import this module take these names of box_testing from it.
from box_testing import (at, box, colors, extent, look, near, new_colors, new_view, spans, EXACT, GREEN,
                         MAGENTA)


def drawing(check, display, view):
    """Checks of visibility and transforms, on a display that fills the front of the box in any color."""
    def look():
        return t.image(view)

    check.effect(display, 'Visibility', 0, look,
                 lambda shown, hidden: spans(shown, 0, 4, 0, 4) and hidden.max() == 0, 'shown and hidden')
    check.effect(display, 'Position', [1.0, -0.5, 0.0], look,
                 lambda a, b: spans(a, 0, 4, 0, 4) and spans(b, 1, 5, -0.5, 3.5), 'moved')
    check.effect(display, 'Scale', [0.5, 1.0, 1.0], look,
                 lambda a, b: spans(a, 0, 4, 0, 4) and spans(b, 0, 2, 0, 4), 'half as wide')
    display.Scale = [0.5, 1.0, 1.0]
    check.effect(display, 'Origin', [4.0, 0.0, 0.0], look,
                 lambda a, b: spans(a, 0, 2, 0, 4) and spans(b, 2, 4, 0, 4), 'stretched around another point')
    display.Origin = [2.0, 2.0, 2.0]
    check.effect(display, 'Orientation', [0.0, 0.0, 90.0], look,
                 lambda a, b: spans(a, 1, 3, 0, 4) and spans(b, 0, 4, 1, 3), 'turned around z')
    display.Scale, display.Origin = [1.0, 1.0, 1.0], [0.0, 0.0, 0.0]


def cropping(check, display, view):
    """Checks of the cropping box, on a display that fills the front."""
    def look():
        return t.image(view)

    display.CroppingScale = [0.5, 1.0, 1.0]
    check.effect(display, 'UseCropping', 1, look, lambda a, b: spans(a, 0, 4, 0, 4) and spans(b, 0, 2, 0, 4),
                 'the left half alone')
    display.UseCropping = 1
    check.effect(display, 'CroppingScale', [1.0, 0.5, 1.0], look, lambda a, b: spans(a, 0, 2, 0, 4)
                 and spans(b, 0, 4, 0, 2), 'the lower half in place of the left one')
    check.effect(display, 'CroppingOrigin', [1.0, 0.0, 0.0], look,
                 lambda a, b: spans(a, 0, 2, 0, 4) and spans(b, 1, 3, 0, 4), 'moved')
    ends = list(display.CroppingMinimum), list(display.CroppingMaximum)
    check.effect(display, 'CroppingMinimum', [1.0] + ends[0][1:], look,
                 lambda a, b: spans(a, 0, 2, 0, 4) and spans(b, 1, 2, 0, 4), 'from 1 on')
    check.effect(display, 'CroppingMaximum', [3.0] + ends[1][1:], look,
                 lambda a, b: spans(a, 0, 2, 0, 4) and spans(b, 0, 3, 0, 4), 'up to 3')
    check.effect(display, 'CroppingKeepOutside', 1, look, lambda a, b: spans(a, 0, 2, 0, 4)
                 and spans(b, 2, 4, 0, 4), 'the right half in place of the left one')
    display.CroppingOrigin = [2.0, 0.0, 0.0]
    check.effect(display, 'CroppingRotation', [0.0, 0.0, 90.0], look,
                 lambda a, b: spans(a, 2, 4, 0, 4) and spans(b, 0, 2, 0, 2), 'turned around z and the origin')
    display.CroppingOrigin, display.UseCropping = [0.0, 0.0, 0.0], 0


def threshold(check, display, view):
    """Checks of the threshold of meshes, on a display that fills the front."""
    def look():
        return t.image(view)

    display.ThresholdArray, display.ThresholdRange = ['POINTS', 'g'], [0.25, 0.5]
    check.effect(display, 'UseThreshold', 1, look, lambda a, b: spans(a, 0, 4, 0, 4) and spans(b, 1, 2, 0, 4),
                 'the cells with values from 0.25 to 0.5')
    display.UseThreshold = 1
    check.effect(display, 'ThresholdRange', [0.5, 1.0], look,
                 lambda a, b: spans(a, 1, 2, 0, 4) and spans(b, 2, 4, 0, 4), 'other values')
    check.effect(display, 'ThresholdArray', ['POINTS', 'h'], look,
                 lambda a, b: spans(a, 1, 2, 0, 4) and spans(b, 0, 4, 1, 2), 'another array')
    check.effect(display, 'ThresholdArray', ['CELLS', 'n'], look, lambda a, b: spans(a, 1, 2, 0, 4)
                 and extent(b) is None, 'values of cells, of which none is within')
    display.ThresholdArray, display.ThresholdComponent = ['POINTS', 'axes'], 0
    display.ThresholdRange = [0.25, 0.5]
    check.effect(display, 'ThresholdComponent', 1, look,
                 lambda a, b: spans(a, 1, 2, 0, 4) and spans(b, 0, 4, 1, 2), 'another component')
    display.UseThreshold = 0


def slices(check, display, view, behind):
    """Checks of slices of f, first opaque ones across the view. Without slices, the center must not have the
    color of f = 0.5; `behind` is the color behind the slices."""
    def look():
        return t.image(view)

    display.SliceOrigin, display.SliceNormal, display.SliceOffsets = [2.0, 2.0, 2.0], [0.0, 0.0, 1.0], [0.0]
    display.SliceOpacity = 1.0
    check.effect(display, 'UseSlices', 1, look, lambda a, b: not near(at(a, 2, 2), 0.5, 0.5, 0.5)
                 and near(at(b, 2, 2), 0.5, 0.5, 0.5), 'the color of the middle')
    display.UseSlices = 1
    check.effect(display, 'SliceOrigin', [2.0, 2.0, 3.0], look,
                 lambda a, b: near(at(b, 1, 3), 0.75, 0.25, 0.75), 'through another point')
    check.effect(display, 'SliceOffsets', [1.0], look, lambda a, b: near(at(b, 1, 3), 0.75, 0.25, 0.75),
                 'beside the point')
    check.effect(display, 'SliceNormal', [1.0, 0.0, 1.0], look,
                 lambda a, b: near(at(a, 1.0625, 2), 0.5, 0.5, 0.5)
                 and near(at(b, 1.0625, 2), 0.75 - 1 / 64, 0.25 + 1 / 64, 0.75 - 1 / 64), 'tilted')
    check.effect(display, 'SliceOpacity', 0.5, look,
                 lambda a, b: near(at(b, 2, 2), *(0.5 * at(a, 2, 2) + 0.5 * np.array(behind))),
                 'half of what is behind is seen')
    display.UseSlices = 0


def lighting(check, display, view, expected):
    """Checks of light on a surface that faces the camera and has the color `expected` in full light. Ambient
    is 1 and Diffuse 0 before and after."""
    def look():
        return at(t.image(view), 2.2, 2.2)

    color = np.array(expected)
    display.Ambient, display.Diffuse, display.Specular, display.SpecularPower = 0.0, 0.0, 0.0, 100.0
    tilted(view)
    check.effect(display, 'Ambient', 0.4, look, lambda a, b: a.max() == 0 and near(b, *(0.4 * color)),
                 'shown without light')
    display.Ambient = 0.2
    slanted = np.cos(np.pi / 6)
    check.effect(display, 'Diffuse', 0.5, look,
                 lambda a, b: near(a, *(0.2 * color)) and near(b, *((0.2 + 0.5 * slanted) * color)),
                 'scattered light, which falls on it at a slant')
    untilted(view)
    check.effect(display, 'Specular', 0.4, look, lambda a, b: near(b - a, 0.4, 0.4, 0.4), 'a white highlight')
    display.Specular = 0.4
    tilted(view)
    check.effect(display, 'SpecularPower', 1.0, look, lambda a, b: near(a, *(0.2 * color))
                 and 0.15 < (b - a).min() and near(b - a, *[(b - a).mean()] * 3),
                 'a wider highlight, seen from the side')
    untilted(view)
    display.Ambient, display.Specular = 1.0, 0.0


def tilted(view):
    look(view, (np.sin(np.pi / 6), 0, np.cos(np.pi / 6)))


def untilted(view):
    look(view)


def frame_of(display, view):
    """The device that cast the last frame, the reason if another one was wanted, and the number of columns of
    rays."""
    simple.Render(view)
    rows = t.report(display)
    return rows['device'], rows['fallback reason'], rows['image width']


def distance_from_sphere(picture, radius):
    """The mean difference between the light of a white sphere in the center of the box and the closed
    form."""
    x, y = np.meshgrid((np.arange(64) - 31.5) / 8, (np.arange(48) - 23.5) / 8)
    inside = x * x + y * y < 0.7 * radius * radius
    return np.abs(picture[:, :, 0] - np.sqrt(np.maximum(0, 1 - (x * x + y * y) / radius ** 2)))[inside].mean()


def fall_back(view, display, device):
    """Have the display drawn by something else than wanted: by the CPU if there is no CUDA, otherwise by
    ParaView's ray tracing."""
    setattr(display, device, 'CUDA')
    simple.Render(view)
    if 'CPU' not in t.report(display)['device']:
        view.EnableRayTracing = 1
        simple.Render(view)
    setattr(display, device, 'CPU')


class Moving:
    """A view that wants each interactive frame at once, so that any machine is too slow for as many rays as
    in stills. look() returns whether a still has a ray in each pixel, and whether an interactive frame has
    fewer."""

    WIDTH = 640

    def __init__(self, source):
        self.view = t.new_view(size=[self.WIDTH, 480])
        self.display = simple.Show(source, self.view)
        look(self.view)
        self.view.GetRenderWindow().AddObserver('StartEvent', self.hurry, 2.0)

    def hurry(self, window, _):
        if window.GetDesiredUpdateRate() > 1:  # an interactive frame
            window.SetDesiredUpdateRate(1e6)

    def look(self):
        simple.Render(self.view)
        still = t.report(self.display)['image width']
        self.view.SMProxy.InteractiveRender()
        return still == self.WIDTH, t.report(self.display)['image width'] < self.WIDTH
