"""Set-up: who places boats first, and where they start."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.games.tailwinds.doubt import ANY_BOAT
from engine.games.tailwinds.events import PlaceBoat
from engine.games.tailwinds.reckoning import free_lane, is_free
from engine.games.tailwinds.sources import MOVEMENT, SETUP_1
from engine.games.tailwinds.state import LANE_NUMBER, LANES, WAITING, Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined

chapter = Chapter("Set-up")


@chapter.rule(
    "TW-SETUP-06",
    on=PlaceBoat,
    says="A die roll settles who places boats first.",
    cite=SETUP_1,
    rulings=("TW-AMB-01",),
)
def rolled_for_first(table: Table, event: PlaceBoat) -> Breach | None:
    if table.placed or table.phase != "set-up":
        return None
    if not table.rolls:
        return Breach(f"{event.by} places first, and no roll was made.", {"seat": event.by}, "A roll for the start.")
    reading = table.terms.first_placer
    if reading == "free-agreement":
        return None
    first = sorted(_selected(table, max if reading.startswith("highest") else min))
    if first == [event.by]:
        return None
    facts: dict[str, int | str] = {"seat": event.by, "selected": " ".join(first)}
    if len(first) > 1:
        return Breach(f"{event.by} places first, and {' and '.join(first)} are tied.", facts, "They roll again.")
    return Breach(
        f"{event.by} places first, and the roll chose {first[0]}.", facts, f"{first[0]} places both boats first."
    )


def _selected(table: Table, best: Callable[[Iterable[int]], int]) -> set[str]:
    """Play the rolls through: those tied for the best roll again among themselves."""
    rolled = {seat for seat, _ in table.rolls}
    if "" in rolled:
        # Somebody rolled, and nobody wrote down who.
        raise Undetermined
    contenders = rolled
    batch: dict[str, int] = {}
    for seat, value in table.rolls:
        if seat not in contenders or seat in batch:
            continue
        batch[seat] = value
        if len(batch) == len(contenders):
            winning = best(batch.values())
            contenders = {s for s, v in batch.items() if v == winning}
            batch = {}
    return contenders


@chapter.rule(
    "TW-SETUP-07",
    on=PlaceBoat,
    says="Boats are placed clockwise from the first player, both boats of one before the next.",
    cite=SETUP_1,
)
def clockwise(table: Table, event: PlaceBoat) -> Breach | None:
    if not table.placed or table.phase != "set-up":
        return None
    due = _next_placer(table)
    if event.by == due:
        return None
    if not due:
        return Breach(f"{event.by} places a boat, and all are placed.", {"seat": event.by})
    return Breach(
        f"{event.by} places a boat, and {due} is next.", {"seat": event.by, "due": due}, f"{due} places a boat."
    )


def _next_placer(table: Table) -> str:
    """Whose boat comes next ("" when all are placed)."""
    seats, last = table.seats, table.placed[-1]
    waiting = [s for s in seats if any(b.state is WAITING for b in table.players[s].boats)]
    start = seats.index(last)
    return next((s for s in (*seats[start:], *seats[:start]) if s in waiting), "")


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
