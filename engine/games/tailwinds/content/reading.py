"""Reads the tables of a pack into pieces, and checks each value for its kind, its bounds and its consistency."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.tailwinds.content.pieces import (
    ABILITIES,
    CARDS_IN_A_DECK,
    DECKS,
    DIE_FACES,
    EFFECTS,
    FACES,
    PARAMS,
    RAINBOW_CARDS,
    TIMINGS,
    TRACK_CARDS,
    Face,
    MovementCard,
    RainbowCard,
    TrackCard,
)
from engine.kernel.packs.reader import REQUIRED, PackTable, is_name
from engine.kernel.unknown import UNKNOWN, is_known

MAX_SPACES = 30
# The values of a card that is not listed: unknown. Only the Recover card is identified by its name.
_OPEN: dict[str, Any] = {
    "recover": False,
    "dice": UNKNOWN,
    "ability": UNKNOWN,
    "timing": UNKNOWN,
    "mandatory": UNKNOWN,
    "uses": UNKNOWN,
    "per_own_boat": UNKNOWN,
}


def read_die(top: PackTable) -> tuple[int, ...]:
    """Read the six faces of the die."""
    die = top.entry("die")
    faces: tuple[int, ...] = die.numbers("faces")
    if is_known(faces) and len(faces) != DIE_FACES:
        die.add_fault(
            "faces", f"{len(faces)} faces.", 'The die has six sides: list six numbers, "??" for one not seen.'
        )
    die.close()
    return faces


def read_finish(top: PackTable) -> int | None:
    """Read how many lanes the finish space has; None: room for any number of boats."""
    finish = top.entry("finish")
    lanes: int | None = finish.number_or("unlimited", "lanes", least=1)
    finish.close()
    return lanes


def read_wind(top: PackTable) -> tuple[int | None, int | None]:
    """Read the printed shifts of the wind; None if the card says "roll"."""
    wind = top.entry("wind")
    shifts = wind.number_or("roll", "forward"), wind.number_or("roll", "back")
    wind.close()
    return shifts


def read_decks(top: PackTable) -> tuple[dict[str, tuple[str, ...]], dict[str, str], dict[str, MovementCard]]:
    """Read the six decks: the ids of their cards, their colours, and the cards themselves."""
    entry = top.entry("decks")
    decks: dict[str, tuple[str, ...]] = {}
    colours: dict[str, str] = {}
    cards: dict[str, MovementCard] = {}
    for deck in DECKS:
        table = entry.entry(deck)
        colours[deck] = table.word("colour")
        held = _deck_cards(table.entry("cards"), deck)
        decks[deck] = UNKNOWN if held is None else tuple(held)
        cards.update(held or {})
        table.close()
    entry.close()
    _one_colour_each(entry, colours)
    return decks, colours, cards


def _one_colour_each(entry: PackTable, colours: dict[str, str]) -> None:
    taken: dict[str, str] = {}
    for deck, colour in colours.items():
        if is_known(colour) and taken.setdefault(colour, deck) != deck:
            entry.proof.add_fault(
                (*entry.path, deck, "colour"),
                f"{colour} belongs to {taken[colour]} already.",
                'There are two boats of each of six colours: give each deck its own, or "??".',
            )


def _deck_cards(entry: PackTable, deck: str) -> dict[str, MovementCard] | None:
    if not entry.known:
        return None
    cards = {name: _movement_card(name, deck, table) for name, table in entry.entries()}
    if len(cards) != CARDS_IN_A_DECK:
        remedy = f'A deck holds {CARDS_IN_A_DECK}: list all of them, or write cards = "??" for the whole deck.'
        entry.proof.add_fault(entry.path, f"{len(cards)} cards.", remedy)
    flags = [card.recover for card in cards.values()]
    sure = sum(flag is True for flag in flags)
    if sure > 1 or (sure == 0 and all(map(is_known, flags))):
        remedy = "Set recover = true on the one card that shows the Recover symbol."
        entry.proof.add_fault(entry.path, f"{sure} Recover cards.", remedy)
    return cards


def _movement_card(name: str, deck: str, table: PackTable) -> MovementCard:
    if not is_name(name) or not name.startswith(f"{deck}-"):
        table.proof.add_fault(
            table.path, f'"{name}" is no card of this deck.', f"Name it {deck}-... in a-z, 0-9, dash."
        )
    card = MovementCard(id=name, deck=deck, value=table.number("value"), path=table.path, **_card_facts(table, {}))
    table.close()
    return card


def _card_facts(table: PackTable, unsaid: dict[str, Any]) -> dict[str, Any]:
    """Read all of a movement card but its number; `unsaid` is the value of a missing key, if that is not "no"."""
    facts: dict[str, Any] = {
        "recover": table.flag("recover", unsaid.get("recover", False)),
        "dice": table.number("dice", unsaid.get("dice", 0), most=1),
        "ability": table.word("ability", unsaid.get("ability"), ABILITIES),
        "mandatory": table.flag("mandatory", unsaid.get("mandatory", False)),
        "per_own_boat": table.flag("per_own_boat", unsaid.get("per_own_boat", False)),
        "overrides": table.rules("overrides", like="TW-MOVE-05"),
        "name": table.word("name", ""),
        "text": table.word("text", ""),
    }
    # By default a card's ability may be used at any time of the movement, once.
    acts = facts["ability"] is not None or not is_known(facts["dice"]) or facts["dice"] > 0
    facts["timing"] = table.word("timing", unsaid.get("timing", "any" if acts else None), TIMINGS)
    facts["uses"] = table.number("uses", unsaid.get("uses", 1 if acts else 0))
    facts["params"] = table.params(facts["ability"], ABILITIES, PARAMS)
    return facts


def read_named(top: PackTable) -> dict[str, dict[str, Any]]:
    """Read what is known of cards by their name alone, for decks that are not listed."""
    named: dict[str, dict[str, Any]] = {}
    if not top.has_key("named"):
        return named
    for name, table in top.entry("named").entries():
        facts = {"value": table.number("value", UNKNOWN), **_card_facts(table, _OPEN)}
        facts["only"] = table.word("deck", "", DECKS)
        table.close()
        named[name] = facts
    return named


def open_card(name: str, deck: str, named: Mapping[str, Mapping[str, Any]]) -> MovementCard:
    """Make a card of a deck that is not listed: with the values known for its name, and the rest unknown."""
    suffix = name.removeprefix(f"{deck}-")
    facts = dict(named.get(suffix, ()))
    if not facts or facts.pop("only") not in {"", deck}:
        return MovementCard(id=name, deck=deck, **_OPEN)
    return MovementCard(id=name, deck=deck, path=("named", suffix), **facts)


def read_rainbow(top: PackTable) -> dict[str, RainbowCard]:
    """Read the Rainbow cards, twenty in all."""
    entry = top.entry("rainbow")
    cards = {name: _rainbow_card(name, table) for name, table in entry.entries()}
    copies = [card.copies for card in cards.values()]
    total = sum(number for number in copies if is_known(number))
    complete = all(map(is_known, copies))
    if entry.known and (total > RAINBOW_CARDS or (complete and total < RAINBOW_CARDS)):
        remedy = f'There are {RAINBOW_CARDS}: count again, or write copies = "??" where nobody has counted.'
        entry.proof.add_fault(entry.path, f"{total} cards.", remedy)
    return cards


def _rainbow_card(name: str, table: PackTable) -> RainbowCard:
    table.check_name()
    effect = table.word("effect", name if name in EFFECTS else REQUIRED, EFFECTS)
    card = RainbowCard(
        id=name,
        copies=table.number("copies", least=1, most=RAINBOW_CARDS),
        effect=effect,
        params=table.params(effect, EFFECTS, PARAMS),
        points=table.number("points"),
        special=_special(table),
        name=table.word("name", ""),
        text=table.word("text", ""),
        path=table.path,
    )
    table.close()
    return card


def _special(table: PackTable) -> dict[str, int]:
    """Read the values for single characters; an entry without them has none."""
    if not table.has_key("special"):
        return {}
    entry = table.entry("special")
    special = {deck: entry.number(deck) for deck in DECKS if entry.has_key(deck)}
    entry.allow(DECKS)
    entry.close()
    return special if entry.known else UNKNOWN


def read_track(top: PackTable) -> dict[str, TrackCard]:
    """Read the six track cards, in the order in which they are laid."""
    entry = top.entry("track")
    cards = [_track_card(name, table) for name, table in entry.entries()]
    if len(cards) != TRACK_CARDS and top.has_key("track"):
        remedy = f'The track has {TRACK_CARDS}: list each once, with a face that nobody has read as "??".'
        entry.proof.add_fault(entry.path, f"{len(cards)} track cards.", remedy)
    places = sorted(card.order for card in cards if is_known(card.order))
    if len(set(places)) != len(places):
        remedy = f"Number the cards 1 to {TRACK_CARDS} from the start to the finish."
        entry.proof.add_fault(entry.path, "two cards have the same order.", remedy)
        return {}
    return {card.id: card for card in sorted(cards, key=_place)}


def _place(card: TrackCard) -> int:
    return card.order if is_known(card.order) else 0


def _track_card(name: str, table: PackTable) -> TrackCard:
    order = table.number("order", least=1, most=TRACK_CARDS)
    if table.table.get("order") is UNKNOWN:
        table.add_fault("order", "a track without an order cannot be laid.", "Number the cards from start to finish.")
    faces = {face: _face(table.entry(face)) for face in FACES}
    table.close()
    return TrackCard(name, order, faces)


def _face(table: PackTable) -> Face:
    if not table.known:
        return Face()
    spaces = table.number("spaces", least=1, most=MAX_SPACES)
    most = spaces if is_known(spaces) else MAX_SPACES
    face = Face(
        spaces=spaces,
        starts=_spaces(table, "starts", most),
        rainbows=_spaces(table, "rainbows", most),
    )
    # The description of a face is for people: it is checked, but not stored.
    table.word("rules_text")
    table.close()
    return face


def _spaces(table: PackTable, key: str, most: int) -> frozenset[int]:
    numbers = table.numbers(key, least=1, most=most)
    # With one unknown space, no other is known to be left out.
    return frozenset(numbers) if is_known(numbers) and all(map(is_known, numbers)) else UNKNOWN
