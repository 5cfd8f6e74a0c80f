"""`deadreckon remote games`, `begin`, `close`: the live games of a club, from start to end."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING

import click
import msgspec

from cli import inputs, options, output
from engine.kernel.basics.json_types import Document

if TYPE_CHECKING:
    from cli.remote.live import RemoteReceipt


@click.command("games", short_help="List the live games.")
@options.format_option
def games(form: str) -> None:
    """List the live games of your club, oldest first, with the number of events in each.

    \b
    deadreckon remote games
    deadreckon remote games --format json
    """
    from cli.remote.client import connect_to_account
    from cli.remote.live import ROOM, RemoteGame

    found = list(connect_to_account().get_list(ROOM, RemoteGame))
    if form == "json":
        output.write_json(found)
        return
    rows = [(o.id, o.game, str(o.seq), "closed" if o.closed else "open", o.created_at, o.name) for o in found]
    output.say_lines(output.align_columns([("id", "game", "events", "", "begun", ""), *rows]))


@click.command("begin", short_help="Begin a live game.")
@options.file_argument
@click.pass_context
def begin(ctx: click.Context, file: str) -> None:
    """Begin a live game with the header in FILE, as at the top of a log (text, or one line of JSON); prints its id.

    \b
    deadreckon new tailwinds > header.txt       then fill it in
    deadreckon remote begin header.txt
    """
    from cli.remote.client import connect_to_account
    from cli.remote.errors import RefusedError
    from cli.remote.live import ROOM, RemoteGame

    body = msgspec.json.encode(_read_header(file))
    client = connect_to_account(patient=True)
    try:
        begun = client.read(client.post(ROOM, body, headers={"Idempotency-Key": uuid.uuid4().hex}), RemoteGame)
    except RefusedError as wrong:
        if wrong.problem != "unreadable-log":
            raise
        wrong.show()
        ctx.exit(inputs.UNREADABLE)
    output.tell(f"Begun. Record in it: deadreckon remote append {begun.id} -")
    output.say(begun.id)


def _read_header(file: str) -> Document:
    """Read the header, without any lines after it."""
    try:
        text = inputs.read_one_log(file).decode("utf-8-sig")
        if text.lstrip().startswith("{"):
            return {"header": msgspec.json.decode(text.lstrip().partition("\n")[0], type=Document)}
    except (UnicodeDecodeError, msgspec.DecodeError):
        raise click.UsageError("This is not a header: it must be UTF-8 text or one line of JSON.") from None
    kept = []
    for line in text.splitlines():
        if line.rstrip() == "---":
            break
        kept.append(line)
    return {"text": "\n".join(kept) + "\n"}


# No fact has a longer number. It is sent as a word, which the server refuses.
A_NUMBER = re.compile("-?[0-9]{1,9}")


class Claimed(click.ParamType[tuple[str, int | str]]):
    """`FACT=VALUE`. A numeric value becomes a number."""

    name = "fact=value"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[str, int | str]:
        """Split one claim."""
        fact, equals, said = str(value).partition("=")
        if not equals or not fact:
            self.fail("Write FACT=VALUE, as in winner=green.", param, ctx)
        return fact, int(said) if A_NUMBER.fullmatch(said) else said


@click.command("close", short_help="Close a live game.")
@click.argument("game")
@click.option("--claim", "claims", type=Claimed(), multiple=True, help="A fact of the claimed result (repeatable).")
@options.format_option
def close(game: str, claims: tuple[tuple[str, int | str], ...], form: str) -> None:
    """Close the live GAME with the result that the table claims.

    It then takes no more events. Needs an organiser.

    \b
    deadreckon remote close 01jcfk3e8m2q5v9x7r4t6w8y0z --claim winner=green
    """
    from cli.remote.client import connect_to_account
    from cli.remote.live import LiveGame

    there = LiveGame(connect_to_account(patient=True), game)
    body = {"claims": [{"fact": fact, "value": value} for fact, value in claims]}
    receipt = there.record_once("closing", body, there.fetch_game().state, uuid.uuid4().hex)
    if form == "json":
        output.write_json(receipt)
    else:
        _print_result(receipt)


def _print_result(receipt: RemoteReceipt) -> None:
    from audit.model.labels import name_result, name_verdict

    reckoned = receipt.result.get("reckoned")
    facts = ", ".join(f"{name} {value}" for name, value in reckoned.items()) if isinstance(reckoned, dict) else ""
    output.say(
        output.paint(name_verdict(receipt.verdict), "strong"),
        f" · {name_result(str(receipt.result.get('status', '')))}",
        f"; by our count: {facts}" if facts else "",
    )
