"""Battles: how they begin, step by step, and what becomes of winner and loser."""

from __future__ import annotations

from typing import Any

from engine.games.windward.events import FlyFlag, Pass, RollBattle, SpendCannons, SpendHits
from engine.games.windward.folds.losing import (
    boat_lost,
    grey_beaten,
    put_down,
    red_beaten,
    ship_lost,
    take_up,
    token_gained,
)
from engine.games.windward.folds.turns import go_on, is_lost
from engine.games.windward.reckoning import is_ship, lowered, owner
from engine.games.windward.reckoning.battle import (
    TOKEN_HITS,
    base_strength,
    decider,
    hits_of,
    pends,
    side_of,
    total,
)
from engine.games.windward.reckoning.meeting import fought
from engine.games.windward.reckoning.sailing import is_drift
from engine.games.windward.state import ATTACK, DEFEND, FLAG, GREY, RED, STEPS, TOKEN, Battle, Player, Table
from engine.kernel.unknown import UNKNOWN, Undetermined, known


def begin_battle(table: Table, battle: Battle) -> None:
    """A piece has moved onto a space of an enemy's."""
    battle.strength = {side: base_strength(table, battle, side) for side in (ATTACK, DEFEND)}
    table.battle, table.phase = battle, "battle"
    turn = table.turn
    if turn is not None and RED in {battle.attacker, battle.defender}:
        turn.fought.append(battle.space)
    if turn is not None and turn.resting:
        turn.rest_battle = True
    _await(table, battle)


def _await(table: Table, battle: Battle) -> None:
    """Wait for the next step in which anybody has something to do or to roll; after the last, settle."""
    while battle.step < len(STEPS) and not pends(table, battle, STEPS[battle.step]):
        battle.step += 1
    if battle.step < len(STEPS):
        table.active = decider(table, battle)
    else:
        _settle(table, battle)


def cannons_spent(table: Table, event: SpendCannons) -> None:
    """A ship spends cannons, and is so much stronger."""
    player, battle = table.players[event.by], table.battle
    player.cannons = lowered(player.cannons, event.number)
    side = side_of(battle, event.by) if battle is not None else ""
    if battle is not None and side:
        battle.strength[side] += event.number
        _step_done(table, battle, (("cannons", side),))


def battle_rolled(table: Table, event: RollBattle) -> None:
    """One side has rolled."""
    battle = table.battle
    if battle is None or not known(event.side):
        return
    battle.rolled[event.side] = sum(event.hits) if all(map(known, event.hits)) else UNKNOWN
    _step_done(table, battle, (("roll", event.side),))


def hits_spent(table: Table, event: SpendHits) -> None:
    """Cards and tokens are added to a roll."""
    player, battle = table.players[event.by], table.battle
    for card in event.cards:
        discarded(table, player, card)
    player.cargo[TOKEN] = lowered(player.cargo[TOKEN], event.tokens)
    side = side_of(battle, event.by) if battle is not None else ""
    if battle is not None and side:
        battle.added[side] += sum(hits_of(table, card) for card in event.cards) + TOKEN_HITS * event.tokens
        _step_done(table, battle, (("hits", side),))


def passed(table: Table, event: Pass) -> None:
    """A player adds nothing in the step that waits for it."""
    battle = table.battle
    if battle is None:
        return
    side = side_of(battle, event.by)
    _step_done(table, battle, (("cannons", side), ("hits", side)))


def _step_done(table: Table, battle: Battle, steps: tuple[tuple[str, str], ...]) -> None:
    """Go on behind a step, as played also where it came too soon."""
    later = [place for place, step in enumerate(STEPS) if step in steps and place >= battle.step]
    if later:
        battle.step = later[0] + 1
        _await(table, battle)


def discarded(table: Table, player: Player, card: Any) -> None:  # noqa: ANN401 - a name, or UNKNOWN
    """A card leaves a hand for the discards; of a hand with unknown cards, one of these."""
    table.discards.append(card)
    held = [one for one in player.hand if known(one)]
    if known(card) and card in held:
        player.hand.pop(_place(player.hand, card))
        if card in player.seen:
            player.seen.remove(card)
    elif not all(map(known, player.hand)):
        player.hand.pop(next(place for place, one in enumerate(player.hand) if not known(one)))
    elif not known(card) and player.hand:
        # Which of the known ones it was nobody wrote down.
        player.hand[:] = [UNKNOWN] * (len(player.hand) - 1)
        player.seen.clear()


def _place(cards: list[str], card: str) -> int:
    return next(place for place, one in enumerate(cards) if known(one) and one == card)


def flag_flown(table: Table, event: FlyFlag) -> None:
    """There is no battle: the attacker goes back, and may not attack this player again this turn."""
    player, battle = table.players[event.by], table.battle
    discarded(table, player, FLAG)
    if battle is None:
        return
    effect = table.content.card(FLAG).effect
    told = table.terms.flag_effect == "pack" and known(effect) and effect == "cancel"
    if told or table.terms.flag_effect == "attacker-sent-back":
        _bar(table, battle)
        go_back(table, battle)
    else:
        _out_of_sight(table, battle)
    _ended(table)


def _out_of_sight(table: Table, battle: Battle) -> None:
    """Where the attacker is now, nobody has said."""
    piece = battle.attacker
    if is_ship(piece):
        table.players[piece].at = UNKNOWN
    elif owner(piece):
        seat, _, boat = piece.partition(".")
        table.players[seat].boats[boat] = UNKNOWN
    else:
        table.reds.pop(battle.space, None)
        table.reds_untold = True


def _settle(table: Table, battle: Battle) -> None:
    """Compare the totals: a tie sends the attacker back, else the loser bears the loss."""
    margin = total(table, battle, ATTACK) - total(table, battle, DEFEND)
    if not known(margin):
        unsettled(table, battle)
    elif not margin:
        _drawn(table, battle)
    else:
        winner, loser = (battle.attacker, battle.defender) if margin > 0 else (battle.defender, battle.attacker)
        if table.terms.rebattle == "any-result":
            _bar(table, battle)
        _lost(table, battle, winner, loser, abs(margin))
    if table.battle is battle:
        _ended(table)


def _ended(table: Table) -> None:
    table.battle = None
    turn = table.turn
    if turn is not None:
        table.phase, table.active = ("rest" if turn.resting else "turn"), turn.seat
    go_on(table)


def _drawn(table: Table, battle: Battle) -> None:
    """The attacker goes back, and players take a +2 Hits token."""
    _bar(table, battle)
    if owner(battle.attacker) or table.terms.tie_tokens == "always":
        for seat in filter(None, (owner(battle.attacker), owner(battle.defender))):
            token_gained(table, seat)
    go_back(table, battle)


def _bar(table: Table, battle: Battle) -> None:
    if table.turn is not None:
        table.turn.barred.append(fought(battle))


def _lost(table: Table, battle: Battle, winner: str, loser: str, margin: int) -> None:
    """What becomes of the losing piece."""
    if loser == RED:
        red_beaten(table, battle, owner(winner))
    elif loser == GREY:
        grey_beaten(table, battle)
    elif not is_ship(loser):
        boat_lost(table, loser)
    else:
        player = table.players[loser]
        player.morale = player.morale - margin
        if is_lost(player):
            ship_lost(table, loser, owner(winner) if is_ship(winner) else "")
        else:
            if known(player.morale):
                token_gained(table, loser)
            else:
                _doubtful(player)
            go_back(table, battle)


def _doubtful(player: Player) -> None:
    """A ship of which nobody knows the morale may be lost, or not: where it is then, and what it has, is open."""
    player.at = player.crester = UNKNOWN
    player.cargo = dict.fromkeys(player.cargo, UNKNOWN)


def go_back(table: Table, battle: Battle) -> None:
    """The attacker goes back to where it came from."""
    piece, back, turn = battle.attacker, battle.back, table.turn
    refunded = battle.paid if table.terms.retreat_refund == "refund-last-step" else 0
    if piece == RED:
        if battle.space in table.reds and known(back):
            table.reds[back] = table.reds.pop(battle.space)
            if turn is not None:
                turn.fought.append(back)
    elif is_ship(piece):
        table.players[piece].at = _clear(table, back)
        if turn is not None and known(turn.seat) and turn.seat == piece:
            turn.sent_back, turn.spent = True, turn.spent - refunded
    else:
        if battle.towing:
            take_up(table, battle.space, GREY, 1)
            put_down(table, back, GREY, 1)
        seat, _, boat = piece.partition(".")
        table.players[seat].boats[boat] = back
        table.players[seat].rowing += refunded


def _clear(table: Table, back: Any) -> Any:  # noqa: ANN401 - a place, or UNKNOWN
    """Where a ship is sent back to: the space it came from; by a reading, the last that was no drift."""
    turn = table.turn
    if table.terms.retreat_onto_drift != "last-clear-space" or turn is None or not known(back):
        return back
    try:
        return turn.clear or back if is_drift(table, back) else back
    except Undetermined:
        return UNKNOWN


def unsettled(table: Table, battle: Battle) -> None:
    """Nobody knows who has won: neither what the ships in it have lost, nor whether a Crester still stands there."""
    for piece in (battle.attacker, battle.defender):
        if is_ship(piece):
            player = table.players[piece]
            player.morale = UNKNOWN
            _doubtful(player)
        elif owner(piece):
            seat, _, boat = piece.partition(".")
            table.players[seat].boats[boat] = UNKNOWN
            table.players[seat].cargo[TOKEN] = UNKNOWN
        elif piece == RED:
            table.reds.pop(battle.space, None)
            table.reds_untold = table.items_untold = True
        else:
            table.greys.pop(battle.space, None)
            table.greys_untold = table.items_untold = True


def broken_off(table: Table) -> None:
    """The log goes on without the end of a battle."""
    battle = table.battle
    if battle is not None and table.phase == "battle":
        unsettled(table, battle)
        table.battle = None
        if table.turn is not None:
            table.phase, table.active = ("rest" if table.turn.resting else "turn"), table.turn.seat
