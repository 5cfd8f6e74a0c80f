"""`deadreckon db verify`: whether everything is as recorded, and stored audits can be reproduced."""

from __future__ import annotations

import random
import re
import secrets
from typing import TYPE_CHECKING

import click

from cli import crash, options, output
from cli.server.key_file import get_secret
from cli.server.open_store import DAMAGED, database_options, note_act, open_store
from cli.server.settings import load_settings
from engine.kernel.fingerprint.summaries import SUMMARIES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from audit.store import AuditRow, Damage, GameHead, Store, UploadHead

AUDITS, ALL = 100, "all"
# No database holds more audits.
MOST_DIGITS = 9
A_HASH = re.compile(r"[0-9a-f]{64}")


class HowMany(click.ParamType["int | None"]):
    """A number, or all."""

    name = "number"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        """Parse a number. `all` becomes None."""
        if value == ALL:
            return None
        if not str(value).isascii() or not str(value).isdecimal() or len(str(value)) > MOST_DIGITS:
            self.fail(f"{str(value)[:40]!r} is not a number of audits and not {ALL}.", param, ctx)
        return int(value)


@click.command("verify", short_help="Check that everything is as it was recorded.")
@click.option(
    "--heads",
    type=click.File(encoding="utf-8-sig", errors="replace"),
    help="A file of heads, as written by `deadreckon db heads`.",
)
@click.option(
    "--audits", type=HowMany(), metavar="N|all", default=AUDITS, show_default=True, help="Repeat this many audits."
)
@click.option(
    "--seed", type=click.IntRange(0), help="Choose the audits as the run with this seed did.  [default: random]"
)
@database_options
@click.pass_context
def verify(
    ctx: click.Context,
    /,
    heads: Iterable[str] | None,
    audits: int | None,
    seed: int | None,
    database: str | None,
    file: str | None,
) -> None:
    """Recompute every hash, and name each upload, game and event that is not as it was recorded.

    Tokens, audits and snapshots are checked against the key that signed them, if it is available. Some stored audits,
    chosen at random, are repeated with the same rules and must give the same bytes.

    One tampering cannot be seen from inside the database: cutting off the end of a game and changing everything that
    refers to it. Heads saved in another place show that, too.

    \b
    deadreckon db verify
    deadreckon db verify --audits all
    deadreckon db heads > monday.heads; deadreckon db verify --heads monday.heads
    """
    SUMMARIES.compute_anew()
    kept = _read_heads(heads or ())
    settings = load_settings({"database": database}, file).settings
    with open_store(database, file) as store:
        damage = store.verify(kept)
        if heads is not None:
            output.tell(f"Compared with {len(kept)} heads from the file.")
        damage += _repeat_audits(store, audits, seed, readable=not damage)
        if not get_secret(settings) and store.is_signed_with("") is not None:
            output.tell("The key is not available: signatures of tokens, snapshots and audits were not checked.")
        tell_damage(ctx, damage)
        note_act(store, "verify")
        output.say(output.paint("good", "good"), f"  Everything in {store.url} is as it was recorded.")


def _repeat_audits(store: Store, wanted: int | None, seed: int | None, *, readable: bool) -> list[Damage]:
    """Repeat stored audits, and report those that differ. In a damaged database, repeat as many as can be read."""
    from audit.store import OtherKey, StoreError

    try:
        rows = [row for club in store.list_clubs() for row in store.list_audits(club, limit=None)]
    except OtherKey:
        return []
    except StoreError:
        if readable:
            raise
        return []
    if wanted is not None and wanted < len(rows):
        seed = secrets.randbelow(2**32) if seed is None else seed
        # The choice of audits is no secret, and the same seed must give the same choice.
        rows = random.Random(seed).sample(rows, wanted)  # noqa: S311 - no secret, as said above
        output.tell(f"{wanted} audits are made again, chosen with --seed {seed}.")
    found, others = [], 0
    for row in rows:
        damage, other = _repeat_audit(store, row)
        found += damage
        others += other
    if others:
        output.tell(f"{others} of {len(rows)} audits were made by other rules or another auditor, and not compared.")
    return found


def _repeat_audit(store: Store, row: AuditRow) -> tuple[list[Damage], bool]:
    from audit.store import Damage, NotAsKept, StoreError
    from cli.server.recheck import Rerun, rerun_audit

    place = f"audit {row.id} of {row.club}"
    try:
        came = rerun_audit(store, row, options.load_games())
    except NotAsKept:
        # Already reported: its MAC is wrong.
        return [], False
    except StoreError:
        raise
    except Exception as wrong:  # noqa: BLE001 - the failure is reported in full, and the other audits are still repeated
        crash.report_failure(crash.format_traceback(wrong), place)
        return [Damage(place, None, "It cannot be made again because of a bug in Deadreckon.")], False
    if came is Rerun.OTHERWISE:
        return [Damage(place, None, "Made again by the same rules, it differs from the stored one.")], False
    return [], came is Rerun.NOT_BY_THESE


def _read_heads(lines: Iterable[str]) -> list[GameHead | UploadHead]:
    return [_read_head(number, line.split()) for number, line in enumerate(lines, 1)]


def _read_head(number: int, parts: list[str]) -> GameHead | UploadHead:
    from audit.store import GameHead, UploadHead

    match parts:
        case ["upload", club, sha256, seal] if A_HASH.fullmatch(sha256) and A_HASH.fullmatch(seal):
            return UploadHead(club, sha256, seal)
        case [game, seq, digest] if seq.isascii() and seq.isdecimal() and A_HASH.fullmatch(digest):
            return GameHead(game, int(seq), digest)
    raise click.UsageError(
        f"Line {number} of the heads is neither: game, seq and hash; nor: upload, club, SHA-256 and seal."
    )


def tell_damage(ctx: click.Context, damage: list[Damage]) -> None:
    """Print everything that is not as recorded, and exit with the code for damage."""
    for one in damage:
        where = f", event {one.seq}" if one.seq is not None else ""
        output.say(output.paint("damaged", "bad"), f"  {one.place}{where}: {one.what}")
    if damage:
        from engine.kernel.basics.plural import count_noun

        output.tell(f"{count_noun(len(damage), 'thing')} not as recorded.")
        ctx.exit(DAMAGED)
