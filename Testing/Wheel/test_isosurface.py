# SPDX-License-Identifier: BSD-3-Clause
"""Compares pictures of isosurfaces with closed forms, and checks where volumes lie and how pictures are laid
out."""

import gc
import unittest
import weakref

import numpy as np

import inkray
import meshes

CAMERA = inkray.Camera((0, 0, 10), up=(0, 1, 0), view_angle=20)


def grid(n=33, low=-1.0, high=1.0):
    axis = np.linspace(low, high, n)
    z, y, x = np.meshgrid(axis, axis, axis, indexing="ij")
    return x, y, z


class Exactness(unittest.TestCase):
    def test_plane_of_a_linear_field(self):
        x, y, z = grid(17)
        surface = inkray.Isosurface(x + 2 * y + 4 * z, 2 / 16, (-1, -1, -1), device="cpu")
        surface.isovalues = 1.5
        camera = inkray.Camera((0.3, 0.4, 9), (0.3, 0.4, 0), up=(0, 1, 0), view_angle=10)
        rgba, depth = surface.render(camera, (41, 41))
        for row, column in [(20, 20), (24, 13), (17, 25)]:
            origin, direction = meshes.pixel_ray(camera, (41, 41), surface.bounds, row, column)
            normal = np.array([1.0, 2.0, 4.0])
            t = (1.5 - normal @ origin) / (normal @ direction)
            self.assertAlmostEqual(depth[row, column], 9 - (origin + t * direction)[2], delta=2e-4)
        # The light is the headlight: white times the component of the unit normal towards the viewer.
        self.assertAlmostEqual(rgba[20, 20, 0], 4 / np.sqrt(21), delta=1e-3)
        self.assertEqual(rgba[20, 20, 3], 1)

    def test_sphere_of_each_type_of_numbers(self):
        x, y, z = grid(65)
        radius = np.sqrt(x * x + y * y + z * z)
        for dtype, scale in [(np.float32, 1), (np.float64, 1), (np.float16, 1), (np.uint8, 100),
                             (np.int16, 1000), (np.uint16, 1000), (np.int64, 1000), (np.uint64, 1000)]:
            surface = inkray.Isosurface((radius * scale).astype(dtype), 2 / 64, (-1, -1, -1), device="cpu")
            surface.isovalues = [0.6 * scale]
            rgba, depth = surface.render(CAMERA, (41, 41))
            self.assertAlmostEqual(depth[20, 20], 10 - 0.6, delta=0.02, msg=str(dtype))
            self.assertTrue(np.isinf(depth[0, 0]) and rgba[0, 0, 3] == 0)

    def test_translucent_surfaces_in_depth_order(self):
        _, _, z = grid(9)
        surface = inkray.Isosurface(z, 2 / 8, (-1, -1, -1), device="cpu")
        surface.set_isosurfaces([-0.5, 0.5], colors=[[0, 1, 0], [1, 0, 0]], opacities=[1, 0.25])
        rgba, depth = surface.render(CAMERA, (41, 41))
        np.testing.assert_allclose(rgba[20, 20], [0.25, 0.75, 0, 1], atol=1e-5)
        self.assertAlmostEqual(depth[20, 20], 10.5, delta=1e-3)


class Placement(unittest.TestCase):
    def test_axes_are_z_y_x_and_rows_from_above(self):
        volume = np.zeros((4, 6, 8), dtype=np.float32)  # 8 along x, 6 along y, 4 along z
        volume[1:3, 4, 6] = 1
        surface = inkray.Isosurface(volume, (1, 2, 3), (10, 20, 30))
        self.assertEqual(surface.bounds, (10, 17, 20, 30, 30, 39))
        surface.isovalues = 0.5
        camera = inkray.Camera((13.5, 25, 100), (13.5, 25, 0), up=(0, 1, 0), parallel_height=5)
        rgba, _ = surface.render(camera, (100, 100))
        rows, columns = np.nonzero(rgba[..., 3])
        # The ridge is at x = 16, y = 28. That is 2.5 to the right of the center and 3 above it. A unit is ten
        # pixels.
        self.assertAlmostEqual(columns.mean(), 49.5 + 25, delta=1)
        self.assertAlmostEqual(rows.mean(), 49.5 - 30, delta=1)

    def test_direction(self):
        x, _, _ = grid(9)
        turned = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]], dtype=float)  # the first axis lies along y
        surface = inkray.Isosurface(x, 0.25, turned @ (-1, -1, -1), turned)
        surface.isovalues = 0.5
        camera = inkray.Camera((0, 10, 0), up=(0, 0, 1))
        self.assertAlmostEqual(surface.render(camera, (21, 21))[1][10, 10], 9.5, delta=1e-3)

    def test_rectilinear(self):
        axis = np.array([-1.0, -0.9, -0.5, 0.2, 1.0])
        z = np.broadcast_to(axis[:, None, None], (5, 5, 5))
        surface = inkray.Isosurface(z, coordinates=(axis, axis, axis))
        surface.isovalues = 0.3
        self.assertAlmostEqual(surface.render(CAMERA, (21, 21))[1][10, 10], 9.7, delta=1e-3)

    def test_values_of_cells_lie_in_their_middles(self):
        cells = np.broadcast_to(np.arange(4.0)[:, None, None], (4, 4, 4))
        surface = inkray.Isosurface(cells, 0.5, (-1, -1, -1), association="cells")
        self.assertEqual(surface.bounds, (-1, 1, -1, 1, -1, 1))
        surface.isovalues = 2.0  # the middle of the third cell
        self.assertAlmostEqual(surface.render(CAMERA, (21, 21))[1][10, 10], 10 - 0.25, delta=1e-3)


class Options(unittest.TestCase):
    def test_color_values(self):
        x, _, z = grid(17)
        surface = inkray.Isosurface(z, 2 / 16, (-1, -1, -1))
        surface.isovalues = 0.0
        surface.set_color_values(x, [-1, 1], [[1, 0, 0], [0, 0, 1]])
        rgba, _ = surface.render(CAMERA, (41, 41))
        np.testing.assert_allclose(rgba[20, 20, :3], [0.5, 0, 0.5], atol=1e-2)
        self.assertGreater(rgba[20, 25, 2], 0.55)
        surface.set_color_values(x, [-1, -0.25, 0.25, 1], [[1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1]])
        np.testing.assert_allclose(surface.render(CAMERA, (41, 41))[0][20, 20, :3], [0, 1, 0], atol=1e-2)
        surface.set_color_values(None)
        np.testing.assert_allclose(surface.render(CAMERA, (41, 41))[0][20, 25], 1, atol=1e-2)

    def test_color_values_of_cells(self):
        axis = np.arange(4.0) - 1.5
        x, z = np.meshgrid(axis, axis, indexing="xy")
        cells = [np.broadcast_to(a[:, None, :], (4, 4, 4)) for a in (x, z)]
        surface = inkray.Isosurface(cells[1], 0.5, (-1, -1, -1), association="cells", device="cpu")
        surface.isovalues = 0.0
        surface.set_color_values(cells[0], [-1.5, 1.5], [[1, 0, 0], [0, 0, 1]])
        rgba, _ = surface.render(CAMERA, (41, 41))
        np.testing.assert_allclose(rgba[20, 20, :3], [0.5, 0, 0.5], atol=1e-2)
        before = surface.render(CAMERA, (41, 41))[0]
        with self.assertRaises(inkray.InvalidInput):
            surface.set_color_values(cells[0], [[0]], [[0, 1, 0]])
        np.testing.assert_array_equal(surface.render(CAMERA, (41, 41))[0], before)

    def test_arrays_that_were_copied_are_let_go_of(self):
        for dtype, is_kept in [(np.float32, True), (np.float64, False)]:
            volume, colors = (np.arange(64).reshape(4, 4, 4).astype(dtype) for _ in range(2))
            kept = [weakref.ref(volume), weakref.ref(colors)]
            surface = inkray.Isosurface(volume, device="cpu")
            surface.set_color_values(colors, [0, 63], [[0, 0, 0], [1, 1, 1]])
            del volume, colors
            gc.collect()
            self.assertEqual([ref() is not None for ref in kept], [is_kept] * 2, dtype)
            del surface
            gc.collect()
            self.assertEqual([ref() for ref in kept], [None] * 2)

    def test_clipping_planes_and_opaque_depth(self):
        _, _, z = grid(9)
        surface = inkray.Isosurface(z, 2 / 8, (-1, -1, -1))
        surface.isovalues = [0.5, -0.5]
        surface.clipping_planes = [((0, 0, -1), (0, 0, 0))]
        self.assertAlmostEqual(surface.render(CAMERA, (21, 21))[1][10, 10], 10.5, delta=1e-3)
        rgba, depth = surface.render(CAMERA, (21, 21), opaque_depth=np.full((21, 21), 10.2))
        self.assertEqual(rgba.max(), 0)

    def test_what_holds_where_nothing_is_said(self):
        """The defaults are smooth normals and an exponent of 1 for highlights."""
        x, y, z = grid(5)
        pictures = {}
        for smooth, power in [(None, None), (True, 1.0), (False, 1.0), (True, 2.0)]:
            surface = inkray.Isosurface(x * x + y * y + z * z, 0.5, (-1, -1, -1), device="cpu")
            surface.isovalues = 0.6
            if smooth is not None:
                surface.smooth_normals = smooth
            surface.set_material(diffuse=0.5, specular=0.5,
                                 **({} if power is None else {"specular_power": power}))
            pictures[smooth, power] = surface.render(CAMERA, (41, 41))[0]
        first = pictures.pop((None, None))
        same = {key: bool((picture == first).all()) for key, picture in pictures.items()}
        self.assertEqual(same, {(True, 1.0): True, (False, 1.0): False, (True, 2.0): False})

    def test_component_or_length(self):
        x, y, z = grid(9)
        vectors = np.stack([x, y, z], axis=-1)
        surface = inkray.Isosurface(vectors, 0.25, (-1, -1, -1), component=2)
        surface.isovalues = 0.5
        self.assertAlmostEqual(surface.render(CAMERA, (21, 21))[1][10, 10], 9.5, delta=1e-3)
        surface = inkray.Isosurface(vectors, 0.25, (-1, -1, -1))
        surface.isovalues = 0.75
        self.assertAlmostEqual(surface.render(CAMERA, (21, 21))[1][10, 10], 9.25, delta=2e-2)

    def test_float32_is_read_in_place(self):
        x, _, z = grid(33)
        volume = z.astype(np.float32)
        surface = inkray.Isosurface(volume, 2 / 32, (-1, -1, -1), device="cpu")
        self.assertEqual(surface.report()["volume_bytes"], 0)
        del volume  # the surface keeps the volume
        surface.isovalues = 0.5
        self.assertAlmostEqual(surface.render(CAMERA, (21, 21))[1][10, 10], 9.5, delta=1e-3)


if __name__ == "__main__":
    unittest.main()
