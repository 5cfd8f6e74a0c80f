"""Rainbow cards: who may take one, when it may be played, and for what."""

from __future__ import annotations

from engine.games.tailwinds.doubt import ANY_BOAT
from engine.games.tailwinds.events import (
    CallLongboat,
    Parlay,
    PlayRainbow,
    SpendRainbow,
    TakeRainbow,
    ThrowDie,
)
from engine.games.tailwinds.folds.rainbow import discarded, left_hand
from engine.games.tailwinds.reckoning import boat_named, open_turn_of, own_boats, still_to_do
from engine.games.tailwinds.rules.claims import Wrong
from engine.games.tailwinds.rules.effects import not_as_written
from engine.games.tailwinds.rulings import PLACING
from engine.games.tailwinds.sources import MOVEMENT, RAINBOW, faq
from engine.games.tailwinds.state import AFLOAT, Boat, Table
from engine.games.tailwinds.wording import called
from engine.kernel.events import Move
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, known
from engine.kernel.wording import counted

chapter = Chapter("Rainbow cards")
Played = PlayRainbow | SpendRainbow

# Taking a card


def _arrived(table: Table, seat: str) -> list[Boat]:
    """Own boats that came onto a rainbow space in this turn and still lie there."""
    turn = table.turn
    if turn is None or (seat != turn.seat and table.terms.rainbow_cause != "any-turn"):
        return []
    moved = turn.blocks if table.terms.rainbow_cause == "own-points-only" else turn.carried
    boats = [table.boats[n] for n in dict.fromkeys(moved) if table.boats[n].seat == seat]
    return [b for b in boats if b.state is AFLOAT and b.space in table.rainbows and b.space != turn.began[b.number]]


def _meant(table: Table, event: TakeRainbow) -> list[Boat]:
    """The boat that the card is taken for; where none is named, and none has earned a card, any of the player's."""
    if event.boat:
        boat = boat_named(table, event.by, event.boat)
        return [] if boat is None else [boat]
    return [] if _arrived(table, event.by) else own_boats(table, event.by)


@chapter.rule(
    "TW-RAIN-01",
    reads=("track",),
    on=(TakeRainbow, PlayRainbow, SpendRainbow, ThrowDie, CallLongboat, Parlay),
    says="A Rainbow card may be taken when an own boat moved onto a rainbow space and ends the turn there.",
    cite=RAINBOW,
    rulings=("TW-AMB-25", *PLACING),
    hangs_on=ANY_BOAT,
)
def came_to_a_rainbow(table: Table, event: Move) -> Breach | None:
    if isinstance(event, TakeRainbow):
        return _not_earned(table, event)
    turn = open_turn_of(table, event.by)
    if turn is None or not turn.taken:
        return None
    says = f"{event.by} goes on after taking a Rainbow card, which ends the turn."
    return Breach(says, {"seat": event.by}, "The card is taken last.")


def _not_earned(table: Table, event: TakeRainbow) -> Breach | None:
    turn, boats = table.turn, _arrived(table, event.by)
    if turn is None or (turn.seat != event.by and not boats):
        says = f"{event.by} takes a Rainbow card outside the own turn."
        return Breach(says, {"seat": event.by}, "At the end of the own turn.")
    if not boats:
        says = f"{event.by} takes a Rainbow card, and no boat of {event.by} came to a rainbow space in this turn."
        return Breach(says, {"seat": event.by}, "No card.")
    if event.boat and not any(b in boats for b in _meant(table, event)):
        says = f"{called(event.by, event.boat)} did not come to a rainbow space in this turn; another boat did."
        return Breach(says, {"boat": event.boat}, "The card is taken for the other boat.")
    if turn.seat == event.by and still_to_do(table, turn):
        says = f"{event.by} takes a Rainbow card before the movement is over."
        return Breach(
            says,
            {"left": turn.left},
            "The moves come first." if turn.left <= 0 else f"{counted(turn.left, 'point')} first.",
        )
    return None


@chapter.rule(
    "TW-RAIN-02",
    reads=("track",),
    on=TakeRainbow,
    says="A boat that was on the rainbow space before, or was sent back to it, earns nothing.",
    cite=RAINBOW,
    narrows=("TW-RAIN-01", "TW-RAIN-03"),
    rulings=PLACING,
    hangs_on=ANY_BOAT,
)
def not_by_waiting(table: Table, event: TakeRainbow) -> Breach | None:
    turn = table.turn
    if turn is None:
        return None
    for boat in _meant(table, event):
        if boat.space in table.rainbows and boat.space == turn.began[boat.number]:
            says = f"{event.by} takes a Rainbow card for a boat that began the turn on space {boat.space}."
            return Breach(says, {"space": boat.space}, "No card for it.")
    return None


@chapter.rule(
    "TW-RAIN-03",
    reads=("track",),
    on=TakeRainbow,
    says="Passing over a rainbow space earns nothing.",
    cite=RAINBOW,
    narrows=("TW-RAIN-01",),
    rulings=("TW-AMB-25", *PLACING),
    hangs_on=ANY_BOAT,
)
def not_by_passing(table: Table, event: TakeRainbow) -> Breach | None:
    turn = table.turn
    if turn is None:
        return None
    for boat in _meant(table, event):
        passed = [s for s in range(turn.began[boat.number] + 1, boat.space) if s in table.rainbows]
        if boat.space not in table.rainbows and (passed or event.boat):
            over = f"passed space {passed[-1]} and ends on" if passed else "ends on"
            says = f"{event.by} takes a Rainbow card for a boat that {over} space {boat.space}, which has no rainbow."
            return Breach(says, {"space": boat.space}, "No card for it.")
    return None


chapter.permission("TW-RAIN-04", says="Nobody has to take a Rainbow card.", cite=RAINBOW)


@chapter.rule(
    "TW-RAIN-05",
    on=TakeRainbow,
    says="One card at most is taken in a turn, even with two boats on rainbow spaces.",
    cite=RAINBOW,
    narrows=("TW-RAIN-07",),
    rulings=("TW-AMB-24",),
)
def one_card_a_turn(table: Table, event: TakeRainbow) -> Breach | None:
    turn = open_turn_of(table, event.by)
    if turn is None or not turn.taken:
        return None
    if table.terms.two_rainbows == "two-picks-hold-one" and turn.taken < len(_arrived(table, event.by)):
        return None
    says = f"{event.by} takes a second Rainbow card in this turn."
    return Breach(says, {"taken": turn.taken + 1}, "One card, whichever boats came to a rainbow space.")


@chapter.rule("TW-RAIN-06", on=TakeRainbow, says="The Rainbow card taken is one of the three face up.", cite=RAINBOW)
def from_the_market(table: Table, event: TakeRainbow) -> Breach | None:
    if not known(event.card):
        raise Undetermined
    if any(known(c) and c == event.card for c in table.market):
        return None
    if not all(known(c) for c in table.market):
        raise Undetermined
    shown = ", ".join(table.market) or "no card"
    return Breach(
        f"{event.by} takes {event.card}, which is not in the market.", {"card": event.card}, f"It shows {shown}."
    )


@chapter.rule(
    "TW-RAIN-07",
    on=TakeRainbow,
    says="A player never holds more than one Rainbow card.",
    cite=RAINBOW,
    rulings=("TW-AMB-23",),
    claims=(Wrong.TWO_HELD,),
)
def one_card_in_hand(table: Table, event: TakeRainbow) -> Breach | None:
    held = table.players[event.by].rainbow
    if not held or table.terms.second_rainbow == "may-swap-discard-old":
        return None
    if table.terms.two_rainbows == "two-picks-hold-one" and table.turn is not None and table.turn.taken:
        return None
    if any(not known(card) for card in held):
        raise Undetermined
    says = f"{event.by} takes {event.card}, and holds {held[0]} already."
    return Breach(says, {"held": held[0], "card": event.card}, "No card is taken.")


# Playing a card


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
    holds = any(known(c) and c == event.card for c in held)
    if turn is not None and event.card in turn.rainbow and not holds:
        says = f"{event.by} has used {event.card} in this turn, and uses it again."
        return Breach(says, {"card": event.card}, "Its effect or its points, once.")
    # What is written on a card matters once it may be played at all.
    may_be_played = (turn is None or not turn.rainbow) and (holds or not all(map(known, held)))
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
    if not known(event.card) or any(not known(c) for c in held):
        if held:
            raise Undetermined
    elif event.card in held:
        return None
    instead = f"{' or '.join(held)} is what {event.by} holds." if held else f"{event.by} holds no Rainbow card."
    return Breach(f"{event.by} plays {event.card} without holding it.", {"card": event.card}, instead)


chapter.permission("TW-RAIN-15", says="Nobody has to play a Rainbow card.", cite=(MOVEMENT, RAINBOW))
