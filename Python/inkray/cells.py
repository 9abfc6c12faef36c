# SPDX-License-Identifier: BSD-3-Clause
"""Cells in the forms that users have them, as tetrahedra."""

import numpy as np

from . import _kernels
from .arrays import as_ids, refuse

TETRA = 10
# Cells of VTK's types that the kernels' own sources cut, with their numbers of points. A row of so many ids is of
# that type where none is given; four are a tetrahedron.
LINEAR = {TETRA: 4, 11: 8, 12: 8, 13: 6, 14: 5, 24: 10}


class Tetrahedra:
    """The tetrahedra of a mesh: m x 4 ids of points, and where cells were cut, the cell of each (None: its own).

    Points that cutting added follow the others: `points` are all of them, and each added one is the weighted mean of
    others, as rows of `weights` (added x points, a pair of ids and weights, each added x k), or None.
    """

    def __init__(self, points, tets, cell_of_tet, num_cells, weights=None):
        self.points, self.tets, self.cell_of_tet = points, tets, cell_of_tet
        self.num_cells, self.weights = num_cells, weights

    def at_points(self, values):
        """Values of the points, with those of the points that were added."""
        if self.weights is None:
            return values
        ids, shares = self.weights
        means = np.einsum("ak,ak...->a...", shares, values[ids].astype(np.float64))
        kept = values.dtype if values.dtype.kind == "f" else np.float64
        return np.ascontiguousarray(np.concatenate([values.astype(kept), means.astype(kept)]))


def as_tetrahedra(points, cells, cell_types, faces=None):
    """Tetrahedra of cells in one of three forms; see MeshVolume."""
    offsets, ids = _read(cells, cell_types)
    types = _types(cell_types, offsets, ids)
    num_points, num_cells = len(points), len(types)
    if ids.size and not 0 <= ids.min() <= ids.max() < num_points:
        refuse("cells", f"there are ids of points from {ids.min()} to {ids.max()}, and {num_points} points")
    if (types == TETRA).all() and (np.diff(offsets) == 4).all():
        return Tetrahedra(points, ids.reshape(-1, 4), None, num_cells)
    others = ~np.isin(types, list(LINEAR)) & (types > 9)
    weights, cell_of = None, None
    offsets, ids = offsets.astype(np.int64, copy=False), ids.astype(np.int64, copy=False)
    if others.any():
        from .vtk_cells import expand

        points, offsets, ids, types, cell_of, weights = expand(points, offsets, ids, types, faces)
    tets, cell_of_tet, _, unsupported, invalid = _kernels.cut_cells(points, offsets, ids, types)
    if unsupported or invalid:
        kinds = sorted(set(types[np.isin(types, list(LINEAR), invert=True)].tolist()))
        refuse("cells", f"{invalid} have too few points" if invalid else f"no cell of VTK's types {kinds} can be cut")
    if len(tets) == 0:
        refuse("cells", "none of them is three-dimensional, so there is nothing to draw")
    if cell_of is not None:
        cell_of_tet = cell_of[cell_of_tet]
    return Tetrahedra(points, tets, cell_of_tet, num_cells, weights)


def _read(cells, cell_types):
    """Offsets, one more than cells, and the ids of all cells."""
    if isinstance(cells, tuple):
        if len(cells) != 2 or any(np.ndim(part) != 1 for part in cells):
            refuse("cells", "a tuple is (offsets, ids) as vtkCellArray has them")
        if len(cells[0]) < 2:
            refuse("cells", "there are none")
        offsets, ids = as_ids(cells[0], "cells"), as_ids(cells[1], "cells")
        if offsets[0] != 0 or offsets[-1] != len(ids) or (np.diff(offsets) < 0).any():
            refuse("cells", "the offsets do not ascend from 0 to the number of ids")
        return offsets, ids
    ids = as_ids(cells, "cells")
    if ids.ndim == 2:
        if ids.size == 0:
            refuse("cells", "there are none")
        return np.arange(0, ids.size + 1, ids.shape[1], dtype=np.int64), ids.reshape(-1)
    if ids.ndim != 1:
        refuse("cells", f"its shape is {ids.shape}; give n x points of a cell, or one row with the number of ids before those of each cell")
    if ids.size == 0:
        refuse("cells", "there are none")
    return _unpad(ids, cell_types)


def _unpad(padded, cell_types):
    """[4, a, b, c, d, 8, ...] as offsets and ids."""
    if cell_types is None:
        refuse("cell_types", "cells in one row need the type of each")
    first = int(padded[0])
    if first > 0 and len(padded) % (first + 1) == 0:
        rows = padded.reshape(-1, first + 1)
        if (rows[:, 0] == first).all():
            return np.arange(0, len(rows) * first + 1, first, dtype=np.int64), np.ascontiguousarray(rows[:, 1:]).reshape(-1)
    starts, at, sizes = [], 0, padded.tolist()
    while at < len(sizes):
        if sizes[at] < 0 or at + sizes[at] >= len(sizes):
            refuse("cells", f"at place {at} of the row a cell of {sizes[at]} points does not fit")
        starts.append(at)
        at += 1 + sizes[at]
    starts = np.array(starts)
    keep = np.ones(len(padded), dtype=bool)
    keep[starts] = False
    return np.concatenate([[0], np.cumsum(padded[starts])]).astype(np.int64), padded[keep]


def _types(cell_types, offsets, ids):
    count = len(offsets) - 1
    if cell_types is None:
        if (np.diff(offsets) == 4).all():
            return np.full(count, TETRA, dtype=np.uint8)
        refuse("cell_types", "cells that are not all of four points need VTK's number of the type of each")
    types = as_ids(cell_types, "cell_types")
    if np.ndim(cell_types) == 0:
        types = np.full(count, types[0])
    if types.shape != (count,):
        refuse("cell_types", f"its shape is {types.shape} for {count} cells")
    if types.min() < 0 or types.max() > 255:
        refuse("cell_types", "it has numbers that are none of VTK's types")
    return np.ascontiguousarray(types.astype(np.uint8))
