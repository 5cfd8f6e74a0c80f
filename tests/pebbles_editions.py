"""Pebbles with more than one way to play: a second edition, a mode for one, a variant and a house rule."""

from __future__ import annotations

from dataclasses import replace

from engine.kernel.events import Start
from engine.kernel.layers import Layer, Rank
from engine.kernel.rules import Breach, Chapter, Source
from tests import pebbles
from tests.pebbles import BOOK, Take

SECOND = Source("second", "The second leaflet", frozenset({"Heap", "Alone"}))

# The second edition allows four, and says so: the sentence of the first would be false.
HEAP = Chapter("Heap")
HEAP.rule(
    "PB-HEAP-01",
    on=Take,
    says="A turn takes one to four pebbles.",
    cite=(BOOK("Heap", 1), SECOND("Heap", 3)),
    rulings=("PB-AMB-01", "PB-AMB-02"),
)(pebbles.one_to_three)
SECOND_EDITION = Layer(
    "second-edition", Rank.EDITION, "The second leaflet.", replaces=(HEAP,), readings={"PB-AMB-01": "four"}
)

# Whoever plays alone may pass, takes three at most in either edition, and loses where a single pebble is left.
TURNS = Chapter("Turns")


@TURNS.rule("PB-SEAT-01", on=Start, says="Only one plays.", cite=SECOND("Alone", 4))
def one_plays(table: pebbles.Table, _: Start) -> Breach | None:
    return Breach(f"{len(table.seats)} play.") if len(table.seats) != 1 else None


def taken_alone(table: pebbles.Table, take: Take) -> None:
    pebbles.taken(table, take)
    if table.heap == 1:
        table.phase, table.winner = "over", "none"


ALONE = Layer(
    "alone",
    Rank.MODE,
    "One plays, and a single pebble left is lost.",
    replaces=(TURNS,),
    folds={Take: taken_alone},
    readings={"PB-AMB-01": "three", "PB-AMB-02": "always"},
)
BUSY = Layer("busy", Rank.VARIANT, "Nobody passes.", readings={"PB-AMB-02": "never"})
HOUSE = Layer("our-house", Rank.HOUSE, "Four at our table.", readings={"PB-AMB-01": "four"})

GAME = replace(pebbles.GAME, sources=(BOOK, SECOND), layers=(*pebbles.GAME.layers, HOUSE, BUSY, ALONE, SECOND_EDITION))
GAMES = {GAME.name: GAME}
