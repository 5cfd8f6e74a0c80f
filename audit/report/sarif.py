"""Renders reports as SARIF 2.1.0, which code hosts and editors show next to the lines of the log."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote

from audit.model.document import ENGINE
from audit.model.failure import Failure
from audit.model.findings import Finding
from audit.model.report import Report
from audit.report import log_details, sentences
from audit.report.json_form import write_json
from audit.report.sarif_fixes import list_fixes
from engine.kernel.basics.json_types import Document
from engine.kernel.basics.visible_text import make_visible

# The URI of a log and its index. Some SARIF readers use one, some the other.
Artifact = Document

VERSION = "2.1.0"
LEVELS = {
    "illegal": "error",
    "mismatch": "error",
    "malformed": "error",
    "contested": "warning",
    "unverifiable": "note",
    "ruled": "note",
}
# In a SARIF message, `{0}` is a placeholder and `[text](target)` a link. Text from a log must be neither.
PLACEHOLDER = re.compile(r"\{(\d+)\}")


def write_sarif(reports: Sequence[tuple[str, Report]], failed: Sequence[tuple[str, Failure]] = ()) -> str:
    """Render reports, each with the path of its log, as one run. Failed audits become notifications."""
    rules = _describe_rules(report for _, report in reports)
    index = {rule["id"]: place for place, rule in enumerate(rules)}
    uris = [make_relative_uri(name) for name, _ in reports]
    results = [
        each
        for place, (uri, (_, report)) in enumerate(zip(uris, reports, strict=True))
        for each in _list_results(report, {"uri": uri, "index": place}, index)
    ]
    run = {
        "tool": {"driver": {"name": "Deadreckon", "version": ENGINE.version, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "artifacts": [
            {
                "location": {"uri": uri},
                "hashes": {"sha-256": report.found.log.sha256},
                **_occasion_document(" ".join(filter(None, _describe_log(report)))),
            }
            for uri, (_, report) in zip(uris, reports, strict=True)
        ],
        "results": results,
    }
    if failed:
        notes = [_make_notification(*one) for one in failed]
        run["invocations"] = [{"executionSuccessful": False, "toolExecutionNotifications": notes}]
    return write_json({"version": VERSION, "runs": [run]})


def _describe_log(report: Report) -> Iterator[str]:
    """Yield the players, the corrections and rulings, and the result of a log."""
    yield log_details.describe_occasion(report)
    yield log_details.describe_stop(report)
    yield from log_details.describe_corrections(report)
    if report.verdict != "unreadable":
        yield sentences.describe_result(report)
    yield from (f"{score}." for score in sentences.describe_scores(report))


def _occasion_document(played: str) -> Document:
    return {"description": {"text": _escape_message(played)}} if played else {}


def _make_notification(name: str, fault: Failure) -> Document:
    """Make the notification that the audit of a log failed."""
    location = {"physicalLocation": {"artifactLocation": {"uri": make_relative_uri(name)}}}
    message = {"text": _escape_message(f"The audit of this log failed: {fault.says} ({fault.place})")}
    return {"level": "error", "message": message, "locations": [location]}


def make_relative_uri(name: str) -> str:
    """Convert the path of a log to a relative, percent-encoded URI. Of an absolute path only the name is used."""
    path = name.replace("\\", "/")
    parts = [part for part in path.split("/") if part not in {"", "."}]
    if path.startswith("/") or ".." in parts or (parts and parts[0].endswith(":")):
        parts = parts[-1:]
    encoded = "/".join(quote(part, safe="", errors="replace") for part in parts)
    return {"": "log", "-": "stdin"}.get(encoded, encoded)


def _describe_rules(reports: Iterable[Report]) -> list[Document]:
    """Describe each rule that a finding names, once."""
    rules: dict[str, Document] = {}
    for report in reports:
        for finding in report.findings:
            if finding.rule not in rules:
                rules[finding.rule] = _describe_rule(report, finding)
    return [rules[name] for name in sorted(rules)]


def _describe_rule(report: Report, finding: Finding) -> Document:
    if finding.status == "malformed":
        return {"id": finding.rule, "shortDescription": {"text": "A line of the log cannot be read or applied."}}
    place = sentences.describe_rule_source(report, finding.cites)
    return {
        "id": finding.rule,
        "shortDescription": {"text": _escape_message(finding.says)},
        "help": {"text": _escape_message(f"{finding.says} Written in {place}." if place else finding.says)},
    }


def _list_results(report: Report, artifact: Artifact, index: dict[str, int]) -> Iterator[Document]:
    causes = {root.seq: root for root in reversed(report.roots)}
    for finding in report.findings:
        cause = None if finding.follows is None else causes.get(finding.follows)
        result = _describe_result(finding, cause, artifact, index[finding.rule])
        if not report.found.log.spelling and (fixes := list_fixes(finding, artifact)):
            result["fixes"] = fixes
        if finding.status == "ruled":
            why = " ".join(log_details.describe_rulings_on(report, finding)) or "An arbiter let it stand."
            result["suppressions"] = [{"kind": "external", "justification": _escape_message(why)}]
        yield result


def _describe_result(finding: Finding, cause: Finding | None, artifact: Artifact, rule: int) -> Document:
    result: Document = {
        "ruleId": finding.rule,
        "ruleIndex": rule,
        "level": LEVELS[finding.status],
        "message": {"text": _escape_message(write_message(finding))},
        "locations": [_make_location(artifact, finding)],
        "partialFingerprints": {"deadreckonFinding/v1": _compute_fingerprint(finding)},
    }
    if cause is not None:
        note = {"text": _escape_message(f"It follows from event {cause.seq}: {cause.breach}")}
        result["relatedLocations"] = [{**_make_location(artifact, cause), "message": note}]
    return result


def write_message(finding: Finding) -> str:
    """Describe in one paragraph what is wrong, what would have been legal, and what may have been meant."""
    parts = [
        finding.breach or finding.says,
        *sentences.describe_breach_details(finding),
        finding.instead,
        sentences.describe_outcome(finding.outcome),
    ]
    if finding.rulings:
        parts.append(f"It depends on {sentences.name_turning_readings(finding.rulings)}.")
    parts += [f"Did you mean: {repair.line} ({repair.note})." for repair in finding.repairs]
    return " ".join(part for part in parts if part)


def _make_location(artifact: Artifact, finding: Finding) -> Document:
    region = {"startLine": max(finding.line, 1), "startColumn": max(finding.column, 1)}
    return {"physicalLocation": {"artifactLocation": dict(artifact), "region": region}}


def _compute_fingerprint(finding: Finding) -> str:
    """Compute a fingerprint that does not change if lines above are added or removed."""
    text = "\x00".join((finding.rule, str(finding.seq), finding.excerpt))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _escape_message(text: str) -> str:
    return PLACEHOLDER.sub(r"{ \1 }", make_visible(text)).replace("](", "] (")
