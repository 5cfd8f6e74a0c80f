"""Findings as editor diagnostics: the range, severity and rule, and the event that they follow from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lsprotocol import types

from audit.model.findings import MALFORMED, Finding, Status
from audit.report import sarif, sentences
from cli.editor.document import Draft
from cli.editor.positions import EditorPlaces
from engine.kernel.basics.visible_text import make_visible

SEVERITY: Mapping[Status, types.DiagnosticSeverity] = {
    "illegal": types.DiagnosticSeverity.Error,
    "mismatch": types.DiagnosticSeverity.Error,
    "malformed": types.DiagnosticSeverity.Error,
    "contested": types.DiagnosticSeverity.Warning,
    "unverifiable": types.DiagnosticSeverity.Information,
    "ruled": types.DiagnosticSeverity.Hint,
}
SOURCE = "deadreckon"


def list_diagnostics(draft: Draft, places: EditorPlaces) -> Iterator[types.Diagnostic]:
    """Make a diagnostic for each finding. A consequence gets a lower severity and a link to its root."""
    roots = draft.find_roots()
    for finding in draft.findings:
        cause = None if finding.follows is None else roots.get(finding.follows)
        yield types.Diagnostic(
            range=places.rest_of_line(finding.line, finding.column),
            message=make_visible(write_message(draft, finding)),
            severity=_choose_severity(finding),
            code=finding.rule if finding.rule != MALFORMED else finding.status,
            source=SOURCE,
            related_information=None if cause is None else [_link_cause(cause, places)],
        )


def write_message(draft: Draft, finding: Finding) -> str:
    """Describe a finding: the breach, the legal alternative, the rule and its source."""
    said = sarif.write_message(finding)
    if finding.rule == MALFORMED:
        return f"{said} {finding.instead}".strip() if finding.instead not in said else said
    cited = "" if draft.report is None else sentences.describe_rule_source(draft.report, finding.cites)
    rule = f"{finding.rule}: {finding.says}" if finding.breach else finding.rule
    return "\n".join(part for part in (said, rule, cited) if part)


def _choose_severity(finding: Finding) -> types.DiagnosticSeverity:
    if finding.latent or finding.follows is not None:
        return types.DiagnosticSeverity.Information
    return SEVERITY[finding.status]


def _link_cause(cause: Finding, places: EditorPlaces) -> types.DiagnosticRelatedInformation:
    said = f"It follows from event {cause.seq}: {cause.breach}"
    where = types.Location(uri=places.uri, range=places.rest_of_line(cause.line, cause.column))
    return types.DiagnosticRelatedInformation(location=where, message=make_visible(said))
