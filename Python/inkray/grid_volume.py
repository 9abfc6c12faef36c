# SPDX-License-Identifier: BSD-3-Clause
"""Images and rectilinear grids as volumes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from . import _kernels
from .arrays import as_array, as_association, as_component, as_numbers, as_values, named, refuse
from .functions import make_device
from .grid import as_grid, as_place
from .volume import Volume


class GridVolume(Volume):
    """A regular or rectilinear grid that is drawn as a volume by ray casting, without sampling and without
    tetrahedra: the trilinear interpolant of its values, integrated from cell to cell.

        volume = inkray.GridVolume(values, spacing=0.1)
        volume.transfer_function([0, 1], [[0, 0, 1], [1, 0, 0]], [0.1, 2.0], unit_distance=0.5)
        rgba, depth = volume.render(inkray.Camera((3, 2, 2)), (800, 600))

    volume: values of the grid's points, nz x ny x nx: volume[k, j, i] is the point i along x, j along y, k
        along z; a fourth dimension holds components. It may be an array on the CUDA device (of CuPy, PyTorch,
        anything with DLPack). See set_values.
    spacing: the distance between points along each axis (x, y, z), or one for all.
    origin: where volume[0, 0, 0] lies.
    direction: 3 x 3, the axes of the grid as columns; None: those of the coordinates.
    coordinates: for a rectilinear grid, three ascending or descending lists, of the nx, ny and nz points, in
        place of spacing.
    association: "points", or "cells" for values in the middle of cells: spacing apart, the first one half a
        spacing from the origin. The outer half of the cells at the border is empty then, unless smooth_cells
        is False.
    component: which component counts; -1 or None: the length of the vector.
    hidden: (nz - 1) x (ny - 1) x (nx - 1) of True (or not 0) for cells that draw nothing.
    smooth_cells: False: each cell has its own value everywhere, and there are no isosurfaces. True: values of
        cells are interpolated between the middles of the cells.
    device: "auto" (an NVIDIA GPU if there is one), "cuda", "cpu", or "cuda:1" for the second GPU of
        cuda_devices().

    What is wrong with an argument raises InvalidInput, a ValueError, whose text begins with its name. Objects
    may be used by several threads; work is done without the GIL, and Ctrl-C ends it. Normals are central
    differences at the points, interpolated in each cell, whatever `gradients` is.
    """

    __doc__ = f"{(__doc__ or '').rstrip()}\n{(Volume.__doc__ or '').partition(chr(10))[2]}"

    def __init__(
        self,
        volume: ArrayLike,
        spacing: ArrayLike = 1.0,
        origin: ArrayLike = (0.0, 0.0, 0.0),
        direction: ArrayLike | None = None,
        *,
        coordinates: Sequence[ArrayLike] | None = None,
        association: str = "points",
        component: int | None = None,
        hidden: ArrayLike | None = None,
        smooth_cells: bool = True,
        device: str = "auto",
    ) -> None:
        on = make_device(device)
        per_cell = as_association(association)
        values = as_grid(volume, "volume")
        points, matrix, axes, bounds = as_place(values, per_cell, spacing, origin, direction, coordinates)
        self._shapes = tuple(tuple(n - less for n in points[::-1]) for less in (0, 1))
        if hidden is not None:
            hidden = as_numbers(hidden, "hidden")
            if hidden.shape != self._shapes[1]:
                refuse("hidden", f"its shape is {hidden.shape}; {_text(self._shapes[1])} is needed")
            hidden = np.ascontiguousarray(hidden != 0).view(np.uint8)
        caster = _kernels.GridCaster(*on)
        named("volume", caster.set_grid, points, matrix, axes, hidden,
              bool(smooth_cells))
        super().__init__(caster, *map(math.prod, self._shapes), bounds, keeps_views=True)
        self._set_values(values, "volume", association, component)

    def set_values(self, values: ArrayLike, association: str = "points", *,
                   component: int | None = None) -> None:
        """Draw other values of the same grid.

        values: nz x ny x nx, or one row of them, x fastest; a last dimension more holds components. float32,
            float64 and integers are read as they are. Cells with NaN or an infinite value are transparent, or
            see `missing`.
            Arrays are kept, and float32, uint8 and uint16 of one component in host memory are read in place
            where the CPU draws: do not change them as long as they are drawn.
        association: "points", or "cells" for (nz - 1) x (ny - 1) x (nx - 1) values in the middle of cells.
        component: which component counts; -1 or None: the length of the vector.

        Raises InvalidInput for an array that does not fit the grid, or that has no finite value, and
        OutOfMemory. What was drawn before stays, unless an array on a device cannot be read or memory runs
        out: then there are no values. Values of set_opacity_values have to be of points, or of cells, as
        these are.
        """
        self._set_values(values, "values", association, component)

    def _take(self, values, name, association, component):
        per_cell = as_association(association)
        shape, count = self._shapes[per_cell], (self._num_points, self._num_cells)[per_cell]
        array = as_array(values, name)
        if array.ndim not in (3, 4):
            array = as_values(array, name, count, "cells" if per_cell else "points")
        elif array.shape[:3] != shape or 0 in array.shape:
            refuse(name, f"its shape is {array.shape}; {_text(shape)} is needed, or with components")
        component = as_component(component, name, array)
        if isinstance(array, np.ndarray) and array.ndim > 2:
            array = array.reshape(count, *array.shape[3:])
        return array, component, per_cell, None


def _text(shape):
    return " x ".join(map(str, shape))
