"""The table as flat named values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.games.windward.content import PORT
from engine.games.windward.facts.variants import of_variants
from engine.games.windward.reckoning import (
    cannon_slots,
    cards_held,
    cargo_stock,
    crester_stock,
    gas_slots,
    gas_stock,
    hand_limit,
    speed_left,
)
from engine.games.windward.reckoning.battle import last_battle, total
from engine.games.windward.state import (
    ABOARD,
    ASIDE,
    ATTACK,
    BOATS,
    DEFEND,
    GREY,
    GREY_TOOTH,
    RED,
    RED_TOOTH,
    TOKEN,
    Battle,
    Player,
    Table,
    Turn,
)
from engine.kernel.facts import NOTHING, Reckoner, build_reckoners, of_seat, spell_names, spell_or_none
from engine.kernel.replay.fact_values import LIST
from engine.kernel.unknown import UNKNOWN, has_no_unknown, is_known


def _list(names: Iterable[Any]) -> Any:  # noqa: ANN401 - a fact: words, or UNKNOWN
    listed = list(names)
    return spell_names(listed) if has_no_unknown(listed) else UNKNOWN


def _hand(player: Player) -> Any:  # noqa: ANN401 - as above
    return UNKNOWN if player.hand_untold else spell_names(player.hand)


def seat_facts(seat: str) -> dict[str, Reckoner]:
    """The facts of one player."""
    of = of_seat(seat)

    def boat(name: str) -> Reckoner:
        return of(lambda p: p.boats[name])

    return {
        f"{seat}.place": of(lambda p: p.at),
        f"{seat}.morale": of(lambda p: p.morale),
        f"{seat}.notoriety": of(lambda p: p.notoriety),
        f"{seat}.gas": of(lambda p: p.gas),
        f"{seat}.cannons": of(lambda p: p.cannons),
        f"{seat}.rowing": of(lambda p: p.rowing),
        f"{seat}.crester": of(lambda p: _list(filter(None, (p.crester, *p.more))) if is_known(p.crester) else UNKNOWN),
        f"{seat}.teeth.red": of(lambda p: p.cargo[RED_TOOTH]),
        f"{seat}.teeth.grey": of(lambda p: p.cargo[GREY_TOOTH]),
        f"{seat}.tokens": of(lambda p: p.cargo[TOKEN]),
        f"{seat}.hand": of(_hand),
        f"{seat}.cards": of(cards_held),
        f"{seat}.slots.gas": lambda t: gas_slots(t, t.players[seat]),
        f"{seat}.slots.cannons": lambda t: cannon_slots(t, t.players[seat]),
        f"{seat}.slots.cards": lambda t: hand_limit(t, t.players[seat]),
        f"{seat}.crew": of(lambda p: UNKNOWN if p.crew_untold else _list(p.crew)),
        **{f"{seat}.boat.{name}": boat(name) for name in BOATS},
    }


def _turn(read: Callable[[Turn], Any]) -> Reckoner:
    return lambda table: NOTHING if table.turn is None or table.phase in {"over", "set-up"} else read(table.turn)


def _fought(read: Callable[[Table, Battle], Any]) -> Reckoner:
    """Make a fact of the current battle, or of the one that has just ended."""

    def of_battle(table: Table) -> Any:  # noqa: ANN401 - as above
        battle = last_battle(table)
        return NOTHING if battle is None else read(table, battle)

    return of_battle


def _cresters(of: Callable[[Table], dict[str, Any]], untold: Callable[[Table], bool]) -> Reckoner:
    def listed(table: Table) -> Any:  # noqa: ANN401 - as above
        there = of(table).items()
        return UNKNOWN if untold(table) else spell_names(space for space, one in there for _ in range(one.number))

    return listed


def _items(table: Table) -> Any:  # noqa: ANN401 - as above
    """List all things on the planet, each as often as it is there: `c32.gas c32.gas d41.red-tooth`."""
    if table.items_untold or not all(has_no_unknown(here.values()) for here in table.items.values()):
        return UNKNOWN
    lying = ((f"{space}.{item}", number) for space, here in table.items.items() for item, number in here.items())
    return spell_names(name for name, number in lying for _ in range(number))


def _hits(side: str) -> Reckoner:
    return _fought(lambda table, battle: total(table, battle, side) if side in battle.rolled else NOTHING)


def _strength(side: str) -> Reckoner:
    return _fought(lambda _, battle: battle.strength[side])


def _winner(table: Table) -> Any:  # noqa: ANN401 - as above
    if table.winner:
        return table.winner
    return UNKNOWN if table.perhaps_over else NOTHING


def _tops(table: Table) -> Any:  # noqa: ANN401 - as above
    return " ".join(str(card) for card in table.tops)


TABLE_FACTS: dict[str, Reckoner] = {
    "phase": lambda t: t.phase,
    "turn": _turn(lambda turn: turn.seat),
    "first": lambda t: spell_or_none(t.first),
    "round": lambda t: t.round,
    "wind": lambda t: t.wind if t.wind_set else NOTHING,
    "planet": lambda t: " ".join(map(str, t.tiles)) or NOTHING,
    "side": lambda t: t.side,
    "reds": _cresters(lambda t: t.reds, lambda t: t.reds_untold or bool(t.strayed)),
    "greys": _cresters(lambda t: t.greys, lambda t: t.greys_untold),
    "items": _items,
    "speed": _turn(speed_left),
    "orders": _turn(lambda turn: _list(turn.orders)),
    "takes": _turn(lambda turn: turn.takes),
    "battle": lambda t: NOTHING if t.battle is None else t.battle.space,
    "strength.attack": _strength(ATTACK),
    "strength.defend": _strength(DEFEND),
    "hits.attack": _hits(ATTACK),
    "hits.defend": _hits(DEFEND),
    "tops": _tops,
    "stock.red": lambda t: crester_stock(t, RED),
    "stock.grey": lambda t: crester_stock(t, GREY),
    "stock.teeth.red": lambda t: cargo_stock(t, RED_TOOTH),
    "stock.teeth.grey": lambda t: cargo_stock(t, GREY_TOOTH),
    "stock.tokens": lambda t: cargo_stock(t, TOKEN),
    "stock.gas": gas_stock,
    "trigger": lambda t: UNKNOWN if t.perhaps_over and not t.trigger else spell_or_none(t.trigger),
    "winner": _winner,
    "ending": lambda t: t.ending or (UNKNOWN if t.perhaps_over else NOTHING),
}

# The kinds of value that facts have.
VALUES = {
    **dict.fromkeys(("*.morale", "*.notoriety", "*.gas", "*.cannons", "*.rowing", "*.tokens"), ("number",)),
    **dict.fromkeys(("*.cards", "round", "wind", "speed", "takes", "strength.*", "hits.*", "stock.*"), ("number",)),
    **dict.fromkeys(("turn", "first", "trigger"), ("seat",)),
    "winner": ("seat", LIST),
    **dict.fromkeys(("*.slots.gas", "*.slots.cannons", "*.slots.cards"), ("number",)),
    "*.place": ("place",),
    **dict.fromkeys(("*.teeth.red", "*.teeth.grey"), ("number",)),
    "*.crester": ("crester", LIST),
    "*.hand": ("card", LIST),
    "*.crew": ("crew", LIST),
    **dict.fromkeys(("*.boat.1", "*.boat.2"), ("mooring",)),
    **dict.fromkeys(("reds", "greys"), ("space", LIST)),
    "battle": ("space",),
    "items": ("lying-thing", LIST),
    "tops": ("card", LIST),
    "planet": ("tile", LIST),
    "side": ("planet-side",),
    "orders": ("order", LIST),
    "phase": ("phase",),
    "ending": ("ending",),
    "tagged": ("space", LIST),
    **dict.fromkeys(("tags", "beaten", "lives.*"), ("number",)),
    "difficulty": ("difficulty",),
    "white": ("lair",),
    **dict.fromkeys(("achievements", "covered", "*.achieved"), ("achievement", LIST)),
}
# A longboat that is not on the planet is on its board, or next to it; in port it may not be.
MOORINGS = (ABOARD, ASIDE, PORT)

_reckoners = build_reckoners(seat_facts, TABLE_FACTS, of_variants)


def reckoners_of(seats: tuple[str, ...], layers: tuple[str, ...]) -> Mapping[str, Reckoner]:
    """Map every fact of a game with these seats under these layers to the function that computes it."""
    return _reckoners(seats, layers, seats)


def reckoners(table: Table) -> Mapping[str, Reckoner]:
    """Map every fact of this table to the function that computes it."""
    return reckoners_of(table.seats, table.header.layers)
