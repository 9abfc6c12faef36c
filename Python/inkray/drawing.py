# SPDX-License-Identifier: BSD-3-Clause
"""The base of volumes, and of isosurfaces of grids."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import Bounds, as_distances, as_planes, refuse
from .camera import Camera, as_size, to_distance, to_window
from .functions import make_material, make_surfaces
from .light import as_lights
from .settings import Fixed, Watched, light_list, planes


class Drawing(Fixed):
    """The base of all data that a caster of the kernels draws. Subclasses give the caster its data, and
    define _options.
    """

    clipping_planes = planes()
    lights = light_list()

    bounds: Bounds
    _has_values = True

    def __init__(self, caster: Any, bounds: Bounds) -> None:
        self._caster, self.bounds = Watched(caster), bounds
        self._surfaces = []
        self._isovalues = np.empty(0)

    @property
    def device(self) -> str:
        """The device that draws: "cuda" or "cpu"."""
        return self._caster.device

    @property
    def device_name(self) -> str:
        """The name of the GPU, or "CPU" with its number of threads."""
        return self._caster.device_name

    @property
    def isovalues(self) -> NDArray[np.float64]:
        """Values of which surfaces are drawn; setting them makes the surfaces white and opaque (see
        set_isosurfaces).
        """
        return self._isovalues

    @isovalues.setter
    def isovalues(self, values: ArrayLike) -> None:
        self.set_isosurfaces(values)

    def set_isosurfaces(
        self, isovalues: ArrayLike, *, colors: ArrayLike = (1.0, 1.0, 1.0), opacities: ArrayLike = 1.0
    ) -> None:
        """Set surfaces of values, which are lit and drawn in depth order, with the volume if there is one.
        Meshes have surfaces of values of points.

        isovalues: any number of values. An empty list: no surfaces.
        colors: three numbers for all, or n x 3. Those of Isosurface.set_color_values replace them.
        opacities: the opacity of a single crossing, one for all, or n.
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

        camera: a Camera. None: one that sees all of the mesh or grid.
        size: width and height in pixels.
        opaque_depth: height x width distances along the view at which something opaque ends the rays,
            infinite or NaN where nothing is; upper row first. With PyVista: -plotter.get_image_depth().

        Returns
            rgba: height x width x 4 of float32, upper row first: red, green and blue multiplied by opacity,
                and opacity. Over a background b the color is rgba[..., :3] + (1 - rgba[..., 3:]) * b.
            depth: height x width of float32, the distance along the view of the first opaque surface or
                slice; infinite where there is none. Without a volume, also of the surface behind which the
                ray ended.

        Raises InvalidInput without values and for what is wrong with the arguments or attributes,
        OutOfMemory.
        """
        if not self._has_values:
            refuse("values", "there are none yet; call set_values first")
        size = as_size(size)
        camera = Camera.looking_at(self.bounds, size=size) if camera is None else camera
        if not isinstance(camera, Camera):
            refuse("camera", f"{type(camera).__name__} is not inkray.Camera; of PyVista or VTK: "
                             f"Camera.from_vtk(plotter.camera, size)")
        view, projection = camera.matrices(size, self.bounds)
        window = None
        if opaque_depth is not None:
            distances = as_distances(opaque_depth, "opaque_depth", size[::-1])
            window = np.ascontiguousarray(to_window(projection, distances)[::-1], dtype=np.float32)
        rgba, depth = self._draw(view, projection, size, window)
        return rgba, to_distance(projection, depth)

    def _options(self):
        """The options of the next frame. Before, sends the kernels all data that the frame needs, except
        lights."""
        raise NotImplementedError

    def _draw(self, view, projection, size, window_depth):
        """Draw a picture. Returns rgba and window depths. `window_depth` has those of opaque
        objects, lower row first, or None.
        """
        options = self._options()
        options.clipping_planes = as_planes(self.clipping_planes, "clipping_planes")
        self._caster.set_lights(as_lights(self.lights))
        matrices = np.ravel(view).tolist(), np.ravel(projection).tolist()
        return self._caster.render(*matrices, *size, options, window_depth)
