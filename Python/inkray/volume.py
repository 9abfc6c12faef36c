# SPDX-License-Identifier: BSD-3-Clause
"""What volumes of meshes and of grids have in common."""

from __future__ import annotations

import math
from typing import Any, TypedDict, cast

import numpy as np
from numpy.typing import ArrayLike

from . import _kernels
from .arrays import Bounds, as_floats, as_number, as_planes, given, named, refuse
from .blend_modes import BLEND_MODES, BlendMode
from .drawing import Drawing
from .functions import as_knots
from .options import VolumeOptions
from .settings import Setting, box, choice, planes, rgba, switch, value_range

KNOT_TOLERANCE = 5e-4  # of transfer functions, as in the plug-in: each knot costs rays time


class VolumeReport(TypedDict):
    """The result of Volume.report: times in milliseconds, counts, and sizes in bytes."""

    device: str
    tetrahedra: int
    adjacency_ms: float
    upload_ms: float
    camera_ms: float
    lists_ms: float
    cast_ms: float
    present_ms: float
    list_entries: int
    failed_rays: int
    mesh_bytes: int
    frame_bytes: int
    setup_peak_bytes: int


class Volume(Drawing, VolumeOptions):
    """Something that is drawn as a volume by ray casting: a MeshVolume or a GridVolume.

    Attributes that may be set at any time, and are checked then:

        blend: "composite", or the greatest, least, mean or summed value along each ray: "maximum", "minimum",
            "average", "additive". The help of inkray.blend_modes says what each of BLEND_MODES does.
        shade: Lambert and specular light on the volume, by the gradient of the values; no effect on values of
            a mesh's cells.
        clipping_planes, slices: pairs of a normal and a point, three numbers each. What is on the side of the
            normal is kept; in slices the values have their colors on the plane. 32 at most.
        crop_box: (xmin, xmax, ymin, ymax, zmin, zmax), or 4 x 3, a corner of a box of any orientation and the
            edges from there; what is inside is kept, or outside with crop_keeps_outside. None: no box.
        lights: a list of Light, the camera's own at first; none: surfaces have their own colors.
        average_range: the values that "average" counts, from the first to the second.
        missing: color and opacity, four numbers, of cells with a value that is NaN or infinite; transparent
            at first.
    """

    __doc__ = f"{(__doc__ or '').rstrip()}{VolumeOptions.__doc__}"
    blend: Setting[BlendMode, BlendMode] = choice(*BLEND_MODES)
    shade = switch(False)
    slices = planes()
    crop_box, crop_keeps_outside = box(), switch(False)
    average_range = value_range((-math.inf, math.inf))
    missing = rgba(0.0, 0.0, 0.0, 0.0)

    def __init__(self, caster: Any, num_points: int, num_cells: int, bounds: Bounds, *,
                 keeps_views: bool = False) -> None:
        super().__init__(caster, bounds)
        self._num_points, self._num_cells = num_points, num_cells
        self._per_cell = None
        self._values, self._opacities = HeldValues(keeps_views), HeldValues(keeps_views)
        self._opacity_range = self._table_range = None  # of the opacity function and that of two dimensions
        self._function = None  # rows, unit_distance, and whether the kernels have the opacities per length
        self._has_function = False
        self._is_made = True

    @property
    def _has_values(self):
        return self._per_cell is not None

    @property
    def num_points(self) -> int:
        """The number of points of the data."""
        return self._num_points

    @property
    def num_cells(self) -> int:
        """The number of cells of the data."""
        return self._num_cells

    @property
    def num_tetrahedra(self) -> int:
        """The number of tetrahedra that are drawn; 0 of grids."""
        return 0

    @property
    def value_range(self) -> tuple[float, float] | None:
        """The least and the greatest finite value. None if there are none."""
        low, high = self._caster.scalar_range if self._per_cell is not None else (1.0, 0.0)
        return (low, high) if low <= high else None

    def set_values(self, values: ArrayLike, association: str = "points", *,
                   component: int | None = None) -> None:
        """What is drawn: a value for each point or cell.

        values: n numbers, or n x c of which a component counts; float32, float64 and integers are read as
            they are. NaN and infinite values make the cells that they touch transparent, or see `missing`.
            NumPy arrays are kept, and read again where a function shows far less than the range of all
            values: do not change them afterwards.
        association: "points", linear between them, or "cells", constant in each.
        component: which of c; -1 or None: the length of the vector.

        Raises InvalidInput for an array that does not fit the mesh, or that has no finite value; what was
        drawn before stays, unless an array on a device has no finite value: then there are no values.
        """
        self._set_values(values, "values", association, component)

    def set_opacity_values(
        self, values: ArrayLike | None, association: str = "points", *, component: int | None = None
    ) -> None:
        """Values of which opacity is a function (see opacity_function) while those of set_values give color;
        None: opacity is a function of the same values again.
        """
        if values is None:
            self._caster.drop_opacity_scalars()
            self._opacities = HeldValues(self._values.keeps_views)
            return
        how = self._take(values, "values", association, component)
        self._opacities.send(self._caster.set_held_opacity_range, self._caster.set_opacity_scalars, "values",
                             *how)

    def opacity_function(
        self, scalars: ArrayLike, opacities: ArrayLike, *, unit_distance: float | None = None
    ) -> None:
        """Opacity of the values of set_opacity_values: n ascending scalars and n opacities, linear
        between."""
        unit_distance = self._default_distance() if unit_distance is None else unit_distance
        scalars = as_floats(scalars, "scalars", (None,))
        gray = np.zeros((len(scalars), 3))
        rows = as_knots(scalars, gray, opacities, unit_distance)
        rows[:, 4] /= unit_distance
        self._caster.set_opacity_function(rows.tolist())
        self._opacity_range = rows[0, 0], rows[-1, 0]

    def transfer_function(
        self, scalars: ArrayLike, colors: ArrayLike, opacities: ArrayLike, *,
        unit_distance: float | None = None
    ) -> None:
        """Set color and opacity as functions of the value. They are linear between
        scalars and constant beyond them.

        scalars: n, ascending; the same twice makes a jump.
        colors: n x 3, red, green and blue; 1 is full, or 255 of uint8. n x 4, as Matplotlib gives them, are
            taken too.
        opacities: n, or k x 2 rows of scalar and opacity, with scalars of their own; any numbers of at least
            0.
        unit_distance: a length in the units of the points; None: a fiftieth of the diagonal of the mesh.
            Attenuation is opacity / unit_distance, as in VTK's mappers of unstructured grids: a slab of
            thickness unit_distance has alpha = 1 - exp(-opacity), so that 1 is not opaque, and opacity may
            exceed 1. Blend modes "maximum", "minimum" and "average" take opacities as they are, from 0 to 1.

        Without a function, values are drawn in gray. Higher values are brighter and more opaque.
        """
        unit_distance = self._default_distance() if unit_distance is None else unit_distance
        self._set_function(scalars, colors, opacities, unit_distance)
        self._has_function = True

    def gradient_opacity_function(self, magnitudes: ArrayLike | None, factors: ArrayLike = ()) -> None:
        """Multiply opacity by a function of the magnitude of the values' gradient, in blend mode
        "composite"; None: by nothing.

        magnitudes: n, ascending, in units of the values per unit of length.
        factors: n, of at least 0, linear between the magnitudes.

        Meshes need values of points: with those of cells, render raises InvalidInput.
        """
        if magnitudes is None:
            self._caster.set_gradient_opacity([])
            return
        magnitudes = as_floats(magnitudes, "magnitudes", (None,))
        if len(magnitudes) == 0 or (np.diff(magnitudes) < 0).any():
            refuse("magnitudes", "they do not ascend, or there are none")
        factors = as_floats(factors, "factors", (len(magnitudes),))
        self._caster.set_gradient_opacity(np.column_stack([magnitudes, factors]).tolist())

    def transfer_function_2d(
        self, values: ArrayLike | None, magnitudes: ArrayLike = (0.0, 1.0), colors: ArrayLike = (),
        opacities: ArrayLike = (), *, unit_distance: float | None = None
    ) -> None:
        """Set color and opacity as functions of the value and the magnitude of its gradient, bilinear between
        entries, in place of transfer_function and gradient_opacity_function, which other blend modes than
        "composite" use. None: use these again.

        values: of the first and the last column. magnitudes: of the first and the last row.
        colors: rows x columns x 3, red, green and blue from 0 to 1.
        opacities: rows x columns, of at least 0; unit_distance: see transfer_function.
        """
        if values is None:
            self._caster.set_function_2d(0, [0, 1], [0, 1], [])
            self._table_range = None
            return
        distance = as_number(self._default_distance() if unit_distance is None else unit_distance,
                             "unit_distance")
        if not distance > 0:
            refuse("unit_distance", "it is not above 0")
        ends = as_floats(values, "values", (2,)).tolist()
        colors = as_floats(colors, "colors", (None, None, 3))
        opacities = as_floats(opacities, "opacities", colors.shape[:2])
        entries = np.dstack([colors, opacities / distance]).reshape(-1, 4)
        named("values", self._caster.set_function_2d, colors.shape[1], ends,
              as_floats(magnitudes, "magnitudes", (2,)).tolist(), entries.tolist())
        self._table_range = ends

    def report(self) -> VolumeReport:
        """Report on the last calls.

        device, tetrahedra: where pictures are made, and of how many; 0 of grids.
        adjacency_ms, upload_ms: of the last mesh (of a grid its bricks) and values. camera_ms, lists_ms,
            cast_ms, present_ms: of the last picture.
        list_entries, failed_rays: faces in the lists of the pixels, and rays that were cast again in another
            way; 0 for grids.
        mesh_bytes, frame_bytes, setup_peak_bytes: memory of the mesh or grid, of pictures, and the most while
            a mesh was set up.
        """
        return cast(VolumeReport, {"device": self.device_name, "tetrahedra": self.num_tetrahedra,
                                   **self._caster.report()})

    def _take(self, values, name, association, component):
        """The arguments of the kernels' functions that take values: an array with as many rows as values, the
        component, whether they belong to cells, and the row of each value, or None if these are the same.
        """
        raise NotImplementedError

    def _set_values(self, values, name, association, component):
        array, component, per_cell, tuples = self._take(values, name, association, component)
        if isinstance(array, np.ndarray) and not _has_finite(array, component, tuples):
            refuse(name, f"all {len(array)} values are NaN, infinite or masked")
        self._values.send(self._caster.set_held_range, self._caster.set_scalars, name, array, component,
                          per_cell, tuples)
        self._per_cell = per_cell
        if self.value_range is None:
            self._per_cell = None
            refuse(name, f"all {len(array)} values are NaN, infinite or masked")
        if not self._has_function:
            self._set_gray()

    def _hold_values(self):
        """Have the kernels hold values relative to what is shown of them, where their own range is far
        wider."""
        if self._function is not None and self.value_range is not None:
            is_by_function = self.draw_volume or bool(self.slices)
            rows = self._function[0]
            ends = [*([rows[0, 0], rows[-1, 0]] if is_by_function else []), *self._isovalues,
                    *(self._table_range or [])]
            self._values.hold(self.value_range, (min(ends), max(ends)) if ends else (1.0, 0.0),
                              is_by_function)
        if self._opacities.is_sent and self._opacity_range is not None:
            self._opacities.hold(self._caster.opacity_range, self._opacity_range, True)

    def _opacity_at(self, value):
        """The opacity of a value by the transfer function."""
        rows = self._function[0]
        return float(np.interp(value, rows[:, 0], rows[:, 4]))

    def _is_opaque(self):
        """Whether only opaque surfaces and slices are drawn."""
        surfaces_are = all(surface.opacity >= 1 for surface in self._surfaces)
        return not self.draw_volume and surfaces_are and (self.slice_opacity >= 1 or not self.slices)

    def _set_function(self, scalars, colors, opacities, unit_distance):
        self._send_function(as_knots(scalars, colors, opacities, unit_distance), float(unit_distance))

    def _send_function(self, rows, unit_distance):
        """Give the kernels the transfer function as this mode needs it: opacities of a way, or without a
        length."""
        is_per_length = _kernels.is_per_length(self._mode())
        sent = np.array(_kernels.with_fewer_knots(rows.tolist(), KNOT_TOLERANCE))
        sent[:, 4] /= unit_distance if is_per_length else 1.0
        self._caster.set_transfer_function(sent.tolist())
        self._function = rows, unit_distance, is_per_length

    def _mode(self):
        return getattr(_kernels.BlendMode, self.blend)

    def _options(self):
        options = _kernels.FrameOptions()
        self._give(options)
        options.blend = self._mode()
        options.shade = self.shade
        options.slices = as_planes(self.slices, "slices")
        if self.crop_box is not None:
            options.set_crop_box(self.crop_box.tolist(), self.crop_keeps_outside)
        *color, opacity = self.missing
        unit_distance = self._function[1] if self._function is not None else self._default_distance()
        options.missing = [*color, opacity / unit_distance]
        options.average_range = self.average_range
        if self._function is not None and self._function[2] is not _kernels.is_per_length(self._mode()):
            self._send_function(*self._function[:2])
        self._hold_values()
        return options

    def _default_distance(self):
        x0, x1, y0, y1, z0, z1 = self.bounds
        return 0.02 * (math.dist((x0, y0, z0), (x1, y1, z1)) or 1.0)

    def _set_gray(self):
        low, high = self._caster.scalar_range
        low = low if low < high else high - 1.0  # makes a constant array visible
        gray = [[0.0] * 3, [1.0] * 3]
        self._set_function([low, high], gray, [0.0, 1.0], self._default_distance())


class HeldValues:
    """Values as the kernels hold them: relative to their own range, or to the range of what is shown of
    them."""

    def __init__(self, keeps_views):
        self.keeps_views = keeps_views  # whether the kernels read an array in place, and so views are kept
        self._send = self._hold = self._how = None
        self._range = (1.0, 0.0)  # the range they are quantized in; low above high: their own

    @property
    def is_sent(self):
        return self._send is not None

    def send(self, hold, send, name, array, *how):
        hold(1.0, 0.0)
        named(name, send, given(array), *how)
        # Keep an array that owns its memory, and a copy of others. Keep nothing of arrays on a device.
        is_kept = isinstance(array, np.ndarray) and (self.keeps_views or array.base is None)
        kept = array if is_kept else None
        if kept is None and isinstance(array, np.ndarray):
            kept = array.copy()
        self._hold, self._send, self._range = hold, send if kept is not None else None, (1.0, 0.0)
        self._how = (kept, *how)

    def hold(self, values, shown, is_by_function):
        """Send the values again if they must be quantized in another range.

        values, shown: the ranges, (low, high), of all values and of what is shown of them; low above high:
            nothing is.
        is_by_function: whether functions show values; else only isovalues do.
        """
        typical = 0.0 if is_by_function or shown[0] > shown[1] else self._distance_from(shown[0])
        wanted = _kernels.held_range(list(values), list(shown), typical)
        wanted = (1.0, 0.0) if wanted == tuple(values) else wanted
        if self._send is not None and wanted != self._range:
            self._hold(*wanted)
            array, *how = self._how
            named("values", self._send, given(array), *how)
            self._range = wanted

    def _distance_from(self, value):
        """The distance from a value within which a tenth of the other values lie, by a sample of some
        thousand; 0 where no values are kept.
        """
        array, component, *_ = self._how
        if not isinstance(array, np.ndarray):
            return 0.0
        some = array[:: max(1, len(array) // 4096)].astype(float)
        if some.ndim == 2:
            some = some[:, component] if component >= 0 else np.linalg.norm(some, axis=1)
        distances = np.abs(some - value)
        distances = distances[np.isfinite(distances) & (distances > 0)]
        return float(np.quantile(distances, 0.1)) if len(distances) else 0.0


def _has_finite(array, component, tuples):
    """Whether any value is finite, of a component or of the magnitude."""
    if array.dtype.kind != "f":
        return True
    if array.ndim == 2:
        array = array if component < 0 else array[:, component]
    for i in range(0, len(array if tuples is None else tuples), 1 << 20):
        rows = slice(i, i + (1 << 20)) if tuples is None else tuples[i : i + (1 << 20)]
        finite = np.isfinite(array[rows])
        if (finite.all(axis=1) if finite.ndim == 2 else finite).any():
            return True
    return False
