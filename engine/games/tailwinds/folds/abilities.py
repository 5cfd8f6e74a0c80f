"""The effects of character abilities: boats carried, lanes and cards exchanged, points added."""

from __future__ import annotations

from engine.games.tailwinds.events import (
    Answer,
    CallLongboat,
    Chase,
    CopyValue,
    Parlay,
    Replace,
    RollDie,
    Shackle,
    SwapLanes,
    ThrowDie,
    UseAbility,
)
from engine.games.tailwinds.folds.asking import cards_exchanged, hands_certain, hands_uncertain
from engine.games.tailwinds.folds.attacks import printed
from engine.games.tailwinds.folds.choosing import back_to_hand, lay_card
from engine.games.tailwinds.folds.moving import moving
from engine.games.tailwinds.folds.sailing import forward, put, scatter
from engine.games.tailwinds.folds.turns import use
from engine.games.tailwinds.reckoning import adjacent, boat_named, copied_value, owing_a_card, own_boats, quarry
from engine.games.tailwinds.state import AFLOAT, UNSETTLED, Boat, Player, Table
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

# Points and lanes


def value_copied(table: Table, event: CopyValue) -> None:
    """The turn's points are those of the copied card."""
    turn = use(table, event.by, "copy")
    turn.copied = event.card
    turn.base = copied_value(table, event.card)


def longboat_called(table: Table, event: CallLongboat) -> None:
    """The turn gains the bonus of Longboat."""
    turn = use(table, event.by, "longboat")
    turn.bonus += printed(turn.card, "longboat", "bonus", 0)


def beside(table: Table, seat: str) -> bool:
    """Return whether an own boat is adjacent to an opponent's."""
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
    if not is_known(boat.space) or aim > boat.space:
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
    """Two unknown boats exchanged lanes, so that all lanes are unknown."""
    for boat in table.boats:
        if boat.state is AFLOAT:
            put(table, boat, boat.space, UNKNOWN)


def exchange(table: Table, one: Boat, other: Boat) -> None:
    """Exchange the lanes of two boats, each on its own space."""
    if UNSETTLED in (one.lane if is_known(one.lane) else 0, other.lane if is_known(other.lane) else 0):
        return
    lane = one.lane
    put(table, one, one.space, other.lane)
    put(table, other, other.space, lane)


# Cards taken back, and cards asked for


def shackled(table: Table, event: Shackle) -> None:
    """Every player still to act takes the card back, except one with a last card."""
    use(table, event.by, "shackle")
    at_once = table.terms.shackle_moment != "at-own-turn-open"
    for seat, player in table.players.items():
        if seat == event.by or seat in table.acted or player.card is None:
            continue
        if not is_known(player.size):
            table.unapplied.append(f"whether {seat} holds another card is not known")
            take_back(table, player, UNKNOWN)
        elif player.size > 0:
            take_back(table, player, None if at_once else UNKNOWN)
    _await_cards(table, event.by)


def take_back(table: Table, player: Player, lies: object) -> None:
    """A chosen card returns to the hand; `lies` is the card that replaces it, or None while it is to come."""
    player.shackled, player.veiled = player.card, player.veiled or not player.opened
    back_to_hand(table, player)
    player.card, player.shown, player.opened = lies, False, False


def _await_cards(table: Table, admiral: str) -> None:
    """Every player without a card owes one. A rule reports players who have nothing to replace it by."""
    due = [seat for seat, player in table.players.items() if owing_a_card(player)]
    if due:
        # If the Admiral's seat is unknown, any player may be the one that owes nothing.
        others = tuple(seat for seat in table.seats if not is_known(admiral) or seat != admiral)
        table.owed.append(Owed(Replace, "TW-SHACKLE-01", f"Another card from {' and '.join(due)}", seats=others))


def replaced(table: Table, event: Replace) -> None:
    """Another card replaces the chosen one."""
    player = table.players[event.by]
    if event.by in table.acted:
        table.unapplied.append(f"{event.by} had moved, and had no card to replace")
        return
    if player.card is not UNKNOWN and player.card is not None:
        back_to_hand(table, player)
    player.card = None
    lay_card(player, event.card)
    player.seal = event.seal
    player.shown = player.opened = table.terms.shackle_moment != "immediately-face-down"
    if table.owed and table.owed[-1].what is Replace:
        table.owed.pop()
        _await_cards(table, table.active)


def parlay_asked(table: Table, event: Parlay) -> None:
    """The answer is due. If the log does not say who was asked, any player's cards may be exchanged."""
    turn = use(table, event.by, "parlay")
    turn.parlay = event.target
    if not is_known(event.target):
        turn.refused = UNKNOWN
        hands_uncertain(table, turn.seat, [seat for seat in table.seats if seat != turn.seat])
    elif event.target != event.by:
        table.owed.append(Owed(Answer, "TW-PARLAY-03", f"{event.target}'s answer", seats=(event.target,)))


def answered(table: Table, event: Answer) -> None:
    """Yes: the two exchange their Rainbow cards. No: the asker may throw the die."""
    if table.owed and table.owed[-1].what is Answer:
        table.owed.pop()
    turn = table.turn
    if turn is None:
        return
    asked, by = turn.parlay, event.by
    if is_known(asked) and is_known(by) and asked != by:
        table.unapplied.append(f"{by} was not asked for anything")
        return
    hands_certain(table)
    giver = by if is_known(by) else asked
    givers = [giver] if is_known(giver) and giver else [seat for seat in table.seats if seat != turn.seat]
    turn.refused = event.reply == "no" if is_known(event.reply) else UNKNOWN
    if not is_known(turn.refused):
        # The player who was asked may still answer.
        hands_uncertain(table, turn.seat, givers)
        return
    turn.parlay = ""
    if not turn.refused and len(givers) == 1:
        cards_exchanged(turn, table.players[turn.seat], table.players[givers[0]])
    elif not turn.refused:
        hands_uncertain(table, turn.seat, givers)


def die_thrown(table: Table, event: ThrowDie) -> None:
    """A roll is due."""
    turn = use(table, event.by, "throw")
    turn.thrown += 1
    if not is_known(turn.refused):
        table.owed.append(Owed(RollDie, "TW-VALUE-07", "The roll"))
        return
    purpose = "parlay" if turn.refused else "dice"
    table.owed.append(
        Owed(RollDie, "TW-VALUE-05" if turn.refused else "TW-VALUE-02", "The roll", where=(("purpose", purpose),))
    )


def ability_used(table: Table, event: UseAbility) -> None:
    """The player used an ability that a pack describes only in words; nothing is computed from it."""
    use(table, event.by, "custom")
    table.unapplied.append("an ability that the pack describes only in words")
