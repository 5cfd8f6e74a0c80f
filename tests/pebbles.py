"""A game small enough to audit in the head: a heap of pebbles, one to three a turn, whoever takes the last one wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from engine.kernel.events import Chance, Count, Event, Move, Start, Text
from engine.kernel.flow import Owed, Phase
from engine.kernel.game import Game
from engine.kernel.layers import Layer, Question, Rank
from engine.kernel.log import Header, LogError
from engine.kernel.rules import EVERYTHING_ELSE, Breach, Chapter, Facts, Source
from engine.kernel.unknown import UNKNOWN, known

BOOK = Source(
    "leaflet",
    "The pebble leaflet",
    frozenset({"Heap", "Turns", "End"}),
    pages={"Heap": 1, "End": 2},
    unpaged="The turns go over both pages of the leaflet.",
)


class Take(Move, tag="take"):
    """A player takes pebbles."""

    example: ClassVar[str] = "ada: take 2"
    count: Count


class Boast(Move, tag="boast"):
    """A player says something; taking exactly two pebbles allows it."""

    what: Text


class Spill(Chance, tag="spill"):
    """Pebbles fall back onto the heap; due whenever the heap stands at thirteen."""

    count: Count


@dataclass(frozen=True, slots=True)
class Terms:
    """What may change: the most that can be taken, and whether nothing may be."""

    most: str = "three"
    passing: str = "never"


@dataclass(slots=True, eq=False)
class Table:
    """The heap and who took what."""

    seats: tuple[str, ...]
    terms: Terms
    heap: Any = 20
    active: str = ""
    phase: str = "taking"
    winner: str = "none"
    taken: dict[str, Any] = field(default_factory=dict)
    owed: list[Owed] = field(default_factory=list)
    said_over: bool = False

    @property
    def most(self) -> int:
        """The most pebbles a turn may take."""
        return {"three": 3, "four": 4, "five": 5}[self.terms.most]

    def copy(self) -> Table:
        """Copy what changes."""
        return Table(
            self.seats,
            self.terms,
            self.heap,
            self.active,
            self.phase,
            self.winner,
            dict(self.taken),
            list(self.owed),
            self.said_over,
        )


HEAP, TURNS, END = Chapter("Heap"), Chapter("Turns"), Chapter("End")


@HEAP.rule(
    "PB-HEAP-01",
    on=Take,
    says="A turn takes one to three pebbles.",
    cite=BOOK("Heap"),
    rulings=("PB-AMB-01", "PB-AMB-02"),
)
def one_to_three(table: Table, take: Take) -> Breach | None:
    least = 0 if table.terms.passing == "always" else 1
    if not least <= take.count <= table.most:
        facts: Facts = {"count": take.count, "most": table.most}
        return Breach(f"{take.by} takes {take.count}.", facts, f"Take {least} to {table.most}.")
    return None


@HEAP.rule("PB-HEAP-02", on=Take, says="Nobody takes more than the heap holds.", cite=BOOK("Heap"))
def no_more_than_there_is(table: Table, take: Take) -> Breach | None:
    return Breach(f"{take.by} takes {take.count} of {table.heap}.") if take.count > table.heap else None


@TURNS.rule("PB-SEAT-01", on=Start, says="At least two play.", cite=BOOK("Turns"))
def two_play(table: Table, _: Start) -> Breach | None:
    return Breach("One plays alone.") if len(table.seats) == 1 else None


def taken(table: Table, take: Take) -> None:
    if known(take.by):
        table.taken[take.by] = table.taken.get(take.by, 0) + take.count
        table.active = table.seats[(table.seats.index(take.by) + 1) % len(table.seats)]
    table.heap = max(0, table.heap - take.count) if known(take.count) and known(table.heap) else UNKNOWN
    if not known(table.heap):
        return
    if table.heap == 0 and table.phase != "over":
        table.phase, table.winner = "over", take.by
    elif table.heap == 13:
        table.owed.append(Owed(Spill, "PB-TURN-02", "A spill"))


def spilled(table: Table, spill: Spill) -> None:
    table.heap = table.heap + spill.count if known(table.heap) else UNKNOWN
    if table.owed:
        table.owed.pop()


def lay(header: Header, _content: object, terms: Terms) -> Table:
    seats = tuple(player.seat for player in header.players)
    return Table(seats, terms, active=seats[0])


def declare(table: Table, facts: Mapping[str, int | str]) -> None:
    for name, value in facts.items():
        if name != "heap":
            raise LogError(f"There is no fact {name!r} to declare.", "Declare heap.")
        table.heap = value


def reckoners(seats: tuple[str, ...]) -> dict[str, Callable[[Table], Any]]:
    shares = {f"{seat}.taken": lambda table, seat=seat: table.taken.get(seat, 0) for seat in seats}
    return {"heap": lambda t: t.heap, "winner": lambda t: t.winner, **shares}


def offers(table: Table) -> Iterable[Event]:
    return () if table.phase == "over" else (Take(by=table.active, count=n) for n in range(6))


TURNS.upheld(
    "PB-TURN-01", says="Players take turns in the order of their seats.", cite=BOOK("Turns", 2), phases=("taking",)
)
TURNS.upheld(
    "PB-TURN-02",
    says="At thirteen pebbles some spill back before anything else.",
    cite=BOOK("Turns", 2),
    owed_by=taken,
    phases=("taking",),
)
END.upheld("PB-END-01", says="The game ends when the heap is empty.", cite=BOOK("End"), by=taken, phases=("over",))
END.upheld("PB-END-02", says="Claims agree with the record.", cite=BOOK("End"), by=reckoners, claims=(EVERYTHING_ELSE,))
END.permission("PB-END-03", says="A player may boast.", cite=BOOK("End"))
END.recorded("PB-END-04", says="Losers are gracious.", cite=BOOK("End"), why="Nobody writes it down.")


@dataclass(frozen=True)
class Content:
    """What the box says of itself."""

    id: str = "pebbles-bare"
    reconstructed: bool = False


def _content(header: Header, packs: Mapping[str, str]) -> Content:
    if header.pack and header.pack not in packs:
        raise LogError(f"There is no pack {header.pack!r}.", "Name one that is known.")
    return Content(header.pack or "pebbles-bare", bool(header.pack))


GAME = Game(
    name="pebbles",
    title="Pebbles",
    sources=(BOOK,),
    events=(Take, Boast, Spill),
    base=Layer("base", Rank.BASE, "The leaflet.", (HEAP, TURNS, END), folds={Take: taken, Spill: spilled}),
    layers=(
        Layer("big-hands", Rank.VARIANT, "Up to five pebbles.", terms={"most": "five"}, excludes=("small-hands",)),
        Layer("small-hands", Rank.VARIANT, "As printed."),
    ),
    questions={
        "PB-AMB-01": Question(
            "PB-AMB-01", "How many?", "most", {"three": "Three at most.", "four": "Four at most."}, "It is printed."
        ),
        "PB-AMB-02": Question(
            "PB-AMB-02", "None?", "passing", {"never": "One at least.", "always": "None is fine."}, "It is printed."
        ),
    },
    terms=Terms(),
    flow={
        "taking": Phase(
            "taking",
            "players take pebbles.",
            frozenset({Take, Boast, Spill}),
            "PB-TURN-02",
            in_turn=frozenset({Take}),
            out_of_turn="PB-TURN-01",
        ),
        "over": Phase("over", "the heap is empty.", frozenset(), "PB-END-01", out_of_turn="PB-END-01", over=True),
    },
    content=_content,
    lay=lay,
    domains=lambda header, _: {"fact": frozenset(reckoners(tuple(p.seat for p in header.players)))},
    reckoners=lambda table: reckoners(table.seats),
    declare=declare,
    result=("winner",),
    suspended=lambda _: frozenset(),
    implied=lambda _table, _event: None,
    closing=lambda _: None,
    lapse=lambda _table, _owed: None,
    reopen=lambda _: None,
    offers=offers,
    outcomes=lambda _: (Spill(count=n) for n in range(1, 4)),
    sample="game: pebbles\n",
)
GAMES = {"pebbles": GAME}


def log(*lines: str, header: str = "") -> bytes:
    """Write a log of three players."""
    head = f"game: pebbles\nplayers: ada=Ada, ben=Ben, cleo=Cleo\n{header}---\n"
    return (head + "".join(f"{line}\n" for line in lines)).encode()


# A game without a fault: twenty pebbles, and a spill of one at thirteen.
CLEAN = (
    "ada: take 3",
    "ben: take 3",
    "cleo: take 1",
    "fate: spill 1",
    "ada: take 3",
    "ben: take 3",
    "cleo: take 3",
    "ada: take 2",
    "ben: take 3",
    "claim: winner ben",
)
