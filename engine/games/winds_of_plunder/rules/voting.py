"""Voting and Blackbeard's tile."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import (
    AwardTile,
    Bid,
    ChooseWind,
    NameFirst,
    RevealBids,
    RevealCompasses,
    SetCompass,
)
from engine.games.winds_of_plunder.folds.voting import compasses_revealed, cubes_returned, highest_bidders, strongest
from engine.games.winds_of_plunder.reckoning import cubes_behind
from engine.games.winds_of_plunder.rules.wrong import Wrong
from engine.games.winds_of_plunder.sources import SAILING, SETUP, VOTING
from engine.games.winds_of_plunder.state import Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, known

chapter = Chapter("Voting and Blackbeard's tile")
NO_BIDS = "WP-AMB-03"


def _listed(seats: list[str]) -> str:
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
    says = f"The compasses are turned up, and {_listed(idle)} set none."
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
        says = f"The fists are opened, and {_listed(idle)} closed none."
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
chapter.upheld(
    "WP-VOTE-07",
    says="Who bids most, alone, gets Blackbeard's tile.",
    cite=VOTING,
    rulings=(NO_BIDS,),
    by=highest_bidders,
    claims=(Wrong.WON_OUTRIGHT,),
)


@chapter.rule(
    "WP-VOTE-08",
    on=AwardTile,
    says="Where the highest bids are level, who holds Blackbeard's tile awards it to one of those players.",
    cite=VOTING,
    rulings=(NO_BIDS,),
    claims=(Wrong.TIED_BIDS,),
)
def holder_awards(table: Table, event: AwardTile) -> Breach | None:
    if table.phase != "award":
        return None
    facts: dict[str, int | str] = {"by": event.by, "to": str(event.to), "tied": " ".join(table.tied)}
    if event.by != table.blackbeard:
        says = f"{event.by} awards Blackbeard's tile, and {table.blackbeard} holds it."
        return Breach(says, facts, f"{table.blackbeard} decides.")
    if event.to in table.tied:
        return None
    tied = _listed(list(table.tied))
    return Breach(f"The tile goes to {event.to}, and {tied} bid most.", facts, f"One of {', '.join(table.tied)}.")


chapter.upheld(
    "WP-VOTE-09",
    says="All cubes bid for a direction count for it together.",
    cite=VOTING,
    rulings=(NO_BIDS,),
    by=cubes_behind,
    claims=(Wrong.ADDED_UP,),
)
chapter.upheld(
    "WP-VOTE-10",
    says="The direction with most cubes becomes the wind, whatever the winner of the tile voted for.",
    cite=VOTING,
    rulings=(NO_BIDS,),
    by=strongest,
    claims=(Wrong.WINNERS_WIND,),
)


@chapter.rule(
    "WP-VOTE-11",
    on=ChooseWind,
    says="Where directions are level, the new holder of Blackbeard's tile chooses between them.",
    cite=VOTING,
    rulings=(NO_BIDS,),
    claims=(Wrong.TIED_WINDS,),
)
def holder_chooses(table: Table, event: ChooseWind) -> Breach | None:
    if table.phase != "wind":
        return None
    facts: dict[str, int | str] = {"by": event.by, "to": str(event.direction), "tied": " ".join(table.tied_winds)}
    if event.by != table.blackbeard:
        says = f"{event.by} chooses the wind, and {table.blackbeard} has won Blackbeard's tile."
        return Breach(says, facts, f"{table.blackbeard} chooses.")
    if event.direction in table.tied_winds:
        return None
    tied = _listed(list(table.tied_winds))
    return Breach(
        f"The wind turns to {event.direction}, and {tied} are level.", facts, f"{' or '.join(table.tied_winds)}."
    )


chapter.upheld(
    "WP-VOTE-12",
    says="Blackbeard's tile is awarded before a tie between directions is broken.",
    cite=VOTING,
    narrows=("WP-VOTE-11",),
    rulings=(NO_BIDS,),
    phases=("award",),
)
chapter.upheld(
    "WP-VOTE-13",
    says="A vote ends with the wind arrow turned to its result.",
    cite=VOTING,
    rulings=(NO_BIDS, "WP-AMB-28"),
    phases=("wind",),
)
chapter.upheld(
    "WP-VOTE-14",
    says="All cubes bid go to their owners' reserves, those of the winners too.",
    cite=VOTING,
    # A mark that has waited for a cube takes it from what comes back.
    rulings=("WP-AMB-12",),
    by=cubes_returned,
    claims=(Wrong.CUBES_RETURNED,),
)
chapter.upheld(
    "WP-VOTE-15",
    says="The wind holds until the next vote.",
    cite=(VOTING, SAILING),
    phases=("plunder",),
    claims=("wind",),
)


# Blackbeard's tile


@chapter.rule(
    "WP-BB-01",
    on=Start,
    says="There is one Blackbeard's tile, and at every moment one player has it.",
    cite=(SETUP, VOTING),
    claims=(Wrong.NOBODYS_TILE,),
)
def one_holder(table: Table, _: Start) -> Breach | None:
    if not table.header.position or not known(table.blackbeard) or table.blackbeard:
        return None
    return Breach("The position gives Blackbeard's tile to nobody.", {}, "One player has it.")


@chapter.rule(
    "WP-BB-02",
    on=NameFirst,
    says="After the vote the holder of Blackbeard's tile names who plunders first, and may name anybody.",
    cite=VOTING,
    rulings=(NO_BIDS, "WP-AMB-28"),
    claims=("first",),
)
def holder_names_first(table: Table, event: NameFirst) -> Breach | None:
    if table.phase != "first" or event.by == table.blackbeard:
        return None
    facts: dict[str, int | str] = {"by": event.by, "holder": table.blackbeard}
    says = f"{event.by} names who plunders first, and {table.blackbeard} holds Blackbeard's tile."
    return Breach(says, facts, f"{table.blackbeard} names somebody.")


chapter.upheld(
    "WP-BB-03",
    says="Blackbeard's tile changes hands through votes only.",
    cite=VOTING,
    phases=("set-up", "compass", "bid", "award", "wind", "first", "plunder"),
    claims=("blackbeard",),
)
