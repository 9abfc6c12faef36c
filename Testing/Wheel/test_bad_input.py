# SPDX-License-Identifier: BSD-3-Clause
"""A wrong array raises one exception that names the array. Unusual but valid arrays are accepted, and nothing
crashes."""

import copy
import pickle
import unittest
import warnings

import numpy as np

import inkray
import meshes

POINTS, TETS = meshes.tetrahedra(3, 0.2)
COUNT = len(POINTS)


def volume():
    made = inkray.MeshVolume(POINTS, TETS, device="cpu")
    made.set_values(POINTS[:, 0])
    return made


class FakeDevice:
    """An array that claims to lie on a library's device, or whose producer is gone."""

    def __init__(self, kind, error=None):
        self.kind, self.error = kind, error

    def __dlpack_device__(self):
        if self.error:
            raise self.error
        return self.kind, 7

    def __dlpack__(self, **_):
        raise BufferError("the producer is gone")


class Producer:
    """An array with DLPack but without __array__, around an array of numpy."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, **arguments):
        return self.array.__dlpack__(**arguments)


NOT_ARRAYS = {
    "complex": np.ones(COUNT, dtype=complex),
    "object": np.array([object()] * COUNT),
    "text": np.array(["a"] * COUNT),
    "times": np.zeros(COUNT, dtype="datetime64[s]"),
    "records": np.zeros(COUNT, dtype=[("a", float)]),
    "none": None,
    "number": 3.5,
    "mapping": {"a": 1},
    "ragged": [[1, 2], [3]],
    "empty": np.empty(0),
    "0-d": np.array(1.0),
    "4-d": np.ones((COUNT, 1, 1, 1)),
    "without components": np.ones((COUNT, 0)),
    "short": np.ones(COUNT - 1),
    "long": np.ones(COUNT + 1),
    "all NaN": np.full(COUNT, np.nan),
    "on a GPU": FakeDevice(2),
    "on some device": FakeDevice(10),
    "whose producer is gone": FakeDevice(1),
    "whose device is gone": FakeDevice(2, RuntimeError("no such device")),
    "masked text": np.ma.MaskedArray(np.array(["a"] * COUNT)),
}


class BadInput(unittest.TestCase):
    def refused(self, name, call, *arguments, **options):
        with self.assertRaises(inkray.InvalidInput) as caught:
            call(*arguments, **options)
        self.assertTrue(str(caught.exception).startswith(name),
                        f"{caught.exception} does not begin with {name}")
        self.assertIsInstance(caught.exception, ValueError)

    def test_values(self):
        mesh = volume()
        before = mesh.render(size=(30, 30))[0]
        for what, array in NOT_ARRAYS.items():
            with self.subTest(what):
                self.refused("values: ", mesh.set_values, array)
        self.refused("values: ", mesh.set_values, POINTS, component=3)
        self.refused("values: ", mesh.set_values, POINTS, component=0.5)
        self.refused("values: ", mesh.set_values, POINTS[:, 0], "cells")
        self.refused("values: ", mesh.set_values, np.stack([POINTS[:, 0], np.full(COUNT, np.nan)], axis=1),
                     component=1)
        self.refused("values: ", mesh.set_values, np.stack([POINTS[:, 0], np.full(COUNT, np.nan)], axis=1))
        self.refused("values: ", mesh.set_opacity_values, POINTS[:5, 0])
        self.refused("association: ", mesh.set_values, POINTS[:, 0], "faces")
        np.testing.assert_array_equal(before, mesh.render(size=(30, 30))[0])  # and the object still works

    def test_every_refusal_says_in_whole_what_is_wrong(self):
        mesh, camera = volume(), inkray.Camera.looking_at([0, 1] * 3)
        cube, nothing = np.arange(27.0).reshape(3, 3, 3), np.full((3, 3, 3), np.nan)
        wide = np.ones((2, 2, 3), dtype=np.int64)
        row, huge = np.array([4, 0, 1, 2]), np.array([[0, 1, 2, 2**63]], dtype=np.uint64)
        depth = np.ones((2, 3), dtype=np.float32)

        def build(cells, types=None):
            return lambda: inkray.MeshVolume(POINTS, cells, types, device="cpu")

        def grid(values, **options):
            return lambda: inkray.Isosurface(values, device="cpu", **options)

        axis = [0, 1, 2]
        sentences = (
            (lambda: mesh.set_values(POINTS[:, 0], "faces"),
             "association: 'faces' is neither 'points' nor 'cells'"),
            (lambda: mesh.set_values(POINTS[:5, 0]), f"values: it has 5 values for {COUNT} points"),
            (lambda: mesh.set_values(np.full(COUNT, np.nan)),
             f"values: all {COUNT} values are NaN, infinite or masked"),
            (lambda: mesh.set_values(POINTS, component=3), "values: component 3 of an array that has 3; give "
             "0 to 2, or -1 for the length"),
            (lambda: mesh.set_values(np.ones((COUNT, 0))),
             f"values: its shape is ({COUNT}, 0); n, or n x components, is needed"),
            (lambda: inkray.MeshVolume(POINTS[:, :2], TETS, device="cpu"),
             f"points: its shape is ({COUNT}, 2); n x 3 is needed"),
            (lambda: inkray.MeshVolume(POINTS[:0], TETS, device="cpu"), "points: there are none"),
            (build(TETS.astype(float)), "cells: its numbers are of type float64; give integers"),
            (build(huge), "cells: it has numbers above 2^63"),
            (build((np.array([0, 4]),)), "cells: a tuple has to be (offsets, ids), as in vtkCellArray"),
            (build((np.array([0, 5]), np.arange(4))),
             "cells: the offsets do not ascend from 0 to the number of ids"),
            (build(TETS[:0]), "cells: there are none"),
            (build(wide), "cells: its shape is (2, 2, 3); give n x points of a cell, or one row with the "
                          "number of ids before those of each cell"),
            (build(row), "cell_types: give the type of each cell, because the cells are in one row"),
            (build(row, [10]), "cells: at place 0 of the row a cell of 4 points does not fit"),
            (build([[0, 1, 2, COUNT]]), f"cells: its point ids are 0 to {COUNT}, but there are {COUNT} "
                                        f"points"),
            (build([[0, 1, 2]]), "cell_types: give VTK's type number of each cell, because not all cells "
                                 "have four points"),
            (build(TETS, [10, 10]), f"cell_types: its shape is (2,) for {len(TETS)} cells"),
            (build(TETS, 201), "cell_types: it has numbers that are no cell types of VTK"),
            (lambda: mesh.transfer_function([0, 1], np.ones((2, 3)), [1]),
             "opacities: there are 1 for 2 scalars"),
            (lambda: mesh.transfer_function([0, 1], np.ones((2, 3)), [1, -1]),
             "opacities: there are negative ones"),
            (lambda: inkray.Camera.looking_at([0, 1] * 3, direction=(0, 0, 0)), "direction: it is zero"),
            (lambda: inkray.Light((0, 0, 0)), "direction: it is zero"),
            (lambda: mesh.render("front", (9, 9)), "camera: str is not inkray.Camera; of PyVista or VTK: "
             "Camera.from_vtk(plotter.camera, size)"),
            (lambda: mesh.render(camera, (9, 9), opaque_depth=depth), "opaque_depth: "),
            (grid(nothing), "volume: all 27 values are NaN, infinite or masked"),
            (grid(cube, spacing=0), "spacing: it is zero along an axis"),
            (grid(cube, direction=np.ones((3, 3))), "direction: its columns do not span the space"),
            (grid(cube, coordinates=[axis, axis]), "coordinates: there are 2 lists; three are needed"),
            (grid(cube, coordinates=3), "coordinates: three lists are needed"),
            (grid(cube, coordinates=[axis, [0, 1], axis]),
             "coordinates: there are 2 along y, and 3 points of the grid"),
            (grid(cube, coordinates=[axis, [0, 2, 1], axis]),
             "coordinates: those along y neither ascend nor descend"),
        )
        for call, sentence in sentences:
            with self.subTest(sentence):
                with self.assertRaises(inkray.InvalidInput) as caught:
                    call()
                self.assertEqual(str(caught.exception)[: len(sentence)], sentence)
        self.assertRaisesRegex(AttributeError, "MeshVolume has no attribute 'early_terminaton'; did you mean "
                               "'early_termination'", setattr, mesh, "early_terminaton", 0)
        self.assertRaisesRegex(AttributeError, "module 'inkray' has no attribute 'Volume'", getattr, inkray,
                               "Volume")

    def test_tuples_that_are_fewer_than_what_they_are_of(self):
        kernels = inkray._kernels  # pylint: disable=protected-access
        caster = kernels.TetCaster(kernels.DeviceKind.cpu)
        caster.set_mesh(np.ascontiguousarray(POINTS), np.ascontiguousarray(TETS))
        for take in (caster.set_scalars, caster.set_opacity_scalars):
            for per_cell, count, what in [(True, len(TETS), "tetrahedra"), (False, COUNT, "points")]:
                take(np.ones(1), 0, per_cell, np.zeros(count, dtype=np.int64))
                for wrong in (count - 1, 0):
                    with self.assertRaisesRegex(inkray.InvalidInput,
                                                f"tuples: there are {wrong} for {count} {what}"):
                        take(np.ones(1), 0, per_cell, np.zeros(wrong, dtype=np.int64))
                self.refused("tuples: ", take, np.ones(1), 0, per_cell, np.zeros((count, 1), dtype=np.int64))

    def test_cells_whose_offsets_lead_far_outside(self):
        kernels = inkray._kernels  # pylint: disable=protected-access
        points, ids = np.zeros((9, 3)), np.arange(60) % 9
        for begin, end in [(22, -(2**63)), (-(2**63), 2**63 - 1), (2**63 - 1, -(2**63)), (0, 2**63 - 1),
                           (50, 42)]:
            for cell_type in (10, 12, 42):
                with self.subTest(begin=begin, end=end, type=cell_type):
                    done = kernels.cut_cells(points, np.array([begin, end]), ids,
                                             np.array([cell_type], dtype=np.uint8))
                    self.assertEqual((len(done[0]), done[-1]), (0, 1))  # nothing is cut, one is invalid

    def test_points(self):
        flat = {k: v for k, v in NOT_ARRAYS.items() if k != "all NaN"}
        for what, array in {**flat, "n x 2": POINTS[:, :2], "one row": POINTS.ravel(),
                            "no rows": np.empty((0, 3))}.items():
            with self.subTest(what):
                self.refused("points: ", inkray.MeshVolume, array, TETS)

    def test_cells(self):
        good = {k: v for k, v in NOT_ARRAYS.items() if k not in ("short", "long", "4-d")}
        bad = {
            **good,
            "floats": TETS.astype(float),
            "n x 3": TETS[:, :3],
            "negative": np.where(TETS == 0, -1, TETS),
            "beyond": np.where(TETS == 0, COUNT, TETS),
            "far beyond": np.where(TETS == 0, 2**62, TETS),
            "above int64": np.full((1, 4), 2**64 - 1, dtype=np.uint64),
            "no rows": np.empty((0, 4), dtype=int),
        }
        for what, array in bad.items():
            with self.subTest(what):
                self.refused("cell", inkray.MeshVolume, POINTS, array)
        self.refused("cells: ", inkray.MeshVolume, POINTS, [4, 0, 1, 2, 3, 4, 0], 10)
        self.refused("cells: ", inkray.MeshVolume, POINTS, [-1, 0, 1], 10)
        self.refused("cells: ", inkray.MeshVolume, POINTS, ([0, 4, 9], [0, 1, 2, 3]), 10)
        self.refused("cells: ", inkray.MeshVolume, POINTS, ([0, 4, 2, 4], [0, 1, 2, 3]), 10)
        self.refused("cells: ", inkray.MeshVolume, POINTS, ([0], []), 10)
        self.refused("cells: ", inkray.MeshVolume, POINTS, ([0], [], []), 10)
        self.refused("cells: ", inkray.MeshVolume, POINTS, TETS[:, :3], 5)  # triangles alone
        self.refused("cells: ", inkray.MeshVolume, POINTS, TETS, 12)  # hexahedra of four points
        self.refused("cell_types: ", inkray.MeshVolume, POINTS, TETS, [10, 10])
        self.refused("cell_types: ", inkray.MeshVolume, POINTS, TETS, 300)
        self.refused("cell_types: ", inkray.MeshVolume, POINTS, TETS, "tetra")
        self.refused("cell_types: ", inkray.MeshVolume, POINTS, TETS, [[10], [10, 3]])
        self.refused("cells: ", inkray.MeshVolume, POINTS, ([[0], [1, 2]], [0, 1, 2, 3]), 10)

    def test_points_that_are_not_finite_take_their_cells_along(self):
        points = POINTS.copy()
        points[13] = np.nan
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            mesh = inkray.MeshVolume(points, TETS)
        self.assertEqual(len(caught), 1)
        self.assertEqual(mesh.num_tetrahedra, len(TETS) - (TETS == 13).any(axis=1).sum())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with self.assertRaises(inkray.InvalidInput):
                inkray.MeshVolume(np.full((COUNT, 3), np.nan), TETS)

    def test_transfer_functions(self):
        mesh, rgb = volume(), [[1, 1, 1]] * 2
        self.refused("scalars: ", mesh.transfer_function, [1, 0], rgb, [1, 1])
        self.refused("scalars: ", mesh.transfer_function, [0, np.nan], rgb, [1, 1])
        self.refused("scalars: ", mesh.transfer_function, [], np.empty((0, 3)), [])
        self.refused("colors: ", mesh.transfer_function, [0, 1], [1, 1], [1, 1])
        self.refused("colors: ", mesh.transfer_function, [0, 1], [["a"] * 3] * 2, [1, 1])
        self.refused("opacities: ", mesh.transfer_function, [0, 1], rgb, [1])
        self.refused("opacities: ", mesh.transfer_function, [0, 1], rgb, [1, -1])
        self.refused("opacities: ", mesh.transfer_function, [0, 1], rgb, [[1, 0], [0, 0]])
        self.refused("unit_distance: ", mesh.transfer_function, [0, 1], rgb, [1, 1], unit_distance=0)
        self.refused("opacities: ", mesh.transfer_function, [0, 1], rgb, [[1, 2], [3]])
        self.refused("scalars: ", mesh.opacity_function, [[1, 2], [3]], [1, 1])
        self.refused("isovalues: ", mesh.set_isosurfaces, [0, np.inf])
        self.refused("isovalues: ", mesh.set_isosurfaces, [[1, 2], [3]])
        self.refused("colors: ", mesh.set_isosurfaces, [0, 1], colors=[[1, 1, 1], [1]])
        self.refused("opacities: ", mesh.set_isosurfaces, [0, 1], opacities=[[1, 1, 1], [1]])
        self.refused("colors: ", mesh.set_isosurfaces, [0, 1], colors=[[1, 1, 1]])
        self.refused("opacities: ", mesh.set_isosurfaces, [0], opacities=2)

    def test_render(self):
        mesh = volume()
        self.refused("values: ", inkray.MeshVolume(POINTS, TETS).render)
        self.refused("camera: ", mesh.render, "front")
        for size in [(0, 10), (10,), (10, -1), (1e3, 1e3), "large", (10**6, 10), None]:
            with self.subTest(size=size):
                self.refused("size: ", mesh.render, None, size)
        depth = np.ones((20, 30))
        for what, array in {"turned": depth.T, "complex": depth * 1j, "negative": -depth,
                            "GPU": FakeDevice(2)}.items():
            with self.subTest(what):
                self.refused("opaque_depth: ", mesh.render, None, (30, 20), opaque_depth=array)
        for name, value in [("blend", "sum"), ("gradients", "none"), ("slices", 5),
                            ("clipping_planes", [((0, 0, 0), (0, 0, 0))]),
                            ("clipping_planes", [((0, 0, 1),)]),
                            ("clipping_planes", [((0, 0, 1), (0, 0, 0))] * 33),
                            ("slices", [((0, 0, 1), (0, 0, 0))] * 33), ("slice_opacity", 2),
                            ("missing", (1, 0)), ("lights", [1]), ("lights", None),
                            ("average_range", (1, 0)), ("average_range", "all"), ("early_termination", -1)]:
            with self.subTest(name):
                mesh = volume()
                before = getattr(mesh, name)
                self.refused(name + ": ", setattr, mesh, name, value)
                self.assertIs(getattr(mesh, name), before)
        mesh.average_range = (1, 1)  # one value is a range
        self.assertEqual(list(mesh.average_range), [1, 1])

    def test_attributes(self):
        """A misspelled name is refused, and the message gives the intended name. Copies are refused because
        copies would share kernels."""
        surface = inkray.Isosurface(np.zeros((2, 2, 2)))
        for thing, name, meant in [(volume(), "shading", "shade"),
                                   (volume(), "isosurfaces", "set_isosurfaces"),
                                   (volume(), "clip_planes", "clipping_planes"),
                                   (surface, "smooth_normal", "smooth_normals")]:
            with self.subTest(name), self.assertRaisesRegex(AttributeError,
                                                            f"no attribute '{name}'.*{meant}"):
                setattr(thing, name, True)
        for thing in (volume(), surface):
            for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, "make another one"):
                    duplicate(thing)
        light = inkray.Light((1, 2, -3), (0.5, 1, 1), position=(1, 2, 3), cone_angle=20)
        for other in (copy.deepcopy(light), pickle.loads(pickle.dumps(light))):
            for name in ("direction", "diffuse", "position", "cone_cosine", "positional"):
                self.assertEqual(getattr(other._light, name), getattr(light._light, name))

    def test_cameras(self):
        self.refused("position: ", inkray.Camera, (0, 0))
        self.refused("position: ", inkray.Camera, (0, 0, np.nan))
        self.refused("focal_point: ", inkray.Camera, (1, 1, 1), (1, 1, 1))
        self.refused("up: ", inkray.Camera, (0, 0, 1), up=(0, 0, 2))
        self.refused("view_angle: ", inkray.Camera, (0, 0, 1), up=(0, 1, 0), view_angle=200)
        self.refused("view_angle: ", inkray.Camera.looking_at, (0, 1, 0, 1, 0, 1), view_angle=0)
        self.refused("clipping_range: ", inkray.Camera, (0, 0, 1), up=(0, 1, 0), clipping_range=(2, 1))
        self.refused("projection: ", inkray.Camera.from_matrices, np.eye(4), np.ones((4, 4)))
        self.refused("view: ", inkray.Camera.from_matrices, np.zeros((4, 4)), np.eye(4))

    def test_lights(self):
        self.refused("direction: ", inkray.Light, (0, 0, 0))
        self.refused("color: ", inkray.Light, color=(1, np.inf, 1))
        self.refused("cone_angle: ", inkray.Light, cone_angle=120)

    def test_volumes(self):
        grid = np.zeros((4, 4, 4))
        bad = {k: v for k, v in NOT_ARRAYS.items() if k != "4-d"}
        for what, array in {**bad, "2-d": grid[0], "5-d": grid[None, None], "one layer": grid[:1],
                            "NaN": grid * np.nan}.items():
            with self.subTest(what):
                self.refused("volume: ", inkray.Isosurface, array)
        self.refused("spacing: ", inkray.Isosurface, grid, (1, 0, 1))
        self.refused("spacing: ", inkray.Isosurface, grid, (1, 1))
        self.refused("spacing: ", inkray.Isosurface, grid, [[1, 2], [3]])
        self.refused("origin: ", inkray.Isosurface, grid, 1, (0, 0))
        self.refused("direction: ", inkray.Isosurface, grid, 1, (0, 0, 0), np.zeros((3, 3)))
        self.refused("coordinates: ", inkray.Isosurface, grid,
                     coordinates=([0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2]))
        self.refused("coordinates: ", inkray.Isosurface, grid,
                     coordinates=([0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 1, 3]))
        self.refused("coordinates: ", inkray.Isosurface, grid, coordinates=4)
        self.refused("device: ", inkray.Isosurface, grid, device="tpu")
        self.refused("device: ", inkray.Isosurface, grid, device=[])
        surface = inkray.Isosurface(grid + np.arange(4))
        self.refused("isovalues: ", surface.set_isosurfaces, np.nan)
        self.refused("values: ", surface.set_color_values, grid[1:], [0, 1], [[0, 0, 0], [1, 1, 1]])
        self.refused("scalars: ", surface.set_color_values, grid, [1, 0], [[0, 0, 0], [1, 1, 1]])


class OddInput(unittest.TestCase):
    """Unusual arrays with the same content give the same picture."""

    def setUp(self):
        self.values = np.arange(COUNT) % 7
        mesh = volume()
        mesh.set_values(self.values)
        self.expected = mesh.render(size=(40, 40))[0]
        self.assertGreater(self.expected.max(), 0.1)

    def same(self, points, cells, values, types=None, **options):
        mesh = inkray.MeshVolume(points, cells, types, device="cpu")
        mesh.set_values(values, **options)
        np.testing.assert_array_equal(mesh.render(size=(40, 40))[0], self.expected)

    def test_values_of_all_types(self):
        for dtype in "b B h H i I l L q Q e f d g".split():
            self.same(POINTS, TETS, self.values.astype(dtype))
        self.same(POINTS, TETS, self.values.astype(">f4"))
        self.same(POINTS, TETS, self.values.tolist())
        self.same(POINTS, TETS, memoryview(self.values.astype(float)))
        self.same(POINTS, TETS, np.ma.MaskedArray(self.values))

    def test_not_contiguous_and_not_writable(self):
        self.same(np.asfortranarray(POINTS), np.asfortranarray(TETS), np.repeat(self.values, 2)[::2])
        self.same(POINTS[::-1], COUNT - 1 - TETS, self.values[::-1])
        values, points, tets = self.values.astype(float), POINTS.copy(), TETS.copy()
        for array in (values, points, tets):
            array.setflags(write=False)
        self.same(points, tets, values)

    def test_dlpack(self):
        self.same(Producer(POINTS), Producer(TETS), Producer(self.values.astype(np.float32)))
        self.same(POINTS.__dlpack__(), TETS, self.values.__dlpack__())
        capsule = self.values.__dlpack__()
        self.same(POINTS, TETS, capsule)
        with self.assertRaises(inkray.InvalidInput):  # the capsule is used up now
            self.same(POINTS, TETS, capsule)

    def test_forms_of_cells(self):
        types = np.full(len(TETS), 10)
        padded = np.column_stack([np.full(len(TETS), 4), TETS])
        for ids in (TETS.astype(np.int32), TETS.astype(np.uint64), TETS.astype(np.int16), TETS.tolist()):
            self.same(POINTS, ids, self.values)
        self.same(POINTS, padded.ravel(), self.values, types)
        self.same(POINTS, np.append(padded.ravel(), [3, 0, 1, 2]), self.values, np.append(types, 5))
        self.same(POINTS, (np.arange(0, TETS.size + 1, 4), TETS.ravel()), self.values, 10)

    def test_components(self):
        vectors = np.stack([self.values, np.zeros(COUNT)], axis=1)
        self.same(POINTS, TETS, vectors, component=0)
        self.same(POINTS, TETS, vectors)  # the lengths of the vectors

    def test_inputs_may_change_afterwards(self):
        points, tets, values = POINTS.copy(), TETS.copy(), self.values.astype(np.float32)
        mesh = inkray.MeshVolume(points, tets, device="cpu")
        mesh.set_values(values)
        points[:], tets[:], values[:] = 0, 0, 0
        np.testing.assert_array_equal(mesh.render(size=(40, 40))[0], self.expected)


if __name__ == "__main__":
    unittest.main()
