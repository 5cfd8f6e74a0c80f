"""Cannons and Jolly Roger: other players' boats pushed back."""

from __future__ import annotations

from engine.games.tailwinds.content import MovementCard
from engine.games.tailwinds.events import FireCannons, RaiseJollyRoger
from engine.games.tailwinds.folds.sailing import Passage, after, backward, bring_back, found, put, scatter
from engine.games.tailwinds.folds.turns import use
from engine.games.tailwinds.reckoning import boat_named, within
from engine.games.tailwinds.state import AFLOAT, LANE_NUMBER, Boat, Table, Turn
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def cannons_fired(table: Table, event: FireCannons) -> None:
    """Every opponent's boat on the tested boat's space is pushed straight back; where the table says, it lies there."""
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
        table.unapplied.append("which boats Cannons hit could not be reckoned")
        scatter(table, perhaps)


def _in_reach(table: Table, own: list[Boat], turn: Turn) -> tuple[list[Boat], list[Boat]]:
    """The opponents' boats that Cannons hit, and those that they may have hit for all that is known."""
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
    """The opponents' boats that Cannons reach from a boat."""
    reach = card.param("range")
    return [b for b in table.boats if b.state is AFLOAT and b.seat != seat and within(table, boat, b, reach)]


def pushes(card: MovementCard) -> int:
    """How far Cannons push; the rulebook speaks of the space behind, so that is what an unread card does."""
    steps = card.param("distance")
    return steps if isinstance(steps, int) else 1


def land(table: Table, seat: str, landings: tuple[str, ...]) -> list[Boat]:
    """Put boats where the table says an effect left them, and say which they are."""
    # Names go by the places before the effect, so find all boats before moving any.
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
    """Take `green.aft@6/middle` apart."""
    if not is_known(landing):
        raise Undetermined
    name, _, place = landing.partition("@")
    space, _, lane = place.partition("/")
    return name, int(space), lane or "inside"


def printed(card: MovementCard, ability: str, name: str, otherwise: int) -> int:
    """Read a number of an ability; a card that is known not to have it prints none, and a guess must do."""
    other = is_known(card.ability) and card.ability != ability
    value: int = otherwise if other else card.param(name)
    return value


def jolly_roger_raised(table: Table, event: RaiseJollyRoger) -> None:
    """The boats named are pushed back; both were chosen at one moment, before either moved."""
    turn = use(table, event.by, "jolly_roger")
    names = (event.aft, event.fore)
    named = [found(table, event.by, name) for name in names if is_known(name) and name]
    for target in dict.fromkeys(boat for boat in named if boat is not None):
        if target.state is AFLOAT:
            backward(table, target, printed(turn.card, "jolly_roger", "distance", 1), same_lane=False)
    if not all(map(is_known, names)):
        scatter(table, [b for b in table.boats if b.seat != event.by])
