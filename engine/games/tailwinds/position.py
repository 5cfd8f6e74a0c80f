"""A log that starts in mid-game: its header declares facts, and what it leaves out is unknown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.tailwinds.folds.sailing import put
from engine.games.tailwinds.folds.setting_up import lay_track, read_face
from engine.games.tailwinds.folds.turns import open_turn
from engine.games.tailwinds.reckoning import afloat, card_at, home_lane, next_seat, order_of
from engine.games.tailwinds.state import AFLOAT, FINISHED, LANE_NUMBER, REMOVED, Boat, Player, Table
from engine.kernel.log import LogError
from engine.kernel.unknown import UNKNOWN, Undetermined, known

Value = int | str
PHASES = ("choosing", "resolving")


def declare(table: Table, position: Mapping[str, Value]) -> None:
    """Set the table as the header says. Everything it does not say is unknown from here on."""
    table.phase = _phase(position)
    table.round = _number(position, "round")
    _track(table, position)
    for seat, player in table.players.items():
        _boats(table, player, position)
        _cards(table, player, {k.partition(".")[2]: v for k, v in position.items() if k.startswith(f"{seat}.")})
    _rear(table, position)
    table.market = _names(position.get("market", "?? ?? ??"))
    table.discard = _names(position.get("discard", "none"))
    table.pile = _number(position, "pile")
    table.acted = {s for s in _names(position.get("acted", "none")) if known(s)}
    _whose(table, position)


def _phase(position: Mapping[str, Value]) -> str:
    phase = str(position.get("phase", "choosing"))
    if phase not in PHASES:
        raise LogError(f"A position cannot start in phase “{phase}”.", f"Write phase={' or phase='.join(PHASES)}.")
    return phase


def _number(position: Mapping[str, Value], name: str) -> Any:  # noqa: ANN401 - a number or UNKNOWN
    value = position.get(name, "??")
    if value == "??":
        return UNKNOWN
    if not isinstance(value, int) or value < 0:
        raise LogError(f"The position says {name}={value}, which is not a number.", f"Write {name} as a number, or ??.")
    return value


def _names(value: Value) -> list[Any]:
    """Read a list of names; `none` is an empty one."""
    return [UNKNOWN if w == "??" else w for w in str(value).split() if w != "none"]


def _track(table: Table, position: Mapping[str, Value]) -> None:
    if "track" in position:
        lay_track(table, tuple(read_face(name) for name in _faces(table, str(position["track"]))))
    elif table.terms.advanced:
        table.rainbows = UNKNOWN


def _rear(table: Table, position: Mapping[str, Value]) -> None:
    """The rearmost card in play, as said; where it is not said, the one that the last boat lies on."""
    rear = str(position.get("rear", ""))
    names = [name for name, _ in table.track]
    spaces = [boat.space for boat in afloat(table)]
    if rear and rear not in names:
        raise LogError(
            f"The position names rear card {rear}, which the track does not have.", f"It has {', '.join(names)}."
        )
    if rear:
        table.rear = names.index(rear)
    elif names and table.ends and spaces and all(map(known, spaces)):
        table.rear = min(len(names) - 1, card_at(table, min(spaces)))


def _faces(table: Table, text: str) -> list[str]:
    faces = text.split()
    for name in faces:
        card, face = read_face(name)
        if card not in table.content.track or face not in {"standard", "advanced"}:
            raise LogError(
                f"The position names track card {name}, which the pack does not have.", "Write T1 or T1/advanced."
            )
    return faces


def _boats(table: Table, player: Player, position: Mapping[str, Value]) -> None:
    aft, fore = player.boats
    _lay(table, aft, position.get(f"{player.seat}.aft", "??"))
    _lay(table, fore, position.get(f"{player.seat}.fore", "??"))


def _lay(table: Table, boat: Boat, value: Value) -> None:
    words = str(value).split()
    boat.state = AFLOAT
    if words == ["out"]:
        boat.state = REMOVED
    elif words == ["finish"]:
        boat.state = FINISHED
        put(table, boat, table.finish, home_lane(table) or 1)
    elif words == ["??"]:
        boat.space = boat.lane = UNKNOWN
    else:
        put(table, boat, *_place(value, words))


def _place(value: Value, words: list[str]) -> tuple[int, int]:
    if (
        not words
        or not words[0].isdigit()
        or (words[1:] and words[1] not in LANE_NUMBER)
        or len(words) > len(("space", "lane"))
    ):
        raise LogError(
            f"The position says a boat is at “{value}”.", "Write a space and a lane: 7 inside, or out, finish, ??."
        )
    return int(words[0]), LANE_NUMBER[words[1]] if words[1:] else UNKNOWN


def _cards(table: Table, player: Player, said: Mapping[str, Value]) -> None:
    """What is not said of a player's cards is unknown; a full hand needs no saying when the rest is told."""
    player.played = _names(said.get("played", "none"))
    player.removed = _names(said.get("removed", "none"))
    player.rainbow = _names(said.get("rainbow", "none"))
    player.recovered = bool(player.removed)
    lying = _names(said.get("card", "none"))
    if "hand" in said:
        player.hand = set(_names(said["hand"]))
        player.size = len(player.hand)
    elif "played" in said and known(player.hand):
        player.hand -= {*player.played, *player.removed, *lying}
        player.size = len(player.hand)
    else:
        player.hand, player.size = UNKNOWN, UNKNOWN
    if lying:
        player.card, player.shown = lying[0], table.phase == "resolving"


def _whose(table: Table, position: Mapping[str, Value]) -> None:
    """Open the turn in progress, or say whose is next."""
    if table.phase != "resolving":
        return
    try:
        table.order = order_of(table, table.seats)
        table.active = next_seat(table)
    except Undetermined:
        table.order, table.active = table.seats, UNKNOWN
    seat = str(position.get("turn", "")) or (table.active if known(table.active) else "")
    if seat and "left" in position:
        turn = open_turn(table, seat)
        turn.spent = turn.base + turn.bonus - _number(position, "left")
        turn.begun = True
    elif seat in table.players:
        table.active = seat
