"""Character abilities in general: owners, timing, and the precedence of cards over rules."""

from __future__ import annotations

from engine.games.tailwinds.events import (
    ABILITIES,
    CallLongboat,
    Chase,
    CopyValue,
    FireCannons,
    Parlay,
    PlayRainbow,
    RaiseJollyRoger,
    Shackle,
    SpendRainbow,
    SwapLanes,
    ThrowDie,
    UseAbility,
)
from engine.games.tailwinds.reckoning import (
    can_spend,
    has_copied,
    may_choose_a_copy,
    open_turn_of,
    resolving,
)
from engine.games.tailwinds.sources import DECKS, SPECIAL
from engine.games.tailwinds.state import Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.kernel.events import Move
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN, is_known

chapter = Chapter("Character abilities")
# The ability of a card that each event uses.
KEYS: dict[type[Move], str] = {
    FireCannons: "cannons",
    RaiseJollyRoger: "jolly_roger",
    CopyValue: "copy",
    Shackle: "shackle",
    Chase: "pursuit",
    CallLongboat: "longboat",
    SwapLanes: "manoeuvre",
    Parlay: "parlay",
    UseAbility: "custom",
}
# Abilities whose own rule says how often a turn they may be used.
COUNTED = (CopyValue, Shackle, CallLongboat)
# Rules about what a card may do, and when, apply only to the card in play.
OF_THE_CARD = (
    "TW-ABIL-04",
    "TW-CANNON-01",
    "TW-CANNON-02",
    "TW-CANNON-03",
    "TW-CANNON-04",
    "TW-CANNON-05",
    "TW-JOLLY-02",
    "TW-LONGBOAT-01",
    "TW-MANOEUVRE-02",
    "TW-MANOEUVRE-03",
    "TW-PARLAY-01",
    "TW-PURSUIT-02",
    "TW-PURSUIT-03",
    "TW-RAIN-01",
    "TW-VALUE-06",
)


@chapter.rule(
    "TW-ABIL-01",
    reads=("decks",),
    on=(*KEYS, ThrowDie),
    says="An ability is used while its card is being resolved by its owner.",
    cite=SPECIAL,
    narrows=OF_THE_CARD,
)
def of_the_card_in_play(table: Table, event: Move) -> Breach | None:
    card, turn = resolving(table, event.by), open_turn_of(table, event.by)
    if isinstance(event, ThrowDie):
        fine, what = (turn is not None and turn.refused) or card.dice > 0, "roll"
    else:
        what = KEYS[type(event)]
        fine = card.ability == what
    if fine:
        return None
    facts: dict[str, int | str] = {"card": card.id, "ability": what}
    return Breach(f"{event.by} resolves {card.id}, which does not do that.", facts, _what_it_does(card.ability))


def _what_it_does(ability: str | None) -> str:
    return f"Its ability is {ability.replace('_', ' ')}." if ability and is_known(ability) else "It has no ability."


@chapter.rule(
    "TW-ABIL-03",
    on=ABILITIES,
    out_of_turn=True,
    says="An ability may be used at any moment of its owner's movement, and at no other.",
    cite=SPECIAL,
    narrows=("TW-ROUND-04", "TW-ORDER-03", "TW-ABIL-01", *OF_THE_CARD),
    hangs_on=ANY_BOAT,
)
def in_the_movement_phase(table: Table, event: Move) -> Breach | None:
    if event.by not in table.acted:
        return None
    return Breach(f"{event.by}'s movement is over.", {"seat": event.by, "turn": str(table.active)}, "Before it ended.")


@chapter.rule(
    "TW-ABIL-04",
    reads=("decks",),
    on=(*(kind for kind in KEYS if kind is not Chase), PlayRainbow, SpendRainbow),
    says="What the card says about when, and how often, its ability is used is binding.",
    cite=SPECIAL,
    narrows=("TW-RAIN-01",),
)
def as_the_card_says(table: Table, event: Move) -> Breach | None:
    turn, card = open_turn_of(table, event.by), resolving(table, event.by)
    if isinstance(event, (PlayRainbow, SpendRainbow)):
        return _before_the_copy(table, event.by)
    if turn is None:
        return _too_soon(table, event) if card.timing == "end_of_move" else None
    if isinstance(event, COUNTED) and turn.used.get(KEYS[type(event)], 0) >= card.uses > 0:
        return Breach(
            f"{event.by} uses {card.id} again.", {"card": card.id}, "Once in a turn." if card.uses == 1 else ""
        )
    if turn.begun and card.timing in {"start_of_move", "on_reveal"}:
        return Breach(f"{event.by} uses {card.id} after moving.", {"card": card.id}, "At the start of the movement.")
    if card.timing == "end_of_move" and can_spend(table, turn):
        return _too_soon(table, event)
    return None


def _too_soon(table: Table, event: Move) -> Breach:
    card = resolving(table, event.by).id
    return Breach(f"{event.by} uses {card} before the boats have moved.", {"card": card}, "At the end of the movement.")


def _before_the_copy(table: Table, seat: str) -> Breach | None:
    """After a Rainbow card, it is too late for a copy that must come first."""
    turn, card = open_turn_of(table, seat), resolving(table, seat)
    copied = (turn is not None and has_copied(turn)) or table.players[seat].card is None
    if copied or card.ability != "copy" or card.timing != "start_of_move" or not may_choose_a_copy(table, seat):
        return None
    says = f"{seat} has not copied a number yet."
    return Breach(says, {"card": card.id}, "The copy comes first.", CopyValue(seat, UNKNOWN))


chapter.permission("TW-ABIL-05", says="Where a card and a rule disagree, the card is right.", cite=SPECIAL)
chapter.permission("TW-ABIL-06", says="Some Pirate cards move other players' boats, and cost no points.", cite=DECKS)
