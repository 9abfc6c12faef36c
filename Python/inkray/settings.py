# SPDX-License-Identifier: BSD-3-Clause
"""Attributes that are checked when they are set, and objects that have no others and know whether they were
changed."""

from __future__ import annotations

import difflib
import pickle
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import Plane, as_choice, as_floats, as_number, as_numbers, as_planes, refuse
from .light import Light, as_lights

T = TypeVar("T")  # type of the kept value
S = TypeVar("S")  # type of values that may be set


class Setting(Generic[T, S]):
    """An attribute of a class. A value is checked when it is set. If that raises, the attribute keeps its
    value.

    check: called with the value and the attribute's name. Its result is kept.
    """

    def __init__(self, first: T, check: Callable[[Any, str], T]) -> None:
        self.first, self.check, self._name = first, check, ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, thing: None, owner: type) -> Setting[T, S]: ...

    @overload
    def __get__(self, thing: object, owner: type) -> T: ...

    def __get__(self, thing: object | None, owner: type) -> Setting[T, S] | T:
        return self if thing is None else thing.__dict__.get(f"_{self._name}", self.first)

    def __set__(self, thing: object, value: S) -> None:
        thing.__dict__[f"_{self._name}"] = self.check(value, self._name)


class Fixed:
    """An object whose attributes are those that its class and its constructor gave it, once that has set
    _is_made: a name that is spelt wrong is refused. It cannot be copied or pickled, because it has memory of
    the kernels.
    """

    if not TYPE_CHECKING:  # type checkers know the attributes themselves

        def __setattr__(self, name: str, value: Any) -> None:
            if self.__dict__.get("_is_made") and not hasattr(self, name):
                known = [attribute for attribute in dir(self) if not attribute.startswith("_")]
                close = difflib.get_close_matches(name, known, 1)
                hint = f"; did you mean {close[0]!r}?" if close else ""
                raise AttributeError(f"{type(self).__name__} has no attribute {name!r}{hint}")
            super().__setattr__(name, value)

    def _state(self) -> tuple[int, bytes]:
        """Equal as long as the same camera gives the same picture, lights among what counts. Needs _caster, a
        Watched."""
        names = [name for kind in type(self).__mro__ for name, value in vars(kind).items()
                 if isinstance(value, Setting)]
        values = [getattr(self, name) for name in names]
        return self.__dict__["_caster"].changes, pickle.dumps(values)

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(f"{type(self).__name__} cannot be copied or pickled; make another one from the "
                        f"same arrays")


class Watched:
    """An object of the kernels, and in `changes` how often something of it was set or dropped, but for
    lights, which are set for each picture.
    """

    def __init__(self, caster: Any) -> None:
        self._caster = caster
        self.changes = 0

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._caster, name)
        if name == "set_lights" or not name.startswith(("set_", "drop_")):
            return attribute

        def change(*arguments: Any) -> Any:
            try:
                return attribute(*arguments)
            finally:
                self.changes += 1

        return change


def choice(first: str, *others: str) -> Setting[Any, Any]:
    """One of several words. The first is the default."""
    return Setting(first, lambda value, name: as_choice(value, name, (first, *others)))


def switch(first: bool) -> Setting[bool, bool]:
    """True or False."""

    def check(value: Any, name: str) -> bool:
        try:
            return bool(value)
        except (ValueError, TypeError) as error:
            refuse(name, "neither True nor False", error)

    return Setting(first, check)


def fraction(first: float) -> Setting[float, float]:
    """A number from 0 to 1."""
    return Setting(first, lambda value, name: as_number(value, name, 0, 1))


def value_range(first: tuple[float, float]) -> Setting[list[float], ArrayLike]:
    """Two ascending numbers, which may be infinite."""

    def check(value: Any, name: str) -> list[float]:
        numbers = as_numbers(value, name).astype(float)
        if numbers.shape != (2,) or not numbers[0] <= numbers[1]:
            refuse(name, f"{value!r} is not the lower and the upper end of a range")
        return [float(number) for number in numbers]

    return Setting(list(first), check)


def rgba(*first: float) -> Setting[list[float], ArrayLike]:
    """Four finite numbers."""
    return Setting(list(first), lambda value, name: as_floats(value, name, (4,)).tolist())


def planes() -> Setting[tuple[tuple[NDArray[np.float64], NDArray[np.float64]], ...], Sequence[Plane]]:
    """Pairs of a normal and a point; none by default."""

    def check(value: Any, name: str) -> tuple[tuple[NDArray[np.float64], NDArray[np.float64]], ...]:
        value = list(value) if hasattr(value, "__iter__") else value
        as_planes(value, name)
        return tuple((np.array(normal, dtype=float), np.array(point, dtype=float)) for normal, point in value)

    return Setting((), check)


def box() -> Setting[NDArray[np.float64] | None, ArrayLike | None]:
    """None, or a corner of a box and its three edges, or (xmin, xmax, ymin, ymax, zmin, zmax)."""

    def check(value: Any, name: str) -> NDArray[np.float64] | None:
        if value is None:
            return None
        if as_numbers(value, name).ndim == 1:
            low, high = as_floats(value, name, (6,)).reshape(3, 2).T
            value = [low, *np.diag(high - low)]
        rows = as_floats(value, name, (4, 3))
        if not abs(np.linalg.det(rows[1:])) > 0:
            refuse(name, "it has no volume")
        return rows

    return Setting(None, check)


def light_list() -> Setting[tuple[Light, ...], Sequence[Light]]:
    """A list of Light; by default the camera's own."""

    def check(value: Any, _: str) -> tuple[Light, ...]:
        as_lights(value)
        return tuple(value) if isinstance(value, (list, tuple)) else (value,)

    return Setting((Light(),), check)
