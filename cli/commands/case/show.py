"""Looking at cases: what was said, what each ruling would change, and what was ruled before."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, NamedTuple

import click

from cli import inputs, options
from cli import output as printing
from cli.disputes import case_file as casework
from engine.kernel.basics.json_types import Json
from engine.kernel.log import LogError

if TYPE_CHECKING:
    from audit import Asked
    from audit.cases.precedents import Precedent
    from audit.cases.ruling_options import WaysToRule
    from audit.cases.standings_impact import WayStakes
    from cli.tournament.standings import CountedFiles

MOST_EVENTS = 1_000_000


@click.command("show", short_help="What was said and ruled.")
@casework.log_argument
@click.option("--as-of", type=click.IntRange(1, MOST_EVENTS), metavar="N", help="As it stood after the first N events.")
@options.listing_format
@click.pass_context
def show(ctx: click.Context, /, log: str, as_of: int | None, form: str) -> None:
    """Show the case of LOG: who said what, where it stands, and if its exhibits are still what was attached.

    \b
    deadreckon case show final.log
    deadreckon case show final.log --as-of 4 --format json
    """
    from audit.cases.document import case_document
    from audit.cases.events import AttachExhibit
    from audit.cases.sentences import event_told, state_told

    case = casework.case_of(ctx, log, as_of).record
    if form == "json":
        printing.hand_over_json(case_document(case))
        return
    for number, event in enumerate(case.events, 1):
        printing.say_paragraph(event_told(number, event))
        if isinstance(event, AttachExhibit):
            printing.say_paragraph(_exhibit(log, event.name, event.sha256), 4, "quiet")
    for words in state_told(case):
        printing.say_paragraph(words)
    _say_precedents(_before(log, {case.opened.question, *case.readings}, case.opened.game))


def _exhibit(log: str, name: str, sha256: str) -> str:
    """Say whether an exhibit that lies beside the log is what was attached."""
    path = os.path.join(os.path.dirname(log), os.path.basename(name))  # noqa: PTH118, PTH119, PTH120 - pathlib costs time to start
    if not os.path.isfile(path):  # noqa: PTH113 - as above
        return "It does not lie beside the log."
    same = hashlib.sha256(casework.bytes_of(path, casework.MAX_EXHIBIT)).hexdigest() == sha256
    return (
        "It lies beside the log, as it was attached." if same else "What lies beside the log is not what was attached."
    )


def _before(log: str, questions: set[str], game: str) -> list[Precedent]:
    """Find what was ruled on these questions in other cases beside a log."""
    from audit.cases.precedents import precedents as register

    found = register(casework.cases_in(casework.cases_beside(log)), game)
    return [one for one in found if one.about in questions - {""}]


def _say_precedents(listed: list[Precedent]) -> None:
    from audit.cases.sentences import precedent_told

    if listed:
        printing.say()
        printing.say_paragraph("Ruled before:", style="strong")
    for one in listed:
        printing.say_paragraph(precedent_told(one), 2)


@click.command("ways", short_help="What would each ruling change?")
@casework.log_argument
@click.argument("logs", nargs=-1, type=click.Path())
@click.option("--tournament", type=click.Path(), default=None, help="Count the tournament of this file from LOGS, too.")
@options.rulebook_options
@click.option("--pack", "packs", type=options.PackFile(), multiple=True, help="Make a content pack known, by its id.")
@options.listing_format
@click.pass_context
def ways(
    ctx: click.Context, /, log: str, logs: tuple[str, ...], tournament: str | None, form: str, **said: Json
) -> None:
    """Say what LOG would come to under each way to rule on it: each reading of what is open, each line as it may be.

    Each is really laid over the log and judged; with a tournament, the standings are counted under each as well. There
    need be no case yet.

    \b
    deadreckon case ways final.log
    deadreckon case ways logs/r3t3.log --tournament open.toml logs/
    """
    from audit.cases.document import ways_document
    from audit.cases.ruling_options import ways_to_rule

    file = casework.case_beside(ctx, log)
    asked = options.asked(said["rulings"], said["packs"], layers=said["layers"])
    counted = _counted(ctx, file, logs, tournament, dict(said["packs"])) if tournament else None
    if counted:
        asked = _as_the_event(asked, counted)
    try:
        found = ways_to_rule(file.raw, options.games(), asked, file.case)
    except LogError as wrong:
        inputs.refuse(ctx, log, wrong)
        return
    moved = _stakes(found, counted) if counted else {}
    if form == "json":
        printing.hand_over_json(ways_document(found, moved))
        return
    _say(found, moved)
    questions = {question for one in found.ways for question in one.way.readings}
    _say_precedents(_before(log, questions, _game(file)))


def _game(file: casework.CaseFile) -> str:
    from audit.rewrite.convert import as_typed

    return as_typed(file.raw, options.games()).header.game


class _AtStake(NamedTuple):
    """A tournament as it is counted, and the table whose log it is about."""

    files: CountedFiles
    table: str


def _counted(
    ctx: click.Context, file: casework.CaseFile, logs: tuple[str, ...], tournament: str, packs: dict[str, str]
) -> _AtStake:
    from audit.cases.standings_impact import table_of
    from cli.tournament.standings import CountOrder, counted_files

    files = counted_files(ctx, CountOrder(tournament, logs or (file.log,), packs))
    table = table_of(files.found, hashlib.sha256(file.raw).hexdigest())
    if not table:
        raise click.UsageError(
            f"{inputs.named(file.log)} is the log of no table there. Name the folder it lies in, too."
        )
    return _AtStake(files, table)


def _as_the_event(asked: Asked, at_stake: _AtStake) -> Asked:
    """Read the log as the tournament does."""
    from msgspec.structs import replace

    from audit.tournaments.count.submission import pinned_by

    count = at_stake.files.found
    everywhere = count.record.ruled("")
    return replace(asked, pins=pinned_by(count.tournament, everywhere).pins)


def _stakes(found: WaysToRule, at_stake: _AtStake) -> dict[int, WayStakes]:
    from audit.cases.standings_impact import stakes

    files, table = at_stake
    return {
        at: stakes(files.found, files.logs, table, one.way, files.again)
        for at, one in enumerate(found.ways)
        if not one.refused
    }


def _say(found: WaysToRule, moved: dict[int, WayStakes]) -> None:
    from audit.cases.sentences import outcome_told, result_told, stakes_told

    printing.say_paragraph(f"As it stands: {found.now.verdict}, {result_told(found.now.result)}")
    for at, one in enumerate(found.ways):
        printing.say()
        printing.say_paragraph(f"If {one.way.says}", style="strong", lead=f"{at + 1}. ")
        for words in outcome_told(one, found.now):
            printing.say_paragraph(words, 4)
        for words in stakes_told(moved[at]) if at in moved else ():
            printing.say_paragraph(words, 4, "doubt")
    if not found.ways:
        printing.say_paragraph("Nothing in it is open: there is nothing to rule.")
    if found.more:
        printing.say_paragraph(f"{found.more} more ways were not tried: name an event with `case open --about`.")


@click.command("precedents", short_help="What was ruled before.")
@click.argument("places", nargs=-1, type=click.Path())
@click.option("--game", "game_", type=options.GameName(), default=None, help="Of this game only.")
@click.option("--about", type=casework.QuestionOrRule(), default=None, help="On this question, or this rule, only.")
@options.listing_format
@click.pass_context
def precedents(ctx: click.Context, /, places: tuple[str, ...], game_: Json, about: str | None, form: str) -> None:
    """List what was ruled in the cases that lie in PLACES, files or folders, by game and question.

    Questions that were read in more than one way are named. Exit code 1 then.

    \b
    deadreckon case precedents season/
    deadreckon case precedents season/ --about WP-AMB-31
    """
    from audit.cases.document import precedents_document
    from audit.cases.precedents import contradictions
    from audit.cases.precedents import precedents as register

    found = register(casework.cases_in(places or (".",)), game_.name if game_ else "", about or "")
    apart = contradictions(found)
    if form == "json":
        printing.hand_over_json(precedents_document(found))
    else:
        _say_precedents(found)
        if not found:
            printing.say("Nothing was ruled there.")
    for (_, question), several in apart.items():
        ruled = " and ".join(dict.fromkeys(one.ruled for one in several))
        printing.tell(f"{question} was read in more than one way: {ruled}.")
    ctx.exit(1 if apart else 0)


@click.command("publish", short_help="Write what was ruled as a pack that logs can name.")
@click.argument("places", nargs=-1, type=click.Path())
@click.option("--id", "pack_id", type=casework.PackName(), required=True, help="How logs will call it.")
@click.option("--name", type=casework.SaidWords(), required=True, help="What it is called.")
@click.option("--by", type=casework.SaidWords(), default=None, help="Whose rulings they are.")
@click.pass_context
def publish(ctx: click.Context, /, places: tuple[str, ...], pack_id: str, name: str, by: str | None) -> None:
    """Write how questions were read in the cases that lie in PLACES as a rulings pack: the readings of a house.

    A log names it in its header (rulings: house=ID), a tournament under [rulings] (house = "ID"); --pack hands it over.
    A question that was read in more than one way, or whose ruling is appealed, is left out and named. Exit code 1 then.

    \b
    deadreckon case publish season/ --id harbour-1 --name "Readings of the Harbour" > harbour-1.toml
    deadreckon pack check harbour-1.toml
    deadreckon audit final.log --pack harbour-1.toml --ruling house=harbour-1
    """
    from audit.cases.precedents import precedents as register
    from audit.cases.precedents import publishable
    from audit.house_rulings import rulings_pack

    kept, left = publishable(register(casework.cases_in(places or (".",))))
    for words in left:
        printing.tell(words)
    if not kept:
        raise click.UsageError("No reading of a question was ruled there: nothing to publish.")
    printing.hand_over(rulings_pack(pack_id, name, by or "", kept))
    ctx.exit(1 if left else 0)
