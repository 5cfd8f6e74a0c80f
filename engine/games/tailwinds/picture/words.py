"""The words of the picture: places, the current turn, and the description for readers who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.tailwinds.reckoning import label
from engine.games.tailwinds.state import AFLOAT, FINISHED, REMOVED, UNSETTLED, WAITING, Boat, Player, Table
from engine.games.tailwinds.wording import called, lane_called
from engine.kernel.drawing.alt_text import Telling
from engine.kernel.drawing.lettering import list_names, name_seat, spell_count, spell_value
from engine.kernel.unknown import UNKNOWN, is_known


def mark(table: Table, boat: Boat) -> str:
    """Name a boat as a log does: aft, fore, or out. Before the start a boat has no name."""
    return "" if boat.state == WAITING else label(table, boat, boat.seat)


def place(table: Table, boat: Boat) -> str:
    """Return where a boat is."""
    if boat.state == WAITING:
        return "not yet placed"
    if boat.state == REMOVED:
        return "out of the race"
    if boat.state == FINISHED or at_finish(table, boat):
        return "at the finish"
    return f"space {spell_value(boat.space)}, {lane(boat)}"


def at_finish(table: Table, boat: Boat) -> bool:
    """Return whether a boat is on the finish space, judged or not."""
    return boat.state == AFLOAT and is_known(table.finish) and is_known(boat.space) and boat.space >= table.finish


def lane(boat: Boat) -> str:
    """Name the lane of a boat."""
    return lane_called(boat.lane)


def moment(table: Table) -> str:
    """Describe the round and phase."""
    return (
        f"Round {spell_value(table.round)} · {spell_value(table.phase)}"
        if not is_known(table.round) or table.round
        else spell_value(table.phase).capitalize()
    )


def to_move(table: Table) -> str:
    """Name the winner, or the player to move with the card or points."""
    if over(table):
        return _result(table)
    if table.turn:
        return f"{table.turn.seat} to move, {spell_count(table.turn.left, 'point')} left"
    if not is_known(table.active):
        return "nobody wrote down who is to move"
    return f"{table.active} to move" if table.active else ""


def over(table: Table) -> bool:
    """Return whether the game has ended."""
    return bool(table.ending) or not is_known(table.winner) or bool(table.winner)


def _result(table: Table) -> str:
    if not is_known(table.winner):
        return "The game has ended; who won is not known"
    return f"{table.winner} has won" if table.winner else "The game has ended without a winner"


def due(table: Table) -> str:
    """Name what must come before anything else, or how the game ended."""
    if over(table):
        return f"Ended by: {spell_value(table.ending)}" if table.ending else ""
    return f"Due first: {table.owed[-1].says}" if table.owed else ""


def from_the_front(table: Table) -> list[Boat]:
    """Sort the boats, the foremost first. On one space the inside lane leads, and unknown places come last."""

    def behind(boat: Boat) -> tuple[bool, int, int]:
        space = boat.space if is_known(boat.space) else 0
        return not is_known(boat.space), -space, boat.lane if is_known(boat.lane) else UNSETTLED

    return sorted(table.boats, key=behind)


def telling(table: Table) -> Telling:
    """Describe the whole position."""
    return Telling("tailwinds", "Tailwinds", moment(table), to_move(table), due(table), tuple(_rest(table)))


def _rest(table: Table) -> Iterator[str]:
    yield f"Track: {_track(table)}"
    boats = (
        f"{called(boat.seat, mark(table, boat) or UNKNOWN)}: {place(table, boat)}" for boat in from_the_front(table)
    )
    yield f"Boats from the front: {'; '.join(boats) or 'none'}"
    yield f"Market: {list_names(spell_value(card) or 'gap' for card in market(table))}"
    yield f"{spell_count(table.pile, 'card')} in the pile, {number_of(table.discard)} discarded"
    for seat in table.seats:
        yield f"{name_seat(table.header, seat)}: {_cards(table, table.players[seat])}"


def market(table: Table) -> list[str]:
    """List the Rainbow cards on offer, slot by slot; an empty name is a gap."""
    slots = list(table.market)
    if is_known(table.gap) and 0 <= table.gap <= len(slots) < 3:  # noqa: PLR2004 - the market has three slots
        slots.insert(table.gap, "")
    return slots


def number_of(cards: list[str]) -> str:
    """Count cards. If one is unknown, the number is unknown."""
    return str(len(cards)) if all(map(is_known, cards)) else "?"


def on_the_table(player: Player) -> str:
    """Name the card that a player has chosen, as far as all players can see it."""
    if player.card is None:
        return "no card"
    return spell_value(player.card) if player.shown else "face down"


def _track(table: Table) -> str:
    if not table.ends:
        return "not known"
    cards = (
        f"{name} {face} to space {spell_value(end)}{' (out of play)' if number < table.rear else ''}"
        for number, ((name, face), end) in enumerate(zip(table.track, table.ends, strict=False))
    )
    return f"{', '.join(cards)}, finish {spell_value(table.finish)}"


def _cards(table: Table, player: Player) -> str:
    unseen = f" less {spell_count(player.unseen, 'card')} nobody named" if player.unseen else ""
    return (
        f"{spell_value(player.deck)} deck; on the table {on_the_table(player)}; Rainbow card "
        f"{list_names(player.rainbow)}; "
        f"hand {list_names(hand(table, player))}{unseen}; played {list_names(player.played)}; "
        f"gone {list_names(player.removed)}"
    )


def hand(table: Table, player: Player) -> list[str]:
    """List the cards in a hand, in the order of the deck; unknown ones are question marks."""
    if not is_known(player.hand):
        return ["?"] * player.size if is_known(player.size) else ["?"]
    deck = table.content.decks.get(player.deck, ()) if is_known(player.deck) else ()
    order = {card: number for number, card in enumerate(deck)} if is_known(deck) else {}
    return sorted(player.hand, key=lambda card: (order.get(card, len(order)), card))
