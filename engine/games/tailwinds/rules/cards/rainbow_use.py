"""Rainbow cards: when one may be played, and for what."""

from __future__ import annotations

from engine.games.tailwinds.events import (
    PlayRainbow,
    SpendRainbow,
    TakeRainbow,
)
from engine.games.tailwinds.folds.asking import may_hold
from engine.games.tailwinds.folds.rainbow import discarded, left_hand
from engine.games.tailwinds.reckoning import open_turn_of
from engine.games.tailwinds.rules.cards.effects import not_as_written
from engine.games.tailwinds.rules.claims.wrong import Wrong
from engine.games.tailwinds.rulings import PLACING
from engine.games.tailwinds.sources import MOVEMENT, RAINBOW, faq
from engine.games.tailwinds.state import Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.kernel.events import Move
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Rainbow cards")
Played = PlayRainbow | SpendRainbow


@chapter.rule(
    "TW-RAIN-08",
    on=(PlayRainbow, SpendRainbow),
    out_of_turn=True,
    says="A Rainbow card is played only in its holder's own movement phase.",
    cite=(MOVEMENT, RAINBOW),
    narrows=("TW-ORDER-01", "TW-ORDER-02", "TW-ORDER-03", "TW-ROUND-04"),
    rulings=PLACING,
    hangs_on=ANY_BOAT,
)
def own_turn_only(table: Table, event: Move) -> Breach | None:
    facts: dict[str, int | str] = {"seat": event.by, "turn": table.active}
    return Breach(f"{event.by} plays a Rainbow card in {table.active}'s turn.", facts, f"In {event.by}'s own turn.")


@chapter.rule(
    "TW-RAIN-09",
    reads=("rainbow",),
    on=(PlayRainbow, SpendRainbow),
    says="A Rainbow card gives the effect written on it or its points, not both.",
    cite=RAINBOW,
    narrows=("TW-RAIN-10", "TW-RAIN-14"),
    rulings=("TW-AMB-35", *PLACING),
    hangs_on=ANY_BOAT,
)
def one_use(table: Table, event: Played) -> Breach | None:
    turn, held = open_turn_of(table, event.by), table.players[event.by].rainbow
    holds = any(is_known(c) and c == event.card for c in held)
    if turn is not None and event.card in turn.rainbow and not holds:
        says = f"{event.by} has used {event.card} in this turn, and uses it again."
        return Breach(says, {"card": event.card}, "Its effect or its points, once.")
    # The text of a card matters only if it may be played at all.
    may_be_played = (turn is None or not turn.rainbow) and (holds or not all(map(is_known, held)))
    return not_as_written(table, event) if may_be_played and isinstance(event, PlayRainbow) else None


@chapter.rule(
    "TW-RAIN-10",
    on=(PlayRainbow, SpendRainbow),
    says="One Rainbow card is played in a turn.",
    cite=faq("Telescope/Buried Treasure"),
)
def one_a_turn(table: Table, event: Played) -> Breach | None:
    turn = open_turn_of(table, event.by)
    if turn is None or not turn.rainbow:
        return None
    says = f"{event.by} plays {event.card} after {turn.rainbow[0]} in one turn."
    return Breach(says, {"card": event.card}, "It waits for a later turn.")


@chapter.rule(
    "TW-RAIN-11",
    on=(PlayRainbow, SpendRainbow),
    says="A card picked by Telescope or Buried Treasure waits for the next turn.",
    cite=faq("Telescope/Buried Treasure"),
    narrows=("TW-RAIN-09", "TW-RAIN-10"),
)
def picked_just_now(table: Table, event: Played) -> Breach | None:
    turn = open_turn_of(table, event.by)
    if turn is None or f"picked:{event.card}" not in turn.gained:
        return None
    says = f"{event.by} picked {event.card} in this turn, and plays it."
    return Breach(says, {"card": event.card}, "It waits for the next turn.")


@chapter.rule(
    "TW-RAIN-12",
    on=(PlayRainbow, SpendRainbow),
    says="A Rainbow card taken in a turn is first used in a later one.",
    cite=RAINBOW,
    narrows=("TW-RAIN-01", "TW-RAIN-08", "TW-RAIN-10"),
    rulings=("TW-AMB-31",),
)
def taken_just_now(table: Table, event: Played) -> Breach | None:
    turn = open_turn_of(table, event.by)
    if turn is None:
        return None
    by_parlay = f"parlay:{event.card}" in turn.gained and table.terms.parlay_card == "no"
    if event.card not in turn.gained and not by_parlay:
        return None
    says = f"{event.card} came to {event.by} in this turn, and is played."
    return Breach(says, {"card": event.card}, "It waits for a later turn.")


chapter.upheld(
    "TW-RAIN-13",
    says="A Rainbow card played goes to the discard pile.",
    cite=RAINBOW,
    by=(left_hand, discarded),
    claims=("discard", Wrong.JUST_PLAYED),
)


@chapter.rule(
    "TW-RAIN-14", on=(PlayRainbow, SpendRainbow), says="The Rainbow card played is the one held.", cite=RAINBOW
)
def held_by_the_player(table: Table, event: Played) -> Breach | None:
    held = table.players[event.by].rainbow
    if not is_known(event.card) or any(not is_known(c) for c in held):
        if held and (not is_known(event.card) or may_hold(table, event.by, event.card)):
            raise Undetermined
    elif event.card in held:
        return None
    named = [card for card in held if is_known(card)]
    instead = (
        f"{' or '.join(named)} is what {event.by} holds."
        if named
        else ""
        if held
        else f"{event.by} holds no Rainbow card."
    )
    missing = None if held else TakeRainbow(event.by, event.card)
    return Breach(f"{event.by} plays {event.card} without holding it.", {"card": event.card}, instead, missing)


chapter.permission("TW-RAIN-15", says="Nobody has to play a Rainbow card.", cite=(MOVEMENT, RAINBOW))
