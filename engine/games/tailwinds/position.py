"""Sets a table in mid-game from the facts that a header declares; everything else is unknown."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from typing import Any

from engine.games.tailwinds.content.pieces import CARDS_IN_A_DECK, MARKET, RAINBOW_CARDS
from engine.games.tailwinds.folds.sailing import put
from engine.games.tailwinds.folds.setting_up import lay_track, read_face
from engine.games.tailwinds.folds.turns import open_turn
from engine.games.tailwinds.reckoning import afloat, card_at, home_lane, next_seat, order_of, still_to_act
from engine.games.tailwinds.state import AFLOAT, FINISHED, LANE_NUMBER, REMOVED, Boat, Player, Table
from engine.kernel.facts import NOTHING
from engine.kernel.log import LogError
from engine.kernel.positions import (
    Value,
    read_names,
    read_number,
    read_one_of,
    read_phase,
    refuse_more_than_there_are,
    refuse_out_of_bounds,
    refuse_strangers,
)
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

PHASES = ("choosing", "resolving")


def declare(table: Table, position: Mapping[str, Value]) -> None:
    """Set the table as the header says. Every fact that it leaves out is unknown."""
    refuse_strangers(position, _zones(table))
    _refuse_more_than_the_box_holds(table, position)
    table.phase = read_phase(position, PHASES)
    table.round = read_number(position, "round", least=0)
    table.acted = {s for s in read_names(position.get("acted", "none")) if is_known(s)}
    _track(table, position)
    for seat, player in table.players.items():
        _boats(table, player, position)
        _cards(table, player, {k.partition(".")[2]: v for k, v in position.items() if k.startswith(f"{seat}.")})
    _rear(table, position)
    _refuse_two_in_a_lane(table, position)
    _rainbows(table, position)
    _whose(table, position)


def _zones(table: Table) -> dict[str, Container[str]]:
    """Map the facts that list cards and players to their allowed names."""
    cards, rainbow, seats = table.content.card_names, table.content.rainbow_names, table.seats
    zones: dict[str, Container[str]] = {"market": rainbow, "discard": rainbow, "acted": seats, "turn": seats}
    for seat in seats:
        zones |= {f"{seat}.{zone}": cards for zone in ("hand", "played", "removed", "card")}
        zones[f"{seat}.rainbow"] = rainbow
    return zones


def _refuse_more_than_the_box_holds(table: Table, position: Mapping[str, Value]) -> None:
    """Refuse a card in two places, more Rainbow cards of a kind than there are, and a track card laid twice."""
    rainbow = ("market", "discard", *(f"{seat}.rainbow" for seat in table.seats))
    cards = [f"{seat}.{zone}" for seat in table.seats for zone in ("hand", "played", "removed", "card")]
    refuse_more_than_there_are(position, cards, lambda _: 1)
    refuse_more_than_there_are(position, rainbow, lambda name: _copies(table, name))
    seats = table.seats
    refuse_out_of_bounds(position, {"pile": (0, RAINBOW_CARDS), **{f"{s}.cards": (0, CARDS_IN_A_DECK) for s in seats}})
    if len(read_names(position.get("market", NOTHING))) > MARKET:
        raise LogError("The position shows more than three cards in the market.", "It has three slots.", fact="market")
    laid = [read_face(name)[0] for name in str(position.get("track", "")).split()]
    if len(set(laid)) < len(laid):
        raise LogError("The position lays a track card twice.", "Write each of them once.", fact="track")


def _copies(table: Table, name: str) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    card = table.content.rainbow.get(name)
    return UNKNOWN if card is None else card.copies


def _refuse_two_in_a_lane(table: Table, position: Mapping[str, Value]) -> None:
    """Refuse two boats in one lane of a space, and a boat behind the rearmost card in play."""
    lying: set[tuple[Any, Any]] = set()
    for fact in (name for name in position if name.rpartition(".")[2] in {"aft", "fore"}):
        words = str(position[fact]).split()
        if len(words) != len(("space", "lane")):
            continue
        if (where := (words[0], words[1])) in lying:
            says = f"The position puts two boats into the {words[1]} lane of space {words[0]}."
            raise LogError(says, "A lane has room for one.", fact=fact)
        lying.add(where)
        if table.ends and is_known(table.rear) and card_at(table, int(words[0])) < table.rear:
            says = f"The position puts a boat on space {words[0]}, on a track card that is out of play."
            raise LogError(says, "Correct the boat, or the rear card.", fact=fact)


def _track(table: Table, position: Mapping[str, Value]) -> None:
    if "track" in position:
        lay_track(table, tuple(read_face(name) for name in _faces(table, str(position["track"]))))
    elif table.terms.advanced:
        lay_track(table, tuple((name, str(UNKNOWN)) for name in table.content.track))


def _rear(table: Table, position: Mapping[str, Value]) -> None:
    """Set the rearmost card in play: as declared, or else the card of the last boat."""
    rear = str(position.get("rear", ""))
    names = [name for name, _ in table.track]
    spaces = [boat.space for boat in afloat(table)]
    if rear and rear not in names:
        says = f"The position names rear card {rear}, which the track does not have."
        raise LogError(says, f"It has {', '.join(names)}.", fact="rear")
    if rear:
        table.rear = names.index(rear)
    elif names and table.ends and spaces:
        table.rear = min(len(names) - 1, card_at(table, min(filter(is_known, spaces), default=table.ends[-1])))
        table.rear_lost = table.rear > 0 and not all(map(is_known, spaces))


def _faces(table: Table, text: str) -> list[str]:
    faces = text.split()
    for name in faces:
        card, face = read_face(name)
        if card not in table.content.track or face not in {"standard", "advanced"}:
            says = f"The position names track card {name}, which the pack does not have."
            raise LogError(says, "Write T1 or T1/advanced.", fact="track")
    return faces


def _boats(table: Table, player: Player, position: Mapping[str, Value]) -> None:
    aft, fore = player.boats
    _lay(table, aft, f"{player.seat}.aft", position)
    _lay(table, fore, f"{player.seat}.fore", position)


def _lay(table: Table, boat: Boat, fact: str, position: Mapping[str, Value]) -> None:
    words = str(position.get(fact, "??")).split()
    boat.state = AFLOAT
    if words == ["out"]:
        boat.state = REMOVED
    elif words == ["finish"]:
        boat.state = FINISHED
        put(table, boat, table.finish, home_lane(table) or 1)
    elif words == ["??"]:
        put(table, boat, UNKNOWN, UNKNOWN)
    else:
        put(table, boat, *_place(fact, words, table.finish))


def _place(fact: str, words: list[str], finish: Any) -> tuple[int, int]:  # noqa: ANN401 - a number, or UNKNOWN
    if (
        not words
        or not re.fullmatch("[0-9]{1,6}", words[0])
        or (words[1:] and words[1] not in LANE_NUMBER)
        or len(words) > len(("space", "lane"))
    ):
        says = f"The position says a boat is at “{' '.join(words)}”."
        raise LogError(says, "Write a space and a lane: 7 inside, or out, finish, ??.", fact=fact)
    if int(words[0]) < 1 or (is_known(finish) and int(words[0]) > finish):
        says = f"The position says a boat is on space {words[0]}, and there is no such space."
        raise LogError(says, "Spaces count from 1; a boat past the last one is at the finish.", fact=fact)
    return int(words[0]), LANE_NUMBER[words[1]] if words[1:] else UNKNOWN


def _cards(table: Table, player: Player, said: Mapping[str, Value]) -> None:
    """Set where a player's seven cards are.

    A zone that is left out is computed from the others if possible, else unknown.
    """
    zones = {zone: read_names(said[zone]) for zone in ("hand", "played", "removed", "card") if zone in said}
    zones.setdefault("card", [UNKNOWN] if table.phase == "resolving" and player.seat not in table.acted else [])
    if is_known(table.round) and table.round == 1 and player.seat not in table.acted:
        zones = {"played": [], "removed": [], **zones}
    deck = table.content.decks.get(player.deck, UNKNOWN)
    for zone in ("removed", "played", "hand"):
        if zone not in zones and (rest := _left_over(table, deck, zones, zone)) is not None:
            zones[zone] = rest
    player.hand = set(zones["hand"]) if "hand" in zones and all(map(is_known, zones["hand"])) else UNKNOWN
    player.size = len(zones["hand"]) if "hand" in zones else UNKNOWN
    player.played, player.removed = zones.get("played", [UNKNOWN]), zones.get("removed", [UNKNOWN])
    player.recovered = bool(player.removed) if "removed" in zones else UNKNOWN
    player.resolved = UNKNOWN if player.seat in table.acted else None
    if zones["card"]:
        player.card = zones["card"][0]
        player.shown = player.opened = table.phase == "resolving"


def _left_over(table: Table, deck: Any, zones: Mapping[str, list[Any]], zone: str) -> list[Any] | None:  # noqa: ANN401 - names or UNKNOWN
    """Compute which cards of a deck must be in a zone from the other zones; None if they do not determine it.

    Only Recover is ever removed, and it is never among the played cards. A header that leaves it out of these lists
    means that it is in hand.
    """
    said = [card for cards in zones.values() for card in cards]
    if not is_known(deck) or not all(map(is_known, said)):
        return None
    recover = {card for card in deck if table.content.card(card).recover}
    rest = set(deck) - set(said)
    if zone == "removed":
        gone = recover & rest
        return sorted(gone) if "hand" in zones else [] if "played" in zones or not gone else None
    return sorted(rest) if {"played": "hand", "hand": "played"}[zone] in zones and "removed" in zones else None


def _rainbows(table: Table, position: Mapping[str, Value]) -> None:
    """Set where the twenty Rainbow cards are. A number left out is computed from the rest if possible, else unknown."""
    table.market = read_names(position.get("market", "?? ?? ??"))
    table.pile = read_number(position, "pile", least=0)
    zones = ["discard", *(f"{seat}.rainbow" for seat in table.seats)]
    said = {zone: read_names(position[zone]) for zone in zones if zone in position}
    seen = len(table.market) + sum(map(len, said.values()))
    unsaid: list[Any] = [] if is_known(table.pile) and table.pile + seen >= RAINBOW_CARDS else [UNKNOWN]
    if not is_known(table.pile) and len(said) == len(zones):
        table.pile = max(0, RAINBOW_CARDS - seen)
    table.discard = said.get("discard", list(unsaid))
    for seat, player in table.players.items():
        player.rainbow = said.get(f"{seat}.rainbow", list(unsaid))


def _whose(table: Table, position: Mapping[str, Value]) -> None:
    """Open the turn in progress, or set the seat that is next."""
    if table.phase != "resolving":
        return
    try:
        # In mid-round, the order of the boats at the start of the round is no longer visible.
        table.order = UNKNOWN if table.acted else order_of(table, table.seats)
        # While cards are resolved some player is still to act, whichever players the position lists as having acted.
        table.active = next_seat(table, still_to_act(table)) or UNKNOWN
    except Undetermined:
        table.order = table.active = UNKNOWN
    named = read_one_of(position, "turn", (*table.seats, NOTHING))
    if is_known(named) and named in table.acted:
        says = f"The position says that {named} has had a turn, and has one."
        raise LogError(says, "Leave whoever is in turn out of acted.", fact="acted")
    seat = named if is_known(named) and named else table.active if is_known(table.active) else ""
    if seat and "left" in position:
        turn = open_turn(table, seat)
        turn.spent = turn.base + turn.bonus - read_number(position, "left", least=0)
        turn.begun = True
    elif seat in table.players:
        table.active = seat
