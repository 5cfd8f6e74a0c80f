"""`deadreckon remote watch`: follow a live game with its findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import msgspec

from cli import options, output
from engine.kernel.basics.json_types import Document

if TYPE_CHECKING:
    from cli.remote.live import LiveGame, RemoteEvent


@click.command("watch", short_help="Follow a live game.")
@click.argument("game")
@click.option("--after", type=click.IntRange(0), default=0, metavar="N", help="Only events after event N.")
@click.option("--once", is_flag=True, help="Print the events so far, and end.")
@click.option(
    "--every",
    type=options.Amount(0.1, 3600),
    default=2.0,
    show_default=True,
    metavar="SECONDS",
    help="Seconds between requests if the server does not stream events.",
)
@options.format_option
def watch(game: str, after: int, once: bool, every: float, form: str) -> None:
    """Follow the live GAME: each event as it is recorded, with its findings, until the game is closed.

    A correction is followed by the findings that it changes at other events. In JSON, an event is one object on one
    line.

    \b
    deadreckon remote watch 01jcfk3e8m2q5v9x7r4t6w8y0z
    deadreckon remote watch 01jcfk3e8m2q5v9x7r4t6w8y0z --after 41 --once
    deadreckon remote watch 01jcfk3e8m2q5v9x7r4t6w8y0z --format json
    """
    from cli.remote import client
    from cli.remote.live import LiveGame
    from cli.remote.notifications import GameNotifications

    there = LiveGame(client.connect_to_account(patient=True), game)
    follower, known = Follower(there, after, form), ""
    bell = GameNotifications(there.client, there.path, every)
    while True:
        now = there.fetch_newer(known)
        if now is not None:
            known = now.state
            follower.catch_up()
            if now.closed:
                output.tell("The game is closed.")
                return
        if once:
            return
        bell.wait(follower.seen)


class Follower:
    """Prints new events, and caches the printed findings to see what a correction changes."""

    def __init__(self, there: LiveGame, after: int, form: str) -> None:
        self.there, self.seen, self.form = there, after, form
        self.found: dict[int, list[Document]] = {}

    def catch_up(self) -> None:
        """Print every event that was not printed yet."""
        corrected = False
        for one in self.there.fetch_events(self.seen):
            self.seen = one.seq
            if one.is_last:
                continue
            self.found[one.seq] = self.there.fetch_findings(one.seq)
            corrected = corrected or _is_correction(one)
            self._print_event(one)
        if corrected:
            self._compare_findings()

    def _print_event(self, one: RemoteEvent) -> None:
        from cli.remote.live import format_event_lines

        found = self.found[one.seq]
        if self.form == "json":
            output.write_document(
                output.escape_invisible_characters(msgspec.json.encode({**msgspec.to_builtins(one), "findings": found}))
            )
        else:
            output.say_lines(format_event_lines(one.seq, one.text, found, self.there.client))

    def _compare_findings(self) -> None:
        """Fetch the findings of all printed events again, because a correction may change them."""
        from cli.remote.live import format_change_lines

        for seq, before in self.found.items():
            now = self.found[seq] = self.there.fetch_findings(seq)
            stood, stands = {_make_finding_key(one) for one in before}, {_make_finding_key(one) for one in now}
            appears = [one for one in now if _make_finding_key(one) not in stood]
            vanishes = [one for one in before if _make_finding_key(one) not in stands]
            if self.form == "json" and (appears or vanishes):
                changed = {"seq": seq, "appears": appears, "vanishes": vanishes}
                output.write_document(output.escape_invisible_characters(msgspec.json.encode(changed)))
            elif self.form != "json":
                output.say_lines(format_change_lines(appears, vanishes, self.there.client))


def _is_correction(one: RemoteEvent) -> bool:
    from cli.remote.lines import CORRECTING

    return one.event.get("do") in CORRECTING


def _make_finding_key(finding: Document) -> tuple[str, ...]:
    return tuple(str(finding.get(name)) for name in ("rule", "status", "breach"))
