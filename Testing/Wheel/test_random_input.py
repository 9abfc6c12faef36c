# SPDX-License-Identifier: BSD-3-Clause
"""Makes arrays at random. Each call accepts them or refuses them with a documented exception, and the
process survives.

INKRAY_SEED is one more seed beside the fixed one (as in Testing/Seeds.h). INKRAY_RANDOM_CALLS is the number
of calls for each seed.
"""

import os
import unittest
import warnings

import numpy as np

import inkray
import meshes

CALLS = int(os.environ.get("INKRAY_RANDOM_CALLS", "150"))
SEEDS = [1] + ([int(os.environ["INKRAY_SEED"])] if os.environ.get("INKRAY_SEED") else [])
KERNELS = inkray._kernels  # pylint: disable=protected-access
# The exceptions that calls promise, and those of nanobind and numpy for what is no array.
EXPECTED = (inkray.Error, TypeError, ValueError, OverflowError)
DTYPES = ["f4", "f8", "f2", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "?", "c8", "S3", "O", ">f8",
          ">i4", "M8[s]"]
ODD = [np.nan, np.inf, -np.inf, 1e308, -1e308, 1e38, 5e-324, 2.0**31, 2.0**32, 2.0**62, -1.0, 0.0]


class Maker:
    """Makes arrays of any kind. Most are close to what is wanted."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)

    def chance(self, share):
        return self.random.random() < share

    def one_of(self, choices):
        return choices[self.random.integers(len(choices))]

    def shape(self, wanted):
        shape = list(wanted)
        while self.chance(0.2):
            change = self.random.integers(5)
            axis = self.random.integers(len(shape)) if shape else 0
            if change == 0 and shape:
                shape[axis] = max(0, shape[axis] + int(self.random.integers(-2, 3)))
            elif change == 1:
                shape.insert(axis, int(self.random.integers(0, 4)))
            elif change == 2 and shape:
                del shape[axis]
            elif change == 3 and shape:
                shape[axis] = 0
            elif len(shape) > 1:
                shape = [int(np.prod(shape))]
        return tuple(shape)

    def laid_out(self, array):
        """Returns the same values in another memory layout."""
        change = self.random.integers(9)
        if change == 0:
            return np.asfortranarray(array)
        if change == 1 and array.ndim > 0:
            return array[::-1]
        if change == 2 and array.ndim > 0:
            return np.repeat(array, 2, axis=0)[::2]
        if change == 3 and array.ndim > 0 and array.shape[0] > 0:
            return np.broadcast_to(array[:1], array.shape)
        if change == 4 and array.dtype != object and array.ndim > 0:  # not aligned
            raw = np.empty(array.nbytes + 1, dtype=np.uint8)[1:]
            moved = raw.view(array.dtype).reshape(array.shape)
            moved[...] = array
            return moved
        if change == 5:
            array.flags.writeable = False
        return array

    def array(self, wanted, low=-1.0, high=1.0, dtype=None):
        shape = self.shape(wanted)
        values = self.random.uniform(low, high, shape)
        if self.chance(0.3):
            values = np.where(self.random.random(shape) < 0.05, self.one_of(ODD), values)
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            array = np.asarray(values).astype(dtype if dtype and not self.chance(0.2)
                                              else self.one_of(DTYPES))
        array = self.laid_out(array)
        return array.tolist() if self.chance(0.1) else array

    def number(self):
        return self.one_of([0, 1, 2, -1, 3, 5, 0.5, 255, 2**40, -(2**63), None, "x", True, *ODD])

    def numbers(self, count):
        return [self.number() if self.chance(0.2) else float(self.random.random()) for _ in range(count)]


class RandomInput(unittest.TestCase):
    def tries(self, call, *arguments, **options):
        """Returns the result of the call, or None if the call refuses its arguments."""
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                return call(*arguments, **options)
        except EXPECTED as refusal:
            self.assertNotEqual(str(refusal), "")
            self.refused += 1
        return None

    def each(self, work):
        """Calls work(maker) CALLS times for each seed. Some calls must succeed, and some must be refused."""
        for seed in SEEDS:
            self.refused = taken = 0
            for number in range(CALLS):
                with self.subTest(seed=seed, call=number):
                    taken += 1 if work(Maker((seed, number))) is not None else 0
            self.assertGreater(taken, CALLS // 50)
            self.assertGreater(self.refused, CALLS // 10)

    def test_meshes(self):
        points, tets = meshes.tetrahedra(2, 0.2)

        def work(maker):
            count = len(points)
            types = maker.one_of([None, 10, 42, 12, "types", 300])
            cells = tets if maker.chance(0.3) else maker.array(tets.shape, 0, count, "i8")
            if maker.chance(0.4):
                ids = int(maker.random.integers(1, 60))
                offsets = maker.array((ids // 5 + 1,), 0, ids, "i8")
                offsets = (np.sort(offsets) if isinstance(offsets, np.ndarray) and offsets.ndim == 1
                           and offsets.dtype.kind in "iuf" and maker.chance(0.7) else offsets)
                cells = (offsets, maker.array((ids,), 0, maker.one_of([count, 9]), "i8"))
                types = "types"
            if isinstance(types, str):
                types = maker.array((max(0, np.size(cells[0]) - 1) if isinstance(cells, tuple) else len(tets),
                                     ), 0, 85, "u1")
            given = points if maker.chance(0.3) else maker.array(points.shape, dtype="f8")
            mesh = self.tries(inkray.MeshVolume, given, cells, *([] if types is None else [types]),
                              device="cpu")
            if mesh is not None:
                per = maker.one_of(["points", "cells", "points", "faces"])
                amount = count if per == "points" else len(tets)
                self.tries(mesh.set_values, maker.array((amount,)), per)
                self.tries(mesh.set_opacity_values, maker.array((amount, 2)), per, component=maker.number())
                self.tries(mesh.set_isosurfaces, maker.numbers(3), opacities=maker.number())
                self.tries(mesh.render, size=(9, 7), opaque_depth=maker.one_of([None, maker.array((7, 9))]))
            return mesh

        self.each(work)

    def test_volumes(self):
        def work(maker):
            shape = tuple(int(n) for n in maker.random.integers(2, 6, 3))
            coordinates = None
            if maker.chance(0.3):
                coordinates = [maker.array((n,)) if maker.chance(0.3) else np.sort(maker.random.random(n))
                               for n in reversed(shape)]
            volume = self.tries(
                maker.one_of([inkray.Isosurface, inkray.GridVolume]),
                maker.array(shape if maker.chance(0.7) else (*shape, 2)),
                maker.one_of([1.0, maker.number(), maker.numbers(3)]),
                maker.one_of([(0, 0, 0), maker.numbers(3)]),
                coordinates=coordinates,
                association=maker.one_of(["points", "cells"]),
                component=maker.one_of([None, 0, 1, maker.number()]),
                device="cpu",
            )
            if volume is not None:
                self.tries(volume.set_isosurfaces, maker.numbers(2), colors=maker.array((2, 3), 0, 1))
                if isinstance(volume, inkray.Isosurface):
                    self.tries(volume.set_color_values, maker.array(shape), maker.numbers(2),
                               maker.array((2, 3), 0, 1))
                else:
                    self.tries(volume.set_values, maker.array(shape), maker.one_of(["points", "cells"]))
                    self.tries(volume.set_opacity_values, maker.array(shape))
                    self.tries(volume.opacity_function, maker.numbers(2), maker.numbers(2))
                    self.tries(volume.gradient_opacity_function, maker.numbers(2), maker.numbers(2))
                    self.tries(volume.transfer_function_2d, maker.numbers(2), maker.numbers(2),
                               maker.array((2, 3, 3)), maker.array((2, 3)))
                    self.tries(setattr, volume, "crop_box", maker.numbers(6))
                    self.tries(setattr, volume, "slices", [(maker.numbers(3), maker.numbers(3))])
                    self.tries(setattr, volume, "missing", maker.numbers(4))
                camera = (self.tries(inkray.Camera, maker.numbers(3), maker.numbers(3)) if maker.chance(0.5)
                          else None)
                self.tries(volume.render, camera, (9, 7))
            return volume

        self.each(work)

    def test_kernels(self):
        """The module below the classes refuses numbers that would lead outside of arrays."""
        points, tets = (np.ascontiguousarray(array) for array in meshes.tetrahedra(2, 0.2))

        def work(maker):
            caster = KERNELS.TetCaster(KERNELS.DeviceKind.cpu)
            caster.set_mesh(points, tets)
            self.tries(caster.set_mesh, maker.array(points.shape, dtype="f4"),
                       maker.array(tets.shape, 0, len(points) + 1, "i8"))
            taken = []
            for take in (caster.set_scalars, caster.set_opacity_scalars):
                per_cell = maker.chance(0.5)
                count = len(tets) if per_cell else len(points)
                tuples = maker.one_of([None, maker.array((count,), -1, count + 1, "i8")])
                values = maker.array((count,), dtype="f4")
                taken.append(self.tries(lambda *a, take=take: (take(*a), 1), values, maker.one_of([0, -1, 1]),
                                        per_cell, tuples))
            self.tries(caster.set_transfer_function, [maker.numbers(5) for _ in range(3)])
            eye = np.eye(4)
            eye[2, 3] = -3
            matrices = [np.ravel(eye).tolist() if maker.chance(0.8) else maker.numbers(16) for _ in range(2)]
            self.tries(caster.render, *matrices, *maker.one_of([(9, 7), (0, 7), (-1, 7), (1, 1)]),
                       KERNELS.FrameOptions())
            ids = maker.array((40,), -1, len(points) + 1, "i8")
            self.tries(KERNELS.cut_cells, points, maker.array((9,), 0, 41, "i8"), ids,
                       maker.array((8,), 8, 43, "u1"))
            return taken[0]

        self.each(work)


if __name__ == "__main__":
    unittest.main()
