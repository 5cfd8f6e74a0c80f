"""Lays the track and lines up the boats."""

from __future__ import annotations

from engine.games.tailwinds.content import Face
from engine.games.tailwinds.events import LayTrack, PlaceBoat
from engine.games.tailwinds.folds.sailing import put
from engine.games.tailwinds.reckoning import free_lane
from engine.games.tailwinds.state import AFLOAT, LANE_NUMBER, WAITING, Table
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

FIRST_THREE = frozenset({1, 2, 3})
# A track card that the log does not name.
UNREAD = ("??", "??")


def track_laid(table: Table, event: LayTrack) -> None:
    """The track lies on the table."""
    lay_track(table, tuple([_as_laid(table, place, card) for place, card in enumerate(event.cards)]))


def _as_laid(table: Table, place: int, card: str) -> tuple[str, str]:
    """Return the card and face in a place. For one that the log does not name, the mode and the pack's order decide."""
    if is_known(card):
        return read_face(card)
    order = list(table.content.track)
    if table.terms.track_order != "pack-order" or place >= len(order):
        return UNREAD
    return order[place], "??" if table.terms.advanced else "standard"


def read_face(card: str) -> tuple[str, str]:
    """Split `T3/advanced` into card and face."""
    name, _, face = card.partition("/")
    return name, face or "standard"


def lay_track(table: Table, track: tuple[tuple[str, str], ...]) -> None:
    """Count the spaces of the track from its start, and record their printed flags."""
    table.track, ends, at = track, [], 0
    rainbows = starts = frozenset[int]()
    for name, face in track:
        side = _side(table, name, face)
        if side is None or not is_known(side.spaces):
            table.ends, table.finish, table.rainbows, table.rear = (), UNKNOWN, UNKNOWN, 0
            table.starts = _starts(table, UNKNOWN)
            return
        rainbows, starts = _joined(rainbows, side.rainbows, at), _joined(starts, side.starts, at)
        at += side.spaces
        ends.append(at)
    # The starting spaces may depend on where the first card ends.
    table.ends, table.rainbows, table.rear = tuple(ends), rainbows, max(0, min(table.rear, len(ends) - 1))
    table.finish = at + 1 if ends else UNKNOWN
    table.starts = _starts(table, starts)


def _side(table: Table, name: str, face: str) -> Face | None:
    """Return the values of a face; if the face is unknown, those that both faces share."""
    card = table.content.track.get(name)
    if card is None or face in card.faces:
        return None if card is None else card.faces[face]
    one, *others = card.faces.values()
    spaces, starts, rainbows = one.spaces, one.starts, one.rainbows
    for other in others:
        if not (is_known(spaces) and is_known(other.spaces) and spaces == other.spaces):
            return None
        starts = starts if is_known(starts) and is_known(other.starts) and starts == other.starts else UNKNOWN
        rainbows = (
            rainbows if is_known(rainbows) and is_known(other.rainbows) and rainbows == other.rainbows else UNKNOWN
        )
    return Face(spaces, starts, rainbows)


def _joined(flags: frozenset[int], printed: frozenset[int], at: int) -> frozenset[int]:
    """Add the flags of one more card. If one card is unread, no space is known to lack the flag."""
    unknown: frozenset[int] = UNKNOWN
    return flags | {at + n for n in printed} if is_known(flags) and is_known(printed) else unknown


def _starts(table: Table, flagged: frozenset[int]) -> frozenset[int]:
    reading = table.terms.start_spaces
    if reading == "first-three-spaces":
        return frozenset(FIRST_THREE)
    if reading == "any-space-of-first-card":
        return frozenset(range(1, table.ends[0] + 1)) if table.ends else UNKNOWN
    return flagged


def boat_placed(table: Table, event: PlaceBoat) -> None:
    """A boat is put on its starting space; when all are, the first round begins."""
    if not is_known(event.by):
        return
    player = table.players[event.by]
    boat = next((b for b in player.boats if b.state is WAITING), None)
    table.placed.append(event.by)
    if boat is None:
        table.unapplied.append(f"{event.by} has no boat left to place")
        return
    boat.state = AFLOAT
    try:
        lane = LANE_NUMBER[event.lane] if event.lane else free_lane(table, event.space) or 3
    except Undetermined:
        lane = UNKNOWN
    put(table, boat, max(1, event.space) if is_known(event.space) else UNKNOWN, lane)


def set_up(table: Table) -> bool:
    """Return whether everything is ready for the first round."""
    return bool(table.market) and bool(table.track) and all(b.state is not WAITING for b in table.boats)
