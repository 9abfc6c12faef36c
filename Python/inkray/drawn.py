# SPDX-License-Identifier: BSD-3-Clause
"""A volume or isosurfaces in a plotter of PyVista: the actor, its colors and opacities, and the values that
it is drawn by."""

from __future__ import annotations

import dataclasses
import sys
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
import pyvista
from numpy.typing import ArrayLike
from pyvista.plotting.colors import get_cmap_safe
from vtkmodules.vtkFiltersSources import vtkOutlineSource

from .arrays import as_choice, as_floats, as_number, as_values, num_dimensions, refuse
from .isosurface import Isosurface
from .volume import Volume

if TYPE_CHECKING:
    from matplotlib.colors import Colormap
    from pyvista.plotting._typing import ColorLike

T = TypeVar("T", bound=Volume | Isosurface)


class Drawn(pyvista.Actor, Generic[T]):
    """Data that are drawn in a plotter, as an actor with invisible geometry: the mesh of a volume, for
    pickers, or an outline of isosurfaces. The actor may be shown and hidden (visibility), moved and turned
    (position, orientation, scale, user_matrix) and removed from the plotter (plotter.remove_actor), as all
    actors may.

    drawing: the MeshVolume, GridVolume or Isosurface. Its settings may be changed; the next frame shows them.
    """

    def __init__(
        self,
        plotter: pyvista.BasePlotter,
        drawing: T,
        table: pyvista.LookupTable | None,
        look: Look,
        name: str | None,
        mesh: pyvista.DataSet | None = None,
    ) -> None:
        mapper = pyvista.DataSetMapper()
        if mesh is None:
            outline = vtkOutlineSource()  # gives the camera the size of the data
            outline.SetBounds(drawing.bounds)
            mapper.SetInputConnection(outline.GetOutputPort())
        else:
            mapper.SetInputDataObject(mesh.copy(deep=False))
        mapper.ScalarVisibilityOff()
        if table is not None:
            mapper.lookup_table = table
            mapper.scalar_range = table.scalar_range
        super().__init__(mapper=mapper, name=name)
        self.prop.opacity = 1e-3  # almost invisible; pickers ignore actors with no opacity
        self._plotter = weakref.ref(plotter)
        self._drawing, self._table, self._look = drawing, table, look
        self._colored = 0  # the table's modification time when the drawing got its colors
        self._function: Any = None  # the drawing's function at that time
        self._value_range: Any = None
        self._picture: Any = None  # the last picture with its arguments
        self._apply()

    @property
    def drawing(self) -> T:
        """The MeshVolume, GridVolume or Isosurface that draws the picture."""
        return self._drawing

    @property
    def lookup_table(self) -> pyvista.LookupTable | None:
        """The colors and their range, which the scalar bar also shows. None if the drawing has one color."""
        return self._table

    @property
    def cmap(self) -> Colormap | None:
        """The color map, in any form that add_volume accepts, except a LookupTable. None if colors were given
        without a map."""
        table = self._need_table()
        return None if self._look.exact_colors(table) is None else self._look.cmap

    @cmap.setter
    def cmap(self, value: str | Sequence[ColorLike] | Colormap) -> None:
        table = self._need_table()
        try:
            table.apply_cmap(get_cmap_safe(value), table.n_values)
        except Exception as error:  # PyVista and matplotlib may raise any type
            refuse("cmap", str(error), error)
        self._apply()

    @property
    def clim(self) -> tuple[float, float]:
        """The values of the first and the last color. Setting None takes the range of the values, and of
        values that are set later."""
        low, high = self._need_table().scalar_range
        return low, high

    @clim.setter
    def clim(self, value: float | ArrayLike | None) -> None:
        limits = limits_of(value, self._drawing.value_range, self._need_table().log_scale)
        self._look.clim = value
        self._set_range(limits)

    @property
    def opacity(self) -> str | ArrayLike | None:
        """The opacity, in any form that add_volume accepts. None if a LookupTable gives the opacity."""
        return self._look.opacity

    @opacity.setter
    def opacity(self, value: str | ArrayLike) -> None:
        self._change("opacity", value)

    @property
    def opacity_unit_distance(self) -> float:
        """The length that opacities refer to, in the units of the points."""
        return self._look.unit_distance

    @opacity_unit_distance.setter
    def opacity_unit_distance(self, value: float) -> None:
        self._change("unit_distance", as_number(value, "opacity_unit_distance"))

    def set_values(self, values: ArrayLike, preference: str | None = None) -> None:
        """Set other values of the same points or cells. Colors and the scalar bar follow if clim is None.

        values: one for each point or cell of the mesh, or tuples of which the component given to add_volume
            counts.
        preference: "point" or "cell", where there are as many of both; None: as before.
        """
        if not isinstance(self._drawing, Volume):
            refuse("values", "surfaces of a grid are made of one array of values; add others in their place")
        order = order_of(preference or self._look.preference)
        counts = {"points": self._drawing.num_points, "cells": self._drawing.num_cells}
        fitting = [kind for kind in order if hasattr(values, "__len__") and len(values) == counts[kind]]
        self._drawing.set_values(values, (fitting or order)[0], component=self._look.component)
        self._update()

    def remove(self, render: bool = False) -> None:
        """Remove this actor from the plotter, as plotter.remove_actor(actor) does."""
        plotter = self._plotter()
        if plotter is not None:
            plotter.remove_actor(self, render=render)

    def _draw(self, view, projection, size, window_depth):
        """Draw, or return the last picture if it would be the same. Each move of the mouse in a notebook's
        view renders twice, and so does a window that is shown for a screenshot.
        """
        key = self._drawing._state(), view.tobytes(), projection.tobytes(), size
        if (self._picture is None or self._picture[0] != key
            or not np.array_equal(self._picture[1], window_depth)):
            self._picture = key, window_depth, self._drawing._draw(view, projection, size, window_depth)
        return self._picture[2]

    def _need_table(self):
        if self._table is None:
            refuse("cmap", "the drawing has one color and no color map")
        return self._table

    def _change(self, name, value):
        """Set an attribute of the look. If that raises, restore the attribute."""
        before = getattr(self._look, name)
        setattr(self._look, name, value)
        try:
            self._apply()
        except Exception:
            setattr(self._look, name, before)
            raise

    def _set_range(self, limits):
        self._table.scalar_range = limits
        self.mapper.scalar_range = limits
        self._apply()

    def _update(self):
        """Make the drawing, the lookup table and the scalar bar agree, whichever of the first two was
        changed."""
        if self._table is None:
            return
        if isinstance(self._drawing, Volume) and self._drawing._function is not self._function:
            self._read_function()
        elif self._look.clim is None and self._drawing.value_range != self._value_range:
            self._set_range(limits_of(None, self._drawing.value_range, self._table.log_scale))
        elif tuple(self.mapper.scalar_range) != tuple(self._table.scalar_range):
            # plotter.update_scalar_bar_range.
            self.clim = tuple(self.mapper.scalar_range)
        elif self._table.GetMTime() != self._colored:
            self._apply()

    def _read_function(self):
        """Set the lookup table from a function that was given to the volume."""
        rows = self._drawing._function[0]
        low, high = rows[0, 0], rows[-1, 0]
        high = high if high > low else above(low)
        places = np.linspace(low, high, 256)
        colors = [np.interp(places, rows[:, 0], channel) for channel in rows[:, 1:].T]
        self._table.values = np.round(255 * np.clip(np.column_stack(colors), 0, 1)).astype(np.uint8)
        self._table.scalar_range = low, high
        self.mapper.scalar_range = low, high
        self._look.clim, self._look.opacity = (low, high), None
        self._remember()

    def _apply(self):
        """Give the drawing opacities and the colors of the lookup table."""
        if self._table is None:
            return
        if isinstance(self._drawing, Volume) and self._drawing.draw_volume:
            scalars, colors, opacities = self._look.functions(self._table)
            self._drawing.transfer_function(scalars, colors, opacities,
                                            unit_distance=self._look.unit_distance)
        else:
            surfaces = self._drawing._surfaces
            colors = [self._table.map_value(surface.value, opacity=False) for surface in surfaces]
            opacities = [surface.opacity for surface in surfaces]
            self._drawing.set_isosurfaces(self._drawing.isovalues, colors=np.reshape(colors, (-1, 3)),
                                          opacities=opacities)
        self._remember()

    def _remember(self):
        self._colored, self._value_range = self._table.GetMTime(), self._drawing.value_range
        self._function = self._drawing._function if isinstance(self._drawing, Volume) else None


@dataclasses.dataclass
class Look:
    """How a Drawn takes colors and opacities from a lookup table."""

    clim: Any = None  # as given by the user
    opacity: Any = None  # as given by the user; None: from the table
    unit_distance: float = 1.0
    is_over_distance: bool = False  # opacity is the share that a unit distance absorbs, as in VTK's images
    component: int | None = None
    preference: str = "point"
    cmap: Any = None  # kept, because PyVista's table loses it when its opacities are set

    def exact_colors(self, table):
        """The colors of the map in more than the table's 8 bits, which are as good with fewer knots; None
        where the table has other colors than a map.
        """
        self.cmap = self.cmap if table.cmap is None else table.cmap
        if self.cmap is None:
            return None
        exact = self.cmap(np.linspace(0, 1, table.n_values))[:, :3]
        return exact if np.abs(exact - table.values[:, :3] / 255.0).max() < 1.01 / 255 else None

    def functions(self, table):
        """Scalars, n x 3 colors and opacities for Volume.transfer_function, as PyVista gives them to
        VTK."""
        scalars = np.linspace(*table.scalar_range, table.n_values)
        exact = self.exact_colors(table)
        if table.log_scale:
            colors = np.array([table.map_value(scalar, opacity=False) for scalar in scalars])
        else:
            colors = table.values[:, :3] / 255.0 if exact is None else exact
        if (self.opacity is not None and not isinstance(self.opacity, str)
            and num_dimensions(self.opacity, "opacity") == 2):
            return scalars, colors, as_floats(self.opacity, "opacity", (None, 2))
        if self.opacity is not None:
            try:
                table.apply_opacity(self.opacity)
            except Exception as error:  # PyVista may raise any type
                refuse("opacity", str(error), error)
        opacities = np.minimum(table.values[:, 3] / 255.0, 0.998)
        return scalars, colors, -np.log1p(-opacities) if self.is_over_distance else opacities


def find_values(grid, scalars, preference):
    """The values, "points" or "cells", and the name of an array."""
    order = order_of(preference)
    counts = {"points": grid.n_points, "cells": grid.n_cells}
    if scalars is None:
        scalars = grid.active_scalars_name
        if scalars is None:
            refuse("scalars", "the data set has no active array; give the name of an array")
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
    refuse("scalars", f"there is no array {scalars!r} of points or cells; there are "
                      f"{', '.join(grid.array_names) or 'none'}")


def order_of(preference):
    points_first = as_choice(preference, "preference",
                             ("point", "cell", "points", "cells")).startswith("point")
    return ("points", "cells") if points_first else ("cells", "points")


def limits_of(clim, value_range, is_log):
    """The range of the colors by PyVista's rules: a single number stands for itself and its negative."""
    if clim is None:
        low, high = value_range
    elif num_dimensions(clim, "clim") == 0:
        high = as_number(clim, "clim")
        low = -high
    else:
        low, high = as_floats(clim, "clim", (2,)).tolist()
    if not low <= high:
        refuse("clim", "its first value is above the second")
    if is_log and low <= 0:
        low = sys.float_info.min
        high = max(high, low)
    return low, high if high > low else above(low)


def above(low):
    return low + max(abs(low), 1.0) * 1e-6
