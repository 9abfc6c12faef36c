# SPDX-License-Identifier: BSD-3-Clause
"""Lights of surfaces and shaded volumes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _kernels
from .arrays import as_floats, as_number, refuse


MOST_LIGHTS = 16


class Light:
    """A light in eye coordinates, where the camera looks along (0, 0, -1). It moves with the camera.

    direction: the direction in which it shines. The default is a headlight.
    color: red, green and blue, multiplied by the light's intensity.
    position: the position of the light. None: it is infinitely far away.
    attenuation: constant, linear and quadratic factors of the distance from the position.
    cone_angle: half the angle of the cone in which it shines, in degrees below 90. None: in all directions.
    exponent: the falloff towards the border of the cone.

    Raises InvalidInput, with the name of the argument, for values that no light can have.
    """

    def __init__(
        self,
        direction: ArrayLike = (0.0, 0.0, -1.0),
        color: ArrayLike = (1.0, 1.0, 1.0),
        *,
        position: ArrayLike | None = None,
        attenuation: ArrayLike = (1.0, 0.0, 0.0),
        cone_angle: float | None = None,
        exponent: float = 1.0,
    ) -> None:
        self._made_from = (direction, color), {"position": position, "attenuation": attenuation,
                                               "cone_angle": cone_angle, "exponent": exponent}
        direction = as_floats(direction, "direction", (3,))
        length = np.linalg.norm(direction)
        if not length > 0:
            refuse("direction", "it is zero")
        light = _kernels.Light()
        light.direction = (direction / length).tolist()
        light.diffuse = light.specular = as_floats(color, "color", (3,)).tolist()
        light.attenuation = as_floats(attenuation, "attenuation", (3,)).tolist()
        if position is not None:
            light.positional, light.position = True, as_floats(position, "position", (3,)).tolist()
        if cone_angle is not None:
            light.cone_cosine = math.cos(math.radians(as_number(cone_angle, "cone_angle", 0, 90)))
            light.exponent = as_number(exponent, "exponent", 0)
        self._light = light

    def __reduce__(self) -> tuple[Any, ...]:
        return _make_light, self._made_from


def _make_light(arguments, keywords):
    return Light(*arguments, **keywords)


def as_lights(lights):
    """The kernels' lights for a list of Light."""
    lights = list(lights) if isinstance(lights, (list, tuple)) else [lights]
    if not all(isinstance(light, Light) for light in lights):
        refuse("lights", "a list of inkray.Light is needed")
    if len(lights) > MOST_LIGHTS:
        refuse("lights", f"there are {len(lights)}; {MOST_LIGHTS} are the most")
    return [light._light for light in lights]
