"""`deadreckon remote push`, `logs`, `pull`: logs on a server, stored byte for byte."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from cli import inputs, options
from cli import output as cli_output
from engine.kernel.basics.visible_text import UNSEEN, make_visible
from engine.kernel.log import Fault, LogError

if TYPE_CHECKING:
    from audit.spreadsheets.columns import Columns
    from cli.remote.client import Client

# A log may have any content type.
ANY = "*/*"


class FilePlace(msgspec.Struct):
    """One fault of a log, as the server describes it."""

    says: str
    hint: str = ""
    line: int = 0
    column: int = 0


class Seated(msgspec.Struct):
    """One seat and its player."""

    seat: str
    name: str = ""


class RemoteUpload(msgspec.Struct):
    """A log that the server stores."""

    sha256: str
    size: int
    kept_at: str
    readable: bool = True
    players: list[Seated] = []
    event: str | None = None
    verdict: str | None = None
    faults: list[FilePlace] = []


@click.command("push", short_help="Store logs on the server.")
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=click.Path(allow_dash=True))
@options.columns_option
@click.pass_context
def push(ctx: click.Context, files: tuple[str, ...], columns: Columns | None) -> None:
    """Upload logs: each FILE, every log in a directory, or - for stdin. A log is stored byte for byte, legal or not.

    Prints the SHA-256 of each, as sha256sum does. Pushing the same bytes again changes nothing. A club's own sheet
    (--columns) is converted to the columns of a log first; the result is stored and has the SHA-256.

    \b
    deadreckon remote push final.log
    deadreckon remote push season/
    deadreckon remote push evening.xlsx --columns club.toml
    """
    from audit.intake.upload import convert_upload_to_text
    from cli.remote.client import connect_to_account

    client, code, paths = connect_to_account(patient=True), 0, inputs.list_logs(files)
    for path in paths:
        said = inputs.choose_columns(path, columns, alone=len(paths) == 1)
        try:
            raw = inputs.read_bytes(path)
            raw = raw if said is None else convert_upload_to_text(raw, said)
        except LogError as wrong:
            inputs.tell_fault(path, wrong.fault)
            code = inputs.UNREADABLE
            continue
        _upload_log(client, path, raw)
    ctx.exit(code)


def _upload_log(client: Client, path: str, raw: bytes) -> None:
    from cli.remote.client import BYTES
    from cli.remote.errors import TAMPERED, RemoteFault

    kept = client.read(client.post("/logs", raw, kind=BYTES), RemoteUpload)
    if kept.sha256 != hashlib.sha256(raw).hexdigest():
        raise RemoteFault(f"The server stored other bytes than those of {inputs.name_input(path)}.", code=TAMPERED)
    cli_output.say(f"{kept.sha256}  {inputs.name_input(path)}")
    for fault in kept.faults:
        inputs.tell_fault(path, Fault(fault.says, fault.hint, fault.line, fault.column))


@click.command("logs", short_help="List the stored logs.")
@options.format_option
def logs(form: str) -> None:
    """List the logs of your club, oldest first.

    \b
    deadreckon remote logs
    """
    from audit.model.labels import name_verdict
    from cli.remote.client import connect_to_account

    found = list(connect_to_account().get_list("/logs", RemoteUpload))
    if form == "json":
        cli_output.write_json([{"sha256": one.sha256, "size": one.size, "kept_at": one.kept_at} for one in found])
        return
    rows = [
        (one.sha256, str(one.size), one.kept_at, name_verdict(one.verdict or ""), _describe_players(one))
        for one in found
    ]
    cli_output.say_lines(cli_output.align_columns([("SHA-256", "bytes", "stored", "verdict", "who played"), *rows]))


def _describe_players(one: RemoteUpload) -> str:
    names = ", ".join(player.name or player.seat for player in one.players)
    return f"{names} ({one.event})" if one.event else names


@click.command("pull", short_help="Fetch a log or a live game.")
@click.argument("name", metavar="SHA256|GAME")
@click.option(
    "--as",
    "spelling",
    type=click.Choice(options.SPELLINGS),
    help="The canonical form in this spelling; by default the original bytes, or a live game as jsonl.",
)
@click.option("--adjudicated", is_flag=True, help="With its separate corrections appended, as it is judged.")
@click.option("--output", type=click.Path(dir_okay=False), help="Write it to this file.")
@click.pass_context
def pull(ctx: click.Context, name: str, spelling: str | None, adjudicated: bool, output: str | None) -> None:
    """Download a log by its SHA256, byte for byte as it was pushed, or a live GAME as a log.

    \b
    deadreckon remote pull 3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b8556 --output final.log
    deadreckon remote pull 01jcfk3e8m2q5v9x7r4t6w8y0z --as text | deadreckon audit -
    """
    from cli.remote.audit import SHA256, fetch_original
    from cli.remote.client import connect_to_account
    from cli.remote.errors import RefusedError

    client, absent = connect_to_account(), f"There is no log and no live game {make_visible(name)} in your club."
    if adjudicated and (spelling is not None or not SHA256.fullmatch(name)):
        raise click.UsageError("--adjudicated is for a log by its SHA-256, in the spelling that it has.")
    try:
        if not SHA256.fullmatch(name):
            raw = client.get(
                f"/live-games/{_quote_name(name)}/log/{spelling or 'jsonl'}", accept=ANY, absent=absent
            ).body
        elif adjudicated:
            raw = client.get(f"/logs/{name}/adjudicated", accept=ANY, absent=absent).body
        elif spelling is None:
            raw = fetch_original(client, name)
        else:
            raw = client.get(f"/logs/{name}/as/{spelling}", accept=ANY, absent=absent).body
    except RefusedError as wrong:
        if wrong.problem != "unreadable-log":
            raise
        wrong.show()
        ctx.exit(inputs.UNREADABLE)
    _write_bytes(raw, output)


def _quote_name(name: str) -> str:
    from urllib.parse import quote

    return quote(name, safe="", errors="replace") or "-"


def _write_bytes(raw: bytes, output: str | None) -> None:
    """Write bytes unchanged, but print no control characters to a terminal."""
    if output is not None:
        try:
            Path(output).write_bytes(raw)
        except OSError as wrong:
            says = f"Cannot write {make_visible(output)}: {(wrong.strerror or 'it fails').lower()}."
            raise click.UsageError(says) from None
        return
    if _is_terminal() and any(mark not in "\n\t\r" for mark in UNSEEN.findall(raw.decode(errors="replace"))):
        raise click.UsageError("This contains control characters for terminals. Write it to a file: --output FILE")
    cli_output.write_document(raw, whole=True)


def _is_terminal() -> bool:
    return sys.stdout.isatty()
