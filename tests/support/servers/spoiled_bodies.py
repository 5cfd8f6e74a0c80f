"""Damaged bodies, made by hand or at random."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from tests.support.logs.hostile_logs import MALFORMED, REFUSED
from tests.support.servers.stocked_club import BODIES

PACK = BODIES["check_pack"][1]


def hostile_json(whole: bytes) -> dict[str, bytes]:
    """Damage a good body in every way that different readers understand differently."""
    inside = whole.rstrip()[:-1] + (b", " if len(whole) > 2 else b"")
    return {
        "nothing": b"",
        "blanks": b" \r\n\t",
        "cut off": whole[:-1],
        "a mark before it": b"\xef\xbb\xbf" + whole,
        "UTF-16": whole.decode().encode("utf-16"),
        "UTF-16 without a mark": whole.decode().encode("utf-16-le"),
        "UTF-32": whole.decode().encode("utf-32"),
        "Latin-1": inside + b'"x": "\xe9"}',
        "half a character": inside + b'"x": "\xe2\x82"}',
        "an overlong slash": inside + b'"x": "\xc0\xaf"}',
        "half a surrogate pair": inside + b'"x": "\\ud800"}',
        "a surrogate in UTF-8": inside + b'"x": "\xed\xa0\x80"}',
        "a surrogate as a key": inside + b'"\\udfff": 1}',
        "NUL": inside + b'"x": "a\\u0000b"}',
        "NUL as it is": inside + b'"x": "a\0b"}',
        "NUL behind it": whole + b"\0",
        "ESC": inside + b'"x": "\\u001b[2J"}',
        "a line feed as it is": inside + b'"x": "a\nb"}',
        "a key twice": inside + b'"x": 1, "x": 2}',
        "a key twice far inside": inside + b'"x": [{"y": {"z": 0, "z": 0}}]}',
        "NaN": inside + b'"x": NaN}',
        "Infinity": inside + b'"x": -Infinity}',
        "a number beyond all": inside + b'"x": 1e999}',
        "an integer beyond doubles": inside + b'"x": 9007199254740993}',
        "an endless integer": inside + b'"x": ' + b"7" * 200_000 + b"}",
        "an endless fraction": inside + b'"x": 0.' + b"7" * 200_000 + b"e400}",
        "hexadecimal": inside + b'"x": 0xff}',
        "single quotes": b"{'x': 1}",
        "a comment": b"/* x */" + whole,
        "a comma too many": inside.removesuffix(b", ") + b",}",
        "two in a row": whole + whole,
        "lines of it": whole + b"\n" + whole,
        "33 lists": b"[" * 33 + b"]" * 33,
        "lists without end": b"[" * 400_000,
        "lists with an end": b"[" * 400_000 + b"]" * 400_000,
        "objects without end": b'{"a":' * 150_000,
        "depth inside": inside + b'"x": ' + b'[{"y":' * 5_000 + b"1" + b"}]" * 5_000 + b"}",
        "a log": BODIES["upload_log"][1],
        "a web page": b"<!DOCTYPE html><html></html>",
        "a form": b"role=admin&label=x",
    }


def hostile_bytes() -> dict[str, bytes]:
    """List every content that a file may have in place of a log."""
    named: list[tuple[str, Any]] = [*REFUSED.items(), *MALFORMED.items()]
    files = {sort: raw if isinstance(raw, bytes) else raw.encode("utf-8", "surrogatepass") for sort, raw in named}
    more = {
        "noise": Random(1).randbytes(50_000),
        "every byte": bytes(range(256)) * 20,
        "an archive": b"PK\x03\x04" + bytes(1_000),
        "a picture": b"\x89PNG\r\n\x1a\n" + bytes(1_000),
        "a compressed file that is not said to be one": gzip.compress(b"game: pebbles\n"),
    }
    return {**files, **more}


PACKS = {
    "nothing": b"",
    "a mark before it": b"\xef\xbb\xbf" + PACK,
    "UTF-16": PACK.decode().encode("utf-16"),
    "cut off": PACK[:900],
    "a table without end": b"[" * 100_000,
    "arrays without end": b"a = " + b"[" * 100_000,
    "inline tables without end": b"a = " + b"{b = " * 100_000,
    "a key without end": b"a." * 100_000 + b"b = 1",
    "an integer without end": b"a = " + b"9" * 200_000,
    "a date that is none": b"a = 9999-99-99",
    "a float beyond all": b"a = 1e999\nb = nan\nc = -inf",
    "a key twice": b"a = 1\na = 2\n",
    "a table twice": b"[pack]\n[pack]\n",
    "JSON": b'{"pack": {"id": "x"}}',
    "NUL": b'a = "\\u0000"\n[pack]\nid = "a\0b"',
    "a surrogate": b'a = "\\ud800"',
}


@cache
def bomb() -> bytes:
    """Compress a large body into a small one."""
    return gzip.compress(bytes(100_000_000))


def packed(raw: bytes) -> dict[str, tuple[bytes, str, int, str]]:
    """Compress a body wrongly: bytes, encoding, and how it is refused."""
    whole = gzip.compress(raw)
    broken = bytearray(whole)
    broken[-5] ^= 0xFF
    return {
        "cut off": (whole[:-9], "gzip", 400, "bad-encoding"),
        "cut off in the head": (whole[:5], "gzip", 400, "bad-encoding"),
        "nothing": (b"", "gzip", 400, "bad-encoding"),
        "not compressed": (raw, "gzip", 400, "bad-encoding"),
        "a wrong sum": (bytes(broken), "gzip", 400, "bad-encoding"),
        "two streams": (whole + whole, "gzip", 400, "bad-encoding"),
        "something behind": (whole + b"x", "gzip", 400, "bad-encoding"),
        "zlib": (zlib.compress(raw), "gzip", 400, "bad-encoding"),
        "a bomb": (bomb(), "gzip", 413, "too-large"),
        "a bomb of blanks": (gzip.compress(raw + b" " * 3_000_000), "gzip", 413, "too-large"),
        "deflate": (zlib.compress(raw), "deflate", 415, "bad-media-type"),
        "twice": (gzip.compress(whole), "gzip, gzip", 415, "bad-media-type"),
        "brotli": (raw, "br", 415, "bad-media-type"),
        "noise": (raw, "\xff\x01", 415, "bad-media-type"),
    }


TOKENS = (
    b"\0", b"\xff", b"\xef\xbb\xbf", b'"', b"\\", b"\\ud800", b"{", b"}", b"[", b"]", b",", b":", b"\n", b"\r", b"\t",
    b"NaN", b"null", b"-1", b"1e400", b"9" * 30, b"0.5", b"true", b"[" * 40, b"'", b"%", b"=", b"#", b"??",
    b"\x1b[0m", b"\xe2\x80\xae", b'"do":', b"record: ", b"claim: ", b"fate: ", b'{"do":"note","text":"x"}',
    b'{"do":"amend","at":1,"line":"ada: take 2"}', b'{"do":"insert","at":99,"line":"??"}', b'{"do":"ruling","at":1}',
)  # fmt: skip
Spoil = Callable[[Random, bytes], bytes]


def _cut(dice: Random, raw: bytes) -> bytes:
    at = dice.randrange(len(raw) + 1)
    return raw[:at] + raw[at + dice.randrange(1, 20) :]


def _doubled(dice: Random, raw: bytes) -> bytes:
    at, end = sorted((dice.randrange(len(raw) + 1), dice.randrange(len(raw) + 1)))
    return raw[:end] + raw[at:end] * dice.choice((1, 2, 30)) + raw[end:]


def _flipped(dice: Random, raw: bytes) -> bytes:
    found = bytearray(raw or b"x")
    found[dice.randrange(len(found))] ^= 1 << dice.randrange(8)
    return bytes(found)


def _put_in(dice: Random, raw: bytes) -> bytes:
    at = dice.randrange(len(raw) + 1)
    return raw[:at] + dice.choice(TOKENS) + raw[at + dice.choice((0, 0, 1, 5)) :]


def _swapped(dice: Random, raw: bytes) -> bytes:
    words = raw.split(dice.choice((b" ", b",", b'"', b"\n")))
    at, to = dice.randrange(len(words)), dice.randrange(len(words))
    words[at], words[to] = words[to], words[at]
    return b" ".join(words)


SPOILS: tuple[Spoil, ...] = (_cut, _doubled, _flipped, _put_in, _swapped)
HEADERS = (
    "Content-Type",
    "Content-Encoding",
    "If-Match",
    "Idempotency-Key",
    "Accept",
    "Authorization",
    "Content-Length",
)


def spoiled(dice: Random, raw: bytes) -> tuple[bytes, dict[str, str]]:
    """Damage a body, now and then a header too, or the content of a compressed body."""
    for _ in range(dice.choice((1, 1, 2, 5))):
        raw = dice.choice(SPOILS)(dice, raw)
    headers: dict[str, str] = {}
    if dice.random() < 0.1:
        raw, headers["Content-Encoding"] = gzip.compress(raw), "gzip"
        raw = dice.choice(SPOILS)(dice, raw) if dice.random() < 0.5 else raw
    if dice.random() < 0.1:
        name = dice.choice(HEADERS)
        value = _put_in(dice, b"application/json").replace(b"\n", b"").replace(b"\r", b"")
        headers[name] = value.decode("latin-1")
    return raw, headers
