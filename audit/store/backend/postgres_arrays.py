"""Encodes PostgreSQL arrays in binary form. psycopg encodes each element separately, which is far slower."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

# PostgreSQL's type numbers: of the elements, and of arrays of them.
_TEXT, _BYTES, _TEXTS, _MANY_BYTES = 25, 17, 1009, 1001
# The header of an array: dimensions, whether there are NULLs, type, size, first index. Each element has its length.
_HEAD, _LENGTH = struct.Struct(">5i").pack, struct.Struct(">i").pack


class Texts(bytes):
    """An encoded array of texts."""


class ManyBytes(bytes):
    """An encoded array of bytes."""


def encode_texts(them: Sequence[str]) -> Texts:
    """Encode texts. Many of them are equal, so each is encoded once."""
    raw = {one: one.encode() for one in set(them)}
    return Texts(_encode_array(_TEXT, [raw[one] for one in them]))


def encode_many_bytes(them: Sequence[bytes]) -> ManyBytes:
    """Encode byte strings."""
    return ManyBytes(_encode_array(_BYTES, them))


def _encode_array(kind: int, elements: Sequence[bytes]) -> bytes:
    parts = [b""] * (2 * len(elements))
    parts[0::2], parts[1::2] = map(_LENGTH, map(len, elements)), elements
    return _HEAD(1, 0, kind, len(elements), 1) + b"".join(parts)


def register_arrays(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's
    """Register the encoded arrays, so that the driver sends them unchanged."""
    from psycopg.adapt import Dumper  # noqa: PLC0415 - installed only where there is PostgreSQL
    from psycopg.pq import Format  # noqa: PLC0415

    class _AsItIs(Dumper):
        format = Format.BINARY

        def dump(self, obj: bytes) -> bytes:
            return obj

    for kind, number in ((Texts, _TEXTS), (ManyBytes, _MANY_BYTES)):
        connection.adapters.register_dumper(kind, type(kind.__name__, (_AsItIs,), {"oid": number}))
