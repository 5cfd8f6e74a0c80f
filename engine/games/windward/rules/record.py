"""The rules of the chapter “The record”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content.pieces import WINDS
from engine.games.windward.events import RollBattle, RollGrey, RollWind
from engine.games.windward.facts import reckoners
from engine.games.windward.sources import (
    FULL_GLOBAL_SETUP,
    FULL_ORDERS,
    FULL_PLAYER_SETUP,
    LOG,
    SHORT_COMPONENTS,
    SHORT_HOW_BATTLES_WORK,
    SHORT_SETUP,
)
from engine.games.windward.state import Table
from engine.kernel.rules import EVERYTHING_ELSE, Breach, Chapter
from engine.kernel.unknown import known

chapter = Chapter("The record")

chapter.not_modelled(
    "WW-INV-01",
    says="8 Greys, 8 Reds and 1 White exist (the classic edition count; the full edition prints no count in text). "
    "Planet + holds + stockpile always equals these totals, counting a White that is parked, kept aside or "
    "removed.",
    cite=(SHORT_COMPONENTS, FULL_GLOBAL_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-INV-02",
    says="8 Grey and 8 Red teeth exist (the classic edition count). Holds + planet + stockpile equals these totals.",
    cite=(SHORT_COMPONENTS, FULL_GLOBAL_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-INV-03",
    says="100 gas/cannon tokens, 16 +2 Hits tokens, 5 coffee tokens, 11 life tokens (the classic edition counts).",
    cite=(SHORT_COMPONENTS, FULL_GLOBAL_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-INV-04",
    says="74 supply cards (the classic edition count): hands + stacks + discards always equals 74.",
    cite=(SHORT_COMPONENTS, FULL_GLOBAL_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-INV-05",
    says="Each ship, boat, mate, Crester and crew tile is in exactly one place at any time.",
    cite=(FULL_PLAYER_SETUP, SHORT_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-INV-06",
    says="Morale 1-4 (0 only in the instant of losing the ship), longboat speed 0-8, notoriety 0 upward. The two "
    "maxima are printed in the full edition only.",
    cite=(FULL_PLAYER_SETUP, FULL_ORDERS, SHORT_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-INV-07",
    on=(RollWind, RollGrey, RollBattle),
    says="Wind die results are 1-6 (one per territory); battle die results are faces that exist on the die; at most "
    "8 battle dice are in the box (the classic edition count).",
    cite=(FULL_GLOBAL_SETUP, SHORT_COMPONENTS, SHORT_SETUP, SHORT_HOW_BATTLES_WORK),
    reads=("battle_die",),
)
def possible_faces(table: Table, event: RollWind | RollGrey | RollBattle) -> Breach | None:
    if not isinstance(event, RollBattle):
        if event.value in WINDS:
            return None
        return Breach(f"The wind die shows {event.value}.", {"value": event.value}, "1 to 6.")
    faces = table.content.die.faces
    odd = next((hits for hits in event.hits if known(hits) and hits not in faces), None)
    if odd is None:
        return None
    return Breach(f"A battle die shows {odd} hits.", {"hits": odd}, f"{', '.join(map(str, sorted(set(faces))))}.")


chapter.upheld(
    "WW-INV-08",
    says="Where a log records an automatic consequence, its values must equal those the rules give; where it omits "
    "one, the engine derives it.",
    cite=LOG,
    by=reckoners,
    claims=(EVERYTHING_ELSE,),
)
