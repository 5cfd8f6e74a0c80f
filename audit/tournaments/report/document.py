"""Describes a count as `deadreckon.tournament/1`, with exact numbers. All forms of the report are made from it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping

import msgspec

from audit.model.document import ENGINE
from audit.tournaments.count.count import BOOKS, CountedTable, TournamentCount
from audit.tournaments.exact_numbers import parse_exact, round_apart, spell_fraction, spell_sum
from audit.tournaments.report.sentences import write_safety_sentences
from audit.tournaments.safety.safe_places import PlaceSafety, judge_safety
from audit.tournaments.scoring.schemes import ABSENT, Finishes
from audit.tournaments.scoring.standings import StandingRow
from audit.tournaments.scoring.tie_breaks import NAMES
from audit.tournaments.tournament import Tournament
from engine.kernel.basics.json_types import Document

SCHEMA = "deadreckon.tournament/1"
SHORT = 12
# Longer fractions are shown as decimals. The exact value is in `keys`.
LONGEST_FRACTION = 6


def digest_rules(tournament: Tournament) -> str:
    """Digest all that was fixed before the first round: pins, scoring, tie-breaks, roster and seats."""
    return hashlib.sha256(msgspec.json.encode(tournament, enc_hook=str, order="deterministic")).hexdigest()


def make_count_document(
    count: TournamentCount, first: int = 3, replays: Mapping[str, str] | None = None, most: int | None = None
) -> Document:
    """Describe a count as a document. Sentences describe the safety of the `first` places.

    `replays` maps files to links to replay pages. If the pairs of a player and an open table exceed `most`, the safety
    of places is not computed, and a sentence says so.
    """
    tournament, record = count.tournament, count.record
    states = Counter(one.status for one in count.tables)
    return {
        "schema": SCHEMA,
        "name": tournament.name,
        "game": tournament.game,
        "pins": {
            "layers": list(tournament.pins.layers),
            "pack": tournament.pins.pack,
            "rulings": dict(tournament.pins.rulings),
        },
        "rules": digest_rules(tournament),
        "events": {"count": len(record.events), "head": record.head},
        "basis": {state: states[state] for state in ("verified", "decided", "provisional", "missing")},
        "final": not (states["provisional"] or states["missing"]),
        "standings": list_row_documents(count, count.rank_players()),
        "books_differ": list_book_differences(count),
        "tables": [_describe_table(one, replays or {}) for one in count.tables],
        "unmatched": [
            {"file": one.log.path, "says": one.unmatched, "refused": one.log.refused} for one in count.unmatched
        ],
        "corrections": [_describe_event(event) for event in record.events],
        "safety": _describe_safety(count, first, most),
        "engine": {"name": ENGINE.name, "version": ENGINE.version},
    }


def _describe_safety(count: TournamentCount, first: int, most: int | None) -> Document:
    open_ones = sum(one.is_open for one in count.tables)
    if most is not None and open_ones * len(count.tournament.roster) > most:
        says = f"{open_ones} tables are open: too many to say yet which places are safe."
        return {"says": [says], "critical": [], "outcomes": 0, "places": []}
    safety = judge_safety(count, first)
    return {
        "says": list(write_safety_sentences(count, safety, first)),
        "critical": list(safety.critical),
        "outcomes": safety.outcomes,
        "places": [_describe_place(one) for one in safety.places],
    }


def list_row_documents(count: TournamentCount, listed: list[StandingRow]) -> list[Document]:
    """Describe the rows of a standing as documents."""
    found = {player.id: player.name for player in count.tournament.roster}
    shown = round_apart(row.total for row in listed)
    return [
        {
            "place": row.place,
            "label": row.label,
            "player": row.player,
            "name": found[row.player],
            "points": spell_fraction(row.total),
            "shown": decimal,
            "sum": spell_sum(line.points for line in row.lines if line.counts),
            "lines": [
                {"what": line.what, "round": line.round, "points": spell_fraction(line.points), "counts": line.counts}
                for line in row.lines
            ],
            "keys": [
                {
                    "key": key.key,
                    "value": None if key.value is None else [spell_fraction(value) for value in key.value],
                    "says": key.says,
                }
                for key in row.keys
            ],
            "ahead_by": None
            if row.decided is None
            else {"key": row.decided.key, "own": row.decided.own, "other": row.decided.other},
            "withdrawn": count.record.withdrawn.get(row.player, 0),
        }
        for row, decimal in zip(listed, shown, strict=True)
    ]


def explain_lead(row: Document) -> str:
    """Explain what puts a row ahead of the next one."""
    by = row["ahead_by"]
    if by is None:
        return ""
    own, other = (str(value).rpartition(" = ")[2] for value in (by["own"], by["other"]))
    numbers = parse_exact(own), parse_exact(other)
    if max(len(own), len(other)) > LONGEST_FRACTION and numbers[0] is not None and numbers[1] is not None:
        own, other = round_apart([numbers[0], numbers[1]])
    return f"{NAMES.get(by['key'], by['key'])}: {own} to {other}"


def list_book_differences(count: TournamentCount) -> list[Document]:
    """List the players whose place or points differ between books."""
    listed = {book: {row.player: row for row in count.rank_players(book)} for book in BOOKS}
    found: list[Document] = []
    for row in listed["adjudicated"].values():
        each = {book: listed[book][row.player] for book in BOOKS}
        mine: Document = {book: {"label": one.label, "points": spell_fraction(one.total)} for book, one in each.items()}
        if len({(one["label"], one["points"]) for one in mine.values()}) > 1:
            found.append({"player": row.player} | mine)
    return found


def _describe_place(one: PlaceSafety) -> Document:
    return {
        "player": one.player,
        "place": one.place,
        "best": one.best,
        "worst": one.worst,
        "status": one.status,
        "step": one.step,
        "exact": one.exact,
        "falls": [{"table": found.table, "says": found.says} for found in one.falls],
        "rises": [{"table": found.table, "says": found.says} for found in one.rises],
        "hangs_on": list(one.hangs_on),
    }


def _describe_table(one: CountedTable, replays: Mapping[str, str]) -> Document:
    return {
        "table": one.table.id,
        "round": one.table.round,
        "number": one.table.table,
        "status": one.status,
        "logs": [
            {
                "file": matched.log.path,
                "sha256": matched.log.sha256,
                "verdict": matched.log.verdict,
                "result": matched.log.result,
            }
            | ({"replay": replays[matched.log.path]} if matched.log.path in replays else {})
            for matched in one.logs
        ],
        "books": {book: _describe_finishes(finishes) for book, finishes in sorted(one.books.items())},
        "possible": [{"says": result.says, "result": _describe_finishes(result.finishes)} for result in one.possible],
        "any_other": not one.whole,
        "notes": list(one.notes),
    }


def _describe_finishes(finishes: Finishes) -> Document:
    return {
        player: {
            "place": None if finish.state == ABSENT else finish.place,
            "score": None if finish.score is None else spell_fraction(finish.score),
            "state": finish.state,
        }
        for player, finish in sorted(finishes.items())
    }


def _describe_event(event: msgspec.Struct) -> Document:
    found: Document = msgspec.to_builtins(event)
    return found


def write_head_line(said: Document) -> str:
    """Describe in one line what a standing is based on."""
    basis = ", ".join(f"{count} {state}" for state, count in said["basis"].items() if count)
    state = "Standings" if said["final"] else "Provisional standings"
    events = said["events"]
    as_of = f"; as of event {events['count']} ({events['head'][:SHORT]})" if events["count"] else ""
    return f"{state}: tables {basis or 'none'}{as_of}; rules {said['rules'][:SHORT]}."
