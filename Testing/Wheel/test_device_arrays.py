# SPDX-License-Identifier: BSD-3-Clause
"""The kernels take arrays on a CUDA device from where they lie. An array that only claims to lie there raises
one exception."""

import unittest

import numpy as np

import dlpack
import inkray
import meshes
from inkray.cells import as_tetrahedra

POINTS, TETS = meshes.tetrahedra(6, 0.2)
HAS_CUDA = inkray.cuda_device()[0]


def host(numbers, **options):
    return dlpack.Array(numbers.ctypes.data, numbers.shape, numbers.dtype, owner=numbers, **options)


def picture(drawn):
    return drawn.render(size=(50, 40))[0]


class Types(unittest.TestCase):
    def test_types_of_cells_on_a_device(self):
        tets = host(TETS.copy(), device=(dlpack.CUDA, 0))
        for types in (None, 10, [10], np.full(len(TETS), 10)):
            self.assertEqual(as_tetrahedra(POINTS, tets, types).num_cells, len(TETS))
        for name, types in [("cells: ", 12), ("cells: ", np.full(len(TETS), 12)), ("cell_types: ", [10, 10])]:
            with self.assertRaises(inkray.InvalidInput) as caught:
                as_tetrahedra(POINTS, tets, types)
            self.assertTrue(str(caught.exception).startswith(name), str(caught.exception))


class Everywhere(unittest.TestCase):
    def refused(self, name, call, *arguments, **options):
        with self.assertRaises(inkray.InvalidInput) as caught:
            call(*arguments, **options)
        self.assertTrue(str(caught.exception).startswith(name), str(caught.exception))

    def test_what_is_read_is_given_back(self):
        points, values = host(POINTS.copy()), host(POINTS[:, 0].copy())
        mesh = inkray.MeshVolume(points, TETS)
        mesh.set_values(values)
        expected = inkray.MeshVolume(POINTS, TETS)
        expected.set_values(POINTS[:, 0])
        np.testing.assert_array_equal(picture(mesh), picture(expected))
        for array in (points, values):
            self.assertGreater(array.given, 0)
            self.assertEqual(array.given, array.returned)

    def test_arrays_that_say_they_are_on_a_device_and_are_not(self):
        mesh = inkray.MeshVolume(POINTS, TETS)
        mesh.set_values(POINTS[:, 0])
        before = picture(mesh)
        numbers = POINTS[:, 1].copy()
        for device in ((dlpack.CUDA, 0), (dlpack.CUDA, 99)):
            array = host(numbers, device=device)
            self.refused("values: ", mesh.set_values, array)
            # 1: CUDA's default stream.
            self.assertEqual((array.given, set(array.streams)), (array.returned, {1}))
            grid = host(np.zeros((4, 4, 4), dtype=np.float32), device=device)
            self.refused("volume: ", inkray.Isosurface, grid)
            self.refused("cells: ", inkray.MeshVolume, host(POINTS.copy(), device=device), TETS)
            self.refused("cells: ", inkray.MeshVolume, POINTS, host(TETS.copy(), device=device))
            self.refused("values: ", mesh.set_values, array.__dlpack__())  # a capsule alone
        self.refused("values: ", mesh.set_values, dlpack.Array(0, (len(POINTS),), "f4", (dlpack.CUDA, 0)))
        np.testing.assert_array_equal(picture(mesh), before)

    def test_shapes_and_types_on_a_device(self):
        there = {"device": (dlpack.CUDA, 0)}
        mesh = inkray.MeshVolume(POINTS, TETS)
        count = len(POINTS)
        self.refused("values: ", mesh.set_values, host(np.zeros(count - 1), **there))
        self.refused("values: ", mesh.set_values, host(np.zeros((count, 2, 2)), **there))
        self.refused("values: ", mesh.set_values, host(np.zeros(count, dtype=np.float16), **there))
        column = dlpack.Array(POINTS.ctypes.data, (count,), "f8", (dlpack.CUDA, 0), strides=(3,))
        self.refused("values: ", mesh.set_values, column)
        self.refused("points: ", inkray.MeshVolume, host(np.zeros((count, 2)), **there), TETS)
        self.refused("cells: ", inkray.MeshVolume, POINTS, host(TETS.astype(np.int16), **there))
        self.refused("cells: ", inkray.MeshVolume, POINTS, host(np.zeros((3, 8), dtype=np.int64), **there),
                     12)
        self.refused("volume: ", inkray.Isosurface, host(np.zeros((3, 3)), **there))
        self.refused("opaque_depth: ", _with_values(mesh).render, None, (4, 3),
                     opaque_depth=host(np.ones((3, 4), dtype=np.float32), **there))


def _with_values(mesh):
    mesh.set_values(POINTS[:, 0])
    return mesh


@unittest.skipUnless(HAS_CUDA, f"no CUDA device: {inkray.cuda_device()[1]}")
class OnTheDevice(Everywhere):
    @classmethod
    def setUpClass(cls):
        cls.driver = dlpack.Driver()

    def test_meshes(self):
        to = self.driver.array
        for device in ("cuda", "cpu"):
            for kind in (np.float32, np.float64):
                for ids in (np.int32, np.int64):
                    points, values = POINTS.astype(kind), POINTS[:, 0].astype(kind)
                    expected = inkray.MeshVolume(points, TETS.astype(ids), device=device)
                    expected.set_values(values)
                    mesh = inkray.MeshVolume(to(points), to(TETS.astype(ids)), device=device)
                    mesh.set_values(to(values))
                    self.assertEqual(mesh.bounds, expected.bounds)
                    np.testing.assert_array_equal(picture(mesh), picture(expected))
            cells = np.arange(len(TETS)) % 7
            expected.set_values(cells, "cells")
            mesh.set_values(to(cells.astype(np.uint8)), "cells")
            np.testing.assert_array_equal(picture(mesh), picture(expected))

    def test_cells_that_are_cut_and_ids_out_of_range(self):
        points, hexes = meshes.lattice(4)
        to = self.driver.array
        mesh, expected = inkray.MeshVolume(to(points), hexes, 12), inkray.MeshVolume(points, hexes, 12)
        mesh.set_values(to(points[:, 0]))
        expected.set_values(points[:, 0])
        np.testing.assert_array_equal(picture(mesh), picture(expected))
        self.refused("cells: ", inkray.MeshVolume, POINTS, to(np.where(TETS == 0, len(POINTS), TETS)))
        self.refused("values: ", mesh.set_values, to(np.full(len(points), np.nan)))

    def test_isosurfaces(self):
        axis = np.linspace(-1, 1, 33)
        z, y, x = np.meshgrid(axis, axis, axis, indexing="ij")
        for kind in (np.float32, np.float64, np.uint16):
            grid = (1000 * (x * x + y * y + z * z)).astype(kind)
            pictures = []
            for volume in (grid, self.driver.array(grid)):
                surface = inkray.Isosurface(volume, 2 / 32, (-1, -1, -1))
                surface.isovalues = 500
                surface.set_color_values(volume if volume is grid else self.driver.array(grid), [0, 1000],
                                         [[1, 0, 0], [0, 0, 1]])
                pictures.append(picture(surface))
            np.testing.assert_array_equal(pictures[0], pictures[1])

    def test_memory_that_was_freed(self):
        mesh = inkray.MeshVolume(POINTS, TETS)
        values = self.driver.array(POINTS[:, 0])
        mesh.set_values(values)
        before = picture(mesh)
        self.driver.free(values)
        self.refused("values: ", mesh.set_values, values)
        np.testing.assert_array_equal(picture(mesh), before)


if __name__ == "__main__":
    unittest.main()
