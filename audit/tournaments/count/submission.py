"""Audits one submitted log under the event's pins, names its own choices, and lists its possible results."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from audit.house_rulings import HOUSE, add_house_rulings
from audit.intake.prepared import PreparedLog
from audit.model.document import PlayerMark
from audit.model.findings import Finding
from audit.model.report import Report
from audit.options import AuditOptions
from audit.pipeline import audit_with_replay
from audit.rewrite.with_rulings import read_ruled_line
from audit.tournaments.count.outcomes import Outcome, rank_by_claims, replay_to_outcome
from audit.tournaments.count.possible_results import (
    PossibleResult,
    PossibleResults,
    find_possible_results,
    fingerprint_finishes,
    strip_corrections,
)
from audit.tournaments.events.events import RuleOn
from audit.tournaments.scoring.schemes import Finishes
from audit.tournaments.tournament import ScoringRules, Tournament
from engine.kernel.events import Event
from engine.kernel.game import Game
from engine.kernel.layers import LayerError
from engine.kernel.log import Header, LogError
from engine.kernel.packs.reader import PackError

# The number of findings that a table's questions list. The audit of the log lists all of them.
MOST_ASKED = 12


class OpenFinding(Struct, frozen=True):
    """One finding that the table must still explain."""

    line: int
    rule: str
    status: str
    excerpt: str
    says: str
    perhaps: str = ""
    # The readings that would lift it.
    rulings: tuple[str, ...] = ()
    seq: int | None = None


class Submission(Struct, frozen=True, kw_only=True):
    """The outcome of one submitted file. Seats are those of its own header. Matching finds its table later."""

    path: str
    sha256: str
    event: str = ""
    players: tuple[PlayerMark, ...] = ()
    verdict: str = "unreadable"
    result: str = "none claimed"
    # The results as claimed, as played and as adjudicated. None if open.
    claimed: Finishes | None = None
    played: Finishes | None = None
    adjudicated: Finishes | None = None
    possible: PossibleResults = PossibleResults((), whole=False)
    # The choices of its header that differ from the event's, in sentences.
    own: tuple[str, ...] = ()
    findings: tuple[OpenFinding, ...] = ()
    more: int = 0
    stopped: bool = False
    # The rulings on it, in sentences.
    ruled: tuple[str, ...] = ()
    # The reason why it is not a log of this event, if so.
    refused: str = ""

    @property
    def is_clean(self) -> bool:
        """Whether the log determines the result and leaves nothing open."""
        sure = self.verdict == "clean" and self.result in {"confirmed", "none claimed"}
        return sure and self.adjudicated is not None and not self.own and not self.refused


def audit_submission(  # noqa: PLR0913, PLR0917 - a log, and each thing that it is judged by
    path: str,
    raw: bytes,
    tournament: Tournament,
    games: Mapping[str, Game],
    packs: Mapping[str, str],
    ruled: Sequence[RuleOn] = (),
    beside: Sequence[Event] = (),
) -> Submission:
    """Audit one log under the event's pins, with the corrections `beside` it and the rulings `ruled` on it."""
    sha256 = hashlib.sha256(raw).hexdigest()
    known = {tournament.game: games[tournament.game]}
    asked = make_audit_options(tournament, known[tournament.game], packs, ruled, beside)
    tournament = pin_rulings(tournament, ruled)
    try:
        report, log = audit_with_replay(raw, known, asked)
    except LogError as wrong:
        where = f" (line {wrong.fault.line})" if wrong.fault.line else ""
        return Submission(path=path, sha256=sha256, refused=f"{wrong.fault.says}{where} {wrong.fault.hint}".strip())
    begun = Submission(path=path, sha256=sha256, ruled=tuple(map(describe_rule_on, ruled)))
    return _fill_submission(begun, report, log.prepared, tournament)


def make_audit_options(
    tournament: Tournament,
    game: Game,
    packs: Mapping[str, str],
    ruled: Sequence[RuleOn],
    beside: Sequence[Event] = (),
) -> AuditOptions:
    """Make the options for a log of the event: its pins, and the rulings on the log."""
    laid = [*beside] + [read_ruled_line(game, line, one.who, one.why) for one in ruled for line in one.lines]
    return AuditOptions(pins=pin_rulings(tournament, ruled).pins, packs=packs, laid=tuple(laid))


def pin_rulings(tournament: Tournament, ruled: Sequence[RuleOn]) -> Tournament:
    """Return the tournament with the ruled readings added to its pins."""
    readings = {question: reading for one in ruled for question, reading in one.readings.items()}
    pins = replace(tournament.pins, rulings={**tournament.pins.rulings, **readings})
    return replace(tournament, pins=pins) if readings else tournament


def describe_rule_on(one: RuleOn) -> str:
    """Describe a ruling, its author and the reason."""
    what = [*(f"{question}={reading}" for question, reading in one.readings.items()), *one.lines]
    return f"Ruled by {one.who}: {', '.join(what)} ({one.why})"


def _fill_submission(begun: Submission, report: Report, prepared: PreparedLog, tournament: Tournament) -> Submission:
    rules = tournament.scoring
    adjudicated = replay_to_outcome(prepared, rules)[0]
    played = adjudicated
    if prepared.list_correction_seqs():
        # A ruling may change single lines, so the result as played is computed separately.
        played = replay_to_outcome(strip_corrections(prepared), rules)[0]
    claimed = rank_by_claims(prepared, adjudicated, rules)
    own = tuple(list_own_choices(prepared.log.header, tournament, prepared.asked.packs))
    done = replace(
        begun,
        event=report.found.log.event,
        players=report.found.log.players,
        verdict=report.verdict,
        result=report.result.status,
        claimed=claimed,
        played=played,
        adjudicated=adjudicated,
        own=own,
        stopped=report.found.stopped is not None,
        **_pick_open_findings(report),
    )
    return done if done.is_clean else replace(done, possible=_find_possible_results(done, report, prepared, tournament))


def _find_possible_results(
    done: Submission, report: Report, prepared: PreparedLog, tournament: Tournament
) -> PossibleResults:
    """Find all possible results: as judged, by the log's own header, and as the table claims."""
    found = find_possible_results(report, prepared, tournament.scoring)
    more: list[tuple[Outcome, str]] = []
    if done.own:
        more.append((_replay_own_choices(prepared, tournament.scoring), "by the choices of its own header"))
    if done.result in {"refuted", "unproven"} and not done.ruled:
        more.append((done.claimed, "as the table claims"))
    results = {fingerprint_finishes(one.finishes): one for one in found.results}
    for outcome, says in more:
        if outcome is not None:
            results.setdefault(fingerprint_finishes(outcome), PossibleResult(outcome, says))
    whole = found.whole and all(outcome is not None for outcome, _ in more)
    return PossibleResults(tuple(results.values()), whole, found.replays + bool(done.own))


def _replay_own_choices(prepared: PreparedLog, rules: ScoringRules) -> Outcome:
    """Replay a log by its own layers and rulings. Return None if that fails or needs another pack."""
    header = prepared.log.header
    if (header.pack or header.inline) and header.pack != prepared.header.pack:
        return None
    try:
        log = replace(
            prepared, header=replace(prepared.header, rulings=dict(_list_own_readings(header, prepared.asked.packs)))
        )
        return replay_to_outcome(log.prepare_with_layers(header.layers), rules)[0]
    except (LayerError, PackError, LogError):
        return None


def _list_own_readings(header: Header, packs: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """List the readings of a header, including those of its house rulings if their pack is loaded."""
    try:
        return add_house_rulings(header.rulings, header.game, packs).items()
    except LogError:
        return header.rulings.items()


def list_own_choices(header: Header, tournament: Tournament, packs: Mapping[str, str]) -> Iterator[str]:
    """Yield the choices of a log's header that differ from the event's."""
    pins = tournament.pins
    if header.layers and set(header.layers) != set(pins.layers):
        yield f"It names the layers {', '.join(header.layers)}; the event has {', '.join(pins.layers) or 'none'}."
    if (header.pack or header.inline) and pins.pack and header.pack != pins.pack:
        yield f"It names the pack {header.pack or 'of its own header'}; the event has {pins.pack}."
    for question, reading in _list_own_readings(header, packs):
        if question == HOUSE:
            yield f"It names the rulings pack {reading}, which is not available."
        elif question not in pins.rulings:
            yield f"It reads {question} as {reading}; the event leaves that open."
        elif pins.rulings[question] != reading:
            yield f"It reads {question} as {reading}; the event has {pins.rulings[question]}."


def _pick_open_findings(report: Report) -> dict[str, Any]:
    """Pick the findings to ask about: roots and unreadable lines, or unverifiable ones if there are no others."""
    open_ones = [finding for finding in report.findings if finding.follows is None and finding.status != "ruled"]
    sure = [finding for finding in open_ones if finding.status != "unverifiable"]
    listed = sorted(sure or open_ones, key=lambda finding: (not finding.is_root, finding.line))
    more = len(open_ones) - min(len(listed), MOST_ASKED)
    return {"findings": tuple(map(_make_open_entry, listed[:MOST_ASKED])), "more": more}


def _make_open_entry(finding: Finding) -> OpenFinding:
    perhaps = finding.repairs[0].line if finding.repairs else ""
    readings = tuple(f"{one.id}={one.reading}" for one in finding.rulings)
    return OpenFinding(
        finding.line, finding.rule, finding.status, finding.excerpt, finding.breach, perhaps, readings, finding.seq
    )
