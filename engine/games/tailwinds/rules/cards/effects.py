"""Single Rainbow cards: the boats and cards that their text allows as targets."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.tailwinds.events import PlayRainbow
from engine.games.tailwinds.reckoning import boat_named, card_at, in_last_place, label, last_boat, own_boats
from engine.games.tailwinds.rules.cards.seamanship import cannot_swap
from engine.games.tailwinds.sources import faq
from engine.games.tailwinds.state import Boat, Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.games.tailwinds.wording import called
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Rainbow cards", hangs_on=ANY_BOAT)


def not_as_written(table: Table, event: PlayRainbow) -> Breach | None:
    """Return why a card cannot be used in this way."""
    wants = WANTS.get(table.content.rainbow_card(event.card).effect)
    return wants(table, event) if wants is not None else None


def _needs(event: PlayRainbow, why: str, what: str) -> Breach:
    says = f"{event.by} plays {event.card} {why}, and that is not written on it."
    return Breach(says, {"card": event.card}, f"It takes {what}.")


def _on(event: PlayRainbow) -> str:
    return f"on {called(event.by, event.boat)}" if event.boat else "on no boat"


def _for(event: PlayRainbow) -> str:
    return f"for {event.pick}" if event.pick else "and picks no card"


def _target(table: Table, event: PlayRainbow) -> Boat | None:
    return boat_named(table, event.by, event.boat) if event.boat else None


def _calm_sea(table: Table, event: PlayRainbow) -> Breach | None:
    if not (event.boat and event.other):
        return _needs(event, "without naming two boats", "two boats, one of them the player's own")
    return cannot_swap(table, event.by, event.boat, event.other)


def _tail_wind(table: Table, event: PlayRainbow) -> Breach | None:
    boat = _target(table, event)
    fine = boat is not None and boat.seat == event.by
    return None if fine else _needs(event, _on(event), "one of the player's own boats")


def _anchor(table: Table, event: PlayRainbow) -> Breach | None:
    boat = _target(table, event)
    fine = boat is not None and boat.seat != event.by and _alongside(table, event.by, boat)
    return None if fine else _needs(event, _on(event), "an opponent's boat on a track card that also holds an own boat")


def _alongside(table: Table, seat: str, boat: Boat) -> bool:
    return any(card_at(table, b.space) == card_at(table, boat.space) for b in own_boats(table, seat))


def _telescope(table: Table, event: PlayRainbow) -> Breach | None:
    return None if _picked_from(table.market, event) else _needs(event, _for(event), "one of the market's cards")


def _treasure(table: Table, event: PlayRainbow) -> Breach | None:
    return None if _picked_from(table.discard, event) else _needs(event, _for(event), "a card from the discard pile")


def _picked_from(cards: list[str], event: PlayRainbow) -> bool:
    """Return whether the pick is one of these cards, or none if there are none."""
    if not all(is_known(c) for c in cards):
        raise Undetermined
    return event.pick in cards if cards else not event.pick


WANTS: dict[str, Callable[[Table, PlayRainbow], Breach | None]] = {
    "calm_sea": _calm_sea,
    "tail_wind": _tail_wind,
    "anchor": _anchor,
    "telescope": _telescope,
    "buried_treasure": _treasure,
}


@chapter.rule(
    "TW-BAIL-01",
    reads=("rainbow",),
    on=PlayRainbow,
    given="boat",
    says="Bail Out moves the boat in last place, whoever owns it.",
    cite=faq("Bail Out"),
    rulings=("TW-AMB-38",),
)
def only_the_last(table: Table, event: PlayRainbow) -> Breach | None:
    if table.content.rainbow_card(event.card).effect != "bail_out":
        return None
    boat, due = boat_named(table, event.by, event.boat), last_boat(table)
    if due is None or (boat is not None and in_last_place(table, boat)):
        return None
    last = label(table, due)
    says = f"{called(event.by, event.boat)} is bailed out, and {called('', last)} is in last place."
    return Breach(says, {"boat": event.boat, "last": last}, f"{called('', last)} is moved.")


chapter.permission("TW-BAIL-02", says="Bail Out may move another player's boat.", cite=faq("Bail Out"))
