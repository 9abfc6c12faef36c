# SPDX-License-Identifier: BSD-3-Clause
"""Stress in an engine's piston of ten-node tetrahedra. ./demo.sh makes the file, from a mesh that Debian
ships."""

import pyvista

import inkray.pyvista

piston = pyvista.UnstructuredGrid("build/demo/input/piston.vtk")
plotter = pyvista.Plotter(window_size=[800, 600], lighting="three lights")
inkray.pyvista.add_volume(
    plotter, piston, "von_mises",
    cmap="turbo", clim=(0, 60), opacity=[0.05, 0.3, 0.8, 1.0, 1.0], opacity_unit_distance=2.5, shade=True,
    scalar_bar_args={"title": "Von Mises stress (MPa)"},
)
plotter.enable_anti_aliasing("ssaa")
plotter.camera_position = [(140, -152, 122), (0, 0, 14), (0, 0, 1)]
plotter.show(screenshot="piston.png")
