"""Rainbow cards: which players may take one."""

from __future__ import annotations

from engine.games.tailwinds.events import ABILITIES, Chase, PlayRainbow, SpendRainbow, TakeRainbow, ThrowDie
from engine.games.tailwinds.reckoning import boat_named, open_turn_of, own_boats, still_to_do, usable_after_taking
from engine.games.tailwinds.rules.claims.wrong import Wrong
from engine.games.tailwinds.rulings import PLACING
from engine.games.tailwinds.sources import RAINBOW
from engine.games.tailwinds.state import AFLOAT, Boat, Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.games.tailwinds.wording import called
from engine.kernel.basics.plural import count_noun
from engine.kernel.events import Move, Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Rainbow cards")
# Moves and steps of Pursuit that are still due make the taking too early, and are no fault themselves.
NOT_AFTER_TAKING: tuple[type[Move], ...] = (
    PlayRainbow,
    SpendRainbow,
    *(kind for kind in ABILITIES if kind is not Chase),
)
# No reading allows these afterwards: each is a Rainbow card, or brings points.
NEVER_AFTER_TAKING = (PlayRainbow, SpendRainbow, ThrowDie)


def _arrived(table: Table, seat: str) -> list[Boat]:
    """Return own boats that came onto a rainbow space in this turn and are still there."""
    turn = table.turn
    if turn is None or (seat != turn.seat and table.terms.rainbow_cause != "any-turn"):
        return []
    moved = turn.blocks if table.terms.rainbow_cause == "own-points-only" else turn.carried
    boats = [table.boats[n] for n in dict.fromkeys(moved) if table.boats[n].seat == seat]
    return [b for b in boats if b.state is AFLOAT and b.space in table.rainbows and b.space != turn.began[b.number]]


def _meant(table: Table, event: TakeRainbow) -> list[Boat]:
    """Return the boat that the card is taken for. If none is named or has earned a card, return all of the player's."""
    if event.boat:
        boat = boat_named(table, event.by, event.boat)
        return [] if boat is None else [boat]
    return [] if _arrived(table, event.by) else own_boats(table, event.by)


@chapter.rule(
    "TW-RAIN-01",
    reads=("track",),
    on=(TakeRainbow, *NOT_AFTER_TAKING),
    says="A Rainbow card may be taken when an own boat moved onto a rainbow space and ends the turn there.",
    cite=RAINBOW,
    rulings=("TW-AMB-25", "TW-AMB-49", *PLACING),
    hangs_on=ANY_BOAT,
)
def came_to_a_rainbow(table: Table, event: Move) -> Breach | None:
    if isinstance(event, TakeRainbow):
        return _not_earned(table, event)
    turn = open_turn_of(table, event.by)
    if turn is None or not turn.taken:
        return None
    if not isinstance(event, NEVER_AFTER_TAKING) and usable_after_taking(table, event.by):
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
            "The moves come first." if turn.left <= 0 else f"{count_noun(turn.left, 'point')} first.",
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
    if not is_known(event.card):
        raise Undetermined
    if any(is_known(c) and c == event.card for c in table.market):
        return None
    if not all(is_known(c) for c in table.market):
        raise Undetermined
    shown = ", ".join(table.market) or "no card"
    return Breach(
        f"{event.by} takes {event.card}, which is not in the market.", {"card": event.card}, f"It shows {shown}."
    )


@chapter.rule(
    "TW-RAIN-07",
    on=(Start, TakeRainbow),
    says="A player never holds more than one Rainbow card.",
    cite=RAINBOW,
    rulings=("TW-AMB-23",),
    claims=(Wrong.TWO_HELD,),
)
def one_card_in_hand(table: Table, event: Start | TakeRainbow) -> Breach | None:
    if isinstance(event, Start):
        return _starts_with_two(table)
    held = table.players[event.by].rainbow
    if not held or table.terms.second_rainbow == "may-swap-discard-old":
        return None
    if table.terms.two_rainbows == "two-picks-hold-one" and table.turn is not None and table.turn.taken:
        return None
    if any(not is_known(card) for card in held):
        raise Undetermined
    says = f"{event.by} takes {event.card}, and holds {held[0]} already."
    return Breach(says, {"held": held[0], "card": event.card}, "No card is taken.")


def _starts_with_two(table: Table) -> Breach | None:
    """Find a player with more than one card in a declared position. Under one reading that is legal during a turn."""
    if table.terms.two_rainbows == "two-picks-hold-one" and table.phase == "resolving":
        return None
    for seat, player in table.players.items():
        if len(player.rainbow) > 1:
            says = f"{seat} holds {len(player.rainbow)} Rainbow cards."
            return Breach(says, {"held": len(player.rainbow), "fact": f"{seat}.rainbow"}, "One at most.")
    return None
