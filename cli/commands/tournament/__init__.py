"""`deadreckon tournament`: standings from audited logs, and the open problems of each table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import options
from cli import output as cli_output
from cli.commands.tournament.event import event
from engine.kernel.basics.json_types import Document, Json

if TYPE_CHECKING:
    from audit.tournaments.count.count import TournamentBook
    from cli.tournament.standings import CountOrder
    from engine.kernel.game import Game

FORMS = ("html", "json", "csv", "markdown")
BOOKS = ("adjudicated", "played", "claimed")
# No tournament has more events, or a longer name.
MOST_EVENTS, LONGEST_NAME = 1_000_000, 200


@click.group("tournament", short_help="Standings from audited logs.")
def command() -> None:
    """Count a tournament: a file defines the tables and the scoring, and a folder holds the logs.

    \b
    deadreckon tournament new winds-of-plunder --name "Harbour Open" > open.toml
    deadreckon tournament check open.toml
    deadreckon tournament standings open.toml logs/
    deadreckon tournament problems open.toml logs/
    deadreckon tournament event open.toml confirm --table R1T1 --who Rosa
    deadreckon tournament report open.toml logs/ -o open.html
    """


command.add_command(event)


def pack_option(wrapped: options.Command) -> options.Command:
    """Add the option for content packs."""
    return click.option(
        "--pack", "packs", type=options.PackFile(), multiple=True, help="Make a content pack known, by its id."
    )(wrapped)


@command.command("new", short_help="Print a file to fill in.")
@options.game_argument
@click.option(
    "--name",
    type=options.Words(LONGEST_NAME, 1),
    default="Harbour Open",
    show_default=True,
    help="The name of the tournament.",
)
def new(game: Game, name: str) -> None:
    """Print the file of a tournament of GAME, with comments that explain each entry.

    \b
    deadreckon tournament new tailwinds --name "Harbour Open" > open.toml
    """
    from audit.tournaments.file.sample import write_sample
    from audit.tournaments.scoring.schemes import SCHEMES
    from audit.tournaments.scoring.tie_breaks import list_all_keys

    cli_output.write_document(write_sample(game, name, list_all_keys(), tuple(SCHEMES)))


@command.command("check", short_help="Check the file of a tournament.")
@click.argument("file", type=click.Path())
@pack_option
@click.pass_context
def check(ctx: click.Context, file: str, packs: tuple[tuple[str, str], ...]) -> None:
    """Check the file of a tournament, and describe what it defines before any game is played.

    \b
    deadreckon tournament check open.toml
    """
    from audit.tournaments.file.preview import list_notes
    from cli.tournament.standings import load_tournament_file

    tournament = load_tournament_file(ctx, file, dict(packs))
    cli_output.say(
        cli_output.paint("good", "good"),
        f"  {tournament.name}: {len(tournament.roster)} players, {len(tournament.tables)} tables,"
        f" {len(tournament.rounds)} rounds",
    )
    for note in list_notes(tournament):
        cli_output.say_paragraph(note, 2)


def count_options(wrapped: options.Command) -> options.Command:
    """Add the options of a count: the file, the logs and the number of processes."""
    wrapped = click.argument("logs", nargs=-1, type=click.Path())(wrapped)
    wrapped = click.argument("file", type=click.Path())(wrapped)
    wrapped = click.option(
        "--as-of", type=click.IntRange(0, MOST_EVENTS), metavar="N", help="Only the first N events."
    )(wrapped)
    wrapped = click.option(
        "--jobs",
        type=click.IntRange(1),
        metavar="N",
        help="Audit in N processes; by default as many as pay off.",
    )(wrapped)
    return options.colour_option(pack_option(wrapped))


@command.command("standings", short_help="Show the standings, and how they are made.")
@count_options
@click.option("--book", type=click.Choice(BOOKS), default="adjudicated", show_default=True, help="Which results count.")
@click.option(
    "--podium",
    type=click.IntRange(1, MOST_EVENTS),
    default=3,
    show_default=True,
    help="For this number of places, say whether they are safe.",
)
@click.pass_context
def standings(ctx: click.Context, /, book: TournamentBook, podium: int, **said: Json) -> None:
    """Print the standings of the tournament in FILE from the LOGS, files or folders: every point with its sum.

    The first lines say for the first places whether open results can change them. A place is safe, open with an outcome
    that changes it, or not proven; there are no probabilities. While a round is played, this is for the organiser only.

    Events (a ruling, a walk-over, a penalty) are read from the file next to FILE: open.events.jsonl.

    \b
    deadreckon tournament standings open.toml logs/
    deadreckon tournament standings open.toml logs/ --book played
    """
    from audit.tournaments.report.document import explain_lead, list_row_documents, make_count_document, write_head_line
    from cli.tournament.standings import count_files

    counted = count_files(ctx, _make_order(said))
    whole = make_count_document(counted, podium)
    listed = list_row_documents(counted, counted.rank_players(book))
    cli_output.say(cli_output.paint(counted.tournament.name, "title"))
    cli_output.say_paragraph(write_head_line(whole))
    for words in whole["safety"]["says"]:
        cli_output.say_paragraph(words)
    cells = [(row["label"], row["name"], row["shown"], row["sum"], explain_lead(row)) for row in listed]
    cli_output.say_lines(
        cli_output.align_columns([("Place", "Player", "Points", "Made of", "Ahead of the next by"), *cells])
    )
    for one in whole["unmatched"]:
        cli_output.tell(f"{one['file']} belongs to no table: {one['says']} {one['refused']}".rstrip())
    ctx.exit(0 if whole["final"] and not whole["unmatched"] else 1)


@command.command("problems", short_help="List the open questions of each table.")
@count_options
@click.option("--output", "-o", type=click.Path(file_okay=False), help="Write a text per table into this directory.")
@click.pass_context
def problems(ctx: click.Context, /, output: str | None, **said: Json) -> None:
    """Print a text for each table of the tournament in FILE with open problems, from its LOGS.

    Tables that alone would change one of the first three places come first.

    \b
    deadreckon tournament problems open.toml logs/
    deadreckon tournament problems open.toml logs/ -o letters/
    """
    from audit.tournaments.count.open_questions import list_problem_tables, write_problem_text, write_unmatched_text
    from audit.tournaments.safety.safe_places import judge_safety
    from cli.tournament.standings import count_files, write_texts

    counted = count_files(ctx, _make_order(said))
    critical = judge_safety(counted).critical
    texts = {f"{one.table.id}.txt": write_problem_text(counted, one) for one in list_problem_tables(counted, critical)}
    if text := write_unmatched_text(counted):
        texts["unmatched.txt"] = text
    if output is not None:
        write_texts(output, texts)
    else:
        for text in texts.values():
            cli_output.say_lines([*text.split("\n")])
    cli_output.tell(f"{len(texts)} texts." if texts else "No table has an open question.")
    ctx.exit(1 if texts else 0)


@command.command("report", short_help="Write the whole count, to publish or archive.")
@count_options
@click.option(
    "--format", "form", type=click.Choice(FORMS), default="html", show_default=True, help="The form to write."
)
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write it to this file.")
@click.option(
    "--replays", type=click.Path(file_okay=False), help="Write a page for each game into this directory, and link them."
)
@click.pass_context
def report(ctx: click.Context, /, form: str, output: str | None, replays: str | None, **said: Json) -> None:
    """Write standings, tables and events of the tournament in FILE, from its LOGS, as one document.

    \b
    deadreckon tournament report open.toml logs/ -o open.html --replays games/
    deadreckon tournament report open.toml logs/ --format csv > standings.csv
    """
    from audit.report.json_form import write_json
    from audit.tournaments.report.csv_markdown import render_csv, render_markdown
    from audit.tournaments.report.document import make_count_document
    from audit.tournaments.report.html import render_page
    from cli.commands.tournament.replay_pages import write_replays
    from cli.tournament.standings import count_with_inputs

    files = count_with_inputs(ctx, _make_order(said))
    links = write_replays(files, replays, output, dict(said["packs"])) if replays else {}
    whole = make_count_document(files.found, replays=links)
    write = {"html": render_page, "csv": render_csv, "json": write_json, "markdown": render_markdown}[form]
    with cli_output.open_destination(output) as out:
        out(write(whole))


def _make_order(said: Document) -> CountOrder:
    from cli.tournament.standings import CountOrder

    return CountOrder(said["file"], said["logs"], dict(said["packs"]), said["as_of"], said["jobs"])
