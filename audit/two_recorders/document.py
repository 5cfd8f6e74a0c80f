"""Converts a comparison to JSON: `deadreckon.comparison/1`."""

from __future__ import annotations

from audit.two_recorders.comparison import Comparison, OneRecord
from audit.two_recorders.differences import Difference, Entry
from audit.two_recorders.judgement import SideJudgement
from audit.two_recorders.sentences import (
    describe_difference_kind,
    describe_header_difference,
    describe_side_judgement,
    shorten_quote,
    summarize_comparison,
)
from engine.kernel.basics.json_types import Document

SCHEMA = "deadreckon.comparison/1"


def comparison_document(comparison: Comparison) -> Document:
    """Describe a comparison as a document."""
    pairs = zip(comparison.both.differences, comparison.bearings, strict=True)
    return {
        "schema": SCHEMA,
        "game": comparison.a.prepared.game.name,
        "a": _record_document(comparison.a),
        "b": _record_document(comparison.b),
        "same": comparison.is_same,
        "says": summarize_comparison(comparison),
        "heads": [
            {
                "key": one.key,
                "a": shorten_quote(one.a),
                "b": shorten_quote(one.b),
                "judged": one.judged,
                "says": describe_header_difference(one),
            }
            for one in comparison.heads
        ],
        "common": len(comparison.both.common),
        "differences": [_difference_document(one, bearing, comparison) for one, bearing in pairs],
    }


def _record_document(record: OneRecord) -> Document:
    return {
        "sha256": record.sha256,
        "events": len(record.prepared.log.events),
        "breaches": record.broken,
        "unread": record.unread_count,
        "corrections": record.corrections_count,
        "rulings": record.rulings_count,
    }


def _difference_document(difference: Difference, bearing: SideJudgement, comparison: Comparison) -> Document:
    breach = bearing.breach if bearing.side else None
    return {
        "kind": difference.kind,
        "a": [_line_document(entry, comparison.a) for entry in difference.a],
        "b": [_line_document(entry, comparison.b) for entry in difference.b],
        "bears_out": bearing.side,
        "why": bearing.why,
        "rule": None if breach is None else breach.laid.rule.id,
        "breach_at": None if breach is None else {"a": bearing.at[0] or None, "b": bearing.at[1] or None},
        "says": f"{describe_difference_kind(difference)} {describe_side_judgement(bearing, comparison)}",
    }


def _line_document(entry: Entry, record: OneRecord) -> Document:
    lines = record.prepared.log.lines
    return {"seq": entry.seq, "line": lines[entry.seq - 1], "text": shorten_quote(entry.line.removeprefix("?: "))}
