# SPDX-License-Identifier: BSD-3-Clause
"""Measures how long a frame of an animation takes in PyVista's window, off screen: new values of a mesh of
about 94,000 tetrahedra.

    PYTHONPATH=build/lib/python Testing/Python/with_display.sh build/python-env/bin/python
    Testing/Benchmarks/ParaView/pyvista_animation.py [FRAMES] [--range]

--range: colors follow the range of the values, which changes in each frame; without it the range is given.

Prints medians: of frames, of their processor's time, of the time that is not ray casting, and of frames of
the same plotter without the volume; and the fastest frame. On a busy machine only ratios of runs that took
turns, and the processor's time, mean something.
"""

import argparse
import pathlib
import statistics
import sys
import time

import numpy as np
import pyvista

import inkray.pyvista

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Wheel"))
import meshes


def main(frames, with_range):
    pyvista.OFF_SCREEN = True
    points, tets = meshes.tetrahedra(26, 0.2)
    mesh = pyvista.UnstructuredGrid({pyvista.CellType.TETRA: tets}, points)
    x, y, z = points.T
    mesh["wave"] = np.sin(3 * x) * np.cos(2 * y) + z
    plotter = pyvista.Plotter(window_size=[800, 600])
    drawn = inkray.pyvista.add_volume(plotter, mesh, "wave", clim=None if with_range else (-2, 2))
    plotter.camera_position = [(4, 3, 5), (0, 0, 0), (0, 1, 0)]
    plotter.show(auto_close=False)
    whole, worked, rest, empty = [], [], [], []
    for frame in range(frames):
        values = np.sin(3 * x + 0.3 * frame) * np.cos(2 * y) + (1 + 1e-3 * frame) * z
        begin, work = time.perf_counter(), time.process_time()
        drawn.set_values(values)
        plotter.render()
        worked.append(1e3 * (time.process_time() - work))
        whole.append(1e3 * (time.perf_counter() - begin))
        rows = drawn.drawing.report()
        rest.append(whole[-1] - rows["camera_ms"] - rows["lists_ms"] - rows["cast_ms"])
    drawn.visibility = False
    for _ in range(frames):
        begin = time.perf_counter()
        plotter.render()
        empty.append(1e3 * (time.perf_counter() - begin))
    of_frame, of_work, of_rest, of_empty = map(statistics.median, (whole, worked, rest, empty))
    print(f"{len(tets)} tetrahedra, {drawn.drawing.device_name}: {of_frame:.0f} ms a frame "
          f"({1e3 / of_frame:.1f}/s),", end=" ")
    print(f"{min(whole):.0f} the fastest, {of_work:.0f} ms of the processor;", end=" ")
    print(f"{of_rest:.0f} ms of it not ray casting; {of_empty:.0f} ms a frame without the volume")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("frames", nargs="?", type=int, default=20)
    parser.add_argument("--range", action="store_true")
    options = parser.parse_args()
    main(options.frames, options.range)
