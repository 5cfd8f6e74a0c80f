"""Writes JSON in the canonical form that is hashed (RFC 8785), with a fast path where the result is sure to match."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence

import orjson

from audit.store.errors import Misformed
from engine.kernel.basics.json_types import Document, Json

# All JSON programs read integers up to this as the same number.
SAFE = 2**53 - 1
# `orjson` may differ from RFC 8785 in fractions, exponents, long integers, and characters beyond the first plane, which
# sort by their UTF-16 halves. Inside a string a match only costs the slow path. The search replaces every digit by 0
# first, which takes half the time of a pattern.
NOUGHTS = bytes.maketrans(b"123456789", b"000000000")
UNSURE = (b"0.", b"0e", b"0" * 16)
BEYOND = re.compile(rb"[\xf0-\xf4]")
NAMED = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
ESCAPES = {chr(code): f"\\u{code:04x}" for code in range(0x20)} | NAMED
ESCAPED = re.compile(r'[\x00-\x1f"\\]')
EXPONENT_FROM = 1e21
TOO_LONG = "An event holds an integer beyond ±(2^53 - 1), which programs read differently. Write it as text."
# Between these, ECMAScript writes a number without an exponent.
SMALLEST_PLAIN, LARGEST_PLAIN = -6, 21


def canonicalize_texts(raws: Sequence[bytes]) -> list[bytes]:
    """Return the canonical form of each JSON text. Raises `Misformed` with the place of the first that has none."""
    try:
        texts = [orjson.dumps(orjson.loads(raw), option=orjson.OPT_SORT_KEYS) for raw in raws]
    except (TypeError, ValueError):
        # For text that is nested too deeply, `orjson` parses it but raises `TypeError` when it writes.
        return [_canonicalize_exactly(raw, at) for at, raw in enumerate(raws)]
    whole = b"\n".join(texts)
    if _may_differ(whole):
        return [_canonicalize_exactly(raw, at) for at, raw in enumerate(raws)]
    return texts


def _may_differ(whole: bytes) -> bool:
    digits = whole.translate(NOUGHTS)
    if any(number in digits for number in UNSURE):
        return True
    return not whole.isascii() and BEYOND.search(whole) is not None


def _canonicalize_exactly(raw: bytes, at: int) -> bytes:
    try:
        # `orjson` refuses everything that is not JSON, while Python's own parser accepts some of it.
        orjson.dumps(orjson.loads(raw))
        return write_canonical_value(json.loads(raw, object_pairs_hook=_refuse_doubled_fields)).encode()
    except Misformed as wrong:
        raise Misformed(str(wrong), at) from None
    except (RecursionError, TypeError):
        raise Misformed("An event is nested too deeply.", at) from None
    except ValueError as wrong:
        raise Misformed(f"An event is not JSON: {wrong}.", at) from None


def _refuse_doubled_fields(pairs: list[tuple[str, Json]]) -> Document:
    named = dict(pairs)
    if len(named) != len(pairs):
        raise Misformed("An event gives one of its fields twice.")
    return named


def write_canonical_value(value: Json) -> str:
    """Write a JSON value by the rules of RFC 8785."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f'"{ESCAPED.sub(lambda found: ESCAPES[found[0]], value)}"'
    if isinstance(value, int):
        return _write_integer(value)
    if isinstance(value, float):
        return _write_number(value)
    if isinstance(value, list):
        return f"[{','.join(map(write_canonical_value, value))}]"
    named = sorted(value.items(), key=lambda pair: pair[0].encode("utf-16-be", "surrogatepass"))
    return f"{{{','.join(f'{write_canonical_value(name)}:{write_canonical_value(held)}' for name, held in named)}}}"


def _write_integer(value: int) -> str:
    if not -SAFE <= value <= SAFE:
        raise Misformed(TOO_LONG)
    return str(value)


def _write_number(value: float) -> str:
    """Write a number as ECMAScript does: the shortest digits that parse as the same number."""
    if not math.isfinite(value):
        raise Misformed("An event holds a number that is not finite.")
    if value == 0:
        return "0"
    if SAFE < abs(value) < EXPONENT_FROM and value.is_integer():
        # It would be written as an integer beyond the limit, which is refused when read.
        raise Misformed(TOO_LONG)
    mantissa, _, exponent = f"{abs(value)!r}".partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    point = len(whole) + int(exponent or 0)
    digits = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(digits)
    return f"{'-' if value < 0 else ''}{_place_point(digits.rstrip('0') or '0', point)}"


def _place_point(digits: str, point: int) -> str:
    """Place the decimal point after `point` digits, or write an exponent for very large or small numbers."""
    if len(digits) <= point <= LARGEST_PLAIN:
        return digits + "0" * (point - len(digits))
    if 0 < point <= LARGEST_PLAIN:
        return f"{digits[:point]}.{digits[point:]}"
    if SMALLEST_PLAIN < point <= 0:
        return f"0.{'0' * -point}{digits}"
    lead = digits if len(digits) == 1 else f"{digits[0]}.{digits[1:]}"
    return f"{lead}e{'+' if point > 0 else '-'}{abs(point - 1)}"
