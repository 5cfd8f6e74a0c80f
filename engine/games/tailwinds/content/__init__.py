"""What a Tailwinds box holds, as a content pack tells it: decks, Rainbow cards, track, die."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from engine.games.tailwinds.content.pieces import DECKS, Face, MovementCard, RainbowCard, TrackCard
from engine.games.tailwinds.content.reading import (
    is_name,
    open_card,
    read_decks,
    read_die,
    read_finish,
    read_named,
    read_rainbow,
    read_track,
    read_wind,
)
from engine.kernel.log import Fault
from engine.kernel.packs import Pack, PackError, load
from engine.kernel.proof import Entry, Path, Proof, nearest
from engine.kernel.unknown import known

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
    "named",
]

GAME = "tailwinds"
BARE = "tailwinds-bare"
RECONSTRUCTED = "tailwinds-reconstructed-1"
# The packs that come with the game, and the files that hold them. A log that names none is read with the bare one.
PACKS: dict[str, str] = {BARE: "bare.toml", RECONSTRUCTED: "reconstructed-1.toml"}

# Names for unlisted cards are the log's own; so many of them are kept made, no more.
_MOST_OPENED = 256


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """The components of one pack, typed. `UNKNOWN` stands wherever the pack says `??`."""

    pack: Pack = field(repr=False)
    decks: Mapping[str, tuple[str, ...]]
    colours: Mapping[str, str]
    cards: Mapping[str, MovementCard] = field(repr=False)
    rainbow: Mapping[str, RainbowCard] = field(repr=False)
    track: Mapping[str, TrackCard] = field(repr=False)
    die: tuple[int, ...]
    # None: as many boats as come.
    finish_lanes: int | None
    # How far the printed wind shifts; None: as far as the roll says.
    wind_forward: int | None
    wind_back: int | None
    open_decks: frozenset[str]
    open_rainbow: bool
    told_by_name: Mapping[str, Mapping[str, Any]] = field(repr=False)
    _opened: dict[str, MovementCard] = field(default_factory=dict, repr=False)

    @property
    def id(self) -> str:
        """The name by which a log calls this pack."""
        return self.pack.id

    @property
    def digest(self) -> str:
        """What a log pins to say which components it was played with."""
        return self.pack.digest

    @property
    def reconstructed(self) -> bool:
        """Whether anything in here is invented."""
        return self.pack.reconstructed

    @property
    def open_cards(self) -> bool:
        """Whether there are decks whose cards nobody has listed, so that any card of theirs is taken at its name."""
        return bool(self.open_decks)

    def provenance(self, path: Path) -> str:
        """Say where a value comes from; `card.path` and a field's name make up its path."""
        return self.pack.provenance(path)

    def card(self, name: str) -> MovementCard:
        """Look a movement card up; of a deck that nobody has listed, any card is there, with unknown values."""
        return self.cards.get(name) or self._opened.get(name) or self._open(name)

    def rainbow_card(self, name: str) -> RainbowCard:
        """Look a Rainbow card up; while some have not been counted, any name is one, with unknown values."""
        card = self.rainbow.get(name)
        if card is None and not (self.open_rainbow and is_name(name)):
            raise KeyError(name)
        return card or RainbowCard(name)

    @property
    def card_names(self) -> CardNames:
        """The names that a log may use for movement cards."""
        return CardNames(self)

    @property
    def rainbow_names(self) -> RainbowNames:
        """The names that a log may use for Rainbow cards."""
        return RainbowNames(self)

    def _open(self, name: str) -> MovementCard:
        deck = name.partition("-")[0]
        if deck not in self.open_decks or not is_name(name):
            raise KeyError(name)
        card = open_card(name, deck, self.told_by_name)
        if len(self._opened) < _MOST_OPENED:
            self._opened[name] = card
        return card


@dataclass(frozen=True, slots=True)
class CardNames:
    """Which names are movement cards: asked with `in`, listed for suggestions."""

    content: Content

    def __contains__(self, name: object) -> bool:
        """Tell whether a log may write this name for a movement card."""
        if name in self.content.cards:
            return True
        return isinstance(name, str) and name.partition("-")[0] in self.content.open_decks and is_name(name)

    def __iter__(self) -> Iterator[str]:
        """List the cards that the pack lists."""
        return iter(self.content.cards)


@dataclass(frozen=True, slots=True)
class RainbowNames:
    """Which names are Rainbow cards: asked with `in`, listed for suggestions."""

    content: Content

    def __contains__(self, name: object) -> bool:
        """Tell whether a log may write this name for a Rainbow card."""
        return name in self.content.rainbow or (self.content.open_rainbow and isinstance(name, str) and is_name(name))

    def __iter__(self) -> Iterator[str]:
        """List the Rainbow cards that the pack lists."""
        return iter(self.content.rainbow)


def content(pack: Pack) -> Content:
    """Read a pack as a box of Tailwinds, or raise `PackError` with everything that is wrong with it."""
    proof = Proof(pack.text)
    top = Entry(pack.tree, (), proof)
    decks, colours, cards = read_decks(top)
    rainbow = read_rainbow(top)
    forward, back = read_wind(top)
    box = Content(
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
        open_decks=frozenset(deck for deck, held in decks.items() if not known(held)),
        open_rainbow=not (rainbow and all(known(card.copies) for card in rainbow.values())),
        told_by_name=read_named(top),
    )
    top.close()
    if proof.faults:
        raise PackError(*proof.faults)
    return box


def check(text: str) -> list[Fault]:
    """List all that is wrong with the text of a pack, in the order of its lines."""
    try:
        content(load(text, GAME))
    except PackError as wrong:
        return list(wrong.faults)
    return []


def named(pack_id: str) -> Content:
    """Give the content of a pack that comes with the game."""
    if pack_id not in PACKS:
        remedy = nearest(pack_id, PACKS) or "Write the pack into the log, or leave the line out for the bare one."
        raise PackError(Fault(f'No pack "{pack_id}" comes with Tailwinds.', f"{remedy} There are: {', '.join(PACKS)}."))
    return _shipped(pack_id)


@cache
def _shipped(pack_id: str) -> Content:
    # Imported here: most commands start and end without opening a pack.
    from importlib import resources  # noqa: PLC0415 - see above

    return content(load(resources.files(__name__).joinpath(PACKS[pack_id]).read_text("utf-8"), GAME))
