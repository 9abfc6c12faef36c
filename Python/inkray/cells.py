# SPDX-License-Identifier: BSD-3-Clause
"""Conversion of cells, in the forms that users have, to tetrahedra."""

import numpy as np

from . import _kernels
from .arrays import DeviceArray, as_ids, is_on_cuda, num_dimensions, refuse

EMPTY, TETRA, POLYHEDRON = 0, 10, 42  # numbers of VTK's types


class Tetrahedra:
    """The tetrahedra of a mesh: m x 4 ids of points, and the cell of each tetrahedron if cells were cut
    (None: each tetrahedron is a cell).

    Points that cutting added come last: `points` has all points. `added` is a triple, or None: the first
    place of each added point in a list of ids, these ids, and weights.
    """

    def __init__(self, points, tets, cell_of_tet, num_cells, added=None):
        self.points, self.tets, self.cell_of_tet = points, tets, cell_of_tet
        self.num_cells, self.added = num_cells, added

    def at_points(self, values):
        """Append values of the added points to values of points."""
        return at_points(values, self.added)

    def bounds(self):
        """The least and the greatest coordinates of the drawn tetrahedra, two arrays of three. Other points
        do not count.
        """
        points, tets = (a.copy_to_host() if isinstance(a, DeviceArray) else a
                        for a in (self.points, self.tets))
        is_finite = np.isfinite(points).all(axis=1)
        tets = tets[((tets >= 0) & (tets < len(points))).all(axis=1)]
        used = np.zeros(len(points), dtype=bool)
        used[tets[is_finite[tets].all(axis=1)]] = True
        return points[used].min(axis=0), points[used].max(axis=0)


def at_points(values, added):
    """Append values of the added points, which are weighted means, to values of points; see Tetrahedra."""
    if added is None or len(added[0]) == 0:
        return values
    if isinstance(values, DeviceArray):
        values = values.copy_to_host()
    starts, ids, weights = added
    kept = values.dtype if values.dtype.kind == "f" else np.dtype(np.float64)
    shares = weights.reshape(-1, *[1] * (values.ndim - 1)) * values[ids].astype(np.float64)
    return np.ascontiguousarray(
        np.concatenate([values.astype(kept), np.add.reduceat(shares, starts).astype(kept)]))


def as_tetrahedra(points, cells, cell_types, bytes_per_tet=0):
    """The Tetrahedra of cells in one of three forms: see MeshVolume.

    bytes_per_tet: host memory that the caller will need for each tetrahedron.

    Raises OutOfMemory, before it takes memory, if cells are cut and memory is too small for the
    tetrahedra and these bytes.
    """
    if is_on_cuda(cells):
        return _on_device(points, cells, cell_types)
    offsets, ids = _read(cells, cell_types)
    types = _types(cell_types, offsets)
    num_cells = len(types)
    _check_ids(offsets, ids, types, len(points))
    if (types == TETRA).all() and (np.diff(offsets) == 4).all():
        return Tetrahedra(points, ids.reshape(-1, 4), None, num_cells)
    if isinstance(points, DeviceArray):
        points = points.copy_to_host()  # cells are cut on the host
    offsets, ids = offsets.astype(np.int64, copy=False), ids.astype(np.int64, copy=False)
    tets, cell_of_tet, *added, _, unsupported, invalid = (
        _kernels.cut_cells(points, offsets, ids, types, bytes_per_tet))
    if unsupported:
        refuse("cells", f"{unsupported} are of types that cannot be cut into tetrahedra")
    if invalid:
        refuse("cells", f"{invalid} have too few points for their type, or broken lists of faces")
    if len(tets) == 0:
        refuse("cells", "none of them is three-dimensional, so there is nothing to draw")
    return Tetrahedra(at_points(points, added), tets, cell_of_tet, num_cells, added)


def _on_device(points, cells, cell_types):
    tets = DeviceArray(cells, "cells")
    types = np.array([TETRA]) if cell_types is None else np.atleast_1d(as_ids(cell_types, "cell_types"))
    if tets.ndim != 2 or tets.shape[1] != 4 or not (types == TETRA).all():
        refuse("cells", "an array on a device needs m x 4 ids of tetrahedra; copy other cells to host "
                        "memory first")
    if types.shape not in ((1,), (len(tets),)):
        refuse("cell_types", f"its shape is {types.shape} for {len(tets)} cells")
    if tets.dtype not in (np.int32, np.int64):
        refuse("cells", f"its numbers are of type {tets.dtype}; on a device int32 or int64 is needed")
    if len(tets) == 0:
        refuse("cells", "there are none")
    return Tetrahedra(points, tets, None, len(tets))


def _check_ids(offsets, ids, types, num_points):
    """Check that ids are ids of points. Lists of faces are checked when polyhedra are cut."""
    if (types == POLYHEDRON).any():
        ids = ids[np.repeat(types != POLYHEDRON, np.diff(offsets))]
    if ids.size and not 0 <= ids.min() <= ids.max() < num_points:
        refuse("cells", f"its point ids are {ids.min()} to {ids.max()}, but there are {num_points} points")


def _read(cells, cell_types):
    """The offsets (one more than cells) and the ids of all cells."""
    if isinstance(cells, tuple):
        if len(cells) != 2 or any(num_dimensions(part, "cells") != 1 for part in cells):
            refuse("cells", "a tuple has to be (offsets, ids), as in vtkCellArray")
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
        refuse("cells", f"its shape is {ids.shape}; give n x points of a cell, or one row with the number of "
                        f"ids before those of each cell")
    if ids.size == 0:
        refuse("cells", "there are none")
    return _unpad(ids, cell_types)


def _unpad(padded, cell_types):
    """Convert [4, a, b, c, d, 8, ...] to offsets and ids."""
    if cell_types is None:
        refuse("cell_types", "give the type of each cell, because the cells are in one row")
    first = int(padded[0])
    if first > 0 and len(padded) % (first + 1) == 0:
        rows = padded.reshape(-1, first + 1)
        if (rows[:, 0] == first).all():
            return (np.arange(0, len(rows) * first + 1, first, dtype=np.int64),
                    np.ascontiguousarray(rows[:, 1:]).reshape(-1))
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


def _types(cell_types, offsets):
    count = len(offsets) - 1
    if cell_types is None:
        if (np.diff(offsets) == 4).all():
            return np.full(count, TETRA, dtype=np.uint8)
        refuse("cell_types", "give VTK's type number of each cell, because not all cells have four points")
    types = as_ids(cell_types, "cell_types")
    if num_dimensions(cell_types, "cell_types") == 0:
        types = np.full(count, types[0])
    if types.shape != (count,):
        refuse("cell_types", f"its shape is {types.shape} for {count} cells")
    if types.min() < 0 or types.max() > 200:
        refuse("cell_types", "it has numbers that are no cell types of VTK")
    return np.ascontiguousarray(types.astype(np.uint8))
