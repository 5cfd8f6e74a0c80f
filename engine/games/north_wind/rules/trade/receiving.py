"""Receiving a commercial letter after the voyage."""

from __future__ import annotations

from engine.games.north_wind import events as e
from engine.games.north_wind.content.pieces import LETTERS_HELD
from engine.games.north_wind.reckoning import used_up
from engine.games.north_wind.rules.uses import AT_SEA, OF_LETTERS
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import LETTER_DUE
from engine.games.north_wind.state import GAINED, SPENT, Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import is_known

chapter = Chapter("Receiving a commercial letter")


@chapter.rule(
    "NW-LETTER-10",
    hangs_on=(SPENT, GAINED),
    on=e.ReceiveLetter,
    says="After the voyage a player receives a letter who has performed one action at most and holds one at most.",
    cite=LETTER_DUE,
    rulings=OF_LETTERS,
    claims=(Wrong.LETTER_NOT_RECEIVED,),
)
def when_due(table: Table, event: e.ReceiveLetter) -> Breach | None:
    turn = table.turn
    if turn is None or table.phase != "home" or turn.seat != event.by:
        return None
    if table.terms.letter_after_defeat == "no" and turn.reason == "defeat":
        return Breach(f"{event.by} receives a letter after a defeat.", {"ended": "defeat"}, "No letter.")
    joined = turn.letter_uses if table.terms.actions_counted == "all-uses" else 0
    if used_up(turn):
        says = f"{event.by} receives a letter after {turn.actions} actions."
        return Breach(says, {"actions": turn.actions}, "No letter.")
    if turn.actions + joined <= 1:
        return None
    says = f"{event.by} receives a letter; with the uses by letter, the voyage had {turn.actions + joined} actions."
    return Breach(says, {"actions": turn.actions, "joined": joined}, "No letter.")


@chapter.rule(
    "NW-LETTER-11",
    hangs_on=(SPENT, GAINED),
    on=(Start, e.ReceiveLetter),
    says="Nobody ever holds more than 2 letters.",
    cite=LETTER_DUE,
    narrows=("NW-LETTER-10",),
    rulings=OF_LETTERS,
    claims=(Wrong.LETTERS_TOO_MANY,),
)
def two_in_hand(table: Table, event: Start | e.ReceiveLetter) -> Breach | None:
    if isinstance(event, Start):
        return _starts_with_three(table)
    held = table.players[event.by].letters
    if held + event.letters <= LETTERS_HELD:
        return None
    says = f"{event.by} receives a letter with {held} in hand."
    return Breach(says, {"letters": held, "most": LETTERS_HELD}, "No letter.")


def _starts_with_three(table: Table) -> Breach | None:
    """Find a player with too many letters in a declared position."""
    for seat, player in table.players.items():
        if is_known(player.letters) and player.letters > LETTERS_HELD:
            says = f"{seat} holds {player.letters} letters."
            return Breach(says, {"letters": player.letters, "fact": f"{seat}.letters"}, f"{LETTERS_HELD} at most.")
    return None


@chapter.rule(
    "NW-LETTER-12",
    on=e.ReceiveLetter,
    says="A voyage brings one letter.",
    cite=LETTER_DUE,
    narrows=("NW-LETTER-10", "NW-LETTER-11"),
    claims=(Wrong.LETTERS_RECEIVED,),
)
def one_a_voyage(table: Table, event: e.ReceiveLetter) -> Breach | None:
    turn = table.turn
    if turn is None or table.phase not in AT_SEA or turn.seat != event.by:
        return None
    if turn.received:
        return Breach(f"{event.by} receives another letter for one voyage.", {"received": turn.received}, "One letter.")
    if event.letters == 1:
        return None
    says = f"{event.by} receives {event.letters} letters for one voyage."
    return Breach(says, {"letters": event.letters}, "One letter.")
