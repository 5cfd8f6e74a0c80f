"""Movement points: what a card, a die, a Rainbow card and a refused Parlay are worth."""

from __future__ import annotations

from engine.games.tailwinds.events import CopyValue, Done, RollDie, RollWind, SpendRainbow, ThrowDie
from engine.games.tailwinds.folds.choosing import sources
from engine.games.tailwinds.folds.rainbow import points_of
from engine.games.tailwinds.sources import CHOOSING, DECKS, LOG, RAINBOW, SETUP_1, SPECIAL, faq
from engine.games.tailwinds.state import Table
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Movement points")

chapter.by_flow("TW-VALUE-01", says="A card gives as many points as the number on it.", cite=CHOOSING)


@chapter.rule(
    "TW-VALUE-02",
    on=(ThrowDie, RollDie, Done),
    says="A dice card lets its player roll once and add the roll to the number on it.",
    cite=(DECKS, SPECIAL),
    narrows=("TW-VALUE-07", "TW-ABIL-01"),
    rulings=("TW-AMB-37",),
)
def one_roll(table: Table, event: ThrowDie | RollDie | Done) -> Breach | None:
    turn = table.turn
    if isinstance(event, RollDie):
        if event.purpose != "dice" or turn is None or _thrown(table) or turn.card.dice > 0:
            return None
        return Breach(f"{turn.card.id} has no dice to roll.", {"card": turn.card.id})
    if turn is None or turn.seat != event.by:
        return None
    if isinstance(event, Done):
        due = table.terms.dice_roll == "compulsory" and turn.card.dice > turn.thrown
        return (
            Breach(f"{turn.card.id} is resolved without its roll.", {"card": turn.card.id}, "The die is rolled.")
            if due
            else None
        )
    if turn.refused:
        return None
    if not turn.card.dice:
        return Breach(f"{turn.card.id} has no dice to roll.", {"card": turn.card.id})
    if turn.thrown >= turn.card.dice:
        return Breach(f"{event.by} rolls again for {turn.card.id}.", {"card": turn.card.id}, "One roll.")
    return None


def _thrown(table: Table) -> bool:
    return bool(table.owed) and table.owed[-1].what is RollDie


@chapter.rule(
    "TW-VALUE-03",
    on=SpendRainbow,
    given="points",
    says="A Rainbow card used for points adds the number it shows.",
    cite=RAINBOW,
)
def as_printed(table: Table, event: SpendRainbow) -> Breach | None:
    worth = points_of(table, table.players[event.by], event.card)
    if event.points == worth:
        return None
    facts: dict[str, int | str] = {"card": event.card, "points": event.points, "worth": worth}
    return Breach(f"{event.by} takes {event.points} points for {event.card}.", facts, f"It gives {worth}.")


@chapter.rule(
    "TW-VALUE-04",
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
    facts: dict[str, int | str] = {"card": event.card, "points": event.points, "deck": deck}
    return Breach(f"{event.card} does not give the {deck} {event.points} points.", facts, f"It gives {worth}.")


@chapter.rule(
    "TW-VALUE-05",
    on=RollDie,
    says="A refused Parlay lets the asker roll the die and add it.",
    cite=faq("Parlay"),
    narrows=("TW-VALUE-07",),
)
def only_if_refused(table: Table, event: RollDie) -> Breach | None:
    turn = table.turn
    if event.purpose != "parlay" or turn is None or turn.refused or "parlay" not in turn.used:
        return None
    return Breach(f"{turn.seat} rolls for a Parlay that nobody refused.", {"seat": turn.seat})


@chapter.rule(
    "TW-VALUE-06",
    on=(CopyValue, Done),
    says="A copy card takes the number of a card that another player shows this round.",
    cite=DECKS,
    rulings=("TW-AMB-30",),
)
def copies_what_lies_open(table: Table, event: CopyValue | Done) -> Breach | None:
    turn = table.turn
    if isinstance(event, Done):
        due = turn is not None and turn.card.ability == "copy" and not turn.copied and bool(sources(table, event.by))
        return (
            Breach(f"{event.by} copies no number.", {"seat": event.by}, "A card that another player shows.")
            if due
            else None
        )
    shown = sources(table, event.by)
    if event.card not in shown:
        return Breach(
            f"No other player shows {event.card} this round.", {"card": event.card}, f"Shown: {', '.join(shown)}."
        )
    if table.terms.copy_dice == "not-copyable" and table.content.card(event.card).dice:
        return Breach(f"{event.card} is a dice card.", {"card": event.card}, "A card without dice.")
    return None


@chapter.rule(
    "TW-VALUE-07",
    on=(RollDie, RollWind),
    says="Every roll of the die has a cause.",
    cite=(SETUP_1, SPECIAL, faq("Parlay"), faq("Rolling Winds")),
)
def rolled_for_something(table: Table, event: RollDie | RollWind) -> Breach | None:
    if table.owed or (isinstance(event, RollDie) and event.purpose == "start"):
        return None if table.phase == "set-up" or table.owed else Breach("A roll for the start, in mid-game.", {})
    if isinstance(event, RollWind):
        return Breach("The wind die is rolled for nothing.", {}) if table.ends else None
    return Breach(f"The die is rolled ({event.purpose}), and nothing asks for it.", {"purpose": event.purpose})


@chapter.rule("TW-LOG-06", on=(RollDie, RollWind), says="A roll shows one of the die's faces.", cite=LOG)
def on_the_die(table: Table, event: RollDie | RollWind) -> Breach | None:
    if event.value in table.content.die:
        return None
    faces = ", ".join(str(face) for face in table.content.die)
    return Breach(f"The die shows {event.value}.", {"value": event.value}, f"Its faces are {faces}.")
