"""Voting: compasses and bids."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import (
    Bid,
    RevealBids,
    RevealCompasses,
    SetCompass,
)
from engine.games.winds_of_plunder.folds.voting import compasses_revealed
from engine.games.winds_of_plunder.rules.wrong import Wrong
from engine.games.winds_of_plunder.sources import VOTING
from engine.games.winds_of_plunder.state import Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, known

chapter = Chapter("Voting")
NO_BIDS = "WP-AMB-03"


def together(seats: list[str]) -> str:
    """Name players or directions in a sentence."""
    return " and ".join(seats)


@chapter.rule(
    "WP-VOTE-01",
    on=(SetCompass, RevealCompasses),
    says="Each player secretly sets a compass to one direction.",
    cite=VOTING,
)
def one_compass_each(table: Table, event: SetCompass | RevealCompasses) -> Breach | None:
    if table.phase != "compass":
        return None
    if isinstance(event, SetCompass):
        if table.players[event.by].compass is None:
            return None
        return Breach(f"{event.by} sets the compass a second time.", {"seat": event.by}, "One direction a round.")
    idle = _without(table, "compass")
    # That some are turned up before the others are set is for the next rule.
    if not idle or len(event.directions) != len(table.seats):
        return None
    says = f"The compasses are turned up, and {together(idle)} set none."
    return Breach(says, {"seats": " ".join(idle)}, "Everybody sets one first.")


def _without(table: Table, what: str) -> list[str]:
    return [seat for seat, player in table.players.items() if getattr(player, what) is None]


@chapter.rule(
    "WP-VOTE-02",
    on=RevealCompasses,
    says="The compasses are turned up together, once all are set, and as they were set.",
    cite=VOTING,
    claims=("*.compass",),
)
def turned_up_as_set(table: Table, event: RevealCompasses) -> Breach | None:
    if table.phase != "compass":
        return None
    if len(event.directions) != len(table.seats):
        says = f"{len(event.directions)} of {len(table.seats)} compasses are turned up."
        return Breach(says, {"compasses": len(event.directions)}, "All at once, in seat order.")
    for seat, shown in zip(table.seats, event.directions, strict=True):
        was = table.players[seat].compass
        if was is not None and known(was) and known(shown) and was != shown:
            facts: dict[str, int | str] = {"seat": seat, "set": was, "shown": shown}
            return Breach(f"{seat} set {was}, and {shown} is turned up.", facts, f"{was}.")
    return None


chapter.upheld(
    "WP-VOTE-03",
    says="Cubes are bid only once the directions are known.",
    cite=VOTING,
    phases=("compass",),
)


@chapter.rule(
    "WP-VOTE-04",
    on=(Bid, RevealBids),
    says="A bid is any number of the player's own Wind cubes; cubes in reserve cannot be bid.",
    cite=VOTING,
    # What the reserve had left to move to the Wind cubes.
    rulings=("WP-AMB-12", "WP-AMB-13"),
)
def own_wind_cubes(table: Table, event: Bid | RevealBids) -> Breach | None:
    """A bid that was hidden is judged when the fists are opened."""
    if table.phase != "bid":
        return None
    bids = [(event.by, event.cubes)] if isinstance(event, Bid) else _opened_now(table, event)
    for seat, cubes in bids:
        if not known(cubes):
            if isinstance(event, Bid):
                continue
            raise Undetermined
        if not 0 <= cubes <= table.players[seat].wind:
            has = table.players[seat].wind
            facts: dict[str, int | str] = {"seat": seat, "bid": cubes, "wind": has}
            return Breach(f"{seat} bids {cubes} and has {has} Wind cubes.", facts, f"From 0 to {has}.")
    return None


def _opened_now(table: Table, event: RevealBids) -> list[tuple[str, int]]:
    """The bids that nobody knew before."""
    return [(s, cubes) for s, cubes in zip(table.seats, event.cubes, strict=False) if not known(table.players[s].bid)]


@chapter.rule(
    "WP-VOTE-05",
    on=(Bid, RevealBids),
    says="Bids are secret, and all fists are opened together and as they were closed.",
    cite=VOTING,
    claims=("*.bid",),
)
def opened_together(table: Table, event: Bid | RevealBids) -> Breach | None:
    if table.phase != "bid":
        return None
    if isinstance(event, Bid):
        if table.players[event.by].bid is None:
            return None
        return Breach(f"{event.by} bids a second time.", {"seat": event.by}, "The fist stays closed.")
    if len(event.cubes) != len(table.seats):
        says = f"{len(event.cubes)} of {len(table.seats)} fists are opened."
        return Breach(says, {"fists": len(event.cubes)}, "All at once, in seat order.")
    if idle := _without(table, "bid"):
        says = f"The fists are opened, and {together(idle)} closed none."
        return Breach(says, {"seats": " ".join(idle)}, "Everybody bids first, if only 0.")
    return _as_closed(table, event)


def _as_closed(table: Table, event: RevealBids) -> Breach | None:
    for seat, shown in zip(table.seats, event.cubes, strict=True):
        was = table.players[seat].bid
        if known(was) and known(shown) and was != shown:
            facts: dict[str, int | str] = {"seat": seat, "bid": was, "shown": shown}
            return Breach(f"{seat} bid {was}, and the fist holds {shown}.", facts, f"{was}.")
    return None


chapter.upheld(
    "WP-VOTE-06",
    says="Once turned up, a direction cannot be changed.",
    cite=VOTING,
    narrows=("WP-VOTE-09",),
    by=compasses_revealed,
    phases=("bid", "award", "wind", "first"),
    claims=(Wrong.TURNED_UP,),
)
