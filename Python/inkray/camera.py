# SPDX-License-Identifier: BSD-3-Clause
"""The camera of a picture."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import as_floats, as_number, as_numbers, refuse


class Camera:
    """The camera of a picture.

    position, focal_point: three numbers each, in the coordinates of the data; the camera looks from
        position to focal_point.
    up: the upward direction in the picture; three numbers, not along the view.
    view_angle: the angle between the lower and the upper border of the picture, in degrees.
    parallel_height: for a parallel projection, half of the visible height, in the units of the data.
    clipping_range: the two distances along the view between which objects are visible. None: from just in
        front of the data to just behind them.

    Raises InvalidInput, with the name of the argument, for values that no camera can have.
    """

    def __init__(
        self,
        position: ArrayLike,
        focal_point: ArrayLike = (0.0, 0.0, 0.0),
        up: ArrayLike = (0.0, 0.0, 1.0),
        *,
        view_angle: float = 30.0,
        parallel_height: float | None = None,
        clipping_range: ArrayLike | None = None,
    ) -> None:
        self.position = as_floats(position, "position", (3,))
        self.focal_point = as_floats(focal_point, "focal_point", (3,))
        self.up = as_floats(up, "up", (3,))
        self.view_angle = as_number(view_angle, "view_angle", 1e-8, 179.0)
        self.parallel_height = (None if parallel_height is None
                                else as_number(parallel_height, "parallel_height"))
        self.clipping_range = (None if clipping_range is None
                               else as_floats(clipping_range, "clipping_range", (2,)))
        self._given: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None
        if self.parallel_height is not None and not self.parallel_height > 0:
            refuse("parallel_height", "it is not above 0")
        if self.clipping_range is not None:
            near, far = self.clipping_range
            if not near < far or (self.parallel_height is None and not near > 0):
                refuse("clipping_range",
                       "the first distance is not above 0 (in perspective) and below the second")
        self._view()

    @classmethod
    def from_matrices(cls, view: ArrayLike, projection: ArrayLike) -> Camera:
        """The camera of two 4 x 4 matrices that act on columns. `view` maps the coordinates of the data to
        eye coordinates, in which the eye looks down -z. `projection`, as in OpenGL, maps these to clip
        coordinates.
        """
        camera = cls((0, 0, 1), up=(0, 1, 0))
        view = as_floats(view, "view", (4, 4))
        projection = as_floats(projection, "projection", (4, 4))
        row = projection[3]
        perspective = not row[:2].any() and row[2] < 0 and row[3] == 0
        if not perspective and not (not row[:3].any() and row[3] > 0):
            refuse("projection", "it is neither perspective nor parallel (last row 0 0 -1 0 or 0 0 0 1)")
        if not abs(np.linalg.det(view)) > 0:
            refuse("view", "the matrix has no inverse")
        camera._given = view, projection / (-row[2] if perspective else row[3])
        return camera

    @classmethod
    def from_vtk(cls, camera: Any, size: tuple[int, int]) -> Camera:
        """The camera of a vtkCamera (such as PyVista's) for a picture of size (width, height)."""

        def elements(matrix):
            return [[matrix.GetElement(i, j) for j in range(4)] for i in range(4)]

        width, height = as_size(size)
        return cls.from_matrices(
            elements(camera.GetModelViewTransformMatrix()),
            elements(camera.GetProjectionTransformMatrix(width / height, -1, 1)),
        )

    @classmethod
    def looking_at(
        cls,
        bounds: ArrayLike,
        direction: ArrayLike = (0.0, 0.0, -1.0),
        up: ArrayLike | None = None,
        *,
        view_angle: float = 30.0,
        size: tuple[int, int] | None = None,
    ) -> Camera:
        """A camera along a direction that sees a whole box, (xmin, xmax, ymin, ymax, zmin, zmax).

        size: width and height of the picture, which may be higher than wide. None: it is
            at least as wide as high.
        """
        low, high = as_floats(bounds, "bounds", (6,)).reshape(3, 2).T
        direction = as_floats(direction, "direction", (3,))
        length = np.linalg.norm(direction)
        if not length > 0:
            refuse("direction", "it is zero")
        direction = direction / length
        if up is None:
            up = (0.0, 1.0, 0.0) if abs(direction[2]) > 0.9 else (0.0, 0.0, 1.0)
        radius = 0.5 * float(np.linalg.norm(high - low)) or 1.0
        middle = 0.5 * (low + high)
        view_angle = as_number(view_angle, "view_angle", 1e-8, 179.0)
        width, height = (1, 1) if size is None else as_size(size)
        narrowest = math.atan(math.tan(math.radians(0.5 * view_angle)) * min(1.0, width / height))
        distance = radius / math.sin(narrowest)
        return cls(middle - distance * direction, middle, up, view_angle=view_angle)

    def _view(self):
        """The 4 x 4 matrix from data coordinates to eye coordinates."""
        back = self.position - self.focal_point
        distance = np.linalg.norm(back)
        if not distance > 0:
            refuse("focal_point", "it is where the camera is")
        back = back / distance
        right = np.cross(self.up, back)
        length = np.linalg.norm(right)
        if not length > 1e-9 * np.linalg.norm(self.up):
            refuse("up", "it is zero or along the view")
        right = right / length
        view = np.eye(4)
        view[:3, :3] = right, np.cross(back, right), back
        view[:3, 3] = -view[:3, :3] @ self.position
        return view

    def matrices(
        self, size: tuple[int, int], bounds: ArrayLike | None
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """4 x 4 view and projection for a picture of size (width, height) of things within bounds."""
        if self._given is not None:
            return self._given
        width, height = as_size(size)
        view = self._view()
        near, far = self.clipping_range if self.clipping_range is not None else self._range(view, bounds)
        parallel = self.parallel_height is not None
        top = self.parallel_height if parallel else near * math.tan(math.radians(0.5 * self.view_angle))
        right = top * width / height
        projection = np.zeros((4, 4))
        if parallel:
            projection[[0, 1, 2, 3], [0, 1, 2, 3]] = 1 / right, 1 / top, -2 / (far - near), 1
            projection[2, 3] = -(far + near) / (far - near)
        else:
            projection[[0, 1, 2], [0, 1, 2]] = near / right, near / top, -(far + near) / (far - near)
            projection[2, 3] = -2 * far * near / (far - near)
            projection[3, 2] = -1
        return view, projection

    def _range(self, view, bounds):
        x0, x1, y0, y1, z0, z1 = bounds
        corners = np.array([(x, y, z, 1.0) for x in (x0, x1) for y in (y0, y1) for z in (z0, z1)])
        depths = -(corners @ view[2])
        low, high = depths.min(), depths.max()
        margin = 0.01 * (high - low) or 0.01 * max(abs(high), 1e-30)
        low, high = low - margin, high + margin
        if self.parallel_height is not None:
            return low, high
        high = high if high > 0 else 1.0  # everything is behind the camera
        return max(low, 1e-4 * high), high


def as_size(size):
    """(width, height), both whole numbers from 1 to 32768."""
    numbers = as_numbers(size, "size")
    if (numbers.shape != (2,) or numbers.dtype.kind == "f"
        or not all(1 <= n <= 32768 for n in numbers.tolist())):
        refuse("size", f"{size!r} is not (width, height) with 1 to 32768 pixels each")
    return tuple(int(n) for n in numbers)


def to_window(projection, distances):
    """Window depths in [0, 1] of distances along the view, which are infinite if there is nothing."""
    if projection[3, 3] == 0 and (distances < 0).any():
        refuse("opaque_depth", "there are distances below 0, which is behind the camera")
    with np.errstate(invalid="ignore", divide="ignore"):
        if projection[3, 3] == 0:
            window = 0.5 - 0.5 * projection[2, 2] + 0.5 * projection[2, 3] / distances
        else:
            window = 0.5 + 0.5 * projection[2, 3] - 0.5 * projection[2, 2] * distances
    return np.where(distances < np.inf, np.clip(window, 0.0, 1.0), 1.0)


def to_distance(projection, window):
    """Distances along the view of window depths. Infinite for depth 1, where there is nothing."""
    window = window.astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        if projection[3, 3] == 0:
            distances = 0.5 * projection[2, 3] / (window - (0.5 - 0.5 * projection[2, 2]))
        else:
            distances = (window - (0.5 + 0.5 * projection[2, 3])) / (-0.5 * projection[2, 2])
    return np.where(window < 1.0, distances, np.inf).astype(np.float32)
