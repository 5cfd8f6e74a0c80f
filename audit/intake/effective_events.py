"""Finds the events that count in a log: corrections applied, and the game ended where play was stopped."""

from __future__ import annotations

from collections.abc import Mapping

from audit.intake.domains import Domains
from audit.intake.early_stops import end_at_stop
from audit.intake.line_quotes import make_quoted_line_reader
from audit.intake.programs import get_program
from audit.intake.reader import OF_ANOTHER_GAME
from audit.options import AuditOptions
from engine.kernel.game import Game
from engine.kernel.log import Fault, Header, Log, LogError
from engine.kernel.replay.books import Effective, compute_book
from engine.kernel.replay.program import Program
from engine.kernel.spellings import echo_text, suggest_nearest
from engine.kernel.spellings.reader_state import MAX_FAULTS
from engine.kernel.unknown import is_known

EVERY_RULE = "`deadreckon rules` lists every rule; name none to waive all rules that the event breaks."


def compute_book_in_force(
    log: Log, header: Header, program: Program, domains: Domains, games: Mapping[str, Game], asked: AuditOptions
) -> Effective:
    """Compute the book that the caller asks for. Corrections and rulings that cannot apply become faults."""
    reader = make_quoted_line_reader(program.rulebook.game, header, domains, strict=asked.strict)
    counted = compute_book(log.events, reader, asked.book)
    counted.faults += find_strange_rulings(counted, program, games)
    if len(counted.faults) > MAX_FAULTS:
        raise LogError(f"More than {MAX_FAULTS} corrections name what is not there.", OF_ANOTHER_GAME)
    end_at_stop(counted)
    return counted


def find_strange_rulings(counted: Effective, program: Program, games: Mapping[str, Game]) -> list[Fault]:
    """Find rulings on a rule that is not in force. They would waive nothing."""
    rules = program.rulebook.rules
    named = [pair for pairs in counted.rulings.values() for pair in pairs if is_known(pair[1].rule) and pair[1].rule]
    return [
        Fault(*_describe_unknown_rule(ruling.rule, program, games), seq=seq)
        for seq, ruling in named
        if ruling.rule not in rules
    ]


def _describe_unknown_rule(rule: str, program: Program, games: Mapping[str, Game]) -> tuple[str, str]:
    """Explain that a rule is not in force: it belongs to another game, or does not exist."""
    played = program.rulebook.game
    for name, other in games.items():
        if name != played.name and rule in get_program(other, (), {}).rulebook.rules:
            return f"{echo_text(rule)} is a rule of {other.title}, and this is a game of {played.title}.", EVERY_RULE
    return f"There is no rule {echo_text(rule)} in force.", suggest_nearest(rule, program.rulebook.rules) or EVERY_RULE
