"""`deadreckon token`: clubs, and tokens for the service."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import click

from cli import options, output
from cli.server.open_store import database_options, open_store

if TYPE_CHECKING:
    from audit.store import TokenRow

# These equal `audit.store.Role`, which takes too long to import for --help. A test compares the two.
ROLES = ("viewer", "recorder", "judge", "organiser", "admin")
LABEL, SEAT = 200, 64
# How long a sign-in link is valid. A test compares this, too.
WAITING = timedelta(minutes=15)
# A hundred years, in days.
LONGEST = 36_500


@click.group("token", short_help="Issue and revoke tokens.")
def command() -> None:
    """Create clubs, and issue tokens to the people and programs that use the service for them.

    \b
    deadreckon token new --club harbour --role admin
    deadreckon token new --club harbour --role recorder --label "table 7" --days 2
    deadreckon token link --club harbour --role organiser --at https://club.example
    deadreckon token list --club harbour
    deadreckon token trail --club harbour
    deadreckon token revoke 6rXYMM69kjeE --club harbour
    """


def _club_option(command: click.decorators.FC) -> click.decorators.FC:
    return click.option("--club", required=True, metavar="NAME", help="The club, as in harbour-open.")(command)


@command.command("new", short_help="Issue a token.")
@_club_option
@click.option("--role", type=click.Choice(ROLES), required=True, help="What it may do, from least to most.")
@click.option("--label", type=options.Words(LABEL), default="", help="Its owner or purpose.")
@click.option("--seat", type=options.Words(SEAT, 1), help="Only for this seat of a game, without the hands of others.")
@click.option("--game", help="Only for this live game, by its id.")
@click.option(
    "--days",
    type=options.Amount(0, LONGEST, min_open=True),
    help="How many days it is valid; if not set, until revoked.",
)
@database_options
def new(  # noqa: PLR0913 - one parameter an option
    *,
    club: str,
    role: str,
    label: str,
    seat: str | None,
    game: str | None,
    days: float | None,
    database: str | None,
    file: str | None,
) -> None:
    """Issue a token, and print its secret once, because only its hash is stored.

    A club that does not exist is created.

    \b
    deadreckon token new --club harbour --role admin
    """
    from audit.store import Role, is_page_label

    if is_page_label(label):
        raise click.BadParameter("The pages give this label to their links and sessions.", param_hint="--label")
    with open_store(database, file) as store:
        if store.found_club(club):
            output.tell(f"Created the club {club}.")
        if game is not None:
            store.read_game(club, game)
        lasting = None if days is None else timedelta(days=days)
        row, secret = store.issue_token(club, Role(role), label=label, seat=seat, game=game, lasting=lasting)
        output.tell(f"Token {row.id} of {club}, {row.role}. Its secret is shown only once:")
        output.say(secret)


@command.command("link", short_help="Make a sign-in link for the pages.")
@_club_option
@click.option("--role", type=click.Choice(ROLES), required=True, help="The role of the person who signs in.")
@click.option("--at", metavar="URL", default="http://127.0.0.1:8080", show_default=True, help="The pages' address.")
@database_options
def link(*, club: str, role: str, at: str, database: str | None, file: str | None) -> None:
    """Print a link to the pages. It works once, within 15 minutes, and its session lasts for 30 days.

    The page that it opens has a button, Sign in. Only that button uses the link up; a preview in a messenger does not.

    \b
    deadreckon token link --club harbour --role organiser --at https://club.example
    """
    from audit.store import PAGES_LINK, Absent, Role, parse_club

    with open_store(database, file) as store:
        if parse_club(club) not in store.list_clubs():
            raise Absent("There is no such club.")
        _, secret = store.issue_token(club, Role(role), label=PAGES_LINK, lasting=WAITING)
        output.tell("Open this link within 15 minutes and press Sign in. It works once:")
        output.say(f"{at.rstrip('/')}/enter/{secret}")


@command.command("list", short_help="List a club's tokens.")
@_club_option
@database_options
def listing(club: str, database: str | None, file: str | None) -> None:
    """List a club's tokens, oldest first, with the use of each.

    Secrets are not stored and cannot be shown.

    \b
    deadreckon token list --club harbour
    """
    from audit.store import Absent, parse_club

    with open_store(database, file) as store:
        if parse_club(club) not in store.list_clubs():
            raise Absent("There is no such club.")
        rows = [_format_token(row) for row in store.list_tokens(club)]
        output.say_lines(output.align_columns([("id", "role", "seat", "game", "lasts", "label"), *rows]))


def _format_token(row: TokenRow) -> tuple[str, ...]:
    return (row.id, str(row.role), row.seat or "", row.game or "", _describe_validity(row), row.label)


def _describe_validity(row: TokenRow) -> str:
    if not row.sound:
        return "refused: changed after it was issued"
    if row.revoked_at is not None:
        return f"revoked {row.revoked_at:%Y-%m-%d %H:%M}"
    if row.expires_at is None:
        return "until revoked"
    return f"{'until' if row.expires_at > datetime.now(UTC) else 'expired'} {row.expires_at:%Y-%m-%d %H:%M}"


@command.command("trail", short_help="List who issued and revoked tokens.")
@_club_option
@database_options
def trail_of(club: str, database: str | None, file: str | None) -> None:
    """List every act on a club's tokens, oldest first.

    The list is permanent: no act can be removed.

    \b
    deadreckon token trail --club harbour
    """
    with open_store(database, file) as store:
        trail = store.list_token_acts(club)
        acts = [(f"{one.at:%Y-%m-%d %H:%M}", one.act, one.token, one.by or "command line") for one in trail]
        output.say_lines(output.align_columns([("when", "what", "token", "by"), *acts]))


@command.command("revoke", short_help="Revoke a token for good.")
@click.argument("token", metavar="ID")
@_club_option
@database_options
def revoke(token: str, club: str, database: str | None, file: str | None) -> None:
    """Revoke the token ID: from now on it gives no access.

    \b
    deadreckon token revoke 6rXYMM69kjeE --club harbour
    """
    with open_store(database, file) as store:
        row = store.revoke_token(club, token)
        output.say(f"Token {row.id} of {club} is revoked since {row.revoked_at:%Y-%m-%d %H:%M} UTC.")
