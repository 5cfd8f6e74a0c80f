"""Describes one place in a game as a document: the event, its changes, the facts and the legal moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.kernel.basics.json_types import Document, Json
from engine.kernel.basics.visible_text import make_visible
from engine.kernel.events import Event
from engine.kernel.game import Game
from engine.kernel.replay.fact_digest import Diff
from engine.kernel.replay.legal import survey_moves
from engine.kernel.replay.program import Program
from engine.kernel.replay.timeline import Step
from engine.kernel.spellings import write_line
from engine.kernel.table import AnyTable
from engine.kernel.unknown import UNKNOWN, is_known


def spell_fact(value: object) -> object:
    """Convert the value of a fact for JSON. Numbers stay numbers, and unknown becomes `??`."""
    if not is_known(value):
        return str(UNKNOWN)
    return value if isinstance(value, int | str) else str(value)


def facts_document(facts: Mapping[str, object]) -> Document:
    """Convert all facts for JSON."""
    return {name: spell_fact(value) for name, value in facts.items()}


def changes_document(changed: Diff) -> Document:
    """Convert the changed facts for JSON, each with its value before and after."""
    return {name: [spell_fact(old), spell_fact(new)] for name, (old, new) in changed.items()}


def spell_event(game: Game, event: Event) -> str:
    """Write an event as a canonical line. An event that could not be parsed is quoted."""
    if type(event) in game.vocabulary.by_class:
        return write_line(event, game.vocabulary)
    return f"(not readable) {make_visible(getattr(event, 'text', ''))}"


def step_document(game: Game, step: Step, line: int, findings: Sequence[Mapping[str, Json]]) -> Document:
    """Describe one step: the event, its changes and its findings."""
    return {
        "seq": step.seq,
        "line": line,
        "text": spell_event(game, step.event),
        "event": msgspec.to_builtins(step.event),
        "changed": changes_document(step.changed),
        "unapplied": list(step.unapplied),
        "findings": list(findings),
    }


def describe_situation(game: Game, table: AnyTable) -> str:
    """Describe what the game waits for."""
    phase = game.flow[table.phase]
    if table.owed:
        return f"Due first: {table.owed[-1].says}"
    if phase.over:
        return "The game is over."
    turn = table.active
    return f"{phase.says}{f' It is the turn of {turn}.' if is_known(turn) and turn else ''}"


def legal_moves_document(program: Program, table: AnyTable, seq: int, seat: str | None = None) -> Document:
    """List the legal moves after event `seq`: for all seats, or for one."""
    game = program.rulebook.game
    moves, in_doubt = survey_moves(program, table, seat)
    return {
        "seq": seq,
        "phase": table.phase,
        "waits_for": describe_situation(game, table),
        "in_doubt": in_doubt,
        "moves": [_move_document(game, table, move) for move in moves],
    }


def _move_document(game: Game, table: AnyTable, move: Event) -> Document:
    """Describe one legal move, and the dead end that it leads to, if any."""
    dead_end = game.dead_end(table, move)
    document = {"text": spell_event(game, move), "event": msgspec.to_builtins(move)}
    return {**document, "dead_end": dead_end} if dead_end else document
