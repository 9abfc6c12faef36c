# SPDX-License-Identifier: BSD-3-Clause
"""Meshes as volumes, and isosurfaces, in the windows of PyVista.

    import inkray.pyvista
    plotter = pyvista.Plotter()
    plotter.add_mesh(surface)
    inkray.pyvista.add_volume(plotter, mesh, "pressure")  # in place of plotter.add_volume(mesh, "pressure")
    plotter.show()

They are drawn whenever the plotter draws, with its camera and lights, behind and in front of its opaque geometry, below
its text and scalar bars; in screenshots, movies and PyVista's static pictures in notebooks too.

Limitations: translucent surfaces of the plotter do not mix with them but lie behind. Two volumes that overlap are
drawn one behind the other. Pickers of points, cells and meshes find volumes (see add_volume) and pass over isosurfaces; those
of depths (plotter.iren.picker = "world", plotter.get_image_depth()) find opaque isosurfaces and pass over volumes. Where the plotter smooths edges with several samples in a
pixel, volumes end at the depth of one of them. They are drawn over the pictures of render passes, with smooth edges where
one is SSAA; eye dome lighting, ambient occlusion, shadows, blurring and depth of field do not change them. With passes,
surfaces are drawn twice, for their depths; text and scalar bars are drawn last, without passes. Renderings in the browser
(trame's local one, vtk.js) do not know of it.
"""

from __future__ import annotations

import dataclasses
import itertools
import sys
import warnings
import weakref
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
import pyvista
from numpy.typing import ArrayLike, NDArray
from pyvista.plotting.colors import get_cmap_safe
from vtkmodules.vtkFiltersSources import vtkOutlineSource

from .arrays import as_choice, as_floats, as_number, as_values, num_dimensions, refuse
from .isosurface import Isosurface
from .mesh_volume import MeshVolume
from .vtk_window import layer_of

if TYPE_CHECKING:
    from matplotlib.colors import Colormap
    from pyvista.core._typing_core import TransformLike
    from pyvista.plotting._typing import ColorLike
    from vtkmodules.vtkCommonDataModel import vtkDataSet

__all__ = ["Drawn", "add_isosurface", "add_volume"]

_MANY_VOXELS = 64**3  # of an image that is cut into tetrahedra
_BLOCK_COLORS = ("Reds", "Greens", "Blues", "Greys", "Oranges", "Purples")  # of multi_colors, as PyVista has them


T = TypeVar("T", bound=MeshVolume | Isosurface)


class Drawn(pyvista.Actor, Generic[T]):
    """Something that is drawn in a plotter: an actor, whose geometry nobody sees: of volumes the mesh, for pickers, of
    isosurfaces an outline. It may be shown and hidden (visibility), moved and turned (position, orientation, scale, user_matrix) and removed from the plotter
    (plotter.remove_actor) as other actors.

    drawing: the MeshVolume or Isosurface, whose settings may be changed; the next frame shows them.
    """

    def __init__(
        self,
        plotter: pyvista.BasePlotter,
        drawing: T,
        table: pyvista.LookupTable | None,
        look: _Look,
        name: str | None,
        mesh: pyvista.DataSet | None = None,
    ) -> None:
        mapper = pyvista.DataSetMapper()
        if mesh is None:
            outline = vtkOutlineSource()  # tells the camera how large the data are
            outline.SetBounds(drawing.bounds)
            mapper.SetInputConnection(outline.GetOutputPort())
        else:
            mapper.SetInputDataObject(mesh.copy(deep=False))
        mapper.ScalarVisibilityOff()
        if table is not None:
            mapper.lookup_table = table
            mapper.scalar_range = table.scalar_range
        super().__init__(mapper=mapper, name=name)
        self.prop.opacity = 1e-3  # for what does not know of the drawing; pickers pass over what has none
        self._plotter = weakref.ref(plotter)
        self._drawing, self._table, self._look = drawing, table, look
        self._colored = 0  # the table's time when the drawing had its colours
        self._function: Any = None  # what the drawing had then
        self._value_range: Any = None
        self._picture: Any = None  # the last one, and what it was drawn from
        self._apply()

    @property
    def drawing(self) -> T:
        """What draws it."""
        return self._drawing

    @property
    def lookup_table(self) -> pyvista.LookupTable | None:
        """The colours and the range, which the scalar bar shows too; None where there are none."""
        return self._table

    @property
    def cmap(self) -> Colormap | None:
        """The colour map: what add_volume takes, except a LookupTable. None where colours were given without one."""
        table = self._need_table()
        return None if self._look.exact_colors(table) is None else self._look.cmap

    @cmap.setter
    def cmap(self, value: str | Sequence[ColorLike] | Colormap) -> None:
        table = self._need_table()
        try:
            table.apply_cmap(get_cmap_safe(value), table.n_values)
        except Exception as error:  # PyVista's and matplotlib's
            refuse("cmap", str(error), error)
        self._apply()

    @property
    def clim(self) -> tuple[float, float]:
        """The values of the first and the last colour. None sets the range of the values, of later ones too."""
        low, high = self._need_table().scalar_range
        return low, high

    @clim.setter
    def clim(self, value: float | ArrayLike | None) -> None:
        limits = _limits(value, self._drawing.value_range, self._need_table().log_scale)
        self._look.clim = value
        self._set_range(limits)

    @property
    def opacity(self) -> str | ArrayLike | None:
        """Opacity: what add_volume takes, except for a LookupTable, which has its own."""
        return self._look.opacity

    @opacity.setter
    def opacity(self, value: str | ArrayLike) -> None:
        self._change("opacity", value)

    @property
    def opacity_unit_distance(self) -> float:
        """The length to which opacities refer, in the units of the points."""
        return self._look.unit_distance

    @opacity_unit_distance.setter
    def opacity_unit_distance(self, value: float) -> None:
        self._change("unit_distance", as_number(value, "opacity_unit_distance"))

    def set_values(self, values: ArrayLike, preference: str | None = None) -> None:
        """Other values of the same points or cells; colours and the scalar bar follow where clim is None.

        values: one for each point or cell of the mesh, or tuples of which the component given to add_volume counts.
        preference: "point" or "cell", where there are as many of both; None: as before.
        """
        if not isinstance(self._drawing, MeshVolume):
            refuse("values", "surfaces of a grid are made of one array of values; add others in their place")
        order = _order(preference or self._look.preference)
        counts = {"points": self._drawing.num_points, "cells": self._drawing.num_cells}
        fitting = [kind for kind in order if hasattr(values, "__len__") and len(values) == counts[kind]]
        self._drawing.set_values(values, (fitting or order)[0], component=self._look.component)
        self._update()

    def remove(self, render: bool = False) -> None:
        """Take it out of the plotter, as plotter.remove_actor."""
        plotter = self._plotter()
        if plotter is not None:
            plotter.remove_actor(self, render=render)

    def _draw(self, view, projection, size, window_depth):
        """What the drawing draws, or the last picture where it would be the same: each move of the mouse in a notebook's
        view is rendered twice, and so is a window that is shown for a screenshot.
        """
        key = self._drawing._state(), view.tobytes(), projection.tobytes(), size
        if self._picture is None or self._picture[0] != key or not np.array_equal(self._picture[1], window_depth):
            self._picture = key, window_depth, self._drawing._draw(view, projection, size, window_depth)
        return self._picture[2]

    def _need_table(self):
        if self._table is None:
            refuse("cmap", "it has one colour, and no colour map")
        return self._table

    def _change(self, name, value):
        """Set something of the look, or leave it as it was where that raises."""
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
        """Have the drawing, the lookup table and with it the scalar bar agree, whichever of them was changed."""
        if self._table is None:
            return
        if isinstance(self._drawing, MeshVolume) and self._drawing._function is not self._function:
            self._read_function()
        elif self._look.clim is None and self._drawing.value_range != self._value_range:
            self._set_range(_limits(None, self._drawing.value_range, self._table.log_scale))
        elif tuple(self.mapper.scalar_range) != tuple(self._table.scalar_range):  # plotter.update_scalar_bar_range
            self.clim = tuple(self.mapper.scalar_range)
        elif self._table.GetMTime() != self._colored:
            self._apply()

    def _read_function(self):
        """The lookup table of a function that was given to the MeshVolume."""
        rows = self._drawing._function[0]
        low, high = rows[0, 0], rows[-1, 0]
        high = high if high > low else _above(low)
        places = np.linspace(low, high, 256)
        colors = [np.interp(places, rows[:, 0], channel) for channel in rows[:, 1:].T]
        self._table.values = np.round(255 * np.clip(np.column_stack(colors), 0, 1)).astype(np.uint8)
        self._table.scalar_range = low, high
        self.mapper.scalar_range = low, high
        self._look.clim, self._look.opacity = (low, high), None
        self._remember()

    def _apply(self):
        """Give the drawing the colours of the lookup table, and opacities."""
        if self._table is None:
            return
        if isinstance(self._drawing, MeshVolume) and self._drawing.draw_volume:
            scalars, colors, opacities = self._look.functions(self._table)
            self._drawing.transfer_function(scalars, colors, opacities, unit_distance=self._look.unit_distance)
        else:
            surfaces = self._drawing._surfaces
            colors = [self._table.map_value(surface.value, opacity=False) for surface in surfaces]
            opacities = [surface.opacity for surface in surfaces]
            self._drawing.set_isosurfaces(self._drawing.isovalues, colors=np.reshape(colors, (-1, 3)), opacities=opacities)
        self._remember()

    def _remember(self):
        self._colored, self._value_range = self._table.GetMTime(), self._drawing.value_range
        self._function = self._drawing._function if isinstance(self._drawing, MeshVolume) else None


@dataclasses.dataclass
class _Look:
    """How a Drawn has its colours and opacities of a lookup table."""

    clim: Any = None  # as it was given
    opacity: Any = None  # as it was given; None: the table's
    unit_distance: float = 1.0
    is_over_distance: bool = False  # opacity is what a unit distance stops, as VTK has it in images
    component: int | None = None
    preference: str = "point"
    cmap: Any = None  # PyVista's table forgets it when its opacities are set

    def exact_colors(self, table):
        """The colours of the map in more than the table's 8 bits, which are as good with fewer knots; None where the table
        has other colours than a map.
        """
        self.cmap = self.cmap if table.cmap is None else table.cmap
        if self.cmap is None:
            return None
        exact = self.cmap(np.linspace(0, 1, table.n_values))[:, :3]
        return exact if np.abs(exact - table.values[:, :3] / 255.0).max() < 1.01 / 255 else None

    def functions(self, table):
        """Scalars, n x 3 colours and opacities for MeshVolume.transfer_function, as PyVista gives them to VTK."""
        scalars = np.linspace(*table.scalar_range, table.n_values)
        exact = self.exact_colors(table)
        if table.log_scale:
            colors = np.array([table.map_value(scalar, opacity=False) for scalar in scalars])
        else:
            colors = table.values[:, :3] / 255.0 if exact is None else exact
        if self.opacity is not None and not isinstance(self.opacity, str) and num_dimensions(self.opacity, "opacity") == 2:
            return scalars, colors, as_floats(self.opacity, "opacity", (None, 2))
        if self.opacity is not None:
            try:
                table.apply_opacity(self.opacity)
            except Exception as error:  # PyVista's
                refuse("opacity", str(error), error)
        opacities = np.minimum(table.values[:, 3] / 255.0, 0.998)
        return scalars, colors, -np.log1p(-opacities) if self.is_over_distance else opacities


def add_volume(
    plotter: pyvista.Plotter,
    volume: pyvista.DataSet | pyvista.MultiBlock | vtkDataSet | NDArray[Any],
    scalars: str | ArrayLike | None = None,
    clim: float | ArrayLike | None = None,
    resolution: ArrayLike | None = None,
    opacity: str | ArrayLike = "linear",
    n_colors: int = 256,
    cmap: str | Sequence[ColorLike] | Colormap | pyvista.LookupTable | None = None,
    flip_scalars: bool = False,
    reset_camera: bool | None = None,
    name: str | None = None,
    ambient: float | None = None,
    categories: bool | int = False,
    culling: str | bool = False,
    multi_colors: bool = False,
    blending: str = "composite",
    mapper: str | None = None,
    scalar_bar_args: Mapping[str, Any] | None = None,
    show_scalar_bar: bool | None = None,
    annotations: dict[float, str] | None = None,
    pickable: bool = True,
    preference: str = "point",
    opacity_unit_distance: float | None = None,
    shade: bool = False,
    diffuse: float = 0.7,
    specular: float = 0.2,
    specular_power: float = 10.0,
    render: bool | None = True,
    user_matrix: TransformLike | None = None,
    log_scale: bool = False,
    *,
    component: int | None = None,
    device: str = "auto",
    **aliases: Any,
) -> Drawn[MeshVolume]:
    """Draw a mesh as a volume in a plotter; in the subplot that is active.

    It takes what Plotter.add_volume of PyVista 0.49 takes, with the same meaning and defaults, and draws the same picture
    but for what VTK's mappers draw wrong; see there. What differs:

    volume: a data set of PyVista or VTK that has three-dimensional cells, blocks of them, or a three-dimensional array.
        All cells are drawn as they are, and values of cells stay constant in each. Images are cut into six tetrahedra a
        voxel; a warning says so where there are many.
    scalars: the name of an array of the mesh, or an array with a value for each point or cell; None: the active one.
        Colours themselves (n x 4) are refused.
    opacity: also k x 2 rows of value and opacity, of at least 0. A slab of thickness opacity_unit_distance has
        alpha = 1 - exp(-opacity) in meshes, and alpha = opacity in images, as VTK has it; opacities of rows may be above 1.
    mapper, culling: taken for the sake of the call.
    pickable: pickers of points, cells and meshes, and of all that is in a rectangle, find the mesh as if add_mesh had drawn
        it: a click finds where its ray enters the mesh, clipped or transparent cells too.
    component: which component of the scalars counts; -1 or None: the length of the vector.
    device: "auto" (an NVIDIA GPU if there is one), "cuda", "cpu", or "cuda:1" for the second GPU.

    Returns a Drawn, whose `drawing` is the MeshVolume; a list of them for blocks, which its type does not tell, because type
    checkers take each class of PyVista for any other. Raises InvalidInput for what is wrong with an argument, with its name.
    """
    _check(plotter)
    clim, cmap = aliases.pop("rng", clim), aliases.pop("colormap", cmap)
    culling = aliases.pop("backface_culling", culling)
    if aliases:
        raise TypeError(f"add_volume() got an unexpected keyword argument {next(iter(aliases))!r}")
    blend = as_choice(blending, "blending", ("composite", "additive", "maximum", "minimum", "average"))
    grid = _as_dataset(volume, resolution)
    if isinstance(grid, pyvista.MultiBlock):
        shared = dict(
            clim=clim, resolution=resolution, opacity=opacity, n_colors=n_colors, flip_scalars=flip_scalars,
            reset_camera=reset_camera, ambient=ambient, categories=categories, culling=culling, blending=blending,
            scalar_bar_args=scalar_bar_args, show_scalar_bar=show_scalar_bar, annotations=annotations, pickable=pickable, preference=preference,
            opacity_unit_distance=opacity_unit_distance, shade=shade, diffuse=diffuse, specular=specular,
            specular_power=specular_power, render=render, user_matrix=user_matrix, log_scale=log_scale, component=component,
            device=device,
        )
        maps = itertools.cycle(_BLOCK_COLORS) if multi_colors else itertools.repeat(cmap)
        return [add_volume(plotter, block, scalars, cmap=next(maps), name=own, **shared) for block, own in _blocks(grid, name)]

    is_image = isinstance(grid, (pyvista.ImageData, pyvista.RectilinearGrid))
    if opacity_unit_distance is None:
        opacity_unit_distance = grid.length / (np.mean(grid.dimensions) - 1) if is_image else 1.0
    values, association, title = _find(grid, scalars, preference)
    if values.ndim == 2 and values.shape[1] == 4 and component is None:
        refuse("scalars", "it has four components; colours are not drawn as they are. Choose a component, -1 for the length")
    if is_image and grid.n_cells > _MANY_VOXELS:
        warnings.warn(
            f"an image of {grid.n_cells:,} voxels is cut into {6 * grid.n_cells:,} tetrahedra, which take about "
            f"{grid.n_cells * 1900 / 1e9:.1f} GB; Plotter.add_volume draws images without that",
            stacklevel=2,
        )
    drawing = MeshVolume.from_vtk(grid if isinstance(grid, pyvista.UnstructuredGrid) else grid.cast_to_unstructured_grid(), device=device)
    drawing.set_values(values, association, component=component)
    drawing.shade, drawing.blend = shade, blend
    drawing.set_material(ambient=ambient or 0.0, diffuse=diffuse, specular=specular, specular_power=specular_power)
    if categories:
        n_colors = len(np.unique(values)) if categories is True else int(categories)
    if isinstance(cmap, pyvista.LookupTable):
        table, clim, opacity = cmap, tuple(cmap.scalar_range), None
    else:
        table = _lookup_table(plotter, cmap, n_colors, flip_scalars, log_scale, _limits(clim, drawing.value_range, log_scale))
        table.annotations = annotations or {}
    look = _Look(clim, opacity, as_number(opacity_unit_distance, "opacity_unit_distance"), is_image and blend == "composite", component, preference)
    low, high = drawing.value_range
    drawn = Drawn(plotter, drawing, table, look, name, grid)
    if low == high and not drawing._opacity_at(low) > 0:
        warnings.warn(f"all values are {low:g}, where the opacity is 0, so that nothing is seen; give clim or another opacity", stacklevel=2)
    return _show(plotter, drawn, reset_camera, culling, pickable, render, user_matrix, title, show_scalar_bar, scalar_bar_args)


def add_isosurface(
    plotter: pyvista.Plotter,
    mesh: pyvista.DataSet | pyvista.MultiBlock | vtkDataSet,
    isovalues: ArrayLike,
    scalars: str | ArrayLike | None = None,
    *,
    color: ColorLike | None = None,
    cmap: str | Sequence[ColorLike] | Colormap | None = None,
    clim: float | ArrayLike | None = None,
    n_colors: int = 256,
    opacity: ArrayLike = 1.0,
    name: str | None = None,
    ambient: float = 0.0,
    diffuse: float = 1.0,
    specular: float = 0.0,
    specular_power: float = 1.0,
    smooth_shading: bool = True,
    show_scalar_bar: bool | None = None,
    scalar_bar_args: Mapping[str, Any] | None = None,
    reset_camera: bool | None = None,
    render: bool | None = True,
    user_matrix: TransformLike | None = None,
    component: int | None = None,
    device: str = "auto",
) -> Drawn[MeshVolume | Isosurface]:
    """Draw isosurfaces of point values in a plotter, without a mesh of them; in the subplot that is active.

    mesh: a data set of PyVista or VTK, or blocks of them. Surfaces are those of the trilinear interpolant in a
        pyvista.ImageData or RectilinearGrid, and of linear values in the tetrahedra of other three-dimensional cells.
    isovalues: one or several values.
    scalars: the name of an array of its points, or an array; None: the active one.
    color: one for all surfaces, as PyVista has colours; white where there is no cmap.
    cmap, clim, n_colors: a colour map in which each surface has the colour of its isovalue; see add_volume.
    opacity: one for all, or one for each.
    ambient, diffuse, specular, specular_power: how they answer light.
    smooth_shading: light follows gradients that are interpolated (of grids), not those of each cell.
    name, show_scalar_bar, scalar_bar_args, reset_camera, render, user_matrix: see Plotter.add_mesh.
    component, device: see add_volume.

    Returns a Drawn, whose `drawing` is an Isosurface or a MeshVolume; a list of them for blocks, as of add_volume.
    Raises InvalidInput as they do, and for an array that is not there.
    """
    _check(plotter)
    grid = _as_dataset(mesh, None)
    if isinstance(grid, pyvista.MultiBlock):
        if cmap is not None and clim is None and component is None:  # the blocks have their colours together
            clim = grid.get_data_range(scalars)
        shared = dict(
            color=color, cmap=cmap, clim=clim, n_colors=n_colors, opacity=opacity, ambient=ambient, diffuse=diffuse,
            specular=specular, specular_power=specular_power, smooth_shading=smooth_shading, show_scalar_bar=show_scalar_bar,
            scalar_bar_args=scalar_bar_args, reset_camera=reset_camera, render=render, user_matrix=user_matrix,
            component=component, device=device,
        )
        return [add_isosurface(plotter, block, isovalues, scalars, name=own, **shared) for block, own in _blocks(grid, name)]
    values, association, title = _find(grid, scalars, "point")
    if association == "cells":
        refuse("scalars", "the values belong to cells; isosurfaces need those of points")
    if isinstance(grid, (pyvista.ImageData, pyvista.RectilinearGrid)):
        drawing = _surfaces_of_grid(grid, values, component, device)
        drawing.smooth_normals = smooth_shading
    elif isinstance(grid, pyvista.DataSet):
        cells = grid if isinstance(grid, pyvista.UnstructuredGrid) else grid.cast_to_unstructured_grid()
        drawing = MeshVolume.from_vtk(cells, device=device)
        drawing.set_values(values, component=component)
        drawing.draw_volume, drawing.gradients = False, "smooth" if smooth_shading else "cell"
    else:
        refuse("mesh", f"{type(mesh).__name__} is no data set of PyVista or VTK")
    drawing.set_material(ambient=ambient, diffuse=diffuse, specular=specular, specular_power=specular_power)
    table = None
    if cmap is not None or clim is not None:
        if color is not None:
            refuse("color", "there is a colour map as well; give one of them")
        table = _lookup_table(plotter, cmap, n_colors, False, False, _limits(clim, drawing.value_range, False))
    try:
        rgb = pyvista.Color("white" if color is None else color).float_rgb
    except (ValueError, TypeError) as error:
        refuse("color", f"{color!r} is no colour of PyVista", error)
    drawing.set_isosurfaces(isovalues, colors=rgb, opacities=opacity)
    drawn = Drawn(plotter, drawing, table, _Look(clim, component=component), name)
    return _show(plotter, drawn, reset_camera, False, False, render, user_matrix, title, show_scalar_bar, scalar_bar_args)


def _blocks(grid, name):
    """The blocks that are there, each with a name of its own."""
    return [(block, f"{name}-{i}" if name else None) for i, block in enumerate(grid) if block is not None]


def _surfaces_of_grid(grid, values, component, device):
    nx, ny, nz = grid.dimensions
    volume = values.reshape(nz, ny, nx, *values.shape[1:])
    if isinstance(grid, pyvista.ImageData):
        # An image may begin at another index than 0; its first point is where it says.
        place = {"spacing": grid.spacing, "origin": grid.points[0], "direction": np.asarray(grid.direction_matrix)}
    else:
        place = {"coordinates": (grid.x, grid.y, grid.z)}
    return Isosurface(volume, component=component, device=device, **place)


def _show(plotter, drawn, reset_camera, culling, pickable, render, user_matrix, title, show_scalar_bar, scalar_bar_args):
    """Add it to the plotter, with its scalar bar."""
    layer_of(plotter.renderer)
    if user_matrix is not None:
        drawn.user_matrix = user_matrix
    plotter.add_actor(drawn, reset_camera=reset_camera, name=drawn.name, culling=culling, pickable=pickable, render=False)
    plotter.mapper = drawn.mapper  # of update_scalar_bar_range
    table = drawn.lookup_table
    wanted = plotter.theme.show_scalar_bar or bool(scalar_bar_args) if show_scalar_bar is None else show_scalar_bar
    if table is not None and wanted:
        options = {"title": _free_title(plotter, title, table), **(scalar_bar_args or {})}
        plotter.add_scalar_bar(mapper=drawn.mapper, **{"render": False, **options})
    if render:
        plotter.render()
    return drawn


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


def _as_dataset(data, resolution):
    """PyVista's data set for VTK's, or for an array; what is no data set is refused."""
    try:
        grid = pyvista.wrap(data)
    except (TypeError, NotImplementedError):
        grid = None
    if isinstance(data, np.ndarray) and isinstance(grid, pyvista.ImageData):
        grid.spacing = (1, 1, 1) if resolution is None else as_floats(resolution, "resolution", (3,))
    if not isinstance(grid, (pyvista.DataSet, pyvista.MultiBlock)):
        refuse("volume", f"{type(data).__name__} is no data set of PyVista or VTK")
    return grid


def _find(grid, scalars, preference):
    """Values, "points" or "cells", and the name of an array."""
    order = _order(preference)
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


def _order(preference):
    points_first = as_choice(preference, "preference", ("point", "cell", "points", "cells")).startswith("point")
    return ("points", "cells") if points_first else ("cells", "points")


def _limits(clim, value_range, is_log):
    """The range of the colours, as PyVista has it: one number stands for it and its negative."""
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
    return low, high if high > low else _above(low)


def _above(low):
    return low + max(abs(low), 1.0) * 1e-6


def _lookup_table(plotter, cmap, n_colors, is_flipped, is_log, limits):
    try:
        table, colors = pyvista.LookupTable(), get_cmap_safe(plotter.theme.cmap if cmap is None else cmap)
        table.apply_cmap(colors.reversed() if is_flipped else colors, n_colors)
    except Exception as error:  # PyVista's and matplotlib's
        refuse("cmap", str(error), error)
    table.scalar_range, table.log_scale = limits, bool(is_log)
    return table
