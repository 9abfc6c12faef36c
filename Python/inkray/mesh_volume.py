# SPDX-License-Identifier: BSD-3-Clause
"""Meshes as volumes."""

from __future__ import annotations

import warnings
from typing import Any, cast

from numpy.typing import ArrayLike

from . import _kernels
from .arrays import Bounds, as_association, as_component, as_points, as_values, given, named, refuse
from .cells import as_tetrahedra, at_points
from .functions import make_device
from .volume import Volume

_BYTES_PER_TET = 120  # host memory that the CPU needs to prepare the mesh


class MeshVolume(Volume):
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
        (10). Linear, quadratic and Lagrange cells are cut so that neighbors fit. A polyhedron (42) has the
        number of its faces in place of ids, and then the size and the ids of each. Flat cells are left out.
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
    """

    __doc__ = f"{(__doc__ or '').rstrip()}\n{(Volume.__doc__ or '').partition(chr(10))[2]}"

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
        self._cell_of_tet, self._added = mesh.cell_of_tet, mesh.added
        low, high = mesh.bounds()
        bounds = tuple(float(x) for pair in zip(low, high) for x in pair)
        super().__init__(caster, len(points), mesh.num_cells, cast(Bounds, bounds))

    @classmethod
    def from_vtk(cls, dataset: Any, *, device: str = "auto") -> MeshVolume:
        """The mesh of a vtkUnstructuredGrid, as which PyVista's count too. Its arrays stay where they are;
        give those that are to be drawn to set_values. Hidden cells and ghost cells (vtkGhostType) are left
        out.
        """
        from .vtk_grid import read_grid

        return cls(*read_grid(dataset), device=device)

    @property
    def num_tetrahedra(self) -> int:
        """The number of tetrahedra that are drawn."""
        return self.mesh_report.tets

    def _take(self, values, name, association, component):
        """The arguments of the kernels' functions that take values."""
        per_cell = as_association(association)
        array = as_values(values, name,
                          *((self._num_cells, "cells") if per_cell else (self._num_points, "points")))
        component = as_component(component, name, array)
        if not per_cell:
            array = at_points(array, self._added)
        return array, component, per_cell, self._cell_of_tet if per_cell else None
