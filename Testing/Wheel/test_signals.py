# SPDX-License-Identifier: BSD-3-Clause
"""Ctrl-C ends a loop of a plotter's frames, at whatever moment it comes."""

import random
import signal
import time
import unittest

import numpy as np

# This import is the first because it ends the test if PyVista is not installed.
from plotters import cube, gray_fog, look, new_plotter
from vtkmodules.vtkCommonCore import vtkFloatArray
import inkray.pyvista


class Signals(unittest.TestCase):
    def setUp(self):
        self.before = signal.signal(signal.SIGALRM, signal.default_int_handler)
        self.plotter = new_plotter((160, 120))
        self.drawn = gray_fog(self.plotter)
        inkray.pyvista.add_isosurface(self.plotter, cube(), [0.0], "x")  # the isosurface writes depths
        look(self.plotter)
        self.plotter.show(auto_close=False)  # PyVista renders nothing before this call

    def tearDown(self):
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.before)
        self.plotter.close()

    def lost(self, step, count):
        """Sends `count` signals, each at a random moment of a loop of steps. Returns how many of them did not
        end the loop."""
        numbers, lost = random.Random(count), 0
        start = time.perf_counter()
        for _ in range(5):
            step()
        frame = (time.perf_counter() - start) / 5
        for _ in range(count):
            try:
                signal.setitimer(signal.ITIMER_REAL, numbers.uniform(0.1, 3) * frame)
                while signal.getitimer(signal.ITIMER_REAL)[0] > 0:
                    step()
                for _ in range(3):  # the signal may have come within the last step
                    step()
                lost += 1
            except KeyboardInterrupt:
                pass
        return lost

    def test_arrays_in_frames(self):
        """VTK asks arrays for their length and their first item to choose a form of a function. VTK cannot
        handle an error there, so it must not call functions of Python for this."""
        asked, kind = [], type(vtkFloatArray())
        names = [name for name in ("__len__", "__getitem__") if hasattr(kind, name)]
        for name in names:
            setattr(kind, name, lambda *_: asked.append(name) or len(asked))
        try:
            self.plotter.render()
        finally:
            for name in names:
                delattr(kind, name)  # restores the functions of the base class
        self.assertEqual(asked, [])

    def test_frames(self):
        self.assertEqual(self.lost(self.plotter.render, 400), 0)

    def test_frames_with_new_values(self):
        values = np.ones(self.drawn.drawing.num_points)

        def step():
            self.drawn.drawing.set_values(values)
            self.plotter.render()

        self.assertEqual(self.lost(step, 300), 0)


if __name__ == "__main__":
    unittest.main()
