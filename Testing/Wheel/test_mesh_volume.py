# SPDX-License-Identifier: BSD-3-Clause
"""Compares pictures of meshes with closed forms and with a caster in float64, and checks the conventions of
cameras and pictures."""

import math
import unittest
import unittest.mock

import numpy as np

import inkray
import meshes
from inkray import _kernels, functions
from inkray.blend_modes import BLEND_MODES
from inkray.volume import KNOT_TOLERANCE

SIDE = inkray.Camera((0, 0, 10), up=(0, 1, 0), parallel_height=1.5)


def cube(n=5, jitter=0.3):
    points, tets = meshes.tetrahedra(n, jitter)
    return points, tets, inkray.MeshVolume(points, tets, device="cpu")


class Exactness(unittest.TestCase):
    def test_homogeneous_cube_absorbs_by_its_length(self):
        points, _, volume = cube()
        volume.set_values(np.ones(len(points)))
        volume.transfer_function([0, 2], [[1, 0.5, 0.25]] * 2, [0.7, 0.7], unit_distance=1.0)
        rgba, depth = volume.render(SIDE, (64, 48))
        opacity = 1 - math.exp(-0.7 * 2)
        inside = rgba[10:38, 20:44]  # the cube is 32 pixels high and wide
        self.assertEqual((rgba.dtype, rgba.shape, depth.shape), (np.float32, (48, 64, 4), (48, 64)))
        np.testing.assert_allclose(
            inside, np.broadcast_to([opacity, opacity / 2, opacity / 4, opacity], inside.shape), atol=2e-6)
        self.assertEqual(rgba[:7].max(), 0)
        self.assertTrue(np.isinf(depth).all())

    def test_perspective_rays_are_longer_to_the_side(self):
        points, _, volume = cube()
        volume.set_values(np.ones(len(points)))
        volume.transfer_function([0], [[1, 1, 1]], [0.3], unit_distance=1.0)
        camera = inkray.Camera((0, 0, 4), up=(0, 1, 0), view_angle=20)
        rgba, _ = volume.render(camera, (31, 31))
        for row, column in [(15, 15), (10, 20), (22, 9)]:
            _, direction = meshes.pixel_ray(camera, (31, 31), volume.bounds, row, column)
            expected = 1 - math.exp(-0.3 * 2 / abs(direction[2]))
            self.assertAlmostEqual(rgba[row, column, 3], expected, delta=2e-6)

    def test_linear_field_against_the_integral_in_double(self):
        points, _, volume = cube(4, 0.0)
        volume.set_values(points[:, 2])  # the values change along the rays
        volume.transfer_function([-1, 1], [[0, 0, 0], [1, 0, 0]], [0, 1], unit_distance=0.5)
        rgba, _ = volume.render(SIDE, (33, 33))
        # The ray enters at z = 1, so z is 1 - s at distance s. There the attenuation is
        # 2 (1 + z) / 2 = 2 - s, and red is 1 - s / 2.
        s = (np.arange(200000) + 0.5) * 1e-5
        weight = (2 - s) * np.exp(-(2 * s - s * s / 2)) * 1e-5
        np.testing.assert_allclose(rgba[16, 16, [0, 3]], [(weight * (1 - s / 2)).sum(), weight.sum()],
                                   atol=5e-6)

    def test_points_that_no_cell_uses_do_not_matter(self):
        points, tets, volume = cube()
        volume.set_values(points[:, 2])
        wanted = volume.render(size=(40, 30))[0]
        chance = np.random.default_rng(3)
        for far in (1e2, 1e6, 1e12, 1e30):
            with self.subTest(far=far):
                more = np.vstack([points, far * chance.uniform(-1, 1, (3, 3))])
                other = inkray.MeshVolume(more, tets, device="cpu")
                other.set_values(more[:, 2].clip(-1, 1))
                self.assertEqual(other.bounds, volume.bounds)
                np.testing.assert_allclose(other.render(size=(40, 30))[0], wanted, atol=1e-5)

    def test_a_distant_eye(self):
        points, _, volume = cube()
        volume.set_values(points[:, 2])
        way = np.array((0.3, 0.5, 0.8)) / math.hypot(0.3, 0.5, 0.8)
        for parallel in (True, False):
            pictures = []
            for distance in (3e4, 1e5, 1e7, 1e9):
                look = ({"parallel_height": 1.8} if parallel
                        else {"view_angle": 2 * math.degrees(math.atan(1.8 / distance))})
                camera = inkray.Camera(distance * way, up=(0, 1, 0), **look)
                pictures.append(volume.render(camera, (40, 30))[0])
                np.testing.assert_allclose(pictures[-1], pictures[0], atol=2 / 255,
                                           err_msg=f"{parallel} {distance}")
            self.assertGreater(pictures[0][..., 3].mean(), 0.05)

    def test_rays_through_a_random_mesh(self):
        points, tets, volume = cube(4, 0.3)
        values = np.random.default_rng(5).uniform(0, 1, len(points))
        knots = np.array([[0, 0.1, 0.9, 0.3, 0], [0.3, 0.9, 0.2, 0.1, 2], [0.6, 0.2, 0.4, 0.8, 0.2],
                          [1, 1, 1, 0.5, 3]])
        volume.set_values(values)
        volume.transfer_function(knots[:, 0], knots[:, 1:4], knots[:, 4], unit_distance=1.0)
        camera = inkray.Camera((3, 2, 2.5), (0.1, 0, 0))
        rgba, _ = volume.render(camera, (40, 30))
        for row, column in [(15, 20), (11, 17), (20, 24), (14, 12), (8, 22)]:
            ray = meshes.pixel_ray(camera, (40, 30), volume.bounds, row, column)
            expected = meshes.composite(points, tets, values, knots, *ray)
            self.assertGreater(expected[3], 0.3)
            # The CPU uses a table of the function. The table neglects the order of the colors within a
            # segment, and each segment here spans much of the function. Opacity stays exact.
            np.testing.assert_allclose(rgba[row, column, :3], expected[:3], atol=1e-3)
            np.testing.assert_allclose(rgba[row, column, 3], expected[3], atol=3e-5)

    def test_values_of_cells_are_constant_in_them(self):
        points, tets, volume = cube(3, 0.2)
        cells = np.random.default_rng(6).uniform(0, 1, len(tets))
        volume.set_values(cells, "cells")
        knots = [[0, 1, 0, 0, 0.2], [1, 0, 1, 0, 2]]
        volume.transfer_function([0, 1], [[1, 0, 0], [0, 1, 0]], [0.2, 2.0], unit_distance=1.0)
        camera = inkray.Camera((3, 2, 2.5))
        rgba, _ = volume.render(camera, (30, 30))
        corners = points[tets].reshape(-1, 3)  # each tet has its own points, hence a constant value
        own = np.arange(len(corners)).reshape(-1, 4)
        ray = meshes.pixel_ray(camera, (30, 30), volume.bounds, 14, 16)
        expected = meshes.composite(corners, own, np.repeat(cells, 4), knots, *ray, steps=2000)
        np.testing.assert_allclose(rgba[14, 16], expected, atol=3e-5)


class Conventions(unittest.TestCase):
    def test_upper_row_first_and_left_column_first(self):
        points, _, volume = cube(3, 0.0)
        volume.set_values(points[:, 1])
        volume.transfer_function([-1, 1], [[0, 0, 0], [0, 1, 0]], [50, 50], unit_distance=1.0)
        rgba, _ = volume.render(SIDE, (40, 40))
        self.assertGreater(rgba[10, 20, 1], 0.7)  # above: y is large
        self.assertLess(rgba[30, 20, 1], 0.3)
        volume.set_values(points[:, 0])
        rgba, _ = volume.render(SIDE, (40, 40))
        self.assertGreater(rgba[20, 30, 1], 0.7)  # to the right: x is large
        self.assertLess(rgba[20, 10, 1], 0.3)

    def test_matrices_make_the_same_camera(self):
        points, _, volume = cube(3, 0.2)
        volume.set_values(points[:, 0])
        for camera in (inkray.Camera((3, 2, 2), (0, 0, 0.2), view_angle=40),
                       inkray.Camera((3, 2, 2), parallel_height=2)):
            same = inkray.Camera.from_matrices(*camera.matrices((50, 40), volume.bounds))
            np.testing.assert_array_equal(volume.render(camera, (50, 40))[0],
                                          volume.render(same, (50, 40))[0])

    def test_cameras_stand_where_they_are_said_to(self):
        camera = inkray.Camera((3, 0, 0))
        self.assertEqual((*camera.focal_point, *camera.up, camera.view_angle), (0, 0, 0, 0, 0, 1, 30))
        middle, radius = np.array([2, 2, 3]), 0.5 * np.sqrt(2**2 + 6**2 + 2**2)
        bounds = (1, 3, -1, 5, 2, 4)
        away = radius / np.sin(np.radians(15))
        further = radius / np.sin(np.arctan(0.5 * np.tan(np.radians(15))))
        for arguments, offset, up in [
            ({}, (0, 0, away), (0, 1, 0)),
            ({"direction": (0, 0, 5)}, (0, 0, -away), (0, 1, 0)),
            ({"direction": (0, -2, 0)}, (0, away, 0), (0, 0, 1)),
            ({"direction": (-1, 0, 0), "up": (0, 1, 1)}, (away, 0, 0), (0, 1, 1)),
            ({"size": (100, 50)}, (0, 0, away), (0, 1, 0)),
            ({"size": (50, 100)}, (0, 0, further), (0, 1, 0)),
        ]:
            with self.subTest(**arguments):
                camera = inkray.Camera.looking_at(bounds, **arguments)
                np.testing.assert_allclose(camera.position, middle + offset, atol=1e-12)
                np.testing.assert_allclose(camera.focal_point, middle)
                np.testing.assert_allclose(camera.up, up)
        # A parallel camera also sees what is behind it. A perspective camera sees nothing there.
        inkray.Camera((3, 0, 0), parallel_height=1, clipping_range=(-1, 1))
        for between in (-1, 1), (0, 1):
            with self.assertRaisesRegex(inkray.InvalidInput, "clipping_range"):
                inkray.Camera((3, 0, 0), clipping_range=between)

    def test_default_camera_sees_all(self):
        points, _, volume = cube(3, 0.2)
        volume.set_values(np.ones(len(points)))
        volume.transfer_function([1], [[1, 1, 1]], [50], unit_distance=1.0)
        opacity = volume.render(size=(60, 60))[0][..., 3]
        self.assertGreater((opacity > 0.9).mean(), 0.1)
        self.assertEqual(max(opacity[0].max(), opacity[-1].max(), opacity[:, 0].max(), opacity[:, -1].max()),
                         0)

    def test_default_camera_sees_all_in_pictures_of_any_shape(self):
        points, _, volume = cube(3, 0.0)
        volume.set_values(np.ones(len(points)))
        volume.transfer_function([1], [[1, 1, 1]], [50], unit_distance=1.0)
        for size in [(20, 80), (80, 20)]:
            opacity = volume.render(size=size)[0][..., 3]
            self.assertGreater(opacity.max(), 0.9)
            self.assertEqual(max(opacity[0].max(), opacity[-1].max(), opacity[:, 0].max(),
                                 opacity[:, -1].max()), 0)

    def test_colors_as_matplotlib_and_vtk_give_them(self):
        points, _, volume = cube()
        volume.set_values(points[:, 0])
        table = np.array([[0.2, 0.4, 1.0], [1.0, 0.6, 0.0]])
        pictures = []
        for colors in (table, np.column_stack([table, [1, 1]]), np.round(255 * table).astype(np.uint8)):
            volume.transfer_function([-1, 1], colors, [0.5, 0.5])
            pictures.append(volume.render(SIDE, (40, 30))[0])
            np.testing.assert_allclose(pictures[-1], pictures[0], atol=1e-6)
        self.assertGreater(pictures[0].std(), 0.05)
        with self.assertRaisesRegex(inkray.InvalidInput, "^colors: .*fourth"):
            volume.transfer_function([-1, 1], np.column_stack([table, [1, 0.5]]), [0.5, 0.5])

    def test_functions_with_fewer_knots(self):
        """Tables of 256 colors lose knots, and pictures change by at most a quarter of a level. Jumps and
        thin fog remain."""
        points, _, volume = cube()
        volume.set_values(points[:, 0] + 0.3 * points[:, 1])
        x = np.linspace(-1.3, 1.3, 256)
        x[101] = x[100]  # a jump
        colors = 0.5 + 0.5 * np.sin(np.outer(x, [2.0, 3.0, 4.0]) + [0, 1, 2])
        colors[100, 0], colors[100, 2] = 0, 0
        opacities = 0.4 + 0.3 * np.sin(5 * x)
        for height, unit in [(opacities, 1.0), (1e-4 * opacities, 1e-4),
                             (np.where(x > 0.2, opacities, 0.0), 1.0)]:
            volume.transfer_function(x, colors, height, unit_distance=unit)
            fewer = volume.render(SIDE, (60, 40))[0]
            volume._caster.set_transfer_function(np.column_stack([x, colors, height / unit]).tolist())
            np.testing.assert_allclose(fewer, volume.render(SIDE, (60, 40))[0], atol=1 / 1020)
            self.assertGreater(fewer.std(), 0.05)
            rows = functions.as_knots(x, colors, height, unit)
            self.assertLess(len(_kernels.with_fewer_knots(rows.tolist(), KNOT_TOLERANCE)), 200)

    def test_all_functions_lose_knots(self):
        """Of a straight line of many knots, the kernels receive only the ends."""
        _, _, volume = cube()
        sent = []
        volume._caster = unittest.mock.Mock(wraps=volume._caster)
        volume._caster.set_transfer_function = sent.append
        x = np.linspace(-1, 1, 300)
        volume.transfer_function(x, np.outer(x, [0.2, 0.3, 0.4]) + 0.5, 1 + x, unit_distance=2.0)
        np.testing.assert_allclose(sent, [[[-1, 0.3, 0.2, 0.1, 0], [1, 0.7, 0.8, 0.9, 1]]])

    def test_opaque_depth_ends_rays(self):
        points, _, volume = cube(3, 0.2)
        volume.set_values(np.ones(len(points)))
        volume.transfer_function([1], [[1, 1, 1]], [1], unit_distance=1.0)
        depth = np.full((40, 60), np.inf)
        depth[30:] = np.nan  # PyVista writes NaN where there is nothing
        depth[:20] = 10.0  # in the upper half, rays end in the middle of the cube
        for camera in (SIDE, inkray.Camera((0, 0, 10), up=(0, 1, 0), view_angle=15)):
            rgba, _ = volume.render(camera, (60, 40), opaque_depth=depth)
            self.assertAlmostEqual(rgba[18, 30, 3], 1 - math.exp(-1), delta=1e-3)
            self.assertAlmostEqual(rgba[22, 30, 3], 1 - math.exp(-2), delta=1e-3)


    def test_opaque_depth_may_be_zero(self):
        """With depth 0, at a perspective camera's own place, nothing is visible."""
        points, _, volume = cube(2, 0.0)
        volume.set_values(np.ones(len(points)))
        rgba, _ = volume.render(inkray.Camera((0, 0, 10), up=(0, 1, 0), view_angle=15), (20, 20),
                                opaque_depth=np.zeros((20, 20)))
        self.assertEqual(rgba.max(), 0)


class Options(unittest.TestCase):
    def test_opacities_may_have_knots_of_their_own(self):
        points, _, volume = cube(3, 0.2)
        volume.set_values(points[:, 0] + 1)
        camera = inkray.Camera((3, 2, 2.5))
        red, green, blue, white = (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)
        opacities = [[0.5, 0], [0.5, 1], [1.5, 1], [1.5, 0]]
        volume.transfer_function([0, 1, 1, 2], [red, green, blue, white], opacities, unit_distance=0.5)
        rgba, _ = volume.render(camera, (40, 30))
        between = (0.5, 0.5, 0), (0.5, 0.5, 1)
        colors = [red, between[0], between[0], green, blue, between[1], between[1], white]
        volume.transfer_function(
            [0, 0.5, 0.5, 1, 1, 1.5, 1.5, 2], colors, [0, 0, 1, 1, 1, 1, 0, 0], unit_distance=0.5
        )
        np.testing.assert_allclose(rgba, volume.render(camera, (40, 30))[0], atol=1e-6)
        self.assertGreater(rgba[..., 3].max(), 0.5)

    def test_surfaces_are_white_opaque_and_matte_unless_more_is_said(self):
        points, _, volume = cube(3, 0.2)
        volume.set_values(points[:, 0])
        volume.draw_volume = False
        camera = inkray.Camera((3, 2, 2.5))
        volume.isovalues = 0.3
        rgba, depth = volume.render(camera, (40, 30))
        volume.set_isosurfaces([0.3], colors=(1, 1, 1), opacities=1)
        volume.set_material(ambient=0, diffuse=1, specular=0, specular_power=1)
        same = volume.render(camera, (40, 30))
        np.testing.assert_array_equal(rgba, same[0])
        np.testing.assert_array_equal(depth, same[1])
        self.assertEqual(rgba[..., 3].max(), 1)
        volume.set_material()
        np.testing.assert_array_equal(rgba, volume.render(camera, (40, 30))[0])
        volume.set_material(ambient=0.5, diffuse=0.5, specular=0.2)
        self.assertGreater(np.abs(volume.render(camera, (40, 30))[0] - rgba).max(), 0.05)

    def test_a_function_stays_when_values_change(self):
        points, _, volume = cube(2, 0.0)
        volume.set_values(np.zeros(len(points)))
        volume.transfer_function([0, 2], [[0, 1, 0]] * 2, [0.7, 0.7], unit_distance=1.0)
        before, _ = volume.render(SIDE, (20, 20))
        volume.set_values(np.ones(len(points)))
        np.testing.assert_allclose(volume.render(SIDE, (20, 20))[0], before, atol=1e-6)
        self.assertEqual(before[10, 10, 0], 0)

    def test_a_lamp_shines_from_its_place(self):
        """The lamp is 0.4 above the plane z = 0.05, which is seen from z = 10. In the middle of the picture,
        the lamp is 0.8 to the side, so the cosine is 1 / sqrt(5). Under the lamp it is 1."""
        points, _, volume = cube(3, 0.0)
        volume.set_values(points[:, 2])
        volume.draw_volume = False
        volume.set_isosurfaces([0.05], colors=[[1, 1, 1]])
        volume.lights = [inkray.Light(color=(1, 1, 1), position=(0.8, 0, -9.55))]
        volume.set_material(ambient=0.0, diffuse=1.0)
        rgba, _ = volume.render(inkray.Camera((0, 0, 10), up=(0, 1, 0), parallel_height=1.0), (51, 51))
        self.assertAlmostEqual(rgba[25, 45, 0], 1, delta=0.01)  # x = 0.784
        self.assertAlmostEqual(rgba[25, 25, 0], 1 / math.sqrt(5), delta=0.01)

    def test_isosurfaces_have_their_depth_and_order(self):
        points, _, volume = cube(5, 0.2)
        volume.set_values(points[:, 2])
        volume.draw_volume = False
        volume.set_isosurfaces([0.5, -0.25], colors=[[1, 0, 0], [0, 1, 0]], opacities=[0.5, 1])
        rgba, depth = volume.render(inkray.Camera((0, 0, 10), up=(0, 1, 0)), (41, 41))
        self.assertAlmostEqual(depth[20, 20], 10.25, delta=1e-3)  # the depth of the opaque isosurface
        np.testing.assert_allclose(rgba[20, 20], [0.5, 0.5, 0, 1], atol=1e-3)
        np.testing.assert_array_equal(volume.isovalues, [0.5, -0.25])

    def test_clipping_and_slices(self):
        points, _, volume = cube(5, 0.2)
        volume.set_values(np.ones(len(points)))
        volume.transfer_function([1], [[1, 0.5, 0]], [1], unit_distance=1.0)
        volume.clipping_planes = [((0, 0, -1), (0, 0, 0.5))]
        self.assertAlmostEqual(volume.render(SIDE, (40, 40))[0][20, 20, 3], 1 - math.exp(-1.5), delta=1e-5)
        volume.draw_volume, volume.slices = False, [((0, 0, 1), (0, 0, -0.5))]
        rgba, depth = volume.render(SIDE, (40, 40))
        np.testing.assert_allclose(rgba[20, 20], [1, 0.5, 0, 1], atol=1e-5)
        self.assertAlmostEqual(depth[20, 20], 10.5, delta=1e-3)

    def test_blend_modes(self):
        points, _, volume = cube(5, 0.0)
        volume.set_values(points[:, 2])
        volume.transfer_function([-1, 1], [[0, 0, 0], [1, 1, 1]], [1, 1], unit_distance=1.0)
        for blend, gray in [("maximum", 1), ("minimum", 0), ("average", 0.5)]:
            volume.blend = blend
            self.assertAlmostEqual(volume.render(SIDE, (41, 41))[0][20, 20, 0], gray, delta=1e-4, msg=blend)
        self.assertEqual(BLEND_MODES, tuple(mode.name for mode in _kernels.BlendMode))

    def test_opacities_of_blend_modes_have_no_length(self):
        points, _, volume = cube(5, 0.0)
        volume.set_values(points[:, 2])
        colors = [[1, 1, 1]] * 2
        for unit_distance in (1.0, 0.1, 10.0):
            volume.blend = "composite"
            volume.transfer_function([-1, 1], colors, [0.2, 0.2], unit_distance=unit_distance)
            composite = volume.render(SIDE, (41, 41))[0][20, 20, 3]
            self.assertAlmostEqual(composite, 1 - math.exp(-0.4 / unit_distance), delta=1e-5)
            for blend in ("maximum", "minimum"):
                volume.blend = blend
                self.assertAlmostEqual(volume.render(SIDE, (41, 41))[0][20, 20, 3], 0.2, delta=1e-4,
                                       msg=blend)
            # In such a mode.
            volume.transfer_function([-1, 1], colors, [0.6, 0.6], unit_distance=unit_distance)
            self.assertAlmostEqual(volume.render(SIDE, (41, 41))[0][20, 20, 3], 0.6, delta=1e-4)
            volume.blend = "additive"
            # 2 long, half of the range.
            self.assertAlmostEqual(volume.render(SIDE, (41, 41))[0][20, 20, 0], min(0.6 / unit_distance, 1),
                                   delta=1e-4)

    def test_maximum_of_the_gray_function(self):
        points, _, volume = cube(5, 0.0)
        volume.set_values(points[:, 2])
        volume.blend, volume.clipping_planes = "maximum", [((0, 0, -1), (0, 0, 0))]
        np.testing.assert_allclose(volume.render(SIDE, (41, 41))[0][20, 20], [0.25, 0.25, 0.25, 0.5],
                                   atol=1e-3)

    def test_shade_changes_what_is_drawn(self):
        points, _, volume = cube(5, 0.0)
        volume.set_values(points[:, 0] + points[:, 2])
        plain = volume.render(SIDE, (20, 20))[0]
        volume.shade = True
        volume.set_material(ambient=0.0, diffuse=1.0)
        lit = volume.render(SIDE, (20, 20))[0]
        np.testing.assert_allclose(lit[..., 3], plain[..., 3], atol=1e-6)
        np.testing.assert_allclose(lit[10, 10, 0], plain[10, 10, 0] * math.sqrt(0.5), rtol=1e-3)

    def test_opacity_of_other_values(self):
        points, _, volume = cube(4, 0.0)
        volume.set_values(points[:, 0])
        volume.transfer_function([-1, 1], [[0, 0, 1], [1, 0, 0]], [5, 5], unit_distance=1.0)
        volume.set_opacity_values(np.ones(len(points)))
        volume.opacity_function([0, 2], [0.5, 0.5], unit_distance=1.0)
        self.assertAlmostEqual(volume.render(SIDE, (40, 40))[0][20, 20, 3], 1 - math.exp(-1), delta=1e-5)
        volume.set_opacity_values(None)
        self.assertGreater(volume.render(SIDE, (40, 40))[0][20, 20, 3], 0.999)

    def test_functions_with_scalars_of_their_own(self):
        points, _, volume = cube(3, 0.0)
        volume.set_values(points[:, 2])
        colors = [[1, 0, 0], [0, 0, 1]]
        volume.transfer_function([-1, 1], colors, [[-1, 0], [0, 0], [0, 1], [1, 1]], unit_distance=1.0)
        together = volume.render(SIDE, (20, 20))[0]
        volume.transfer_function([-1, 0, 0, 1], [[1, 0, 0], [0.5, 0, 0.5], [0.5, 0, 0.5], [0, 0, 1]],
                                 [0, 0, 1, 1], unit_distance=1.0)
        np.testing.assert_allclose(together, volume.render(SIDE, (20, 20))[0], atol=1e-6)
        self.assertAlmostEqual(together[10, 10, 3], 1 - math.exp(-1), delta=1e-5)

    def test_missing_values_are_transparent_or_colored(self):
        points, tets, volume = cube(3, 0.0)
        values = np.ones(len(tets))
        values[points[tets][:, :, 2].mean(axis=1) > 0] = np.nan
        volume.set_values(values, "cells")
        volume.transfer_function([1], [[1, 1, 1]], [1], unit_distance=1.0)
        self.assertAlmostEqual(volume.render(SIDE, (40, 40))[0][20, 21, 3], 1 - math.exp(-1), delta=1e-5)
        volume.missing = (1, 0, 0, 1)
        self.assertAlmostEqual(volume.render(SIDE, (40, 40))[0][20, 21, 3], 1 - math.exp(-2), delta=1e-5)

    def test_report_and_device(self):
        points, tets, volume = cube(3, 0.0)
        volume.set_values(points[:, 0])
        volume.render(SIDE, (20, 20))
        self.assertEqual((volume.device, volume.num_tetrahedra, volume.report()["failed_rays"]),
                         ("cpu", len(tets), 0))
        self.assertGreater(volume.report()["cast_ms"], 0)
        self.assertEqual(volume.value_range, (-1, 1))
        there, _ = inkray.cuda_device()
        self.assertEqual(inkray.MeshVolume(points, tets).device, "cuda" if there else "cpu")

    def test_devices_have_numbers(self):
        points, tets, _ = cube(3, 0.0)
        gpus = inkray.cuda_devices()
        for ordinal, (there, name) in enumerate(gpus):
            if there:
                self.assertEqual(inkray.MeshVolume(points, tets, device=f"cuda:{ordinal}").device_name, name)
        with self.assertRaisesRegex(inkray.Error, f"no CUDA device {len(gpus)}: "):
            inkray.MeshVolume(points, tets, device=f"cuda:{len(gpus)}")
        for wrong in ("cuda:", "cuda:-1", "cuda:1.0", "cpu:0", "cuda:99999999999"):
            with self.assertRaisesRegex(ValueError, "'cuda:1'"):
                inkray.MeshVolume(points, tets, device=wrong)


if __name__ == "__main__":
    unittest.main()
