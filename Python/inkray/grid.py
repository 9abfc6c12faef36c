# SPDX-License-Identifier: BSD-3-Clause
"""Where regular and rectilinear grids lie, and their values."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Bounds, as_array, as_floats, num_dimensions, refuse


def as_place(values: Any, per_cell: bool, spacing: ArrayLike, origin: ArrayLike,
             direction: ArrayLike | None, coordinates: Any) -> tuple[Any, Any, Any, Bounds]:
    """The places of a grid's points, from the arguments of Isosurface. Returns their numbers along x, y and
    z; the row-major matrix that maps indices, or coordinates of a rectilinear grid, to places; the
    coordinates of a rectilinear grid, else None; and the bounds.
    """
    points = np.array(values.shape[2::-1]) + (1 if per_cell else 0)
    spacing = as_floats(spacing, "spacing", () if num_dimensions(spacing, "spacing") == 0 else (3,))
    spacing = np.broadcast_to(spacing, 3).copy()
    if not spacing.all():
        refuse("spacing", "it is zero along an axis")
    origin = as_floats(origin, "origin", (3,))
    direction = np.eye(3) if direction is None else as_floats(direction, "direction", (3, 3))
    if not abs(np.linalg.det(direction)) > 0:
        refuse("direction", "its columns do not span the space")
    low, high = np.zeros(3), points - 1.0
    axes = None
    if coordinates is not None:
        axes = _axes(coordinates, points)
        spacing = np.ones(3)
        ends = np.array([(min(axis[0], axis[-1]), max(axis[0], axis[-1])) for axis in axes])
        low, high = ends.T
    matrix = np.eye(4)
    matrix[:3, :3] = direction * spacing
    matrix[:3, 3] = origin
    corners = [(x, y, z, 1.0) for x in (low[0], high[0]) for y in (low[1], high[1])
               for z in (low[2], high[2])]
    at = (np.array(corners) @ matrix.T)[:, :3]
    bounds = tuple(float(x) for pair in zip(at.min(axis=0), at.max(axis=0)) for x in pair)
    return points.tolist(), matrix.ravel().tolist(), axes, cast(Bounds, bounds)


def as_grid(value, name):
    """Values of a grid, z y x or z y x c, contiguous."""
    values = as_array(value, name)
    if values.ndim not in (3, 4) or 0 in values.shape:
        refuse(name, f"its shape is {values.shape}; nz x ny x nx is needed, or nz x ny x nx x components")
    if min(values.shape[:3]) < 2:
        refuse(name, f"its shape is {values.shape}; two values along each axis are the least")
    return values


def _axes(coordinates, points):
    try:
        given = list(coordinates)
    except TypeError as error:
        refuse("coordinates", "three lists are needed", error)
    if len(given) != 3:
        refuse("coordinates", f"there are {len(given)} lists; three are needed")
    axes = []
    for name, axis, count in zip("xyz", given, points):
        axis = as_floats(axis, "coordinates", (None,))
        steps = np.diff(axis)
        if len(axis) != count:
            refuse("coordinates", f"there are {len(axis)} along {name}, and {count} points of the grid")
        if not ((steps > 0).all() or (steps < 0).all()):
            refuse("coordinates", f"those along {name} neither ascend nor descend")
        axes.append(axis.tolist())
    return axes
