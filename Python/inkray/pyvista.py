# SPDX-License-Identifier: BSD-3-Clause
"""Meshes and images as volumes, and isosurfaces, in PyVista's windows.

    import inkray.pyvista
    plotter = pyvista.Plotter()
    plotter.add_mesh(surface)
    inkray.pyvista.add_volume(plotter, mesh, "pressure")  # in place of plotter.add_volume(mesh, "pressure")
    plotter.show()

They are drawn whenever the plotter draws, with its camera and lights, behind and in front of its opaque
geometry, below its text and scalar bars; in screenshots, movies and PyVista's static pictures in notebooks
too.

Limitations: translucent surfaces of the plotter do not mix with them but lie behind. Two volumes that overlap
are drawn one behind the other. Pickers of points, cells and meshes find volumes (see add_volume) and pass
over isosurfaces; those of depths (plotter.iren.picker = "world", plotter.get_image_depth()) find opaque
isosurfaces and pass over volumes. Where the plotter smooths edges with several samples in a pixel, volumes
end at the depth of one of them. They are drawn over the pictures of render passes, with smooth edges where
one is SSAA; eye dome lighting, ambient occlusion, shadows, blurring and depth of field do not change them.
With passes, surfaces are drawn twice, for their depths; text and scalar bars are drawn last, without passes.
Renderings in the browser (trame's local one, vtk.js) do not know of it.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

try:
    import pyvista
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("inkray.pyvista needs PyVista: pip install 'inkray[pyvista]'",
                              name="pyvista") from error
# Whose actors refuse our attributes.
if tuple(int(part) for part in pyvista.__version__.split(".")[:2]) < (0, 46):
    raise ImportError(f"inkray.pyvista needs PyVista 0.46 or newer, and this is {pyvista.__version__}: pip "
                      f"install --upgrade 'pyvista>=0.46'")
from pyvista.plotting.colors import get_cmap_safe

from .arrays import DeviceArray, as_choice, as_floats, as_number, refuse
from .drawn import Drawn, Look, find_values, limits_of
from .grid_volume import GridVolume
from .isosurface import Isosurface
from .mesh_volume import MeshVolume
from .vtk_grid import left_out
from .vtk_window import layer_of

if TYPE_CHECKING:
    from matplotlib.colors import Colormap
    from pyvista.core._typing_core import TransformLike
    from pyvista.plotting._typing import ColorLike
    from vtkmodules.vtkCommonDataModel import vtkDataSet

__all__ = ["Drawn", "add_isosurface", "add_volume"]

# Of multi_colors, as PyVista has them.
_BLOCK_COLORS = ("Reds", "Greens", "Blues", "Grays", "Oranges", "Purples")


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
) -> Drawn[MeshVolume | GridVolume]:
    """Draw a mesh or an image as a volume in a plotter, in the active subplot.

    It takes what Plotter.add_volume of PyVista 0.49 takes, with the same meaning and defaults, and draws the
    same picture but for what VTK's mappers draw wrong; see there. What differs:

    volume: a data set of PyVista or VTK that has three-dimensional cells, blocks of them, or a
        three-dimensional array. All cells are drawn as they are, and values of cells stay constant in each.
        Images and rectilinear grids are drawn as by GridVolume: between points, or between the middles of
        cells, the trilinear interpolant. Only values of a single layer of cells are constant in each.
    scalars: the name of an array of the mesh, or an array with a value for each point or cell; None: the
        active one. Colors themselves (n x 4) are refused.
    opacity: also k x 2 rows of value and opacity, of at least 0. A slab of thickness opacity_unit_distance
        has alpha = 1 - exp(-opacity) in meshes, and alpha = opacity in images, as VTK has it; opacities of
        rows may be above 1.
    mapper, culling: taken for the sake of the call.
    pickable: pickers of points, cells and meshes, and of all that is in a rectangle, find the mesh as if
        add_mesh had drawn it: a click finds where its ray enters the mesh, clipped or transparent cells too.
    component: which component of the scalars counts; -1 or None: the length of the vector.
    device: "auto" (an NVIDIA GPU if there is one), "cuda", "cpu", or "cuda:1" for the second GPU.

    Returns a Drawn, whose `drawing` is the MeshVolume, or of images and rectilinear grids the GridVolume; a
    list of them for blocks, which its type does not tell, because type checkers take each class of PyVista
    for any other. Raises InvalidInput for what is wrong with an argument, with its name, and OutOfMemory.
    """
    _check(plotter)
    clim, cmap = aliases.pop("rng", clim), aliases.pop("colormap", cmap)
    culling = aliases.pop("backface_culling", culling)
    if aliases:
        raise TypeError(f"add_volume() got an unexpected keyword argument {next(iter(aliases))!r}")
    given = {name: value for name, value in locals().items() if name not in ("aliases", "multi_colors")}
    blend = as_choice(blending, "blending", ("composite", "additive", "maximum", "minimum", "average"))
    grid = _as_dataset(volume, resolution)
    if isinstance(grid, pyvista.MultiBlock):
        maps = itertools.cycle(_BLOCK_COLORS) if multi_colors else itertools.repeat(cmap)
        return [add_volume(**{**given, "volume": block, "cmap": next(maps), "name": own})
                for block, own in _blocks(grid, name)]

    is_image = isinstance(grid, (pyvista.ImageData, pyvista.RectilinearGrid))
    if opacity_unit_distance is None:
        opacity_unit_distance = grid.length / (np.mean(grid.dimensions) - 1) if is_image else 1.0
    values, association, title = find_values(grid, scalars, preference)
    if values.ndim == 2 and values.shape[1] == 4 and component is None:
        refuse("scalars", "it has four components; colors are not drawn as they are. Choose a component, -1 "
                          "for the length")
    drawing: MeshVolume | GridVolume
    if is_image and min(grid.dimensions) > (2 if association == "cells" else 1):
        drawing = GridVolume(**_in_grid(grid, values, association), association=association,
                             component=component, hidden=_hidden(grid), device=device)
    else:
        drawing = MeshVolume.from_vtk(grid if isinstance(grid, pyvista.UnstructuredGrid)
                                      else grid.cast_to_unstructured_grid(), device=device)
        drawing.set_values(values, association, component=component)
    drawing.shade, drawing.blend = shade, blend
    drawing.set_material(ambient=ambient or 0.0, diffuse=diffuse, specular=specular,
                         specular_power=specular_power)
    if categories:
        n_colors = len(np.unique(values)) if categories is True else int(categories)
    if isinstance(cmap, pyvista.LookupTable):
        table, clim, opacity = cmap, tuple(cmap.scalar_range), None
    else:
        table = _lookup_table(plotter, cmap, n_colors, flip_scalars, log_scale,
                              limits_of(clim, drawing.value_range, log_scale))
        table.annotations = annotations or {}
    look = Look(clim, opacity, as_number(opacity_unit_distance, "opacity_unit_distance"),
                is_image and blend == "composite", component, preference)
    low, high = drawing.value_range
    drawn = Drawn(plotter, drawing, table, look, name, grid)
    if low == high and not drawing._opacity_at(low) > 0:
        warnings.warn(f"all values are {low:g}, where the opacity is 0, so that nothing is seen; give clim "
                      f"or another opacity", stacklevel=2)
    return _show(plotter, drawn, reset_camera, culling, pickable, render, user_matrix, title, show_scalar_bar,
                 scalar_bar_args)


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
    """Draw isosurfaces of point values in a plotter, in the active subplot, without making a mesh of them.

    mesh: a data set of PyVista or VTK, or blocks of them. Surfaces are those of the trilinear interpolant in
        a pyvista.ImageData or RectilinearGrid, and of linear values in the tetrahedra of other
        three-dimensional cells.
    isovalues: one or several values.
    scalars: the name of an array of its points, or an array. None: the active array.
    color: a color of PyVista for all surfaces. White by default if there is no cmap.
    cmap, clim, n_colors: a color map by which each surface has the color of its isovalue; see add_volume.
    opacity: one for all, or one for each.
    ambient, diffuse, specular, specular_power: how surfaces reflect light.
    smooth_shading: light follows interpolated gradients of grids, not those of each cell.
    name, show_scalar_bar, scalar_bar_args, reset_camera, render, user_matrix: see Plotter.add_mesh.
    component, device: see add_volume.

    Returns a Drawn, whose `drawing` is an Isosurface or a MeshVolume; a list of them for blocks, as of
    add_volume. Raises InvalidInput as they do, and for an array that is not there.
    """
    given = dict(locals())
    _check(plotter)
    grid = _as_dataset(mesh, None)
    if isinstance(grid, pyvista.MultiBlock):
        if cmap is not None and clim is None and component is None:  # give all blocks the same colors
            clim = grid.get_data_range(scalars)
        return [add_isosurface(**{**given, "mesh": block, "clim": clim, "name": own})
                for block, own in _blocks(grid, name)]
    values, association, title = find_values(grid, scalars, "point")
    if association == "cells":
        refuse("scalars", "the values belong to cells; isosurfaces need values of points")
    if isinstance(grid, (pyvista.ImageData, pyvista.RectilinearGrid)):
        drawing = Isosurface(**_in_grid(grid, values, "points"), component=component, device=device)
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
            refuse("color", "a color and a color map are given; give only one of them")
        table = _lookup_table(plotter, cmap, n_colors, False, False,
                              limits_of(clim, drawing.value_range, False))
    try:
        rgb = pyvista.Color("white" if color is None else color).float_rgb
    except (ValueError, TypeError) as error:
        refuse("color", f"{color!r} is no color of PyVista", error)
    drawing.set_isosurfaces(isovalues, colors=rgb, opacities=opacity)
    drawn = Drawn(plotter, drawing, table, Look(clim, component=component), name)
    return _show(plotter, drawn, reset_camera, False, False, render, user_matrix, title, show_scalar_bar,
                 scalar_bar_args)


def _blocks(grid, name):
    """The blocks that exist, each with a name of its own."""
    return [(block, f"{name}-{i}" if name else None) for i, block in enumerate(grid) if block is not None]


def _in_grid(grid, values, association):
    """The values of a grid and where they lie, as arguments of GridVolume and Isosurface."""
    values = values.copy_to_host() if isinstance(values, DeviceArray) else values
    shape = [n - (association == "cells") for n in grid.dimensions[::-1]]
    volume = values.reshape(*shape, *values.shape[1:])
    if isinstance(grid, pyvista.RectilinearGrid):
        return {"volume": volume, "coordinates": (grid.x, grid.y, grid.z)}
    # An image may begin at another index than 0; its first point is where it says.
    return {"volume": volume, "spacing": grid.spacing, "origin": grid.GetPoint(0),
            "direction": np.asarray(grid.direction_matrix)}


def _hidden(grid):
    """Which cells of a grid draw nothing, as GridVolume takes them."""
    is_left_out = left_out(grid)
    return None if is_left_out is None else is_left_out.reshape([n - 1 for n in grid.dimensions[::-1]])


def _show(plotter, drawn, reset_camera, culling, pickable, render, user_matrix, title, show_scalar_bar,
          scalar_bar_args):
    """Add it to the plotter, with its scalar bar."""
    layer_of(plotter.renderer)
    if user_matrix is not None:
        drawn.user_matrix = user_matrix
    plotter.add_actor(drawn, reset_camera=reset_camera, name=drawn.name, culling=culling, pickable=pickable,
                      render=False)
    plotter.mapper = drawn.mapper  # of update_scalar_bar_range
    table = drawn.lookup_table
    wanted = (plotter.theme.show_scalar_bar or bool(scalar_bar_args) if show_scalar_bar is None
              else show_scalar_bar)
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
    """The name, or with a number behind it where another bar has it, of another range or colors: PyVista
    would make the two one.
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
        if (tuple(other.GetRange()) == tuple(lookup_table.GetRange())
            and colors(other) == colors(lookup_table)):
            break
        number += 1
        title = f"{name} ({number})"
    return title


def _as_dataset(data, resolution):
    """PyVista's data set for a data set of VTK or an array. Everything else is refused."""
    try:
        grid = pyvista.wrap(data)
    except (TypeError, NotImplementedError):
        grid = None
    if isinstance(data, np.ndarray) and isinstance(grid, pyvista.ImageData):
        grid.spacing = (1, 1, 1) if resolution is None else as_floats(resolution, "resolution", (3,))
    if not isinstance(grid, (pyvista.DataSet, pyvista.MultiBlock)):
        refuse("volume", f"{type(data).__name__} is no data set of PyVista or VTK")
    return grid


def _lookup_table(plotter, cmap, n_colors, is_flipped, is_log, limits):
    try:
        table, colors = pyvista.LookupTable(), get_cmap_safe(plotter.theme.cmap if cmap is None else cmap)
        table.apply_cmap(colors.reversed() if is_flipped else colors, n_colors)
    except Exception as error:  # PyVista and matplotlib may raise any type
        refuse("cmap", str(error), error)
    table.scalar_range, table.log_scale = limits, bool(is_log)
    return table
