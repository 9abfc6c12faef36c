# SPDX-License-Identifier: BSD-3-Clause
"""Noise in tetrahedra of the project's own generator, cut in half: isosurfaces in a volume. ./demo.sh makes
the file."""

import pyvista

import inkray
import inkray.pyvista

mesh = pyvista.UnstructuredGrid("build/demo/input/generated.vtk")
plotter = pyvista.Plotter(window_size=[800, 600])
drawn = inkray.pyvista.add_volume(plotter, mesh, "scalar", cmap="coolwarm", opacity=[0.8, 0.1, 0.0, 0.1, 0.8],
                                  opacity_unit_distance=0.1)
volume = drawn.drawing
volume.set_isosurfaces([0.4, 0.6], colors=[[0.3, 0.5, 1.0], [1.0, 0.8, 0.3]], opacities=[1.0, 0.4])
volume.gradients = "smooth"
volume.set_material(ambient=0.1, diffuse=0.8, specular=0.4, specular_power=40)
volume.clipping_planes = [((-1, 0.6, 0), mesh.center)]
plotter.camera_position = [(4.4, 3, 3.6), (0, 0, -0.1), (0, 0, 1)]
plotter.show(screenshot="noise.png")
