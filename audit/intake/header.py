"""Resolves the header: applies the caller's options and builds its rules. Each fault is placed at a header line."""

from __future__ import annotations

from audit.intake.programs import get_program
from audit.options import AuditOptions
from engine.kernel.game import Game
from engine.kernel.layers import LayerError
from engine.kernel.log import Header, Log, LogError
from engine.kernel.packs.reader import PackError
from engine.kernel.replay.program import Program
from engine.kernel.rulebook import stack_layers


def resolve_header(log: Log, game: Game, asked: AuditOptions) -> tuple[Header, Program]:
    """Apply the caller's options to the header of a log, and build the program of the rules in force."""
    header = _apply_options(asked, log)
    return header, _build_program(game, log, header)


def _apply_options(asked: AuditOptions, log: Log) -> Header:
    try:
        return asked.apply_to_header(log.header)
    except LogError as wrong:
        raise place_fault(wrong, log, "rulings") from None


def _build_program(game: Game, log: Log, header: Header) -> Program:
    try:
        return get_program(game, header.layers, header.rulings)
    except LayerError as wrong:
        raise _explain_stack_error(game, log, wrong) from None


def _explain_stack_error(game: Game, log: Log, wrong: LayerError) -> LogError:
    """Find out whether the log's own layers or rulings are at fault, or those that the caller added."""
    own = log.header
    hints = {
        "layers": ({}, f"Correct the layers; `deadreckon rules {game.name}` shows which there are."),
        "rulings": (own.rulings, f"Correct the rulings; `deadreckon rulings {game.name}` lists every reading."),
    }
    for key, (rulings, hint) in hints.items():
        try:
            stack_layers(game, own.layers, rulings)
        except LayerError as fault:
            return LogError(str(fault), hint, log.header_lines.get(key, 1))
    hint = "The log itself is fine: check the layers and rulings that were requested with it."
    return LogError(str(wrong), hint, 0, 0)


def place_fault(wrong: LogError, log: Log, key: str) -> LogError:
    """Add the line to a fault in the header. Games report such faults without a line."""
    fault = wrong.fault
    if fault.line > 1 or key not in log.header_lines:
        return wrong
    line, column = log.fact_places.get(fault.fact, (log.header_lines[key], fault.column))
    return LogError(fault.says, fault.hint, line, column, fact=fault.fact)


def place_pack_fault(wrong: PackError, log: Log) -> LogError:
    """Place a fault in an inline pack at its line in the file, and any other at the line that names the pack."""
    line = log.header_lines.get("pack", 1)
    fault = wrong.fault
    if log.header.inline and log.spelling == "text":
        return LogError(fault.says, fault.hint, line + fault.line, fault.column or 1)
    says = f"{fault.says} (line {fault.line} of the pack)" if fault.line else fault.says
    return LogError(says, fault.hint, line)
