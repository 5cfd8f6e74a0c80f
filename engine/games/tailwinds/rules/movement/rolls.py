"""The purposes of a die roll, and the numbers that it can show."""

from __future__ import annotations

from engine.games.tailwinds.events import RollDie, RollWind
from engine.games.tailwinds.sources import COMPONENTS, SETUP_1, SPECIAL, faq
from engine.games.tailwinds.state import Table, Turn
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

chapter = Chapter("Movement points")
# The purpose of a roll, as part of a sentence.
PURPOSES = {
    "start": "for the start",
    "dice": "for a dice card",
    "parlay": "for a refused Parlay",
    "rum": "for the rum",
}


@chapter.rule(
    "TW-VALUE-07",
    on=(RollDie, RollWind),
    says="Every roll of the die has a cause.",
    cite=(SETUP_1, SPECIAL, faq("Parlay"), faq("Rolling Winds")),
    hangs_on=ANY_BOAT,
)
def rolled_for_something(table: Table, event: RollDie | RollWind) -> Breach | None:
    if table.owed:
        return None
    if isinstance(event, RollWind):
        return Breach("The wind die is rolled for nothing.", {}) if table.ends else None
    if event.purpose == "start" and table.phase == "set-up":
        return None
    turn, facts = table.turn, {"purpose": event.purpose}
    if turn is not None and (turn.refused is UNKNOWN if event.purpose == "parlay" else _may_roll(table, turn, event)):
        raise Undetermined
    if event.purpose == "dice" and turn is not None and turn.thrown < turn.card.dice:
        says = f"The die is rolled for {turn.card.id}, and nobody said that it would be."
        return Breach(says, {**facts}, f"{turn.seat} takes the die first: “{turn.seat}: throw”.")
    return Breach(f"The die is rolled {PURPOSES[event.purpose]}, and nothing asks for it.", {**facts}, "No roll.")


def _may_roll(table: Table, turn: Turn, event: RollDie) -> bool:
    """Return whether a Rainbow card played in this turn may ask for a roll."""
    played = (table.content.rainbow_card(c).effect if is_known(c) else UNKNOWN for c in turn.rainbow)
    return event.purpose == "rum" and any(effect is UNKNOWN for effect in played)


@chapter.rule(
    "TW-LOG-06",
    reads=("die",),
    on=(RollDie, RollWind),
    says="There is one die, with six sides, and a roll shows one of them.",
    cite=COMPONENTS,
)
def on_the_die(table: Table, event: RollDie | RollWind) -> Breach | None:
    if event.value in table.content.die:
        return None
    faces = ", ".join(str(face) for face in table.content.die)
    return Breach(f"The die shows {event.value}.", {"value": event.value}, f"Its faces are {faces}.")
