"""One log that was handed in: audited under the pins, its own choices named, and all that it may come to."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from audit.house_rulings import HOUSE, housed
from audit.intake.prepared import PreparedLog
from audit.model.document import Finding, PlayerMark
from audit.model.report import Report
from audit.options import Asked
from audit.pipeline import examined
from audit.rewrite.with_rulings import ruled_line
from audit.tournaments.count.outcomes import Outcome, claimed_outcome, replayed
from audit.tournaments.count.possible_results import (
    PossibleResult,
    PossibleResults,
    as_first_written,
    fingerprint,
    possible_results,
)
from audit.tournaments.events.events import RuleOn
from audit.tournaments.scoring.schemes import Finishes
from audit.tournaments.tournament import ScoringRules, Tournament
from engine.kernel.events import Event
from engine.kernel.game import Game
from engine.kernel.layers import LayerError
from engine.kernel.log import Header, LogError
from engine.kernel.packs.reader import PackError

# So many findings of a log are told in what a table is asked; the audit of the log tells them all.
MOST_ASKED = 12


class OpenFinding(Struct, frozen=True):
    """One thing that a table must still answer."""

    line: int
    rule: str
    status: str
    excerpt: str
    says: str
    perhaps: str = ""
    # The readings that would turn it round.
    rulings: tuple[str, ...] = ()
    seq: int | None = None


class HandedLog(Struct, frozen=True, kw_only=True):
    """What one file came to. Seats are those of its own header; which table it is of is for others to say."""

    path: str
    sha256: str
    event: str = ""
    players: tuple[PlayerMark, ...] = ()
    verdict: str = "unreadable"
    result: str = "none claimed"
    # As claimed, as played, as adjudicated: nothing where that is open.
    claimed: Finishes | None = None
    played: Finishes | None = None
    adjudicated: Finishes | None = None
    possible: PossibleResults = PossibleResults((), whole=False)
    # What its header chose otherwise than the event, in sentences.
    own: tuple[str, ...] = ()
    findings: tuple[OpenFinding, ...] = ()
    more: int = 0
    stopped: bool = False
    # What was ruled on it, in sentences.
    ruled: tuple[str, ...] = ()
    # Why it is no log of this event at all, where it is none.
    refused: str = ""

    @property
    def clean(self) -> bool:
        """Whether the result follows from it and nothing is open."""
        sure = self.verdict == "clean" and self.result in {"confirmed", "none claimed"}
        return sure and self.adjudicated is not None and not self.own and not self.refused


def handed_in(  # noqa: PLR0913, PLR0917 - a log, and each thing that it is judged by
    path: str,
    raw: bytes,
    tournament: Tournament,
    games: Mapping[str, Game],
    packs: Mapping[str, str],
    ruled: Sequence[RuleOn] = (),
    beside: Sequence[Event] = (),
) -> HandedLog:
    """Audit one log as the event reads it, with the corrections `beside` it and what was `ruled` on it laid over it."""
    sha256 = hashlib.sha256(raw).hexdigest()
    known = {tournament.game: games[tournament.game]}
    asked = asked_by(tournament, known[tournament.game], packs, ruled, beside)
    tournament = pinned_by(tournament, ruled)
    try:
        report, log = examined(raw, known, asked)
    except LogError as wrong:
        where = f" (line {wrong.fault.line})" if wrong.fault.line else ""
        return HandedLog(path=path, sha256=sha256, refused=f"{wrong.fault.says}{where} {wrong.fault.hint}".strip())
    begun = HandedLog(path=path, sha256=sha256, ruled=tuple(map(ruling_told, ruled)))
    return _handed(begun, report, log.prepared, tournament)


def asked_by(
    tournament: Tournament,
    game: Game,
    packs: Mapping[str, str],
    ruled: Sequence[RuleOn],
    beside: Sequence[Event] = (),
) -> Asked:
    """Say how a log of the event is read: under its pins, and what was ruled on it."""
    laid = [*beside] + [ruled_line(game, line, one.who, one.why) for one in ruled for line in one.lines]
    return Asked(pins=pinned_by(tournament, ruled).pins, packs=packs, laid=tuple(laid))


def pinned_by(tournament: Tournament, ruled: Sequence[RuleOn]) -> Tournament:
    """Give the tournament with the readings that were ruled among its pins."""
    readings = {question: reading for one in ruled for question, reading in one.readings.items()}
    pins = replace(tournament.pins, rulings={**tournament.pins.rulings, **readings})
    return replace(tournament, pins=pins) if readings else tournament


def ruling_told(one: RuleOn) -> str:
    """Say what was ruled, by whom and why."""
    what = [*(f"{question}={reading}" for question, reading in one.readings.items()), *one.lines]
    return f"Ruled by {one.who}: {', '.join(what)} ({one.why})"


def _handed(begun: HandedLog, report: Report, prepared: PreparedLog, tournament: Tournament) -> HandedLog:
    rules = tournament.scoring
    adjudicated = replayed(prepared, rules)[0]
    played = adjudicated
    if prepared.corrections():
        # An arbiter's word may be of a line only; what was really played is told beside it.
        played = replayed(as_first_written(prepared), rules)[0]
    claimed = claimed_outcome(prepared, adjudicated, rules)
    own = tuple(own_choices(prepared.log.header, tournament, prepared.asked.packs))
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
        **_asked_about(report),
    )
    return done if done.clean else replace(done, possible=_possible(done, report, prepared, tournament))


def _possible(done: HandedLog, report: Report, prepared: PreparedLog, tournament: Tournament) -> PossibleResults:
    """Find all that this game may come to: as it is judged, as its own header has it, and as the table claims."""
    found = possible_results(report, prepared, tournament.scoring)
    more: list[tuple[Outcome, str]] = []
    if done.own:
        more.append((_as_own(prepared, tournament.scoring), "by the choices of its own header"))
    if done.result in {"refuted", "unproven"} and not done.ruled:
        more.append((done.claimed, "as the table claims"))
    results = {fingerprint(one.finishes): one for one in found.results}
    for outcome, says in more:
        if outcome is not None:
            results.setdefault(fingerprint(outcome), PossibleResult(outcome, says))
    whole = found.whole and all(outcome is not None for outcome, _ in more)
    return PossibleResults(tuple(results.values()), whole, found.replays + bool(done.own))


def _as_own(prepared: PreparedLog, rules: ScoringRules) -> Outcome:
    """Replay a log by its own layers and rulings; nothing where that cannot be, or needs another pack."""
    header = prepared.log.header
    if (header.pack or header.inline) and header.pack != prepared.header.pack:
        return None
    try:
        log = replace(
            prepared, header=replace(prepared.header, rulings=dict(_own_readings(header, prepared.asked.packs)))
        )
        return replayed(log.layered(header.layers), rules)[0]
    except (LayerError, PackError, LogError):
        return None


def _own_readings(header: Header, packs: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """List what a header says of questions: by the house that it names, where its pack is at hand."""
    try:
        return housed(header.rulings, header.game, packs).items()
    except LogError:
        return header.rulings.items()


def own_choices(header: Header, tournament: Tournament, packs: Mapping[str, str]) -> Iterator[str]:
    """Say what a log's header chooses otherwise than the event."""
    pins = tournament.pins
    if header.layers and set(header.layers) != set(pins.layers):
        yield f"It names the layers {', '.join(header.layers)}; the event has {', '.join(pins.layers) or 'none'}."
    if (header.pack or header.inline) and pins.pack and header.pack != pins.pack:
        yield f"It names the pack {header.pack or 'of its own header'}; the event has {pins.pack}."
    for question, reading in _own_readings(header, packs):
        if question == HOUSE:
            yield f"It names the rulings pack {reading}, which is not at hand."
        elif question not in pins.rulings:
            yield f"It reads {question} as {reading}; the event leaves that open."
        elif pins.rulings[question] != reading:
            yield f"It reads {question} as {reading}; the event has {pins.rulings[question]}."


def _asked_about(report: Report) -> dict[str, Any]:
    """Pick what a table is asked about: roots and lost lines; only where there are none, what nobody could check."""
    open_ones = [finding for finding in report.findings if finding.follows is None and finding.status != "ruled"]
    sure = [finding for finding in open_ones if finding.status != "unverifiable"]
    listed = sorted(sure or open_ones, key=lambda finding: (not finding.root, finding.line))
    more = len(open_ones) - min(len(listed), MOST_ASKED)
    return {"findings": tuple(map(_open_finding, listed[:MOST_ASKED])), "more": more}


def _open_finding(finding: Finding) -> OpenFinding:
    perhaps = finding.repairs[0].line if finding.repairs else ""
    readings = tuple(f"{one.id}={one.reading}" for one in finding.rulings)
    return OpenFinding(
        finding.line, finding.rule, finding.status, finding.excerpt, finding.breach, perhaps, readings, finding.seq
    )
