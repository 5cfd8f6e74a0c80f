"""Spending points on boats, and the abilities that move boats or add points."""

from __future__ import annotations

from engine.games.tailwinds.events import (
    Answer,
    CallLongboat,
    Chase,
    CopyValue,
    FireCannons,
    MoveBoat,
    Parlay,
    RaiseJollyRoger,
    Replace,
    RollDie,
    Shackle,
    SwapLanes,
    ThrowDie,
    UseAbility,
)
from engine.games.tailwinds.folds.choosing import back_to_hand, lay_card, open_turn
from engine.games.tailwinds.folds.sailing import after, backward, forward, put
from engine.games.tailwinds.reckoning import (
    adjacent,
    aim_of,
    boat_named,
    charge,
    free_lane,
    free_steps,
    home,
    home_lane,
    own_boats,
    quarry,
)
from engine.games.tailwinds.state import AFLOAT, LANE_NUMBER, LANES, UNSETTLED, Boat, Table, Turn
from engine.kernel.flow import Owed
from engine.kernel.unknown import UNKNOWN, Undetermined, known


def boat_moved(table: Table, event: MoveBoat) -> None:
    """Points are spent, and the boat lies where the table says, or where we reckon."""
    turn = open_turn(table, event.by)
    turn.begun = True
    boat = _moving(table, event.by, event.boat)
    if boat is None:
        return
    points = event.points
    try:
        aim, cost = max(1, aim_of(table, boat, points)), max(0, charge(table, boat, points))
    except Undetermined:
        aim = cost = UNKNOWN
    origin = boat.space
    if event.space is UNKNOWN or event.space or event.lane:
        place = stated_place(table, boat, aim, event.space, event.lane)
        put(table, boat, *place)
        after(table, boat, origin, aim, "own")
    elif known(aim) and aim < origin:
        put(table, boat, aim, boat.lane)
    else:
        forward(table, boat, aim, "own")
    _book(table, turn, boat, origin, aim, points, cost)


def _moving(table: Table, seat: str, name: str) -> Boat | None:
    """Find a boat that can move at all."""
    boat = boat_named(table, seat, name) if known(name) else None
    if boat is None or boat.state is not AFLOAT:
        table.unapplied.append(f"{seat} has no boat “{name}” to move")
        return None
    return boat


def stated_place(table: Table, boat: Boat, aim: int, space: int, lane: str) -> tuple[int, int]:
    """Where the table says a boat lies; the half that is not stated is reckoned."""
    at = aim if known(space) and not space else space
    if not known(at) or not known(lane):
        return at, UNKNOWN
    if table.ends and at > table.finish:
        at = table.finish
    if lane:
        return max(1, at), LANE_NUMBER.get(lane, 3)
    if known(table.finish) and at >= table.finish:
        return table.finish, home_lane(table)
    return max(1, at), free_lane(table, max(1, at), boat) or len(LANES) - 1


def _book(table: Table, turn: Turn, boat: Boat, origin: int, aim: int, points: int, cost: int) -> None:  # noqa: PLR0917, PLR0913 - the parts of one block
    """Charge a block, unless it is one of Pursuit's fixed steps, and note what it lost on the way."""
    try:
        fixed = boat.number not in turn.stepped and free_steps(table, turn)
    except Undetermined:
        fixed = False
    if fixed:
        turn.stepped.add(boat.number)
    else:
        turn.spent += cost
    turn.blocks.append(boat.number)
    if not (known(aim) and known(origin) and known(boat.space)):
        return
    if boat.state is AFLOAT and boat.space < aim:
        turn.short += aim - boat.space
    if table.terms.past_finish == "excess-always-lost" and known(table.finish) and origin + points > table.finish:
        turn.lost += origin + points - table.finish


def cannons_fired(table: Table, event: FireCannons) -> None:
    """Every opponent's boat on the tested boat's space is pushed straight back."""
    turn = use(table, event.by, "cannons")
    boat = boat_named(table, event.by, event.boat) if known(event.boat) else None
    if boat is None:
        return
    turn.tested.append(boat.number)
    if event.landings:
        land(table, event.by, event.landings)
        return
    try:
        struck = [b for b in table.boats if b.state is AFLOAT and b.seat != boat.seat and b.space == boat.space]
    except Undetermined:
        table.unapplied.append("which boats Cannons hit could not be reckoned")
        return
    for target in struck:
        backward(table, target, param(turn, "distance", 1), same_lane=True)


def land(table: Table, seat: str, landings: tuple[str, ...]) -> None:
    """Put boats where the table says an effect left them."""
    for landing in landings:
        if not known(landing):
            continue
        name, space, lane = read_landing(landing)
        boat = boat_named(table, seat, name)
        if boat is not None and boat.state is AFLOAT:
            origin = boat.space
            put(table, boat, min(space, table.finish) if known(table.finish) else space, LANE_NUMBER[lane])
            if known(origin) and boat.space > origin:
                after(table, boat, origin, boat.space, "effect")


def read_landing(landing: str) -> tuple[str, int, str]:
    """Take `green.aft@6/middle` apart."""
    name, _, place = landing.partition("@")
    space, _, lane = place.partition("/")
    return name, int(space), lane or "inside"


def param(turn: Turn, name: str, default: int) -> int:
    """Read a number that the card prints for its ability."""
    value = turn.card.param(name)
    return value if isinstance(value, int) else default


def use(table: Table, seat: str, ability: str) -> Turn:
    """Note that an ability was used."""
    turn = open_turn(table, seat)
    turn.used[ability] = turn.used.get(ability, 0) + 1
    return turn


def jolly_roger_raised(table: Table, event: RaiseJollyRoger) -> None:
    """The boats named are pushed back."""
    turn = use(table, event.by, "jolly_roger")
    for name in (event.aft, event.fore):
        target = boat_named(table, event.by, name) if known(name) and name else None
        if target is not None and target.state is AFLOAT:
            backward(table, target, param(turn, "distance", 1), same_lane=False)


def value_copied(table: Table, event: CopyValue) -> None:
    """The turn's points are those of the card shown."""
    turn = use(table, event.by, "copy")
    turn.copied = event.card
    turn.base = copied_value(table, event.card)


def copied_value(table: Table, card: str) -> int:
    """What a copy card is worth when it copies a card."""
    value: int = UNKNOWN
    if not known(card):
        return value
    value = table.content.card(card).value
    if table.terms.copy_dice != "final-total":
        return value
    return next((p.total for p in table.players.values() if p.total and p.resolved == card), value)


def shackled(table: Table, event: Shackle) -> None:
    """Everybody still to act, except with a last card, takes the card back."""
    use(table, event.by, "shackle")
    late = [s for s in table.seats if is_shackled(table, event.by, s)]
    for seat in late:
        player = table.players[seat]
        player.shackled = player.card
        back_to_hand(table, player)
        player.card, player.shown = UNKNOWN, False
    if late and table.terms.shackle_moment != "at-own-turn-open":
        table.owed.append(_replacements(tuple(late)))


def _replacements(seats: tuple[str, ...]) -> Owed:
    return Owed(Replace, "TW-SHACKLE-01", f"Another card from {' and '.join(seats)}", seats=seats)


def is_shackled(table: Table, by: str, seat: str) -> bool:
    """Say whether Shackle makes this player choose again."""
    player = table.players[seat]
    return seat != by and seat not in table.acted and player.card is not None and player.size > 0


def replaced(table: Table, event: Replace) -> None:
    """Another card lies face down instead."""
    player = table.players[event.by]
    if player.card is not UNKNOWN and player.card is not None:
        back_to_hand(table, player)
    player.card = None
    lay_card(table, player, event.card)
    player.seal = event.seal
    player.shown = table.terms.shackle_moment != "immediately-face-down"
    if table.owed and table.owed[-1].what is Replace:
        left = tuple(s for s in table.owed.pop().seats if s != event.by)
        if left:
            table.owed.append(_replacements(left))


def chased(table: Table, event: Chase) -> None:
    """The boat joins the closest opponent ahead on its card."""
    turn = use(table, event.by, "chase")
    boat = _moving(table, event.by, event.boat)
    if boat is None:
        return
    turn.chased.add(boat.number)
    try:
        prey = quarry(table, boat)
        aim = event.space or (prey.space if prey is not None else boat.space)
    except Undetermined:
        put(table, boat, UNKNOWN, UNKNOWN)
        return
    if aim > boat.space:
        forward(table, boat, aim, "effect")


def longboat_called(table: Table, event: CallLongboat) -> None:
    """A point more."""
    turn = use(table, event.by, "longboat")
    turn.bonus += param(turn, "bonus", 1)


def beside(table: Table, seat: str) -> bool:
    """Say whether an own boat is adjacent to an opponent's."""
    return any(adjacent(own, b) for own in own_boats(table, seat) for b in table.boats if b.seat != seat)


def lanes_swapped(table: Table, event: SwapLanes) -> None:
    """Two boats exchange lanes."""
    turn = use(table, event.by, "manoeuvre")
    if known(event.boat) and known(event.other):
        one, other = boat_named(table, event.by, event.boat), boat_named(table, event.by, event.other)
        if one is not None and other is not None:
            turn.swapped.append(one.number)
            exchange(table, one, other)


def exchange(table: Table, one: Boat, other: Boat) -> None:
    """Exchange the lanes of two boats, each on its own space."""
    if UNSETTLED in (one.lane if known(one.lane) else 0, other.lane if known(other.lane) else 0):
        return
    lane = one.lane
    put(table, one, one.space, other.lane)
    put(table, other, other.space, lane)


def parlay_asked(table: Table, event: Parlay) -> None:
    """The answer is awaited."""
    turn = use(table, event.by, "parlay")
    turn.parlay = event.target
    if known(event.target) and event.target != event.by:
        table.owed.append(Owed(Answer, "TW-PARLAY-03", f"{event.target}'s answer", seats=(event.target,)))


def answered(table: Table, event: Answer) -> None:
    """Yes: the two exchange what they hold. No: the die may be thrown."""
    if table.owed and table.owed[-1].what is Answer:
        table.owed.pop()
    turn = table.turn
    if turn is None or not known(event.reply):
        return
    if event.reply == "no":
        turn.refused = True
        return
    asker, giver = table.players[turn.seat], table.players[event.by]
    asker.rainbow, giver.rainbow = giver.rainbow, asker.rainbow
    turn.gained += [f"parlay:{card}" for card in asker.rainbow]
    turn.parlay = ""


def die_thrown(table: Table, event: ThrowDie) -> None:
    """A roll is due."""
    turn = use(table, event.by, "throw")
    turn.thrown += 1
    purpose = "parlay" if turn.refused else "dice"
    table.owed.append(
        Owed(RollDie, "TW-VALUE-05" if turn.refused else "TW-VALUE-02", "The roll", where=(("purpose", purpose),))
    )


def ability_used(table: Table, event: UseAbility) -> None:
    """Something a pack describes in words happened; nothing is reckoned from it."""
    use(table, event.by, "custom")
    table.unapplied.append("an ability that the pack describes only in words")
