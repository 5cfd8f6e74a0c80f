"""Rule on one finding: parse the decision, preview its effect, and append it to the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from msgspec import structs

from api.jobs.dispatch import open_with_report
from api.service import get_service
from audit.intake.line_quotes import make_quoted_line_reader
from audit.model.step import changes_document, spell_event
from audit.options import DEFAULT_OPTIONS
from audit.report import sentences
from audit.rewrite.with_decisions import append_corrections
from engine.kernel.events import Amend, Insert, Retract, Ruling
from engine.kernel.log import Fault
from engine.kernel.replay.fact_digest import diff_facts
from engine.kernel.spellings import echo_text

if TYPE_CHECKING:
    from audit.browse.viewer import LogViewer
    from audit.model.findings import Finding
    from engine.kernel.basics.json_types import Document
    from engine.kernel.events import Event

LONGEST = 500
STAND, STAND_ALL, AMEND, RETRACT, INSERT = "stand", "rule", "amend", "retract", "insert"
WAYS = {
    STAND: "let it stand, for this rule only",
    STAND_ALL: "let it stand, whatever it breaks",
    AMEND: "it should have been written as",
    RETRACT: "it did not happen",
    INSERT: "after it, this happened and was not written down",
}


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of an arbiter about one event. `fault` says why it cannot be recorded."""

    way: str
    at: int
    line: str
    rule: str
    who: str
    why: str
    event: Event | None = None
    fault: str = ""


def read_decision(log: LogViewer, said: Mapping[str, str]) -> Decision | None:
    """Read the decision from the arbiter's form. Return None if there is none yet."""
    way = said.get("way", "")
    if way not in WAYS:
        return None
    line, rule, who, why = (" ".join(said.get(name, "").split())[:LONGEST] for name in ("line", "rule", "who", "why"))
    at = int(said["at"]) if said.get("at", "").isdecimal() and len(said["at"]) < len("1000000") else -1
    made = Decision(way, at, line, rule, who, why)
    fault = _find_misfit(log, made)
    return replace(made, fault=fault) if fault else _write_event(log, made)


def _find_misfit(log: LogViewer, made: Decision) -> str:
    least = 0 if made.way == INSERT else 1
    if not least <= made.at <= len(log.log.events):
        return f"There is no event {made.at}." if made.at >= 0 else "Say which event it is about."
    if not made.who or not made.why:
        return "Enter who decides, and why: both become part of the record."
    if made.way == STAND and made.rule and made.rule not in log.prepared.program.rulebook.rules:
        return f"There is no rule {echo_text(made.rule)} in this game."
    return ""


def _write_event(log: LogViewer, made: Decision) -> Decision:
    at, who, why = made.at, made.who, made.why
    if made.way in {STAND, STAND_ALL}:
        rule = made.rule if made.way == STAND else ""
        return replace(made, event=Ruling(at=at, rule=rule, who=who, why=why))
    if made.way == RETRACT:
        return replace(made, event=Retract(at=at, who=who, why=why))
    prepared = log.prepared
    read = make_quoted_line_reader(prepared.game, prepared.header, prepared.domains, strict=False)(made.line)
    if isinstance(read, Fault):
        return replace(made, fault=f"{read.says} {read.hint}".strip())
    if isinstance(read, Amend | Insert | Retract | Ruling):
        # A suggested repair may be a correction already.
        return replace(made, event=structs.replace(read, who=who, why=why))
    line = spell_event(prepared.game, read)
    if made.way == AMEND:
        return replace(made, event=Amend(at=at, line=line, who=who, why=why))
    return replace(made, event=Insert(at=at, line=line, who=who, why=why))


def append_correction(log: LogViewer, raw: bytes, event: Event) -> bytes:
    """Append a correction to a log."""
    return append_corrections(raw, log.log, log.prepared.game.vocabulary, [event])


def preview_correction(log: LogViewer, raw: bytes, event: Event) -> Document:
    """Compute what a correction would change: verdict, result, findings, and the final state."""
    after = open_with_report(append_correction(log, raw, event), get_service().games, DEFAULT_OPTIONS)
    if log.report is None or after.report is None:
        raise ValueError("This log is being opened and has not been judged yet.")
    was, now = log.report, after.report
    ends = diff_facts(log.facts_at(log.event_count), after.facts_at(after.event_count))
    return {
        "verdict": (sentences.name_verdict(was), sentences.name_verdict(now)),
        "result": (sentences.describe_result(was), sentences.describe_result(now)),
        "gone": [
            _write_finding_line(one)
            for one in was.findings
            if _make_finding_key(one) not in set(map(_make_finding_key, now.findings))
        ],
        "new": [
            _write_finding_line(one)
            for one in now.findings
            if _make_finding_key(one) not in set(map(_make_finding_key, was.findings))
        ],
        "ends": changes_document(ends),
    }


def _make_finding_key(finding: Finding) -> tuple[int | None, str, str]:
    return finding.seq, finding.rule, finding.status


def _write_finding_line(finding: Finding) -> str:
    return f"{sentences.name_place(finding)}: {sentences.make_label(finding)}. {finding.says}"
