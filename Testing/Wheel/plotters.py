# SPDX-License-Identifier: BSD-3-Clause
"""PyVista's plotters without a window, and what their tests draw in them. Ends the test with status 77 if
PyVista is not installed."""

import sys

import numpy as np

try:
    import pyvista
except ImportError:
    print("skipped: PyVista is not there (pip install pyvista)")
    sys.exit(77)

import inkray
import inkray.pyvista
import meshes

pyvista.OFF_SCREEN = True
BACKGROUND = np.array([51, 76, 102]) / 255


def cube(n=6):
    points, tets = meshes.tetrahedra(n, 0.2)
    grid = pyvista.UnstructuredGrid({pyvista.CellType.TETRA: tets}, points)
    grid["x"] = points[:, 0]
    grid["one"] = np.ones(len(points))
    grid["cell"] = points[tets].mean(axis=1)[:, 1]
    return grid


def new_plotter(size=(320, 240), **options):
    plotter = pyvista.Plotter(window_size=size, **options)
    plotter.set_background(BACKGROUND)
    return plotter


def shot(plotter, **options):
    plotter.render()
    return plotter.screenshot(return_img=True, **options)


def look(plotter):
    plotter.camera_position = [(4, 3, 5), (0, 0, 0), (0, 1, 0)]
    plotter.camera.clipping_range = (1, 20)


def gray_fog(plotter, opacity=0.5, **options):
    """A cube of one value that absorbs `opacity` on a unit of length."""
    return inkray.pyvista.add_volume(plotter, cube(), "one", cmap=["black", "black"], clim=(0, 2),
                                     opacity=[(0, opacity), (2, opacity)],
                                     opacity_unit_distance=1.0, show_scalar_bar=False, **options)


def fail(*_):
    raise inkray.Error("a failure")


def expected(drawn, plotter, size):
    """Returns the picture that the module alone draws with the plotter's camera, over the plotter's
    background."""
    camera = inkray.Camera.from_vtk(plotter.camera, size)
    rgba, _ = drawn.drawing.render(camera, size)
    return 255 * (rgba[..., :3] + (1 - rgba[..., 3:]) * BACKGROUND)
