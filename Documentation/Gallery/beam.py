# SPDX-License-Identifier: BSD-3-Clause
"""A beam of forty hexahedra, cut open: a volume with slices on which it is opaque, clipped by a plane."""

import pyvista
from pyvista import examples

import inkray
import inkray.pyvista

beam = examples.load_hexbeam()
plotter = pyvista.Plotter(window_size=[800, 600])
drawn = inkray.pyvista.add_volume(
    plotter, beam, "sample_point_scalars",
    cmap="viridis", opacity=[0.0, 0.2, 0.6], opacity_unit_distance=0.5, scalar_bar_args={"title": "Sample"},
)
drawn.drawing.slices = [((0, 0, 1), (0, 0, z)) for z in (0.5, 2.0, 3.5)]
drawn.drawing.clipping_planes = [((-1, -1, 0), (0.8, 0.8, 0))]
plotter.add_mesh(beam.extract_all_edges(), color="gray", line_width=2)
plotter.camera_position = [(6.4, 4.0, 6.8), (0.5, 0.2, 2.5), (0, 1, 0)]
plotter.show(screenshot="beam.png")
