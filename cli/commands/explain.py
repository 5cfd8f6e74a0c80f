"""`deadreckon explain`: one rule, or one open question, with all there is to know about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import options
from cli import output as printing
from cli import shell_completion as completing
from engine.kernel.spellings.misread import shown

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from audit.browse.catalogue import CatalogueRule
    from engine.kernel.game import Game
    from fixtures.cases import Case


def _complete(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    rules, questions = _known()
    return completing.complete((*rules, *questions), incomplete.upper())


@click.command("explain", short_help="Explain one rule, with examples.")
@click.argument("rule_id", metavar="RULE-ID", shell_complete=_complete)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="For a person, or a program."
)
@options.colour_option
def command(rule_id: str, form: str) -> None:
    """Explain the rule RULE-ID of any game: what it says and where, what passes and what breaks it.

    \b
    deadreckon explain TW-MOVE-01
    deadreckon explain TW-AMB-05           an open question, with its readings
    """
    rules, questions = _known()
    wanted = rule_id.strip().upper()
    if wanted not in rules and wanted not in questions:
        hint = options.suggestion(wanted, (*rules, *questions))
        raise click.UsageError(f"There is no rule {shown(rule_id)!r}. {hint}")
    if form == "json":
        _hand_over(wanted, rules, questions)
    elif wanted in questions:
        _print_question(questions[wanted], wanted, rules)
    else:
        _print_rule(rules[wanted])
        _print_examples(rules[wanted])


def _known() -> tuple[dict[str, CatalogueRule], dict[str, Game]]:
    """Find every rule there is, and of every open question whose it is."""
    from audit.browse.catalogue import entries

    rules: dict[str, CatalogueRule] = {}
    questions: dict[str, Game] = {}
    for game in options.games().values():
        questions |= dict.fromkeys(game.questions, game)
        rules |= {entry.rule.id: entry for entry in entries(game)}
    return rules, questions


def _print_rule(entry: CatalogueRule) -> None:
    from audit.browse.catalogue import cited, unpaged, unprinted

    rule, game = entry.rule, entry.game
    printing.say(printing.paint(rule.id, "id"), "  ", printing.paint(rule.says, "strong"))
    _print_pair("Game", f"{game.title}, chapter “{rule.chapter}”")
    _print_pair("Written in", cited(game, rule.cites))
    for reason in unpaged(game, rule.cites):
        _print_pair("", reason)
    for title in unprinted(entry):
        _print_pair("Not in", title)
    _print_pair("Status", rule.status + (f": {rule.why}" if rule.why else ""))
    _print_pair("Layer", entry.layer)
    for other in entry.others:
        places = ", ".join(other.written_at)
        _print_pair("With", f"{other.layer}: {other.rule.says}" + (f" ({places})" if places else ""))
        if other.rule.cites != rule.cites:
            _print_pair("", f"Written in {cited(game, other.rule.cites)}")
    if entry.looks_at:
        _print_pair("Looks at", "; ".join(entry.looks_at))
    if rule.narrows:
        _print_pair("Special case", f"of {', '.join(rule.narrows)}")
    if rule.repeats:
        _print_pair("Says again", "; ".join(f"“{chapter.title}”" for chapter in rule.repeats))
    for place in entry.written_at:
        _print_pair("Source", place)
    _print_readings(game, rule.rulings)


def _print_pair(label: str, value: str) -> None:
    printing.say_paragraph(value, 16, lead=f"  {label}")


def _print_readings(game: Game, rulings: tuple[str, ...]) -> None:
    from cli.commands.rulings import print_question

    for name in rulings:
        printing.say()
        printing.say("It depends on how an open question is read:")
        print_question(game, game.questions[name])


def _print_question(game: Game, question: str, rules: dict[str, CatalogueRule]) -> None:
    from cli.commands.rulings import print_question

    print_question(game, game.questions[question])
    asking = [name for name, entry in rules.items() if question in entry.rule.rulings]
    if asking:
        printing.say_paragraph(f"Rules that depend on it: {', '.join(asking)}", 4, lead="    ")


def _print_examples(entry: CatalogueRule) -> None:
    passing, breaking = _examples(entry)
    for title, style, cases in (("Passes", "good", passing), ("Breaks it", "bad", breaking)):
        for case in cases:
            printing.say()
            printing.say(printing.paint(title, style), f": {case.name}")  # type: ignore[arg-type] # the two styles above
            printing.say_all(f"    {written}" for written in case.log.splitlines())


def _examples(entry: CatalogueRule) -> tuple[list[Case], list[Case]]:
    """Give a passing and a breaking example of a rule in each of its wordings, as far as there are cases."""
    from fixtures.cases import examples

    found = [examples(one.game.name, one.rule.id, one.layer) for one in (entry, *entry.others)]
    passing, breaking = ([case for case in cases if case is not None] for cases in zip(*found, strict=True))
    return passing, breaking


def _hand_over(wanted: str, rules: dict[str, CatalogueRule], questions: dict[str, Game]) -> None:
    from audit.browse.catalogue import question_document, rule_document

    if wanted in questions:
        game = questions[wanted]
        printing.hand_over_json(question_document(game, game.questions[wanted]))
        return
    entry = rules[wanted]
    passing, breaking = _examples(entry)
    printing.hand_over_json(
        {
            **rule_document(entry),
            "passes": [{"name": case.name, "log": case.log} for case in passing],
            "breaks": [{"name": case.name, "log": case.log} for case in breaking],
        }
    )
