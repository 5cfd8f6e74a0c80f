"""The header of a log as text and sheet spell it: `key`, `value`, one after the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from engine.kernel.basics.json_types import Document
from engine.kernel.basics.lazy_regex import pattern
from engine.kernel.events import MAX_LIST, MAX_NAME, MAX_NUMBER, MAX_TEXT
from engine.kernel.log import FORMAT, Header, HeaderPlayer, LogError
from engine.kernel.spellings.fields import SPEAKERS
from engine.kernel.spellings.line_words import NUMBER, QUOTED, names_whole, number, quoted, unquoted
from engine.kernel.spellings.misread import Misread, echoed, nearest
from engine.kernel.vocabulary import Vocabulary

KEYS = ("game", "format", "layers", "pack", "players", "rulings", "event", "date", "continues", "position")
FACTS_A_LINE = 6
# Who speaks where no seat does, and nobody.
NOT_A_SEAT = frozenset({*SPEAKERS, "??"})
# One item of a list: `a`, `a=b`, `a=b/c`; only the names of players are divided by a slash.
ITEM = {
    divided: pattern(rf"\s*({part})\s*(?:=\s*({part})\s*)?(?:/\s*({part})\s*)?(,|$)", re.DOTALL)
    for divided, part in ((True, rf'{QUOTED}|[^",=/]*+'), (False, rf'{QUOTED}|[^",=]*+'))
}
SAFE = pattern(r'[^\s",=/#\x00-\x1f]+(?: [^\s",=/#\x00-\x1f]+)*')
SAFE_LINE = pattern(r'[^\s"#|\x00-\x1f](?:[^"#\x00-\x1f]*[^\s"#\x00-\x1f])?')
SHA256 = pattern(r"[0-9a-f]{64}")
# TOML knows no other control characters, and text cannot carry them.
CONTROL = pattern(r"[\x00-\x08\x0b-\x1f\x7f]")


class HeaderEntry(NamedTuple):
    """One line of the header; a `block` is carried verbatim."""

    key: str
    value: str
    line: int
    column: int = 1
    block: bool = False


class Item(NamedTuple):
    """One item of a list: `first=second/third`."""

    first: str
    second: str | None
    third: str | None
    bare: bool
    column: int


def assembled(entries: Iterable[HeaderEntry]) -> tuple[Header, dict[str, int]]:
    """Put the lines of a header together, and remember where each key stands."""
    values: Document = {}
    lines: dict[str, int] = {}
    for entry in entries:
        if entry.key not in KEYS:
            raise LogError(f"There is no header key {echoed(entry.key)}.", nearest(entry.key, KEYS), entry.line)
        if entry.key in lines and entry.key != "position":
            raise LogError(f"The header says {entry.key!r} twice.", "Keep one of them.", entry.line)
        lines.setdefault(entry.key, entry.line)
        try:
            _take(values, entry)
        except Misread as fault:
            raise LogError(fault.says, fault.hint, entry.line, entry.column + max(fault.column - 1, 0)) from None
    if "game" not in values:
        raise LogError("The header does not say which game this is.", "Start the log with: game: NAME")
    header = Header(**values)
    check(header, lines)
    return header, lines


def check(header: Header, lines: Mapping[str, int]) -> None:
    """Refuse a header that leaves out the players, or contradicts itself."""
    for key, says, hint in (*_missing(header), *_endless(header), *_contradictions(header), *_namesakes(header)):
        raise LogError(says, hint, lines.get(key, 1))


def _missing(header: Header) -> Iterator[tuple[str, str, str]]:
    if not header.game:
        yield "game", "The header does not say which game this is.", "Start the log with: game: NAME"
    if header.format != FORMAT:
        yield "format", f"The log says format {echoed(header.format)}.", f"This version reads format {FORMAT}."
    if not header.players:
        yield "players", "The header names no players.", "Add: players: SEAT=NAME, SEAT=NAME"


def _endless(header: Header) -> Iterator[tuple[str, str, str]]:
    """Names end up in messages and pictures, which must stay readable."""
    if len(header.players) > MAX_LIST:
        yield "players", f"The header names {len(header.players)} players.", f"No table seats more than {MAX_LIST}."
    names: dict[str, Iterable[str]] = {
        "players": (name for player in header.players for name in (player.seat, player.name, player.role)),
        "layers": header.layers,
        "rulings": (name for pair in header.rulings.items() for name in pair),
    }
    for key, words in names.items():
        if any(len(word) > MAX_NAME for word in words):
            yield key, f"A name among the {key} is longer than {MAX_NAME} characters.", "Shorten it."
    said = {
        "event": [header.event],
        "date": [header.date],
        "pack": [header.pack],
        "position": [str(v) for v in header.position.values()],
    }
    for key, texts in said.items():
        if any(len(text) > MAX_TEXT for text in texts):
            yield key, f"What the header says of the {key} is longer than {MAX_TEXT} characters.", "Shorten it."


def _contradictions(header: Header) -> Iterator[tuple[str, str, str]]:
    seats = [player.seat for player in header.players]
    for key, names in (("players", seats), ("layers", header.layers)):
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            yield key, f"The header lists {echoed(twice)} twice among its {key}.", "Keep one of them."
    if not all(seats) or not NOT_A_SEAT.isdisjoint(seats):
        yield "players", "A seat needs a name of its own.", f"Any other than: {', '.join(sorted(NOT_A_SEAT))}."
    if header.pack and header.inline:
        yield "pack", "The header names a pack and also carries one.", "Keep one of them."
    if CONTROL.search(header.inline):
        yield "pack", "The pack in the header holds control characters.", "Write it as plain TOML."
    if header.continues and not SHA256.fullmatch(header.continues):
        says = "The log that this one goes on from is named by the SHA-256 of its file: 64 signs, 0 to 9 and a to f."
        yield "continues", says, "`sha256sum FILE` gives it, and every report names it."
    for fact, value in header.position.items():
        if isinstance(value, int) and abs(value) > MAX_NUMBER:
            yield "position", f"The position gives {echoed(fact)} a number out of range.", f"Up to {MAX_NUMBER}."


def _namesakes(header: Header) -> Iterator[tuple[str, str, str]]:
    """Names of players stand for their seats, so each must mean one seat only."""
    seats = {player.seat.casefold() for player in header.players}
    named: dict[str, str] = {}
    for player in header.players:
        name = player.name.casefold()
        other = named.setdefault(name, player.seat)
        if name in seats - {player.seat.casefold()}:
            says = f"The player of {player.seat} is called {echoed(player.name)}, as another seat is."
            yield "players", says, "Write the name of the player otherwise, or leave it out."
        elif name and other != player.seat:
            says = f"{other} and {player.seat} are both played by {echoed(player.name)}."
            yield "players", says, "Tell the two apart, as Ada B. and Ada C., or leave the names out."


def vocabulary_of_game(
    header: Header, vocabulary_of: Callable[[str], Vocabulary], lines: Mapping[str, int]
) -> Vocabulary:
    """Ask for the game's vocabulary; a `LookupError(says, hint)` says which games there are."""
    try:
        return vocabulary_of(header.game)
    except LookupError as fault:
        says, hint = (*map(str, fault.args), "", "")[:2]
        says = says if hint else f"There is no game {echoed(header.game)}."
        raise LogError(says, hint, lines.get("game", 1)) from None


def entries_of(header: Header) -> list[tuple[str, str]]:
    """Write a header as keys and values in their fixed order, empty ones left out; `inline` is left to the caller."""
    written: list[tuple[str, str]] = [("game", line_value(header.game))]
    if header.format != FORMAT:
        written.append(("format", str(header.format)))
    lists = {
        "layers": ", ".join(quoted(layer) if " " in layer else _part(layer) for layer in header.layers),
        "pack": line_value(header.pack) if header.pack else "",
        "players": ", ".join(map(player_value, header.players)),
        "rulings": ", ".join(f"{_part(key)}={_part(value)}" for key, value in header.rulings.items()),
        "event": line_value(header.event) if header.event else "",
        "date": line_value(header.date) if header.date else "",
        "continues": line_value(header.continues) if header.continues else "",
    }
    written += [(key, value) for key, value in lists.items() if value]
    facts = iter(header.position.items())
    while some := list(islice(facts, FACTS_A_LINE)):
        written.append(("position", ", ".join(f"{_part(fact)}={_part(value)}" for fact, value in some)))
    return written


def _take(values: Document, entry: HeaderEntry) -> None:
    if entry.key == "pack" and entry.block:
        values["inline"] = entry.value
    elif not entry.value.strip():
        raise Misread(f"{echoed(entry.key)} is empty.", "Fill it in or leave the line out.")
    elif entry.key == "position":
        _join(values.setdefault("position", {}), names_whole(entry.value), numbers=True)
    elif entry.key == "rulings":
        values["rulings"] = _join({}, entry.value, numbers=False)
    elif entry.key == "players":
        values["players"] = tuple(_seated(item) for item in _items(entry.value, divided=True))
    elif entry.key == "layers":
        values["layers"] = tuple(layer for item in _items(entry.value, divided=False) for layer in _layers(item))
    elif entry.key == "format":
        values["format"] = _format(entry.value)
    else:
        values[entry.key] = _single(entry.value)


def _items(value: str, *, divided: bool) -> list[Item]:
    found: list[Item] = []
    at, comma = 0, ","
    while comma:
        match = ITEM[divided].match(value, at)
        if match is None or not match[1].strip():
            raise Misread(
                f"{echoed(value[at:] or value)} cannot be read as a list.",
                "Separate items with commas; put names with commas or signs in them into quotation marks.",
                at + 1,
            )
        parts = [None if part is None else _plain(part) for part in match.group(1, 2, 3)]
        bare = '"' not in (match[2] if match[2] is not None else match[1])
        found.append(Item(parts[0] or "", parts[1], parts[2], bare, match.start(1) + 1))
        at, comma = match.end(), match[4]
    return found


def _join(known: Document, value: str, *, numbers: bool) -> Document:
    for item in _items(value, divided=False):
        if item.second is None or item.third is not None:
            raise Misread(f"{echoed(item.first)} stands there without a value.", "Write: NAME=VALUE", item.column)
        if item.first in known:
            raise Misread(f"{echoed(item.first)} is given twice.", "Keep one of them.", item.column)
        is_number = numbers and item.bare and NUMBER.fullmatch(item.second)
        known[item.first] = number(item.second) if is_number else item.second
    return known


def _seated(item: Item) -> HeaderPlayer:
    return HeaderPlayer(item.first, item.second or "", item.third or "")


def _layers(item: Item) -> list[str]:
    if item.second is not None or item.third is not None:
        raise Misread("A layer has a name and no value.", "Write: layers: NAME, NAME", item.column)
    return item.first.split() if item.bare else [item.first]


def _format(value: str) -> int:
    if not NUMBER.fullmatch(value.strip()):
        raise Misread(f"The format {echoed(value)} is not a number.", f"Write: format: {FORMAT}")
    return number(value.strip())


def _single(value: str) -> str:
    value = value.strip()
    if value.startswith('"') and not re.fullmatch(QUOTED, value, re.DOTALL):
        raise Misread("A quotation mark is not closed, or text follows it.", "Put the whole value inside.")
    return unquoted(value) if value.startswith('"') else value


def _plain(part: str) -> str:
    part = part.strip()
    return unquoted(part) if part.startswith('"') else part


def line_value(value: str) -> str:
    """Write a value that takes the rest of its line."""
    return value if SAFE_LINE.fullmatch(value) else quoted(value)


def _part(value: str | int) -> str:
    if isinstance(value, int):
        return str(value)
    return value if SAFE.fullmatch(value) and not NUMBER.fullmatch(value) else quoted(value)


def player_value(player: HeaderPlayer) -> str:
    """Write one seat with its player and role."""
    name = f"={_part(player.name) if player.name else ''}" if player.name or player.role else ""
    return f"{_part(player.seat)}{name}{'/' + _part(player.role) if player.role else ''}"
