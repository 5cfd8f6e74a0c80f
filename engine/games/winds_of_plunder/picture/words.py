"""The words of the picture: place and time, the current turn, and who holds what."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final

from engine.games.winds_of_plunder.content import Content, VpTile
from engine.games.winds_of_plunder.reckoning.map import blows_to
from engine.games.winds_of_plunder.scoring import may_have_completed
from engine.games.winds_of_plunder.state import ROUNDS, Player, Table, Turn
from engine.kernel.drawing.lettering import list_names, result, spell_count, spell_title, spell_value
from engine.kernel.unknown import UNKNOWN, is_known

DIRECTION: Final = {"N": "North", "E": "East", "S": "South", "W": "West"}
PHASE: Final = {
    "compass": "setting compasses",
    "bid": "bidding cubes",
    "vote": "counting the vote",
    "plunder": "plundering",
}
MARKER: Final = {"weapons": "Most Weapons", "crew": "Largest Crew", "provisions": "Most Provisions"}
# The icon of a marker or a tally.
ICON_OF: Final = {"weapons": "weapon", "crew": "crew", "provisions": "provision", "booty": "booty"}
TIE_BREAK: Final = {
    "blackbeard": "Blackbeard's tile",
    "markers": "most advantage markers",
    "weapons-marker": "the Most Weapons marker",
    "crew-marker": "the Largest Crew marker",
    "action-cards": "most Action cards",
    "seating": "the seat next to Blackbeard's tile",
}
NOBODY: Final = "nobody"


def points_left(turn: Turn) -> str:
    """Return how many points a turn has left, or how many too many it has spent."""
    if is_known(turn.spent) and turn.left < 0:
        return f"{spell_count(-turn.left, 'point')} too many"
    return f"{spell_count(turn.left, 'point')} left"


def moment(table: Table) -> str:
    """Describe the round and phase."""
    if table.phase == "over":
        return "Final scoring"
    if is_known(table.round) and not table.round:
        return "Set-up"
    return f"Round {spell_value(table.round)} of {ROUNDS} · {PHASE.get(table.phase, spell_value(table.phase))}"


def to_move(table: Table) -> str:
    """Name the winner, or the player to act with the points."""
    if table.phase == "over":
        return result(table.winner, table.seats)
    if table.phase in {"compass", "bid"}:
        return _voting(table)
    if table.phase == "vote":
        return f"Blackbeard's tile decides: {holder(table.blackbeard)}" if table.owed else "The vote is counted"
    if table.turn is not None:
        return f"{spell_value(table.turn.seat)} to move, {points_left(table.turn)}, {_sailing(table.turn)}"
    if not is_known(table.active):
        return "nobody wrote down who is to move"
    return f"{spell_value(table.active)} to move" if table.active else ""


def _sailing(turn: Turn) -> str:
    if not is_known(turn.sailed):
        return "sailed or not: ?"
    return {0: "not sailed", 1: "has sailed"}.get(turn.sailed, f"has sailed {turn.sailed} times")


def _voting(table: Table) -> str:
    compass = table.phase == "compass"
    waiting = [p.seat for p in table.players.values() if (p.compass if compass else p.bid) is None]
    if waiting:
        return f"{'Compass to set' if compass else 'Cubes to bid'}: {list_names(waiting)}"
    return "All compasses are set" if compass else "All bids are made"


def beneath(table: Table) -> str:
    """Name what is due first, what a turn has left, or how the game was decided."""
    if table.phase == "over":
        return (
            f"Tie broken by {TIE_BREAK.get(table.tie_break, spell_value(table.tie_break))}" if table.tie_break else ""
        )
    if table.owed:
        return f"Due first: {table.owed[-1].says}"
    if table.turn is not None:
        return ", ".join(said for said in (_arrival(table.turn), _gust(table.turn), _bonus(table.turn)) if said)
    return f"First to plunder: {spell_value(table.first)}" if not is_known(table.first) or table.first else ""


def _arrival(turn: Turn) -> str:
    return "Arriving: Action cards are put aside" if turn.arriving else ""


def gust(turn: Turn) -> str:
    """Describe the Gust of Wind that waits for a sailing."""
    if is_known(turn.gust) and not turn.gust:
        return ""
    if not is_known(turn.gust):
        return "?"
    return way(turn.gust_direction) if turn.gust == "turn" else "one area more"


def _gust(turn: Turn) -> str:
    said = gust(turn)
    return f"Gust of Wind: {said}" if said else ""


def _bonus(turn: Turn) -> str:
    return "Largest Crew's point not spent yet" if turn.bonus and not turn.bonus_used else ""


def way(direction: object) -> str:
    """Spell a direction out."""
    return DIRECTION.get(str(direction), spell_value(direction)) if is_known(direction) else "?"


def course(table: Table) -> str:
    """Name the direction in which the wind carries ships."""
    if not is_known(table.wind) or table.wind not in DIRECTION:
        return "ships sail: ?"
    return f"ships sail {DIRECTION[blows_to(table, table.wind)].lower()}"


def holder(seat: object) -> str:
    """Name the holder of something."""
    return NOBODY if is_known(seat) and not seat else spell_value(seat)


def harbour(table: Table, port: object) -> str:
    """Name a port as the board does, or else as the log does."""
    if not is_known(port):
        return "?"
    listed_ = table.content.ports.get(str(port))
    if listed_ is not None and is_known(listed_.name) and listed_.name:
        return listed_.name
    return spell_title(port)


def place(table: Table, player: Player) -> str:
    """Name the place of a ship."""
    if not is_known(player.port):
        return "port not known"
    return f"in {harbour(table, player.port)}" if player.port else "not yet placed"


def face(content: Content, name: object) -> VpTile:
    """Return a VP tile, as far as the pack knows it. An unknown name gives an unknown face."""
    listed_ = content.tiles.get(str(name)) if is_known(name) else None
    return listed_ or VpTile(spell_value(name))


def tile_words(content: Content, name: object) -> str:
    """Describe a VP tile."""
    if not is_known(name):
        return "unknown tile"
    if not name:
        return "no tile"
    shown = face(content, name)
    icons = " and ".join(map(spell_value, shown.icons)) if is_known(shown.icons) else "?"
    return f"{spell_value(name)}: {spell_value(shown.vp)} VP, {icons or 'no icon'}"


def card_name(card: str) -> str:
    """Name an Action card as its log does, in words: misfire 2."""
    return spell_value(card).replace("_", " ")


def cards_held(cards: list[Any], *, untold: bool) -> list[Any]:
    """List the cards of a hand, with one unknown if there may be others."""
    return [*cards, UNKNOWN] if untold else list(cards)


def number_held(cards: list[Any], *, untold: bool) -> str:
    """Count a hand as far as it is known: 2, at least 2, or a question mark."""
    if not untold:
        return str(len(cards))
    return f"{len(cards)} or more" if cards else "?"


def completed(table: Table, area: int) -> list[Any]:
    """List the players who completed an area, with an unknown one last if another may have done so."""
    done = table.completed.get(area, ())
    others = (player for seat, player in table.players.items() if seat not in done)
    return [*done, UNKNOWN] if any(may_have_completed(table, player, area) for player in others) else list(done)


def vote(table: Table, player: Player) -> tuple[Any, Any]:
    """Return a seat's compass and bid as far as they are open: None if not set, FACE_DOWN if hidden."""
    if table.phase == "compass":
        return _hidden(player.compass), None
    if table.phase == "bid":
        return _untold(table) if player.compass is None else player.compass, _hidden(player.bid)
    return table.votes.get(player.seat, (_untold(table), _untold(table)))


class Hidden(Enum):
    """A face-down choice."""

    FACE_DOWN = "face down"


FACE_DOWN: Final = Hidden.FACE_DOWN


def _hidden(choice: object) -> object:
    return None if choice is None else FACE_DOWN


def _untold(table: Table) -> Any:  # noqa: ANN401 - None or UNKNOWN
    """A game that starts from a position had a vote of which the position says nothing."""
    return UNKNOWN if table.header.position else None


def choice_words(choice: object, says: str) -> str:
    """Describe a compass or a bid as far as it is open."""
    if choice is None:
        return "none"
    if choice is FACE_DOWN:
        return "face down"
    return says if is_known(choice) else "?"


def bonus_total(player: Player) -> Any:  # noqa: ANN401 - a number or UNKNOWN
    """Add the final bonuses up."""
    return sum(player.bonus.values()) if all(map(is_known, player.bonus.values())) else UNKNOWN
