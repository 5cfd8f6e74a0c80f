"""Reads one table of a tournament file key by key, and reports each fault with its place and a remedy."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Any

from audit.tournaments.exact_numbers import AS_IN, parse_exact_in_bounds
from engine.kernel.packs.reader import PackFaults, Path
from engine.kernel.spellings import echo_text, suggest_nearest

MOST_FAULTS, MOST_NUMBERS, MOST_COMPARED = 100, 100, 2_000


class TomlTable:
    """One table of the file."""

    def __init__(self, table: object, path: Path, faults: PackFaults) -> None:
        """Open the table at `path`."""
        self.path, self.faults = path, faults
        self.table: dict[str, Any] = table if isinstance(table, dict) else {}
        self._read: set[str] = set()
        if not isinstance(table, dict):
            self.add_fault("", "this is not a table.", "Write its name in [brackets] and its keys below it.")

    def add_fault(self, key: str, says: str, hint: str) -> None:
        """Report a fault at one key."""
        if len(self.faults.faults) < MOST_FAULTS:
            self.faults.add_fault((*self.path, key) if key else self.path, says, hint)

    def read_word(self, key: str, default: str | None = "", among: Collection[str] = ()) -> str:
        """Read a text. A key without a default is required."""
        value = self._take_value(key, default)
        if not isinstance(value, str) or (default is None and not value.strip()):
            if key in self.table or default is None:
                self.add_fault(key, "a few words are needed here.", f'Write {key} = "…" in quote marks.')
            return default or ""
        if among and value not in among and key in self.table:
            self.add_fault(
                key,
                f"{echo_text(value)} means nothing here.",
                self.suggest_near(value, among) or f"Use {', '.join(among)}.",
            )
            return default or ""
        return value

    def read_words(self, key: str) -> tuple[str, ...]:
        """Read a list of texts."""
        value = self._take_value(key, [])
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            self.add_fault(key, "this is not a list of words.", f'Write {key} = ["…", "…"].')
            return ()
        return tuple(value)

    def read_number(self, key: str, default: int | None = 0, least: int = 0, most: int = 100_000) -> int:
        """Read a whole number within bounds. A key without a default is required."""
        value = self._take_value(key, default)
        if key not in self.table and default is not None:
            return default
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self.add_fault(
            key, "this is not a whole number that is allowed here.", f"Write a number from {least} to {most}."
        )
        return default or least

    def read_fraction(self, key: str, default: Fraction) -> Fraction:
        """Read an exact number."""
        if key not in self.table:
            self._read.add(key)
            return default
        value = parse_exact_in_bounds(self._take_value(key, default))
        if value is None:
            self.add_fault(key, "this is not a number that is allowed here.", AS_IN)
        return default if value is None else value

    def read_fractions(self, key: str) -> tuple[Fraction, ...]:
        """Read a list of exact numbers."""
        value = self._take_value(key, [])
        numbers = [parse_exact_in_bounds(one) for one in value[:MOST_NUMBERS]] if isinstance(value, list) else [None]
        if any(one is None for one in numbers):
            self.add_fault(
                key, "this is not a list of numbers that is allowed here.", f"{AS_IN} As in {key} = [5, 2.5]."
            )
            return ()
        if key in self.table and not 1 <= len(value) <= MOST_NUMBERS:
            self.add_fault(
                key, f"{len(value)} numbers cannot stand here.", f"Write 1 to {MOST_NUMBERS}, or leave it out."
            )
            return ()
        return tuple(one for one in numbers if one is not None)

    def is_set(self, key: str) -> bool:
        """Return the value of a true/false key."""
        value = self._take_value(key, default=False)
        if not isinstance(value, bool):
            self.add_fault(key, "this is neither true nor false.", f"Write {key} = true, without quote marks.")
        return value is True

    def open_entry(self, key: str) -> TomlTable:
        """Open a nested table. A missing one is empty."""
        return TomlTable(self._take_value(key, {}), (*self.path, key), self.faults)

    def open_list(self, key: str, most: int) -> Iterator[TomlTable]:
        """Open each table of a list, or none of a list that is too long."""
        value = self._take_value(key, [])
        if not isinstance(value, list):
            self.add_fault(key, "this is not a list of tables.", f"Write [[{key}]] above each.")
            return
        if len(value) > most:
            self.add_fault(
                key, f"there are {len(value):,} of them.", f"Up to {most:,} are counted: split it into several."
            )
            return
        for at, one in enumerate(value):
            yield TomlTable(one, (*self.path, key, at), self.faults)

    def read_pairs(self) -> dict[str, str]:
        """Read all keys of the table as texts, in order."""
        self._read |= set(self.table)
        return {key: self.read_word(key, None) for key in self.table}

    def suggest_near(self, word: str, among: Collection[str]) -> str:
        """Suggest the nearest word, unless the faults are too many to show or the words too many to compare."""
        worth = len(self.faults.faults) < MOST_FAULTS and len(among) <= MOST_COMPARED
        return suggest_nearest(word, among) if worth else ""

    def allow_key(self, key: str) -> None:
        """Mark a key as valid."""
        self._read.add(key)

    def refuse_unread_keys(self) -> None:
        """Report each key that was not read, so that a misspelt key is not ignored silently."""
        for key in self.table:
            if key not in self._read:
                hint = self.suggest_near(key, self._read) or f"Known here: {', '.join(sorted(self._read))}."
                self.add_fault(key, f"{echo_text(key)} is not a key of a tournament here.", hint)

    def _take_value(self, key: str, default: object) -> Any:  # noqa: ANN401 - whatever TOML can hold
        self._read.add(key)
        return self.table.get(key, default)
