# SPDX-License-Identifier: BSD-3-Clause
"""Where a point is at most so far from an airplane: translucent isosurfaces around a mesh that hides what is
behind it."""

import numpy as np
import pyvista
from pyvista import examples

import inkray.pyvista

airplane = examples.load_airplane()
around = pyvista.ImageData(dimensions=(80, 80, 40))
around.origin = (-100, -200, -250)
around.spacing = (25, 22.5, 19.5)
distances = around.compute_implicit_distance(airplane)
distances["distance"] = np.abs(distances["implicit_distance"])

plotter = pyvista.Plotter(window_size=[800, 600])
plotter.add_mesh(airplane, color="lightslategray", smooth_shading=True, split_sharp_edges=True)
inkray.pyvista.add_isosurface(
    plotter, distances, [40, 100, 200], "distance",
    cmap="plasma", clim=(0, 240), opacity=[0.35, 0.25, 0.15], scalar_bar_args={"title": "Distance"},
)
plotter.camera_position = [(-900, -1900, 1500), (880, 680, 100), (0, 0, 1)]
plotter.show(screenshot="airplane.png")
