"""The table as flat named values, and which of them decide the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.winds_of_plunder.reckoning.formulas import points_for
from engine.games.winds_of_plunder.scoring import COUNTS, may_have_completed
from engine.games.winds_of_plunder.state import MARKERS, Player, Table, Turn
from engine.kernel.facts import NOTHING, Reckoner, build_reckoners, of_seat, spell_names, spell_or_none
from engine.kernel.replay.fact_values import LIST
from engine.kernel.unknown import UNKNOWN, has_no_unknown, is_known

AREAS = (1, 2, 3, 4)


def _hand(cards: list[Any]) -> Any:  # noqa: ANN401 - a fact: words, or UNKNOWN
    return spell_names(cards) if all(is_known(card) for card in cards) else UNKNOWN


def _total(player: Player) -> Any:  # noqa: ANN401 - as above
    return sum(player.bonus.values())


def seat_facts(seat: str) -> dict[str, Reckoner]:
    """The facts of one player."""
    of = of_seat(seat)

    def bonus(name: str) -> Reckoner:
        return of(lambda p: p.bonus.get(name, 0))

    return {
        f"{seat}.port": of(lambda p: spell_or_none(p.port)),
        f"{seat}.vp": of(lambda p: p.vp),
        f"{seat}.wind": of(lambda p: p.wind),
        f"{seat}.reserve": of(lambda p: p.reserve),
        f"{seat}.weapons": of(lambda p: p.weapons),
        f"{seat}.crew": of(lambda p: p.crew),
        f"{seat}.provisions": of(lambda p: p.provisions),
        f"{seat}.booty": of(lambda p: p.booty),
        f"{seat}.actions": of(lambda p: UNKNOWN if p.untold else len(p.actions)),
        f"{seat}.hand": of(lambda p: UNKNOWN if p.untold else _hand(p.actions)),
        f"{seat}.treasures": of(lambda p: UNKNOWN if p.unsure else len(p.treasures)),
        f"{seat}.treasure": of(lambda p: UNKNOWN if p.unsure else _hand(p.treasures)),
        f"{seat}.marks": of(lambda p: UNKNOWN if p.doubtful else spell_names(p.marks)),
        f"{seat}.compass": of(lambda p: spell_or_none(p.compass)),
        f"{seat}.bid": of(lambda p: p.bid if p.bid is not None else NOTHING),
        **{f"{seat}.bonus.{name}": bonus(name) for name in COUNTS},
        f"{seat}.bonus": of(_total),
    }


def _turn(read: Callable[[Turn], Any]) -> Reckoner:
    return lambda table: NOTHING if table.turn is None else read(table.turn)


def _marker(name: str) -> Reckoner:
    return lambda table: spell_or_none(table.markers[name])


def no_marker(_: Table) -> str:
    """Return the marker of Booty: always none, so that a claim to the contrary is wrong."""
    return NOTHING


def _area(area: int) -> Reckoner:
    def completed(table: Table) -> Any:  # noqa: ANN401 - as above
        done = table.completed.get(area, ())
        others = (player for seat, player in table.players.items() if seat not in done)
        unsure = any(may_have_completed(table, player, area) for player in others)
        return UNKNOWN if unsure else " ".join(done) or NOTHING

    return completed


TABLE_FACTS: dict[str, Reckoner] = {
    # The round marker is on the first circle before the first vote.
    "round": lambda t: 1 if t.phase == "set-up" else t.round,
    "phase": lambda t: t.phase,
    "wind": lambda t: t.wind,
    "blackbeard": lambda t: spell_or_none(t.blackbeard),
    "first": lambda t: spell_or_none(t.first),
    "turn": lambda t: spell_or_none(t.active),
    "acted": lambda t: spell_names(t.acted),
    "left": lambda t: NOTHING if t.turn is None else points_for(t, t.turn) - t.turn.spent,
    "sailed": _turn(lambda t: t.sailed),
    **{f"marker.{name}": _marker(name) for name in MARKERS},
    "marker.booty": no_marker,
    "bar": lambda t: " ".join(t.bar) or NOTHING if has_no_unknown(t.bar) else UNKNOWN,
    "treasure.deck": lambda t: t.treasure_deck,
    "action.deck": lambda t: t.action_deck,
    "discard": lambda t: UNKNOWN if t.discard_untold else _hand(t.discard),
    **{f"area.{area}": _area(area) for area in AREAS},
    "winner": lambda t: spell_or_none(t.winner),
    "tiebreak": lambda t: t.tie_break or NOTHING,
    "ending": lambda t: t.ending or NOTHING,
}

# The kinds of value that facts have.
VALUES = {
    **dict.fromkeys(("*.vp", "*.wind", "*.reserve", *(f"*.{tally}" for tally in MARKERS)), ("number",)),
    **dict.fromkeys(("*.booty", "*.actions", "*.treasures", "*.bid", "*.bonus"), ("number",)),
    **{f"*.bonus.{name}": ("number",) for name in COUNTS},
    **dict.fromkeys(("round", "left", "sailed", "treasure.deck", "action.deck"), ("number",)),
    "*.port": ("port",),
    **dict.fromkeys(("*.marks", "*.treasure"), ("port", LIST)),
    **dict.fromkeys(("*.compass", "wind"), ("compass",)),
    **dict.fromkeys(("*.hand", "discard"), ("action", LIST)),
    "bar": ("tile", LIST),
    "tile.*": ("tile", "facing"),
    **dict.fromkeys(("blackbeard", "first", "turn", "marker.*"), ("seat",)),
    **dict.fromkeys(("acted", "winner", "area.*"), ("seat", LIST)),
    "phase": ("phase",),
    "tiebreak": ("tiebreak",),
    "ending": ("ending",),
}


def _tile(port: str) -> Reckoner:
    def lying(table: Table) -> Any:  # noqa: ANN401 - as above
        # A tile whose port is missing in the log may be on this one.
        somewhere = any(place not in table.content.ports for place in table.tiles)
        return table.tiles.get(port, UNKNOWN if somewhere else NOTHING)

    return lying


def _tiles(ports: tuple[str, ...]) -> Mapping[str, Reckoner]:
    return {f"tile.{port}": _tile(port) for port in ports}


# Lists every fact of a game with these seats and ports.
reckoners_of = build_reckoners(seat_facts, TABLE_FACTS, _tiles)


def reckoners(table: Table) -> Mapping[str, Reckoner]:
    """Map every fact of this table to the function that computes it."""
    return reckoners_of(table.seats, tuple(table.content.ports))
