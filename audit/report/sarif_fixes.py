"""Converts the repairs of a finding to SARIF fixes, which editors can apply to the line."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from audit.model.findings import Finding, Repair
from engine.kernel.basics.json_types import Document

# A repair may be a line about the record: leave this event out, or insert one before it.
RETRACT = re.compile(r"record: retract ([0-9]+)")
INSERT = re.compile(r'record: insert ([0-9]+) ("(?:[^"\\\\]|\\\\.)*")')
# Longer excerpts are cut here, so an excerpt of this length may be incomplete.
QUOTED = 160


class LineChange(NamedTuple):
    """The change to the line of a finding: replace its first `characters` by `text`."""

    characters: int
    text: str


def plan_line_change(finding: Finding, repair: Repair) -> LineChange | None:
    """Return the change that a repair makes to the line.

    Return None if it changes another line or adds a record line.
    """
    if not finding.seq or not finding.excerpt or len(finding.excerpt) >= QUOTED:
        return None
    if retract := RETRACT.match(repair.line):
        return LineChange(len(finding.excerpt), "") if int(retract[1]) == finding.seq else None
    if insert := INSERT.match(repair.line):
        before = int(insert[1]) + 1 == finding.seq
        return LineChange(0, f"{json.loads(insert[2])}\n") if before else None
    return None if repair.line.startswith("record:") else LineChange(len(finding.excerpt), repair.line)


def list_fixes(finding: Finding, artifact: Document) -> list[Document]:
    """List each repair that changes the line of the finding or inserts one before it."""
    changes = ((repair, plan_line_change(finding, repair)) for repair in finding.repairs)
    return [_describe_fix(finding, repair, change, artifact) for repair, change in changes if change is not None]


def _describe_fix(finding: Finding, repair: Repair, change: LineChange, artifact: Document) -> Document:
    end = change.characters + 1
    region = {"startLine": finding.line, "startColumn": 1, "endLine": finding.line, "endColumn": end}
    replacement = {"deletedRegion": region, "insertedContent": {"text": change.text}}
    changed = {"artifactLocation": dict(artifact), "replacements": [replacement]}
    return {"description": {"text": f"{repair.line} ({repair.note})"}, "artifactChanges": [changed]}
