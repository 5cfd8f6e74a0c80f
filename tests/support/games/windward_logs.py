"""Logs of Windward that begin in the middle of a game."""

from __future__ import annotations

from audit import audit
from audit.findings.replay_outcome import replay_log
from audit.intake.preparation import prepare_log
from audit.model.findings import Finding
from engine.games import GAMES

PLAYERS = "game: windward\npack: windward-reconstructed-1\nplayers: green=Ada, orange=Ben, blue=Cleo\n"


# Green's turn, on a22; the Red of its territory is on a52, and would come to a33. Orange is in port.
SEA = (
    PLAYERS + "position: planet=a b c d e f, wind=1, turn=green, first=blue, round=2, reds=a52 b54 c53 d55 e64 f43\n"
    "position: greys=b53 c55, items=none, tops=fuel bait coffee, green.place=a22, green.hand=fuel harpoon\n"
    "position: green.morale=3, green.notoriety=4, green.gas=2, green.cannons=2, green.rowing=2, green.crester=none\n"
    "position: green.teeth.red=0, green.teeth.grey=0, green.tokens=0, green.crew=none, green.boat.1=aboard\n"
    "position: green.boat.2=aside, orange.place=port, orange.morale=2, orange.notoriety=3, orange.gas=0\n"
    "position: orange.cannons=0, orange.rowing=0, orange.crester=none, orange.teeth.red=0, orange.teeth.grey=0\n"
    "position: orange.tokens=0, orange.hand=none, orange.crew=none, orange.boat.1=aboard, orange.boat.2=aside\n"
    "position: blue.place=c32, blue.morale=2, blue.notoriety=5, blue.gas=1, blue.cannons=0, blue.rowing=0\n"
    "position: blue.crester=none, blue.teeth.red=2, blue.teeth.grey=1, blue.tokens=0, blue.hand=none, blue.crew=none\n"
    "position: blue.boat.1=aboard, blue.boat.2=aside\n"
)


def found(header: str, *lines: str) -> list[Finding]:
    raw = header + "---\n" + "".join(f"{line}\n" for line in lines)
    return [one for one in audit(raw.encode(), GAMES).roots if one.status not in {"unverifiable", "ruled"}]


def roots(header: str, *lines: str) -> list[tuple[int | None, str]]:
    return [(one.seq, one.rule) for one in found(header, *lines)]


# The set-up of a game before the first turn.
HEAD = """game: windward
{layers}pack: windward-reconstructed-1
players: green=Ada, orange=Ben, blue=Cleo
---
fate: planet a b c d e f{side}
fate: first green
fate: stacks ?? ?? ??
fate: wind 1
fate: grey 2
fate: grey 4
"""


def head(*layers: str, side: str = "") -> str:
    """Set a game up under these layers."""
    said = f"layers: {' '.join(layers)}\n" if layers else ""
    return HEAD.format(layers=said, side=side and f" side={side}")


def drawn(layers: str, position: str, *lines: str) -> str:
    """Return the words in the picture of a table after these lines."""
    head = f"game: windward\nlayers: {layers}\npack: windward-reconstructed-1\nplayers: purple=Ada\n"
    lines = lines or ('record: note "nothing yet"',)
    log = prepare_log(
        f"{head}position: planet=a b c d e f, wind=1, {position}\n---\n{chr(10).join(lines)}\n".encode(), GAMES
    )
    return log.game.draw_table(replay_log(log).timeline.table_after(len(log.entries)))
