"""The rules of the chapter “Red Cresters”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.events import MoveRed
from engine.games.windward.reckoning.cresters import reds_to_move
from engine.games.windward.sources import (
    FULL_AT_SKY,
    FULL_NATURALIST,
    FULL_SMALL_WORLD,
    FULL_SOLO,
    FULL_TERRAIN,
    SHORT_ALTERNATE_MAP,
    SHORT_NATURALIST,
    SHORT_TERRAIN,
    SHORT_TURN_END,
    SHORT_WIND,
)
from engine.games.windward.state import Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined

chapter = Chapter("Red Cresters")

chapter.not_modelled(
    "WW-RED-01",
    says="Only a Red that stands in the territory of the resting ship moves, and only for a ship resting at sky.",
    cite=(FULL_AT_SKY, SHORT_TURN_END),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-RED-02",
    says="A Red that was party to a battle with you this turn does not move.",
    cite=(FULL_AT_SKY, SHORT_TURN_END),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-RED-03",
    on=MoveRed,
    says="It moves 3 spaces toward the ship (2 on the small planet), stopping early only on arrival or when it can "
    "get no nearer.",
    cite=(FULL_AT_SKY, FULL_SMALL_WORLD, SHORT_TURN_END, SHORT_ALTERNATE_MAP),
    reads=("tiles", "planet"),
)
def towards_the_ship(table: Table, event: MoveRed) -> Breach | None:
    turn = table.turn
    if turn is None or not table.owed or table.owed[-1].what is not MoveRed:
        return None
    ends = reds_to_move(table, turn).get(event.start)
    if ends is None or event.to in ends:
        return None
    says = f"The Red on {event.start} comes to {event.to}."
    return Breach(says, {"from": event.start, "to": event.to}, f"{' or '.join(ends)}.")


chapter.not_modelled(
    "WW-RED-04",
    says="A Red may not leave its territory (solo excepted): the one it is in (the full edition), the one it began "
    "in (the classic edition, and co-op in both).",
    cite=(FULL_AT_SKY, SHORT_TURN_END, FULL_SOLO),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-RED-05",
    says="A Red neither enters nor passes spaces with other players' ships.",
    cite=(FULL_AT_SKY, SHORT_TURN_END),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-RED-06",
    says="In the full edition: it goes as far as it can and stops when it can no longer approach. In the classic "
    "edition: if it is blocked from reaching the ship it does not move.",
    cite=(FULL_AT_SKY, SHORT_TURN_END),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-RED-07",
    says="Reds avoid drift and may not use zephyr or around-the-planet travel; wind does not matter.",
    cite=(FULL_TERRAIN, FULL_AT_SKY, SHORT_WIND, SHORT_TERRAIN),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-RED-08",
    says="A Red reaching the ship's space starts a battle as the attacker.",
    cite=(FULL_AT_SKY, SHORT_TURN_END),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-RED-09",
    says="If the territory has more than one Red, each moves in turn, nearest first, each battle settled before the "
    "next moves. (Comes up with the Naturalist).",
    cite=(FULL_NATURALIST, SHORT_NATURALIST),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-RED-10",
    says="A Red may not move onto another Red's space (in solo up to two may share).",
    cite=(FULL_NATURALIST, SHORT_NATURALIST, FULL_SOLO),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-RED-11",
    on=MoveRed,
    says="Reds move only in the rest step, as replacements being placed, when released by research, or back after a "
    "battle they began.",
    cite=(FULL_AT_SKY, SHORT_TURN_END),
)
def red_is_due(table: Table, event: MoveRed) -> Breach | None:
    turn = table.turn
    due = bool(table.owed) and table.owed[-1].what is MoveRed
    if turn is not None and due and event.start in reds_to_move(table, turn):
        return None
    if table.phase == "rest" and not due:
        # Where ship or Reds are nobody wrote down, or the planet.
        raise Undetermined
    return Breach(f"The Red on {event.start} is not to move now.", {"from": event.start})
