"""The Harbour Open, a made-up tournament in the fixtures, counted as of any of its events."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from audit.tournaments import Tournament
from audit.tournaments.count.count import TournamentCount
from audit.tournaments.count.submission import Submission, audit_submission
from audit.tournaments.count.with_rulings import count_with_rulings
from audit.tournaments.events.events import RuleOn
from audit.tournaments.events.fold import read_record
from engine.games import GAMES
from tests.support.paths import FIXTURES

HERE = FIXTURES / "tournaments" / "harbour_open"
FILE, EVENTS, LOGS = HERE / "open.toml", HERE / "open.events.jsonl", HERE / "logs"


def unruled(there: Path) -> Path:
    """Copy it as it was before the ruling on R3T3: without its case and without the event."""
    shutil.copytree(HERE, there, ignore=shutil.ignore_patterns("*.case"))
    kept = EVENTS.read_text("utf-8").splitlines(keepends=True)
    (there / EVENTS.name).write_text("".join(kept[:6] + kept[7:]), "utf-8")
    return there


def handed_logs(tournament: Tournament) -> list[Submission]:
    """Audit its logs under its pins."""
    paths = sorted(path for path in LOGS.iterdir() if path.suffix != ".case")
    return [audit_submission(path.name, path.read_bytes(), tournament, GAMES, {}) for path in paths]


def counted_as_of(
    tournament: Tournament, logs: list[Submission], as_of: int | None = None, raw: bytes | None = None
) -> TournamentCount:
    """Count it as of one of its events, or of others."""
    events = EVENTS.read_bytes() if raw is None else raw
    record = read_record(events, tournament, as_of, GAMES[tournament.game])

    def again(path: str, ruled: Sequence[RuleOn]) -> Submission:
        return audit_submission(path, (LOGS / path).read_bytes(), tournament, GAMES, {}, ruled)

    return count_with_rulings(tournament, logs, record, again)
