"""Cannons and Jolly Roger push other players' boats back."""

from __future__ import annotations

from engine.games.tailwinds.content import MovementCard
from engine.games.tailwinds.events import FireCannons, RaiseJollyRoger
from engine.games.tailwinds.folds.sailing import Passage, after, backward, bring_back, found, put, scatter
from engine.games.tailwinds.folds.turns import use
from engine.games.tailwinds.reckoning import boat_named, within
from engine.games.tailwinds.state import AFLOAT, LANE_NUMBER, Boat, Table, Turn
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def cannons_fired(table: Table, event: FireCannons) -> None:
    """Every opponent's boat on the tested boat's space is pushed straight back, or to the place that the log states."""
    turn = use(table, event.by, "cannons")
    tested: list[Boat | None]
    try:
        tested = [boat_named(table, event.by, event.boat)]
    except Undetermined:
        tested = [b for b in table.players[event.by].boats if b.state is AFLOAT]
        turn.tested.append(UNKNOWN)
    else:
        turn.tested += [boat.number for boat in tested if boat is not None]
    struck, perhaps = _in_reach(table, [b for b in tested if b is not None], turn)
    landed = land(table, event.by, event.landings)
    for target in struck:
        if target not in landed:
            backward(table, target, pushes(turn.card), same_lane=True)
    if perhaps and not landed:
        table.unapplied.append("which boats Cannons hit could not be computed")
        scatter(table, perhaps)


def _in_reach(table: Table, own: list[Boat], turn: Turn) -> tuple[list[Boat], list[Boat]]:
    """Return the opponents' boats that Cannons hit, and those that they may have hit."""
    struck, perhaps = list[Boat](), list[Boat]()
    for target in (b for b in table.boats if b.state is AFLOAT and b.seat != turn.seat and own):
        try:
            hit = [within(table, boat, target, turn.card.param("range")) for boat in own]
        except Undetermined:
            perhaps.append(target)
        else:
            (struck if len(own) == 1 else perhaps).extend([target] if any(hit) else [])
    return struck, perhaps


def hit_from(table: Table, boat: Boat, seat: str, card: MovementCard) -> list[Boat]:
    """Return the opponents' boats that Cannons reach from a boat."""
    reach = card.param("range")
    return [b for b in table.boats if b.state is AFLOAT and b.seat != seat and within(table, boat, b, reach)]


def pushes(card: MovementCard) -> int:
    """Return how far Cannons push. An unread card pushes one space, because the rulebook speaks of the space behind."""
    steps = card.param("distance")
    return steps if isinstance(steps, int) else 1


def land(table: Table, seat: str, landings: tuple[str, ...]) -> list[Boat]:
    """Put boats where the log says an effect left them, and return them."""
    # Boat names depend on the places before the effect, so find all boats before moving any.
    landings_read = [
        (found(table, seat, read_landing(text)[0]), read_landing(text)) for text in landings if is_known(text)
    ]
    for boat, (_, space, lane) in landings_read:
        if boat is not None and boat.state is AFLOAT:
            origin = boat.space
            put(table, boat, min(space, table.finish) if is_known(table.finish) else space, LANE_NUMBER[lane])
            bring_back(table, boat)
            if is_known(origin) and boat.space > origin:
                after(table, Passage(boat, origin, boat.space, "effect"))
    return [boat for boat, _ in landings_read if boat is not None]


def read_landing(landing: str) -> tuple[str, int, str]:
    """Split `green.aft@6/middle` into boat, space and lane."""
    if not is_known(landing):
        raise Undetermined
    name, _, place = landing.partition("@")
    space, _, lane = place.partition("/")
    return name, int(space), lane or "inside"


def printed(card: MovementCard, ability: str, name: str, otherwise: int) -> int:
    """Return a number that a card's ability prints, or `otherwise` if the card is known to lack that ability."""
    other = is_known(card.ability) and card.ability != ability
    value: int = otherwise if other else card.param(name)
    return value


def jolly_roger_raised(table: Table, event: RaiseJollyRoger) -> None:
    """The named boats are pushed back. Both were chosen at one moment, before either moved."""
    turn = use(table, event.by, "jolly_roger")
    names = (event.aft, event.fore)
    named = [found(table, event.by, name) for name in names if is_known(name) and name]
    for target in dict.fromkeys(boat for boat in named if boat is not None):
        if target.state is AFLOAT:
            backward(table, target, printed(turn.card, "jolly_roger", "distance", 1), same_lane=False)
    if not all(map(is_known, names)):
        scatter(table, [b for b in table.boats if b.seat != event.by])
