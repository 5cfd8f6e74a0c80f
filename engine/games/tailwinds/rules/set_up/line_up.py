"""Set-up: which player places boats first, and where they start."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.games.tailwinds.events import PlaceBoat
from engine.games.tailwinds.reckoning import free_lane, is_free, next_placer
from engine.games.tailwinds.sources import MOVEMENT, SETUP_1
from engine.games.tailwinds.state import LANE_NUMBER, LANES, WAITING, Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Set-up")


@chapter.rule(
    "TW-SETUP-06",
    on=PlaceBoat,
    says="A die roll settles who places boats first.",
    cite=SETUP_1,
    rulings=("TW-AMB-01",),
)
def rolled_for_first(table: Table, event: PlaceBoat) -> Breach | None:
    """Check the player who places first against the start rolls. Missing rolls may have had any result."""
    reading = table.terms.first_placer
    if table.placed or table.phase != "set-up" or reading == "free-agreement":
        return None
    first = _selected(table, max if reading.startswith("highest") else min)
    if event.by in first:
        if len(first) > 1:
            raise Undetermined
        return None
    facts: dict[str, int | str] = {"seat": event.by, "selected": " ".join(first)}
    if len(first) > 1:
        return Breach(f"{event.by} places first, and it was between {' and '.join(first)}.", facts, "One of them.")
    return Breach(
        f"{event.by} places first, and the roll chose {first[0]}.", facts, f"{first[0]} places both boats first."
    )


def _selected(table: Table, best: Callable[[Iterable[int]], int]) -> list[str]:
    """Replay the rolls, with re-rolls among those tied for the best; return the players that they can have chosen."""
    rolls, contenders = list(table.rolls), list(table.seats)
    if not all(is_known(seat) and seat for seat, _ in rolls):
        # An unknown player rolled.
        raise Undetermined
    while True:
        batch: dict[str, int] = {}
        while rolls and rolls[0][0] not in batch:
            seat, value = rolls.pop(0)
            batch[seat] = value
        rolled = [batch[seat] for seat in contenders if seat in batch and is_known(batch[seat])]
        contenders = [s for s in contenders if s not in batch or not is_known(batch[s]) or batch[s] == best(rolled)]
        if not rolls:
            return contenders
        if len(contenders) == 1:
            # No player rolls again once it is settled, so a roll of the first round is missing.
            raise Undetermined


@chapter.rule(
    "TW-SETUP-07",
    on=PlaceBoat,
    says="Boats are placed clockwise from the first player, both boats of one before the next.",
    cite=SETUP_1,
)
def clockwise(table: Table, event: PlaceBoat) -> Breach | None:
    """A missing placement is reported when all must be placed; the next player is not out of turn because of it."""
    if not table.placed or table.phase != "set-up":
        return None
    if all(b.state is not WAITING for b in table.players[event.by].boats):
        return Breach(f"{event.by} places a third boat.", {"seat": event.by}, "Two boats each.")
    if not all(is_known(seat) for seat in table.placed):
        raise Undetermined
    again = event.by in table.placed
    if table.placed[-1] == event.by or (not again and _once_round(table, [*dict.fromkeys(table.placed), event.by])):
        return None
    due = next_placer(table)
    if not due or due == event.by:
        return Breach(f"{event.by} places a boat after {table.placed[-1]} has.", {"seat": event.by}, "Both in one go.")
    return Breach(
        f"{event.by} places a boat, and {due} is next.", {"seat": event.by, "due": due}, f"{due} places a boat."
    )


def _once_round(table: Table, turns: list[str]) -> bool:
    """Return whether these seats follow each other within one round of the table."""
    seats = table.seats
    places = [(seats.index(seat) - seats.index(turns[0])) % len(seats) for seat in turns]
    return places == sorted(places)


@chapter.rule(
    "TW-SETUP-08",
    reads=("track",),
    on=PlaceBoat,
    says="Boats start on starting spaces, as their owner likes.",
    cite=SETUP_1,
    rulings=("TW-AMB-04",),
)
def starting_space(table: Table, event: PlaceBoat) -> Breach | None:
    if table.phase != "set-up" or event.space in table.starts:
        return None
    allowed = ", ".join(str(s) for s in sorted(table.starts))
    says = f"{event.by} starts on space {event.space}, which is no starting space."
    return Breach(says, {"space": event.space}, f"One of {allowed}.")


@chapter.rule(
    "TW-SETUP-09",
    on=PlaceBoat,
    says="The line-up too has three lanes a space and one boat a lane.",
    cite=MOVEMENT,
    rulings=("TW-AMB-02",),
    hangs_on=ANY_BOAT,
)
def one_boat_a_lane(table: Table, event: PlaceBoat) -> Breach | None:
    if table.phase != "set-up":
        return None
    free = free_lane(table, event.space)
    facts: dict[str, int | str] = {"space": event.space}
    if not free:
        return Breach(f"Space {event.space} holds three boats already.", facts, "Another starting space.")
    lane = LANE_NUMBER[event.lane] if event.lane else free
    if not is_free(table, event.space, lane):
        return Breach(
            f"The {event.lane} lane of space {event.space} is taken.", facts, f"The {LANES[free]} lane is free."
        )
    if lane != free and table.terms.placing_lane == "innermost-free":
        says = f"{event.by} takes the {event.lane} lane of space {event.space}, with the {LANES[free]} lane free."
        return Breach(says, facts, f"The {LANES[free]} lane.")
    return None
