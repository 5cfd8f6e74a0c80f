"""The header of a log in text and CSV: a list of keys and values."""

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
from engine.kernel.spellings.line_words import NUMBER, QUOTED, parse_number, quote_text, quote_whole_names, unquote_text
from engine.kernel.spellings.misread import Misread, echo_text, suggest_nearest
from engine.kernel.vocabulary import Vocabulary

KEYS = ("game", "format", "layers", "pack", "players", "rulings", "event", "date", "continues", "position")
FACTS_A_LINE = 6
# Actors that are not seats, and the unknown.
NOT_A_SEAT = frozenset({*SPEAKERS, "??"})
# One item of a list: `a`, `a=b`, `a=b/c`. A slash divides only the names of players.
ITEM = {
    divided: pattern(rf"\s*({part})\s*(?:=\s*({part})\s*)?(?:/\s*({part})\s*)?(,|$)", re.DOTALL)
    for divided, part in ((True, rf'{QUOTED}|[^",=/]*+'), (False, rf'{QUOTED}|[^",=]*+'))
}
SAFE = pattern(r'[^\s",=/#\x00-\x1f]+(?: [^\s",=/#\x00-\x1f]+)*')
SAFE_LINE = pattern(r'[^\s"#|\x00-\x1f](?:[^"#\x00-\x1f]*[^\s"#\x00-\x1f])?')
SHA256 = pattern(r"[0-9a-f]{64}")
# A seat with such a sign in it is more than a seat, unless it stands in quotation marks.
ODD_SEAT = pattern(r"[():]|\s(?:and|und|et|&)\s")
# TOML knows no other control characters, and text cannot carry them.
CONTROL = pattern(r"[\x00-\x08\x0b-\x1f\x7f]")


class HeaderEntry(NamedTuple):
    """One line of the header; a `block` is taken verbatim."""

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


def assemble_header(entries: Iterable[HeaderEntry]) -> tuple[Header, dict[str, int]]:
    """Assemble a header from its lines, and return the line of each key."""
    values: Document = {}
    lines: dict[str, int] = {}
    for entry in entries:
        if entry.key not in KEYS:
            raise LogError(
                f"There is no header key {echo_text(entry.key)}.", suggest_nearest(entry.key, KEYS), entry.line
            )
        if entry.key in lines and entry.key != "position":
            raise LogError(f"The header says {entry.key!r} twice.", "Keep one of them.", entry.line)
        lines.setdefault(entry.key, entry.line)
        try:
            _take_entry(values, entry)
        except Misread as fault:
            raise LogError(fault.says, fault.hint, entry.line, entry.column + max(fault.column - 1, 0)) from None
    if "game" not in values:
        raise LogError("The header does not say which game this is.", "Start the log with: game: NAME")
    header = Header(**values)
    check_header(header, lines)
    return header, lines


def check_header(header: Header, lines: Mapping[str, int]) -> None:
    """Refuse a header without players or with a contradiction."""
    for key, says, hint in (
        *_find_missing_keys(header),
        *_find_endless_names(header),
        *_find_contradictions(header),
        *_find_namesakes(header),
    ):
        raise LogError(says, hint, lines.get(key, 1))


def _find_missing_keys(header: Header) -> Iterator[tuple[str, str, str]]:
    if not header.game:
        yield "game", "The header does not say which game this is.", "Start the log with: game: NAME"
    if header.format != FORMAT:
        yield "format", f"The log says format {echo_text(header.format)}.", f"This version reads format {FORMAT}."
    if not header.players:
        yield "players", "The header names no players.", "Add: players: SEAT=NAME, SEAT=NAME"


def _find_endless_names(header: Header) -> Iterator[tuple[str, str, str]]:
    """Find names that are too long. Names appear in messages and pictures, which must stay readable."""
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


def _find_contradictions(header: Header) -> Iterator[tuple[str, str, str]]:
    seats = [player.seat for player in header.players]
    for key, names in (("players", seats), ("layers", header.layers)):
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            yield key, f"The header lists {echo_text(twice)} twice among its {key}.", "Keep one of them."
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
            yield "position", f"The position gives {echo_text(fact)} a number out of range.", f"Up to {MAX_NUMBER}."


def _find_namesakes(header: Header) -> Iterator[tuple[str, str, str]]:
    """Find players with the same name: a name stands for its seat, so it must mean one seat only."""
    seats = {player.seat.casefold() for player in header.players}
    named: dict[str, str] = {}
    for player in header.players:
        name = player.name.casefold()
        other = named.setdefault(name, player.seat)
        if name in seats - {player.seat.casefold()}:
            says = f"The player of {player.seat} is called {echo_text(player.name)}, as another seat is."
            yield "players", says, "Write the name of the player otherwise, or leave it out."
        elif name and other != player.seat:
            says = f"{other} and {player.seat} are both played by {echo_text(player.name)}."
            yield "players", says, "Tell the two apart, as Ada B. and Ada C., or leave the names out."


def find_vocabulary(header: Header, vocabulary_of: Callable[[str], Vocabulary], lines: Mapping[str, int]) -> Vocabulary:
    """Look up the game's vocabulary. `vocabulary_of` raises `LookupError(says, hint)` with the existing games."""
    try:
        return vocabulary_of(header.game)
    except LookupError as fault:
        says, hint = (*map(str, fault.args), "", "")[:2]
        says = says if hint else f"There is no game {echo_text(header.game)}."
        raise LogError(says, hint, lines.get("game", 1)) from None


def list_header_entries(header: Header) -> list[tuple[str, str]]:
    """List a header as keys and values in their fixed order, without empty ones. The caller writes `inline`."""
    written: list[tuple[str, str]] = [("game", spell_line_value(header.game))]
    if header.format != FORMAT:
        written.append(("format", str(header.format)))
    lists = {
        "layers": ", ".join(quote_text(layer) if " " in layer else _spell_part(layer) for layer in header.layers),
        "pack": spell_line_value(header.pack) if header.pack else "",
        "players": ", ".join(map(spell_player, header.players)),
        "rulings": ", ".join(f"{_spell_part(key)}={_spell_part(value)}" for key, value in header.rulings.items()),
        "event": spell_line_value(header.event) if header.event else "",
        "date": spell_line_value(header.date) if header.date else "",
        "continues": spell_line_value(header.continues) if header.continues else "",
    }
    written += [(key, value) for key, value in lists.items() if value]
    facts = iter(header.position.items())
    while some := list(islice(facts, FACTS_A_LINE)):
        written.append(("position", ", ".join(f"{_spell_part(fact)}={_spell_part(value)}" for fact, value in some)))
    return written


def _take_entry(values: Document, entry: HeaderEntry) -> None:
    if entry.key == "pack" and entry.block:
        values["inline"] = entry.value
    elif not entry.value.strip():
        raise Misread(f"{echo_text(entry.key)} is empty.", "Fill it in or leave the line out.")
    elif entry.key == "position":
        _join_pairs(values.setdefault("position", {}), quote_whole_names(entry.value), numbers=True)
    elif entry.key == "rulings":
        values["rulings"] = _join_pairs({}, entry.value, numbers=False)
    elif entry.key == "players":
        values["players"] = tuple(_make_player(item) for item in _split_items(entry.value, divided=True))
    elif entry.key == "layers":
        values["layers"] = tuple(
            layer for item in _split_items(entry.value, divided=False) for layer in _read_layers(item)
        )
    elif entry.key == "format":
        values["format"] = _read_format(entry.value)
    else:
        values[entry.key] = _read_single(entry.value)


def _split_items(value: str, *, divided: bool) -> list[Item]:
    found: list[Item] = []
    at, comma = 0, ","
    while comma:
        match = ITEM[divided].match(value, at)
        if match is None or not match[1].strip():
            raise Misread(
                f"{echo_text(value[at:] or value)} cannot be read as a list.",
                "Separate items with commas; put names with commas or signs in them into quotation marks.",
                at + 1,
            )
        parts = [None if part is None else _read_part(part) for part in match.group(1, 2, 3)]
        bare = '"' not in (match[2] if match[2] is not None else match[1])
        found.append(Item(parts[0] or "", parts[1], parts[2], bare, match.start(1) + 1))
        at, comma = match.end(), match[4]
    return found


def _join_pairs(known: Document, value: str, *, numbers: bool) -> Document:
    for item in _split_items(value, divided=False):
        if item.second is None or item.third is not None:
            raise Misread(f"{echo_text(item.first)} has no value.", "Write: NAME=VALUE", item.column)
        if item.first in known:
            raise Misread(f"{echo_text(item.first)} is given twice.", "Keep one of them.", item.column)
        is_number = numbers and item.bare and NUMBER.fullmatch(item.second)
        known[item.first] = parse_number(item.second) if is_number else item.second
    return known


def _make_player(item: Item) -> HeaderPlayer:
    return HeaderPlayer(item.first, item.second or "", item.third or "")


def _read_layers(item: Item) -> list[str]:
    if item.second is not None or item.third is not None:
        raise Misread("A layer takes no value.", "Write: layers: NAME, NAME", item.column)
    return item.first.split() if item.bare else [item.first]


def _read_format(value: str) -> int:
    if not NUMBER.fullmatch(value.strip()):
        raise Misread(f"The format {echo_text(value)} is not a number.", f"Write: format: {FORMAT}")
    return parse_number(value.strip())


def _read_single(value: str) -> str:
    value = value.strip()
    if value.startswith('"') and not re.fullmatch(QUOTED, value, re.DOTALL):
        raise Misread("A quotation mark is not closed, or text follows it.", "Put the whole value inside.")
    return unquote_text(value) if value.startswith('"') else value


def _read_part(part: str) -> str:
    part = part.strip()
    return unquote_text(part) if part.startswith('"') else part


def spell_line_value(value: str) -> str:
    """Write a value that takes the rest of its line."""
    return value if SAFE_LINE.fullmatch(value) else quote_text(value)


def _spell_part(value: str | int) -> str:
    if isinstance(value, int):
        return str(value)
    return value if SAFE.fullmatch(value) and not NUMBER.fullmatch(value) else quote_text(value)


def spell_player(player: HeaderPlayer) -> str:
    """Write one seat with its player and role."""
    name = f"={_spell_part(player.name) if player.name else ''}" if player.name or player.role else ""
    seat = quote_text(player.seat) if ODD_SEAT.search(player.seat) else _spell_part(player.seat)
    return f"{seat}{name}{'/' + _spell_part(player.role) if player.role else ''}"
