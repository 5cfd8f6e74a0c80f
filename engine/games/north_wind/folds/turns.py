"""Turns and voyages: how they begin and end, and the effects of their end."""

from __future__ import annotations

from typing import Any

from engine.games.north_wind import events as e
from engine.games.north_wind.content import HARBORS
from engine.games.north_wind.content.pieces import LETTERS_HELD
from engine.games.north_wind.folds.tokens import CREW_FIELD, settle
from engine.games.north_wind.reckoning import RELIEF, clockwise_after, has_crew, letter_due, lowered, mine, waiting
from engine.games.north_wind.reckoning.battle import perhaps_beaten
from engine.games.north_wind.scoring import NEXT_TURN, over, threshold_reached
from engine.games.north_wind.state import ACTIONS, GAINED, LATELY, SPENT, Player, Table, Turn, stack_of, unknown_order
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def own_harbor(table: Table, harbor: str) -> dict[str, int]:
    """Return what a stack holds for certain: the tile of its own Destination Harbor, if the pack lists it."""
    there = (name for name, tile in table.content.tiles.items() if is_known(tile.harbor) and tile.harbor == harbor)
    return dict.fromkeys(list(there)[:1], 1)


def begin_turn(table: Table, seat: Any) -> None:  # noqa: ANN401 - a seat, or UNKNOWN
    """A player's turn begins; tokens reached in another's turn may win now."""
    for harbor in HARBORS:
        if harbor not in table.stacks:
            # Play has begun, so the stacks exist, even if the log does not say that they were built.
            table.stacks[harbor] = stack_of(unknown_order(table.content.stack_size), own_harbor(table, harbor))
    table.active, table.phase, table.turn = seat, "income", Turn(seat)
    table.placed.clear()
    table.taken_back.clear()
    table.earned.clear()
    if not is_known(seat):
        return
    # The excuse that there was room for a purchase after all ends with the seat's next turn.
    table.players[seat].untold.discard(LATELY)
    if table.terms.crew_bonus_off_turn == "on-own-turn":
        settle(table, seat, (CREW_FIELD,))
    if table.terms.won_off_turn != "win-at-end-of-own-next-turn":
        threshold_reached(table, seat, NEXT_TURN)


def own_turn(table: Table, seat: str) -> Turn:
    """Return the turn in progress. If its player is unknown, it becomes the turn of the player who acts."""
    if table.turn is None:
        begin_turn(table, seat)
    turn = table.turn or Turn(seat)
    if not is_known(turn.seat):
        turn.seat = table.active = seat
    return turn


def income_taken(table: Table, event: e.TakeIncome) -> None:
    """A poor player takes gold: 1, or 2 with a Treasurer, or the number that the log states."""
    turn = own_turn(table, event.by)
    if table.phase == "income" and not mine(turn, event.by):
        # Taking it begins a turn, in order or not; the other seat's turn is not used up.
        begin_turn(table, event.by)
        turn = own_turn(table, event.by)
    stated = event.gold
    gold = income_of(table, event.by) if is_known(stated) and not stated else stated
    # Under one reading the Treasurer has already helped out, and the log confirms it.
    relieved, before = turn.relieved and mine(turn, event.by), table.players[event.by].gold
    if is_known(before) and before and not relieved:
        table.players[event.by].untold.add(SPENT)
    table.players[event.by].gold += gold - RELIEF if relieved else gold
    if mine(turn, event.by):
        turn.income += 1
        turn.relieved = False
    done(turn, "income", event.by, gold=gold)


def income_of(table: Table, seat: str) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """Return how much gold a poor player takes."""
    try:
        return RELIEF if has_crew(table.players[seat], "treasurer") else 1
    except Undetermined:
        return UNKNOWN


def voyage_begun(table: Table, event: e.SailInto) -> None:
    """A stack is chosen. The player who chooses it is on a voyage, in turn or not."""
    turn = own_turn(table, event.by)
    if table.phase != "income" or not mine(turn, event.by):
        if table.phase not in {"set-up", "income"}:
            # The log never ended the last voyage, but its stack is back in its place.
            table.turns += 1
            restack(table, turn.stack)
        table.owed.clear()
        begin_turn(table, event.by)
        turn = own_turn(table, event.by)
        gold = table.players[event.by].gold
        if is_known(gold) and gold == 0:
            income_taken(table, e.TakeIncome(event.by))
    if table.phase != "over":
        turn.stack, table.phase = event.harbor, "voyage"
        done(turn, "sail", event.by)


def restack(table: Table, harbor: Any) -> None:  # noqa: ANN401 - a name, or UNKNOWN
    """Shuffle a stack, so that its order is unknown. The stack itself may be unknown too."""
    for name, stack in table.stacks.items():
        if not is_known(harbor) or harbor == name:
            stack.order = unknown_order(table.content.stack_size)
            stack.seen_by.clear()


def voyage_ended(table: Table, event: e.EndVoyage) -> None:
    """The voyage is over; only letters and the shuffle are left."""
    turn = table.turn
    if turn is not None and table.phase != "income":
        if table.phase == "pirate" and perhaps_beaten(table, turn):
            turn.battle = UNKNOWN
        elif is_known(event.reason) and event.reason == "defeat" and before_the_rolls(table, turn):
            turn.battle = "lost"
        end_voyage(table, turn, event.reason if is_known(event.reason) and event.reason else "stopped")
        turn.reward = ""
        turn.thrown.clear()
        done(turn, "end", event.by)


def before_the_rolls(table: Table, turn: Turn) -> bool:
    """Go back to the state before a battle with unknown rolls, now that its outcome is known."""
    if is_known(turn.battle) or not turn.rolls or not is_known(turn.seat):
        return False
    player = table.players[turn.seat]
    player.gold, player.brig, turn.reward = turn.purse, turn.prison, ""
    return True


def end_voyage(table: Table, turn: Turn, reason: str) -> None:
    """Record how the voyage ended; the first end counts."""
    turn.reason = turn.reason or reason
    if table.phase not in {"over", "set-up"}:
        table.phase = "home"


def letter_received(table: Table, event: e.ReceiveLetter) -> None:
    """A player takes a commercial letter from the supply, or more than one as the log says."""
    player, turn = table.players[event.by], table.turn
    player.letters += event.letters
    if is_known(player.letters) and player.letters > LETTERS_HELD:
        # The log says so. Or the player did not receive one earlier, after two actions of which one is missing.
        player.untold |= {SPENT, GAINED}
    if turn is not None:
        turn.received += mine(turn, event.by)
        done(turn, "receive", event.by)


def stack_shuffled(table: Table, event: e.ShuffleStack) -> None:
    """The stack is shuffled and put back: the turn is over, and the next player's begins."""
    turn = table.turn
    restack(table, event.harbor)
    if turn is None or table.phase in {"set-up", "income", "over"}:
        return
    restack(table, turn.stack)
    uses_untold(table, turn)
    _letter_untold(table, turn)
    turn_over(table, turn)


def _letter_untold(table: Table, turn: Turn) -> None:
    """If it is uncertain whether a letter was received, the number of letters is unknown."""
    try:
        if letter_due(table, turn) and table.terms.letter_due == "optional":
            table.players[turn.seat].letters = UNKNOWN
    except Undetermined:
        table.players[turn.seat].letters = UNKNOWN


def turn_over(table: Table, turn: Turn) -> None:
    """End the turn: a player who was to win at its end wins; else the next turn clockwise begins."""
    table.turns += 1
    table.owed.clear()
    if table.terms.won_off_turn == "win-at-end-of-own-next-turn":
        threshold_reached(table, turn.seat, NEXT_TURN)
    if table.won:
        over(table, table.won, table.won_by)
    if table.phase != "over":
        begin_turn(table, after(table, turn.seat))


def after(table: Table, seat: Any) -> Any:  # noqa: ANN401 - a seat, or UNKNOWN
    """Return the next seat."""
    return clockwise_after(table, seat)[0] if is_known(seat) and len(table.seats) > 1 else seat


def done(turn: Turn, what: str, seat: Any, **moved: Any) -> None:  # noqa: ANN401 - a seat, numbers, or UNKNOWN
    """Record the last act, which decides which rule a wrong claim breaks."""
    turn.last, turn.last_by, turn.moved = what, seat, moved


def action_done(table: Table, turn: Turn, seat: str, what: str = "", *, sail: bool = False) -> None:
    """Count the use of a tile: an action of the player who sails, or an opponent's use by letter."""
    if not mine(turn, seat):
        used_by_letter(turn, seat)
        return
    action_counted(turn, what)
    goes_on = sail and table.terms.late_sail == "continue-to-new-range"
    if not goes_on and table.phase != "income":
        second_action(table, turn)


def used_by_letter(turn: Turn, seat: str) -> None:
    """An opponent has used the tile for a returned letter; this is not an action."""
    turn.letter_uses += 1
    if turn.row:
        paid_for = (drawn for drawn in reversed(turn.row) if seat in waiting(drawn))
        next(paid_for, turn.row[-1]).users.append(seat)
    turn.joined = "" if is_known(turn.joined) and turn.joined == seat else turn.joined


def uses_untold(table: Table, turn: Turn) -> None:
    """A player who returned a letter for the last tile has used it in an unknown way."""
    drawn = turn.row[-1] if turn.row and turn.row[-1].joiners else None
    # A letter for a tile without trade brings nothing.
    if drawn is None or (is_known(drawn.tile) and not table.content.tile(drawn.tile).trade):
        return
    for seat in waiting(drawn):
        cargo_untold(table.players[seat])


def cargo_untold(player: Player) -> None:
    """Unknown goods were bought or sold."""
    player.gold, player.hold = UNKNOWN, dict.fromkeys(player.hold, UNKNOWN)


def action_counted(turn: Turn, what: str) -> None:
    """The use of a tile is one action, however much was done with it."""
    if turn.row:
        turn.row[-1].uses += 1
        turn.row[-1].dealt = what
    turn.actions += 1


def second_action(table: Table, turn: Turn) -> None:
    """The voyage ends with its second action."""
    if is_known(turn.actions) and turn.actions >= ACTIONS:
        end_voyage(table, turn, "actions")


def pay(table: Table, seat: str, gold: Any) -> None:  # noqa: ANN401 - a number, or UNKNOWN
    """Gold goes to the bank. Under one reading a Treasurer helps a player who runs out in their own turn."""
    player, turn = table.players[seat], table.turn
    if is_known(player.gold) and is_known(gold) and player.gold < gold:
        player.untold.add(GAINED)
    player.gold = lowered(player.gold, gold)
    if table.terms.income_moment != "any-time" or turn is None or not mine(turn, seat) or not is_known(player.gold):
        return
    if player.gold == 0:
        try:
            turn.relieved = has_crew(player, "treasurer")
            player.gold = RELIEF if turn.relieved else 0
        except Undetermined:
            player.gold = UNKNOWN


def reopened(table: Table) -> None:
    """The players continued after the end, so the game is open again."""
    table.said_over, table.won = False, ""
    following = after(table, table.turn.seat) if table.turn is not None else UNKNOWN
    table.active, table.phase, table.turn = following, "income", Turn(following)
