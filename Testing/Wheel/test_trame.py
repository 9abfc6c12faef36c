# SPDX-License-Identifier: BSD-3-Clause
"""A plotter's view that a trame server draws, as for plotter.show(jupyter_backend="trame") in notebooks. The
pictures show a volume: coarsely during a drag, fully at rest. Skipped if trame is not installed."""

import asyncio
import importlib.util
import os
import sys
import tempfile
import unittest

if not all(map(importlib.util.find_spec, ("pyvista", "trame", "trame_vtk"))):
    print("skipped: PyVista or trame is not there (pip install pyvista trame trame-vtk)")
    sys.exit(77)

import numpy as np
import pyvista
from trame.app import get_server
from trame_vtk.modules import vtk
from trame_vtk.modules.vtk.protocols.publish_image_delivery import vtkWebPublishImageDelivery

import inkray.pyvista
import meshes

pyvista.OFF_SCREEN = True
SIZE = 400, 300


def read_jpeg(data):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "picture.jpg")
        with open(path, "wb") as file:
            file.write(data)
        image = pyvista.read(path)
    return image.active_scalars.reshape(image.dimensions[1], image.dimensions[0], 3)[::-1].astype(float)


async def sent_pictures(window):
    """Returns the pictures that a server sends of a window: at rest, during a drag at half the size, and at
    rest again."""
    pictures, render = [], vtkWebPublishImageDelivery.still_render

    def keep(self, options):
        reply = render(self, options)
        if reply["image"]:
            pictures.append(read_jpeg(bytes(reply["image"])))
        return reply

    vtkWebPublishImageDelivery.still_render = keep
    server = get_server("inkray")
    server.enable_module(vtk)
    helper = vtk.get_helper(server)
    server.start(exec_mode="task", port=0, open_browser=False, show_connection_info=False, timeout=0)
    await server.ready
    server.protocol_call("viewport.image.push.observer.add", helper.id(window))
    for i, (quality, ratio) in enumerate([(50, 0.5), (100, 1)]):
        helper.set_image_quality(window, quality, ratio)
        helper.push_image(window)
        for _ in range(300):  # pictures are encoded in the background
            if len(pictures) > i + 1:
                break
            await asyncio.sleep(0.1)
    await server.stop()
    vtkWebPublishImageDelivery.still_render = render
    return pictures


class Trame(unittest.TestCase):
    def test_pictures_at_rest_and_while_dragged(self):
        points, tets = meshes.tetrahedra(6, 0.2)
        grid = pyvista.UnstructuredGrid({pyvista.CellType.TETRA: tets}, points)
        grid["x"] = points[:, 0]
        plotter = pyvista.Plotter(window_size=SIZE)
        inkray.pyvista.add_volume(plotter, grid, "x", opacity=[[-1, 2], [1, 2]], show_scalar_bar=False)
        plotter.camera_position = [(4, 3, 5), (0, 0, 0), (0, 1, 0)]
        plotter.show(auto_close=False)
        full = plotter.screenshot(return_img=True)[..., :3].astype(float)
        self.assertGreater(full.std(), 30)
        first, dragged, rest = asyncio.run(sent_pictures(plotter.render_window))
        self.assertEqual(dragged.shape, (SIZE[1] // 2, SIZE[0] // 2, 3))
        for picture in (first, rest):
            self.assertLess(np.abs(picture - full).mean(), 2)
        small = full.reshape(SIZE[1] // 2, 2, SIZE[0] // 2, 2, 3).mean((1, 3))
        self.assertLess(np.abs(dragged - small).mean(), 5)
        plotter.close()


if __name__ == "__main__":
    unittest.main()
