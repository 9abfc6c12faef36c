# SPDX-License-Identifier: BSD-3-Clause
"""Meshes as volumes."""

from __future__ import annotations

import math
import warnings
from typing import Any, Literal, TypedDict, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _kernels
from .arrays import (
    Bounds,
    as_association,
    as_component,
    as_floats,
    as_planes,
    as_points,
    as_values,
    given,
    named,
    refuse,
)
from .blend_modes import BLEND_MODES, BlendMode
from .camera import Camera, draw_picture
from .cells import as_tetrahedra, at_points
from .functions import as_knots, make_device, make_material, make_surfaces
from .light import as_lights
from .options import MeshVolumeOptions
from .settings import Setting, Watched, choice, light_list, planes, rgba, switch, value_range

_BYTES_PER_TET = 120  # host memory that the CPU needs to prepare the mesh
KNOT_TOLERANCE = 5e-4  # of transfer functions, as in the plug-in: each knot costs rays time


class MeshVolumeReport(TypedDict):
    """The result of MeshVolume.report: times in milliseconds, counts, and sizes in bytes."""

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


class MeshVolume(MeshVolumeOptions):
    """An unstructured mesh that is drawn as a volume by ray casting, exactly in each tetrahedron.

        volume = inkray.MeshVolume(points, [[0, 1, 2, 3]])
        volume.set_values([0.0, 0.2, 0.5, 1.0])
        volume.transfer_function([0, 1], [[0, 0, 1], [1, 0, 0]], [0.1, 2.0], unit_distance=0.5)
        volume.clipping_planes = [((1, 0, 0), (0, 0, 0))]  # keeps x > 0
        rgba, depth = volume.render(inkray.Camera((3, 2, 2)), (800, 600))

    Color and opacity are piecewise-linear functions of values that are linear in each tetrahedron (values of
    points) or constant in each cell (values of cells), integrated in closed form along each ray.

    points: n x 3 coordinates; float32 and float64 are read as they are, integers are copied.
    cells: ids of points, of any integer type, in one of three forms:

        - m x 4, a row for each tetrahedron, or m x k with cell_types (rows of hexahedra, for example);
        - one row of numbers as in PyVista, the number of ids of each cell before its ids, with cell_types;
        - a tuple (offsets, ids) as in VTK, of m + 1 offsets and all ids, with cell_types.

    cell_types: VTK's number of the type of each cell, m of them or one for all. Not needed for tetrahedra
        (10). Linear cells and ten-node tetrahedra are cut here; for other quadratic and Lagrange cells the
        `vtk` wheel has to be there, else ImportError is raised. A polyhedron (42) has the number of its faces
        in place of ids, and then the size and the ids of each. Flat cells are left out. Cells are cut so that
        neighbors fit.
    device: "auto" (an NVIDIA GPU if there is one), "cuda", "cpu", or "cuda:1" for the second GPU of
        cuda_devices().

    Points, tetrahedra and values may be arrays on the CUDA device (of CuPy, PyTorch, anything with DLPack),
    where they are read in its memory. Points and tetrahedra are copied to the host for `bounds`, and cells
    that have to be cut.

    Arrays are read during the call that takes them and may be changed afterwards, except those of set_values
    and set_opacity_values. What is wrong with one raises InvalidInput, a ValueError, whose text begins with
    the argument's name; the object stays as it was. Cells with a corner that is not finite, or with the same
    corner twice, are left out with a warning. Objects may be used by several threads; work is done without
    the GIL, and Ctrl-C ends it. The handler of a signal cannot draw or change an object that it interrupts;
    that raises Error.

    Attributes that may be set at any time, and are checked then:

        blend: "composite", or the greatest, least, mean or summed value along each ray: "maximum", "minimum",
            "average", "additive". The help of inkray.blend_modes says what each of BLEND_MODES does.
        shade: Lambert and specular light on the volume, by the gradient of values of points; no effect on
            values of cells.
        clipping_planes, slices: pairs of a normal and a point, three numbers each. What is on the side of the
            normal is kept; in slices the mesh has its colors on the plane. 32 at most.
        lights: a list of Light, the camera's own at first; none: surfaces have their own colors.
        average_range: the values that "average" counts, from the first to the second.
        missing: color and opacity, four numbers, of cells with a value that is NaN or infinite; transparent
            at first.
    """

    __doc__ = f"{(__doc__ or '').rstrip()}{MeshVolumeOptions.__doc__}"
    blend: Setting[BlendMode, BlendMode] = choice(*BLEND_MODES)
    shade = switch(False)
    clipping_planes, slices = planes(), planes()
    lights = light_list()
    average_range = value_range((-math.inf, math.inf))
    missing = rgba(0.0, 0.0, 0.0, 0.0)

    def __init__(
        self,
        points: ArrayLike,
        cells: ArrayLike | tuple[ArrayLike, ArrayLike],
        cell_types: ArrayLike | None = None,
        *,
        device: str = "auto",
    ) -> None:
        on = make_device(device)
        points = as_points(points)
        caster = _kernels.TetCaster(*on)
        mesh = as_tetrahedra(points, cells, cell_types, _BYTES_PER_TET if caster.device == "cpu" else 0)
        self.mesh_report: _kernels.MeshReport = named("cells", caster.set_mesh, given(mesh.points),
                                                      given(mesh.tets))
        if self.mesh_report.out_of_range:  # of ids on a device, which nobody has looked at before
            refuse("cells",
                   f"{self.mesh_report.out_of_range} have ids that are none of the {len(points)} points")
        message = self.mesh_report.summary()
        if self.mesh_report.non_finite or self.mesh_report.repeated_vertex:
            warnings.warn(message, stacklevel=2)
        self._caster = Watched(caster)
        self._cell_of_tet, self._num_points, self._num_cells = mesh.cell_of_tet, len(points), mesh.num_cells
        self._added = mesh.added
        low, high = mesh.bounds()
        self.bounds = cast(Bounds, tuple(float(x) for pair in zip(low, high) for x in pair))
        self._per_cell = None
        self._values, self._opacities = HeldValues(), HeldValues()
        self._opacity_range = None  # of the opacity function
        self._function = None  # rows, unit_distance, and whether the kernels have the opacities per length
        self._has_function = False
        self._surfaces = []
        self._isovalues = np.empty(0)
        self._is_made = True

    @classmethod
    def from_vtk(cls, dataset: Any, *, device: str = "auto") -> MeshVolume:
        """The mesh of a vtkUnstructuredGrid, as which PyVista's count too. Its arrays stay where they are;
        give those that are to be drawn to set_values. Hidden cells and ghost cells (vtkGhostType) are left
        out.
        """
        from .vtk_grid import read_grid

        return cls(*read_grid(dataset), device=device)

    @property
    def device(self) -> str:
        """The device that draws: "cuda" or "cpu"."""
        return self._caster.device

    @property
    def device_name(self) -> str:
        """The name of the GPU, or "CPU" with its number of threads."""
        return self._caster.device_name

    @property
    def num_points(self) -> int:
        """The number of points of the original mesh."""
        return self._num_points

    @property
    def num_cells(self) -> int:
        """The number of cells of the original mesh."""
        return self._num_cells

    @property
    def num_tetrahedra(self) -> int:
        """The number of tetrahedra that are drawn."""
        return self.mesh_report.tets

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
        array, component, per_cell, tuples = self._take(values, "values", association, component)
        if isinstance(array, np.ndarray) and not _has_finite(array, component, tuples):
            refuse("values", f"all {len(array)} values are NaN, infinite or masked")
        self._values.send(self._caster.set_held_range, self._caster.set_scalars, array, component, per_cell,
                          tuples)
        self._per_cell = per_cell
        if self.value_range is None:
            self._per_cell = None
            refuse("values", f"all {len(array)} values are NaN, infinite or masked")
        if not self._has_function:
            self._set_gray()

    def set_opacity_values(
        self, values: ArrayLike | None, association: str = "points", *, component: int | None = None
    ) -> None:
        """Values of which opacity is a function (see opacity_function) while those of set_values give color;
        None: opacity is a function of the same values again.
        """
        if values is None:
            self._caster.drop_opacity_scalars()
            self._opacities = HeldValues()
            return
        how = self._take(values, "values", association, component)
        self._opacities.send(self._caster.set_held_opacity_range, self._caster.set_opacity_scalars, *how)

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

    @property
    def isovalues(self) -> NDArray[np.float64]:
        """Values of points of which surfaces are drawn in the volume; setting them makes the surfaces white
        and opaque (see set_isosurfaces).
        """
        return self._isovalues

    @isovalues.setter
    def isovalues(self, values: ArrayLike) -> None:
        self.set_isosurfaces(values)

    def set_isosurfaces(
        self, isovalues: ArrayLike, *, colors: ArrayLike = (1.0, 1.0, 1.0), opacities: ArrayLike = 1.0
    ) -> None:
        """Set surfaces of point values, which are lit and drawn in depth order with the volume.

        isovalues: any number of values. An empty list: no surfaces.
        colors: three numbers for all, or n x 3.
        opacities: one for all, or n.
        """
        surfaces = make_surfaces(isovalues, colors, opacities)
        self._caster.set_isosurfaces(surfaces)
        self._surfaces = surfaces
        self._isovalues = np.array([surface.value for surface in surfaces])

    def set_material(
        self, *, ambient: float = 0.0, diffuse: float = 1.0, specular: float = 0.0,
        specular_power: float = 1.0
    ) -> None:
        """Set how surfaces and the shaded volume reflect light, as VTK's properties do.

        ambient, diffuse, specular: fractions of the light, at least 0, usually at most 1.
        specular_power: the sharpness of highlights, 1 (wide) to 128.
        """
        self._caster.set_material(make_material(ambient, diffuse, specular, specular_power))

    def render(
        self,
        camera: Camera | None = None,
        size: tuple[int, int] = (800, 600),
        *,
        opaque_depth: ArrayLike | None = None,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Draw a picture.

        camera: a Camera. None: one that sees the whole mesh.
        size: width and height in pixels.
        opaque_depth: height x width distances along the view at which something opaque ends the rays,
            infinite or NaN where nothing is; upper row first. With PyVista: -plotter.get_image_depth().

        Returns
            rgba: height x width x 4 of float32, upper row first: red, green and blue multiplied by opacity,
                and opacity. Over a background b the color is rgba[..., :3] + (1 - rgba[..., 3:]) * b.
            depth: height x width of float32, the distance along the view of the first opaque isosurface or
                slice; infinite where there is none.

        Raises InvalidInput without values and for what is wrong with the arguments or attributes,
        OutOfMemory.
        """
        if self._per_cell is None:
            refuse("values", "there are none yet; call set_values first")
        return draw_picture(self, camera, size, opaque_depth)

    def report(self) -> MeshVolumeReport:
        """Report on the last calls.

        device, tetrahedra: where pictures are made, and of how many.
        adjacency_ms, upload_ms: of the last mesh and values. camera_ms, lists_ms, cast_ms, present_ms: of the
            last picture.
        list_entries, failed_rays: faces in the lists of the pixels, and rays that were cast again in another
            way.
        mesh_bytes, frame_bytes, setup_peak_bytes: memory of the mesh, of pictures, and the most while it was
            set up.
        """
        return cast(MeshVolumeReport, {"device": self.device_name, "tetrahedra": self.num_tetrahedra,
                                       **self._caster.report()})

    def _draw(self, view, projection, size, window_depth):
        """Draw a picture. Returns rgba and window depths. `window_depth` has those of opaque
        objects, lower row first, or None.
        """
        options = self._options()
        if self._function is not None and self._function[2] is not _kernels.is_per_length(self._mode()):
            self._send_function(*self._function[:2])
        self._hold_values()
        self._caster.set_lights(as_lights(self.lights))
        matrices = np.ravel(view).tolist(), np.ravel(projection).tolist()
        return self._caster.render(*matrices, *size, options, window_depth)

    def _hold_values(self):
        """Have the kernels hold values relative to what is shown of them, where their own range is far
        wider."""
        if self._function is not None and self.value_range is not None:
            is_by_function = self.draw_volume or bool(self.slices)
            rows = self._function[0]
            ends = [*([rows[0, 0], rows[-1, 0]] if is_by_function else []), *self._isovalues]
            self._values.hold(self.value_range, (min(ends), max(ends)) if ends else (1.0, 0.0),
                              is_by_function)
        if self._opacities.is_sent and self._opacity_range is not None:
            self._opacities.hold(self._caster.opacity_range, self._opacity_range, True)

    def _opacity_at(self, value):
        """The opacity of a value by the transfer function."""
        rows = self._function[0]
        return float(np.interp(value, rows[:, 0], rows[:, 4]))

    def _is_opaque(self):
        """Whether nothing can be seen through it."""
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
        options.clipping_planes = as_planes(self.clipping_planes, "clipping_planes")
        options.slices = as_planes(self.slices, "slices")
        *color, opacity = self.missing
        unit_distance = self._function[1] if self._function is not None else self._default_distance()
        options.missing = [*color, opacity / unit_distance]
        options.average_range = self.average_range
        return options

    def _take(self, values, name, association, component):
        """The arguments of the kernels' functions that take values."""
        per_cell = as_association(association)
        array = as_values(values, name,
                          *((self._num_cells, "cells") if per_cell else (self._num_points, "points")))
        component = as_component(component, name, array)
        if not per_cell:
            array = at_points(array, self._added)
        return array, component, per_cell, self._cell_of_tet if per_cell else None

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

    def __init__(self):
        self._send = self._hold = self._how = None
        self._range = (1.0, 0.0)  # the range they are quantized in; low above high: their own

    @property
    def is_sent(self):
        return self._send is not None

    def send(self, hold, send, array, *how):
        hold(1.0, 0.0)
        named("values", send, given(array), *how)
        # Keep an array that owns its memory, and a copy of others. Keep nothing of arrays on a device.
        kept = array if isinstance(array, np.ndarray) and array.base is None else None
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
    finite = np.isfinite(array)
    finite = finite.all(axis=1) if finite.ndim == 2 else finite
    return bool((finite if tuples is None else finite[tuples]).any())

