"""What an editor may put in the place of a line: each repair of a finding as a fix of SARIF."""

from __future__ import annotations

import json
import re

from audit.document import Finding, Repair
from engine.kernel.jsons import Document

# A repair may itself be a line about the record: leave this event out, or write one in before it.
RETRACT = re.compile(r"record: retract ([0-9]+)")
INSERT = re.compile(r'record: insert ([0-9]+) ("(?:[^"\\\\]|\\\\.)*")')
# A line is quoted up to here; whether a longer one ends there nobody knows.
QUOTED = 160


def fixes_of(finding: Finding, artifact: Document) -> list[Document]:
    """Offer each repair that changes the line of the finding, or writes one in before it."""
    if not finding.seq or not finding.excerpt or len(finding.excerpt) >= QUOTED:
        return []
    fixes = ((repair, _replacement(finding, repair)) for repair in finding.repairs)
    return [_fix(repair, replacement, artifact) for repair, replacement in fixes if replacement is not None]


def _fix(repair: Repair, replacement: Document, artifact: Document) -> Document:
    change = {"artifactLocation": dict(artifact), "replacements": [replacement]}
    return {"description": {"text": f"{repair.line} ({repair.note})"}, "artifactChanges": [change]}


def _replacement(finding: Finding, repair: Repair) -> Document | None:
    if retract := RETRACT.match(repair.line):
        return _whole(finding, "") if int(retract[1]) == finding.seq else None
    if insert := INSERT.match(repair.line):
        before = int(insert[1]) + 1 == finding.seq
        return _placed(finding, 1, f"{json.loads(insert[2])}\n") if before else None
    return None if repair.line.startswith("record:") else _whole(finding, repair.line)


def _whole(finding: Finding, text: str) -> Document:
    return _placed(finding, len(finding.excerpt) + 1, text)


def _placed(finding: Finding, end: int, text: str) -> Document:
    region = {"startLine": finding.line, "startColumn": 1, "endLine": finding.line, "endColumn": end}
    return {"deletedRegion": region, "insertedContent": {"text": text}}
