"""Show cases: their events, the effect of each ruling option, and precedents."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, NamedTuple

import click

from cli import audit_options, inputs, options, output
from cli.disputes import case_file
from engine.kernel.basics.json_types import Json
from engine.kernel.log import LogError

if TYPE_CHECKING:
    from audit import AuditOptions
    from audit.cases.precedents import Precedent
    from audit.cases.ruling_options import RulingOptions
    from audit.cases.standings_impact import StandingsImpact
    from cli.tournament.standings import CountedFiles

MOST_EVENTS = 1_000_000


@click.command("show", short_help="Show the case.")
@case_file.log_argument
@click.option("--as-of", type=click.IntRange(1, MOST_EVENTS), metavar="N", help="Only the first N events.")
@options.format_option
@click.pass_context
def show(ctx: click.Context, /, log: str, as_of: int | None, form: str) -> None:
    """Show the case of LOG: its events, its state, and whether its exhibits are unchanged.

    \b
    deadreckon case show final.log
    deadreckon case show final.log --as-of 4 --format json
    """
    from audit.cases.document import case_document
    from audit.cases.events import AttachExhibit
    from audit.cases.sentences import describe_case_event, describe_case_state

    case = case_file.load_case(ctx, log, as_of).record
    if form == "json":
        output.write_json(case_document(case))
        return
    for number, event in enumerate(case.events, 1):
        output.say_paragraph(describe_case_event(number, event))
        if isinstance(event, AttachExhibit):
            output.say_paragraph(_check_exhibit(log, event.name, event.sha256), 4, "quiet")
    for words in describe_case_state(case):
        output.say_paragraph(words)
    _say_precedents(_find_precedents(log, {case.opened.question, *case.readings}, case.opened.game))


def _check_exhibit(log: str, name: str, sha256: str) -> str:
    """Say whether the exhibit next to the log is the attached file."""
    path = os.path.join(os.path.dirname(log), os.path.basename(name))  # noqa: PTH118, PTH119, PTH120 - importing pathlib takes time at start-up
    if not os.path.isfile(path):  # noqa: PTH113 - as above
        return "The file is missing from the log's folder."
    same = hashlib.sha256(case_file.read_bounded_bytes(path, case_file.MAX_EXHIBIT)).hexdigest() == sha256
    return (
        "The file in the log's folder is the attached one."
        if same
        else "The file in the log's folder is a different one."
    )


def _find_precedents(log: str, questions: set[str], game: str) -> list[Precedent]:
    """Find rulings on these questions in the other cases in the folder of a log."""
    from audit.cases.precedents import list_precedents as register

    found = register(case_file.read_cases(case_file.list_other_cases(log)), game)
    return [one for one in found if one.about in questions - {""}]


def _say_precedents(listed: list[Precedent]) -> None:
    from audit.cases.sentences import describe_precedent

    if listed:
        output.say()
        output.say_paragraph("Ruled before:", style="strong")
    for one in listed:
        output.say_paragraph(describe_precedent(one), 2)


@click.command("ways", short_help="Show what each ruling would change.")
@case_file.log_argument
@click.argument("logs", nargs=-1, type=click.Path())
@click.option("--tournament", type=click.Path(), default=None, help="Also count the tournament of this file from LOGS.")
@audit_options.rulebook_options
@click.option("--pack", "packs", type=options.PackFile(), multiple=True, help="Make a content pack known, by its id.")
@options.format_option
@click.pass_context
def ways(
    ctx: click.Context, /, log: str, logs: tuple[str, ...], tournament: str | None, form: str, **said: Json
) -> None:
    """Show the result of LOG under each ruling option: each reading of an open question, each possible line.

    Each option is applied to the log and audited. With a tournament, the standings are counted under each, too. The log
    needs no case yet.

    \b
    deadreckon case ways final.log
    deadreckon case ways logs/r3t3.log --tournament open.toml logs/
    """
    from audit.cases.document import options_document
    from audit.cases.ruling_options import compare_ruling_options

    file = case_file.read_case_file(ctx, log)
    asked = audit_options.make_audit_options(said["rulings"], said["packs"], layers=said["layers"])
    counted = _count_tournament(ctx, file, logs, tournament, dict(said["packs"])) if tournament else None
    if counted:
        asked = _apply_pins(asked, counted)
    try:
        found = compare_ruling_options(file.raw, options.load_games(), asked, file.case)
    except LogError as wrong:
        inputs.exit_unreadable(ctx, log, wrong)
        return
    moved = _compute_impacts(found, counted) if counted else {}
    if form == "json":
        output.write_json(options_document(found, moved))
        return
    _print_options(found, moved)
    questions = {question for one in found.ways for question in one.way.readings}
    _say_precedents(_find_precedents(log, questions, _read_game(file)))


def _read_game(file: case_file.CaseFile) -> str:
    from audit.rewrite.convert import read_log_leniently

    return read_log_leniently(file.raw, options.load_games()).header.game


class _CountedTournament(NamedTuple):
    """A counted tournament, and the table of the log."""

    files: CountedFiles
    table: str


def _count_tournament(
    ctx: click.Context, file: case_file.CaseFile, logs: tuple[str, ...], tournament: str, packs: dict[str, str]
) -> _CountedTournament:
    from audit.cases.standings_impact import find_table_of_log
    from cli.tournament.standings import CountOrder, count_with_inputs

    files = count_with_inputs(ctx, CountOrder(tournament, logs or (file.log,), packs))
    table = find_table_of_log(files.found, hashlib.sha256(file.raw).hexdigest())
    if not table:
        raise click.UsageError(f"{inputs.name_input(file.log)} is not the log of a table there. Also name its folder.")
    return _CountedTournament(files, table)


def _apply_pins(asked: AuditOptions, at_stake: _CountedTournament) -> AuditOptions:
    """Add the options of the tournament."""
    from msgspec.structs import replace

    from audit.tournaments.count.submission import pin_rulings

    count = at_stake.files.found
    everywhere = count.record.rulings_on("")
    return replace(asked, pins=pin_rulings(count.tournament, everywhere).pins)


def _compute_impacts(found: RulingOptions, at_stake: _CountedTournament) -> dict[int, StandingsImpact]:
    from audit.cases.standings_impact import count_standings_impact

    files, table = at_stake
    return {
        at: count_standings_impact(files.found, files.logs, table, one.way, files.again)
        for at, one in enumerate(found.ways)
        if not one.refused
    }


def _print_options(found: RulingOptions, moved: dict[int, StandingsImpact]) -> None:
    from audit.cases.sentences import describe_game_result, describe_option_outcome, describe_standings_impact
    from audit.model.labels import name_verdict

    output.say_paragraph(f"Now: {name_verdict(found.now.verdict)}, {describe_game_result(found.now.result)}")
    for at, one in enumerate(found.ways):
        output.say()
        output.say_paragraph(f"If {one.way.says}", style="strong", lead=f"{at + 1}. ")
        for words in describe_option_outcome(one, found.now):
            output.say_paragraph(words, 4)
        for words in describe_standings_impact(moved[at]) if at in moved else ():
            output.say_paragraph(words, 4, "doubt")
    if not found.ways:
        output.say_paragraph("It leaves nothing open: there is nothing to rule on.")
    if found.more:
        output.say_paragraph(f"{found.more} more options were not tried: name an event with `case open --about`.")


@click.command("precedents", short_help="List earlier rulings.")
@click.argument("places", nargs=-1, type=click.Path())
@click.option("--game", "game_", type=options.GameName(), default=None, help="Only of this game.")
@click.option("--about", type=case_file.QuestionOrRule(), default=None, help="Only on this question or rule.")
@options.format_option
@click.pass_context
def precedents(ctx: click.Context, /, places: tuple[str, ...], game_: Json, about: str | None, form: str) -> None:
    """List the rulings in the cases in PLACES, files or folders, by game and question.

    Questions with more than one reading are named. The exit code is then 1.

    \b
    deadreckon case precedents season/
    deadreckon case precedents season/ --about WP-AMB-31
    """
    from audit.cases.document import precedents_document
    from audit.cases.precedents import find_contradictions
    from audit.cases.precedents import list_precedents as register

    found = register(case_file.read_cases(places or (".",)), game_.name if game_ else "", about or "")
    apart = find_contradictions(found)
    if form == "json":
        output.write_json(precedents_document(found))
    else:
        _say_precedents(found)
        if not found:
            output.say("There are no rulings.")
    for (_, question), several in apart.items():
        ruled = " and ".join(dict.fromkeys(one.ruled for one in several))
        output.tell(f"{question} was read in more than one way: {ruled}.")
    ctx.exit(1 if apart else 0)


@click.command("publish", short_help="Write the rulings as a pack that logs can name.")
@click.argument("places", nargs=-1, type=click.Path())
@click.option("--id", "pack_id", type=case_file.PackName(), required=True, help="The id that logs use for it.")
@click.option("--name", type=case_file.SaidWords(), required=True, help="Its title.")
@click.option("--by", type=case_file.SaidWords(), default=None, help="Whose rulings they are.")
@click.pass_context
def publish(ctx: click.Context, /, places: tuple[str, ...], pack_id: str, name: str, by: str | None) -> None:
    """Write the readings ruled in the cases in PLACES, files or folders, as a pack of house rulings.

    A log names the pack in its header (rulings: house=ID), a tournament under [rulings] (house = "ID"); --pack supplies
    it. A question with more than one reading, or with a ruling under appeal, is left out and named. The exit code is
    then 1.

    \b
    deadreckon case publish season/ --id harbour-1 --name "Readings of the Harbour" > harbour-1.toml
    deadreckon pack check harbour-1.toml
    deadreckon audit final.log --pack harbour-1.toml --ruling house=harbour-1
    """
    from audit.cases.precedents import list_precedents as register
    from audit.cases.precedents import split_publishable_rulings
    from audit.house_rulings import write_rulings_pack

    kept, left = split_publishable_rulings(register(case_file.read_cases(places or (".",))))
    for words in left:
        output.tell(words)
    if not kept:
        raise click.UsageError("No ruling chooses a reading: there is nothing to publish.")
    output.write_document(write_rulings_pack(pack_id, name, by or "", kept))
    ctx.exit(1 if left else 0)
