"""Count a tournament from its files: audit the logs, in several processes if worthwhile, and fold the events."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import click

from cli import crash, inputs, options, output
from engine.kernel.log import Fault, LogError

if TYPE_CHECKING:
    from audit.tournaments.count.count import TournamentCount
    from audit.tournaments.count.submission import Submission
    from audit.tournaments.count.with_rulings import Again
    from audit.tournaments.events.events import RuleOn
    from audit.tournaments.tournament import Tournament

# The number of logs that one process gets at a time. A single chunk is not worth another process.
CHUNK = 20
EVENTS = ".events.jsonl"


class CountedFiles(NamedTuple):
    """A count, its logs, a function that audits one again with other rulings, and the path of each log by name."""

    found: TournamentCount
    logs: Sequence[Submission]
    again: Again
    paths: dict[str, str]


class CountOrder(NamedTuple):
    """The arguments of a count: the file, its logs (files or folders), packs, last event, and number of processes."""

    file: str
    logs: tuple[str, ...]
    packs: dict[str, str]
    as_of: int | None = None
    jobs: int | None = None


def name_events_file(file: str) -> str:
    """Name the events file of a tournament."""
    return os.path.splitext(file)[0] + EVENTS  # noqa: PTH122 - importing pathlib takes a tenth of the start-up time


def load_tournament_file(ctx: click.Context, file: str, packs: dict[str, str]) -> Tournament:
    """Read the file of a tournament, or exit with its faults."""
    from audit.tournaments import parse_tournament
    from audit.tournaments.file.reader import MAX_FILE

    try:
        return parse_tournament(_read_bytes(file, MAX_FILE + 1), options.load_games(), packs)
    except LogError as wrong:
        _end_with_faults(ctx, file, wrong.faults)


def count_files(ctx: click.Context, order: CountOrder) -> TournamentCount:
    """Count a tournament, or exit with the faults of its files."""
    return count_with_inputs(ctx, order).found


def count_with_inputs(ctx: click.Context, order: CountOrder) -> CountedFiles:
    """Count a tournament, and return the inputs with it."""
    from audit.tournaments.count.with_rulings import count_with_rulings, pin_general_rulings
    from audit.tournaments.events.fold import read_record

    tournament = load_tournament_file(ctx, order.file, order.packs)
    beside = name_events_file(order.file)
    raw = _read_bytes(beside, None) if os.path.exists(beside) else b""  # noqa: PTH110 - as above
    try:
        record = read_record(raw, tournament, order.as_of, options.load_games()[tournament.game])
    except LogError as wrong:
        _end_with_faults(ctx, beside, wrong.faults)
    event, paths = pin_general_rulings(tournament, record), _list_logs(order)
    named = {inputs.name_input(path): path for path in paths}

    def audit_again(path: str, ruled: Sequence[RuleOn]) -> Submission:
        return audit_paths([named[path]], event, order.packs, ruled)[0]

    logs = list(_audit_logs(paths, event, order))
    return CountedFiles(count_with_rulings(tournament, logs, record, audit_again), logs, audit_again, named)


def _list_logs(order: CountOrder) -> list[str]:
    """List the logs, without the tournament's own files."""
    if not order.logs:
        return []
    own = [path for path in (order.file, name_events_file(order.file)) if os.path.exists(path)]  # noqa: PTH110 - as above
    listed = [path for path in order.logs if not os.path.isdir(path) or os.listdir(path)]  # noqa: PTH112, PTH208 - as above
    found = inputs.list_logs(listed) if listed else []
    return [path for path in found if not inputs.is_among(path, own)]


def _audit_logs(paths: Sequence[str], tournament: Tournament, order: CountOrder) -> Iterator[Submission]:
    chunks = [paths[at : at + CHUNK] for at in range(0, len(paths), CHUNK)]
    jobs = min(order.jobs or os.cpu_count() or 1, len(chunks))
    if jobs <= 1:
        for chunk in chunks:
            yield from audit_paths(chunk, tournament, order.packs)
        return
    from cli.audit.batch import start_processes

    with start_processes(jobs) as pool:
        for done in [pool.submit(audit_paths, chunk, tournament, order.packs) for chunk in chunks]:
            yield from done.result()


def audit_paths(
    paths: Sequence[str], tournament: Tournament, packs: dict[str, str], ruled: Sequence[RuleOn] = ()
) -> list[Submission]:
    """Audit logs with the options of a tournament."""
    from audit.tournaments.count.submission import Submission, audit_submission

    found = []
    for path in paths:
        try:
            raw = inputs.read_bytes(path)
            found.append(audit_submission(inputs.name_input(path), raw, tournament, options.load_games(), packs, ruled))
        except LogError as wrong:
            found.append(Submission(path=inputs.name_input(path), sha256=f"unread {path}", refused=wrong.fault.says))
        except Exception as wrong:  # noqa: BLE001 - the failure is reported in full, and the other tables still count
            crash.report_failure(crash.format_traceback(wrong), inputs.name_input(path))
            refused = "Its audit failed because of a bug in Deadreckon; see above."
            found.append(Submission(path=inputs.name_input(path), sha256=f"failed {path}", refused=refused))
    return found


def write_texts(directory: str, texts: dict[str, str]) -> None:
    """Write texts into a directory, each to the file of its name."""
    try:
        os.makedirs(directory, exist_ok=True)  # noqa: PTH103 - as above
    except OSError as wrong:
        why = (wrong.strerror or "it fails").lower()
        raise click.UsageError(f"Cannot write to {inputs.name_input(directory)}: {why}.") from None
    for name, text in texts.items():
        with output.open_destination(os.path.join(directory, name)) as out:  # noqa: PTH118 - as above
            out(text)


def _read_bytes(path: str, most: int | None) -> bytes:
    if os.path.isdir(path):  # noqa: PTH112 - as above
        raise click.UsageError(f"{inputs.name_input(path)} is a directory; name the file of the tournament.")
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - as above
            return file.read() if most is None else file.read(most)
    except OSError as wrong:
        why = (wrong.strerror or "it fails").lower()
        raise click.UsageError(f"Cannot read {inputs.name_input(path)}: {why}.") from None


def _end_with_faults(ctx: click.Context, file: str, faults: Sequence[Fault]) -> NoReturn:
    for fault in faults:
        inputs.tell_fault(file, fault)
    several = f"{len(faults)} things" if len(faults) > 1 else "1 thing"
    output.tell(f"{several} to mend before anything can be counted.")
    ctx.exit(inputs.UNREADABLE)
