"""Sets the table from a header: seats, decks, boats and, in the standard game, the track."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping

from engine.games.tailwinds.content import Content
from engine.games.tailwinds.content.pieces import CARDS_IN_A_DECK
from engine.games.tailwinds.facts import fact_names
from engine.games.tailwinds.folds.setting_up import lay_track
from engine.games.tailwinds.state import LANE_NUMBER, Boat, Player, Table
from engine.games.tailwinds.terms import Terms
from engine.kernel.log import Header
from engine.kernel.positions import seats_of
from engine.kernel.unknown import UNKNOWN, is_known

LANDING = re.compile(r"(?:[a-z0-9_-]+\.)?(?:aft|fore|out)@[0-9]{1,4}/(?:inside|middle|outside)\Z")


def lay(header: Header, pieces: Content, terms: Terms) -> Table:
    """Set the table before the first event."""
    seats = seats_of(header)
    players: dict[str, Player] = {}
    boats: list[Boat] = []
    for seat in seats:
        role = next(p.role for p in header.players if p.seat == seat)
        cards = pieces.decks.get(role, UNKNOWN)
        own = [Boat(seat, len(boats)), Boat(seat, len(boats) + 1)]
        boats += own
        players[seat] = Player(seat, role, set(cards) if is_known(cards) else UNKNOWN, CARDS_IN_A_DECK, own)
    table = Table(pieces, terms, seats, players, boats)
    table.header = header
    if not terms.advanced:
        lay_track(table, tuple((name, "standard") for name in pieces.track))
    return table


class _Landings:
    """The domain of landings: any place that a boat can be said to have reached."""

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and LANDING.match(text) is not None


def domains(header: Header, pieces: Content) -> Mapping[str, Container[str]]:
    """List the names that a log of this game may use."""
    seats = seats_of(header)
    own = ("aft", "fore", "out")
    return {
        "seat": frozenset(seats),
        "boat": frozenset((*own, *(f"{s}.{b}" for s in seats for b in own))),
        "card": pieces.card_names,
        "rainbow": pieces.rainbow_names,
        "lane": frozenset(LANE_NUMBER),
        "berth": frozenset({"out", "ashore", "finish", "unsettled"}),
        "deck": frozenset(pieces.decks),
        "track": frozenset(f"{t}{face}" for t in pieces.track for face in ("", "/standard", "/advanced")),
        "purpose": frozenset({"start", "dice", "parlay", "rum"}),
        "reply": frozenset({"yes", "no"}),
        "landing": _Landings(),
        "ending": frozenset({"finish", "out-of-cards"}),
        "fact": frozenset(fact_names(seats)),
    }
