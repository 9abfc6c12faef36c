# SPDX-License-Identifier: BSD-3-Clause
"""Cells are cut into tetrahedra that fill them, turn the right way and fit those of their neighbours."""

import importlib.util
import unittest

import numpy as np

import inkray
import meshes
from inkray.cells import as_tetrahedra

HAVE_VTK = importlib.util.find_spec("vtkmodules") is not None
VOXEL, HEXAHEDRON, WEDGE, PYRAMID, QUADRATIC_TETRA = 11, 12, 13, 14, 24


def shuffled(points, cells, seed=3):
    """The same mesh with other ids, so that cells are not all cut alike."""
    order = np.random.default_rng(seed).permutation(len(points))
    place = np.argsort(order)
    return points[order], place[cells]


def cube_of(kind, n=4):
    """A cube from -1 to 1 of cells of one kind: points, cells and their type."""
    points, hexes = meshes.lattice(n)
    points, hexes = shuffled(points, hexes)
    if kind == HEXAHEDRON:
        return points, hexes
    if kind == VOXEL:
        return points, hexes[:, [0, 1, 3, 2, 4, 5, 7, 6]]
    if kind == WEDGE:
        return points, np.concatenate([hexes[:, [0, 1, 2, 4, 5, 6]], hexes[:, [0, 2, 3, 4, 6, 7]]])
    if kind == PYRAMID:
        middles = points[hexes].mean(axis=1)
        apex = len(points) + np.arange(len(hexes))
        faces = [(0, 1, 2, 3), (4, 7, 6, 5), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 4, 0)]
        cells = [np.column_stack([hexes[:, list(face)], apex]) for face in faces]
        return np.concatenate([points, middles]), np.concatenate(cells)
    points, tets = meshes.tetrahedra(n, 0.2)
    edges = [(0, 1), (1, 2), (0, 2), (0, 3), (1, 3), (2, 3)]
    ends = np.sort(np.concatenate([tets[:, list(edge)] for edge in edges]), axis=1)
    unique, place = np.unique(ends, axis=0, return_inverse=True)
    middles = len(points) + place.reshape(6, -1).T
    return shuffled(np.concatenate([points, points[unique].mean(axis=1)]), np.column_stack([tets, middles]))


def volumes(points, tets):
    corners = points[tets]
    a, b, c = (corners[:, i] - corners[:, 0] for i in (1, 2, 3))
    return np.einsum("ij,ij->i", a, np.cross(b, c)) / 6


def assert_fills_the_cube(test, mesh):
    """Tets of positive volume, 8 together, whose faces within the cube are shared by two each."""
    sizes = volumes(mesh.points, mesh.tets)
    test.assertGreater(sizes.min(), 0)
    test.assertAlmostEqual(sizes.sum(), 8, places=9)
    faces = np.concatenate([mesh.tets[:, list(f)] for f in [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]])
    unique, counts = np.unique(np.sort(faces, axis=1), axis=0, return_counts=True)
    corners = mesh.points[unique]
    on_border = (np.abs(np.abs(corners.mean(axis=1)) - 1) < 1e-9).any(axis=1)
    test.assertTrue((counts[on_border] == 1).all())
    test.assertTrue((counts[~on_border] == 2).all())


class Cutting(unittest.TestCase):
    def test_each_kind(self):
        for kind, least in [(HEXAHEDRON, 5), (VOXEL, 5), (WEDGE, 3), (PYRAMID, 2), (QUADRATIC_TETRA, 8)]:
            with self.subTest(kind=kind):
                points, cells = cube_of(kind)
                mesh = as_tetrahedra(points, cells, kind)
                assert_fills_the_cube(self, mesh)
                counts = np.bincount(mesh.cell_of_tet, minlength=len(cells))
                self.assertGreaterEqual(counts.min(), least)
                sizes = np.bincount(mesh.cell_of_tet, volumes(mesh.points, mesh.tets))
                test_sizes = sizes.sum() / len(cells)
                if kind != QUADRATIC_TETRA:
                    np.testing.assert_allclose(sizes, test_sizes, rtol=1e-9)

    def test_values_of_cells_stay_with_their_cells(self):
        points, cells = cube_of(HEXAHEDRON, 3)
        volume = inkray.MeshVolume(points, cells, HEXAHEDRON, device="cpu")
        values = np.where(points[cells].mean(axis=1)[:, 2] > 0, 1.0, 0.0)
        volume.set_values(values, "cells")
        volume.transfer_function([0, 1], [[1, 0, 0], [0, 0, 1]], [1, 1], unit_distance=1.0)
        rgba, _ = volume.render(inkray.Camera((0, 0, 10), up=(0, 1, 0), parallel_height=1.5), (40, 40))
        opacity = 1 - np.exp(-1)
        np.testing.assert_allclose(rgba[18, 22], [opacity * (1 - opacity), 0, opacity, 1 - (1 - opacity) ** 2], atol=1e-5)

    def test_mixed_cells_and_flat_ones(self):
        points, hexes = cube_of(HEXAHEDRON, 2)
        wedges = np.concatenate([hexes[:, [0, 1, 2, 4, 5, 6]], hexes[:, [0, 2, 3, 4, 6, 7]]])
        row = np.concatenate([[4], hexes[0, :4], [6], wedges[0], [2], hexes[0, :2], [6], wedges[1], [1, 0]])
        mesh = as_tetrahedra(points, row, [9, WEDGE, 3, WEDGE, 1])
        assert_fills_the_cube(self, mesh)
        self.assertEqual(set(mesh.cell_of_tet.tolist()), {1, 3})
        volume = inkray.MeshVolume(points, row, [9, WEDGE, 3, WEDGE, 1])
        volume.set_values([np.nan, 1, np.nan, 1, np.nan], "cells")  # one for each cell that was given
        self.assertGreater(volume.render(size=(20, 20))[0].max(), 0)

    @unittest.skipIf(HAVE_VTK, "vtk is there")
    def test_other_kinds_ask_for_vtk(self):
        with self.assertRaisesRegex(ImportError, "pip install vtk"):
            as_tetrahedra(np.random.default_rng(1).uniform(size=(20, 3)), np.arange(20)[None], 25)


if __name__ == "__main__":
    unittest.main()
