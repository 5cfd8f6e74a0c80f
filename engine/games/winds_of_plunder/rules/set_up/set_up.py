"""Set-up: players and their cubes, starting ports, and the decks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.games.winds_of_plunder.events import DealPort, PlayCard, ShuffleDeck
from engine.games.winds_of_plunder.folds.setting_up import port_dealt
from engine.games.winds_of_plunder.reckoning.formulas import before_play
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.sources import BOARD, OVERVIEW, SETUP
from engine.games.winds_of_plunder.state import NOT_WRITTEN, Player, Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Set-up", reads=())
FEWEST, MOST = 3, 5
WIND_CUBES, RESERVE_CUBES = 10, 16
TREASURES = 12


@chapter.rule("WP-SETUP-01", on=Start, says="Three, four or five players take part.", cite=OVERVIEW)
def player_count(table: Table, _: Start) -> Breach | None:
    count = len(table.header.players)
    if FEWEST <= count <= MOST:
        return None
    seated = "1 player is" if count == 1 else f"{count} players are"
    return Breach(f"{seated} named in the header.", {"players": count}, "Three, four or five.")


def declared(table: Table) -> Iterable[Player]:
    """Return the players of a position before the first vote is counted, when nothing has changed yet."""
    said = table.header.position
    before = said.get("round") == 1 and table.phase in {"compass", "bid"}
    return table.players.values() if before else ()


@chapter.rule(
    "WP-SETUP-02",
    on=Start,
    says="Of a player's 30 cubes four count tallies, ten are Wind cubes, and sixteen are the reserve.",
    cite=SETUP,
    narrows=("WP-LOG-01",),
    rulings=("WP-AMB-13",),
    claims=(Wrong.CUBES_AT_FIRST,),
)
def thirty_cubes(table: Table, _: Start) -> Breach | None:
    reserve = RESERVE_CUBES - (table.terms.starting_port == "mark-at-setup")
    for player in declared(table):
        wrong = (is_known(player.wind) and player.wind != WIND_CUBES) or (
            is_known(player.reserve) and player.reserve != reserve
        )
        if wrong:
            has = f"{player.wind} Wind cubes and {player.reserve} in reserve"
            return Breach(f"{player.seat} starts with {has}.", {"seat": player.seat}, f"{WIND_CUBES} and {reserve}.")
    return None


@chapter.rule(
    "WP-SETUP-03",
    on=Start,
    says="Weapons, Crew, Provisions and Booty start at zero.",
    cite=(SETUP, BOARD),
    claims=(Wrong.TALLIES_AT_FIRST,),
)
def empty_holds(table: Table, _: Start) -> Breach | None:
    for player in declared(table):
        for name in ("weapons", "crew", "provisions", "booty"):
            value = getattr(player, name)
            if is_known(value) and value:
                facts: dict[str, int | str] = {"seat": player.seat, name: value}
                return Breach(f"{player.seat} starts with {value} on {name}.", facts, "Zero.")
    return None


@chapter.rule(
    "WP-SETUP-04",
    on=Start,
    says="Everybody starts with zero VP.",
    cite=(SETUP, BOARD),
    claims=(Wrong.SCORE_AT_FIRST,),
)
def no_points(table: Table, _: Start) -> Breach | None:
    for player in declared(table):
        if is_known(player.vp) and player.vp:
            return Breach(f"{player.seat} starts with {player.vp} VP.", {"seat": player.seat, "vp": player.vp}, "Zero.")
    return None


@chapter.rule(
    "WP-SETUP-05",
    on=DealPort,
    says="Each player is dealt another one of the five starting ports.",
    cite=SETUP,
    reads=("ports",),
)
def starting_port(table: Table, event: DealPort) -> Breach | None:
    if table.phase != "set-up" and not _sails_first(table, event):
        return None
    if table.phase == "set-up" and event.seq == NOT_WRITTEN:
        return None
    facts: dict[str, int | str] = {"seat": event.seat, "port": event.port}
    if not table.content.port(event.port).start:
        named = ", ".join(port.id for port in table.content.ports.values() if is_known(port.start) and port.start)
        return Breach(f"{event.seat} is dealt {event.port}, where no ship starts.", facts, f"One of {named}.")
    others = {seat: table.players[seat].port for seat in table.seats if seat not in table.acted}
    others.pop(event.seat if is_known(event.seat) else "", None)
    others["somebody"] = event.port if event.seq != NOT_WRITTEN and event.port in table.loose_ports else ""
    twice = next((seat for seat, port in others.items() if is_known(port) and port == event.port), "")
    if not twice:
        return None
    return Breach(f"{event.seat} is dealt {event.port}, and {twice} has that card.", facts, "A port for each.")


def _sails_first(table: Table, event: DealPort) -> bool:
    """Return whether a starting port is known only because the ship first sails from it: it was dealt nevertheless."""
    under_way = table.turn is not None and bool(table.turn.sailed)
    first = table.phase == "plunder" and table.round == 1 and event.seat not in table.acted
    return event.seq == NOT_WRITTEN and first and not under_way and not table.header.position


chapter.upheld(
    "WP-SETUP-06",
    says="A ship starts at the port of the card that its player is dealt.",
    cite=SETUP,
    by=port_dealt,
    claims=(Wrong.PORT_AT_FIRST,),
)


@chapter.rule(
    "WP-SETUP-07",
    on=(Start, ShuffleDeck),
    says="The cards dealt for the start go back: play begins with all twelve Treasure cards in their deck.",
    cite=SETUP,
    claims=(Wrong.TREASURES_AT_FIRST,),
)
def twelve_treasures(table: Table, event: Start | ShuffleDeck) -> Breach | None:
    if isinstance(event, Start):
        return _starts_with_cards(table, "treasures", "Treasure")
    stated = is_known(event.deck) and is_known(event.count) and bool(event.count)
    if not stated or not before_play(table) or event.deck != "treasure" or event.count == TREASURES:
        return None
    counted = "1 card is" if event.count == 1 else f"{event.count} cards are"
    return Breach(f"{counted} shuffled into the Treasure deck.", {"cards": event.count}, "All twelve.")


def _starts_with_cards(table: Table, hand: str, kind: str) -> Breach | None:
    for player in declared(table):
        cards: list[Any] = getattr(player, hand)
        if cards:
            held = f"a {kind} card" if len(cards) == 1 else f"{len(cards)} {kind} cards"
            return Breach(f"{player.seat} starts with {held}.", {"seat": player.seat, "cards": len(cards)}, "None.")
    return None


@chapter.rule(
    "WP-SETUP-08",
    on=(Start, PlayCard),
    says="The Action cards are shuffled into a face-down deck, and nobody is dealt any.",
    cite=SETUP,
    narrows=("WP-CARD-02",),
    claims=(Wrong.HAND_AT_FIRST,),
)
def no_action_cards(table: Table, event: Start | PlayCard) -> Breach | None:
    """In the first round, a player with an empty hand who has played nothing has drawn nothing."""
    if isinstance(event, Start):
        return _starts_with_cards(table, "actions", "Action")
    if table.header.position or table.round != 1 or table.phase != "plunder" or table.players[event.by].actions:
        return None
    if table.players[event.by].untold:
        raise Undetermined
    if event.by in table.acted or (table.turn is not None and table.turn.seat == event.by and table.turn.plays):
        return None
    says = f"{event.by} plays {event.card} in the first round, and has drawn no card."
    return Breach(says, {"seat": event.by}, "A card is drawn first.")
