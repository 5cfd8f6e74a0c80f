"""Turns judgements of the replay into findings, each with its rule and its place in the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from audit.intake.prepared import PreparedLog
from audit.intake.upload import convert_upload_to_text
from audit.model.document import ReadAs
from audit.model.findings import MALFORMED, OPEN, Finding, Status, Value
from engine.kernel.editions import find_edition_source, put_own_first
from engine.kernel.events import Claim, Event, Ruling, Unreadable
from engine.kernel.log import Fault
from engine.kernel.replay.replay import Judgement
from engine.kernel.rules import Rule
from engine.kernel.spellings.text import HEAD, write_line
from engine.kernel.unknown import is_known

# The longest excerpt of a line that a report quotes.
QUOTED = 160


class SourceLines:
    """The lines of the upload and the events in them. The text is not split until a finding needs it."""

    def __init__(self, raw: bytes, prepared: PreparedLog) -> None:
        """Store the upload and the prepared log."""
        self.raw, self.prepared = raw, prepared
        self._lines: list[str] = []

    def quote_line(self, number: int) -> str:
        """Quote one line of the file."""
        if not self._lines:
            text = convert_upload_to_text(self.raw, self.prepared.asked.columns).decode(errors="replace")
            self._lines = text.removeprefix("\ufeff").split("\n")
        return self._lines[number - 1].rstrip("\r")[:QUOTED] if 0 < number <= len(self._lines) else ""

    def quote_event(self, event: Event) -> str:
        """Quote an event in its written form, or an empty string if the event could not be parsed."""
        return "" if type(event) is Unreadable else write_line(event, self.prepared.game.vocabulary)[:QUOTED]

    def locate_event(self, seq: int, fact: str = "") -> tuple[int, int, str]:
        """Find line, column of the verb, and text of an event. Seq 0 is the header, or a `fact` in it."""
        log = self.prepared.log
        if seq == 0 and fact in log.fact_places:
            number, column = log.fact_places[fact]
            return number, column, self.quote_line(number)
        if not 0 < seq <= len(log.lines):
            number = log.header_lines.get("players", 1)
            return number, 1, self.quote_line(number)
        if log.spelling == "jsonl" and (said := self.quote_event(log.events[seq - 1])):
            return log.lines[seq - 1], 1, said
        text = self.quote_line(log.lines[seq - 1])
        head = HEAD.match(text) if log.spelling == "text" else None
        return log.lines[seq - 1], head.end() + 1 if head else 1, text


def list_noncanonical_lines(raw: bytes, prepared: PreparedLog) -> tuple[ReadAs, ...]:
    """List each line that was not canonical, with its canonical form."""
    log = prepared.log
    if not log.typed:
        return ()
    lines = convert_upload_to_text(raw, prepared.asked.columns).decode().removeprefix("\ufeff").split("\n")
    return tuple(
        ReadAs(line=typed.line, excerpt=lines[typed.line - 1].rstrip("\r")[:QUOTED], read_as="; ".join(typed.read_as))
        for typed in log.typed
    )


def collect_findings(prepared: PreparedLog, judgements: Iterable[Judgement], pages: SourceLines) -> list[Finding]:
    """Turn judgements and faults into findings, in the order of the log."""
    faults = [*prepared.log.faults, *prepared.book.faults]
    found = [_describe_placed_fault(fault, pages) for fault in faults]
    found += [_apply_rulings(describe_judgement(judgement, pages), prepared.book.rulings) for judgement in judgements]
    return sort_findings(found, prepared)


def sort_findings(findings: list[Finding], prepared: PreparedLog) -> list[Finding]:
    """Sort findings by the order in which their events count."""
    order = {seq: place for place, (seq, _) in enumerate(prepared.entries)}
    last = len(order)
    return sorted(findings, key=lambda f: (-1 if f.seq is None else order.get(f.seq, last), f.line))


def describe_judgement(judgement: Judgement, pages: SourceLines) -> Finding:
    """Turn one judgement of the replay into a finding."""
    rule, breach = judgement.laid.rule, judgement.breach
    line, column, text = pages.locate_event(judgement.seq, "" if breach is None else str(breach.facts.get("fact", "")))
    lacking = "The record or the content pack lacks what this rule needs to know."
    return Finding(
        rule=rule.id,
        status=_classify_judgement(judgement),
        seq=judgement.seq,
        line=line,
        column=column,
        seat=_find_seat(judgement, pages.prepared),
        says=rule.says,
        breach=lacking if breach is None else breach.says,
        facts={} if breach is None else {name: make_report_value(value) for name, value in breach.facts.items()},
        instead="" if breach is None else breach.instead,
        cites=put_own_first(
            rule.cites, find_edition_source(pages.prepared.game, pages.prepared.program.rulebook.layers)
        ),
        rests_on=_list_invented_parts(rule, pages.prepared) if breach is not None else (),
        layer=judgement.laid.layer,
        rulings=(),
        follows=None,
        repairs=(),
        outcome=None,
        latent=False,
        excerpt=text,
        also=judgement.also,
        unapplied=judgement.unapplied,
        implied=pages.quote_event(judgement.event) if judgement.implied and breach is not None else "",
    )


def _list_invented_parts(rule: Rule, prepared: PreparedLog) -> tuple[str, ...]:
    """List the invented parts of the pack that the rule reads."""
    pack = getattr(prepared.content, "pack", None)
    return tuple(part for part in rule.reads if pack is not None and pack.has_inventions(part))


def make_report_value(value: object) -> Value:
    """Convert a value to one that a report can hold and compare. Unknown becomes `??`."""
    return value if isinstance(value, (int, str)) and not isinstance(value, bool) else str(value)


def _classify_judgement(judgement: Judgement) -> Status:
    if judgement.breach is None:
        return "unverifiable"
    return "mismatch" if isinstance(judgement.event, Claim) else "illegal"


def _find_seat(judgement: Judgement, prepared: PreparedLog) -> str | None:
    """Find the seat that the finding is about: the acting seat, or the seat in a claim."""
    if isinstance(judgement.event, Claim):
        first = judgement.event.fact.split(".")[0] if is_known(judgement.event.fact) else ""
        return first if any(first == player.seat for player in prepared.header.players) else None
    # A missing move is attributed to the seat that owes it, and a missing chance event to no seat.
    missing = None if judgement.breach is None else judgement.breach.missing
    by = getattr(judgement.event if missing is None else missing, "by", None)
    return None if by is None else str(by)


def _apply_rulings(finding: Finding, rulings: Mapping[int, list[tuple[int, Ruling]]]) -> Finding:
    """Mark a finding as ruled if the arbiter waives it. A finding about unknowns must be named in the ruling."""
    for _, ruling in rulings.get(finding.seq or 0, ()):
        covers = "" if finding.status in OPEN else finding.rule
        if is_known(ruling.rule) and ruling.rule in {covers, finding.rule, *finding.also}:
            return replace(finding, status="ruled")
    return finding


def _describe_placed_fault(fault: Fault, pages: SourceLines) -> Finding:
    line, column = fault.line, fault.column
    if not line and fault.seq is not None:
        line, column, _ = pages.locate_event(fault.seq)
    return describe_fault(fault, line or 1, column or 1, pages.quote_line(line or 1))


def describe_fault(fault: Fault, line: int, column: int, excerpt: str = "") -> Finding:
    """Turn a fault of reading or of content into a finding."""
    return Finding(
        rule=MALFORMED,
        status="malformed",
        seq=fault.seq,
        line=line,
        column=column,
        seat=None,
        says=fault.says,
        breach="",
        facts={},
        instead=fault.hint,
        cites=(),
        rests_on=(),
        layer="",
        rulings=(),
        follows=None,
        repairs=(),
        outcome=None,
        latent=False,
        excerpt=excerpt,
    )
