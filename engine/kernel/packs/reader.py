"""Checks a content pack: typed reading of its tables, and faults with path, line and remedy."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from engine.kernel.basics.foreign_toml import MAX_PARTS
from engine.kernel.basics.json_types import Document
from engine.kernel.basics.lazy_regex import pattern
from engine.kernel.events import MAX_NUMBER
from engine.kernel.log import Fault
from engine.kernel.unknown import UNKNOWN, is_known

Path = tuple[str | int, ...]
# A TOML value, or UNKNOWN. Only the reader of a key knows its type.
Value = Any
REQUIRED: Final[Any] = object()
# The params of each deed of a card (None: any), and the values of a param: words, or a number from there up.
Deeds = Mapping[str, tuple[str, ...] | None]
Bounds = Mapping[str, tuple[str, ...] | int]

# The most faults reported for a pack, and the most words compared for a suggestion. An author who fixes these sees the
# rest.
MOST_FAULTS, MOST_COMPARED = 100, 200

_TABLE = pattern(r"\s*+\[(?>(\[)?)([^\[\]]++)\]")
_KEY = pattern(r"\s*+([A-Za-z0-9_.\"' -]++)\s*+=")
_PART = pattern(r"\"([^\"]*)\"|'([^']*)'|([A-Za-z0-9_-]+)")
_NAME = pattern(r"[a-z0-9][a-z0-9_.-]{0,63}")
LONGEST_NAME = 64


def is_name(word: str) -> bool:
    """Return whether a log can name a piece by this word."""
    return _NAME.fullmatch(word) is not None


def spell_path(path: Path) -> str:
    """Spell a path as a pack's author would: `track.T1.standard.starts[2]`."""
    return "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def ask_if_meant(word: object, among: Iterable[str]) -> str:
    """Ask whether one of these was meant, if one is close."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a pack at fault needs it

    close = get_close_matches(str(word)[:LONGEST_NAME], islice(among, MOST_COMPARED), 1)
    return f'Did you mean "{close[0]}"?' if close else ""


class PackError(Exception):
    """A content pack that cannot be used: all its faults, in the order of its lines."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))
        self.fault = self.faults[0]
        super().__init__(self.fault.says)


class PackFaults:
    """The faults found so far in one pack. Reading continues after each, so that an author sees them all at once."""

    def __init__(self, text: str, most: int | None = None) -> None:
        """Start without faults. The fault number `most` ends the reading with `PackError`."""
        self.faults: list[Fault] = []
        self._most = most
        self._text = text
        self._lines: dict[Path, int] = {}

    def add_fault(self, path: Path, says: str, hint: str) -> None:
        """Record one fault, on the line of the innermost table or key that the text spells out."""
        self._lines = self._lines or _index_lines(self._text)
        line = next((self._lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self._lines), 1)
        self.faults.append(Fault(f"{spell_path(path)}: {says}", hint, line, 1))
        if len(self.faults) == self._most:
            raise PackError(*self.faults)


class PackTable:
    """One table of a pack, read key by key. A wrong value becomes a fault and reads as `UNKNOWN`."""

    def __init__(self, table: object, path: Path, proof: PackFaults) -> None:
        """Open the table at `path`."""
        self.path, self.proof = path, proof
        self.known = isinstance(table, dict)
        self.table: Document = table if isinstance(table, dict) else {}
        # In the order of reading, so that suggestions compare the same words each time.
        self._read: dict[str, None] = {}
        if not self.known and table is not UNKNOWN:
            proof.add_fault(path, f"{table!r} is not a table.", f"Write [{spell_path(path)}] and its keys below it.")

    def add_fault(self, key: str, says: str, hint: str) -> None:
        """Record a fault at one key of this table."""
        self.proof.add_fault((*self.path, key), says, hint)

    def number(self, key: str, default: Value = REQUIRED, least: int = 0, most: int = MAX_NUMBER) -> Value:
        """Read a whole number within bounds."""
        value = self._take_value(key, int, "a whole number", default)
        if self.has_key(key) and isinstance(value, int) and not least <= value <= most:
            self.add_fault(key, f"{value} is out of bounds.", f"Write a number from {least} to {most}.")
            return UNKNOWN
        return value

    def number_or(self, word: str, key: str, default: Value = REQUIRED, least: int = 0) -> Value:
        """Read a whole number, or None if it is the given word."""
        said = self.table.get(key)
        if not isinstance(said, str):
            return self.number(key, default, least)
        self._read[key] = None
        if said == word:
            return None
        self.add_fault(
            key, f'"{said}" means nothing here.', f'Write a whole number, "{word}", or "??" if it is unknown.'
        )
        return UNKNOWN

    def word(self, key: str, default: Value = REQUIRED, among: Collection[str] = ()) -> Value:
        """Read a word, one of `among` if they are given."""
        value = self._take_value(key, str, 'a word in "quotes"', default)
        if among and self.has_key(key) and isinstance(value, str) and value not in among:
            self.add_fault(
                key, f'"{value}" means nothing here.', ask_if_meant(value, among) or f"Use {', '.join(among)}."
            )
            return UNKNOWN
        return value

    def flag(self, key: str, default: Value = REQUIRED) -> Value:
        """Read true or false."""
        return self._take_value(key, bool, "true or false", default)

    def numbers(self, key: str, default: Value = REQUIRED, least: int = 0, most: int = MAX_NUMBER) -> Value:
        """Read a list of whole numbers within bounds; single ones may be unknown."""
        return self._take_list(
            key,
            default,
            lambda value: _is_whole_number(value) and least <= value <= most,
            f"Each must be a whole number from {least} to {most}.",
        )

    def words(self, key: str, default: Value = REQUIRED) -> Value:
        """Read a list of words."""
        return self._take_list(key, default, lambda value: isinstance(value, str), 'Each must be a word in "quotes".')

    def rules(self, key: str, like: str) -> Value:
        """Read a list of rule IDs, spelled like the given one; a missing key is an empty list."""
        spelling = pattern(rf"{like.partition('-')[0]}-[A-Z]+-\d\d")
        rules = self.words(key, ())
        for rule in rules if is_known(rules) else ():
            if is_known(rule) and not spelling.fullmatch(rule):
                self.add_fault(key, f'"{rule}" is not a rule ID.', f'Name rules by their IDs, as in ["{like}"].')
        return rules

    def params(self, deed: Value, deeds: Deeds, bounds: Bounds) -> dict[str, Value]:
        """Read the settings of a card's deed. A misspelled setting is a fault."""
        if not self.has_key("params"):
            return {}
        entry = self.entry("params")
        allowed = deeds.get(deed) if isinstance(deed, str) else () if deed is None else None
        found = {key: entry.parameter(key, bounds) for key in entry.table if allowed is None or key in allowed}
        entry.allow(allowed or ())
        entry.close()
        return found

    def parameter(self, key: str, bounds: Bounds) -> Value:
        """Read one value within the bounds for its key."""
        bound = bounds.get(key)
        if isinstance(bound, int):
            return self.number(key, least=bound)
        if bound:
            return self.word(key, among=bound)
        # Only the pack's author can check this value.
        self.allow((key,))
        return self.table[key]

    def allow(self, keys: Iterable[str]) -> None:
        """Register keys that may appear here, for `close` to suggest."""
        self._read.update(dict.fromkeys(keys))

    def entry(self, key: str) -> PackTable:
        """Read the table under `key`. If it is missing or unknown, the entry is not `known`."""
        value = self._take_value(key, dict, "a table", REQUIRED)
        return PackTable(value, (*self.path, key), self.proof)

    def entries(self) -> Iterator[tuple[str, PackTable]]:
        """Read all values of this table, as tables."""
        for key, value in self.table.items():
            self._read[key] = None
            yield key, PackTable(value, (*self.path, key), self.proof)

    def check_name(self) -> None:
        """Refuse a piece whose key no log could write."""
        if not is_name(str(self.path[-1])):
            says = f'"{self.path[-1]}" cannot be named in a log.'
            self.proof.add_fault(self.path, says, "Use a-z, 0-9, dot, dash and underscore.")

    def has_key(self, key: str) -> bool:
        """Return whether the table has a value under `key`."""
        return key in self.table

    def close(self) -> None:
        """Refuse every key that was not read: a misspelled key must not be ignored."""
        for key in self.table:
            if key not in self._read:
                hint = ask_if_meant(key, self._read) or f"Known here: {', '.join(sorted(self._read))}."
                self.add_fault(key, "is not a key of this table.", hint)

    def _take_value(self, key: str, kind: type, what: str, default: Value) -> Value:
        self._read[key] = None
        if key not in self.table:
            if default is REQUIRED and self.known:
                self.add_fault(key, "is missing.", f'Give it {what}, or write {key} = "??" if it is unknown.')
            return UNKNOWN if default is REQUIRED else default
        value = self.table[key]
        if value is UNKNOWN or (isinstance(value, kind) and (kind is bool or not isinstance(value, bool))):
            return value
        self.add_fault(key, f"{value!r} is not {what}.", f'Write {what}, or "??" if it is unknown.')
        return UNKNOWN

    def _take_list(self, key: str, default: Value, fits: Callable[[Value], bool], hint: str) -> Value:
        value = self._take_value(key, list, "a list in [brackets]", default)
        if not isinstance(value, list):
            return value
        for at, item in enumerate(value):
            if item is not UNKNOWN and not fits(item):
                self.proof.add_fault((*self.path, key, at), f"{item!r} does not belong in this list.", hint)
                return UNKNOWN
        return tuple(value)


def _is_whole_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _index_lines(text: str) -> dict[Path, int]:
    """Index the line of each table and key. A table that is never opened itself begins with its first key."""
    lines: dict[Path, int] = {}
    for path, at in _find_places(text):
        for n in range(1, len(path) + 1):
            lines.setdefault(path[:n], at)
    return lines


def _find_places(text: str) -> Iterator[tuple[Path, int]]:
    """Find the line of each table and key, well enough to point at it. Text between triple quotes is skipped."""
    table: Path = ()
    counts: dict[Path, int] = {}
    inside = ""
    for at, line in enumerate(text.splitlines(), 1):
        if inside:
            inside = "" if inside in line else inside
        elif head := _TABLE.match(line):
            table = _split_key(head[2])
            if head[1]:
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            yield table, at
        elif key := _KEY.match(line):
            yield (*table, *_split_key(key[1])), at
            inside = next((mark for mark in ('"""', "'''") if line.count(mark) == 1), "")


def _split_key(dotted: str) -> Path:
    # A key that seems to have more parts is text within a list.
    return tuple(part[1] or part[2] or part[3] for part in islice(_PART.finditer(dotted), MAX_PARTS))
