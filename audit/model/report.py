"""Holds a report: the document of an audit, with the names and pictures that rendering needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from msgspec.structs import replace

from audit.model import labels
from audit.model.document import Coverage, ReportDocument, Result, Suspicion, Verdict
from audit.model.findings import Finding
from audit.model.hash_chain import compute_chain_head
from engine.kernel.editions import find_edition_source
from engine.kernel.events import Event

if TYPE_CHECKING:
    from engine.kernel.drawing.marks import MarkedPicture
    from engine.kernel.game import Game
    from engine.kernel.rulebook import Rulebook


class Scenes(Protocol):
    """A log from which tables can be drawn."""

    def draw_pictures(self, seqs: Iterable[int | None], most: int) -> dict[int | None, MarkedPicture]:
        """Draw the table before each of these events, with its move marked. At most `most` events are drawn."""


class Report(msgspec.Struct, frozen=True, dict=True):
    """One audit: its document, the titles of game and sources and, if there are roots, the log to draw them from.

    `found` is the document without the digests of the rulebook and the head of the chain over `events`. Computing the
    digests takes longer than an audit, and rendering does not need them.
    """

    found: ReportDocument
    title: str
    sources: Mapping[str, str]
    rulebook: Rulebook | None = None
    events: Sequence[Event] = ()
    scenes: Scenes | None = None
    # The source that prints the edition in force, if there are several.
    edition: str = ""

    @cached_property
    def document(self) -> ReportDocument:
        """The complete document, digests included, for output."""
        if self.rulebook is None:
            return self.found
        from engine.kernel.fingerprint.rulebook import digest_rulebook  # noqa: PLC0415 - many reports print no digest

        judged, printed = digest_rulebook(self.rulebook)
        log = replace(self.found.log, head=compute_chain_head(self.events))
        return replace(self.found, rulebook=replace(self.found.rulebook, digest=judged, printed=printed), log=log)

    @property
    def verdict(self) -> Verdict:
        """The verdict, which is the worst of the findings."""
        return self.found.verdict

    @property
    def result(self) -> Result:
        """The claimed result and the computed one."""
        return self.found.result

    @property
    def findings(self) -> list[Finding]:
        """All findings, in the order of the log."""
        return self.found.findings

    @property
    def roots(self) -> list[Finding]:
        """The violations that follow from no other."""
        return [finding for finding in self.findings if finding.is_root]

    @cached_property
    def broken_rules(self) -> int:
        """The number of rules that are broken."""
        return labels.count_broken_rules(self.findings)

    @property
    def suspicion(self) -> Suspicion | None:
        """One reading or layer under which every violation would disappear."""
        return self.found.suspicion

    @property
    def coverage(self) -> Coverage:
        """How much the audit covered."""
        return self.found.coverage

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the findings without the rulebook, the events and the tables."""
        return Report, (self.document, self.title, self.sources, None, (), None, self.edition)


def make_report(document: ReportDocument, game: Game | None) -> Report:
    """Add the titles of game and sources to a document, if the game is known."""
    if game is None:
        return Report(document, document.game, {})
    titles = {source.key: source.title for source in game.sources}
    return Report(document, game.title, titles, edition=find_edition_source(game, document.rulebook.layers))


class Summary(msgspec.Struct, frozen=True):
    """A summary of one log in one line."""

    verdict: Verdict
    result: str
    roots: int
    findings: int
    first: str
    # The players, the occasion and the computed winner, by which readers recognize a line in a long list.
    players: str = ""
    event: str = ""
    winner: str = ""
    broken: int = 0

    @property
    def verdict_name(self) -> str:
        """The verdict in words, with the number of broken rules."""
        return labels.name_verdict(self.verdict, self.broken)

    def __str__(self) -> str:
        parts = [self.verdict_name, labels.name_result(self.result)]
        if self.roots:
            parts.append(f"{self.roots} root{'s' if self.roots > 1 else ''}, {self.findings} findings")
        elif self.findings:
            parts.append(f"{self.findings} finding{'s' if self.findings > 1 else ''}")
        return " · ".join([*parts, *([f"first: {self.first}"] if self.first else [])])


def summarize_report(report: Report) -> Summary:
    """Summarize a report in one line."""
    roots = report.roots
    first = next(iter([*roots, *report.findings]), None)
    where = ""
    if first is not None:
        where = f"line {first.line}, {first.rule}" if first.seq is None else f"event {first.seq}, {first.rule}"
    log, won = report.found.log, str(report.result.reckoned.get("winner", ""))
    return Summary(
        report.verdict,
        report.result.status,
        len(roots),
        len(report.findings),
        where,
        players=", ".join(player.name or player.seat for player in log.players),
        event=log.event,
        winner=next((player.name for player in log.players if player.seat == won and player.name), won),
        broken=report.broken_rules,
    )
