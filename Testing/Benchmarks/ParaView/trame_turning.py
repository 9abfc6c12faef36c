# SPDX-License-Identifier: BSD-3-Clause
"""Measures how many pictures a second a trame server sends, as in notebooks, while the mouse turns a mesh of
about 94,000 tetrahedra at 800 x 600: all pixels, and a quarter of them
(pyvista.global_theme.trame.interactive_ratio = 0.5).

    PYTHONPATH=build/lib/python Testing/Python/with_display.sh build/python-env/bin/python
    Testing/Benchmarks/ParaView/trame_turning.py [SECONDS]

Needs PyVista, trame and trame-vtk. On a busy machine only the processor's time means something.
"""

import asyncio
import pathlib
import sys
import time

import numpy as np
import pyvista
from trame.app import get_server
from trame_vtk.modules import vtk
from trame_vtk.modules.vtk.protocols.publish_image_delivery import vtkWebPublishImageDelivery

import inkray.pyvista

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Wheel"))
import meshes


async def turn(window, ratio, seconds):
    """Returns the times of the clock and of the processor at which pictures were sent."""
    sent, render = [], vtkWebPublishImageDelivery.still_render

    def note(self, options):
        reply = render(self, options)
        if reply["image"]:
            sent.append((time.perf_counter(), time.process_time()))
        return reply

    vtkWebPublishImageDelivery.still_render = note
    server = get_server(f"turning {ratio}")
    server.enable_module(vtk)
    helper = vtk.get_helper(server)
    server.start(exec_mode="task", port=0, open_browser=False, show_connection_info=False, timeout=0)
    await server.ready
    view = helper.id(window)
    server.protocol_call("viewport.image.push.observer.add", view)
    helper.set_image_quality(window, 50, ratio)
    await asyncio.sleep(1)
    sent.clear()
    mouse = {"view": view, "buttonLeft": 1, "buttonMiddle": 0, "buttonRight": 0, "y": 0.5}
    mouse |= {key: 0 for key in ("shiftKey", "ctrlKey", "altKey", "metaKey")}
    server.protocol_call("viewport.mouse.interaction", {**mouse, "action": "down", "x": 0.3})
    end, moves = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        moves += 1
        server.protocol_call("viewport.mouse.interaction",
                             {**mouse, "action": "move", "x": 0.3 + 0.3 * (moves % 60) / 60})
        await asyncio.sleep(0.008)
    server.protocol_call("viewport.mouse.interaction", {**mouse, "action": "up", "buttonLeft": 0, "x": 0.3})
    await server.stop()
    vtkWebPublishImageDelivery.still_render = render
    return np.array(sent)


def main(seconds=6.0):
    pyvista.OFF_SCREEN = True
    points, tets = meshes.tetrahedra(26, 0.2)
    mesh = pyvista.UnstructuredGrid({pyvista.CellType.TETRA: tets}, points)
    x, y, z = points.T
    mesh["wave"] = np.sin(3 * x) * np.cos(2 * y) + z
    plotter = pyvista.Plotter(window_size=[800, 600])
    drawn = inkray.pyvista.add_volume(plotter, mesh, "wave")
    plotter.camera_position = [(4, 3, 5), (0, 0, 0), (0, 1, 0)]
    plotter.show(auto_close=False)
    print(f"{len(tets)} tetrahedra, {drawn.drawing.device_name}")
    for ratio in (1, 0.5):
        clock, work = 1e3 * np.diff(asyncio.run(turn(plotter.render_window, ratio, seconds)), axis=0).T
        print(f"ratio {ratio}: {1e3 / clock.mean():.1f} pictures a second, {np.median(clock):.0f} ms each in "
              f"the median,", end=" ")
        print(f"{clock.min():.0f} the fastest, {np.median(work):.0f} ms of the processor")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
