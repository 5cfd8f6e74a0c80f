"""Battles: their beginning, and their steps."""

from __future__ import annotations

from typing import Any

from engine.games.windward.events import FlyFlag, Pass, RollBattle, SpendCannons, SpendHits
from engine.games.windward.folds.settling import called_off, ended, out_of_sight, settle, unsettled
from engine.games.windward.reckoning import lowered
from engine.games.windward.reckoning.battle import (
    TOKEN_HITS,
    base_strength,
    decider,
    hits_of,
    order_of_battle,
    pends,
    side_of,
)
from engine.games.windward.state import (
    ATTACK,
    DEFEND,
    FLAG,
    HITS,
    RED,
    ROLL,
    SIDES,
    STEPS,
    TOKEN,
    WHITE,
    Battle,
    Player,
    Table,
)
from engine.kernel.unknown import UNKNOWN, is_known


def begin_battle(table: Table, battle: Battle) -> None:
    """A piece has moved onto an enemy's space."""
    battle.strength = {side: base_strength(table, battle, side) for side in (ATTACK, DEFEND)}
    table.battle, table.phase, table.outcome = battle, "battle", None
    turn = table.turn
    if turn is not None and RED in {battle.attacker, battle.defender}:
        turn.fought.append(battle.space)
    if turn is not None and WHITE in {battle.attacker, battle.defender}:
        turn.white_fought = True
    if turn is not None and turn.resting:
        turn.rest_battle = True
    _await(table, battle)


def _await(table: Table, battle: Battle) -> None:
    """Advance to the next step in which a player has a choice or a roll; after the last, settle."""
    while battle.step < len(STEPS) and not pends(table, battle, STEPS[battle.step]):
        battle.step += 1
    if battle.step < len(STEPS):
        table.active = decider(table, battle)
    else:
        settle(table, battle)
        _the_next(table, battle)


def _the_next(table: Table, battle: Battle) -> None:
    """Under a reading, a ship that has beaten one of two Reds on a space then fights the other."""
    ship = table.players.get(battle.attacker)
    apart = table.terms.reds_hunt and table.terms.two_attacked == "sequential" and battle.defender == RED
    if not apart or ship is None or table.battle is not None or table.phase == "over":
        return
    if is_known(ship.at) and ship.at == battle.space and battle.space in table.reds:
        begin_battle(table, Battle(ship.seat, RED, battle.space, battle.back, perhaps=battle.perhaps))


def cannons_spent(table: Table, event: SpendCannons) -> None:
    """A ship spends cannons, and becomes that much stronger."""
    player, battle = table.players[event.by], table.battle
    player.cannons = lowered(player.cannons, event.number)
    side = side_of(battle, event.by) if battle is not None else ""
    if battle is not None and side:
        battle.strength[side] += event.number
        battle.force[side].cannons += event.number
        _step_done(table, battle, (("cannons", side),))


def battle_rolled(table: Table, event: RollBattle) -> None:
    """One side has rolled."""
    battle = table.battle
    if battle is None:
        return
    side = event.side if is_known(event.side) else order_of_battle(battle)[1]
    counted = all(map(is_known, event.hits))
    battle.rolled[side] = sum(event.hits) if counted else UNKNOWN
    battle.force[side].dice = tuple(sorted(event.hits, reverse=True)) if counted else event.hits
    _step_done(table, battle, ((ROLL, side),))


def hits_spent(table: Table, event: SpendHits) -> None:
    """Cards and tokens are added to a roll."""
    player, battle = table.players[event.by], table.battle
    for card in event.cards:
        discarded(table, player, card)
    player.cargo[TOKEN] = lowered(player.cargo[TOKEN], event.tokens)
    side = side_of(battle, event.by) if battle is not None else ""
    if battle is not None and side:
        battle.added[side] += sum(hits_of(table, card) for card in event.cards) + TOKEN_HITS * event.tokens
        battle.force[side].cards += event.cards
        battle.force[side].tokens += event.tokens
        _added(table, battle, side)


def passed(table: Table, event: Pass) -> None:
    """A player adds nothing in the current step."""
    battle = table.battle
    if battle is None:
        return
    side = side_of(battle, event.by)
    _step_done(table, battle, (("cannons", side), ("hits", side)))


def _step_done(table: Table, battle: Battle, steps: tuple[tuple[str, str], ...]) -> None:
    """Advance past a step, even if it came too soon."""
    later = [place for place, step in enumerate(STEPS) if step in steps and place >= battle.step]
    if later:
        battle.step = later[0] + 1
        _await(table, battle)


def _added(table: Table, battle: Battle, side: str) -> None:
    """Advance past cards and tokens; under a reading the attacker may answer what the defender has added."""
    if len(battle.rolled) < len(SIDES):
        # It came too soon, and the dice are still to come.
        return
    if side == DEFEND and table.terms.hit_steps == "alternate":
        battle.step = STEPS.index((HITS, ATTACK))
        _await(table, battle)
    else:
        _step_done(table, battle, ((HITS, side),))


def discarded(table: Table, player: Player, card: Any) -> None:  # noqa: ANN401 - a name, or UNKNOWN
    """A card moves from a hand to the discards."""
    table.discards.append(card)
    leaves_hand(player, card)


def leaves_hand(player: Player, card: Any) -> None:  # noqa: ANN401 - as above
    """Remove a card from a hand; if it is not known to be there, remove one of the unknown ones."""
    held = [one for one in player.hand if is_known(one)]
    if is_known(card) and card in held:
        player.hand.pop(_place(player.hand, card))
        if card in player.seen:
            player.seen.remove(card)
    elif is_known(card) and not all(map(is_known, player.hand)):
        player.hand.pop(next(place for place, one in enumerate(player.hand) if not is_known(one)))
    elif not is_known(card) and player.hand:
        # The log does not say which of them it was.
        player.hand[:] = [UNKNOWN] * (len(player.hand) - 1)
        player.seen.clear()
    elif len(player.hand) > len(player.seen):
        # It is not among them: the hand shrinks, and the remaining hidden cards are unknown.
        player.hand[:] = [*player.seen, *[UNKNOWN] * (len(player.hand) - len(player.seen) - 1)]


def _place(cards: list[str], card: str) -> int:
    return next(place for place, one in enumerate(cards) if is_known(one) and one == card)


def flag_flown(table: Table, event: FlyFlag) -> None:
    """There is no battle: the attacker goes back, and may not attack this player again this turn."""
    player, battle = table.players[event.by], table.battle
    discarded(table, player, FLAG)
    if battle is None:
        return
    effect = table.content.card(FLAG).effect
    cancelled = table.terms.flag_effect == "pack" and is_known(effect) and effect == "cancel"
    if cancelled or table.terms.flag_effect == "attacker-sent-back":
        called_off(table, battle)
    else:
        out_of_sight(table, battle)
    ended(table)


def broken_off(table: Table) -> None:
    """The log continues without the end of a battle."""
    battle = table.battle
    if battle is not None and table.phase == "battle":
        unsettled(table, battle)
        table.battle = None
        if table.turn is not None:
            table.phase, table.active = ("rest" if table.turn.resting else "turn"), table.turn.seat
