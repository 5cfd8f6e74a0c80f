"""Prepares a log for judging, step by step: the log, its header, its components, and the events that count."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from msgspec.structs import replace

from audit.intake.effective_events import compute_book_in_force
from audit.intake.header import resolve_header
from audit.intake.known_games import KnownGames
from audit.intake.missing_layers import add_missing_layer_hints
from audit.intake.position import refuse_impossible_position, resolve_position
from audit.intake.prepared import START, PreparedLog
from audit.intake.reader import read_log
from audit.options import DEFAULT_OPTIONS, AuditOptions
from engine.kernel.game import Game
from engine.kernel.log import Log
from engine.kernel.replay.fact_values import Values


def prepare_log(raw: bytes, games: Mapping[str, Game], asked: AuditOptions = DEFAULT_OPTIONS) -> PreparedLog:
    """Read a log and resolve everything it names. Raises `LogError` with the header line at fault."""
    known_games = KnownGames(games, asked)
    log = _append_laid_lines(read_log(raw, known_games, strict=asked.strict, columns=asked.columns), asked)
    game = games[log.header.game]
    header, program = resolve_header(log, game, asked)
    content = known_games.content(game, log, header)
    domains = known_games.domains(game, header, content)
    book = compute_book_in_force(log, header, program, domains, games, asked)
    header, unread = resolve_position(log, header, Values(game.values, header, domains), domains.get("fact"))
    add_hints = partial(add_missing_layer_hints, game=game, header=header, packs=asked.packs)
    log.faults[:] = add_hints(log.faults)
    entries = [(0, START), *book.entries]
    prepared = PreparedLog(game, log, header, content, program, book, entries, asked, domains)
    refuse_impossible_position(log, header.position, prepared.compute_position, game.ordered, add_hints(unread))
    return prepared


def _append_laid_lines(log: Log, asked: AuditOptions) -> Log:
    """Append the caller's lines about the record to the events. They have line number 0."""
    if not asked.laid:
        return log
    return replace(log, events=[*log.events, *asked.laid], lines=[*log.lines, *([0] * len(asked.laid))])
