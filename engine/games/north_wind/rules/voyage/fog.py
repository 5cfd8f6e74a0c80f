"""Fog: the white die, treasure, and the pirate's price."""

from __future__ import annotations

from engine.games.north_wind.events import EndVoyage, Fight, LeaveReward, PayPirate, TakeGold
from engine.games.north_wind.reckoning import at_range_end
from engine.games.north_wind.reckoning.battle import can_win, lost_at_once
from engine.games.north_wind.rules.uses import OF_CARGO
from engine.games.north_wind.rules.voyage.prizes import gold_breach, left_nothing, winner_of
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import CREW, FOG, PIRATES, TREASURE, VOYAGE
from engine.games.north_wind.state import GAINED, PIRATE_PRICE, REWARD, SPENT, Table, Turn
from engine.games.north_wind.state import TREASURE as FOUND
from engine.games.north_wind.terms import Terms
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Fog")

chapter.upheld(
    "NW-FOG-01",
    says="For each Fog tile the white die is rolled once, before anything else.",
    cite=FOG,
    phases=("income", "voyage", "pirate", "battle", "home"),
)


def several(number: int, thing: str) -> str:
    """A number of things, in words."""
    return f"1 {thing}" if number == 1 else f"{number} {thing}s"


@chapter.rule(
    "NW-FOG-02",
    on=(TakeGold, LeaveReward),
    says="A gold coin on the die is a treasure: the player may take 1 gold, and no pirate appears.",
    cite=TREASURE,
    rulings=("NW-AMB-40",),
    claims=(Wrong.TREASURE_MISTAKEN,),
)
def treasure(table: Table, event: TakeGold | LeaveReward) -> Breach | None:
    turn = winner_of(table, event)
    if turn is None or turn.reward not in {FOUND, ""} or (not turn.reward and turn.fought):
        return None
    if isinstance(event, TakeGold):
        return gold_breach(turn, event)
    if table.terms.rewards == "automatic" and turn.reward and not turn.reward_said:
        return Breach(f"{event.by} leaves the gold of a treasure.", {}, f"{REWARD} gold is taken.")
    return left_nothing(turn, event)


@chapter.rule(
    "NW-FOG-03",
    on=Fight,
    given="strength",
    says="One, two or three skulls on the die are a pirate ship of that strength.",
    cite=PIRATES,
    claims=(Wrong.STRENGTH_MISTAKEN,),
)
def strength_of_the_pirate(table: Table, event: Fight) -> Breach | None:
    if table.phase != "pirate" or table.turn is None or event.strength == table.turn.strength:
        return None
    says = f"{event.by} fights a pirate of strength {event.strength}; the die shows {table.turn.strength}."
    return Breach(says, {"strength": event.strength}, f"Strength {table.turn.strength}.")


@chapter.rule(
    "NW-FOG-04",
    hangs_on=(SPENT,),
    on=(PayPirate, EndVoyage),
    says="Whoever meets a pirate either pays 1 gold and sails on, or goes into battle.",
    cite=PIRATES,
    rulings=(*OF_CARGO, "NW-AMB-26", "NW-AMB-27"),
    claims=(Wrong.PIRATE_PRICE,),
)
def pay_or_fight(table: Table, event: PayPirate | EndVoyage) -> Breach | None:
    turn = table.turn
    if table.phase != "pirate" or turn is None:
        return None
    if isinstance(event, PayPirate):
        if not event.gold or event.gold == PIRATE_PRICE:
            return None
        return Breach(f"{event.by} pays the pirate {event.gold} gold.", {"gold": event.gold}, f"{PIRATE_PRICE} gold.")
    if table.terms.last_pirate == "no-need" and at_range_end(table, turn):
        return None
    # If it is unknown whether there is a pirate, or whether it has won at once, it is unknown whether an answer is due.
    if not is_known(turn.strength):
        raise Undetermined
    lost_at_once(table, table.players[event.by], turn.strength)
    return Breach(f"{event.by} ends the voyage with the pirate neither paid nor fought.", {}, "Pay or fight first.")


@chapter.rule(
    "NW-FOG-05",
    hangs_on=(GAINED,),
    on=PayPirate,
    says="A player without gold cannot pay the pirate.",
    cite=PIRATES,
    narrows=("NW-FOG-04",),
    rulings=OF_CARGO,
)
def gold_to_pay(table: Table, event: PayPirate) -> Breach | None:
    if table.phase != "pirate" or table.players[event.by].gold >= PIRATE_PRICE:
        return None
    return Breach(f"{event.by} pays the pirate and has no gold.", {"gold": 0}, "The pirate is fought.")


@chapter.rule(
    "NW-FOG-06",
    hangs_on=(SPENT,),
    on=EndVoyage,
    given="reason",
    says="A player who can neither pay the pirate nor has the cannons to win is defeated at once.",
    cite=PIRATES,
    narrows=("NW-VOYAGE-12", "NW-VOYAGE-14"),
    rulings=(*OF_CARGO, "NW-AMB-26"),
    claims=(Wrong.LOST_AT_ONCE,),
)
def beaten_at_once(table: Table, event: EndVoyage) -> Breach | None:
    turn = table.turn
    if turn is None or table.phase != "home" or turn.reason != "defeat" or turn.fought or event.reason == "defeat":
        return None
    says = f"{event.by} can neither pay nor beat the pirate, and the voyage ends with “{event.reason}”."
    return Breach(says, {"reason": event.reason}, "It is a defeat.")


def _must_pay(terms: Terms) -> bool:
    return terms.hopeless_battle == "must-pay"


@chapter.rule(
    "NW-FOG-07",
    on=Fight,
    under={Fight: _must_pay},
    says="A player who has gold and too few cannons to win can still pay the pirate.",
    cite=(PIRATES, CREW),
    rulings=(*OF_CARGO, "NW-AMB-14", "NW-AMB-26"),
)
def hopeless_battle(table: Table, event: Fight) -> Breach | None:
    turn, player = table.turn, table.players[event.by]
    if turn is None or table.phase != "pirate" or player.gold < PIRATE_PRICE:
        return None
    if can_win(table, player, turn.strength):
        return None
    cannons = several(player.cannons, "cannon")
    says = f"{event.by} fights a pirate of strength {turn.strength} with {cannons}, and has gold to pay."
    return Breach(says, {"strength": turn.strength, "gold": player.gold}, "The pirate is paid.")


@chapter.rule(
    "NW-FOG-08",
    on=EndVoyage,
    given="reason",
    says="After the pirate is paid the voyage goes on, as far as the ship's range allows.",
    cite=(PIRATES, VOYAGE),
    narrows=("NW-VOYAGE-12", "NW-VOYAGE-14"),
)
def sails_on_after_paying(table: Table, event: EndVoyage) -> Breach | None:
    turn = table.turn
    if turn is None or not turn.paid or table.phase != "voyage":
        return None
    if event.reason not in {"defeat", "range"} or (event.reason == "range" and _perhaps_at_range_end(table, turn)):
        return None
    says = f"{event.by} has paid the pirate, and the voyage ends with “{event.reason}”."
    return Breach(says, {"reason": event.reason}, "It goes on while range is left.")


def _perhaps_at_range_end(table: Table, turn: Turn) -> bool:
    """Return whether the range is used up, or only miscounted, which other rules report."""
    return bool(turn.sails_bought or turn.put_under) or at_range_end(table, turn)
