"""Every golden has the outcome that was derived by hand, and every way in which a game can end has a golden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from audit import AuditOptions, audit
from audit.findings.finding import make_report_value
from audit.intake.preparation import prepare_log
from audit.intake.prepared import PreparedLog
from audit.model.findings import Finding
from engine.kernel.events import Event, Move
from engine.kernel.replay.books import Book
from engine.kernel.replay.fact_digest import digest_facts, spell_digest
from engine.kernel.replay.legal import list_legal_moves
from engine.kernel.replay.replay import CHAIN, Replay
from engine.kernel.spellings import parse_log, write
from engine.kernel.tables.copy import copy_table
from engine.kernel.unknown import is_known
from fixtures.goldens import EXPECTATION, LOG, Expectation, Golden, Roots, goldens
from fixtures.kits import GAMES, Table, kit, pages, stacks
from tests.support.fault_lists import expect_no_faults
from tests.support.selection import SELECTION

ALL = SELECTION.goldens()
BOOKS: list[tuple[Golden, Book, Expectation]] = [
    (golden, book, expected)
    for golden in ALL
    for book, expected in (("adjudicated", golden.adjudicated), ("played", golden.played))
    if expected is not None
]
CLEAN = [golden for golden in ALL if golden.adjudicated.verdict == "clean"]
# Verbs that the offers leave out, each with its reason.
NOT_OFFERED = {
    "unseal": "the salt is whatever its player wrote down: nobody can list the salts there are",
}


def named(value: object) -> str:
    return value.name if isinstance(value, Golden) else str(value) if isinstance(value, str) else ""


def last_table(golden: Golden, book: Book = "adjudicated") -> Table:
    return prepare_log(golden.log, GAMES, AuditOptions(book=book)).replay_all().table


def places(findings: list[Finding], *statuses: str) -> Roots:
    return tuple((f.seq or 0, f.rule) for f in findings if f.status in statuses)


# The outcomes


@pytest.mark.parametrize(("golden", "book", "expected"), BOOKS, ids=named)
def test_a_golden_comes_out_as_derived(golden: Golden, book: Book, expected: Expectation) -> None:
    report = audit(golden.log, GAMES, AuditOptions(book=book))
    assert tuple((f.seq, f.rule) for f in report.findings if f.is_root) == expected.roots
    assert (report.verdict, report.result.status) == (expected.verdict, expected.result)
    unverifiable = places(report.findings, "unverifiable")
    assert set(unverifiable) >= set(expected.unverifiable)
    assert bool(unverifiable) == bool(expected.unverifiable)
    assert places(report.findings, "ruled") == expected.ruled
    facts = GAMES[golden.game].facts(last_table(golden, book))
    assert {name: make_report_value(facts[name]) for name in expected.facts} == expected.facts
    assert spell_digest(digest_facts(facts)) == expected.digest


@pytest.mark.parametrize("golden", ALL, ids=named)
def test_a_golden_survives_every_spelling(golden: Golden) -> None:
    vocabulary = GAMES[golden.game].vocabulary
    log = parse_log(golden.log, lambda _: vocabulary)
    for spelling in ("text", "jsonl", "csv"):
        again = parse_log(write(log, spelling, vocabulary).encode(), lambda _: vocabulary)
        assert (again.header, again.events) == (log.header, log.events), spelling


@pytest.mark.parametrize("golden", ALL, ids=named)
def test_a_golden_is_written_canonically(golden: Golden) -> None:
    vocabulary = GAMES[golden.game].vocabulary
    written = write(parse_log(golden.log, lambda _: vocabulary), "text", vocabulary)
    lines = [line for line in golden.log.decode().splitlines() if line and not line.startswith("#")]
    assert one_position("\n".join(lines)) == one_position(written.rstrip("\n"))


def one_position(log: str) -> str:
    """Join the lines of a position: a golden may break it after each player, for readers."""
    return log.replace("\nposition: ", ", ")


# Every legal move was offered


def moments(prepared: PreparedLog) -> Iterator[tuple[Table, int, Event]]:
    """Set the table as it was before each event, once everything that the record leaves out has happened."""
    run = Replay(prepared.program, prepared.build_table())
    for seq, event in prepared.entries:
        table = copy_table(run.table)
        for _ in CHAIN:
            before = prepared.game.implied(table, event)
            if before is None:
                break
            prepared.program.steps[type(before)][2](table, before)
        yield table, seq, event
        run.run([(seq, event)])


def offered(prepared: PreparedLog, table: Table, move: Event) -> bool:
    """Return whether a move is offered, or one that differs only in what it states and leaves the same table."""
    legal = list_legal_moves(prepared.program, table)
    return move in legal or facts_after(prepared, table, move) in [
        facts_after(prepared, table, other)
        for other in legal
        if type(other) is type(move) and other.by == move.by  # type: ignore[attr-defined] # legal moves are Moves
    ]


def facts_after(prepared: PreparedLog, table: Table, move: Event) -> dict[str, Any]:
    then = copy_table(table)
    prepared.program.steps[type(move)][2](then, move)
    return {name: make_report_value(value) for name, value in prepared.game.facts(then).items()}


def spoken(move: Event) -> bool:
    """Return whether the record shows what the move was; a card face down was offered under another name."""
    return all(is_known(getattr(move, field)) for field in move.__struct_fields__)


def idle(prepared: PreparedLog, table: Table, move: Event) -> bool:
    """Return whether a move is only said aside and changes nothing, so that it needs no offer."""
    now = {name: make_report_value(value) for name, value in prepared.game.facts(table).items()}
    return move.aside and facts_after(prepared, table, move) == now


@pytest.mark.parametrize("golden", CLEAN, ids=named)
def test_every_move_of_a_clean_golden_is_a_legal_one(golden: Golden) -> None:
    prepared = prepare_log(golden.log, GAMES)
    excused = {seq for seq, _ in golden.adjudicated.ruled}
    unoffered = [
        (seq, move)
        for table, seq, move in moments(prepared)
        if isinstance(move, Move)
        and seq not in excused
        and spoken(move)
        and move.__struct_config__.tag not in NOT_OFFERED
        and not idle(prepared, table, move)
        and not offered(prepared, table, move)
    ]
    assert unoffered == []


# The list of goldens


each_whole_game = pytest.mark.parametrize("game", SELECTION.whole_games())


@each_whole_game
def test_every_log_has_an_expectation_and_the_other_way_round(game: str) -> None:
    logs = {page.name.removesuffix(LOG) for page in pages(game, "logs", LOG)}
    assert logs == {page.name.removesuffix(EXPECTATION) for page in pages(game, "logs", EXPECTATION)}
    assert logs, f"{game} has no golden"


@pytest.mark.parametrize("golden", ALL, ids=named)
def test_a_golden_ends_in_the_way_it_says_and_otherwise_stops_before_the_end(golden: Golden) -> None:
    table = last_table(golden)
    shown = [way for way, ending in kit(golden.game).endings.items() if ending.shown_by(table)]
    assert golden.ends in shown if golden.ends else not shown


def reached_under(game: str, way: str) -> frozenset[str]:
    """List the layers of a game under which an ending is reached, "" for none."""
    under = kit(game).endings[way].under
    return frozenset({"", *(layer.id for layer in GAMES[game].layers)}) if under is None else under


def sizes(game: str, way: str) -> set[int]:
    """List the numbers of players of the stacks under which an ending is reached."""
    under = reached_under(game, way)
    return {size for stack in stacks(game) if under >= set(stack or ("",)) for size in kit(game).company(stack)}


@each_whole_game
def test_every_way_to_end_has_a_golden(game: str) -> None:
    shown = {golden.ends for golden in goldens(game)}
    expect_no_faults(f"{game} has no golden that ends so: {way}" for way in kit(game).endings if way not in shown)


def list_common(game: str) -> list[str]:
    """List the endings that games of every size and under every layer must show."""
    return [way for way, ending in kit(game).endings.items() if not ending.rare]


@each_whole_game
def test_every_way_to_end_has_a_golden_for_each_number_of_players(game: str) -> None:
    shown = {way: {len(last_table(g).seats) for g in goldens(game) if g.ends == way} for way in list_common(game)}
    missing = {way: sorted(sizes(game, way) - found) for way, found in shown.items()}
    expect_no_faults(f"{game}, {way}: no golden with {n} players" for way, lacking in missing.items() for n in lacking)


@each_whole_game
def test_every_way_to_end_has_a_golden_with_each_layer_and_without(game: str) -> None:
    def find_faults(way: str) -> Iterator[str]:
        headers = [prepare_log(golden.log, GAMES).header for golden in goldens(game) if golden.ends == way]
        shown, reached = {layer for header in headers for layer in header.layers or ("",)}, reached_under(game, way)
        yield from (f"{game}, {way}: no golden with {layer or 'no layer'}" for layer in sorted(reached - shown))
        yield from (f"{game}, {way}: not reached with {layer or 'no layer'}" for layer in sorted(shown - reached))

    expect_no_faults(fault for way in list_common(game) for fault in find_faults(way))


@each_whole_game
def test_there_is_a_whole_game_for_each_number_of_players(game: str) -> None:
    def find_faults(players: int) -> Iterator[str]:
        whole = [g for g in goldens(game) if g.whole and len(last_table(g).seats) == players]
        if not whole:
            yield f"{game} has no whole game with {players} players"
        for golden in whole:
            if not golden.ends or prepare_log(golden.log, GAMES).header.position:
                yield f"{game}, {golden.name}: no whole game, for it begins in the middle or does not end"

    expect_no_faults(fault for players in sorted(kit(game).whole) for fault in find_faults(players))
