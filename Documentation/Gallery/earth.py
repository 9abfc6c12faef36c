# SPDX-License-Identifier: BSD-3-Clause
"""The Earth in the field of a dipole: a volume of hexahedra in spherical coordinates, with an opaque globe
within it."""

import numpy as np
import pyvista
from pyvista import examples

import inkray.pyvista

EARTH = 6.371  # radius in thousands of kilometres
globe = examples.load_globe()
globe.points = globe.points / 1e9
radii, polar, around = (EARTH * np.linspace(1.05, 4, 40), np.radians(np.linspace(0.5, 179.5, 46)),
                        np.radians(np.linspace(0, 270, 55)))
r, theta, phi = np.meshgrid(radii, polar, around, indexing="ij")
field = pyvista.StructuredGrid(r * np.sin(theta) * np.cos(phi), r * np.sin(theta) * np.sin(phi),
                               r * np.cos(theta))
# The distance at which its line crosses the equator.
field["Field line"] = (r / EARTH / np.sin(theta) ** 2).ravel(order="F")

plotter = pyvista.Plotter(window_size=[800, 600])
plotter.background_color = pyvista.Color("black")
plotter.add_mesh(globe, texture=examples.load_globe_texture())
opacity = [(value + step, 0.3 * (step == 0)) for value in (1.6, 2.4, 3.2) for step in (-0.12, 0, 0.12)]
inkray.pyvista.add_volume(plotter, field, "Field line", clim=(1, 4), cmap="cool", opacity=opacity,
                          scalar_bar_args={"color": "white"})
plotter.camera_position = [(38, 40, 30), (0, 0, -5), (0, 0, 1)]
plotter.show(screenshot="earth.png")
