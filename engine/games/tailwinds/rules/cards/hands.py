"""Shackle and Parlay: abilities that reach into another player's hand."""

from __future__ import annotations

from engine.games.tailwinds.events import (
    ABILITIES,
    Answer,
    Done,
    MoveBoat,
    Parlay,
    PlayRainbow,
    Replace,
    Reveal,
    SpendRainbow,
)
from engine.games.tailwinds.folds.abilities import take_back
from engine.games.tailwinds.folds.asking import cards_exchanged
from engine.games.tailwinds.folds.choosing import not_as_chosen, pairs
from engine.games.tailwinds.reckoning import is_shackled, open_turn_of
from engine.games.tailwinds.rules.claims.wrong import Wrong
from engine.games.tailwinds.sources import faq
from engine.games.tailwinds.state import Player, Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.kernel.events import Move
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN, is_known

chapter = Chapter("Shackle and Parlay", hangs_on=ANY_BOAT)
AT_OWN_TURN = "at-own-turn-open"
# The acts with which a player may begin a turn, but only after replacing a shackled card.
ACTS: tuple[type[Move], ...] = (MoveBoat, PlayRainbow, SpendRainbow, *ABILITIES, Done)


@chapter.rule(
    "TW-SHACKLE-01",
    reads=("decks",),
    on=(Replace, Reveal, *ACTS),
    says="Shackled, everybody who moves after the Admiral takes the card back and plays another.",
    cite=faq("Shackle"),
    under=dict.fromkeys(ACTS, lambda terms: terms.shackle_moment == AT_OWN_TURN),
    where={Reveal: not_as_chosen},
    narrows=("TW-ABIL-01", "TW-ABIL-02", "TW-CHOOSE-01"),
    rulings=("TW-AMB-28",),
)
def another_card(table: Table, event: Move | Reveal) -> Breach | None:
    if isinstance(event, Reveal):
        return _turned_up_again(table, event)
    player = table.players[event.by]
    if not is_shackled(player):
        return None
    if isinstance(event, Replace):
        return _badly_replaced(table, player, event)
    if player.card is not UNKNOWN or open_turn_of(table, event.by):
        return None
    instead = f"Another card than {player.shackled} first."
    says = f"{event.by} moves without having chosen another card."
    return Breach(says, {"seat": event.by}, instead, Replace(event.by, UNKNOWN))


def _turned_up_again(table: Table, event: Reveal) -> Breach | None:
    for seat, card in pairs(table, event.cards).items():
        if is_shackled(table.players[seat]) and card == table.players[seat].shackled:
            return Breach(f"{seat} turns up {card}, the card taken back.", {"card": card}, "Another card.")
    return None


def _badly_replaced(table: Table, player: Player, event: Replace) -> Breach | None:
    seat, moment = event.by, table.terms.shackle_moment
    if player.card is not None and is_known(player.card):
        return Breach(f"{seat} has replaced {player.shackled} by {player.card} before.", {"seat": seat}, "Once.")
    if moment == AT_OWN_TURN and table.active != seat:
        return Breach(f"{seat} chooses before the turn comes.", {"seat": seat}, "At the start of the turn.")
    if moment != "immediately-face-down" and event.seal:
        return Breach(f"{seat} chooses face down.", {"seat": seat}, "An open card.")
    # A face-down card that is not named is judged when it is revealed, as in the choosing of cards.
    if not is_known(event.card) or event.card != player.shackled:
        return None
    return Breach(f"{seat} takes {event.card} back and plays it again.", {"card": event.card}, "Another card.")


@chapter.rule(
    "TW-SHACKLE-02",
    on=Replace,
    says="Shackle does not touch those who moved before the Admiral.",
    cite=faq("Shackle"),
    narrows=("TW-CHOOSE-05", "TW-CHOOSE-04", "TW-CHOOSE-06", "TW-RECOVER-02"),
)
def not_those_before(table: Table, event: Replace) -> Breach | None:
    turn = table.turn
    if turn is None or "shackle" not in turn.used or event.by not in table.acted:
        return None
    return Breach(f"{event.by} has moved before {turn.seat} this round.", {"seat": event.by}, "The card stays played.")


@chapter.rule(
    "TW-SHACKLE-03",
    on=Replace,
    says="Shackle spares a player whose last card lies on the table.",
    cite=faq("Shackle"),
    narrows=("TW-CHOOSE-05", "TW-CHOOSE-04", "TW-CHOOSE-06", "TW-RECOVER-02"),
)
def not_the_last_card(table: Table, event: Replace) -> Breach | None:
    player, turn = table.players[event.by], table.turn
    if turn is None or "shackle" not in turn.used or event.by == turn.seat:
        return None
    if is_shackled(player) or event.by in table.acted:
        return None
    return Breach(f"{event.by} has no other card in hand.", {"seat": event.by}, f"{player.card} is resolved.")


chapter.upheld(
    "TW-SHACKLE-04",
    says="A card taken back because of Shackle was not played: it is in hand again.",
    cite=faq("Shackle"),
    by=take_back,
    claims=(Wrong.TAKEN_BACK,),
)


@chapter.rule(
    "TW-PARLAY-01",
    on=Parlay,
    says="In the own turn one other player may be asked for a Rainbow card.",
    cite=faq("Parlay"),
    rulings=("TW-AMB-46",),
    hangs_on=(),
)
def ask_one_other(table: Table, event: Parlay) -> Breach | None:
    turn = open_turn_of(table, event.by)
    if event.target == event.by:
        return Breach(f"{event.by} asks {event.by}.", {"seat": event.by}, "Another player is asked.")
    if turn is not None and "parlay" in turn.used:
        return Breach(f"{event.by} asks a second time in this turn.", {"seat": event.by}, "One player a turn.")
    if table.terms.parlay_target == "target-must-hold-one" and not table.players[event.target].rainbow:
        return Breach(f"{event.target} holds no Rainbow card.", {"target": event.target}, "Somebody who holds one.")
    return None


chapter.upheld(
    "TW-PARLAY-02",
    says="If the asker holds a Rainbow card, the two cards are exchanged.",
    cite=faq("Parlay"),
    by=cards_exchanged,
    claims=(Wrong.EXCHANGED,),
)


@chapter.rule(
    "TW-PARLAY-03",
    on=Answer,
    says="The player asked answers, and is free to refuse.",
    cite=faq("Parlay"),
    claims=(Wrong.NOT_AGREED,),
    hangs_on=(),
)
def only_who_was_asked(table: Table, event: Answer) -> Breach | None:
    if table.turn is not None and table.turn.parlay == event.by:
        return None
    return Breach(f"{event.by} answers, and nobody has asked.", {"seat": event.by})
