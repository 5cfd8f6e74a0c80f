"""Movement points: the worth of a card, a die, a Rainbow card and a refused Parlay."""

from __future__ import annotations

from engine.games.tailwinds.events import CopyValue, Done, MoveBoat, RollDie, SpendRainbow, TakeRainbow, ThrowDie
from engine.games.tailwinds.folds.rainbow import points_of
from engine.games.tailwinds.reckoning import (
    base_points,
    has_ability,
    has_copied,
    may_choose_a_copy,
    open_turn_of,
    own_boats,
    resolving,
    sources,
)
from engine.games.tailwinds.rules.claims.wrong import Wrong
from engine.games.tailwinds.sources import CHOOSING, DECKS, RAINBOW, SPECIAL, faq
from engine.games.tailwinds.state import Table
from engine.kernel.basics.plural import count_noun
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN, Undetermined

chapter = Chapter("Movement points")

chapter.upheld(
    "TW-VALUE-01",
    reads=("decks",),
    says="A card gives as many points as the number on it.",
    cite=CHOOSING,
    by=base_points,
    claims=("value", Wrong.CARD_ALONE),
)


@chapter.rule(
    "TW-VALUE-02",
    reads=("decks",),
    on=(ThrowDie, RollDie, TakeRainbow, Done),
    says="A dice card lets its player roll once and add the roll to the number on it.",
    cite=(DECKS, SPECIAL),
    under=dict.fromkeys((TakeRainbow, Done), lambda terms: terms.dice_roll == "compulsory"),
    narrows=("TW-VALUE-07", "TW-ABIL-01"),
    rulings=("TW-AMB-37",),
    claims=(Wrong.ROLLED,),
)
def one_roll(table: Table, event: ThrowDie | RollDie | TakeRainbow | Done) -> Breach | None:
    if isinstance(event, ThrowDie):
        return _thrown(table, event)
    if isinstance(event, RollDie):
        return _rolled(table, event)
    turn = open_turn_of(table, event.by)
    if turn is None or turn.card.dice <= turn.thrown:
        return None
    if isinstance(event, Done) and turn.taken:
        # A Rainbow card is taken after everything else, so it was too late for the roll then.
        return None
    says, missing = f"{event.by} resolves {turn.card.id} without its roll.", ThrowDie(event.by)
    return Breach(says, {"card": turn.card.id}, "The die is rolled.", missing)


def _thrown(table: Table, event: ThrowDie) -> Breach | None:
    """Check a throw of the die. After a Parlay, TW-VALUE-05 covers it."""
    turn, card = open_turn_of(table, event.by), resolving(table, event.by)
    if (turn is None and table.turn is not None) or (turn is not None and "parlay" in turn.used):
        return None
    if not card.dice:
        return _no_dice(card.id)
    if turn is None or turn.thrown < card.dice:
        return None
    says = f"{event.by} has rolled for {card.id}, and takes the die again."
    return Breach(says, {"card": card.id}, "One roll, or none.")


def _rolled(table: Table, event: RollDie) -> Breach | None:
    """Check a roll without a throw before it."""
    turn = table.turn
    if event.purpose != "dice" or turn is None or table.owed or turn.card.dice > 0:
        return None
    return _no_dice(turn.card.id)


def _no_dice(card: str) -> Breach:
    return Breach(f"The die is rolled for {card}, which has no dice.", {"card": card}, "Its number alone counts.")


@chapter.rule(
    "TW-VALUE-03",
    reads=("rainbow",),
    on=SpendRainbow,
    given="points",
    says="A Rainbow card used for points adds the number it shows.",
    cite=RAINBOW,
    claims=(Wrong.RAINBOW_SPENT,),
)
def as_printed(table: Table, event: SpendRainbow) -> Breach | None:
    worth = points_of(table, table.players[event.by], event.card)
    if event.points == worth:
        return None
    facts: dict[str, int | str] = {"card": event.card, "points": event.points, "worth": worth}
    says = f"{event.by} counts {count_noun(event.points, 'point')} for {event.card}."
    return Breach(says, facts, f"It gives {count_noun(worth, 'point')}.")


@chapter.rule(
    "TW-VALUE-04",
    reads=("rainbow",),
    on=SpendRainbow,
    given="points",
    says="A value that a Rainbow card shows for a character replaces its general one.",
    cite=RAINBOW,
    narrows=("TW-VALUE-03",),
)
def for_the_character(table: Table, event: SpendRainbow) -> Breach | None:
    card, deck = table.content.rainbow_card(event.card), table.players[event.by].deck
    worth = points_of(table, table.players[event.by], event.card)
    if event.points == worth or event.points not in {card.points, *card.special.values()}:
        return None
    facts: dict[str, int | str] = {"card": event.card, "points": event.points, "deck": deck, "worth": worth}
    says = (
        f"{event.by} counts {count_noun(event.points, 'point')} for {event.card}, which is not its "
        f"value for the {deck}."
    )
    return Breach(says, facts, f"It gives the {deck} {count_noun(worth, 'point')}.")


@chapter.rule(
    "TW-VALUE-05",
    on=(ThrowDie, RollDie),
    says="A refused Parlay lets the asker roll the die once and add it.",
    cite=faq("Parlay"),
    narrows=("TW-VALUE-07", "TW-ABIL-01"),
    claims=(Wrong.ROLLED_FOR_REFUSAL,),
)
def only_if_refused(table: Table, event: ThrowDie | RollDie) -> Breach | None:
    turn = table.turn
    if turn is None or "parlay" not in turn.used or table.owed:
        return None
    if isinstance(event, RollDie):
        wrong = event.purpose == "parlay" and not turn.refused
    else:
        wrong = event.by == turn.seat and turn.thrown >= turn.card.dice + turn.refused
    if not wrong:
        return None
    if turn.refused:
        return Breach(
            f"{turn.seat} has rolled for the refusal, and takes the die again.", {"seat": turn.seat}, "One roll."
        )
    return Breach(f"{turn.seat} rolls the die, and nobody refused the Parlay.", {"seat": turn.seat}, "No roll.")


@chapter.rule(
    "TW-VALUE-06",
    reads=("decks",),
    on=(CopyValue, MoveBoat, Done),
    says="A copy card takes the number of a card that another player shows this round.",
    cite=DECKS,
    where={Done: has_ability, MoveBoat: has_ability},
    narrows=("TW-MOVE-04",),
    rulings=("TW-AMB-28", "TW-AMB-30"),
    claims=(Wrong.COPIED,),
)
def copies_what_lies_open(table: Table, event: CopyValue | MoveBoat | Done) -> Breach | None:
    if not isinstance(event, CopyValue):
        return _copied_nothing(table, event.by)
    shown = sources(table, event.by)
    if event.card not in shown:
        if any(card is UNKNOWN for p in table.players.values() for card in (event.card, p.card, p.resolved)):
            raise Undetermined
        instead = f"Shown: {', '.join(shown)}." if shown else "No other card is shown."
        return Breach(f"No other player shows {event.card} this round.", {"card": event.card}, instead)
    if table.terms.copy_dice == "not-copyable" and table.content.card(event.card).dice:
        return Breach(f"{event.card} is a dice card.", {"card": event.card}, "A card without dice.")
    return None


def _copied_nothing(table: Table, seat: str) -> Breach | None:
    """The number must be copied before the first point is spent, unless there is no choice."""
    card, turn = resolving(table, seat), open_turn_of(table, seat)
    if (turn is not None and has_copied(turn)) or (turn is None and table.players[seat].card is None):
        return None
    if card.ability != "copy" or not own_boats(table, seat) or not may_choose_a_copy(table, seat):
        return None
    instead = "The number of a card that another player shows."
    return Breach(f"{seat} copies no number.", {"seat": seat}, instead, CopyValue(seat, UNKNOWN))
