# SPDX-License-Identifier: BSD-3-Clause
"""Common parts of tests of Isosurface (Ray Cast), beside raycast_testing: images from formulas, ways to show
them, and counters."""
import numpy as np
from paraview import simple
from paraview.vtk.util import numpy_support
from vtkmodules.vtkCommonDataModel import vtkImageData, vtkRectilinearGrid

import raycast_testing as t

TYPE = 'Isosurface (Ray Cast)'


def image_data(arrays, dimensions=(33, 33, 33), low=(-1.0, -1.0, -1.0), high=(1.0, 1.0, 1.0), cells=None):
    """A vtkImageData over the box [low, high] with the arrays name -> f(x, y, z) at the points, and `cells`
    at the cells' centers."""
    image = vtkImageData()
    image.SetDimensions(*dimensions)
    spacing = [(h - l) / max(1, d - 1) for l, h, d in zip(low, high, dimensions)]
    image.SetOrigin(*low)
    image.SetSpacing(*[s if s > 0 else 1.0 for s in spacing])
    axes = [l + s * np.arange(d) for l, s, d in zip(low, spacing, dimensions)]
    z, y, x = np.meshgrid(axes[2], axes[1], axes[0], indexing='ij')
    for name, f in arrays.items():
        add_array(image.GetPointData(), name, f(x, y, z))
    if cells:
        centers = [(a[1:] + a[:-1]) / 2 for a in axes]
        z, y, x = np.meshgrid(centers[2], centers[1], centers[0], indexing='ij')
        for name, f in cells.items():
            add_array(image.GetCellData(), name, f(x, y, z))
    return image


def rectilinear_data(arrays, axes):
    """A vtkRectilinearGrid with these coordinates along x, y and z, and the arrays name -> f(x, y, z) at the
    points."""
    grid = vtkRectilinearGrid()
    grid.SetDimensions(*[len(axis) for axis in axes])
    for set_coordinates, axis in zip((grid.SetXCoordinates, grid.SetYCoordinates, grid.SetZCoordinates),
                                     axes):
        set_coordinates(numpy_support.numpy_to_vtk(np.ascontiguousarray(axis, dtype=float), deep=1))
    z, y, x = np.meshgrid(axes[2], axes[1], axes[0], indexing='ij')
    for name, f in arrays.items():
        add_array(grid.GetPointData(), name, f(x, y, z))
    return grid


def add_array(attributes, name, values):
    """Add an array of values in the order of the image's points or cells (z slowest); a fourth axis holds
    components."""
    values = np.ascontiguousarray(values)
    components = values.shape[3] if values.ndim == 4 else 1
    array = numpy_support.numpy_to_vtk(values.reshape(-1, components) if components > 1 else values.ravel(),
                                       deep=1)
    array.SetName(name)
    attributes.AddArray(array)
    if not attributes.GetScalars() and components == 1:
        attributes.SetActiveScalars(name)


def sphere(x, y, z):
    """Distance from the origin."""
    return np.sqrt(x * x + y * y + z * z)


def producer(data):
    """A source that outputs this data object."""
    source = simple.TrivialProducer()
    source.GetClientSideObject().SetOutput(data)
    source.UpdatePipeline()
    return source


def show(source, view, isovalues=None, color=None, camera=True, **settings):
    """Show a source as isosurfaces: `color` is an (association, name) pair or None for one color. Normals are
    the interpolant's own, as of flat triangles, unless settings say otherwise."""
    display = simple.Show(source, view)
    display.SetRepresentationType(TYPE)
    display.IsosurfaceSmoothNormals = 0
    if color:
        simple.ColorBy(display, color)
        display.RescaleTransferFunctionToDataRange(False, True)
    else:
        display.ColorArrayName = [None, '']
    if isovalues is not None:
        display.Isovalues = isovalues
    for name, value in settings.items():
        setattr(display, name, value)
    if camera:
        t.turn(view)
    return display


def contour(source, view, isovalues, array=('POINTS', 'RTData'), flat=True):
    """Show the surfaces of the filter Contour. If `flat`, without interpolated normals, as the trilinear
    interpolant has none either."""
    surface = simple.Contour(Input=source, ContourBy=list(array), Isosurfaces=isovalues)
    surface.ComputeNormals = 0 if flat else 1
    display = simple.Show(surface, view)
    display.SetRepresentationType('Surface')
    display.ColorArrayName = [None, '']
    if flat:
        display.Interpolation = 'Flat'
    return surface, display


def flat(display):
    """Show colors without light."""
    display.Ambient, display.Diffuse, display.Specular = 1.0, 0.0, 0.0
    return display


def hit(picture, background=0.0):
    """The pixels of a picture that differ from the background."""
    return np.abs(picture - background).max(axis=2) > 2 / 255


def uploads(display):
    rows = t.report(display)
    return {name: int(rows[row + ' uploads'])
            for name, row in (('volumes', 'volume'), ('colors', 'color array'), ('isovalues', 'isosurface'),
                              ('tables', 'color table'))}


def rays(display):
    rows = t.report(display)
    return {name: int(rows[row]) for name, row in (('rays', 'rays'), ('hits', 'hits'), ('rounds', 'rounds'),
                                                   ('items', 'queue items'), ('kept', 'kept items'))}
