# SPDX-License-Identifier: BSD-3-Clause
"""A scene whose pictures are known beforehand. A box from 0 to 4 along x, y and z is seen along -z in
parallel projection: 8 pixels per unit, with a margin of 1 unit. Its arrays rise from 0 to 1 along one axis
each."""
import numpy as np
from paraview import servermanager, simple

import iso_testing as iso
import raycast_testing as t

SIZE = [64, 48]
EXACT = 1.5 / 255
GREEN, MAGENTA = [0.0, 1.0, 0.0], [1.0, 0.0, 1.0]


def box():
    """An image with arrays of points f, g and h, which rise along z, x and y, 'axes' of x, y and z, q, whose
    isosurfaces are spheres, and 'some', which is f in the right half; n has a number for each layer of cells
    along x."""
    arrays = {'f': lambda x, y, z: z / 4 + 0 * x, 'g': lambda x, y, z: x / 4 + 0 * z,
              'h': lambda x, y, z: y / 4 + 0 * x,
              'axes': lambda x, y, z: np.stack([x / 4, y / 4, z / 4], axis=3),
              'q': lambda x, y, z: np.sqrt((x - 2) ** 2 + (y - 2) ** 2 + (z - 2) ** 2) / 4,
              'some': lambda x, y, z: np.where(x < 1.9, np.nan, z / 4)}
    return iso.producer(iso.image_data(arrays, (9, 9, 9), (0, 0, 0), (4, 4, 4),
                                       cells={'n': lambda x, y, z: np.floor(2 * x) + 0 * y}))


def new_view():
    """A view with one light, at the camera."""
    view = t.new_view(size=SIZE)
    view.UseLight = 0
    light = simple.AddLight(view=view)
    light.Coords, light.Intensity, light.Position, light.FocalPoint = 'Camera', 1.0, [0, 0, 1], [0, 0, 0]
    look(view)
    return view


def look(view, direction=(0, 0, 1)):
    """Look towards the center of the box from a direction."""
    view.CameraParallelProjection, view.CameraParallelScale = 1, 3.0
    view.CameraFocalPoint, view.CameraPosition, view.CameraViewUp = (
        [2, 2, 2], [2 + 20 * d for d in direction], [0, 1, 0])


def at(picture, x, y):
    """The color at a place of the box."""
    return picture[int(8 * (y - 2) + 24), int(8 * (x - 2) + 32)]


def near(color, *expected):
    return np.abs(np.asarray(color) - np.asarray(expected)).max() < EXACT


def extent(picture):
    """The range along x and y in which the picture shows something."""
    seen = picture.max(axis=2) > 2 / 255
    if not seen.any():
        return None
    columns, rows = np.nonzero(seen.any(axis=0))[0], np.nonzero(seen.any(axis=1))[0]
    return tuple(float(n) for n in ((columns[0] - 32) / 8 + 2, (columns[-1] - 31) / 8 + 2,
                                    (rows[0] - 24) / 8 + 2, (rows[-1] - 23) / 8 + 2))


def spans(picture, *expected):
    """Whether the picture shows something in the range x, x, y, y; a pixel is an eighth."""
    found = extent(picture)
    return found is not None and np.abs(np.subtract(found, expected)).max() < 0.13


def colors(array, low=GREEN, high=MAGENTA):
    """Set an array's color map, linear from one color to another over 0 to 1, and return it."""
    map = simple.GetColorTransferFunction(array)
    map.ColorSpace, map.Discretize, map.RGBPoints = 'RGB', 0, [0.0, *low, 1.0, *high]
    map.VectorMode = 'Magnitude'
    return map


def new_colors(low, high):
    """A color map that belongs to no array."""
    return servermanager.rendering.PVLookupTable(ColorSpace='RGB', Discretize=0,
                                                 RGBPoints=[0.0, *low, 1.0, *high])
