# SPDX-License-Identifier: BSD-3-Clause
"""Conversion of users' arrays to the form that the kernels read. Exceptions contain the name of the array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _kernels
from ._kernels import InvalidInput, OutOfMemory

_CPU, _CUDA, _CUDA_HOST, _CUDA_MANAGED = 1, 2, 3, 13  # DLPack's kinds of devices


_DTYPES = {(0, 8): "i1", (0, 16): "i2", (0, 32): "i4", (0, 64): "i8", (1, 8): "u1", (1, 16): "u2",
           (1, 32): "u4",
           (1, 64): "u8", (2, 32): "f4", (2, 64): "f8"}  # of DLPack's code and bits


Plane = Sequence[ArrayLike]  # a normal and a point, three numbers each
Bounds = tuple[float, float, float, float, float, float]  # least and greatest x, y and z


def refuse(name: str, why: str, cause: BaseException | None = None) -> NoReturn:
    raise InvalidInput(f"{name}: {why}") from cause


class DeviceArray:
    """An array on a CUDA device, of any library with DLPack (CuPy, PyTorch, Numba, JAX). Its numbers stay
    there."""

    def __init__(self, source, name):
        self._source, self._name = source, name
        try:
            self.shape, code, bits, is_contiguous = _kernels.describe(self.capsule())
        except TypeError as error:
            refuse(name, f"its __dlpack__ gives no array ({error})", error)
        if (code, bits) not in _DTYPES:
            refuse(name, "its numbers are of a type that cannot be read; give float32, float64 or integers")
        if not is_contiguous:
            refuse(name, "its numbers are not one after the other in the device's memory; make it contiguous")
        self.dtype, self.ndim = np.dtype(_DTYPES[code, bits]), len(self.shape)

    def __len__(self):
        return self.shape[0]

    def capsule(self):
        """The object from which the kernels read the array. Its library waits for pending writes to the
        array, before CUDA's default stream."""
        try:
            return self._source.__dlpack__(stream=1)
        except Exception as error:  # libraries raise any type
            reason = f"{type(error).__name__}: {error}"
            refuse(self._name, f"its library does not provide it by DLPack ({reason})", error)

    def copy_to_host(self):
        return _kernels.copy_to_host(self.capsule(), self._name)


def is_on_cuda(value):
    """Whether an object claims to be an array on a CUDA device."""
    if isinstance(value, (np.ndarray, DeviceArray)) or not hasattr(value, "__dlpack_device__"):
        return isinstance(value, DeviceArray)
    try:
        return int(value.__dlpack_device__()[0]) in (_CUDA, _CUDA_MANAGED)
    except Exception:  # as_host_array explains the problem
        return False


def given(array):
    """An array in the form that functions of the kernels accept."""
    return array.capsule() if isinstance(array, DeviceArray) else array


def named(name, call, *arguments):
    """Call a function of the kernels and return its result. Its InvalidInput gets the name as a prefix."""
    try:
        return call(*arguments)
    except InvalidInput as error:
        if str(error).startswith(name + ": "):
            raise
        refuse(name, str(error), error)


def as_host_array(value, name):
    """A numpy array with the same numbers, a view if possible.

    Accepts what numpy accepts, objects with DLPack in host memory, and DLPack capsules. Raises InvalidInput
    for everything else, including arrays on a device.
    """
    if hasattr(value, "GetClassName") and hasattr(value, "GetDataObjectType"):
        refuse(
            name,
            f"{type(value).__name__} is a data set of VTK, no array; give numbers, or the data set to "
            f"MeshVolume.from_vtk,"
            " inkray.pyvista.add_isosurface or inkray.pyvista.add_volume",
        )
    try:
        if type(value).__name__ == "PyCapsule":
            return _kernels.view_on_host(value)
        if not isinstance(value, np.ndarray) and hasattr(value, "__dlpack_device__"):
            kind = int(value.__dlpack_device__()[0])
            if kind not in (_CPU, _CUDA_HOST):
                where = ("a CUDA device" if kind in (_CUDA, _CUDA_MANAGED)
                         else f"a device of DLPack's kind {kind}")
                refuse(name, f"the array is on {where}; copy it to host memory first")
            if not hasattr(value, "__array__"):
                return np.from_dlpack(value)
        array = np.asarray(value)
    except InvalidInput as error:
        if str(error).startswith(name + ": "):
            raise
        refuse(name, str(error), error)
    except Exception as error:  # the array's library may raise any type
        refuse(name, f"this cannot be read as an array ({type(error).__name__}: {error})", error)
    return array


def as_numbers(value, name):
    """An array of float32, float64 or integers, in this machine's byte order; masked numbers are NaN."""
    if isinstance(value, np.ma.MaskedArray):
        value = value.astype(np.float64).filled(np.nan) if value.dtype.kind in "biuf" else value
    array = as_host_array(value, name)
    kind, size = array.dtype.kind, array.dtype.itemsize
    if kind == "b":
        return array.view(np.uint8)
    if kind == "f" and size not in (4, 8):
        return array.astype(np.float32 if size < 4 else np.float64)
    if kind not in "iuf":
        refuse(name, f"its numbers are of type {array.dtype}; give float32, float64 or integers")
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def as_array(value, name):
    """A DeviceArray for an array on a device; for all other arrays the contiguous result of as_numbers.
    Raises OutOfMemory if numpy has no memory for it."""
    if isinstance(value, DeviceArray):
        return value
    try:
        return (DeviceArray(value, name) if is_on_cuda(value)
                else np.asarray(as_numbers(value, name), order="C"))
    except MemoryError as error:
        raise OutOfMemory(f"{name}: {error}") from error


def num_dimensions(value, name):
    """The number of dimensions of an array that as_numbers accepts."""
    return as_numbers(value, name).ndim


def as_floats(value: Any, name: str, shape: tuple[int | None, ...]) -> NDArray[np.float64]:
    """Finite numbers as float64. `shape` is the required shape; None stands for any length."""
    array = as_numbers(value, name).astype(np.float64)
    wanted = " x ".join("n" if n is None else str(n) for n in shape) or "a single number"
    if array.ndim != len(shape) or any(n not in (None, m) for n, m in zip(shape, array.shape)):
        refuse(name, f"its shape is {array.shape}; {wanted} is needed")
    if not np.isfinite(array).all():
        refuse(name, "it has numbers that are not finite")
    return array


def as_colors(value, name, count=None):
    """n x 3 colors, 1 is full: of bytes 255 is, and of n x 4, as Matplotlib gives them, the fourth has to be
    full."""
    array = as_numbers(value, name)
    full = 255.0 if array.dtype == np.uint8 else 1.0
    if array.ndim == 2 and array.shape[1] == 4:
        if (array[:, 3] != full).any():
            refuse(name, "their fourth numbers are not all 1 (bytes: 255); opacity is a separate argument")
        array = array[:, :3]
    return as_floats(array, name, (count, 3)) / full


def as_number(value: Any, name: str, low: float = -np.inf, high: float = np.inf) -> float:
    """One finite number from low to high."""
    number = float(as_floats(value, name, ()))
    if not low <= number <= high:
        refuse(name, f"{number:g} is not between {low:g} and {high:g}")
    return number


def as_points(value):
    """n x 3 coordinates of float32 or float64, contiguous. Coordinates on a device stay there."""
    points = as_array(value, "points")
    if points.ndim != 2 or points.shape[1] != 3:
        refuse("points", f"its shape is {points.shape}; n x 3 is needed")
    if len(points) == 0:
        refuse("points", "there are none")
    if points.dtype.kind == "f":
        return points
    return (points.copy_to_host() if isinstance(points, DeviceArray) else points).astype(np.float64)


def as_ids(value, name):
    """Whole numbers as int32 or int64, contiguous."""
    ids = as_numbers(value, name)
    if ids.dtype.kind == "f":
        refuse(name, f"its numbers are of type {ids.dtype}; give integers")
    if ids.dtype == np.uint64 and ids.size and ids.max() > np.iinfo(np.int64).max:
        refuse(name, "it has numbers above 2^63")
    return np.ascontiguousarray(ids if ids.dtype in (np.int32, np.int64) else ids.astype(np.int64))


def as_values(value, name, count, of_what):
    """A value, or a tuple of values, for each of `count` points or cells: n, or n x components."""
    values = as_array(value, name)
    if values.ndim not in (1, 2) or (values.ndim == 2 and values.shape[1] == 0):
        refuse(name, f"its shape is {values.shape}; n, or n x components, is needed")
    if len(values) != count:
        refuse(name, f"it has {len(values)} values for {count} {of_what}")
    return values


def as_component(component, name, values):
    """The component to draw: its number, or -1 for the length of the vector (for one component, the number
    itself)."""
    number = values.shape[-1] if values.ndim in (2, 4) else 1
    if component is None:
        return -1 if number > 1 else 0
    if not isinstance(component, (int, np.integer)) or not -1 <= component < number:
        refuse(name, f"component {component!r} of an array that has {number}; give 0 to {number - 1}, or -1 "
                     f"for the length")
    return int(component)


def as_association(association):
    """Whether values belong to cells, not points."""
    if not isinstance(association, str) or association not in ("points", "cells", "point", "cell"):
        refuse("association", f"{association!r} is neither 'points' nor 'cells'")
    return association.startswith("cell")


def as_choice(value: Any, name: str, choices: Sequence[str]) -> Any:
    if not isinstance(value, str) or value not in choices:
        refuse(name, f"{value!r} is none of {', '.join(map(repr, choices))}")
    return value


def as_planes(planes, name):
    """Pairs of a normal and a point of a plane, as rows a, b, c, d. They keep a x + b y + c z >= d."""
    rows = []
    try:
        pairs = [(normal, origin) for normal, origin in planes]
    except (TypeError, ValueError) as error:
        refuse(name, "pairs of a normal and a point are needed", error)
    for normal, origin in pairs:
        normal, origin = as_floats(normal, name, (3,)), as_floats(origin, name, (3,))
        if not normal.any():
            refuse(name, "a normal is zero")
        rows.append([*normal.tolist(), float(normal @ origin)])
    if len(rows) > 32:
        refuse(name, f"there are {len(rows)}; 32 are the most")
    return rows


def as_distances(value, name, shape):
    """Distances, which may be infinite. NaN counts as infinite, because PyVista uses it for empty pixels."""
    array = as_numbers(value, name).astype(np.float64)
    if array.shape != tuple(shape):
        refuse(name, f"its shape is {array.shape}; {shape[0]} x {shape[1]} is needed")
    return np.where(np.isnan(array), np.inf, array)
