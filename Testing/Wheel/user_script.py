# SPDX-License-Identifier: BSD-3-Clause
"""A script as users write it, for type checkers (test_types.py). It does not run."""

import numpy as np

import inkray

volume = inkray.MeshVolume(np.zeros((4, 3)), np.zeros((1, 4), dtype=int), device="cpu")
volume.set_values([1, 2, 3, 4], component=None)
volume.transfer_function([0, 1], [[0, 0, 0], (1, 1, 1)], [0, 0.5], unit_distance=2)
volume.blend, volume.shade = "maximum", True
volume.lights = [inkray.Light()]
volume.lights = []
volume.clipping_planes = [((1, 0, 0), (0, 0, 0))]
volume.slices = [[(1, 0, 0), np.zeros(3)], [(0, 1, 0), np.zeros(3)]]
volume.slices = ()
volume.missing = [1, 0, 0, 0.5]
volume.missing = np.ones(4)
volume.average_range = (0, 5)
volume.set_isosurfaces(0.5, colors=(1, 0, 0))
surface = inkray.Isosurface(np.zeros((3, 3, 3)), (1, 2, 3), coordinates=None)
surface.set_isosurfaces([0.5, 0.7], opacities=[1, 0.5])
surface.lights = (inkray.Light((0, 0, -1)), inkray.Light((1, 0, -1)))
surface.clipping_planes = [((1, 0, 0), (0, 0, 0))]
grid = inkray.GridVolume(np.zeros((3, 3, 3)), (1, 2, 3), coordinates=None, hidden=np.zeros((2, 2, 2)))
grid.set_values(np.arange(27), component=0)
grid.transfer_function([0, 1], [[0, 0, 0], (1, 1, 1)], [0, 0.5])
grid.blend, grid.shade = "average", True
volumes: list[inkray.MeshVolume | inkray.GridVolume] = [volume, grid]
rgba, depth = volume.render(inkray.Camera((1, 2, 3)), (3, 4))
camera = inkray.Camera.looking_at(volume.bounds, view_angle=20)
first = rgba[0, 0] + depth[0, 0]
volume.gradient_opacity_function([0, 1], np.ones(2))
grid.transfer_function_2d((0, 1), (0, 5), np.ones((2, 3, 3)), np.ones((2, 3)), unit_distance=0.1)
volume.crop_box, grid.crop_box = (0, 1, 0, 1, 0, 1), None
grid.crop_keeps_outside = True
