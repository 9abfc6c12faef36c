# SPDX-License-Identifier: BSD-3-Clause
"""What the properties do that types of representation have in common, in a scene whose pictures can be told beforehand.

A box from 0 to 4 along x, y and z is seen along -z, without perspective: 8 pixels a unit, and 1 around it. Its arrays rise from 0 to 1 along one axis each.
"""
import numpy as np
from paraview import servermanager, simple

import iso_testing as iso
import raycast_testing as t

SIZE = [64, 48]
EXACT = 1.5 / 255
GREEN, MAGENTA = [0.0, 1.0, 0.0], [1.0, 0.0, 1.0]


def box():
    """An image with arrays of points f, g and h, which rise along z, x and y, 'axes' of x, y and z, q, whose isosurfaces are spheres, and 'some', which is f in the right half; n has a number for each layer of cells along x."""
    arrays = {'f': lambda x, y, z: z / 4 + 0 * x, 'g': lambda x, y, z: x / 4 + 0 * z, 'h': lambda x, y, z: y / 4 + 0 * x,
              'axes': lambda x, y, z: np.stack([x / 4, y / 4, z / 4], axis=3),
              'q': lambda x, y, z: np.sqrt((x - 2) ** 2 + (y - 2) ** 2 + (z - 2) ** 2) / 4,
              'some': lambda x, y, z: np.where(x < 1.9, np.nan, z / 4)}
    return iso.producer(iso.image_data(arrays, (9, 9, 9), (0, 0, 0), (4, 4, 4), cells={'n': lambda x, y, z: np.floor(2 * x) + 0 * y}))


def new_view():
    """With one light, which shines from the camera."""
    view = t.new_view(size=SIZE)
    view.UseLight = 0
    light = simple.AddLight(view=view)
    light.Coords, light.Intensity, light.Position, light.FocalPoint = 'Camera', 1.0, [0, 0, 1], [0, 0, 0]
    look(view)
    return view


def look(view, direction=(0, 0, 1)):
    """Towards the middle of the box from a direction."""
    view.CameraParallelProjection, view.CameraParallelScale = 1, 3.0
    view.CameraFocalPoint, view.CameraPosition, view.CameraViewUp = [2, 2, 2], [2 + 20 * d for d in direction], [0, 1, 0]


def at(picture, x, y):
    """The colour at a place of the box."""
    return picture[int(8 * (y - 2) + 24), int(8 * (x - 2) + 32)]


def near(colour, *expected):
    return np.abs(np.asarray(colour) - np.asarray(expected)).max() < EXACT


def extent(picture):
    """From where to where something is seen along x and y."""
    seen = picture.max(axis=2) > 2 / 255
    if not seen.any():
        return None
    columns, rows = np.nonzero(seen.any(axis=0))[0], np.nonzero(seen.any(axis=1))[0]
    return tuple(float(n) for n in ((columns[0] - 32) / 8 + 2, (columns[-1] - 31) / 8 + 2, (rows[0] - 24) / 8 + 2, (rows[-1] - 23) / 8 + 2))


def spans(picture, *expected):
    """Whether what is seen goes from where to where: x, x, y, y; a pixel is an eighth."""
    found = extent(picture)
    return found is not None and np.abs(np.subtract(found, expected)).max() < 0.13


def colours(array, low=GREEN, high=MAGENTA):
    """The colour map of an array, straight from one colour to another over 0 to 1."""
    map = simple.GetColorTransferFunction(array)
    map.ColorSpace, map.Discretize, map.RGBPoints = 'RGB', 0, [0.0, *low, 1.0, *high]
    map.VectorMode = 'Magnitude'
    return map


def new_colours(low, high):
    """A colour map that belongs to no array."""
    return servermanager.rendering.PVLookupTable(ColorSpace='RGB', Discretize=0, RGBPoints=[0.0, *low, 1.0, *high])


def drawing(check, display, view):
    """What is drawn at all, and where: it fills the front of the box, in whatever colour."""
    def look():
        return t.image(view)

    check.effect(display, 'Visibility', 0, look, lambda shown, hidden: spans(shown, 0, 4, 0, 4) and hidden.max() == 0, 'shown and hidden')
    check.effect(display, 'Position', [1.0, -0.5, 0.0], look, lambda a, b: spans(a, 0, 4, 0, 4) and spans(b, 1, 5, -0.5, 3.5), 'moved')
    check.effect(display, 'Scale', [0.5, 1.0, 1.0], look, lambda a, b: spans(a, 0, 4, 0, 4) and spans(b, 0, 2, 0, 4), 'half as wide')
    display.Scale = [0.5, 1.0, 1.0]
    check.effect(display, 'Origin', [4.0, 0.0, 0.0], look, lambda a, b: spans(a, 0, 2, 0, 4) and spans(b, 2, 4, 0, 4), 'stretched around another point')
    display.Origin = [2.0, 2.0, 2.0]
    check.effect(display, 'Orientation', [0.0, 0.0, 90.0], look, lambda a, b: spans(a, 1, 3, 0, 4) and spans(b, 0, 4, 1, 3), 'turned around z')
    display.Scale, display.Origin = [1.0, 1.0, 1.0], [0.0, 0.0, 0.0]


def cropping(check, display, view):
    """The box of cropping, of what fills the front."""
    def look():
        return t.image(view)

    display.CroppingScale = [0.5, 1.0, 1.0]
    check.effect(display, 'UseCropping', 1, look, lambda a, b: spans(a, 0, 4, 0, 4) and spans(b, 0, 2, 0, 4), 'the left half alone')
    display.UseCropping = 1
    check.effect(display, 'CroppingScale', [1.0, 0.5, 1.0], look, lambda a, b: spans(a, 0, 2, 0, 4) and spans(b, 0, 4, 0, 2), 'the lower half in place of the left one')
    check.effect(display, 'CroppingOrigin', [1.0, 0.0, 0.0], look, lambda a, b: spans(a, 0, 2, 0, 4) and spans(b, 1, 3, 0, 4), 'moved')
    ends = list(display.CroppingMinimum), list(display.CroppingMaximum)
    check.effect(display, 'CroppingMinimum', [1.0] + ends[0][1:], look, lambda a, b: spans(a, 0, 2, 0, 4) and spans(b, 1, 2, 0, 4), 'from 1 on')
    check.effect(display, 'CroppingMaximum', [3.0] + ends[1][1:], look, lambda a, b: spans(a, 0, 2, 0, 4) and spans(b, 0, 3, 0, 4), 'up to 3')
    check.effect(display, 'CroppingKeepOutside', 1, look, lambda a, b: spans(a, 0, 2, 0, 4) and spans(b, 2, 4, 0, 4), 'the right half in place of the left one')
    display.CroppingOrigin = [2.0, 0.0, 0.0]
    check.effect(display, 'CroppingRotation', [0.0, 0.0, 90.0], look, lambda a, b: spans(a, 2, 4, 0, 4) and spans(b, 0, 2, 0, 2), 'turned around z and the origin')
    display.CroppingOrigin, display.UseCropping = [0.0, 0.0, 0.0], 0


def threshold(check, display, view):
    """The threshold of meshes, of what fills the front."""
    def look():
        return t.image(view)

    display.ThresholdArray, display.ThresholdRange = ['POINTS', 'g'], [0.25, 0.5]
    check.effect(display, 'UseThreshold', 1, look, lambda a, b: spans(a, 0, 4, 0, 4) and spans(b, 1, 2, 0, 4), 'the cells with values from 0.25 to 0.5')
    display.UseThreshold = 1
    check.effect(display, 'ThresholdRange', [0.5, 1.0], look, lambda a, b: spans(a, 1, 2, 0, 4) and spans(b, 2, 4, 0, 4), 'other values')
    check.effect(display, 'ThresholdArray', ['POINTS', 'h'], look, lambda a, b: spans(a, 1, 2, 0, 4) and spans(b, 0, 4, 1, 2), 'another array')
    check.effect(display, 'ThresholdArray', ['CELLS', 'n'], look, lambda a, b: spans(a, 1, 2, 0, 4) and extent(b) is None, 'values of cells, of which none is within')
    display.ThresholdArray, display.ThresholdComponent, display.ThresholdRange = ['POINTS', 'axes'], 0, [0.25, 0.5]
    check.effect(display, 'ThresholdComponent', 1, look, lambda a, b: spans(a, 1, 2, 0, 4) and spans(b, 0, 4, 1, 2), 'another component')
    display.UseThreshold = 0


def slices(check, display, view, behind):
    """Slices of f, opaque ones across the view at first, in a scene that does not show the colour of f = 0.5 in the middle without; `behind` is the colour behind them."""
    def look():
        return t.image(view)

    display.SliceOrigin, display.SliceNormal, display.SliceOffsets, display.SliceOpacity = [2.0, 2.0, 2.0], [0.0, 0.0, 1.0], [0.0], 1.0
    check.effect(display, 'UseSlices', 1, look, lambda a, b: not near(at(a, 2, 2), 0.5, 0.5, 0.5) and near(at(b, 2, 2), 0.5, 0.5, 0.5), 'the colour of the middle')
    display.UseSlices = 1
    check.effect(display, 'SliceOrigin', [2.0, 2.0, 3.0], look, lambda a, b: near(at(b, 1, 3), 0.75, 0.25, 0.75), 'through another point')
    check.effect(display, 'SliceOffsets', [1.0], look, lambda a, b: near(at(b, 1, 3), 0.75, 0.25, 0.75), 'beside the point')
    check.effect(display, 'SliceNormal', [1.0, 0.0, 1.0], look, lambda a, b: near(at(a, 1.0625, 2), 0.5, 0.5, 0.5) and near(at(b, 1.0625, 2), 0.75 - 1 / 64, 0.25 + 1 / 64, 0.75 - 1 / 64), 'tilted')
    check.effect(display, 'SliceOpacity', 0.5, look, lambda a, b: near(at(b, 2, 2), *(0.5 * at(a, 2, 2) + 0.5 * np.array(behind))), 'half of what is behind is seen')
    display.UseSlices = 0


def lighting(check, display, view, expected):
    """Light of a surface that faces the camera, in this colour where all of it is shown; Ambient is 1 and Diffuse 0 before and after."""
    def look():
        return at(t.image(view), 2.2, 2.2)

    colour = np.array(expected)
    display.Ambient, display.Diffuse, display.Specular, display.SpecularPower = 0.0, 0.0, 0.0, 100.0
    tilted(view)
    check.effect(display, 'Ambient', 0.4, look, lambda a, b: a.max() == 0 and near(b, *(0.4 * colour)), 'shown without light')
    display.Ambient = 0.2
    slanted = np.cos(np.pi / 6)
    check.effect(display, 'Diffuse', 0.5, look, lambda a, b: near(a, *(0.2 * colour)) and near(b, *((0.2 + 0.5 * slanted) * colour)), 'scattered light, which falls on it at a slant')
    untilted(view)
    check.effect(display, 'Specular', 0.4, look, lambda a, b: near(b - a, 0.4, 0.4, 0.4), 'a white highlight')
    display.Specular = 0.4
    tilted(view)
    check.effect(display, 'SpecularPower', 1.0, look, lambda a, b: near(a, *(0.2 * colour)) and 0.15 < (b - a).min() and near(b - a, *[(b - a).mean()] * 3), 'a wider highlight, seen from the side')
    untilted(view)
    display.Ambient, display.Specular = 1.0, 0.0


def tilted(view):
    look(view, (np.sin(np.pi / 6), 0, np.cos(np.pi / 6)))


def untilted(view):
    look(view)


def frame_of(display, view):
    """What cast the last frame, why not what was wanted, and how many columns of rays it has."""
    simple.Render(view)
    rows = t.report(display)
    return rows['device'], rows['fallback reason'], rows['image width']


def distance_from_sphere(picture, radius):
    """How far the light of a white sphere in the middle of the box is from that of a sphere, on average."""
    x, y = np.meshgrid((np.arange(64) - 31.5) / 8, (np.arange(48) - 23.5) / 8)
    inside = x * x + y * y < 0.7 * radius * radius
    return np.abs(picture[:, :, 0] - np.sqrt(np.maximum(0, 1 - (x * x + y * y) / radius ** 2)))[inside].mean()


def fall_back(view, display, device):
    """Have something drawn otherwise than wanted: by the CPU where there is no CUDA, else by what knows ray tracing."""
    setattr(display, device, 'CUDA')
    simple.Render(view)
    if 'CPU' not in t.report(display)['device']:
        view.EnableRayTracing = 1
        simple.Render(view)
    setattr(display, device, 'CPU')


class Moving:
    """A view that wants each frame at once while the camera is turned, so that any machine is too slow for as many rays as in stills; look() tells whether a still has a ray in each pixel, and whether a frame in between has fewer."""

    WIDTH = 640

    def __init__(self, source):
        self.view = t.new_view(size=[self.WIDTH, 480])
        self.display = simple.Show(source, self.view)
        look(self.view)
        self.view.GetRenderWindow().AddObserver('StartEvent', self.hurry, 2.0)

    def hurry(self, window, _):
        if window.GetDesiredUpdateRate() > 1:  # not a still
            window.SetDesiredUpdateRate(1e6)

    def look(self):
        simple.Render(self.view)
        still = t.report(self.display)['image width']
        self.view.SMProxy.InteractiveRender()
        return still == self.WIDTH, t.report(self.display)['image width'] < self.WIDTH
