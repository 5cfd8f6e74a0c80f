"""PostgreSQL's arrays in the form that the server reads; psycopg's own way takes each element by itself, far slower."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

# By these numbers PostgreSQL knows types: of the elements, and of arrays of them.
_TEXT, _BYTES, _TEXTS, _MANY_BYTES = 25, 17, 1009, 1001
# How many dimensions, no NULL among them, what they are, how many, counted from 1; then each with its length.
_HEAD, _LENGTH = struct.Struct(">5i").pack, struct.Struct(">i").pack


class Texts(bytes):
    """An array of texts."""


class ManyBytes(bytes):
    """An array of bytes."""


def encode_texts(them: Sequence[str]) -> Texts:
    """Write texts, many of which are alike."""
    raw = {one: one.encode() for one in set(them)}
    return Texts(_encode_array(_TEXT, [raw[one] for one in them]))


def encode_many_bytes(them: Sequence[bytes]) -> ManyBytes:
    """Write bytes."""
    return ManyBytes(_encode_array(_BYTES, them))


def _encode_array(kind: int, elements: Sequence[bytes]) -> bytes:
    parts = [b""] * (2 * len(elements))
    parts[0::2], parts[1::2] = map(_LENGTH, map(len, elements)), elements
    return _HEAD(1, 0, kind, len(elements), 1) + b"".join(parts)


def register_arrays(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's
    """Let the driver hand such arrays on as they are."""
    from psycopg.adapt import Dumper  # noqa: PLC0415 - installed only where there is PostgreSQL
    from psycopg.pq import Format  # noqa: PLC0415

    class _AsItIs(Dumper):
        format = Format.BINARY

        def dump(self, obj: bytes) -> bytes:
            return obj

    for kind, number in ((Texts, _TEXTS), (ManyBytes, _MANY_BYTES)):
        connection.adapters.register_dumper(kind, type(kind.__name__, (_AsItIs,), {"oid": number}))
