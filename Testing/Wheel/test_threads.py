# SPDX-License-Identifier: BSD-3-Clause
"""Several threads on one object, other threads while one works, and Ctrl-C."""

import os
import signal
import threading
import unittest

import numpy as np

import inkray
import meshes


class Threads(unittest.TestCase):
    def test_one_object_in_several_threads(self):
        points, tets = meshes.tetrahedra(8, 0.2)
        volume = inkray.MeshVolume(points, tets, device="cpu")
        volume.set_values(points[:, 0])
        expected = volume.render(size=(200, 200))[0]
        wrong = []

        def work(number):
            for _ in range(5):
                if number % 2:
                    volume.set_values(points[:, 0])
                if not np.array_equal(volume.render(size=(200, 200))[0], expected):
                    wrong.append(number)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_interrupt_ends_a_long_frame(self):
        points, tets = meshes.tetrahedra(20, 0.2)
        volume = inkray.MeshVolume(points, tets, device="cpu")
        volume.set_values(points[:, 0])
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        with self.assertRaises(KeyboardInterrupt):
            timer.start()  # another thread runs while frames are drawn
            for _ in range(200):
                volume.render(size=(2000, 2000))
        timer.join()
        self.assertGreater(volume.render(size=(100, 100))[0].max(), 0.1)


if __name__ == "__main__":
    unittest.main()
