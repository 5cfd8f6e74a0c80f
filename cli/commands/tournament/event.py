"""`deadreckon tournament event`: check an event of a tournament, and append it to the events file."""

from __future__ import annotations

import hashlib
import os
import re
from typing import TYPE_CHECKING, Any

import click

from cli import inputs, options, output
from cli.disputes import case_file
from engine.kernel.basics.json_types import Document, Json
from engine.kernel.basics.visible_text import make_visible
from engine.kernel.log import LogError

if TYPE_CHECKING:
    from audit.tournaments.events.events import AnyEvent

KINDS = (
    "hand-in",
    "replace",
    "confirm",
    "rule",
    "decide",
    "walk-over",
    "withdraw",
    "penalty",
    "bye",
    "break-tie",
    "lift",
)
MOST, MOST_BYTES = 1_000_000, 1_000_000_000
DIGEST = re.compile(r"[0-9a-f]{64}")
# Options with a list of values, and options with a value for each player or question.
LISTS, PAIRS = ("absent", "dropped", "order", "lines"), ("places", "scores", "readings")


class GivenPair(click.ParamType[tuple[str, str]]):
    """`KEY=VALUE`."""

    name = "key=value"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """Split the pair."""
        key, equals, said = str(value).partition("=")
        if not (key and equals and said):
            self.fail(f"{make_visible(str(value))!r} is not a pair. Write, for example: ada=1", param, ctx)
        return key, said


class LogDigest(click.ParamType[str]):
    """A log, by its file or by its SHA-256."""

    name = "file or sha-256"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Compute the digest of a file."""
        word = str(value)
        if DIGEST.fullmatch(word):
            return word
        if not os.path.isfile(word):  # noqa: PTH113 - importing pathlib takes a tenth of the start-up time
            self.fail(f"{make_visible(word)!r} is neither a file nor a SHA-256.", param, ctx)
        return hashlib.sha256(case_file.read_bounded_bytes(word, MOST_BYTES)).hexdigest()


KEY, WORDS, COUNT = case_file.SaidWords(100), case_file.SaidWords(), click.IntRange(1, MOST)


@click.command("event", short_help="Record an event.")
@click.argument("file", type=click.Path())
@click.argument("what", metavar="WHAT", type=click.Choice(KINDS))
@click.option("--who", type=WORDS, required=True, help="Who does this.")
@click.option("--why", type=WORDS, help="Why; required for decisions.")
@click.option("--table", type=KEY, help="Which table: R2T7.")
@click.option("--log", type=LogDigest(), help="The submitted log.")
@click.option("--instead", type=LogDigest(), help="The log that it replaces.")
@click.option("--by", type=KEY, help="Who confirms, of those who sat there; else the organiser does.")
@click.option("--place", "places", type=GivenPair(), multiple=True, help="A place that is decided: ada=1.")
@click.option("--score", "scores", type=GivenPair(), multiple=True, help="A score that is decided: ada=44.")
@click.option("--dropped", type=KEY, multiple=True, help="Who left during the game.")
@click.option("--absent", type=KEY, multiple=True, help="Who was absent.")
@click.option("--player", type=KEY, help="The player concerned.")
@click.option("--round", "round_", type=COUNT, help="In which round, or from which on.")
@click.option("--points", type=KEY, help="How many points: -1, or 5/2.")
@click.option("--order", type=KEY, multiple=True, help="The order of players who are level.")
@click.option("--reading", "readings", type=options.RulingChoice(), multiple=True, help="How a question is read.")
@click.option("--line", "lines", type=WORDS, multiple=True, help="A line applied to the log: ruling 3.")
@click.option("--event", type=COUNT, help="The number of the event to take back.")
@click.option("--pack", "packs", type=options.PackFile(), multiple=True, help="Make a content pack known, by its id.")
@click.pass_context
def event(ctx: click.Context, /, file: str, what: str, packs: tuple[tuple[str, str], ...], **said: Json) -> None:
    """Record an event of the tournament in FILE, after all earlier ones.

    WHAT is hand-in, replace, confirm, rule, decide, walk-over, withdraw, penalty, bye, break-tie or lift.

    The event is checked against the file and all earlier events, and refused if it does not fit. No event is ever
    changed: `lift` takes one back.

    \b
    deadreckon tournament event open.toml hand-in --table R1T1 --log logs/r1t1.log --who Ada
    deadreckon tournament event open.toml decide --table R3T4 --place dan=1 --place jon=2 \\
        --place xena=3 --place olga=4 --who Rosa --why "the signed slip"
    deadreckon tournament event open.toml penalty --player finn --points -1 --who Rosa --why "an hour late"
    """
    from audit.cases.case_file import encode_event_line
    from audit.tournaments.events.fold import read_record
    from cli.tournament.standings import load_tournament_file, name_events_file

    tournament = load_tournament_file(ctx, file, dict(packs))
    made = _make_event(what, {key.rstrip("_"): value for key, value in said.items() if value not in (None, ())})
    beside = name_events_file(file)
    before = case_file.read_bounded_bytes(beside, case_file.MAX_CASE) if os.path.exists(beside) else b""  # noqa: PTH110 - as above
    game = options.load_games()[tournament.game]
    try:
        read_record(before, tournament, None, game)
    except LogError as wrong:
        inputs.exit_unreadable(ctx, beside, wrong)
    line = encode_event_line(made)
    between = b"\n" if before and not before.endswith(b"\n") else b""
    try:
        record = read_record(before + between + line, tournament, None, game)
    except LogError as wrong:
        raise click.UsageError(f"{wrong.fault.says} {wrong.fault.hint}".strip()) from None
    case_file.append_line(beside, before, line)
    output.say(f"Event {len(record.events)} of {inputs.name_input(beside)} ({record.head[:12]}).")


def _make_event(what: str, said: Document) -> AnyEvent:
    """Make the event from the options. A missing or unknown option is wrong usage."""
    import msgspec

    from audit.tournaments.events.events import AnyEvent

    fields: dict[str, Any] = {"do": what, "at": case_file.get_current_minute()}
    for key, value in said.items():
        fields[key] = dict(value) if key in PAIRS else list(value) if key in LISTS else value
    if "places" in fields:
        fields["places"] = {player: _parse_place(place) for player, place in fields["places"].items()}
    try:
        made: AnyEvent = msgspec.convert(fields, AnyEvent)
    except msgspec.ValidationError as wrong:
        raise click.UsageError(f"{what}: {wrong}. `deadreckon tournament event --help` names the options.") from None
    return made


def _parse_place(said: str) -> int | str:
    return int(said) if said.isdecimal() and len(said) < 7 else said  # noqa: PLR2004 - no table has a million places
