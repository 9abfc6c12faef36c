# SPDX-License-Identifier: BSD-3-Clause
"""Cells are cut into tetrahedra that fill them, have positive volume, and match those of neighboring
cells."""

import importlib.util
import threading
import unittest

import numpy as np

import inkray
import meshes
from inkray import _kernels
from inkray.cells import as_tetrahedra

HAVE_VTK = importlib.util.find_spec("vtkmodules") is not None
VOXEL, HEXAHEDRON, WEDGE, PYRAMID, QUADRATIC_TETRA = 11, 12, 13, 14, 24


def shuffled(points, cells, seed=3):
    """Returns the same mesh with other point ids, so that cells are not all cut alike."""
    order = np.random.default_rng(seed).permutation(len(points))
    place = np.argsort(order)
    return points[order], place[cells]


def cube_of(kind, n=4):
    """Returns a cube from -1 to 1 of cells of one type: points, cells and their type."""
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
    """Checks that all tets have positive volume, 8 in total. Two tets share each face inside the cube."""
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
    def test_cells_that_another_thread_changes(self):
        points, hexes = meshes.lattice(30)
        types = np.full(len(hexes), HEXAHEDRON, dtype=np.uint8)
        offsets, ids = np.arange(0, 8 * len(hexes) + 1, 8), hexes.reshape(-1).astype(np.int64)
        ends, refused = threading.Event(), 0

        def change():
            while not ends.is_set():
                types[:] = 10  # one tetrahedron instead of five or six
                types[:] = HEXAHEDRON

        thread = threading.Thread(target=change)
        thread.start()
        try:
            for _ in range(3000):
                if refused == 3:
                    break
                try:
                    tets = _kernels.cut_cells(points, offsets, ids, types)[0]
                    self.assertTrue(0 <= tets.min() and tets.max() < len(points))
                except inkray.InvalidInput as error:
                    self.assertIn("changed while they were read", str(error))
                    refused += 1
        finally:
            ends.set()
            thread.join()
        self.assertGreater(refused, 0)

    def test_ids_end_with_the_points(self):
        tet = np.eye(4, 3)
        self.assertEqual(len(as_tetrahedra(tet, [[0, 1, 2, 3]], None).tets), 1)
        for ids in ([0, 1, 2, 4], [0, 1, 2, -1]):
            with self.assertRaisesRegex(inkray.InvalidInput, "cells: its point ids are"):
                as_tetrahedra(tet, [ids], None)

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
        np.testing.assert_allclose(rgba[18, 22],
                                   [opacity * (1 - opacity), 0, opacity, 1 - (1 - opacity) ** 2], atol=1e-5)

    def test_mixed_cells_and_flat_ones(self):
        points, hexes = cube_of(HEXAHEDRON, 2)
        wedges = np.concatenate([hexes[:, [0, 1, 2, 4, 5, 6]], hexes[:, [0, 2, 3, 4, 6, 7]]])
        row = np.concatenate([[4], hexes[0, :4], [6], wedges[0], [2], hexes[0, :2], [6], wedges[1], [1, 0]])
        mesh = as_tetrahedra(points, row, [9, WEDGE, 3, WEDGE, 1])
        assert_fills_the_cube(self, mesh)
        self.assertEqual(set(mesh.cell_of_tet.tolist()), {1, 3})
        volume = inkray.MeshVolume(points, row, [9, WEDGE, 3, WEDGE, 1])
        volume.set_values([np.nan, 1, np.nan, 1, np.nan], "cells")  # one value for each given cell
        self.assertGreater(volume.render(size=(20, 20))[0].max(), 0)

    def test_each_type_of_points_lines_and_surfaces_draws_nothing(self):
        points, tets = meshes.tetrahedra(2)
        # Of vtkCellType.h.
        flat = [*range(10), 21, 22, 23, 28, 30, 34, 35, 36, *range(51, 55), *range(60, 64), *range(68, 71),
                *range(75, 78)]
        for kind in range(81):
            row = np.concatenate([[4], tets[0], [0 if kind == 0 else 1], [] if kind == 0 else [0]]).astype(
                np.int64)
            with self.subTest(kind=kind):
                if kind in flat:
                    np.testing.assert_array_equal(as_tetrahedra(points, row, [10, kind]).cell_of_tet, [0])
                elif kind in (38, 39, 40):  # VTK has no cells of these types
                    with self.assertRaisesRegex(inkray.InvalidInput, "cells: "):
                        as_tetrahedra(points, row, [10, kind])
                else:  # a cell of one point, of a type that fills space
                    with self.assertRaises(inkray.InvalidInput):
                        as_tetrahedra(points, row, [10, kind])

    def test_prisms_hulls_and_polyhedra(self):
        for kind, n in [(15, 5), (16, 6)]:
            turn = 2 * np.pi * np.arange(n) / n
            ring = np.column_stack([np.cos(turn), np.sin(turn), np.zeros(n)])
            points = np.concatenate([ring, ring + (0, 0, 1)])
            for type_, cell in [(kind, np.arange(2 * n)), (41, np.arange(2 * n))]:
                shuffled_points, ids = shuffled(points, cell[None])
                mesh = as_tetrahedra(shuffled_points, ids, type_)
                sizes = np.abs(volumes(mesh.points, mesh.tets))
                self.assertAlmostEqual(sizes.sum(), n / 2 * np.sin(2 * np.pi / n), places=9)
        # The mesh is a cube with a pushed-in edge, as a list of faces. It is not convex, so a point is added.
        points, hexes = meshes.lattice(2)
        points[1] = (0.2, 0.2, -1)  # between points 0 and 3 of the lower square
        a, b, c, d, e, f, g, h = hexes[0]
        faces = [[d, c, b, a], [e, f, g, h], [a, b, f, e], [b, c, g, f], [c, d, h, g], [d, a, e, h]]
        stream = [6] + [x for face in faces for x in [len(face), *face]]
        for cells in (([0, len(stream)], stream), [len(stream), *stream]):
            mesh = as_tetrahedra(points, cells, [42])
            self.assertGreater(np.abs(volumes(mesh.points, mesh.tets)).sum(), 4)
            values = points @ (1.0, 2.0, 3.0)
            np.testing.assert_allclose(mesh.at_points(values), mesh.points @ (1.0, 2.0, 3.0), atol=1e-12)
        self.assertEqual(len(mesh.points), 9)
        for broken in ([7, *stream[1:]], [6, 4, 0, 1, 2, 99, *stream[6:]], [6, 400, *stream[2:]],
                       [2**40, *stream[1:]], stream[:-1]):
            with self.assertRaisesRegex(inkray.InvalidInput, "cells: "):
                as_tetrahedra(points, ([0, len(broken)], broken), [42])

    @unittest.skipUnless(HAVE_VTK, "vtk is not there")
    def test_higher_order_cells_fill_their_volume(self):
        from vtkmodules import vtkCommonDataModel as vtk

        def nodes(cell):
            flat = cell.GetParametricCoords()
            at = np.array([flat[i] for i in range(3 * cell.GetNumberOfPoints())]).reshape(-1, 3)
            if cell.GetCellType() == 27:  # its edges are bent in these coordinates
                ends = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 4), (2, 4), (3, 4)]
                at[5:] = [(at[a] + at[b]) / 2 for a, b in ends]
            return at

        cells = [(25, vtk.vtkQuadraticHexahedron, 1), (26, vtk.vtkQuadraticWedge, 1 / 2),
                 (27, vtk.vtkQuadraticPyramid, 1 / 3),
                 (29, vtk.vtkTriQuadraticHexahedron, 1), (33, vtk.vtkBiQuadraticQuadraticHexahedron, 1),
                 (31, vtk.vtkQuadraticLinearWedge, 1 / 2), (32, vtk.vtkBiQuadraticQuadraticWedge, 1 / 2),
                 (37, vtk.vtkTriQuadraticPyramid, 1 / 6), (24, vtk.vtkQuadraticTetra, 1 / 6)]
        shapes = [(kind, nodes(make()), size) for kind, make, size in cells]
        for kind, make, size, counts in [(71, vtk.vtkLagrangeTetra, 1 / 6, (10, 20, 35, 120)),
                                         (72, vtk.vtkLagrangeHexahedron, 1, (27, 64)),
                                         (73, vtk.vtkLagrangeWedge, 1 / 2, (18, 40))]:
            for count in counts:
                cell = make()
                cell.GetPointIds().SetNumberOfIds(count)
                cell.GetPoints().SetNumberOfPoints(count)
                if kind != 71:
                    cell.SetUniformOrderFromNumPoints(count)
                cell.Initialize()
                shapes.append((kind, nodes(cell), size))
        for kind, points, size in shapes:
            for seed in range(4):
                with self.subTest(kind=kind, points=len(points), seed=seed):
                    mixed, ids = shuffled(points, np.arange(len(points))[None], seed)
                    places = np.concatenate([mixed, mixed + 5, mixed - 40])
                    mesh = as_tetrahedra(
                        places, np.concatenate([ids, ids + len(points), ids + 2 * len(points)]), kind)
                    sizes = volumes(mesh.points, mesh.tets)
                    self.assertGreater(sizes.min(), 1e-4 * size)
                    np.testing.assert_allclose(np.bincount(mesh.cell_of_tet, sizes), size, rtol=1e-9)
                    linear = places @ (1.0, 2.0, 3.0)
                    np.testing.assert_allclose(mesh.at_points(linear), mesh.points @ (1.0, 2.0, 3.0),
                                               atol=1e-12)

    @unittest.skipUnless(HAVE_VTK, "vtk is not there")
    def test_grids_of_vtk(self):
        from vtkmodules.util.numpy_support import numpy_to_vtk
        from vtkmodules.vtkCommonCore import vtkIdList, vtkPoints
        from vtkmodules.vtkCommonDataModel import vtkUnstructuredGrid

        points, hexes = cube_of(HEXAHEDRON, 3)
        grid, held = vtkUnstructuredGrid(), vtkPoints()
        held.SetData(numpy_to_vtk(points))
        grid.SetPoints(held)
        faces = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
        for i, cell in enumerate(hexes.tolist()):
            if i % 2:
                grid.InsertNextCell(HEXAHEDRON, 8, cell)
            else:
                stream = [6] + [x for face in faces for x in [4, *(cell[corner] for corner in face)]]
                ids = vtkIdList()
                for x in stream:
                    ids.InsertNextId(x)
                grid.InsertNextCell(42, ids)
        volume = inkray.MeshVolume.from_vtk(grid, device="cpu")
        plain = inkray.MeshVolume(points, hexes, HEXAHEDRON, device="cpu")
        for drawn in (volume, plain):
            drawn.set_values(points[:, 0])
        np.testing.assert_allclose(volume.render(size=(40, 40))[0], plain.render(size=(40, 40))[0], atol=2e-6)
        for wrong in (None, vtkPoints(), vtkUnstructuredGrid()):
            with self.assertRaises(inkray.InvalidInput):
                inkray.MeshVolume.from_vtk(wrong)


if __name__ == "__main__":
    unittest.main()
