# SPDX-License-Identifier: BSD-3-Clause
"""Sand in the channels of an old river, 6 million cells of a model of the ground: the surface of one kind of
rock."""

import numpy as np
import pyvista
from pyvista import examples

import inkray.pyvista

ground = examples.load_channels()
kinds = pyvista.ImageData(dimensions=[n - 1 for n in ground.dimensions])  # a point for each cell
kinds["sand"] = np.float32(ground["facies"] >= 3)

plotter = pyvista.Plotter(window_size=[800, 600])
plotter.add_mesh(kinds.outline(), color="black")
inkray.pyvista.add_isosurface(plotter, kinds, 0.5, "sand", color="sandybrown", specular=0.2,
                              specular_power=20)
plotter.enable_anti_aliasing("ssaa")
plotter.camera_position = [(480, 480, 400), (124.5, 124.5, 45), (0, 0, 1)]
plotter.show(screenshot="channels.png")
