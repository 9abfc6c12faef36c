# SPDX-License-Identifier: BSD-3-Clause
"""Meshes as volumes, and isosurfaces, in the windows of PyVista.

    import inkray.pyvista
    plotter = pyvista.Plotter()
    plotter.add_mesh(surface)
    inkray.pyvista.add_volume(plotter, mesh, "pressure")
    plotter.show()

They are drawn whenever the plotter draws, with its camera and lights, behind and in front of its opaque geometry, below
its text and scalar bars; in screenshots, movies and PyVista's static pictures in notebooks too.

What is not done: translucent surfaces of the plotter do not mix with them but lie behind. Two volumes that overlap are
drawn one behind the other. Isosurfaces do not hide what other libraries draw afterwards, and nothing can be picked. Where
the plotter smooths edges with several samples in a pixel, volumes end at the depth of one of them. Renderers with render
passes (SSAA, SSAO, eye dome lighting) show none of it, and a warning says so; renderings in the browser (trame's local one,
vtk.js) do not know of it.
"""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np
import pyvista
from numpy.typing import ArrayLike
from vtkmodules.vtkFiltersSources import vtkOutlineSource
from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper

from .arrays import as_choice, as_floats, as_values, num_dimensions, refuse
from .isosurface import Isosurface
from .mesh_volume import MeshVolume
from .vtk_window import layer_of

__all__ = ["Drawn", "add_isosurface", "add_volume"]


class Drawn:
    """Something that is drawn in a plotter.

    drawing: the MeshVolume or Isosurface, whose settings may be changed; the next frame shows them.
    visible: whether it is drawn.
    """

    def __init__(self, plotter, drawing, lookup_table):
        self.drawing, self.visible = drawing, True
        self._plotter = weakref.ref(plotter)
        self._layer = layer_of(plotter.renderer)
        self._layer.drawn.append(self)
        # An outline that nobody sees tells the camera how large the data are.
        outline = vtkOutlineSource()
        outline.SetBounds(drawing.bounds)
        self.mapper = vtkPolyDataMapper()
        self.mapper.SetInputConnection(outline.GetOutputPort())
        self.mapper.ScalarVisibilityOff()
        if lookup_table is not None:
            self.mapper.SetLookupTable(lookup_table)
            self.mapper.SetScalarRange(lookup_table.scalar_range)
        self._outline = vtkActor()
        self._outline.SetMapper(self.mapper)
        self._outline.GetProperty().SetOpacity(0.0)
        plotter.add_actor(self._outline, pickable=False, render=False)

    def remove(self) -> None:
        """Take it out of the plotter."""
        if self in self._layer.drawn:
            self._layer.drawn.remove(self)
            plotter = self._plotter()
            if plotter is not None:
                plotter.remove_actor(self._outline, render=False)


def add_volume(
    plotter: pyvista.Plotter,
    mesh: Any,
    scalars: str | ArrayLike | None = None,
    *,
    cmap: Any = None,
    clim: ArrayLike | None = None,
    opacity: str | ArrayLike = "linear",
    unit_distance: float | None = None,
    preference: str = "point",
    component: int | None = None,
    shade: bool = False,
    blend: str = "composite",
    show_scalar_bar: bool = True,
    device: str = "auto",
) -> Drawn:
    """Draw a mesh as a volume in a plotter (pyvista.Plotter); in the subplot that is active.

    mesh: a data set of PyVista or VTK that has three-dimensional cells.
    scalars: the name of an array of the mesh, or an array with a value for each point or cell; None: the active one.
    cmap: a colour map, as PyVista has them; None: that of the theme.
    clim: the values of its first and last colour; None: the range of the finite values.
    opacity: one number, numbers spread evenly over clim, k x 2 rows of value and opacity, or one of PyVista's names
        ("linear", "sigmoid", ...). A ray gathers 1 - exp(-opacity) on a way of unit_distance.
    unit_distance: see MeshVolume.transfer_function.
    preference: "point" or "cell", where both have an array of that name, and for an array that fits both.
    component, device: see MeshVolume.set_values and MeshVolume; shade, blend: its settings.
    show_scalar_bar: whether the colours are explained, under the name of the array; with a number behind it where
        the plotter explains other colours, or another range, under that name.

    Returns a Drawn, whose `drawing` is the MeshVolume. Raises InvalidInput as MeshVolume does, and for an array that is
    not there.
    """
    _check(plotter)
    grid = _wrap(mesh)
    if not isinstance(grid, pyvista.DataSet):
        refuse("mesh", f"{type(mesh).__name__} is no data set of PyVista or VTK")
    grid = grid if isinstance(grid, pyvista.UnstructuredGrid) else grid.cast_to_unstructured_grid()
    values, association, name = _find(grid, scalars, preference)
    volume = MeshVolume.from_vtk(grid, device=device)
    volume.set_values(values, association, component=component)
    lookup_table = _lookup_table(plotter, cmap, volume.value_range if clim is None else clim)
    low, high = lookup_table.scalar_range
    colors = np.asarray(lookup_table.values)[:, :3] / 255.0
    rows = _opacities(opacity, low, high)
    volume.transfer_function(np.linspace(low, high, len(colors)), colors, rows, unit_distance=unit_distance)
    volume.shade, volume.blend = shade, blend
    volume._options()  # says at once what is wrong with them
    drawn = Drawn(plotter, volume, lookup_table)
    if show_scalar_bar:
        plotter.add_scalar_bar(title=_free_title(plotter, name, lookup_table), mapper=drawn.mapper, render=False)
    return drawn


def add_isosurface(
    plotter: pyvista.Plotter,
    grid: Any,
    isovalues: ArrayLike,
    scalars: str | ArrayLike | None = None,
    *,
    color: Any = "white",
    opacity: ArrayLike = 1.0,
    component: int | None = None,
    device: str = "auto",
) -> Drawn:
    """Draw isosurfaces of point values of a regular or rectilinear grid in a plotter; in the subplot that is active.

    grid: a pyvista.ImageData or RectilinearGrid, or VTK's.
    isovalues: one or several values.
    scalars: the name of an array of its points, or an array; None: the active one.
    color: of all surfaces, as PyVista has colours.
    opacity: one for all, or one for each.
    component, device: see Isosurface.

    Returns a Drawn, whose `drawing` is the Isosurface. Raises InvalidInput as Isosurface does, for other data sets, and
    for an array that is not there.
    """
    _check(plotter)
    grid = _wrap(grid)
    if not isinstance(grid, (pyvista.ImageData, pyvista.RectilinearGrid)):
        refuse("grid", f"{type(grid).__name__} is neither pyvista.ImageData nor pyvista.RectilinearGrid")
    values, association, _ = _find(grid, scalars, "point")
    if association == "cells":
        refuse("scalars", "the values belong to cells; isosurfaces need those of points")
    nx, ny, nz = grid.dimensions
    volume = values.reshape(nz, ny, nx, *values.shape[1:])
    if isinstance(grid, pyvista.ImageData):
        # An image may begin at another index than 0; its first point is where it says.
        place = {"spacing": grid.spacing, "origin": grid.points[0], "direction": np.asarray(grid.direction_matrix)}
    else:
        place = {"coordinates": (grid.x, grid.y, grid.z)}
    surface = Isosurface(volume, component=component, device=device, **place)
    try:
        rgb = pyvista.Color(color).float_rgb
    except (ValueError, TypeError) as error:
        refuse("color", f"{color!r} is no colour of PyVista", error)
    surface.set_isosurfaces(isovalues, colors=rgb, opacities=opacity)
    return Drawn(plotter, surface, None)


def _check(plotter):
    if not isinstance(plotter, pyvista.BasePlotter):
        refuse("plotter", f"{type(plotter).__name__} is no pyvista.Plotter")


def _free_title(plotter, name, lookup_table):
    """The name, or with a number behind it where another bar has it, of another range or colours: PyVista would make
    the two one.
    """

    def colors(table):
        (low, high), rgb, found = table.GetRange(), [0.0] * 3, []
        for i in range(9):
            table.GetColor(low + i / 8 * (high - low), rgb)
            found += rgb
        return found

    title, number = name, 1
    while title in plotter.scalar_bars.keys():
        other = plotter.scalar_bars[title].GetLookupTable()
        if tuple(other.GetRange()) == tuple(lookup_table.GetRange()) and colors(other) == colors(lookup_table):
            break
        number += 1
        title = f"{name} ({number})"
    return title


def _wrap(mesh):
    """PyVista's data set for VTK's, or what is no data set as it is."""
    try:
        return pyvista.wrap(mesh)
    except (TypeError, NotImplementedError):
        return mesh


def _find(grid, scalars, preference):
    """Values, "points" or "cells", and the name of an array."""
    order = ("points", "cells") if as_choice(preference, "preference", ("point", "cell")) == "point" else ("cells", "points")
    counts = {"points": grid.n_points, "cells": grid.n_cells}
    if scalars is None:
        scalars = grid.active_scalars_name
        if scalars is None:
            refuse("scalars", "the data set has no active array; name one")
    if not isinstance(scalars, str):
        array = as_values(scalars, "scalars", len(scalars) if hasattr(scalars, "__len__") else 0, "values")
        for association in order:
            if len(array) == counts[association]:
                return array, association, "values"
        refuse("scalars", f"it has {len(array)} values for {grid.n_points} points and {grid.n_cells} cells")
    for association in order:
        data = grid.point_data if association == "points" else grid.cell_data
        if scalars in data:
            return np.asarray(data[scalars]), association, scalars
    refuse("scalars", f"there is no array {scalars!r} of points or cells; there are {', '.join(grid.array_names) or 'none'}")


def _lookup_table(plotter, cmap, clim):
    low, high = as_floats(clim, "clim", (2,)).tolist()
    if not low <= high:
        refuse("clim", "its first value is above the second")
    high = high if high > low else low + max(abs(low), 1.0) * 1e-6
    try:
        return pyvista.LookupTable(plotter.theme.cmap if cmap is None else cmap, n_values=256, scalar_range=(low, high))
    except Exception as error:  # PyVista's and matplotlib's
        refuse("cmap", str(error), error)


def _opacities(opacity, low, high):
    if isinstance(opacity, str):
        try:
            opacity = np.asarray(pyvista.opacity_transfer_function(opacity, 256)) / 255.0
        except Exception as error:
            refuse("opacity", str(error), error)
    dimensions = num_dimensions(opacity, "opacity")
    if dimensions == 2:
        return as_floats(opacity, "opacity", (None, 2))
    numbers = np.atleast_1d(as_floats(opacity, "opacity", () if dimensions == 0 else (None,)))
    if len(numbers) == 1:
        numbers = np.repeat(numbers, 2)
    return np.column_stack([np.linspace(low, high, len(numbers)), numbers])
