"""`deadreckon explain`: one rule or one open question in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import options, output, shell_completion
from engine.kernel.basics.visible_text import make_visible

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from audit.browse.catalogue import CatalogueRule
    from engine.kernel.game import Game
    from fixtures.cases import Case


def _complete_rule(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    rules, questions = _index_rules()
    return shell_completion.complete_names((*rules, *questions), incomplete.upper())


@click.command("explain", short_help="Explain one rule, with examples.")
@click.argument("rule_id", metavar="RULE-ID", shell_complete=_complete_rule)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Text, or JSON for programs."
)
@options.colour_option
def command(rule_id: str, form: str) -> None:
    """Explain the rule RULE-ID of any game: its sentence, its source, and examples that keep it and break it.

    \b
    deadreckon explain TW-MOVE-01
    deadreckon explain TW-AMB-05           an open question, with its readings
    """
    rules, questions = _index_rules()
    wanted = rule_id.strip().upper()
    if wanted not in rules and wanted not in questions:
        hint = options.suggest_word(wanted, (*rules, *questions))
        raise click.UsageError(f"There is no rule {make_visible(rule_id)!r}. {hint}")
    if form == "json":
        _print_json(wanted, rules, questions)
    elif wanted in questions:
        _print_question(questions[wanted], wanted, rules)
    else:
        _print_rule(rules[wanted])
        _print_examples(rules[wanted])


def _index_rules() -> tuple[dict[str, CatalogueRule], dict[str, Game]]:
    """Index every rule by its id, and the game of every open question."""
    from audit.browse.catalogue import list_catalogue_rules

    rules: dict[str, CatalogueRule] = {}
    questions: dict[str, Game] = {}
    for game in options.load_games().values():
        questions |= dict.fromkeys(game.questions, game)
        rules |= {entry.rule.id: entry for entry in list_catalogue_rules(game)}
    return rules, questions


def _print_rule(entry: CatalogueRule) -> None:
    from audit.browse.catalogue import cite_rule, explain_missing_pages, list_editions_without_rule

    rule, game = entry.rule, entry.game
    output.say(output.paint(rule.id, "id"), "  ", output.paint(rule.says, "strong"))
    _print_pair("Game", f"{game.title}, chapter “{rule.chapter}”")
    _print_pair("Written in", cite_rule(game, rule.cites))
    for reason in explain_missing_pages(game, rule.cites):
        _print_pair("", reason)
    for title in list_editions_without_rule(entry):
        _print_pair("Not in", title)
    _print_pair("Status", rule.status + (f": {rule.why}" if rule.why else ""))
    _print_pair("Layer", entry.layer)
    for other in entry.others:
        places = ", ".join(other.source_places)
        _print_pair("With", f"{other.layer}: {other.rule.says}" + (f" ({places})" if places else ""))
        if other.rule.cites != rule.cites:
            _print_pair("", f"Written in {cite_rule(game, other.rule.cites)}")
    if entry.subjects_of_rule:
        _print_pair("Looks at", "; ".join(entry.subjects_of_rule))
    if rule.narrows:
        _print_pair("Special case", f"of {', '.join(rule.narrows)}")
    if rule.repeats:
        _print_pair("Says again", "; ".join(f"“{chapter.title}”" for chapter in rule.repeats))
    for place in entry.source_places:
        _print_pair("Source", place)
    _print_readings(game, rule.rulings)


def _print_pair(label: str, value: str) -> None:
    output.say_paragraph(value, 16, lead=f"  {label}")


def _print_readings(game: Game, rulings: tuple[str, ...]) -> None:
    from cli.commands.rulings import print_question

    for name in rulings:
        output.say()
        output.say("It depends on how an open question is read:")
        print_question(game, game.questions[name])


def _print_question(game: Game, question: str, rules: dict[str, CatalogueRule]) -> None:
    from cli.commands.rulings import print_question

    print_question(game, game.questions[question])
    asking = [name for name, entry in rules.items() if question in entry.rule.rulings]
    if asking:
        output.say_paragraph(f"Rules that depend on it: {', '.join(asking)}", 4, lead="    ")


def _print_examples(entry: CatalogueRule) -> None:
    passing, breaking = _find_examples(entry)
    for title, style, cases in (("Passes", "good", passing), ("Breaks it", "bad", breaking)):
        for case in cases:
            output.say()
            output.say(output.paint(title, style), f": {case.name}")  # type: ignore[arg-type] # the two styles above
            output.say_lines(f"    {written}" for written in case.log.splitlines())


def _find_examples(entry: CatalogueRule) -> tuple[list[Case], list[Case]]:
    """Find an example that keeps the rule and one that breaks it, for each of its wordings."""
    from fixtures.cases import examples

    found = [examples(one.game.name, one.rule.id, one.layer) for one in (entry, *entry.others)]
    passing, breaking = ([case for case in cases if case is not None] for cases in zip(*found, strict=True))
    return passing, breaking


def _print_json(wanted: str, rules: dict[str, CatalogueRule], questions: dict[str, Game]) -> None:
    from audit.browse.catalogue import question_document, rule_document

    if wanted in questions:
        game = questions[wanted]
        output.write_json(question_document(game, game.questions[wanted]))
        return
    entry = rules[wanted]
    passing, breaking = _find_examples(entry)
    output.write_json(
        {
            **rule_document(entry),
            "passes": [{"name": case.name, "log": case.log} for case in passing],
            "breaks": [{"name": case.name, "log": case.log} for case in breaking],
        }
    )
