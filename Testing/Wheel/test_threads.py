# SPDX-License-Identifier: BSD-3-Clause
"""Several threads on one object, other threads during a call, Ctrl-C, handlers of signals, and the end of
Python."""

import os
import signal
import subprocess
import sys
import threading
import unittest

import numpy as np

import inkray
import meshes


LONG = (4000, 4000)  # takes some seconds


def long_volume():
    points, tets = meshes.tetrahedra(40, 0.2)
    volume = inkray.MeshVolume(points, tets, device="cpu")
    volume.set_values(points[:, 0])
    return volume


class Threads(unittest.TestCase):
    def test_one_object_in_several_threads(self):
        points, tets = meshes.tetrahedra(8, 0.2)
        mesh = inkray.MeshVolume(points, tets, device="cpu")
        mesh.set_values(points[:, 0])
        points, _ = meshes.lattice(8)
        grid = inkray.GridVolume(points[:, 0].reshape(8, 8, 8), 2 / 7, (-1, -1, -1), device="cpu")
        for name, volume in (("mesh", mesh), ("grid", grid)):
            with self.subTest(name):
                self.draw_in_threads(volume, points)

    def draw_in_threads(self, volume, points):
        expected = []
        for axis in (1, 0):
            volume.set_values(points[:, axis])
            expected.append(volume.render(size=(200, 200))[0])
        self.assertGreater(np.abs(expected[0] - expected[1]).max(), 0.1)
        wrong, seen = [], set()

        def work(number):
            for turn in range(8):
                if number < 2:
                    volume.set_values(points[:, (number + turn) % 2])
                picture = volume.render(size=(200, 200))[0]
                which = [np.array_equal(picture, one) for one in expected]
                seen.add(tuple(which))
                if not any(which):
                    wrong.append(number)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])
        self.assertEqual(seen, {(True, False), (False, True)})

    def test_one_isosurface_in_several_threads(self):
        axis = np.linspace(-1, 1, 24, dtype=np.float32)
        z, y, x = np.meshgrid(axis, axis, axis, indexing="ij")
        values = x * x + 2 * y * y + z * z
        surface = inkray.Isosurface(values, 2 / 23, (-1, -1, -1), device="cpu")
        place = np.diag([2 / 23, 2 / 23, 2 / 23, 1])
        place[:3, 3] = -1
        camera = inkray.Camera((3, 4, 5))
        isovalues = 0.4, 0.8
        expected = []
        for value in isovalues:
            surface.isovalues = value
            expected.append(surface.render(camera, (80, 80))[0])
        self.assertGreater(np.abs(expected[0] - expected[1]).max(), 0.1)
        wrong, seen = [], set()

        def work(number):
            for turn in range(8):
                if number < 2:
                    surface.isovalues = isovalues[(number + turn) % 2]
                elif number == 2:  # the arrays that frames read come and go
                    surface._caster.set_volume(values.copy(), 0, False,
                                               place.ravel())  # pylint: disable=protected-access
                    surface.set_color_values(values.copy(), [0, 1], np.ones((2, 3)))
                picture = surface.render(camera, (80, 80))[0]
                which = [np.array_equal(picture, one) for one in expected]
                seen.add(tuple(which))
                if not any(which):
                    wrong.append(number)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])
        self.assertEqual(seen, {(True, False), (False, True)})

    def test_color_values_that_come_while_another_volume_is_taken(self):
        # While the colors wait for their turn, the volume's values change from values of points to values of
        # cells.
        kernels = inkray._kernels  # pylint: disable=protected-access
        caster = kernels.IsosurfaceCaster(kernels.DeviceKind.cpu)
        place = np.eye(4).ravel()
        caster.set_volume(np.zeros((4, 4, 4), dtype=np.float32), 0, False, place)
        cells, colors = np.ones((280, 280, 280)), np.zeros((280, 280, 280), dtype=np.uint8)
        refused, threads = [], []

        def color():
            try:
                caster.set_color_values(colors, 0)
            except inkray.InvalidInput as e:
                refused.append(str(e))

        def handler(*_):  # runs in the middle of set_volume
            threads.append(threading.Thread(target=color))
            threads[-1].start()
            threads[-1].join(0.3)
            self.assertTrue(threads[-1].is_alive())  # the thread waits

        before = signal.signal(signal.SIGALRM, handler)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.01)
            caster.set_volume(cells, 0, True, place)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(len(threads), 1)
        threads[0].join()
        self.assertEqual(refused, [])

    def test_interrupt_ends_a_long_frame(self):
        volume = long_volume()
        volume.render(size=(10, 10))
        before = volume.report()["cast_ms"]
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        finished = False
        with self.assertRaises(KeyboardInterrupt):
            timer.start()  # another thread runs while the frame is drawn
            volume.render(size=LONG)
            finished = True
        timer.join()
        self.assertFalse(finished)
        self.assertEqual(volume.report()["cast_ms"], before)  # the frame was aborted before its end
        self.assertGreater(volume.render(size=(100, 100))[0].max(), 0.1)

    def test_handler_of_a_signal_that_draws_what_it_interrupts(self):
        volume, other = long_volume(), long_volume()
        pictures = []

        def handler(*_):
            pictures.append(other.render(size=(5, 5))[0])
            volume.render(size=(5, 5))

        before = signal.signal(signal.SIGALRM, handler)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with self.assertRaisesRegex(inkray.Error, "in use by this thread"):
                volume.render(size=LONG)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(len(pictures), 1)
        self.assertGreater(volume.render(size=(100, 100))[0].max(), 0.1)

    def test_python_ends_while_a_daemon_draws(self):
        script = """
import sys, threading, time
sys.path.insert(0, sys.argv[1])
import test_threads
volume, started = test_threads.long_volume(), threading.Event()
def work():
    while True:
        started.set()
        try:
            volume.render(size=test_threads.LONG)
        except test_threads.inkray.Aborted:
            pass
threading.Thread(target=work, daemon=True).start()
started.wait()
time.sleep(0.2)
print("ends")
"""
        for _ in range(3):
            done = subprocess.run([sys.executable, "-c", script, os.path.dirname(os.path.abspath(__file__))],
                                  capture_output=True, text=True, timeout=100)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ends\n", ""))


if __name__ == "__main__":
    unittest.main()
