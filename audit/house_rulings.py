"""Reads and writes house rulings: a pack of rulings that a log or tournament names (`rulings: house=harbour-1`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from engine.kernel.basics.json_types import Document
from engine.kernel.game import Game
from engine.kernel.log import Fault, Header, LogError
from engine.kernel.packs.pack import read_tables
from engine.kernel.packs.reader import PackError, PackFaults, is_name
from engine.kernel.spellings import echo_text, suggest_nearest

# The key that names such a pack among the rulings of a header, and the `kind` that the pack states.
HOUSE, KIND = "house", "rulings"
MOST_FAULTS = 100
ONE = 'Write [[rulings]] and below it game = "…", question = "…", reading = "…", why = "…".'
HEAD_KEYS = ("id", "kind", "name", "by")
KEYS = ("game", "question", "reading", "why", "who", "at", "case")


def add_house_rulings(rulings: Mapping[str, str], game: str, packs: Mapping[str, str]) -> dict[str, str]:
    """Replace `house=NAME` by the readings of that pack.

    Rulings that the caller states next to it win. Raises `LogError`.
    """
    if HOUSE not in rulings:
        return dict(rulings)
    name = rulings[HOUSE]
    if name not in packs:
        raise LogError(
            f"The rulings pack {echo_text(name)} is not available.",
            "Supply it: --pack FILE, or in a request its SHA-256 (pack).",
            0,
            0,
        )
    own = {question: reading for question, reading in rulings.items() if question != HOUSE}
    return read_house_rulings(packs[name], game) | own


def add_house_to_header(header: Header, packs: Mapping[str, str]) -> Header:
    """Return a header with the readings of the house rulings that it names."""
    if HOUSE not in header.rulings:
        return header
    return msgspec.structs.replace(header, rulings=add_house_rulings(header.rulings, header.game, packs))


def read_house_rulings(text: str, game: str) -> dict[str, str]:
    """Read what a pack rules for a game. Raises `LogError` if it is not a rulings pack."""
    tree = _parse_pack(text)
    if not is_rulings_pack(tree):
        raise LogError(
            "The pack named as a house's is not a rulings pack.",
            "A rulings pack has kind = “rulings” under [pack].",
            0,
            0,
        )
    said = [one for one in _list_entries(tree) if one.get("game") == game]
    return {str(one.get("question", "")): str(one.get("reading", "")) for one in said}


def is_rulings_pack(tree: Document) -> bool:
    """Return whether a parsed pack holds rulings, not components."""
    head = tree.get("pack")
    return isinstance(head, dict) and head.get("kind") == KIND


def list_house_faults(text: str, games: Mapping[str, Game]) -> tuple[Fault, ...]:
    """List every fault in a rulings pack, each with its line and a remedy."""
    faults = PackFaults(text)
    try:
        tree = _parse_pack(text)
    except LogError as wrong:
        return wrong.faults
    _check_head(tree, faults)
    seen: set[tuple[object, object]] = set()
    for at, one in enumerate(_list_entries(tree)):
        where = (one.get("game"), one.get("question"))
        if where in seen:
            faults.add_fault(("rulings", at, "question"), "it is read twice in this pack.", "Keep one of the two.")
        seen.add(where)
        for key, says, hint in _find_faults(one, games):
            faults.add_fault(("rulings", at, key), says, hint)
    if not seen:
        faults.add_fault(("rulings",), "nothing is ruled.", ONE)
    return tuple(faults.faults[:MOST_FAULTS])


def _parse_pack(text: str) -> Document:
    try:
        return read_tables(text)
    except PackError as wrong:
        raise LogError.from_faults(wrong.faults) from None


def _list_entries(tree: Document) -> list[Document]:
    listed = tree.get("rulings", [])
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def _check_head(tree: Document, faults: PackFaults) -> None:
    head = tree.get("pack")
    if not isinstance(head, dict) or not is_name(str(head.get("id", ""))):
        faults.add_fault(("pack", "id"), "a log must be able to name it.", "As in id = “harbour-1”.")
    if not is_rulings_pack(tree):
        faults.add_fault(("pack", "kind"), "this is not a rulings pack.", "Write kind = “rulings”.")
    for key in head if isinstance(head, dict) else ():
        if key not in HEAD_KEYS:
            faults.add_fault(
                ("pack", key), f"{echo_text(key)} is not a key of a rulings pack.", suggest_nearest(key, HEAD_KEYS)
            )
    for key in tree:
        if key not in {"pack", "rulings"}:
            faults.add_fault((key, 0), f"{echo_text(key)} is not a part of a rulings pack.", ONE)


def _find_faults(one: Document, games: Mapping[str, Game]) -> Iterator[tuple[str, str, str]]:
    """Yield each fault of one ruling as key, description and remedy."""
    for key in one:
        if key not in KEYS:
            yield key, f"{echo_text(key)} is not a key of a ruling.", suggest_nearest(key, KEYS)
    name, question, reading = (str(one.get(key, "")) for key in ("game", "question", "reading"))
    game = games.get(name)
    if game is None:
        yield "game", f"there is no game {echo_text(name)}.", suggest_nearest(name, games)
    elif question not in game.questions:
        hint = suggest_nearest(question, game.questions) or f"`deadreckon rulings {name}` lists them."
        yield "question", f"{game.title} has no open question {echo_text(question)}.", hint
    elif reading not in game.questions[question].readings:
        hint = suggest_nearest(reading, game.questions[question].readings)
        yield "reading", f"{question} has no reading {echo_text(reading)}.", hint
    if not str(one.get("why", "")).strip():
        yield "why", "each ruling needs a reason.", "Write why = “…”."


def write_rulings_pack(name: str, title: str, by: str, rulings: Iterable[Mapping[str, str]]) -> str:
    """Write a rulings pack as TOML."""
    lines = [
        "# The rulings of a house. A log names it in its header (rulings: house=the id below), a tournament under",
        "# [rulings] (house = the id below); counts and audits need it with --pack.",
        "",
        "[pack]",
        f"id = {_quote_toml(name)}",
        f"kind = {_quote_toml(KIND)}",
        f"name = {_quote_toml(title)}",
        *([f"by = {_quote_toml(by)}"] if by else []),
    ]
    for one in rulings:
        lines += ["", "[[rulings]]", *(f"{key} = {_quote_toml(value)}" for key, value in one.items() if value)]
    return "\n".join(lines) + "\n"


def _quote_toml(said: str) -> str:
    """Quote text in the form that TOML and JSON share. DEL, which only TOML forbids, is escaped too."""
    return msgspec.json.encode(said).decode().replace("\x7f", "\\u007f")
