# SPDX-License-Identifier: BSD-3-Clause
"""Four ways to see one image: a volume, the greatest values along the rays, slices in the volume, and
isosurfaces."""

import pyvista
from pyvista import examples

import inkray.pyvista

image, name = examples.load_uniform(), "Spatial Point Data"
plotter = pyvista.Plotter(shape=(2, 2), window_size=[800, 600], border=False)
for i, (title, blending) in enumerate([("composite", "composite"), ("maximum", "maximum"),
                                       ("slices", "composite")]):
    plotter.subplot(i // 2, i % 2)
    plotter.add_text(title, font_size=12)
    drawn = inkray.pyvista.add_volume(plotter, image, name, blending=blending, cmap="magma",
                                      show_scalar_bar=False)
# Normals and points.
drawn.drawing.slices = [((1, 0, 0), (3, 0, 0)), ((0, 1, 0), (0, 3, 0)), ((0, 0, 1), (0, 0, 3))]
plotter.subplot(1, 1)
plotter.add_text("isosurfaces", font_size=12)
inkray.pyvista.add_isosurface(
    plotter, image, [50, 150, 300, 500], name, cmap="magma", clim=(0, 729), opacity=[0.3, 0.4, 0.6, 1.0],
    show_scalar_bar=False
)
plotter.link_views()
plotter.camera_position = [(28, 22, 26), (4.5, 4.5, 4.5), (0, 0, 1)]
plotter.show(screenshot="modes.png")
