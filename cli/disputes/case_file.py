"""The case file of a log: read it, check it against the log's bytes, and append events to it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from cli import inputs, options, output
from engine.kernel.basics.visible_text import make_visible
from engine.kernel.log import LogError

if TYPE_CHECKING:
    from audit.cases.events import AnyCaseEvent, CaseRecord

ENDING = inputs.CASE
LONGEST = 4_000
MAX_CASE, MAX_EXHIBIT = 100_000_000, 1_000_000_000


class SaidWords(options.Words):
    """A text from the user: not blank, and with valid characters only."""

    def __init__(self, most: int = LONGEST) -> None:
        super().__init__(most, 1)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuse a blank text and a lone surrogate."""
        words = super().convert(value, param, ctx)
        try:
            words.encode()
        except UnicodeEncodeError:
            self.fail(f"{make_visible(words)!r} holds half a character.", param, ctx)
        if not words.strip():
            self.fail("It says nothing.", param, ctx)
        return words


class QuestionOrRule(click.ParamType[str]):
    """An open question or a rule of any game."""

    name = "question or rule"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Find the question or the rule."""
        from engine.kernel.rulebook import list_all_rules

        word = str(value)
        questions = {question for game in options.load_games().values() for question in game.questions}
        if word in questions or any(word in list_all_rules(game) for game in options.load_games().values()):
            return word
        hint = options.suggest_word(word, questions)
        self.fail(f"There is no open question and no rule {make_visible(word)!r}. {hint}", param, ctx)
        raise AssertionError


class PackName(click.ParamType[str]):
    """The name of a pack, as a log can write it."""

    name = "name"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuse a name that no log can write."""
        from engine.kernel.packs.reader import is_name

        word = str(value)
        if not is_name(word):
            self.fail(f"{make_visible(word)!r} is not a name for a pack. Write, for example: harbour-1", param, ctx)
        return word


class CaseFile(NamedTuple):
    """A log, and its case if there is one."""

    log: str
    raw: bytes
    path: str
    lines: bytes
    case: CaseRecord | None

    @property
    def record(self) -> CaseRecord:
        """The case. A missing one is wrong usage."""
        if self.case is None:
            raise click.UsageError(
                f"There is no case for {inputs.name_input(self.log)}. Begin with `deadreckon case open`."
            )
        return self.case


def load_case(ctx: click.Context, log: str, as_of: int | None = None) -> CaseFile:
    """Read a log and its case. A missing case is wrong usage."""
    file = read_case_file(ctx, log, as_of)
    _ = file.record
    return file


def read_case_file(ctx: click.Context, log: str, as_of: int | None = None) -> CaseFile:
    """Read a log and its case, or exit with their faults. The log must have the bytes that the case is about."""
    from audit.cases import read_case

    if log == inputs.PIPED:
        raise click.UsageError("A case is a file next to its log: name the log's file.")
    try:
        raw = inputs.read_one_log(log)
    except LogError as wrong:
        inputs.exit_unreadable(ctx, log, wrong)
        raise AssertionError from wrong
    path = log + ENDING
    if not os.path.exists(path):  # noqa: PTH110 - importing pathlib takes a tenth of the start-up time
        return CaseFile(log, raw, path, b"", None)
    lines = read_bounded_bytes(path, MAX_CASE)
    try:
        case = read_case(lines, options.load_games(), as_of)
    except LogError as wrong:
        inputs.exit_unreadable(ctx, path, wrong)
        raise AssertionError from wrong
    if case.opened.log != hashlib.sha256(raw).hexdigest():
        output.tell(f"{inputs.name_input(log)} is not the log that its case is about: its bytes have changed.")
        output.tell("    ", f"The SHA-256 of that was {case.opened.log}. Put it back under this name.")
        ctx.exit(inputs.UNREADABLE)
    return CaseFile(log, raw, path, lines, case)


def read_bounded_bytes(path: str, most: int) -> bytes:
    """Read a file of limited size."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - as above
            raw = file.read(most + 1)
    except OSError as wrong:
        why = (wrong.strerror or "it fails").lower()
        raise click.UsageError(f"Cannot read {inputs.name_input(path)}: {why}.") from None
    if len(raw) > most:
        raise click.UsageError(f"{inputs.name_input(path)} is larger than {most:,} bytes.")
    return raw


def get_current_minute() -> str:
    """Return the current time, to the minute."""
    from datetime import UTC, datetime

    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%MZ")


def add_event(file: CaseFile, event: AnyCaseEvent) -> CaseRecord:
    """Append an event to a case and return the new state. An event that cannot come next is wrong usage."""
    from audit.cases import make_next_line, read_case

    try:
        line = make_next_line(file.lines, event, options.load_games())
    except LogError as wrong:
        raise click.UsageError(f"{wrong.fault.says} {wrong.fault.hint}".strip()) from None
    append_line(file.path, file.lines, line)
    between = b"" if not file.lines or file.lines.endswith(b"\n") else b"\n"
    return read_case(file.lines + between + line, options.load_games())


def append_line(path: str, before: bytes, line: bytes) -> None:
    """Append a line to a file. Its earlier lines do not change."""
    between = b"\n" if before and not before.endswith(b"\n") else b""
    try:
        with open(path, "ab") as file:  # noqa: PTH123 - as above
            file.write(between + line)
    except OSError as wrong:
        why = (wrong.strerror or "it fails").lower()
        raise click.UsageError(f"Cannot write to {inputs.name_input(path)}: {why}.") from None


def read_cases(places: tuple[str, ...]) -> Iterator[tuple[str, CaseRecord]]:
    """Read all cases in these files and folders. A faulty one is named and skipped."""
    from audit.cases import read_case

    for path in _list_paths(places):
        try:
            yield inputs.name_input(path), read_case(read_bounded_bytes(path, MAX_CASE), options.load_games())
        except LogError as wrong:
            output.tell(f"{inputs.name_input(path)} is left out.")
            inputs.tell_fault(path, wrong.fault)


def list_other_cases(log: str) -> tuple[str, ...]:
    """List the other cases in the folder of a log, without its subfolders."""
    folder = os.path.dirname(log) or os.curdir  # noqa: PTH120 - importing pathlib takes a tenth of the start-up time
    own = os.path.basename(log) + ENDING  # noqa: PTH119 - as above
    names = sorted(name for name in os.listdir(folder) if name.endswith(ENDING) and name != own)  # noqa: PTH208 - as above
    return tuple(os.path.join(folder, name) for name in names)  # noqa: PTH118 - as above


def _list_paths(places: tuple[str, ...]) -> Iterator[str]:
    for place in places:
        if not os.path.exists(place):  # noqa: PTH110 - as above
            raise click.UsageError(f"There is no file {make_visible(place)!r}. Check the name.")
        if not os.path.isdir(place):  # noqa: PTH112 - as above
            yield place
            continue
        found = [os.path.join(folder, name) for folder, _, names in os.walk(place) for name in names]  # noqa: PTH118 - as above
        yield from sorted(path for path in found if path.endswith(ENDING))


def log_argument(command: options.Command) -> options.Command:
    """Add the argument for the log of a case."""
    return click.argument("log", type=click.Path())(command)


def text_option(name: str, says: str, *, required: bool = True) -> Callable[[options.Command], options.Command]:
    """Add an option that takes a text."""
    return click.option(name, type=SaidWords(), required=required, help=says)
