"""The components of a Tailwinds box as a content pack lists them: decks, Rainbow cards, track, die."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.games.tailwinds.content.pieces import DECKS, Face, MovementCard, RainbowCard, TrackCard
from engine.games.tailwinds.content.reading import (
    open_card,
    read_decks,
    read_die,
    read_finish,
    read_named,
    read_rainbow,
    read_track,
    read_wind,
)
from engine.kernel.packs.pack import Pack
from engine.kernel.packs.reader import PackTable, is_name
from engine.kernel.packs.shipped import Components, Names, ShippedPacks, make_file_reader
from engine.kernel.unknown import is_known

__all__ = [
    "BARE",
    "DECKS",
    "PACKS",
    "RECONSTRUCTED",
    "Content",
    "Face",
    "MovementCard",
    "RainbowCard",
    "TrackCard",
    "check",
    "content",
    "content_for",
    "named",
]

GAME = "tailwinds"
BARE = "tailwinds-bare"
RECONSTRUCTED = "tailwinds-reconstructed-1"
# The packs that ship with the game, and their files. The first is used if a log names none.
PACKS: dict[str, str] = {BARE: "bare.toml", RECONSTRUCTED: "reconstructed-1.toml"}

# The cache limit for cards of unlisted decks, whose names a log chooses freely.
_MOST_OPENED = 256


class Content(Components, frozen=True, eq=False):
    """The components of one pack, typed. `UNKNOWN` replaces every value that the pack spells `??`."""

    decks: Mapping[str, tuple[str, ...]]
    colours: Mapping[str, str]
    cards: Mapping[str, MovementCard]
    rainbow: Mapping[str, RainbowCard]
    track: Mapping[str, TrackCard]
    die: tuple[int, ...]
    # None: room for any number of boats.
    finish_lanes: int | None
    # How far the printed wind shifts; None: as far as the roll says.
    wind_forward: int | None
    wind_back: int | None
    # Decks whose cards are not listed: any card of theirs is accepted by its name.
    open_decks: frozenset[str]
    open_rainbow: bool
    told_by_name: Mapping[str, Mapping[str, Any]]
    _opened: dict[str, MovementCard] = msgspec.field(default_factory=dict)

    def card(self, name: str) -> MovementCard:
        """Look a movement card up. In a deck that is not listed any card exists, with unknown values."""
        return self.cards.get(name) or self._opened.get(name) or self._open(name)

    def rainbow_card(self, name: str) -> RainbowCard:
        """Look a Rainbow card up. While some copies are not counted, any name is a card, with unknown values."""
        card = self.rainbow.get(name)
        if card is None and not (self.open_rainbow and is_name(name)):
            raise KeyError(name)
        return card or RainbowCard(name)

    @property
    def card_names(self) -> Names:
        """The names that a log may use for movement cards."""
        return Names(self.cards, self._may_open)

    @property
    def rainbow_names(self) -> Names:
        """The names that a log may use for Rainbow cards."""
        return Names(self.rainbow, is_name if self.open_rainbow else None)

    def _may_open(self, name: str) -> bool:
        return name.partition("-")[0] in self.open_decks and is_name(name)

    def _open(self, name: str) -> MovementCard:
        if not self._may_open(name):
            raise KeyError(name)
        card = open_card(name, name.partition("-")[0], self.told_by_name)
        if len(self._opened) < _MOST_OPENED:
            self._opened[name] = card
        return card


def _content(top: PackTable, pack: Pack) -> Content:
    """Read a pack as the components of Tailwinds."""
    decks, colours, cards = read_decks(top)
    rainbow = read_rainbow(top)
    forward, back = read_wind(top)
    return Content(
        pack=pack,
        decks=decks,
        colours=colours,
        cards=cards,
        rainbow=rainbow,
        track=read_track(top),
        die=read_die(top),
        finish_lanes=read_finish(top),
        wind_forward=forward,
        wind_back=back,
        open_decks=frozenset(deck for deck, held in decks.items() if not is_known(held)),
        open_rainbow=not (rainbow and all(is_known(card.copies) for card in rainbow.values())),
        told_by_name=read_named(top),
    )


_SHELF = ShippedPacks(GAME, PACKS, make_file_reader(__name__), _content)
named, check, content, content_for = _SHELF.find_by_id, _SHELF.list_faults, _SHELF.read_content, _SHELF.content_for
