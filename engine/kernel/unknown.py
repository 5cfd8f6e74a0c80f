"""The value nobody wrote down: arithmetic carries it along, comparing it raises `Undetermined`."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Any, Final, NoReturn


class UndeterminedError(Exception):
    """A question that the record or the content pack cannot answer; the replay turns it into `unverifiable`."""


Undetermined = UndeterminedError


class Unknown(enum.Enum):
    """The type with one member, spelled `??` in every log."""

    UNKNOWN = "??"

    def _carry_along(self, *_: object) -> Unknown:
        return self

    def _refuse_question(self, *_: object) -> NoReturn:
        raise Undetermined

    # Anything that asks *which* value it is must fail loudly, `in` and dict look-ups (hash) included.
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse_question
    __hash__ = __bool__ = __index__ = __int__ = __contains__ = __iter__ = __len__ = _refuse_question
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __abs__ = _carry_along
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _carry_along

    def __str__(self) -> str:
        return "??"

    def __repr__(self) -> str:
        return "UNKNOWN"


# Typed `Any` so that a rule body reads a number or a name, and need not say at each step that it may be missing.
UNKNOWN: Final[Any] = Unknown.UNKNOWN


def is_known(value: object) -> bool:
    """Say whether a value was written down, without ever comparing it."""
    return value is not UNKNOWN


def has_no_unknown(values: Iterable[object]) -> bool:
    """Say whether everything in a list was written down."""
    return all(is_known(value) for value in values)
