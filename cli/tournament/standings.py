"""A tournament counted from its files: logs audited, in several processes where it pays, and the events beside it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import click

from cli import crash as failing
from cli import inputs, options
from cli import output as printing
from engine.kernel.log import Fault, LogError

if TYPE_CHECKING:
    from audit.tournaments.count.count import TournamentCount
    from audit.tournaments.count.submission import HandedLog
    from audit.tournaments.count.with_rulings import Again
    from audit.tournaments.events.events import RuleOn
    from audit.tournaments.tournament import Tournament

# So many logs are audited by one process at a time; fewer than several chunks are not worth another process.
CHUNK = 20
EVENTS = ".events.jsonl"


class CountedFiles(NamedTuple):
    """A count, its logs, what audits one of them again under other rulings, and where each lies by its name."""

    found: TournamentCount
    logs: Sequence[HandedLog]
    again: Again
    paths: dict[str, str]


class CountOrder(NamedTuple):
    """What is counted: the file, the logs (files or folders), packs, up to which event, and in how many processes."""

    file: str
    logs: tuple[str, ...]
    packs: dict[str, str]
    as_of: int | None = None
    jobs: int | None = None


def events_beside(file: str) -> str:
    """Name the file of events that belongs to a tournament's own."""
    return os.path.splitext(file)[0] + EVENTS  # noqa: PTH122 - pathlib costs a tenth of the time to start


def read_tournament(ctx: click.Context, file: str, packs: dict[str, str]) -> Tournament:
    """Read the file of a tournament, or end with what is wrong in it."""
    from audit.tournaments import tournament_from
    from audit.tournaments.file.reader import MAX_FILE

    try:
        return tournament_from(_bytes(file, MAX_FILE + 1), options.games(), packs)
    except LogError as wrong:
        _refuse(ctx, file, wrong.faults)


def count(ctx: click.Context, order: CountOrder) -> TournamentCount:
    """Count a tournament, or end with what is wrong in its files."""
    return counted_files(ctx, order).found


def counted_files(ctx: click.Context, order: CountOrder) -> CountedFiles:
    """Count a tournament, and hand on what it was counted from."""
    from audit.tournaments.count.with_rulings import counted_as_ruled, ruled_everywhere
    from audit.tournaments.events.fold import record_from

    tournament = read_tournament(ctx, order.file, order.packs)
    beside = events_beside(order.file)
    raw = _bytes(beside, None) if os.path.exists(beside) else b""  # noqa: PTH110 - as above
    try:
        record = record_from(raw, tournament, order.as_of, options.games()[tournament.game])
    except LogError as wrong:
        _refuse(ctx, beside, wrong.faults)
    event, paths = ruled_everywhere(tournament, record), _logs(order)
    named = {inputs.named(path): path for path in paths}

    def again(path: str, ruled: Sequence[RuleOn]) -> HandedLog:
        return audited([named[path]], event, order.packs, ruled)[0]

    logs = list(_handed(paths, event, order))
    return CountedFiles(counted_as_ruled(tournament, logs, record, again), logs, again, named)


def _logs(order: CountOrder) -> list[str]:
    """List the logs; the tournament's own files may lie among them."""
    if not order.logs:
        return []
    own = [path for path in (order.file, events_beside(order.file)) if os.path.exists(path)]  # noqa: PTH110 - as above
    listed = [path for path in order.logs if not os.path.isdir(path) or os.listdir(path)]  # noqa: PTH112, PTH208 - as above
    found = inputs.logs_in(listed) if listed else []
    return [path for path in found if not inputs.is_among(path, own)]


def _handed(paths: Sequence[str], tournament: Tournament, order: CountOrder) -> Iterator[HandedLog]:
    chunks = [paths[at : at + CHUNK] for at in range(0, len(paths), CHUNK)]
    jobs = min(order.jobs or os.cpu_count() or 1, len(chunks))
    if jobs <= 1:
        for chunk in chunks:
            yield from audited(chunk, tournament, order.packs)
        return
    from cli.audit.batch import processes

    with processes(jobs) as pool:
        for done in [pool.submit(audited, chunk, tournament, order.packs) for chunk in chunks]:
            yield from done.result()


def audited(
    paths: Sequence[str], tournament: Tournament, packs: dict[str, str], ruled: Sequence[RuleOn] = ()
) -> list[HandedLog]:
    """Audit some logs under the pins of the event."""
    from audit.tournaments.count.submission import HandedLog, handed_in

    found = []
    for path in paths:
        try:
            raw = inputs.raw_bytes(path)
            found.append(handed_in(inputs.named(path), raw, tournament, options.games(), packs, ruled))
        except LogError as wrong:
            found.append(HandedLog(path=inputs.named(path), sha256=f"unread {path}", refused=wrong.fault.says))
        except Exception as wrong:  # noqa: BLE001 - told in full, and the other tables are still to be counted
            failing.tell(failing.lines_of(wrong), inputs.named(path))
            refused = "Its audit failed by a fault of Deadreckon, which is told above."
            found.append(HandedLog(path=inputs.named(path), sha256=f"failed {path}", refused=refused))
    return found


def written_into(directory: str, texts: dict[str, str]) -> None:
    """Write texts into a directory, each under its name."""
    try:
        os.makedirs(directory, exist_ok=True)  # noqa: PTH103 - as above
    except OSError as wrong:
        why = (wrong.strerror or "it fails").lower()
        raise click.UsageError(f"Cannot write to {inputs.named(directory)}: {why}.") from None
    for name, text in texts.items():
        with printing.destination(os.path.join(directory, name)) as out:  # noqa: PTH118 - as above
            out(text)


def _bytes(path: str, most: int | None) -> bytes:
    if os.path.isdir(path):  # noqa: PTH112 - as above
        raise click.UsageError(f"{inputs.named(path)} is a directory; name the file of the tournament.")
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - as above
            return file.read() if most is None else file.read(most)
    except OSError as wrong:
        why = (wrong.strerror or "it fails").lower()
        raise click.UsageError(f"Cannot read {inputs.named(path)}: {why}.") from None


def _refuse(ctx: click.Context, file: str, faults: Sequence[Fault]) -> NoReturn:
    for fault in faults:
        inputs.tell_fault(file, fault)
    several = f"{len(faults)} things" if len(faults) > 1 else "1 thing"
    printing.tell(f"{several} to mend before anything can be counted.")
    ctx.exit(inputs.UNREADABLE)
