"""Checks whether a content pack can be used, and counts its unknown and invented values."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from audit.house_rulings import is_rulings_pack, list_house_faults
from engine.kernel.basics.json_types import Document, Json
from engine.kernel.game import Game
from engine.kernel.log import Fault, Header, LogError
from engine.kernel.packs.pack import Pack, load_pack, read_tables
from engine.kernel.packs.reader import PackError, Path
from engine.kernel.unknown import is_known

# The comment above the first table of a shipped pack, and its replacement in a sheet to fill in.
_LEAD = re.compile(r"\A(?:#.*\n)*\n?")
TO_FILL_IN = """\
# Your copy of {game}, as far as you have read it off its pieces. Replace each "??" that you can see printed, and mark
# what you have checked: provenance = "verified", beside a value or for a whole table. What stays "??" is unverifiable
# in an audit, never illegal. Then: deadreckon pack check FILE, and in a log's header: pack: the id below.

"""


@dataclass(frozen=True, slots=True)
class PackCheck:
    """The check of a pack, which is good if it has no faults. `origins` counts the values by provenance."""

    id: str
    game: str
    faults: tuple[Fault, ...]
    origins: Mapping[str, int]
    unknown: int = 0


def read_pack_head(text: str) -> Document:
    """Read the `[pack]` table of a pack. Return an empty table if the text cannot be parsed."""
    try:
        head = read_tables(text).get("pack", {})
    except PackError:
        return {}
    return head if isinstance(head, dict) else {}


def check_pack(text: str, games: Mapping[str, Game], game: Game | None = None) -> PackCheck:
    """Check a pack against the rules of all packs and of its game (or of `game`). Rulings packs are checked too."""
    head = read_pack_head(text)
    if is_rulings_pack({"pack": head}):
        return PackCheck(str(head.get("id", "")), "", list_house_faults(text, games), {})
    named, own = str(head.get("id", "")), str(head.get("game", ""))
    faults = _find_faults(text, game or games.get(own), own, games)
    if faults:
        return PackCheck(named, own, faults, {})
    origins, unknown = _count_origins(load_pack(text, own))
    return PackCheck(named, own, (), origins, unknown)


def write_blank_pack(game: Game, pack_id: str, filled_by: str) -> str:
    """Write the game's bare pack as a sheet with its own id.

    Raises `LogError` if the game has no pack or the id is bad.
    """
    pack = getattr(game.content(Header(game=game.name), {}), "pack", None)
    if pack is None:
        raise LogError(f"{game.title} has no content packs.", "Its rulebook prints all there is.")
    sheet = _LEAD.sub(TO_FILL_IN.format(game=game.title), pack.text, count=1)
    for key, value in {"id": pack_id, "filled_by": filled_by or "your name"}.items():
        sheet = sheet.replace(f'\n{key} = "{getattr(pack, key)}"\n', f"\n{key} = {_quote_toml(value)}\n", 1)
    if faults := _find_faults(sheet, game, game.name, {game.name: game}):
        raise LogError(faults[0].says, faults[0].hint)
    return sheet


def _quote_toml(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _find_faults(text: str, game: Game | None, named: str, games: Mapping[str, Game]) -> tuple[Fault, ...]:
    try:
        if game is None:
            load_pack(text, named)
            known_games = f"Write game = … with one of: {', '.join(games)}."
            return (Fault("The pack is for an unknown game.", known_games, 1, 1),)
        game.content(Header(game=game.name, inline=text), {})
    except PackError as wrong:
        return wrong.faults
    except LogError as wrong:
        return (wrong.fault,)
    return ()


def _count_origins(pack: Pack) -> tuple[dict[str, int], int]:
    """Count the values by provenance, and the unknown ones. Findings may depend on these values."""
    counts: Counter[str] = Counter()
    unknown = 0
    stack: list[tuple[Json, Path]] = [(pack.tree, ())]
    while stack:
        value, path = stack.pop()
        if isinstance(value, dict):
            stack += [(inner, (*path, key)) for key, inner in value.items()]
        elif isinstance(value, list):
            stack += [(inner, (*path, at)) for at, inner in enumerate(value)]
        elif is_known(value):
            counts[pack.provenance(path)] += 1
        else:
            unknown += 1
    return dict(counts), unknown


def pack_check_document(checked: PackCheck) -> Document:
    """Describe the check of a pack as a document."""
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
