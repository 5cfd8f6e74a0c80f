"""`deadreckon case`: a dispute about a log, from the claim to the ruling, in a file next to the log."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

import click

from cli import audit_options, inputs, options, output
from cli.commands.case.report import report
from cli.commands.case.show import precedents, publish, show, ways
from cli.disputes import case_file
from engine.kernel.basics.json_types import Json
from engine.kernel.log import LogError

if TYPE_CHECKING:
    from audit.cases.events import AnyCaseEvent, CaseRecord

MOST_EVENTS = 10_000
who_option = case_file.text_option("--who", "Who does this.")
number = click.IntRange(1, MOST_EVENTS)


@click.group("case", short_help="Settle a dispute about a log.")
def command() -> None:
    """Run a dispute about a log: a claim, answers, exhibits, questions, rulings, an appeal.

    Each is a line in a file next to the log (final.log.case), with its author and time. No line is ever changed, and
    the log's bytes do not change either. A case whose log has changed is refused.

    \b
    deadreckon case open final.log --who Vera --says "The marker is tied." --about 3 --question WP-AMB-31
    deadreckon case answer final.log --who Cleo --says "I held it."
    deadreckon case ways final.log --tournament open.toml logs/
    deadreckon case rule final.log --who Rosa --reading WP-AMB-31=holder-scores --why "She held it."
    deadreckon case precedents season/ --about WP-AMB-31
    """


for look in (show, ways, report, precedents, publish):
    command.add_command(look)


def _add_event(file: case_file.CaseFile, event: AnyCaseEvent) -> CaseRecord:
    """Add an event, and print the state of the case after it."""
    from audit.cases.sentences import describe_case_event, describe_case_state

    case = case_file.add_event(file, event)
    output.say_paragraph(describe_case_event(len(case.events), event))
    for words in describe_case_state(case):
        output.say_paragraph(words, style="quiet")
    return case


@command.command("open", short_help="Claim something about a log.")
@case_file.log_argument
@who_option
@case_file.text_option("--says", "The claim.")
@click.option("--about", type=number, multiple=True, help="The number of an event that it is about (repeatable).")
@click.option("--question", type=case_file.SaidWords(), default=None, help="The open question that it depends on.")
@click.pass_context
def open_(ctx: click.Context, /, log: str, who: str, says: str, about: tuple[int, ...], question: str | None) -> None:
    """Open a case about LOG.

    \b
    deadreckon case open final.log --who Vera --says "The marker is tied." --about 3 --question WP-AMB-31
    """
    from audit.cases.events import OpenCase
    from audit.rewrite.convert import read_log_leniently

    file = case_file.read_case_file(ctx, log)
    if file.case is not None:
        raise click.UsageError(f"There is a case already: {inputs.name_input(file.path)}. Answer in it.")
    try:
        read = read_log_leniently(file.raw, options.load_games())
    except LogError as wrong:
        inputs.exit_unreadable(ctx, log, wrong)
        return
    for at in about:
        if at > len(read.events):
            raise click.UsageError(f"There is no event {at}: the log has {len(read.events)}.")
    digest = hashlib.sha256(file.raw).hexdigest()
    game = read.header.game
    event = OpenCase(
        who=who,
        at=case_file.get_current_minute(),
        log=digest,
        game=game,
        says=says,
        about=about,
        question=question or "",
    )
    _add_event(file, event)


@command.command("answer", short_help="Answer the claim, or a question.")
@case_file.log_argument
@who_option
@case_file.text_option("--says", "The answer.")
@click.option("--to", type=number, default=1, show_default=True, help="The number of the claim or the question.")
@click.pass_context
def answer(ctx: click.Context, /, log: str, who: str, says: str, to: int) -> None:
    """Answer the claim, or a question of the arbiter, in the case of LOG.

    \b
    deadreckon case answer final.log --who Cleo --says "I held it."
    deadreckon case answer final.log --who Cleo --says "Since round four." --to 4
    """
    from audit.cases.events import AnswerInCase

    file = case_file.load_case(ctx, log)
    _add_event(file, AnswerInCase(who=who, at=case_file.get_current_minute(), says=says, to=to))


@command.command("attach", short_help="Add a photograph, a slip or another file.")
@case_file.log_argument
@click.argument("exhibit", type=click.Path())
@who_option
@case_file.text_option("--says", "What it shows.", required=False)
@click.pass_context
def attach(ctx: click.Context, /, log: str, exhibit: str, who: str, says: str | None) -> None:
    """Add the digest of a file, EXHIBIT, to the case of LOG.

    The file itself is not copied.

    \b
    deadreckon case attach final.log table.jpg --who Vera --says "The table at the end."
    """
    from audit.cases.events import AttachExhibit

    file = case_file.load_case(ctx, log)
    raw = case_file.read_bounded_bytes(exhibit, case_file.MAX_EXHIBIT)
    digest, name = hashlib.sha256(raw).hexdigest(), os.path.basename(exhibit)  # noqa: PTH119 - importing pathlib takes time at start-up
    when = case_file.get_current_minute()
    _add_event(file, AttachExhibit(who=who, at=when, name=name, sha256=digest, size=len(raw), says=says or ""))


@command.command("ask", short_help="Ask a question, as the arbiter.")
@case_file.log_argument
@who_option
@case_file.text_option("--whom", "Who is asked.")
@case_file.text_option("--says", "The question.")
@click.pass_context
def ask(ctx: click.Context, /, log: str, who: str, whom: str, says: str) -> None:
    """Ask a party in the case of LOG.

    The case lists the question until it is answered.

    \b
    deadreckon case ask final.log --who Rosa --whom Cleo --says "Since when?"
    """
    from audit.cases.events import AskParty

    file = case_file.load_case(ctx, log)
    _add_event(file, AskParty(who=who, at=case_file.get_current_minute(), whom=whom, says=says))


@command.command("rule", short_help="Rule on the claim.")
@case_file.log_argument
@who_option
@case_file.text_option("--why", "The reason for the ruling.")
@click.option("--reading", "readings", type=options.RulingChoice(), multiple=True, help="How a question is read.")
@click.option(
    "--line",
    "lines",
    type=case_file.SaidWords(),
    multiple=True,
    help='A line to add to the log: ruling 3, or amend 3 "…".',
)
@click.option("--dismissed", is_flag=True, help="Dismiss the claim: nothing changes.")
@click.option("--instead", type=number, default=None, help="The number of the ruling that it replaces.")
@click.option(
    "--tournament", type=click.Path(), default=None, help="Also record the ruling in the tournament of this file."
)
@audit_options.rulebook_options
@click.option("--pack", "packs", type=options.PackFile(), multiple=True, help="Make a content pack known, by its id.")
@click.pass_context
def rule(ctx: click.Context, /, log: str, who: str, why: str, **said: Json) -> None:
    """Rule in the case of LOG: a reading of an open question, lines to add to the log, or that nothing changes.

    The ruling is applied to the log first, and refused if it does not fit. `deadreckon case ways` shows what each
    ruling would change.

    \b
    deadreckon case rule final.log --who Rosa --reading WP-AMB-31=holder-scores --why "She held it."
    deadreckon case rule final.log --who Rosa --line 'amend 2 "yellow: cubes 3"' --why "All four agree."
    deadreckon case rule final.log --who Rosa --dismissed --why "The rulebook says so." --tournament open.toml
    """
    from audit.cases.events import RuleInCase
    from cli.disputes.ruling import refuse_impossible_rule, rule_in_tournament

    file = case_file.load_case(ctx, log)
    event = RuleInCase(
        who=who,
        at=case_file.get_current_minute(),
        why=why,
        readings=dict(said["readings"]),
        lines=tuple(said["lines"]),
        dismissed=said["dismissed"],
        instead=said["instead"] or 0,
    )
    refuse_impossible_rule(
        ctx, file, event, audit_options.make_audit_options(said["rulings"], said["packs"], layers=said["layers"])
    )
    added = (
        rule_in_tournament(ctx, file, event, said["tournament"], dict(said["packs"])) if said["tournament"] else None
    )
    case = _add_event(file, event)
    if added is not None:
        added(case)


@command.command("appeal", short_help="Appeal against a ruling.")
@case_file.log_argument
@who_option
@click.option("--against", type=number, required=True, help="The number of the ruling.")
@case_file.text_option("--why", "The reason.")
@click.pass_context
def appeal(ctx: click.Context, /, log: str, who: str, against: int, why: str) -> None:
    """Appeal against a ruling in the case of LOG.

    The ruling is in force until another one replaces it.

    \b
    deadreckon case appeal final.log --who Vera --against 5 --why "The newer edition says otherwise."
    """
    from audit.cases.events import AppealRuling

    file = case_file.load_case(ctx, log)
    _add_event(file, AppealRuling(who=who, at=case_file.get_current_minute(), against=against, why=why))


@command.command("uphold", short_help="Reject an appeal.")
@case_file.log_argument
@who_option
@click.option("--appeal", type=number, required=True, help="The number of the appeal.")
@case_file.text_option("--why", "Why the ruling stands.")
@click.pass_context
def uphold(ctx: click.Context, /, log: str, who: str, appeal: int, why: str) -> None:
    """Uphold a ruling in the case of LOG after an appeal.

    To rule differently, use `case rule --instead`.

    \b
    deadreckon case uphold final.log --who "Uwe, head judge" --appeal 6 --why "This event is played by the older one."
    """
    from audit.cases.events import UpholdRuling

    file = case_file.load_case(ctx, log)
    _add_event(file, UpholdRuling(who=who, at=case_file.get_current_minute(), appeal=appeal, why=why))


@command.command("close", short_help="End a case.")
@case_file.log_argument
@who_option
@case_file.text_option("--why", "Why the case is closed.", required=False)
@click.pass_context
def close(ctx: click.Context, /, log: str, who: str, why: str | None) -> None:
    """Close the case of LOG.

    Only an appeal opens it again.

    \b
    deadreckon case close final.log --who Rosa
    """
    from audit.cases.events import CloseCase

    file = case_file.load_case(ctx, log)
    _add_event(file, CloseCase(who=who, at=case_file.get_current_minute(), why=why or ""))
