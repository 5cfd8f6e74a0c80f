"""A comparison as JSON: `deadreckon.comparison/1`."""

from __future__ import annotations

from audit.two_recorders.comparison import Comparison, OneRecord
from audit.two_recorders.differences import Difference, Entry
from audit.two_recorders.judgement import Bearing
from audit.two_recorders.sentences import bearing_says, cut, head_says, kind_says, summary_says
from engine.kernel.basics.json_types import Document

SCHEMA = "deadreckon.comparison/1"


def document_of(comparison: Comparison) -> Document:
    """Write a comparison for a program."""
    pairs = zip(comparison.both.differences, comparison.bearings, strict=True)
    return {
        "schema": SCHEMA,
        "game": comparison.a.prepared.game.name,
        "a": _record(comparison.a),
        "b": _record(comparison.b),
        "same": comparison.same,
        "says": summary_says(comparison),
        "heads": [
            {"key": one.key, "a": cut(one.a), "b": cut(one.b), "judged": one.judged, "says": head_says(one)}
            for one in comparison.heads
        ],
        "common": len(comparison.both.common),
        "differences": [_difference(one, bearing, comparison) for one, bearing in pairs],
    }


def _record(record: OneRecord) -> Document:
    return {
        "sha256": record.sha256,
        "events": len(record.prepared.log.events),
        "breaches": record.broken,
        "unread": record.unread,
        "corrections": record.corrections,
        "rulings": record.rulings,
    }


def _difference(difference: Difference, bearing: Bearing, comparison: Comparison) -> Document:
    breach = bearing.breach if bearing.side else None
    return {
        "kind": difference.kind,
        "a": [_line(entry, comparison.a) for entry in difference.a],
        "b": [_line(entry, comparison.b) for entry in difference.b],
        "bears_out": bearing.side,
        "why": bearing.why,
        "rule": None if breach is None else breach.laid.rule.id,
        "breach_at": None if breach is None else {"a": bearing.at[0] or None, "b": bearing.at[1] or None},
        "says": f"{kind_says(difference)} {bearing_says(bearing, comparison)}",
    }


def _line(entry: Entry, record: OneRecord) -> Document:
    lines = record.prepared.log.lines
    return {"seq": entry.seq, "line": lines[entry.seq - 1], "text": cut(entry.line.removeprefix("?: "))}
