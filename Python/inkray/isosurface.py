# SPDX-License-Identifier: BSD-3-Clause
"""Isosurfaces of regular grids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, cast

import numpy as np
from numpy.typing import ArrayLike

from . import _kernels
from .arrays import as_association, as_colors, as_component, as_floats, given, named, refuse
from .drawing import Drawing
from .functions import make_device
from .grid import as_grid, as_place
from .options import IsosurfaceOptions


class IsosurfaceReport(TypedDict):
    """The result of Isosurface.report: times in milliseconds, counts, and sizes in bytes."""

    device: str
    bricks_ms: float
    upload_ms: float
    rebuild_ms: float
    cast_ms: float
    present_ms: float
    rays: int
    hits: int
    active_leaves: int
    volume_bytes: int
    brick_bytes: int
    frame_bytes: int


class Isosurface(Drawing, IsosurfaceOptions):
    """Isosurfaces of a regular or rectilinear grid by ray casting: the exact surface of the trilinear
    interpolant.

        surface = inkray.Isosurface(volume, spacing=0.1)
        surface.set_isosurfaces([0.2, 0.5], colors=[[1, 0, 0], [1, 1, 1]], opacities=[0.3, 1.0])
        rgba, depth = surface.render(inkray.Camera((3, 2, 2)), (800, 600))

    volume: values of the grid's points, nz x ny x nx: volume[k, j, i] is the point i along x, j along y, k
        along z; a fourth dimension holds components. It may be an array on the CUDA device (of CuPy, PyTorch,
        anything with DLPack). float32, uint8 and uint16 of host memory are read in place where the CPU draws,
        so such an array must not be changed while it is drawn; all others are copied.
    spacing: the distance between points along each axis (x, y, z), or one for all.
    origin: where volume[0, 0, 0] lies.
    direction: 3 x 3, the axes of the grid as columns; None: those of the coordinates.
    coordinates: for a rectilinear grid, three ascending (or descending) lists, of the nx, ny and nz points,
        in place of spacing.
    association: "points", or "cells" for values in the middle of cells: spacing apart, the first one half a
        spacing from the origin.
    component: which component counts; -1 or None: the length of the vector.
    device: "auto" (an NVIDIA GPU if there is one), "cuda", "cpu", or "cuda:1" for the second GPU of
        cuda_devices().

    Cells with a value that is not finite draw nothing. What is wrong with an argument raises InvalidInput, a
    ValueError, whose text begins with its name. Objects may be used by several threads; work is done without
    the GIL, and Ctrl-C ends it.

    Attributes that may be set at any time, and are checked then:

        lights: a list of Light; by default the camera's own. An empty list: surfaces have their own colors.
        clipping_planes: pairs of a normal and a point. The side of the normal is kept. 32 at most.
    """

    __doc__ = f"{(__doc__ or '').rstrip()}{IsosurfaceOptions.__doc__}"

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
        device: str = "auto",
    ) -> None:
        on = make_device(device)
        per_cell = as_association(association)
        values = as_grid(volume, "volume")
        component = as_component(component, "volume", values)
        _, matrix, axes, bounds = as_place(values, per_cell, spacing, origin, direction, coordinates)
        if isinstance(values, np.ndarray) and not np.isfinite(values).any():
            refuse("volume", f"all {values.size} values are NaN, infinite or masked")

        super().__init__(_kernels.IsosurfaceCaster(*on), bounds)
        how = component, per_cell, matrix, axes
        least, greatest, num_non_finite = named("volume", self._caster.set_volume, given(values), *how)
        self._shape = values.shape[:3]
        self.num_non_finite: int = num_non_finite
        self.value_range: tuple[float, float] | None = (least, greatest) if least <= greatest else None
        self._is_made = True

    def set_color_values(
        self,
        values: ArrayLike | None,
        scalars: ArrayLike | None = None,
        colors: ArrayLike | None = None,
        *,
        component: int | None = None,
    ) -> None:
        """Color the surfaces by a second array. None: use their own colors again.

        values: an array of the shape of the volume.
        scalars, colors: m ascending values and m x 3 colors, with linear interpolation.
        """
        if values is None:
            self._caster.drop_color_values()
            return
        array = as_grid(values, "values")
        if array.shape[:3] != self._shape:
            refuse("values", f"its shape is {array.shape}, and the volume's is {self._shape}")
        component = as_component(component, "values", array)
        scalars = as_floats(scalars, "scalars", (None,))
        if len(scalars) == 0 or (np.diff(scalars) < 0).any():
            refuse("scalars", "they do not ascend, or there are none")
        colors = as_colors(colors, "colors", len(scalars))
        even = np.linspace(scalars[0], scalars[-1], 4096)
        table = np.column_stack([np.interp(even, scalars, channel) for channel in colors.T])
        named("values", self._caster.set_color_values, given(array), component)
        self._caster.set_color_table(np.clip(table, 0, 1).tolist(), scalars[0], scalars[-1], [0.5, 0.5, 0.5])

    def report(self) -> IsosurfaceReport:
        """Times in milliseconds, counts, and sizes in bytes of the last calls, by name."""
        return cast(IsosurfaceReport, {"device": self.device_name, **self._caster.report()})

    def _is_opaque(self):
        """Whether nothing can be seen through it."""
        return all(surface.opacity >= 1 for surface in self._surfaces)

    def _options(self):
        options = _kernels.IsosurfaceFrameOptions()
        self._give(options)
        return options
