"""Pebbles with more than one way to play: a second edition, a solo mode, a variant and a house rule."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Annotated

import msgspec
from msgspec.structs import replace

from engine.kernel.events import Move, Start, name_of
from engine.kernel.layers import Layer, Question, Rank
from engine.kernel.log import Header
from engine.kernel.rules import Breach, Chapter, Source
from tests.support.games import pebbles
from tests.support.games.pebbles import BOOK, Take


class EditionTerms(pebbles.Terms, frozen=True):
    """What these layers may also change: the row of hollows."""

    row: str = "long"
    lost_at: str = "one"


Hollow = Annotated[str, name_of("hollow")]


class Dig(Move, tag="dig"):
    """A player looks for pebbles in a hollow."""

    hollow: Hollow


# Each row with the depth of its hollows; one has a hollow that the other lacks.
ROWS = {"long": {"north": 1, "east": 2, "south": 3}, "short": {"north": 1, "south": 2}}
SECOND = Source("second", "The second leaflet", frozenset({"Heap", "Hollows", "Alone"}))

# The second edition allows four, and needs its own sentence, because that of the first would be false.
HEAP = Chapter("Heap")
HEAP.rule(
    "PB-HEAP-01",
    on=Take,
    says="A turn takes one to four pebbles.",
    cite=(BOOK("Heap", 1), SECOND("Heap", 3)),
    rulings=("PB-AMB-01", "PB-AMB-02"),
)(pebbles.one_to_three)
SECOND_EDITION = Layer(
    "second-edition",
    Rank.EDITION,
    "The second leaflet.",
    replaces=(HEAP,),
    readings={"PB-AMB-01": "four"},
    source=SECOND.key,
)

# A solo player may pass, takes three at most in either edition, and loses if a single pebble is left.
TURNS = Chapter("Turns")


@TURNS.rule("PB-SEAT-01", on=Start, says="Only one plays.", cite=SECOND("Alone", 4))
def one_plays(table: pebbles.Table, _: Start) -> Breach | None:
    return Breach(f"{len(table.seats)} play.") if len(table.seats) != 1 else None


def taken_alone(table: pebbles.Table, take: Take) -> None:
    pebbles.taken(table, take)
    assert isinstance(table.terms, EditionTerms)
    if table.heap == {"one": 1, "two": 2}[table.terms.lost_at]:
        table.phase, table.winner = "over", "nobody"


# Arises only in the solo mode.
LOST_AT = Question(
    "PB-AMB-03",
    "How few pebbles are lost?",
    "lost_at",
    {"one": "A single one.", "two": "Two of them."},
    "The leaflet speaks of a pebble.",
    under=("alone",),
)
LONELY = Chapter("Alone")
LONELY.upheld(
    "PB-ALONE-01",
    says="Whoever leaves a single pebble has lost.",
    cite=SECOND("Alone", 4),
    by=taken_alone,
    claims=("winner",),
    rulings=(LOST_AT.id,),
)
LONELY.not_in_model(
    "PB-ALONE-02", says="Nobody helps.", cite=SECOND("Alone", 4), why="The log has no event for advice yet."
)
ALONE = Layer(
    "alone",
    Rank.MODE,
    "One plays, and a single pebble left is lost.",
    chapters=(LONELY,),
    replaces=(TURNS,),
    folds={Take: taken_alone},
    readings={"PB-AMB-01": "three", "PB-AMB-02": "always"},
)
BUSY = Layer("busy", Rank.VARIANT, "Nobody passes.", readings={"PB-AMB-02": "never"})
HOLLOWS = Chapter("Hollows")


@HOLLOWS.rule("PB-HOLE-01", on=Dig, says="Nobody digs deeper than two.", cite=SECOND("Hollows"))
def not_too_deep(table: pebbles.Table, dig: Dig) -> Breach | None:
    # Looked up without a check: only hollows of its row may occur here.
    assert isinstance(table.terms, EditionTerms)
    depth = ROWS[table.terms.row][dig.hollow]
    return Breach(f"The hollow {dig.hollow} is {depth} deep.") if depth > 2 else None


def _domains(header: Header, content: object) -> Mapping[str, Container[str]]:
    row = "short" if SHORT_ROW.id in header.layers else "long"
    return {**pebbles.GAME.domains(header, content), "hollow": ROWS[row], "nobody": frozenset({"nobody"})}


SHORT_ROW = Layer("short-row", Rank.VARIANT, "Two hollows.", terms={"row": "short"})
HOUSE = Layer("our-house", Rank.HOUSE, "Four at our table.", readings={"PB-AMB-01": "four"})

TAKING = pebbles.GAME.flow["taking"]

GAME = replace(
    pebbles.GAME,
    sources=(BOOK, SECOND),
    events=(*pebbles.GAME.events, Dig),
    base=msgspec.structs.replace(pebbles.GAME.base, source=BOOK.key, chapters=(*pebbles.GAME.base.chapters, HOLLOWS)),
    questions={**pebbles.GAME.questions, LOST_AT.id: LOST_AT},
    layers=(*pebbles.GAME.layers, HOUSE, BUSY, SHORT_ROW, ALONE, SECOND_EDITION),
    terms=EditionTerms(),
    flow={**pebbles.GAME.flow, "taking": msgspec.structs.replace(TAKING, accepts=TAKING.accepts | {Dig})},
    domains=_domains,
    values={**pebbles.GAME.values, "winner": ("seat", "nobody")},
)
GAMES = {GAME.name: GAME}
