"""Candidate moves, a finite superset of the legal ones for the rules to filter; and the outcomes of chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.games.tailwinds import events as e
from engine.games.tailwinds.reckoning import (
    base_points,
    free_steps,
    is_shackled,
    label,
    next_placer,
    owing_a_card,
    own_boats,
    quarry,
    resolving,
    sources,
)
from engine.games.tailwinds.state import AFLOAT, LANES, WAITING, Player, Table
from engine.kernel.events import Event, Move
from engine.kernel.facts import offer_while_sure, require_known
from engine.kernel.unknown import is_known

OWN = ("aft", "fore")


@offer_while_sure
def offers(table: Table) -> Iterator[Event]:
    """List what each seat could decide now. The list ends where the record leaves doubt."""
    if table.owed:
        yield from _owed(table)
    elif table.phase == "set-up":
        yield from _placements(table)
    elif table.phase == "choosing":
        yield from _commits(table)
    elif table.phase == "resolving" and require_known(table.active):
        yield from _turn(table, table.active)


def _owed(table: Table) -> Iterator[Event]:
    owed = table.owed[-1]
    if owed.what is e.Answer:
        yield from (e.Answer(seat, reply) for seat in owed.seats for reply in ("yes", "no"))
    elif owed.what is e.Replace:
        yield from _replacements(table, tuple(s for s in owed.seats if owing_a_card(table.players[s])))


def _replacements(table: Table, seats: tuple[str, ...]) -> Iterator[Event]:
    for seat in seats:
        hand = table.players[seat].hand
        yield from (e.Replace(seat, card) for card in sorted(require_known(hand)))


def _placements(table: Table) -> Iterator[Event]:
    if not is_known(table.starts):
        return
    spaces = sorted(table.starts)
    for seat in (next_placer(table),) if table.placed else table.seats:
        if seat and any(b.state is WAITING for b in table.players[seat].boats):
            yield from (e.PlaceBoat(seat, space) for space in spaces)
            if table.terms.placing_lane == "free-lane-choice":
                yield from (e.PlaceBoat(seat, space, lane) for space in spaces for lane in LANES[1:])


def _commits(table: Table) -> Iterator[Event]:
    for seat, player in table.players.items():
        if player.card is None and is_known(player.hand):
            yield from (e.Commit(seat, card) for card in sorted(player.hand))
    # Players whose hand is unknown may choose too; the unknown hand raises, so that the offers count as cut short.
    idle = [player for player in table.players.values() if player.card is None]
    yield from (e.Commit(player.seat, require_known(player.hand)) for player in idle if not is_known(player.hand))


def _turn(table: Table, seat: str) -> Iterator[Event]:
    player, turn = table.players[seat], table.turn
    due = table.terms.shackle_moment == "at-own-turn-open" and is_shackled(player) and not is_known(player.card)
    if due and turn is None:
        yield from _replacements(table, (seat,))
        return
    yield from _moves(table, seat)
    yield from _abilities(table, seat)
    yield from _rainbow(table, player)
    yield from _takes(table, seat)
    yield e.Done(seat)


def _moves(table: Table, seat: str) -> Iterator[Event]:
    turn, card = table.turn, resolving(table, seat)
    fixed = card.ability == "pursuit" and (turn is None or free_steps(table, turn))
    each, most = card.param("each_boat"), base_points(table, seat, card) if turn is None else turn.left
    past_finish = table.terms.past_finish == "excess-always-lost" or not is_known(table.finish)
    for boat in own_boats(table, seat):
        name = label(table, boat, seat)
        far = most if past_finish else min(most, table.finish - boat.space)
        for points in (each,) if fixed else range(1, far + 1):
            yield e.MoveBoat(seat, name, points)
            if table.terms.outer_lanes == "free-choice-of-the-rest":
                yield from (e.MoveBoat(seat, name, points, lane=lane) for lane in LANES[2:])


def _abilities(table: Table, seat: str) -> Iterator[Move]:
    turn, card = table.turn, resolving(table, seat)
    if card.dice or (turn is not None and turn.refused):
        yield e.ThrowDie(seat)
    if card.ability in BY_ABILITY:
        yield from BY_ABILITY[card.ability](table, seat)


def _rivals(table: Table, seat: str) -> list[str]:
    return [label(table, b) for b in table.boats if b.seat != seat and b.state is AFLOAT]


def _jolly_rogers(table: Table, seat: str) -> Iterator[Move]:
    names = ["", *_rivals(table, seat)]
    yield from (
        e.RaiseJollyRoger(seat, aft, fore) for aft in names for fore in names if (aft or fore) and (aft != fore)
    )


def _swaps(table: Table, seat: str) -> Iterator[Move]:
    for own in OWN:
        mine = OWN[1 - OWN.index(own)]
        yield from (e.SwapLanes(seat, own, other) for other in (mine, *_rivals(table, seat)))


def _chases(table: Table, seat: str) -> Iterator[Move]:
    boats = (b for b in own_boats(table, seat) if quarry(table, b) is not None)
    yield from (e.Chase(seat, label(table, b, seat)) for b in boats)


BY_ABILITY: dict[str, Callable[[Table, str], Iterable[Move]]] = {
    "cannons": lambda _, seat: (e.FireCannons(seat, name) for name in OWN),
    "jolly_roger": _jolly_rogers,
    "shackle": lambda _, seat: (e.Shackle(seat),),
    "copy": lambda table, seat: (e.CopyValue(seat, name) for name in sources(table, seat)),
    "pursuit": _chases,
    "longboat": lambda _, seat: (e.CallLongboat(seat),),
    "manoeuvre": _swaps,
    "parlay": lambda table, seat: (e.Parlay(seat, other) for other in table.seats if other != seat),
}


def _rainbow(table: Table, player: Player) -> Iterator[Move]:
    turn = table.turn
    if (turn is not None and turn.rainbow) or not player.rainbow or not is_known(player.rainbow[0]):
        return
    card, seat = player.rainbow[0], player.seat
    yield e.SpendRainbow(seat, card)
    effect = table.content.rainbow_card(card).effect
    if effect == "anchor":
        yield from (e.PlayRainbow(seat, card, name) for name in _rivals(table, seat))
    elif effect == "telescope":
        yield from (e.PlayRainbow(seat, card, pick=c) for c in dict.fromkeys(table.market) if is_known(c))
    elif effect == "buried_treasure":
        yield from (e.PlayRainbow(seat, card, pick=c) for c in dict.fromkeys(table.discard) if is_known(c))
        if not table.discard:
            yield e.PlayRainbow(seat, card)
    elif effect == "tail_wind":
        yield from (e.PlayRainbow(seat, card, label(table, b, seat)) for b in own_boats(table, seat))
    elif effect == "calm_sea":
        yield from (
            e.PlayRainbow(seat, card, own, other)
            for own in OWN
            for other in (*OWN, *_rivals(table, seat))
            if own != other
        )
    elif is_known(effect) and effect is not None:
        yield e.PlayRainbow(seat, card)


def _takes(table: Table, seat: str) -> Iterator[Move]:
    turn = table.turn
    if turn is None or not turn.carried or not is_known(table.rainbows):
        return
    # Under one reading other players may take a card too, for boats that this turn carried.
    seats = table.seats if table.terms.rainbow_cause == "any-turn" else (seat,)
    yield from (e.TakeRainbow(s, card) for s in seats for card in dict.fromkeys(table.market) if is_known(card))


@offer_while_sure
def outcomes(table: Table) -> Iterator[Event]:
    """List the possible outcomes of chance here, each as often as it is likely."""
    faces = table.content.die
    if table.owed:
        owed = table.owed[-1]
        if owed.what is e.RollWind:
            yield from (e.RollWind(face) for face in faces)
        elif owed.what is e.RollDie:
            # It may be unknown whether a Parlay was refused. The throw is then for the dice card or for the refusal.
            named = dict(owed.where).get("purpose", "")
            yield from (
                e.RollDie(why, face) for why in ([str(named)] if named else ["dice", "parlay"]) for face in faces
            )
        elif owed.what is e.Refill:
            yield from (e.Refill(card) for card in _pile(table))
    elif table.phase == "choosing" and _all_chosen(table):
        yield e.Reveal(tuple(p.card for p in table.players.values() if p.card is not None))


def _all_chosen(table: Table) -> bool:
    racing = [p for p in table.players.values() if p.size + (p.card is not None) > 0 and own_boats(table, p.seat)]
    return bool(racing) and all(p.card is not None for p in racing)


def _pile(table: Table) -> list[str]:
    """List the cards that the pile can hold: all copies that are not known to be in another place."""
    seen = [*table.market, *table.discard, *(c for p in table.players.values() for c in p.rainbow)]
    return [c.id for c in table.content.rainbow.values() for _ in range(max(0, c.copies - seen.count(c.id)))]
