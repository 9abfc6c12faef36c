# SPDX-License-Identifier: BSD-3-Clause
"""Small meshes for tests, and reference integrals along rays in float64."""

import numpy as np


def lattice(n, low=-1.0, high=1.0):
    """Returns the points of a lattice of n^3 points, x fastest, and its hexahedra in VTK's order of
    points."""
    axis = np.linspace(low, high, n)
    z, y, x = np.meshgrid(axis, axis, axis, indexing="ij")
    points = np.stack([x, y, z], axis=-1).reshape(-1, 3)
    ids = np.arange(n**3).reshape(n, n, n)
    a, b = slice(None, -1), slice(1, None)
    corners = [(a, a, a), (a, a, b), (a, b, b), (a, b, a), (b, a, a), (b, a, b), (b, b, b), (b, b, a)]
    return points, np.stack([ids[c] for c in corners], axis=-1).reshape(-1, 8)


def tetrahedra(n, jitter=0.0, seed=1):
    """Returns a cube from -1 to 1 of tetrahedra, six for each cell of a lattice. Inner points move at random,
    by up to `jitter` cells along each axis."""
    points, hexes = lattice(n)
    inner = (np.abs(points) < 1 - 1e-9).all(axis=1)
    points = points + inner[:, None] * jitter * 2 / (n - 1) * np.random.default_rng(seed).uniform(
        -1, 1, points.shape)
    round_the_diagonal = [(0, 1, 2, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 7, 4, 6), (0, 4, 5, 6), (0, 5, 1, 6)]
    return points, np.concatenate([hexes[:, list(c)] for c in round_the_diagonal])


def segments(points, tets, origin, direction):
    """Returns where a ray passes through tets, in the order of entry: the tets, t at entry and at exit, `at`
    and `slope`. The barycentric coordinates at t are at + t * slope."""
    corners = points[tets]
    matrix = np.concatenate([np.swapaxes(corners, 1, 2), np.ones((len(tets), 1, 4))], axis=1)
    inverse = np.linalg.inv(matrix)
    at = inverse @ np.append(origin, 1.0)
    slope = inverse @ np.append(direction, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = -at / slope
    begin = np.where(slope > 0, crossing, -np.inf).max(axis=1)
    end = np.where(slope < 0, crossing, np.inf).min(axis=1)
    inside = (begin < end) & ~((slope == 0) & (at < 0)).any(axis=1)
    order = np.flatnonzero(inside)[np.argsort(begin[inside])]
    return order, begin[order], end[order], at[order], slope[order]


def composite(points, tets, values, knots, origin, direction, steps=400):
    """Returns red, green, blue and opacity of a ray. They follow from emission and absorption, by the
    midpoint rule in each tet."""
    order, begin, end, at, slope = segments(points, tets, origin, direction)
    length = np.linalg.norm(direction)
    rgb, transmittance = np.zeros(3), 1.0
    knots = np.asarray(knots, dtype=np.float64)
    for i, tet in enumerate(order):
        width = (end[i] - begin[i]) / steps
        t = begin[i] + (np.arange(steps) + 0.5) * width
        scalars = (at[i] + t[:, None] * slope[i]) @ values[tets[tet]]
        channels = [np.interp(scalars, knots[:, 0], knots[:, c]) for c in range(1, 5)]
        depth = channels[3] * width * length
        through = np.exp(-np.concatenate([[0.0], np.cumsum(depth)]))
        weights = transmittance * through[:-1] * (1 - np.exp(-depth))
        rgb += [float((weights * channel).sum()) for channel in channels[:3]]
        transmittance *= through[-1]
    return np.array([*rgb, 1 - transmittance])


def pixel_ray(camera, size, bounds, row, column):
    """Returns the origin and the direction of the ray through the center of a pixel, from the camera's
    matrices. Row 0 is the top row."""
    view, projection = camera.matrices(size, bounds)
    inverse = np.linalg.inv(projection @ view)
    x, y = 2 * (column + 0.5) / size[0] - 1, 1 - 2 * (row + 0.5) / size[1]
    ends = [inverse @ (x, y, z, 1.0) for z in (-1.0, 1.0)]
    near, far = (end[:3] / end[3] for end in ends)
    return near, (far - near) / np.linalg.norm(far - near)
