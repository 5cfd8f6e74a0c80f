"""Whether a content pack can be used, what is wrong with it, and how much of it is unknown or made up."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from engine.kernel.game import Game
from engine.kernel.jsons import Document, Json
from engine.kernel.log import Fault, Header, LogError
from engine.kernel.pack_reading import Path
from engine.kernel.packs import MAX_LINE, MAX_PACK, Pack, PackError, load
from engine.kernel.unknown import known


@dataclass(frozen=True, slots=True)
class Checked:
    """A pack once checked: good if it has no faults. `origins` counts values by where they come from."""

    id: str
    game: str
    faults: tuple[Fault, ...]
    origins: Mapping[str, int]
    unknown: int = 0


def head_of(text: str) -> Document:
    """Read the `[pack]` table of a pack (empty where it cannot be read as TOML, or nobody would want to)."""
    if len(text) > MAX_PACK or any(len(line) > MAX_LINE for line in text.splitlines()):
        return {}
    try:
        head = tomllib.loads(text).get("pack", {})
    except (ValueError, RecursionError):
        return {}
    return head if isinstance(head, dict) else {}


def check_pack(text: str, games: Mapping[str, Game], game: Game | None = None) -> Checked:
    """Check a pack by the rules of every pack and by those of its game, or of the `game` given."""
    head = head_of(text)
    named, own = str(head.get("id", "")), str(head.get("game", ""))
    faults = _faults(text, game or games.get(own), own, games)
    if faults:
        return Checked(named, own, faults, {})
    origins, unknown = _origins(load(text, own))
    return Checked(named, own, (), origins, unknown)


def _faults(text: str, game: Game | None, named: str, games: Mapping[str, Game]) -> tuple[Fault, ...]:
    try:
        if game is None:
            load(text, named)
            known_games = f"Write game = … with one of: {', '.join(games)}."
            return (Fault("The pack is for no game that we know.", known_games, 1, 1),)
        game.content(Header(game=game.name, inline=text), {})
    except PackError as wrong:
        return wrong.faults
    except LogError as wrong:
        return (wrong.fault,)
    return ()


def _origins(pack: Pack) -> tuple[dict[str, int], int]:
    """Count where the values come from: what a finding may rest on."""
    counts: Counter[str] = Counter()
    unknown = 0
    stack: list[tuple[Json, Path]] = [(pack.tree, ())]
    while stack:
        value, path = stack.pop()
        if isinstance(value, dict):
            stack += [(inner, (*path, key)) for key, inner in value.items()]
        elif isinstance(value, list):
            stack += [(inner, (*path, at)) for at, inner in enumerate(value)]
        elif known(value):
            counts[pack.provenance(path)] += 1
        else:
            unknown += 1
    return dict(counts), unknown


def document(checked: Checked) -> Document:
    """Spell for a program what a check came to."""
    return {
        "good": not checked.faults,
        "id": checked.id,
        "game": checked.game,
        "origins": dict(sorted(checked.origins.items())),
        "unknown": checked.unknown,
        "faults": [
            {"says": fault.says, "hint": fault.hint, "line": fault.line, "column": fault.column}
            for fault in checked.faults
        ],
    }
