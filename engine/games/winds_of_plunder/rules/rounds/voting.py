"""Voting: compasses and bids."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import (
    Bid,
    RevealBids,
    RevealCompasses,
    SetCompass,
)
from engine.games.winds_of_plunder.folds.setting_up import says_nothing
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.sources import VOTING
from engine.games.winds_of_plunder.state import OVERDUE, Table
from engine.games.winds_of_plunder.undecidable import SHOWN_CUBES
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

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
        if event.seq == OVERDUE:
            says = f"The vote goes on, and {event.by} has set no compass."
            return Breach(says, {"seat": event.by}, "Everybody sets one.", SetCompass(event.by, event.direction))
        if table.players[event.by].compass is None:
            return None
        return Breach(f"{event.by} sets the compass a second time.", {"seat": event.by}, "One direction a round.")
    return None


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
    if len(event.directions) != len(table.seats) and not says_nothing(event.directions):
        says = f"{len(event.directions)} of {len(table.seats)} compasses are turned up."
        return Breach(says, {"compasses": len(event.directions)}, "All at once, in seat order.")
    for seat, shown in zip(table.seats, event.directions, strict=False):
        was = table.players[seat].compass
        if was is not None and is_known(was) and is_known(shown) and was != shown:
            facts: dict[str, int | str] = {"seat": seat, "set": was, "shown": shown}
            return Breach(f"{seat} set {was}, and {shown} is turned up.", facts, f"{was}.")
    return None


@chapter.rule(
    "WP-VOTE-03",
    on=RevealCompasses,
    says="Cubes are bid only once the directions are known.",
    cite=VOTING,
    narrows=("WP-VOTE-06",),
)
def known_before_bidding(table: Table, event: RevealCompasses) -> Breach | None:
    """A missing reveal of the compasses counts as made in time; one after a bid does not."""
    if event.seq == OVERDUE and not table.somebody:
        idle = _without(table, "compass")
        says = f"The vote goes on, and {together(idle)} have set no compass."
        return Breach(says, {"seats": " ".join(idle)}, "Everybody sets one.", RevealCompasses(event.directions))
    bidding = [seat for seat, player in table.players.items() if player.bid is not None]
    if table.phase != "bid" or table.compasses_told or table.vote_lacks or not bidding:
        return None
    says = f"The compasses are turned up, and {together(bidding)} have bid before."
    return Breach(says, {"seats": " ".join(bidding)}, "The compasses come first.")


@chapter.rule(
    "WP-VOTE-04",
    on=(Bid, RevealBids),
    says="A bid is any number of the player's own Wind cubes; cubes in reserve cannot be bid.",
    cite=VOTING,
    hangs_on=(SHOWN_CUBES,),
    # The cubes that the reserve had left to move to the Wind cubes.
    rulings=("WP-AMB-12", "WP-AMB-13"),
)
def own_wind_cubes(table: Table, event: Bid | RevealBids) -> Breach | None:
    """A bid that was hidden or missing is judged when the bids are revealed."""
    if table.phase != "bid" or event.seq == OVERDUE:
        return None
    bids = [(event.by, event.cubes)] if isinstance(event, Bid) else _opened_now(table, event)
    for seat, cubes in bids:
        has = table.players[seat].wind
        if is_known(cubes) and is_known(has) and not 0 <= cubes <= has:
            facts: dict[str, int | str] = {"seat": seat, "bid": cubes, "wind": has}
            return Breach(f"{seat} bids {cubes} and has {has} Wind cubes.", facts, f"From 0 to {has}.")
    opened = isinstance(event, RevealBids)
    if any((is_known(cubes) or opened) and not is_known(cubes - table.players[seat].wind) for seat, cubes in bids):
        raise Undetermined
    return None


def _opened_now(table: Table, event: RevealBids) -> list[tuple[str, int]]:
    """The bids that were unknown before."""
    fists = zip(table.players.values(), event.cubes, strict=False)
    return [(player.seat, cubes) for player, cubes in fists if player.bid is None or not is_known(player.bid)]


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
        if event.seq == OVERDUE:
            says = f"The cubes are counted, and {event.by} has bid none."
            return Breach(says, {"seat": event.by}, "Everybody bids, if only 0.", Bid(event.by, event.cubes))
        if table.players[event.by].bid is None:
            return None
        return Breach(f"{event.by} bids a second time.", {"seat": event.by}, "The fist stays closed.")
    if event.seq == OVERDUE and not table.somebody and (idle := _without(table, "bid")):
        says = f"The fists were never opened, and {together(idle)} closed none."
        return Breach(says, {"seats": " ".join(idle)}, "Everybody bids, if only 0.", RevealBids(event.cubes))
    if len(event.cubes) != len(table.seats) and not says_nothing(event.cubes):
        says = f"{len(event.cubes)} of {len(table.seats)} fists are opened."
        return Breach(says, {"fists": len(event.cubes)}, "All at once, in seat order.")
    return _as_closed(table, event)


def _as_closed(table: Table, event: RevealBids) -> Breach | None:
    for seat, shown in zip(table.seats, event.cubes, strict=False):
        was = table.players[seat].bid
        if was is not None and is_known(was) and is_known(shown) and was != shown:
            facts: dict[str, int | str] = {"seat": seat, "bid": was, "shown": shown}
            return Breach(f"{seat} bid {was}, and the fist holds {shown}.", facts, f"{was}.")
    return None


@chapter.rule(
    "WP-VOTE-06",
    on=(SetCompass, RevealCompasses),
    says="Once turned up, a direction cannot be changed.",
    cite=VOTING,
    narrows=("WP-VOTE-09",),
    claims=(Wrong.TURNED_UP,),
)
def stays_as_turned_up(table: Table, event: SetCompass | RevealCompasses) -> Breach | None:
    """Report a compass that is set or revealed again. A compass that is missing in the log may still come late."""
    if table.phase != "bid":
        return None
    if isinstance(event, RevealCompasses):
        return Breach("The compasses are turned up twice.", {}, "Once.") if table.compasses_told else None
    shown = table.players[event.by].compass
    if not table.compasses_told and not is_known(shown):
        return None
    says = f"{event.by} sets the compass again, and {shown} was turned up."
    return Breach(says, {"seat": event.by, "shown": str(shown)}, "It stays as it was turned up.")
