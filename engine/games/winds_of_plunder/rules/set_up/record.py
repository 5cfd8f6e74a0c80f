"""The record itself: what it states in addition to the moves must agree with them."""

from __future__ import annotations

from typing import Any

from engine.games.winds_of_plunder.events import Sail, ShuffleDeck, Unseal
from engine.games.winds_of_plunder.facts import reckoners
from engine.games.winds_of_plunder.folds.marking import score
from engine.games.winds_of_plunder.reckoning.formulas import before_play, voted
from engine.games.winds_of_plunder.rules.set_up.laying_out import in_two_places, repeated
from engine.games.winds_of_plunder.sources import LOG, SETUP
from engine.games.winds_of_plunder.state import CUBES_OUT, Table
from engine.kernel.events import Start
from engine.kernel.rules import EVERYTHING_ELSE, Breach, Chapter
from engine.kernel.seals import can_open
from engine.kernel.unknown import is_known

chapter = Chapter("The record", reads=())
# The readings that put cubes, cards and points in other places, long after the decision.
OF_MARKS = ("WP-AMB-11", "WP-AMB-12", "WP-AMB-13", "WP-AMB-32", "WP-AMB-41")
OF_CARDS = ("WP-AMB-15", "WP-AMB-26", "WP-AMB-27", "WP-AMB-39")
OF_BONUSES = ("WP-AMB-23", "WP-AMB-31")
# The readings that decide the holder of a marker.
OF_HOLDERS = ("WP-AMB-24", "WP-AMB-25", "WP-AMB-35")
OF_POINTS = ("WP-AMB-02", "WP-AMB-15", "WP-AMB-21", "WP-AMB-22", *OF_HOLDERS)


@chapter.rule(
    "WP-LOG-01",
    on=Start,
    says="A player's Wind cubes, reserve and reputation markers are 26 cubes in all.",
    cite=(SETUP, LOG),
    rulings=OF_MARKS,
    claims=("*.wind", "*.reserve"),
)
def no_cube_lost(table: Table, _: Start) -> Breach | None:
    for seat, player in table.players.items():
        piles = [cubes for cubes in (player.wind, player.reserve) if is_known(cubes)]
        count = sum(piles) + len(player.marks)
        all_told = is_known(player.wind) and is_known(player.reserve) and not player.doubtful
        if count > CUBES_OUT or (all_told and count != CUBES_OUT):
            stated = [
                name for name in (f"{seat}.wind", f"{seat}.reserve", f"{seat}.marks") if name in table.header.position
            ]
            facts: dict[str, int | str] = {"seat": seat, "cubes": count, "fact": stated[-1] if stated else ""}
            return Breach(f"{seat} has {count} cubes next to the tallies.", facts, f"{CUBES_OUT}.")
    return None


@chapter.rule(
    "WP-LOG-02",
    on=(Start, ShuffleDeck),
    says="Each card is in one place only, and none is lost.",
    cite=(SETUP, LOG),
    rulings=OF_CARDS,
    claims=(
        "tile.*",
        "bar",
        "treasure.deck",
        "action.deck",
        "discard",
        "*.hand",
        "*.actions",
        "*.treasure",
        "*.treasures",
    ),
)
def in_one_place(table: Table, event: Start | ShuffleDeck) -> Breach | None:
    return _declared_twice(table) if isinstance(event, Start) else _miscounted(table, event)


def _places(table: Table, kind: str) -> list[Any]:
    """List the cards that are known not to be in a deck."""
    hands = (player.treasures if kind == "treasure" else player.actions for player in table.players.values())
    held = [card for hand in hands for card in hand if is_known(card)]
    return held if kind == "treasure" else [*held, *(card for card in table.discard if is_known(card))]


def _declared_twice(table: Table) -> Breach | None:
    if not table.header.position:
        return None
    for what, names in (("Card", _places(table, "action")), ("The Treasure card of", _places(table, "treasure"))):
        if twice := repeated(names):
            return in_two_places(table, what, twice)
    return None


def _miscounted(table: Table, event: ShuffleDeck) -> Breach | None:
    """At the start the Action deck has all of its cards. Rules about cards cover shuffles in mid-game."""
    total = table.content.action_total
    if not is_known(event.deck) or event.deck != "action" or not before_play(table):
        return None
    if not is_known(event.count) or not event.count or not is_known(total) or event.count == total:
        return None
    facts: dict[str, int | str] = {"cards": event.count, "due": total}
    return Breach(f"{event.count} Action cards are shuffled, and the pack has {total}.", facts, f"{total}.")


chapter.upheld(
    "WP-LOG-03",
    says="What the table claims is what follows from the record.",
    cite=LOG,
    rulings=("WP-AMB-01", "WP-AMB-02", "WP-AMB-03", "WP-AMB-28"),
    by=reckoners,
    claims=(EVERYTHING_ELSE,),
)


@chapter.rule("WP-LOG-04", on=Unseal, says="A compass or bid is as its seal says.", cite=LOG)
def seal_fits(table: Table, event: Unseal) -> Breach | None:
    """One salt opens the seal of the compass or that of the bid; the log need not say which."""
    player = table.players[event.by]
    compass, bid = voted(table, event.by)
    seals = [(seal, value) for seal, value in ((player.compass_seal, compass), (player.bid_seal, bid)) if seal]
    if not seals:
        return Breach(f"{event.by} publishes a salt, and has set no seal.", {"seat": event.by})
    if can_open(event.salt, seals):
        return None
    values = " or ".join(str(value) for _, value in seals)
    says = f"{values} and this salt do not give the seal that {event.by} set."
    return Breach(says, {"seat": event.by}, "What was sealed, with its salt.")


chapter.upheld(
    "WP-LOG-05",
    says="A score is what was scored before and since.",
    cite=LOG,
    rulings=(*OF_POINTS, *OF_MARKS, *OF_BONUSES),
    by=score,
    claims=("*.vp", "*.bonus"),
)


@chapter.rule("WP-LOG-06", on=Sail, given="start", says="A ship sails from the port it is in.", cite=LOG)
def from_where_it_is(table: Table, event: Sail) -> Breach | None:
    port = table.players[event.by].port
    if event.start == port:
        return None
    facts: dict[str, int | str] = {"seat": event.by, "start": event.start, "port": port}
    return Breach(f"{event.by} is said to sail from {event.start}, and lies in {port}.", facts, f"From {port}.")
