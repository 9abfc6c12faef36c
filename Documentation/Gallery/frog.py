# SPDX-License-Identifier: BSD-3-Clause
"""The organs of a frog: isosurfaces of an image that says which tissue each voxel is, a surface for each
organ."""

import numpy as np
import pyvista
from pyvista import examples

import inkray.pyvista

# Of the file's tissues.
ORGANS = {"ivory": 13, "firebrick": 10, "hotpink": 11, "gold": 15, "darkorange": 9, "royalblue": 2}

frog = examples.load_frog_tissues()
frog = frog.extract_subset(frog.extent, rate=(3, 3, 2))
plotter = pyvista.Plotter(window_size=[800, 600])
plotter.background_color = pyvista.Color("midnightblue")
for color, tissue in ORGANS.items():
    organ = pyvista.ImageData(dimensions=frog.dimensions, spacing=frog.spacing)
    organ["share"] = np.float32(frog["MetaImage"] == tissue)
    inkray.pyvista.add_isosurface(plotter, organ.gaussian_smooth(std_dev=0.7), 0.4, "share", color=color,
                                  specular=0.3, specular_power=30)
plotter.enable_anti_aliasing("ssaa")
plotter.camera_position = [(-280, 50, 800), (240, 255, 100), (0.2, -1, 0.2)]
plotter.show(screenshot="frog.png")
