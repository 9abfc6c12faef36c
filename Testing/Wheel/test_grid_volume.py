# SPDX-License-Identifier: BSD-3-Clause
"""Volumes of images and rectilinear grids are those of meshes of the same values, and of closed forms."""

import contextlib
import gc
import pathlib
import resource
import unittest
import weakref

import numpy as np

import dlpack
import inkray
import meshes

CAMERA = inkray.Camera((4, 3, 5), up=(0, 1, 0))
FRONT = inkray.Camera((0, 0, 9), up=(0, 1, 0), parallel_height=1.0)
SIZE = (80, 60)
KNOTS = [-0.6, -0.1, 0.2, 0.6], [[0, 0, 1], [0, 1, 0], [1, 1, 0], [1, 0, 0]], [0.1, 0.8, 0.0, 1.5]
N = 9
AXIS = np.linspace(-1, 1, N)
WHERE = {"spacing": 2 / (N - 1), "origin": (-1, -1, -1), "device": "cpu"}
POINTS, TETS = meshes.tetrahedra(N, 0.2)


def field(x, y, z):
    return 0.4 * x + 0.3 * y - 0.2 * z


def lattice(x, y, z):
    """Returns the x, y and z of the points of a grid, each nz x ny x nx."""
    return np.meshgrid(z, y, x, indexing="ij")[::-1]


X, Y, Z = lattice(AXIS, AXIS, AXIS)
VALUES = field(X, Y, Z)


def mesh_volume():
    mesh = inkray.MeshVolume(POINTS, TETS, device="cpu")
    mesh.set_values(field(*POINTS.T))
    return mesh


def grid_volume(values=VALUES, **options):
    return inkray.GridVolume(values, **{**WHERE, **options})


def picture(volume, camera=CAMERA):
    volume.transfer_function(*KNOTS, unit_distance=0.5)
    return volume.render(camera, SIZE)[0]


class SamePictures(unittest.TestCase):
    """A linear field has the same picture in grids of all kinds as in a mesh."""

    def check(self, change=lambda volume: None, make=lambda: (mesh_volume(), grid_volume())):
        """Compares an image's picture and depths with a mesh's after a change of both. Returns the
        picture."""
        shown = []
        for volume in make():
            change(volume)
            volume.transfer_function(*KNOTS, unit_distance=0.5)
            shown.append(volume.render(CAMERA, SIZE))
        self.assertGreater(shown[0][0][..., 3].max(), 0.3)
        self.assertLess(np.abs(shown[1][0] - shown[0][0]).max(), 1 / 255)
        np.testing.assert_allclose(shown[1][1], shown[0][1], atol=1e-4)
        return shown[1][0]

    def check_all(self, changes, make=lambda: (mesh_volume(), grid_volume())):
        """Compares the pictures after each change, which have to differ from each other and from that without
        a change."""
        shown = [self.check(change, make) for change in (lambda volume: None, *changes)]
        for i, one in enumerate(shown):
            self.assertTrue(all(np.abs(one - other).max() > 0.05 for other in shown[:i]), i)

    def test_grids_of_each_kind(self):
        expected = self.check()
        turned = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]], dtype=float)
        places = np.einsum("ab,bkji->akji", turned, [X, Y, Z])
        random = np.random.default_rng(1)
        axes = [np.sort(np.append(random.uniform(-0.95, 0.95, n), (-1, 1))) for n in (4, 5, 6)]
        down = [axes[0], axes[1][::-1], axes[2]]
        for name, volume in [
            ("turned", grid_volume(field(*places), origin=turned @ (-1, -1, -1), direction=turned)),
            ("uneven spacing", grid_volume(VALUES[::2, ::4], spacing=(0.25, 1, 0.5))),
            ("rectilinear", inkray.GridVolume(field(*lattice(*axes)), coordinates=axes, device="cpu")),
            ("descending", inkray.GridVolume(field(*lattice(*down)), coordinates=down, device="cpu")),
            ("moved", inkray.GridVolume(field(*lattice(*down)), origin=(0, 0, 1), device="cpu",
                                        coordinates=[down[0], down[1], down[2] - 1])),
        ]:
            with self.subTest(name):
                np.testing.assert_allclose(volume.bounds, (-1, 1) * 3)
                self.assertLess(np.abs(picture(volume) - expected).max(), 1 / 255)

    def test_blend_modes(self):
        shown = [self.check(lambda volume: setattr(volume, "blend", blend))
                 for blend in ("composite", "maximum", "minimum", "average", "additive")]
        for i, one in enumerate(shown):
            self.assertTrue(all(np.abs(one - other).max() > 0.02 for other in shown[:i]))

    def test_light_and_clipping_planes(self):
        plain = self.check()

        def light(volume):
            volume.shade = True
            volume.set_material(ambient=0.2, diffuse=0.6)

        for change in (light, lambda volume: setattr(volume, "clipping_planes", [((1, 1, 0), (0.1, 0, 0))])):
            self.assertGreater(np.abs(self.check(change) - plain).max(), 0.05)

    def test_isosurfaces_and_slices(self):
        def surfaces(volume):
            volume.set_isosurfaces([0.4, -0.3, 0.1], colors=[[1, 0, 0], [0, 1, 0], [0, 0, 1]],
                                   opacities=[1, 0.4, 0.5])
            volume.set_material(ambient=0.2, diffuse=0.6, specular=0.4, specular_power=20)

        def slices(volume):
            volume.slices = [((1, 0.2, 0), (0.1, 0, 0)), ((0, 0, 1), (0, 0, -0.3))]

        def translucent(volume):
            slices(volume)
            volume.slice_opacity = 0.4

        def alone(volume):
            surfaces(volume)
            translucent(volume)
            volume.draw_volume = False

        def cut(volume):
            alone(volume)
            volume.clipping_planes = [((1, 1, 0), (0.1, 0, 0))]

        def greatest(volume):
            surfaces(volume)
            volume.blend = "maximum"

        self.check_all([surfaces, slices, translucent, alone, cut, greatest])

    def test_missing_values(self):
        """Whole layers of points have no value, so that a cell beside them has none in any tetrahedron."""
        values, others = np.where(X < -0.1, np.nan, VALUES), np.where(Y < -0.1, np.inf, X)

        def make():
            mesh = inkray.MeshVolume(*meshes.tetrahedra(N), device="cpu")
            mesh.set_values(values.ravel())
            return mesh, grid_volume(values)

        def color(volume):
            volume.missing = (0.5, 0.2, 0.8, 0.6)

        def cut(volume):
            color(volume)
            volume.crop_box, volume.slices = (-0.8, 0.4, -0.7, 2, -2, 2), [((0, 1, 0), (0, 0, 0))]

        def other(volume):
            color(volume)
            volume.set_opacity_values(others.ravel())
            volume.opacity_function([-1, 0, 1], [0, 0.2, 2])

        self.check_all([color, cut, other], make)

    def test_opacity_of_other_values(self):
        plain = self.check()

        def change(volume):
            volume.set_opacity_values(POINTS[:, 0] if isinstance(volume, inkray.MeshVolume) else X)
            volume.opacity_function([-1, 0, 1], [0, 0.2, 2])

        shown = self.check(change)
        self.assertGreater(np.abs(shown - plain).max(), 0.05)
        volume = grid_volume()
        change(volume)
        volume.set_values(VALUES.copy())  # beside which the other values stay
        np.testing.assert_array_equal(picture(volume), shown)
        volume.set_opacity_values(None)
        np.testing.assert_array_equal(picture(volume), plain)

    def test_functions_of_gradients(self):
        """The gradient's magnitude is constant."""
        plain, magnitude = self.check(), float(np.linalg.norm((0.4, 0.3, 0.2)))
        shown = self.check(lambda volume: volume.gradient_opacity_function([0, 1], [0, 1]))
        volume = grid_volume()
        volume.transfer_function(KNOTS[0], KNOTS[1], magnitude * np.array(KNOTS[2]), unit_distance=0.5)
        np.testing.assert_allclose(shown, volume.render(CAMERA, SIZE)[0], atol=1 / 255)
        self.assertGreater(np.abs(shown - plain).max(), 0.05)
        columns = [[0, 0, 1], [1, 1, 0], [1, 0, 0]]

        def table(volume):
            volume.transfer_function_2d((-0.9, 0.9), (0, 1), [columns, columns], [[0, 0, 0], [2, 0.5, 4]],
                                        unit_distance=0.5)

        shown = self.check(table)
        volume.transfer_function([-0.9, 0, 0.9], columns, magnitude * np.array([2, 0.5, 4]),
                                 unit_distance=0.5)
        np.testing.assert_allclose(shown, volume.render(CAMERA, SIZE)[0], atol=1 / 255)
        volume = grid_volume()
        table(volume)
        volume.gradient_opacity_function([0], [3])
        np.testing.assert_array_equal(picture(volume), shown)  # a table replaces both functions
        volume.transfer_function_2d(None)
        self.assertGreater(np.abs(picture(volume) - plain).max(), 0.05)
        volume.gradient_opacity_function(None)
        np.testing.assert_array_equal(picture(volume), plain)

    def test_crop_boxes(self):
        plain = self.check()
        inside = self.check(lambda volume: setattr(volume, "crop_box", (-0.5, 0.4, -2, 2, -2, 2)))
        planes = self.check(lambda volume: setattr(volume, "clipping_planes",
                                                   [((1, 0, 0), (-0.5, 0, 0)), ((-1, 0, 0), (0.4, 0, 0))]))
        np.testing.assert_allclose(inside, planes, atol=1e-5)
        sheared = [(-0.5, -2, -2), (0.9, 0.5, 0), (0, 4, 0), (0.3, 0, 4)]

        def outside(volume):
            volume.crop_box, volume.crop_keeps_outside = sheared, True

        shown = [plain, inside, self.check(lambda volume: setattr(volume, "crop_box", sheared)),
                 self.check(outside)]
        for i, one in enumerate(shown):
            self.assertTrue(all(np.abs(one - other).max() > 0.05 for other in shown[:i]))
        volume = grid_volume()
        outside(volume)
        volume.crop_box = None
        np.testing.assert_array_equal(picture(volume), plain)

    def test_opaque_depth(self):
        depth = np.full(SIZE[::-1], 7.0)
        shown = [volume.render(CAMERA, SIZE, opaque_depth=depth)[0]
                 for volume in (mesh_volume(), grid_volume())]
        self.assertLess(np.abs(shown[1] - shown[0]).max(), 1 / 255)
        self.assertGreater(np.abs(shown[1] - grid_volume().render(CAMERA, SIZE)[0]).max(), 0.05)


class Values(unittest.TestCase):
    def test_the_trilinear_interpolant(self):
        corners = np.random.default_rng(2).uniform(-0.6, 0.6, (2, 2, 2))
        volume = inkray.GridVolume(corners, 2.0, (-1, -1, -1), device="cpu")
        rgba = picture(volume)
        for row, column in [(30, 40), (22, 35), (37, 44)]:
            origin, direction = meshes.pixel_ray(CAMERA, SIZE, volume.bounds, row, column)
            ends = np.sort([(-1 - origin) / direction, (1 - origin) / direction], axis=0)
            width = (ends[1].min() - ends[0].max()) / 20000
            t = ends[0].max() + (np.arange(20000) + 0.5) * width
            x, y, z = 0.5 * (origin + t[:, None] * direction + 1).T
            scalars = sum(corners[k, j, i] * (x, 1 - x)[1 - i] * (y, 1 - y)[1 - j] * (z, 1 - z)[1 - k]
                          for i in (0, 1) for j in (0, 1) for k in (0, 1))
            depth = np.interp(scalars, KNOTS[0], KNOTS[2]) / 0.5 * width
            through = np.exp(-np.append(0, np.cumsum(depth)))
            colors = [np.interp(scalars, KNOTS[0], channel) for channel in np.transpose(KNOTS[1])]
            expected = [((through[:-1] - through[1:]) * color).sum() for color in colors]
            np.testing.assert_allclose(rgba[row, column], [*expected, 1 - through[-1]], atol=1 / 255)

    def test_each_type_of_numbers(self):
        whole = np.round(100 * (VALUES + 1))
        expected = grid_volume(whole).render(CAMERA, SIZE)[0]
        self.assertGreater(expected.max(), 0.2)
        self.assertEqual(grid_volume().value_range, (VALUES.min(), VALUES.max()))  # of float64
        for dtype in (np.uint8, np.int16, np.uint16, np.int64, np.float16, np.float32, ">f8"):
            with self.subTest(dtype=dtype):
                volume = grid_volume(whole.astype(dtype))
                self.assertEqual(volume.value_range, (whole.min(), whole.max()))
                np.testing.assert_allclose(volume.render(CAMERA, SIZE)[0], expected, atol=1 / 255)

    def test_values_of_cells_lie_in_their_middles(self):
        middles = 0.5 * (AXIS[1:] + AXIS[:-1])
        cells = field(*lattice(middles, middles, middles))
        volume = grid_volume(cells, association="cells")
        self.assertEqual((volume.bounds, volume.num_points, volume.num_cells),
                         ((-1, 1) * 3, N**3, (N - 1) ** 3))
        of_points, others = grid_volume(cells, origin=[middles[0]] * 3), grid_volume()
        others.set_values(cells, "cells")
        for shade, isovalues in ((False, []), (True, []), (True, [-0.3, 0.1])):
            for one in (of_points, volume, others):
                one.shade, one.isovalues = shade, isovalues
            expected = picture(of_points)
            np.testing.assert_allclose(picture(volume), expected, atol=1e-5)
            np.testing.assert_allclose(picture(others), expected, atol=1e-5)

    def test_constant_cells_are_those_of_meshes(self):
        values = np.random.default_rng(3).uniform(-0.6, 0.6, (N - 1,) * 3)
        corners = [0, 1, N + 1, N, N * N, N * N + 1, N * N + N + 1, N * N + N]
        cells = np.arange(N ** 3).reshape(N, N, N)[:-1, :-1, :-1].reshape(-1, 1) + corners
        mesh = inkray.MeshVolume(np.stack([X, Y, Z], axis=-1).reshape(-1, 3), cells, 12, device="cpu")
        mesh.set_values(values.ravel(), "cells")
        grid = grid_volume(values, association="cells", smooth_cells=False)
        self.assertLess(np.abs(picture(grid) - picture(mesh)).max(), 1 / 255)
        smooth = grid_volume(values, association="cells")
        self.assertGreater(np.abs(picture(grid) - picture(smooth)).max(), 0.05)
        grid.set_isosurfaces([0.1])
        with self.assertRaisesRegex(inkray.InvalidInput, "Constant cells"):
            picture(grid)

    def test_rows_and_components(self):
        vectors = np.stack([X, VALUES, Z], axis=-1)
        expected, volume = picture(grid_volume()), grid_volume(X)
        for values, component in [(VALUES, None), (VALUES.ravel(), None), (VALUES.T.copy().T, None),
                                  (vectors, 1), (vectors.reshape(-1, 3), 1)]:
            volume.set_values(X)
            volume.set_values(values, component=component)
            np.testing.assert_array_equal(picture(volume), expected)
        np.testing.assert_array_equal(picture(grid_volume(vectors, component=1)), expected)
        self.assertAlmostEqual(grid_volume(np.stack([X, Y, Z], axis=-1)).value_range[1], 3**0.5)

    def test_cells_that_draw_nothing(self):
        left = np.zeros((N - 1,) * 3, dtype=bool)
        left[..., : (N - 1) // 2] = True
        missing, masked = VALUES.copy(), np.ma.masked_array(VALUES, X < -0.1)
        missing[X < -0.1] = np.nan
        for volume in (grid_volume(hidden=left), grid_volume(missing), grid_volume(masked)):
            volume.transfer_function([0], [[1, 1, 1]], [100])
            shown = volume.render(FRONT, (40, 40))[0][20, :, 3]
            np.testing.assert_array_equal(shown > 0.5, np.arange(40) >= 20)

    def test_a_small_part_of_all_values_is_exact(self):
        values = VALUES.copy()
        values[0, 0, 0] = -1e12
        for is_surface in (False, True):
            shown = []
            for array in (values, VALUES):
                volume = grid_volume(array)
                if is_surface:
                    volume.draw_volume, volume.isovalues = False, 0.2
                shown.append(picture(volume, FRONT)[:25, 30:])
            self.assertGreater(shown[1].max(), 0.2)
            self.assertLess(np.abs(shown[0] - shown[1]).max(), 1 / 255)


class Arrays(unittest.TestCase):
    def test_arrays_of_other_libraries(self):
        expected, values = picture(grid_volume()), VALUES.copy()
        array = dlpack.Array(values.ctypes.data, values.shape, values.dtype, owner=values)
        np.testing.assert_array_equal(picture(grid_volume(array)), expected)
        self.assertEqual(array.given, array.returned)
        for device in ((dlpack.CUDA, 0), (dlpack.CUDA, 99)):  # which the array claims
            array = dlpack.Array(values.ctypes.data, values.shape, values.dtype, device, owner=values)
            for name, call in [("volume: ", grid_volume), ("values: ", grid_volume().set_values),
                               ("values: ", grid_volume().set_opacity_values)]:
                with self.assertRaises(inkray.InvalidInput) as caught:
                    call(array)
                self.assertTrue(str(caught.exception).startswith(name), str(caught.exception))
            self.assertEqual(array.given, array.returned)

    @unittest.skipUnless(inkray.cuda_device()[0], f"no CUDA device: {inkray.cuda_device()[1]}")
    def test_arrays_on_the_device(self):
        driver = dlpack.Driver()
        for dtype in (np.float32, np.float64, np.uint16):
            values = (1000 * (VALUES + 1)).astype(dtype)
            for device in ("cuda", "cpu"):
                expected = grid_volume(values, device=device).render(CAMERA, SIZE)[0]
                volume = grid_volume(driver.array(values), device=device)
                np.testing.assert_array_equal(volume.render(CAMERA, SIZE)[0], expected)
                volume.set_values(driver.array(values.reshape(-1)))
                np.testing.assert_array_equal(volume.render(CAMERA, SIZE)[0], expected)

    def test_arrays_are_kept_as_long_as_they_are_drawn(self):
        for dtype in (np.float32, np.float64):
            values, others = (VALUES.astype(dtype) for _ in range(2))
            kept = [weakref.ref(values), weakref.ref(others)]
            volume = grid_volume(values)
            volume.set_opacity_values(others)
            volume.opacity_function([-1, 1], [0, 1])
            expected = picture(volume)
            del values, others
            gc.collect()
            np.testing.assert_array_equal(picture(volume), expected)
            volume.set_opacity_values(None)
            volume.set_values(VALUES.copy())
            gc.collect()
            self.assertEqual([one() for one in kept], [None, None], dtype)

    def test_kernels_keep_the_arrays_that_they_read(self):
        kernels = inkray._kernels  # pylint: disable=protected-access
        caster, place = kernels.GridCaster(kernels.DeviceKind.cpu), np.eye(4).ravel()
        for dtype in (np.float32, np.float64):  # read in place, and read again
            arrays = [np.arange(27, dtype=dtype), np.arange(27, dtype=dtype), np.zeros(8, dtype=np.uint8)]
            kept = [weakref.ref(array) for array in arrays]
            caster.set_grid((3, 3, 3), place, None, arrays[2])
            caster.set_scalars(arrays[0], 0, False)
            caster.set_opacity_scalars(arrays[1], 0, False)
            del arrays
            gc.collect()
            self.assertTrue(all(one() is not None for one in kept))
            caster.set_grid((3, 3, 3), place)
            gc.collect()
            self.assertEqual([one() for one in kept], [None] * 3)

    def test_out_of_memory(self):
        def taken():
            pages = pathlib.Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
            return int(pages) * resource.getpagesize()

        @contextlib.contextmanager
        def memory(left):
            before = resource.getrlimit(resource.RLIMIT_AS)
            resource.setrlimit(resource.RLIMIT_AS, (taken() + left, before[1]))
            try:
                yield
            finally:
                resource.setrlimit(resource.RLIMIT_AS, before)

        grid_volume().render(size=(20, 20))  # libraries allocate memory once
        values = np.zeros((400, 400, 400), dtype=np.uint8)
        values[200:] = 1
        with memory(40 << 20):  # they are drawn in place
            volume = inkray.GridVolume(values, device="cpu")
            self.assertGreater(volume.render(size=(20, 20))[0].max(), 0.1)
        for dtype in (np.int16, np.float64, np.float16):
            wide = values[:, :200].astype(dtype)
            with self.subTest(dtype=dtype), memory(40 << 20), self.assertRaises(inkray.OutOfMemory) as caught:
                inkray.GridVolume(wide, device="cpu")
            self.assertIsInstance(caught.exception, MemoryError)
            volume = grid_volume(np.zeros((401, 201, 401), dtype=np.uint8))
            with self.subTest(dtype=dtype), memory(40 << 20), self.assertRaises(inkray.OutOfMemory):
                volume.set_values(wide, "cells")


class Refused(unittest.TestCase):
    def test_every_refusal_says_in_whole_what_is_wrong(self):
        volume, shape = grid_volume(), f"({N}, {N}, {N})"
        before = picture(volume)
        axis, short = [0, 1, 2], np.arange(27.0).reshape(3, 3, 3)

        def rectilinear(*axes):
            return lambda: inkray.GridVolume(short, coordinates=axes)

        for call, sentence in (
            (lambda: inkray.GridVolume(VALUES[:1]),
             f"volume: its shape is (1, {N}, {N}); two values along each axis are the least"),
            (lambda: inkray.GridVolume(VALUES[0]),
             f"volume: its shape is ({N}, {N}); nz x ny x nx is needed, or nz x ny x nx x components"),
            (lambda: inkray.GridVolume(VALUES, 0), "spacing: it is zero along an axis"),
            (lambda: inkray.GridVolume(VALUES, (1, 2)), "spacing: its shape is (2,); 3 is needed"),
            (lambda: inkray.GridVolume(VALUES, 1, (0, np.nan, 0)),
             "origin: it has numbers that are not finite"),
            (lambda: inkray.GridVolume(VALUES, direction=np.ones((3, 3))),
             "direction: its columns do not span the space"),
            (lambda: inkray.GridVolume(VALUES * np.nan),
             f"volume: all {N**3} values are NaN, infinite or masked"),
            (lambda: inkray.GridVolume(VALUES, component=1),
             "volume: component 1 of an array that has 1; give 0 to 0, or -1 for the length"),
            (lambda: inkray.GridVolume(VALUES, association="faces"),
             "association: 'faces' is neither 'points' nor 'cells'"),
            (lambda: inkray.GridVolume(VALUES, hidden=VALUES),
             f"hidden: its shape is {shape}; {N - 1} x {N - 1} x {N - 1} is needed"),
            (rectilinear(axis, axis), "coordinates: there are 2 lists; three are needed"),
            (rectilinear(axis, [0, 1], axis), "coordinates: there are 2 along y, and 3 points of the grid"),
            (rectilinear(axis, axis, [0, 2, 1]), "coordinates: those along z neither ascend nor descend"),
            (rectilinear([0, np.nan, 2], axis, axis), "coordinates: it has numbers that are not finite"),
            (lambda: volume.set_values(VALUES[1:]),
             f"values: its shape is ({N - 1}, {N}, {N}); {N} x {N} x {N} is needed, or with components"),
            (lambda: volume.set_values(VALUES, "cells"),
             f"values: its shape is {shape}; {N - 1} x {N - 1} x {N - 1} is needed, or with components"),
            (lambda: volume.set_values(np.arange(5.0)), f"values: it has 5 values for {N**3} points"),
            (lambda: volume.set_values(np.full(N**3, np.inf)),
             f"values: all {N**3} values are NaN, infinite or masked"),
            (lambda: volume.set_opacity_values(VALUES[1:, 1:, 1:], "cells"),
             "values: the array that gives the opacity has to lie where the drawn one lies: both at the "
             "points or both in the cells"),
            (lambda: volume.gradient_opacity_function([0, 1], [1]),
             "factors: its shape is (1,); 2 is needed"),
            (lambda: volume.gradient_opacity_function([1, 0], [1, 1]),
             "magnitudes: they do not ascend, or there are none"),
            (lambda: volume.transfer_function_2d((0, 1), (0, 1), np.ones((2, 2, 3)), np.ones((2, 3))),
             "opacities: its shape is (2, 3); 2 x 2 is needed"),
            (lambda: volume.transfer_function_2d((1, 0), (0, 1), np.ones((2, 2, 3)), np.ones((2, 2))),
             "values: a range of the 2-D transfer function is empty or not finite; give the values and the "
             "gradient magnitudes of its first and last entries, the lower first"),
            (lambda: volume.transfer_function_2d((0, 1), (0, 1), np.ones((2, 2, 3)), np.ones((2, 2)),
                                                 unit_distance=0), "unit_distance: it is not above 0"),
            (lambda: setattr(volume, "crop_box", (0, 1, 0, 1, 1, 1)), "crop_box: it has no volume"),
            (lambda: setattr(volume, "crop_box", (0, 1, 0)), "crop_box: its shape is (3,); 6 is needed"),
        ):
            with self.subTest(sentence):
                with self.assertRaises(inkray.InvalidInput) as caught:
                    call()
                self.assertEqual(str(caught.exception), sentence)
                np.testing.assert_array_equal(picture(volume), before)

    def test_kernels_refuse_what_leads_outside_of_arrays(self):
        kernels = inkray._kernels  # pylint: disable=protected-access
        caster, place = kernels.GridCaster(kernels.DeviceKind.cpu), np.eye(4).ravel()
        with self.assertRaisesRegex(inkray.InvalidInput, "values were given before an image"):
            caster.set_scalars(np.zeros(27), 0, False)
        for dimensions in [(3, 3, 1), (3, 0, 3), (-3, -3, 3), (2**62, 2, 2), (2**32, 2**32, 2)]:
            caster.set_grid(dimensions, place)
            with self.assertRaisesRegex(inkray.InvalidInput, "the image (is|has) "):
                caster.set_scalars(np.zeros(27), 0, False)
            with self.assertRaisesRegex(inkray.InvalidInput, "hidden: a byte for each cell"):
                caster.set_grid(dimensions, place, None, np.zeros(27, dtype=np.uint8))
        for hidden in (np.zeros(7, dtype=np.uint8), np.zeros(8)):
            with self.assertRaisesRegex(inkray.InvalidInput, "hidden: a byte for each cell"):
                caster.set_grid((3, 3, 3), place, None, hidden)
        with self.assertRaisesRegex(inkray.InvalidInput, "coordinates: "):
            caster.set_grid((3, 3, 3), place, [[0, 1, 2], [0, 1, 2], [0, 1]])
        caster.set_grid((3, 3, 3), place)
        for count, per_cell in [(26, False), (7, True), (0, False)]:
            with self.assertRaises(inkray.InvalidInput):
                caster.set_scalars(np.zeros(count), 0, per_cell)


if __name__ == "__main__":
    unittest.main()
