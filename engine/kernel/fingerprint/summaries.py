"""Remembers what the sources of modules were summarized to, because parsing them takes longer than an audit.

A summary is found by the SHA-256 of the source itself, so that a changed source never gets an old summary.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Protocol

# A digest of what a module does, and the names that it imports.
Summary = tuple[str, tuple[str, ...]]
PACKAGE = "engine.kernel.fingerprint"
# The build writes this file into the wheel; a source tree has none.
SHIPPED = "summaries.json"
# About eight times as many as there are modules. With more, a developer's memory of old sources begins anew.
MOST = 5_000


class Memory(Protocol):
    """Stores bytes under a name between processes. The engine does no file I/O, so a door brings one."""

    def read(self, name: str) -> bytes:
        """Return what was stored; if there is nothing, or nothing that can be read, no bytes."""

    def write(self, name: str, content: bytes) -> None:
        """Store it if possible."""


class Summaries:
    """The summaries that are known: from the wheel, from a memory, and those made by this process."""

    def __init__(self) -> None:
        """Start without a memory."""
        self.memory: Memory | None = None
        self._known: dict[str, Summary] = {}
        self._may_read_shipped = self._may_read_memory = True
        self._has_new = False

    def compute_anew(self) -> None:
        """Forget everything, and use neither wheel nor memory from now on."""
        self.memory = None
        self._known = {}
        self._may_read_shipped = self._may_read_memory = False

    def find_summary(self, name: str) -> Summary | None:
        """Return a summary by the SHA-256 of the source. The memory is read only if the wheel lacks it."""
        if name not in self._known and self._may_read_shipped:
            self._may_read_shipped = False
            self._known.update(_read_shipped())
        if name not in self._known and self._may_read_memory:
            self._may_read_memory = False
            self._known.update(self._read_memory())
        return self._known.get(name)

    def add_summary(self, name: str, summary: Summary) -> None:
        """Add a summary that was made just now."""
        self._known[name] = summary
        self._has_new = True

    def save_new(self) -> None:
        """Store what is known in the memory, if there is one, and if anything is new."""
        if self.memory is not None and self._has_new:
            stored = self._read_memory()
            still = stored if len(stored) < MOST else {}
            self.memory.write(_name_document(), encode_summaries(still | self._known))
        self._has_new = False

    def _read_memory(self) -> dict[str, Summary]:
        return {} if self.memory is None else _decode_summaries(self.memory.read(_name_document()))


SUMMARIES = Summaries()


def encode_summaries(summaries: Mapping[str, Summary]) -> bytes:
    """Write summaries as they are stored and shipped, with the digest of the code that made them."""
    import msgspec  # noqa: PLC0415 - a command imports this module at its start, and seldom needs a digest

    return msgspec.json.encode((_digest_maker(), dict(sorted(summaries.items()))))


def _decode_summaries(content: bytes) -> dict[str, Summary]:
    """Read summaries. Damaged ones, and those made by other code, count as none."""
    import msgspec  # noqa: PLC0415 - as above

    try:
        maker, summaries = msgspec.json.decode(content, type=tuple[str, dict[str, Summary]])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}
    return summaries if maker == _digest_maker() else {}


def _read_shipped() -> dict[str, Summary]:
    from importlib.resources import files  # noqa: PLC0415 - as above

    shipped = files(PACKAGE) / SHIPPED
    return _decode_summaries(shipped.read_bytes()) if shipped.is_file() else {}


def _digest_maker() -> str:
    from hashlib import sha256  # noqa: PLC0415 - as above
    from importlib.resources import files  # noqa: PLC0415 - as above

    return sha256((files(PACKAGE) / "source.py").read_bytes()).hexdigest()


def _name_document() -> str:
    """Name the document of this code and this interpreter."""
    return f"code-{_digest_maker()[:16]}-{sys.implementation.cache_tag}.json"
