"""`deadreckon remote append`: record events in a live game, each answered at once with its findings."""

from __future__ import annotations

import hashlib
import os
import sys
import uuid
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
import msgspec

from cli import inputs, options, output

if TYPE_CHECKING:
    from cli.remote.errors import RefusedError
    from cli.remote.lines import LineToSend
    from cli.remote.live import LiveGame, RemoteGame, RemoteReceipt
    from engine.kernel.log import LogError
    from engine.kernel.vocabulary import Vocabulary

AT_ONCE = 1 << 16
CLEAN, FINDINGS = 0, 1


@click.command("append", short_help="Record events in a live game.")
@click.argument("game")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--at", type=click.IntRange(0), metavar="N", help="Only if event N is the last one.")
@click.option("--again", is_flag=True, help="Record a file again that was recorded before.")
@options.format_option
@click.pass_context
def append(ctx: click.Context, game: str, file: str, at: int | None, again: bool, form: str) -> None:
    """Append the events in FILE to the live GAME: lines as in a log, in text or JSON, without a header.

    Each event is answered with its findings, and recorded even if it is illegal. If a line of a file cannot be read,
    none of its events is recorded. The same file is not recorded a second time unless you add --again. From standard
    input (-) events are recorded as they come. Corrections (amend, retract, insert, ruling) need the role of a judge.

    \b
    deadreckon remote append 01jcfk3e8m2q5v9x7r4t6w8y0z round-3.txt
    echo 'green: move aft 4' | deadreckon remote append 01jcfk3e8m2q5v9x7r4t6w8y0z -
    deadreckon remote append 01jcfk3e8m2q5v9x7r4t6w8y0z - --at 41

    \b
    Exit codes: 0 nothing is wrong, 1 findings, 2 wrong usage, 3 a line cannot be read; 4 to 6 as `deadreckon remote`.
    """
    from cli.remote.client import connect_to_account
    from cli.remote.errors import CONFLICT, RemoteFault
    from cli.remote.live import LiveGame, get_vocabulary
    from engine.kernel.log import LogError

    raw = b"" if file == inputs.PIPED else inputs.read_one_log(file)
    there = LiveGame(connect_to_account(patient=True), game)
    now = there.fetch_game()
    if at is not None and now.seq != at:
        says = f"The last event is {now.seq}, not {at}. Nothing was recorded."
        raise RemoteFault(says, f"See what is new: deadreckon remote watch {game} --after {at} --once", code=CONFLICT)
    recorder = Recorder(there, now, file, form)
    vocabulary = get_vocabulary(now)
    try:
        if file == inputs.PIPED:
            recorder.record_stream(vocabulary)
        else:
            recorder.record_file(raw, vocabulary, again=again)
    except LogError as wrong:
        if recorder.seq != now.seq:
            output.tell(f"Recorded up to event {recorder.seq}, and nothing from this line on:")
        inputs.exit_unreadable(ctx, file, wrong)
    ctx.exit(recorder.code)


class Recorder:
    """Appends to one live game, batch by batch. Each batch builds on the state after the last one."""

    def __init__(self, there: LiveGame, now: RemoteGame, file: str, form: str) -> None:
        self.there, self.file, self.form = there, file, form
        self.state, self.seq = now.state, now.seq
        self.header = msgspec.json.encode(now.header)
        self.code = CLEAN

    def record_file(self, raw: bytes, vocabulary: Vocabulary, *, again: bool) -> None:
        """Record a file. Keys are hashes of its events, so a second run finds what the first has recorded."""
        from cli.remote.errors import CONFLICT, RefusedError, RemoteFault
        from cli.remote.lines import check_lines, split_batches

        before, so_far = 0, hashlib.sha256(self.there.name.encode())
        found = self._read_lines(raw, vocabulary, 1)
        check_lines(found, self.header, self.seq)
        for batch in split_batches(found):
            so_far.update(msgspec.json.encode([entry.event for entry in batch]))
            try:
                self._append_batch(batch, uuid.uuid4().hex if again else so_far.hexdigest())
            except RefusedError as wrong:
                if wrong.problem != "key-reused":
                    raise
                before += len(batch)
        if before:
            how_much = "All of it was" if before == len(found) else f"The first {before} events of it were"
            raise RemoteFault(
                f"{how_much} recorded before and were not recorded again.", "To record it again: --again", code=CONFLICT
            )

    def record_stream(self, vocabulary: Vocabulary) -> None:
        """Record standard input as it comes. At a terminal, an unreadable line may be typed again."""
        from cli.remote.lines import split_batches
        from engine.kernel.log import LogError

        typed, number = sys.stdin.isatty(), 1
        if typed:
            output.tell(f"The last event is {self.seq}. Type one event per line; Ctrl+D ends.")
        for raw in _read_as_it_comes():
            try:
                for batch in split_batches(self._read_lines(raw, vocabulary, number)):
                    self._append_batch(batch, uuid.uuid4().hex)
            except LogError as wrong:
                if not typed:
                    raise
                inputs.tell_fault(inputs.PIPED, wrong.fault)
            number += raw.count(b"\n")

    def _read_lines(self, raw: bytes, vocabulary: Vocabulary, first: int) -> list[LineToSend]:
        """Parse lines. If one is unreadable, none is recorded."""
        from cli.remote.lines import read_lines
        from engine.kernel.log import LogError

        found, faults = read_lines(raw, vocabulary, first)
        if faults:
            for fault in faults[1:]:
                inputs.tell_fault(self.file, fault)
            raise LogError(faults[0].says, faults[0].hint, faults[0].line, faults[0].column)
        return found

    def _append_batch(self, batch: list[LineToSend], key: str) -> None:
        from cli.remote.errors import RefusedError

        where = "corrections" if batch[0].is_correction else "events"
        try:
            receipt = self.there.record_once(where, {"events": [one.event for one in batch]}, self.state, key)
        except RefusedError as wrong:
            raise self._translate_error(batch, wrong) from None
        self.state, self.seq = f'"{receipt.seq}-{receipt.head}"', receipt.seq
        self._print_receipt(batch, receipt)

    def _translate_error(self, batch: list[LineToSend], wrong: RefusedError) -> Exception:
        """Translate an error about a request into one about lines and events."""
        from cli.remote.errors import CONFLICT, RemoteFault

        if wrong.problem == "unreadable-event":
            return _find_misread_line(batch, wrong)
        if wrong.problem != "stale":
            return wrong
        return RemoteFault(
            f"Another client has recorded events meanwhile: the last event is {wrong.current.get('seq', '?')}, and "
            f"line {batch[0].line} was meant to follow event {self.seq}.",
            f"See what is new: deadreckon remote watch {self.there.name} --after {self.seq} --once",
            code=CONFLICT,
        )

    def _print_receipt(self, batch: list[LineToSend], receipt: RemoteReceipt) -> None:
        from cli.remote.live import format_change_lines, format_event_lines

        for entry, answer in zip(batch, receipt.answers, strict=False):
            self.code = FINDINGS if answer.findings or answer.appears else self.code
            if self.form == "json":
                document = {"event": entry.event, **msgspec.to_builtins(answer)}
                output.write_document(output.escape_invisible_characters(msgspec.json.encode(document)))
                continue
            output.say_lines(format_event_lines(answer.seq, entry.text, answer.findings, self.there.client))
            output.say_lines(format_change_lines(answer.appears, answer.vanishes, self.there.client))


def _find_misread_line(batch: list[LineToSend], wrong: RefusedError) -> LogError:
    """Find the line of an event that the server cannot read, from its JSON pointer /events/N."""
    from cli.remote.lines import make_misread_error

    first = wrong.errors[0] if wrong.errors else {}
    pointer = str(first.get("pointer", "")).removeprefix("/events")
    return make_misread_error(batch, pointer, str(first.get("says", wrong.message)), str(first.get("hint", "")))


def _read_as_it_comes() -> Iterator[bytes]:
    """Yield whole lines as soon as they arrive: one that is typed, or many from a pipe."""
    left = b""
    while more := _read_available():
        whole, end, left = (left + more).rpartition(b"\n")
        if end:
            yield whole + end
    if left:
        yield left


def _read_available() -> bytes:
    try:
        return os.read(sys.stdin.fileno(), AT_ONCE)
    except (OSError, ValueError):
        # Standard input is not a file, as in a test.
        return sys.stdin.buffer.read(AT_ONCE)
