"""Code actions for findings: replace the line by a repair, or append a correction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lsprotocol import types

from audit.model.findings import OPEN, Finding
from audit.report.sarif_fixes import plan_line_change
from cli.editor.document import Draft
from cli.editor.positions import EditorPlaces
from engine.kernel.basics.visible_text import make_visible
from engine.kernel.spellings.line_words import quote_text

WHO_AND_WHY = 'who="??" why="??"'


class OfferedEdit(NamedTuple):
    """One code action: its title, and its edit."""

    title: str
    edit: types.TextEdit


def list_actions(draft: Draft, places: EditorPlaces, asked: types.Range) -> list[types.CodeAction]:
    """List the code actions for the findings on some lines."""
    lines = range(asked.start.line + 1, asked.end.line + 2)
    findings = [finding for finding in draft.findings if finding.line in lines]
    return [
        types.CodeAction(
            title=make_visible(act.title),
            kind=types.CodeActionKind.QuickFix,
            edit=types.WorkspaceEdit(changes={places.uri: [act.edit]}),
            diagnostics=None,
        )
        for finding in findings
        for act in _list_edits(finding, places)
    ]


def _list_edits(finding: Finding, places: EditorPlaces) -> Iterator[OfferedEdit]:
    for repair in finding.repairs:
        change = plan_line_change(finding, repair)
        if change is not None:
            where = places.span(finding.line, 1, change.characters + 1)
            title = repair.line if change.text else f"Leave out: {finding.excerpt.strip()}"
            yield OfferedEdit(f"{title}  ({repair.note})", types.TextEdit(where, change.text))
        yield _append_correction(finding, repair.line, repair.note, places)
    if finding.seq and finding.status in OPEN and not finding.latent:
        yield _append_correction(
            finding, f"record: ruling {finding.seq} {finding.rule}", "an arbiter lets it stand", places
        )


def _append_correction(finding: Finding, line: str, note: str, places: EditorPlaces) -> OfferedEdit:
    """Append a correction at the end of the log. The recorded lines do not change."""
    if not line.startswith("record:"):
        line = f"record: amend {finding.seq} {quote_text(line)}"
    end = places.end()
    ahead = "" if not places.line(len(places.lines)) else "\n"
    edit = types.TextEdit(types.Range(end, end), f"{ahead}{line} {WHO_AND_WHY}\n")
    return OfferedEdit(f"Append to the record: {line}  ({note})", edit)
