"""Reads a typed header: mail above it, capitals, other words for its keys, players listed in any style."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.kernel.log import HeaderPlayer, LogError, TypedLine
from engine.kernel.spellings.csv_form import TITLES
from engine.kernel.spellings.file_check import check_file
from engine.kernel.spellings.header import spell_line_value, spell_player
from engine.kernel.spellings.typed.marks import LEAD, SIGNS
from engine.kernel.spellings.typed.other_words import OtherWords, normalize_phrase

RULE = "---"
# People do not type longer headers.
LONGEST = 200
DRAWN = re.compile(r"[-=_*~–—]{3,}")  # noqa: RUF001 - dashes of a word processor
KEYED = re.compile(r"([^\W\d_][\w ]{0,30}?)\s*[:=\t;,]\s*(\S.*)")
CELLS = re.compile(r'\s*"?([^\W\d_][\w ]{0,30}?)"?\s*([;,\t])(.*)')
ONE_WORD = re.compile(r"([^\W\d_][\w-]*)\s*[:=]\s")
BETWEEN = re.compile(r"\s*[,;&+]\s*|\s+(?:and|und|et)\s+")
PARTS = re.compile(r"\s*[=:()/]\s*|\s+-+\s+")
BRACKETED = re.compile(r"\(([^()]*)\)")
PLAIN = frozenset({"event", "date", "continues"})
WRITE_PLAYERS = "Write: players: SEAT=NAME, SEAT=NAME"
# A player has a seat, and may have a name and a role.
MOST_PARTS = 3


class TypedHead(NamedTuple):
    """The whole file with a canonical header, each line in its place, and how each header line was read."""

    text: str
    lines: list[TypedLine]


def read_typed_head(raw: bytes, games: Iterable[str], words: OtherWords) -> TypedHead | None:
    """Read a header that the canonical parser refuses; None if its meaning is unclear.

    Raises `LogError` at the line of the players, if that is the unreadable one.
    """
    lines = check_file(raw).raw.decode().split("\n")
    typed = _HeadBeingRead({normalize_phrase(name): name for name in games}, words)
    head = typed.write_canonical(lines)
    if head is None:
        return None
    meant = [
        TypedLine(number, (now,) if now else ())
        for number, (was, now) in enumerate(zip(lines, head, strict=False), 1)
        if was.strip() != now and was.strip()
    ]
    return TypedHead("\n".join([*head, *lines[len(head) :]]), meant)


class _HeadBeingRead:
    """A header while it is read, with the words that may appear in it."""

    def __init__(self, games: Mapping[str, str], words: OtherWords) -> None:
        self.games, self.words = games, words
        meant = words.names.get("seat", {}).items()
        # A colour in any language is the seat of that colour.
        self.seats = {normalize_phrase(name): name for _, names in meant for name in names}
        self.seats |= {phrase: next(iter(names)) for phrase, names in meant if len(names) == 1}

    def write_canonical(self, lines: Sequence[str]) -> list[str] | None:
        """Write the lines down to the one that separates header and events; None if they are no header."""
        plain = [strip_marks(line) for line in lines[:LONGEST]]
        first = next((at for at, line in enumerate(plain) if self._find_key(line) == "game"), None)
        if first is None:
            # The name of a game alone on a line is the game.
            first = next((at for at, line in enumerate(plain) if normalize_phrase(line) in self.games), None)
            if first is None:
                return None
            plain[first] = f"game: {plain[first]}"
        if CELLS.match(plain[first]):
            return self._write_sheet(lines, first)
        above = self._skip_mail_head(lines[:first], plain[:first])
        below = self._write_keys(plain, first)
        return None if above is None or below is None else [*above, *below]

    def _find_key(self, line: str) -> str:
        match = KEYED.match(line)
        return self.words.heads.get(normalize_phrase(match[1]), "") if match else ""

    def _skip_mail_head(self, lines: Sequence[str], plain: Sequence[str]) -> list[str] | None:
        """Drop the lines above: a greeting, or the head of a mail, whose `Date:` is not the game's."""
        words = [match[1] if (match := ONE_WORD.match(line)) else "" for line in plain]
        mail = any(normalize_phrase(word) in self.words.mail for word in words)
        if not mail and any(word and normalize_phrase(word) not in self.words.heads for word in words):
            return None
        keys = ["" if mail else self._find_key(line) for line in plain]
        found = [self._write_value(key, line) if key else "" for key, line in zip(keys, plain, strict=True)]
        said = [line if line.lstrip().startswith("#") else meant for line, meant in zip(lines, found, strict=True)]
        return None if None in found else [meant or "" for meant in said]

    def _write_keys(self, plain: Sequence[str], first: int) -> list[str] | None:
        """Write key after key. If no line separates them from the events, an empty line does."""
        found: list[str] = []
        for number, line in enumerate(plain[first:], first + 1):
            if DRAWN.fullmatch(line):
                return [*found, RULE]
            if not line or line.startswith("#"):
                found.append(line)
                continue
            key = self._find_key(line)
            if not key:
                return _part_at_empty_line(found)
            value = self._write_value(key, line)
            if value is None and key == "players":
                raise LogError("It is unclear which words are players and which are seats.", WRITE_PLAYERS, number)
            if value is None:
                return None
            found.append(value)
        return None

    def _write_value(self, key: str, line: str) -> str | None:
        match = KEYED.match(line)
        value = self._read_value(key, match[2].strip()) if match else None
        return None if value is None else f"{key}: {value}"

    def _read_value(self, key: str, value: str) -> str | None:
        if key == "game":
            return self.games.get(normalize_phrase(value))
        if key == "players":
            return value if '"' in value else _join_players(self._read_players(value))
        if key == "pack" and not value.startswith("|"):
            return "-".join(value.lower().split())
        if key == "layers":
            return value.lower()
        return spell_line_value(value) if key in PLAIN and '"' not in value else value

    def _read_players(self, value: str) -> list[str] | None:
        """Read `green: Ada, orange: Ben` or `Ada (green) and Ben (orange)`: a seat is a colour."""
        one_each = BRACKETED.sub(lambda match: f"({match[1].replace(',', '/')})", value)
        players = [self._read_player(item) for item in BETWEEN.split(one_each) if item]
        known = [player for player in players if player is not None]
        return list(map(spell_player, known)) if len(known) == len(players) else None

    def _read_player(self, item: str) -> HeaderPlayer | None:
        parts = [part.strip() for part in PARTS.split(item) if part.strip()]
        if len(parts) == 1:
            parts = self._split_by_colour(parts[0])
        seats = [part for part in parts if normalize_phrase(part) in self.seats]
        if not 0 < len(parts) <= MOST_PARTS or len(seats) > 1 or not (seats or "=" in item):
            return None
        rest = [part for part in parts if part not in seats]
        seat = self.seats[normalize_phrase(seats[0])] if seats else rest.pop(0)
        return HeaderPlayer(seat, *rest)

    def _split_by_colour(self, item: str) -> list[str]:
        """Split `green Ada` and `Ada green`."""
        for seat, name in (item.partition(" ")[::2], item.rpartition(" ")[::-2]):
            if name and normalize_phrase(seat) in self.seats:
                return [seat, name]
        return [item]

    def _write_sheet(self, lines: Sequence[str], first: int) -> list[str] | None:
        """Write the keys of a sheet and the titles of its columns canonically, cell by cell."""
        found = ["" for _ in lines[:first]]
        for line in lines[first:LONGEST]:
            if not line.strip(" ,;\t\r") or line.lstrip(' "').startswith("#"):
                found.append(line)
                continue
            match = CELLS.match(line)
            if match is None or line.count('"') % 2:
                return None
            key, sign, rest = normalize_phrase(match[1]), match[2], match[3]
            second = normalize_phrase(rest.split(sign)[0])
            if (key, second) == TITLES:
                return [*found, f"{key}{sign}{second}{rest[len(rest.split(sign)[0]) :]}"]
            if key not in self.words.heads:
                return None
            meant = self.words.heads[key]
            if meant == "game":
                game = self.games.get(normalize_phrase(rest))
                if game is None:
                    return None
                rest = game
            if meant == "players":
                rest = self._write_players(rest, sign)
            found.append(f"{meant}{sign}{rest}")
        return None

    def _write_players(self, rest: str, sign: str) -> str:
        """Write the players in the cells of a row canonically, if they can be read."""
        cells = [cell.strip() for cell in next(csv.reader([rest], delimiter=sign), []) if cell.strip()]
        players = None if '"' in "".join(cells) else self._read_players(", ".join(cells))
        if players is None:
            return rest
        return sign.join(f'"{one}"' if sign in one else one for one in players)


def _join_players(players: Sequence[str] | None) -> str | None:
    return None if players is None else ", ".join(players)


def strip_marks(line: str) -> str:
    """Strip quote marks, list marks and stars from a header line. A line of dashes stays one."""
    text = line.translate(SIGNS).strip()
    bare = text.lstrip("> ")
    if DRAWN.fullmatch(bare):
        return bare
    lead = LEAD.match(bare)
    return bare[lead.end() if lead else 0 :].replace("**", "").replace("__", "").rstrip(" |")


def _part_at_empty_line(found: Sequence[str]) -> list[str] | None:
    """Use the last empty line to separate header and events."""
    empty = [at for at, line in enumerate(found) if not line]
    last = max((at for at, line in enumerate(found) if line and not line.startswith("#")), default=-1)
    at = next((at for at in empty if at > last), None)
    return None if at is None else [*found[:at], RULE]
