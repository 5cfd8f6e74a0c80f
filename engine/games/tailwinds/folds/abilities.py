"""What the abilities of character cards do: boats pushed and carried, lanes and cards exchanged, points added."""

from __future__ import annotations

from engine.games.tailwinds.content import MovementCard
from engine.games.tailwinds.events import (
    Answer,
    CallLongboat,
    Chase,
    CopyValue,
    FireCannons,
    Parlay,
    RaiseJollyRoger,
    Replace,
    RollDie,
    Shackle,
    SwapLanes,
    ThrowDie,
    UseAbility,
)
from engine.games.tailwinds.folds.choosing import back_to_hand, lay_card
from engine.games.tailwinds.folds.moving import moving
from engine.games.tailwinds.folds.sailing import after, backward, bring_back, forward, found, put, scatter
from engine.games.tailwinds.folds.turns import open_turn
from engine.games.tailwinds.reckoning import adjacent, boat_named, owing_a_card, own_boats, quarry, within
from engine.games.tailwinds.state import AFLOAT, LANE_NUMBER, UNSETTLED, Boat, Player, Table, Turn
from engine.kernel.flow import Owed
from engine.kernel.unknown import UNKNOWN, Undetermined, known


def use(table: Table, seat: str, ability: str) -> Turn:
    """Note that an ability was used."""
    turn = open_turn(table, seat)
    turn.used[ability] = turn.used.get(ability, 0) + 1
    return turn


# Boats pushed back


def cannons_fired(table: Table, event: FireCannons) -> None:
    """Every opponent's boat on the tested boat's space is pushed straight back; where the table says, it lies there."""
    turn = use(table, event.by, "cannons")
    tested: list[Boat | None]
    try:
        tested = [boat_named(table, event.by, event.boat)]
    except Undetermined:
        tested = [*own_boats(table, event.by)]
    turn.tested += [boat.number for boat in tested if boat is not None]
    struck, perhaps = _in_reach(table, [b for b in tested if b is not None], turn)
    told = land(table, event.by, event.landings)
    for target in struck:
        if target not in told:
            backward(table, target, pushes(turn.card), same_lane=True)
    if perhaps and not told:
        table.unapplied.append("which boats Cannons hit could not be reckoned")
        scatter(table, perhaps)


def _in_reach(table: Table, own: list[Boat], turn: Turn) -> tuple[list[Boat], list[Boat]]:
    """The opponents' boats that Cannons hit, and those that they may have hit for all that is known."""
    struck, perhaps = list[Boat](), list[Boat]()
    for target in (b for b in table.boats if b.state is AFLOAT and b.seat != turn.seat and own):
        try:
            hit = any([within(table, boat, target, turn.card.param("range")) for boat in own])
        except Undetermined:
            perhaps.append(target)
        else:
            (struck if len(own) == 1 else perhaps).extend([target] if hit else [])
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
    told = [(found(table, seat, read_landing(text)[0]), read_landing(text)) for text in landings if known(text)]
    for boat, (_, space, lane) in told:
        if boat is not None and boat.state is AFLOAT:
            origin = boat.space
            put(table, boat, min(space, table.finish) if known(table.finish) else space, LANE_NUMBER[lane])
            bring_back(table, boat)
            if known(origin) and boat.space > origin:
                after(table, boat, origin, boat.space, "effect")
    return [boat for boat, _ in told if boat is not None]


def read_landing(landing: str) -> tuple[str, int, str]:
    """Take `green.aft@6/middle` apart."""
    if not known(landing):
        raise Undetermined
    name, _, place = landing.partition("@")
    space, _, lane = place.partition("/")
    return name, int(space), lane or "inside"


def printed(card: MovementCard, ability: str, name: str, otherwise: int) -> int:
    """Read a number of an ability; a card that is known not to have it prints none, and a guess must do."""
    other = known(card.ability) and card.ability != ability
    value: int = otherwise if other else card.param(name)
    return value


def jolly_roger_raised(table: Table, event: RaiseJollyRoger) -> None:
    """The boats named are pushed back; both were chosen at one moment, before either moved."""
    turn = use(table, event.by, "jolly_roger")
    names = (event.aft, event.fore)
    named = [found(table, event.by, name) for name in names if known(name) and name]
    for target in dict.fromkeys(boat for boat in named if boat is not None):
        if target.state is AFLOAT:
            backward(table, target, printed(turn.card, "jolly_roger", "distance", 1), same_lane=False)
    if not all(map(known, names)):
        scatter(table, [b for b in table.boats if b.seat != event.by])


# Points and lanes


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


def longboat_called(table: Table, event: CallLongboat) -> None:
    """A point more."""
    turn = use(table, event.by, "longboat")
    turn.bonus += printed(turn.card, "longboat", "bonus", 0)


def beside(table: Table, seat: str) -> bool:
    """Say whether an own boat is adjacent to an opponent's."""
    return any(adjacent(own, b) for own in own_boats(table, seat) for b in table.boats if b.seat != seat)


def chased(table: Table, event: Chase) -> None:
    """The boat joins the closest opponent ahead on its card."""
    turn = use(table, event.by, "chase")
    boat = moving(table, event.by, event.boat)
    if boat is None:
        return
    turn.chased.add(boat.number)
    try:
        prey = quarry(table, boat)
        aim = event.space or (prey.space if prey is not None else boat.space)
    except Undetermined:
        scatter(table, (boat,))
        return
    if not known(boat.space) or aim > boat.space:
        forward(table, boat, aim, "effect")


def lanes_swapped(table: Table, event: SwapLanes) -> None:
    """Two boats exchange lanes."""
    turn = use(table, event.by, "manoeuvre")
    try:
        one, other = boat_named(table, event.by, event.boat), boat_named(table, event.by, event.other)
    except Undetermined:
        turn.swapped.append(UNKNOWN)
        blur_lanes(table)
        return
    if one is not None and other is not None:
        turn.swapped.append(one.number)
        exchange(table, one, other)


def blur_lanes(table: Table) -> None:
    """Two boats exchanged lanes, and nobody knows which."""
    for boat in table.boats:
        if boat.state is AFLOAT:
            put(table, boat, boat.space, UNKNOWN)


def exchange(table: Table, one: Boat, other: Boat) -> None:
    """Exchange the lanes of two boats, each on its own space."""
    if UNSETTLED in (one.lane if known(one.lane) else 0, other.lane if known(other.lane) else 0):
        return
    lane = one.lane
    put(table, one, one.space, other.lane)
    put(table, other, other.space, lane)


# Cards taken back, and cards asked for


def shackled(table: Table, event: Shackle) -> None:
    """Everybody still to act, except with a last card, takes the card back."""
    use(table, event.by, "shackle")
    at_once = table.terms.shackle_moment != "at-own-turn-open"
    for seat, player in table.players.items():
        if seat == event.by or seat in table.acted or player.card is None:
            continue
        if not known(player.size):
            table.unapplied.append(f"whether {seat} holds another card is not known")
            _take_back(table, player, UNKNOWN)
        elif player.size > 0:
            _take_back(table, player, None if at_once else UNKNOWN)
    _await_cards(table, event.by)


def _take_back(table: Table, player: Player, lies: object) -> None:
    player.shackled = player.card
    back_to_hand(table, player)
    player.card, player.shown = lies, False


def _await_cards(table: Table, admiral: str) -> None:
    """Whoever has no card before them owes one; that others have nothing to replace is for the rules to say."""
    due = [seat for seat, player in table.players.items() if owing_a_card(player)]
    if due:
        others = tuple(seat for seat in table.seats if seat != admiral)
        table.owed.append(Owed(Replace, "TW-SHACKLE-01", f"Another card from {' and '.join(due)}", seats=others))


def replaced(table: Table, event: Replace) -> None:
    """Another card lies there instead."""
    player = table.players[event.by]
    if event.by in table.acted:
        table.unapplied.append(f"{event.by} had moved, and had no card to replace")
        return
    if player.card is not UNKNOWN and player.card is not None:
        back_to_hand(table, player)
    player.card = None
    lay_card(player, event.card)
    player.seal = event.seal
    player.shown = table.terms.shackle_moment != "immediately-face-down"
    if table.owed and table.owed[-1].what is Replace:
        table.owed.pop()
        _await_cards(table, table.active)


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
    if turn is None:
        return
    if known(turn.parlay) and turn.parlay != event.by:
        table.unapplied.append(f"{event.by} was not asked for anything")
        return
    asker, giver = table.players[turn.seat], table.players[event.by]
    turn.parlay, turn.refused = "", event.reply if not known(event.reply) else event.reply == "no"
    if not known(event.reply):
        if asker.rainbow or giver.rainbow:
            asker.rainbow, giver.rainbow = [UNKNOWN], [UNKNOWN]
        return
    if turn.refused:
        return
    asker.rainbow, giver.rainbow = giver.rainbow, asker.rainbow
    turn.gained += [f"parlay:{card}" for card in asker.rainbow]


def die_thrown(table: Table, event: ThrowDie) -> None:
    """A roll is due."""
    turn = use(table, event.by, "throw")
    turn.thrown += 1
    if not known(turn.refused):
        table.owed.append(Owed(RollDie, "TW-VALUE-07", "The roll"))
        return
    purpose = "parlay" if turn.refused else "dice"
    table.owed.append(
        Owed(RollDie, "TW-VALUE-05" if turn.refused else "TW-VALUE-02", "The roll", where=(("purpose", purpose),))
    )


def ability_used(table: Table, event: UseAbility) -> None:
    """Something a pack describes in words happened; nothing is reckoned from it."""
    use(table, event.by, "custom")
    table.unapplied.append("an ability that the pack describes only in words")
