# SPDX-License-Identifier: BSD-3-Clause
"""Conversion of transfer functions, materials and surfaces to the form of the kernels."""

import re

import numpy as np

from . import _kernels
from .arrays import as_colors, as_floats, as_number, num_dimensions, refuse


def as_knots(scalars, colors, opacities, unit_distance):
    """Rows of scalar, red, green, blue and opacity; see MeshVolume.transfer_function."""
    scalars = as_floats(scalars, "scalars", (None,))
    colors = as_colors(colors, "colors", len(scalars))
    opacities = as_floats(opacities, "opacities", (None,) if num_dimensions(opacities, "opacities") == 1
                          else (None, 2))
    unit_distance = as_number(unit_distance, "unit_distance")
    if len(scalars) == 0:
        refuse("scalars", "there are none")
    if (np.diff(scalars) < 0).any():
        refuse("scalars", "they do not ascend")
    if not unit_distance > 0:
        refuse("unit_distance", "it is not above 0")
    if opacities.ndim == 1:
        if len(opacities) != len(scalars):
            refuse("opacities", f"there are {len(opacities)} for {len(scalars)} scalars")
        rows = np.column_stack([scalars, colors, opacities])
    else:
        at, heights = opacities.T
        if len(at) == 0 or (np.diff(at) < 0).any():
            refuse("opacities", "their scalars do not ascend, or there are none")
        rows = _merged(scalars, colors, at, heights[:, None])
    if (rows[:, 4] < 0).any():
        refuse("opacities", "there are negative ones")
    return rows


def _merged(a, at_a, b, at_b):
    """Join two piecewise-linear functions, with the knots of both. Jumps (two knots at one place) stay."""
    rows = []
    for x in np.union1d(a, b):
        rows.append([x, *_limit(a, at_a, x, "left"), *_limit(b, at_b, x, "left")])
        after = [x, *_limit(a, at_a, x, "right"), *_limit(b, at_b, x, "right")]
        if after != rows[-1]:
            rows.append(after)
    return np.array(rows)


def _limit(places, values, x, side):
    """The function's limit at x from the left or the right. Beyond its ends, the function is constant."""
    i = int(np.searchsorted(places, x, side=side))
    if side == "left":
        if i < len(places) and places[i] == x:
            return values[i]
    elif i > 0 and places[i - 1] == x:
        return values[i - 1]
    if i == 0:
        return values[0]
    if i == len(places):
        return values[-1]
    t = (x - places[i - 1]) / (places[i] - places[i - 1])
    return (1 - t) * values[i - 1] + t * values[i]


def make_surfaces(isovalues, colors, opacities, keep=False):
    """One surface for each isovalue; colors and opacities are one for all, or one for each."""
    values = np.atleast_1d(as_floats(isovalues, "isovalues",
                                     () if num_dimensions(isovalues, "isovalues") == 0 else (None,)))
    count = len(values)
    shape = (3,) if num_dimensions(colors, "colors") < 2 else (count, 3)
    colors = np.broadcast_to(as_floats(colors, "colors", shape), (count, 3))
    opacities = as_floats(opacities, "opacities",
                          () if num_dimensions(opacities, "opacities") == 0 else (count,))
    if ((opacities < 0) | (opacities > 1)).any():
        refuse("opacities", "they are not all between 0 and 1")
    surfaces = []
    for value, color, opacity in zip(values.tolist(), colors.tolist(),
                                     np.broadcast_to(opacities, count).tolist()):
        surface = _kernels.Surface()
        surface.value, surface.color, surface.opacity, surface.keeps_color = value, color, opacity, keep
        surfaces.append(surface)
    return surfaces


def make_material(ambient, diffuse, specular, specular_power):
    material = _kernels.Material()
    material.ambient = as_number(ambient, "ambient", 0)
    material.diffuse = as_number(diffuse, "diffuse", 0)
    material.specular = as_number(specular, "specular", 0)
    material.specular_power = as_number(specular_power, "specular_power", 0)
    return material


def make_device(device):
    """The kind of a device, and its ordinal, or None where any of the kind will do."""
    kinds = {"auto": _kernels.DeviceKind.auto, "cuda": _kernels.DeviceKind.cuda,
             "cpu": _kernels.DeviceKind.cpu}
    numbered = re.fullmatch("cuda:([0-9]{1,9})", device) if isinstance(device, str) else None
    if numbered:
        return kinds["cuda"], int(numbered[1])
    if not isinstance(device, str) or device not in kinds:
        refuse("device", f"{device!r} is none of 'auto', 'cuda', 'cpu', 'cuda:0', 'cuda:1', ...")
    return kinds[device], None
