"""Audits a log by each edition of its rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from audit.findings.replay_outcome import replay_log
from audit.intake.preparation import prepare_log
from audit.intake.prepared import PreparedLog
from audit.model.editions import EditionComparison, EditionReport, EditionsDifference
from audit.model.findings import OPEN, Finding
from audit.model.report import Report
from audit.options import DEFAULT_OPTIONS, AuditOptions
from audit.pipeline import report_on_replay
from engine.kernel.editions import find_edition_source
from engine.kernel.game import Game
from engine.kernel.layers import Rank


def audit_by_editions(
    raw: bytes, games: Mapping[str, Game], asked: AuditOptions = DEFAULT_OPTIONS
) -> EditionComparison:
    """Audit a log by each edition. Raises `LogError` if there is no log to judge, or if no edition fits it."""
    own = prepare_log(raw, games, asked)
    titles = {source.key: source.title for source in own.game.sources}
    editions, mine = [], None
    for layer, layers in _list_edition_layers(own):
        log = own if set(layers) == set(own.header.layers) else own.prepare_with_layers(layers)
        report = report_on_replay(raw, replay_log(log))
        mine = report if log is own else mine
        title = titles.get(find_edition_source(own.game, layers), own.game.title)
        editions.append(EditionReport(layer, title, report))
    return EditionComparison(tuple(editions), tuple(_find_edition_differences(editions)), mine or editions[0].report)


def _list_edition_layers(log: PreparedLog) -> list[tuple[str, tuple[str, ...]]]:
    """List the layers of the log with each edition in turn. The base needs no edition layer."""
    editions = [layer.id for layer in log.game.layers if layer.rank is Rank.EDITION]
    rest = tuple(name for name in log.header.layers if name not in editions)
    return [(log.game.base.id, rest), *((name, (name, *rest)) for name in editions)]


def _find_edition_differences(editions: Sequence[EditionReport]) -> list[EditionsDifference]:
    """Find the events on which the editions have different findings."""
    each = [_group_violations_by_event(one.report) for one in editions]
    found = []
    for seq in sorted({seq for findings in each for seq in findings}):
        there = tuple(tuple(findings.get(seq, ())) for findings in each)
        if len({frozenset((one.rule, one.status) for one in findings) for findings in there}) > 1:
            first = next(findings[0] for findings in there if findings)
            found.append(EditionsDifference(seq, first.line, first.excerpt, there))
    return found


def _group_violations_by_event(report: Report) -> dict[int, list[Finding]]:
    found: dict[int, list[Finding]] = {}
    for finding in report.findings:
        if finding.status in OPEN and not finding.latent:
            found.setdefault(finding.seq or 0, []).append(finding)
    return found
