"""`deadreckon remote correct`: record a judge's corrections of a log that a server stores."""

from __future__ import annotations

import hashlib
import uuid
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

import click
import msgspec

from cli import inputs, options, output
from engine.kernel.basics.json_types import Document
from engine.kernel.basics.visible_text import make_visible
from engine.kernel.log import Fault, LogError

if TYPE_CHECKING:
    from cli.remote.client import Client
    from cli.remote.lines import LineToSend


NOTHING = Fault("There is nothing to record.", "Write each correction on a line.")


class DecisionsState(msgspec.Struct):
    """The last correction of a log."""

    seq: Annotated[int, msgspec.Meta(ge=0)]
    head: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}\\Z")]


class Corrected(msgspec.Struct):
    """What was recorded, and the new verdict of the log."""

    seq: int
    verdict: str
    appears: list[Document]
    vanishes: list[Document]


@click.command("correct", short_help="Correct a log, or rule on it.")
@click.argument("name", metavar="SHA256")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--again", is_flag=True, help="Record a file again that was recorded before.")
@click.pass_context
def correct(ctx: click.Context, name: str, file: str, again: bool) -> None:
    """Record the corrections in FILE for the stored log SHA256: amend, retract, insert or ruling.

    They are lines as in a log, in text or JSON. Either all are recorded or none, and the same file a second time
    changes nothing. The log that was pushed does not change, byte for byte, but all its audits on the server include
    the corrections. You need the role of a judge.

    \b
    echo 'record: retract 4 who=Ada why="written twice"' | deadreckon remote correct 3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b8556 -

    \b
    Exit codes: 0 recorded, 2 wrong usage, 3 a line cannot be read; 4 to 6 as `deadreckon remote`.
    """  # noqa: E501 - one line to be copied
    from cli.remote.client import connect_to_account
    from cli.remote.errors import RefusedError
    from cli.remote.lines import LineToSend, make_misread_error, read_lines

    found, faults = list[LineToSend](), list[Fault]()
    try:
        found, faults = read_lines(inputs.read_bytes(file), next(iter(options.load_games().values())).vocabulary)
    except LogError as wrong:
        inputs.exit_unreadable(ctx, file, wrong)
    if faults or not found:
        for fault in faults or [NOTHING]:
            inputs.tell_fault(file, fault)
        ctx.exit(inputs.UNREADABLE)
    client = connect_to_account(patient=True)
    try:
        _print_result(found, _record_once(client, name, found, again=again), client)
    except RefusedError as wrong:
        if wrong.problem != "unreadable-event" or not wrong.errors:
            raise
        where = wrong.errors[0]
        pointer = str(where.get("pointer", "")).removeprefix("/events")
        inputs.exit_unreadable(
            ctx, file, make_misread_error(found, pointer, str(where.get("says", "")), str(where.get("hint", "")))
        )


def _record_once(client: Client, name: str, found: list[LineToSend], *, again: bool) -> Corrected:
    """Record the corrections once. The key is a hash of them, so a second run finds what the first has recorded."""
    from cli.remote.errors import CONFLICT, RefusedError, RemoteFault

    path = f"/logs/{quote(name, safe='', errors='replace') or '-'}"
    absent = f"There is no log {make_visible(name)} in your club."
    stands = client.get_json(f"{path}/corrections", DecisionsState, absent=absent)
    body = msgspec.json.encode({"events": [one.event for one in found]})
    key = uuid.uuid4().hex if again else hashlib.sha256(name.encode(errors="replace") + body).hexdigest()
    headers = {"If-Match": f'"{stands.seq}-{stands.head}"', "Idempotency-Key": key}
    try:
        return client.read(client.post(f"{path}/corrections", body, headers=headers, absent=absent), Corrected)
    except RefusedError as wrong:
        if wrong.problem != "key-reused":
            raise
        says, hint = "All of it was recorded before and was not recorded again.", "To record it again: --again"
        raise RemoteFault(says, hint, code=CONFLICT) from None


def _print_result(found: list[LineToSend], came: Corrected, client: Client) -> None:
    from audit.model.labels import name_verdict
    from cli.remote.live import format_change_lines

    for one in found:
        output.say(one.text)
    output.say_lines(format_change_lines(came.appears, came.vanishes, client))
    output.say(f"{name_verdict(came.verdict)} · recorded up to correction {came.seq}")
