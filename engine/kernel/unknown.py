"""The unknown value: arithmetic propagates it, and comparing it raises `Undetermined`."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Any, Final, NoReturn


class UndeterminedError(Exception):
    """A question that the record or the content pack cannot answer. The replay reports it as `unverifiable`."""


Undetermined = UndeterminedError


class Unknown(enum.Enum):
    """The type with one member, spelled `??` in every log."""

    UNKNOWN = "??"

    def _carry_along(self, *_: object) -> Unknown:
        return self

    def _refuse_question(self, *_: object) -> NoReturn:
        raise Undetermined

    # Every operation that depends on *which* value it is must fail loudly, including `in` and dict look-ups (hash).
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse_question
    __hash__ = __bool__ = __index__ = __int__ = __contains__ = __iter__ = __len__ = _refuse_question
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __abs__ = _carry_along
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _carry_along

    def __str__(self) -> str:
        return "??"

    def __repr__(self) -> str:
        return "UNKNOWN"


# Typed `Any`, so that a rule can use a number or a name without handling the unknown at each step.
UNKNOWN: Final[Any] = Unknown.UNKNOWN


def is_known(value: object) -> bool:
    """Return whether a value is recorded, without ever comparing it."""
    return value is not UNKNOWN


def has_no_unknown(values: Iterable[object]) -> bool:
    """Return whether every value in a list is recorded."""
    return all(is_known(value) for value in values)
