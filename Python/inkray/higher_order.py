# SPDX-License-Identifier: BSD-3-Clause
"""Quadratic and Lagrange cells as linear cells between their nodes, in VTK's order of nodes, which the wheel
`vtk` knows.

Cells whose nodes form a lattice become the small cells of the lattice. The others (20 nodes in a hexahedron,
say) get a point in the middle, and are tetrahedra and pyramids from there to their faces, which their nodes
divide. Either way a face is divided by its own nodes alone, so that neighbors fit.
"""

import functools

import numpy as np

from .arrays import refuse
from .cells import AS_LINEAR, KNOWN, TETRA, append_means

HEXAHEDRON, WEDGE, PYRAMID, OCTAHEDRON, MIRRORED_OCTAHEDRON = 12, 13, 14, 254, 255
LATTICES = {29: "hexahedron", 72: "hexahedron", 31: "wedge", 32: "wedge", 73: "wedge", 71: "tetrahedron"}
SERENDIPITY = {25: 20, 26: 15, 27: 13, 33: 24, 37: 19}


def expand(points, offsets, ids, types):
    """Replace cells by cells of types that the kernels' sources cut.

    Returns points, offsets, ids and types, the original cell of each, and the triple of the added points
    (Tetrahedra.added). If a cell needs VTK and it is missing, raises ImportError, which says what to do.
    """
    new_ids, sizes, new_types, cell_of = [], [], [], []
    starts, sources, weights = [], [], []

    def put(kind, rows, cells):
        new_ids.append(np.ascontiguousarray(rows, dtype=np.int64).ravel())
        sizes.append(np.full(len(rows), rows.shape[1], dtype=np.int64))
        new_types.append(np.broadcast_to(np.asarray(kind, dtype=np.uint8), len(rows)))
        cell_of.append(cells)

    counts = np.diff(offsets)
    for kind, count in {(int(k), int(n)) for k, n in zip(types, counts)}:
        cells = np.flatnonzero((types == kind) & (counts == count))
        rows = ids[offsets[cells][:, None] + np.arange(count)]
        if kind in KNOWN or (kind not in AS_LINEAR and kind not in LATTICES and kind not in SERENDIPITY):
            put(kind, rows, cells)
        elif kind in AS_LINEAR:
            linear, least = AS_LINEAR[kind]
            put(linear, rows[:, : _least(count, least)], cells)
        elif kind in LATTICES:
            for small, table in _lattice(LATTICES[kind], kind, count):
                # Octahedra of a mirrored cell must be cut with the opposite sign.
                sign = _mirrored(points, rows) if small == OCTAHEDRON else np.zeros(len(rows), dtype=bool)
                kinds = np.repeat(np.where(sign, MIRRORED_OCTAHEDRON, small), len(table))
                put(kinds, rows[:, table].reshape(-1, table.shape[1]), np.repeat(cells, len(table)))
        else:
            nodes, shares, apex, tets, pyramids = _serendipity(kind)
            rows = rows[:, : _least(count, nodes)]
            # Many files turn its triangle (0, 1, 2) inward, and not outward as VTK describes it.
            if kind == 26:
                rows = np.where(_turns_inward(points, rows)[:, None], rows[:, _MIRRORED_WEDGE], rows)
            if apex is None:
                place = len(points) + len(starts) + np.arange(len(rows))
                starts.extend(sum(map(len, sources)) + nodes * np.arange(len(rows)))
                sources.append(rows.ravel())
                weights.append(np.tile(shares, len(rows)))
            else:
                place = rows[:, apex]
            for small, table, before in ((TETRA, tets, True), (PYRAMID, pyramids, False)):
                if len(table):
                    middle = np.broadcast_to(place[:, None, None], (len(rows), len(table), 1))
                    parts = [middle, rows[:, table]] if before else [rows[:, table], middle]
                    together = np.concatenate(parts, axis=2)
                    put(small, together.reshape(-1, together.shape[2]), np.repeat(cells, len(table)))
    empty = np.zeros(0, dtype=np.int64)
    added = (
        np.array(starts, dtype=np.int64),
        np.concatenate([empty, *sources]),
        np.concatenate([np.zeros(0), *weights]),
    )
    points = append_means(points, added)
    new_offsets = np.concatenate([[0], np.cumsum(np.concatenate(sizes))]).astype(np.int64)
    new_types = np.ascontiguousarray(np.concatenate(new_types))
    return points, new_offsets, np.concatenate(new_ids), new_types, np.concatenate(cell_of), added


def _least(count, wanted):
    if count < wanted:
        refuse("cells", f"a cell has {count} points, and its type needs {wanted}")
    return wanted


def _mirrored(points, rows):
    a, b, c, d = (points[rows[:, i]].astype(np.float64) for i in range(4))
    return np.einsum("ij,ij->i", b - a, np.cross(c - a, d - a)) < 0


_MIRRORED_WEDGE = [0, 2, 1, 3, 5, 4, 8, 7, 6, 11, 10, 9, 12, 14, 13]


def _turns_inward(points, rows):
    a, b, c, *upper = (points[rows[:, i]].astype(np.float64) for i in range(6))
    return np.einsum("ij,ij->i", np.cross(b - a, c - a), sum(upper) - a - b - c) > 0


def _vtk():
    try:
        from vtkmodules import vtkCommonDataModel
    except ImportError as error:
        raise ImportError(
            "cells: VTK is needed to cut quadratic and Lagrange cells (other than ten-node tetrahedra); "
            "pip install vtk"
        ) from error
    return vtkCommonDataModel


@functools.lru_cache(maxsize=None)
def _lattice(shape, kind, count):
    """The small cells between nodes: pairs of a type and rows of indices into the list of nodes."""
    return {"hexahedron": _hexahedra, "wedge": _wedges, "tetrahedron": _tetrahedra}[shape](kind, count)


def _order(count, nodes_of):
    for p in range(1, 33):
        if nodes_of(p) == count:
            return p
    return refuse("cells", f"no cell of its type with the same degree along all axes has {count} points")


def _hexahedra(kind, count):
    p = _order(count, lambda p: (p + 1) ** 3)
    index = _vtk().vtkHigherOrderHexahedron.PointIndexFromIJK
    node = {(i, j, k): index(i, j, k, [p, p, p]) for i in range(p + 1) for j in range(p + 1)
            for k in range(p + 1)}
    rounds = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
    cells = [
        [node[i + x, j + y, k + z] for x, y, z in rounds] for k in range(p) for j in range(p)
        for i in range(p)
    ]
    return [(HEXAHEDRON, np.array(cells))]


def _wedges(kind, count):
    # Of the triangles, listed before the middles of the quadrilaterals; and a center.
    bubbles = kind == 73 and count == 21
    if kind == 31:
        count, p, r = _least(count, 12), 2, 1
    elif kind == 32 or bubbles:
        count, p, r = _least(count, 18), 2, 2
    else:
        p = r = _order(count, lambda p: (p + 1) ** 2 * (p + 2) // 2)
    number = (p + 1) * (p + 2) // 2 * (r + 1)
    index = _vtk().vtkHigherOrderWedge.PointIndexFromIJK

    def node(i, j, k):
        place = index(i, j, k, [p, p, r, number])
        return place + 2 if bubbles and place >= 15 else place

    cells = []
    for k in range(r):
        for j in range(p):
            for i in range(p - j):
                triangles = [[(i, j), (i + 1, j), (i, j + 1)]]
                if i + j + 2 <= p:
                    triangles.append([(i + 1, j), (i + 1, j + 1), (i, j + 1)])
                cells += [[node(x, y, z) for z in (k, k + 1) for x, y in triangle] for triangle in triangles]
    return [(WEDGE, np.array(cells))]


def _tetrahedra(kind, count):
    p = 2 if count == 15 else _order(count, lambda p: (p + 1) * (p + 2) * (p + 3) // 6)
    index = _vtk().vtkHigherOrderTetra.Index

    def at(i, j, k):
        return index([i, j, k, p - i - j - k], p)

    tets, octahedra = [], []
    for k in range(p):
        for j in range(p - k):
            for i in range(p - k - j):
                tets.append([at(i, j, k), at(i + 1, j, k), at(i, j + 1, k), at(i, j, k + 1)])
                if i + j + k + 2 <= p:
                    octahedra.append(
                        [at(i + 1, j, k), at(i, j + 1, k), at(i, j, k + 1), at(i, j + 1, k + 1),
                         at(i + 1, j, k + 1), at(i + 1, j + 1, k)]
                    )
                if i + j + k + 3 <= p:
                    tets.append([at(i + 1, j + 1, k), at(i, j + 1, k + 1), at(i + 1, j, k + 1),
                                 at(i + 1, j + 1, k + 1)])
    return [(TETRA, np.array(tets)), *([(OCTAHEDRON, np.array(octahedra))] if octahedra else [])]


# Faces with the corners counter-clockwise from outside, edges in the order of their nodes, and the first of
# these.
_SHAPES = {
    8: (
        [(0, 4, 7, 3), (1, 2, 6, 5), (0, 1, 5, 4), (3, 7, 6, 2), (0, 3, 2, 1), (4, 5, 6, 7)],
        [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)],
    ),
    6: (
        [(0, 1, 2), (3, 5, 4), (0, 3, 4, 1), (1, 4, 5, 2), (2, 5, 3, 0)],
        [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)],
    ),
    5: (
        [(0, 3, 2, 1), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)],
        [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 4), (2, 4), (3, 4)],
    ),
}


@functools.lru_cache(maxsize=None)
def _serendipity(kind):
    """Number of nodes, weights of the middle or None, the node there or None, and triangles and
    quadrilaterals of the faces, seen from the middle in VTK's order of tetrahedra and pyramids.
    """
    vtk = _vtk()
    corners, functions, middle, centers = {
        25: (8, vtk.vtkQuadraticHexahedron, (0.5, 0.5, 0.5), {}),
        33: (8, vtk.vtkBiQuadraticQuadraticHexahedron, (0.5, 0.5, 0.5), {0: 20, 1: 21, 2: 22, 3: 23}),
        26: (6, vtk.vtkQuadraticWedge, (1 / 3, 1 / 3, 0.5), {}),
        27: (5, vtk.vtkQuadraticPyramid, (0.5, 0.5, 0.25), {}),
        37: (5, None, None, {0: 13}),
    }[kind]
    nodes, shares, apex = SERENDIPITY[kind], None, 18
    if functions is not None:
        apex, found = None, [0.0] * nodes
        functions.InterpolationFunctions(middle, found)
        shares = np.array(found)
    faces, edges = _SHAPES[corners]
    node = {frozenset(edge): corners + i for i, edge in enumerate(edges)}
    tets, pyramids = [], []
    for f, face in enumerate(faces):
        n = len(face)
        between = [node[frozenset((face[i], face[(i + 1) % n]))] for i in range(n)]
        for i in range(n):
            if f in centers:
                pyramids.append([face[i], between[i], centers[f], between[i - 1]][::-1])
            else:
                tets.append([face[i], between[i], between[i - 1]])
        if n == 3:
            tets.append(between)
        elif f not in centers:
            pyramids.append(between[::-1])
    return nodes, shares, apex, np.array(tets).reshape(-1, 3), np.array(pyramids).reshape(-1, 4)
