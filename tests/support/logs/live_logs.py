"""Logs written line by line during a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from audit.live import (
    LiveSetup,
    LiveState,
    View,
    begin_game,
    fold_game,
    list_findings,
)
from engine.kernel.events import Event, Unreadable
from engine.kernel.log import Log
from engine.kernel.replay.fact_digest import digest_facts
from engine.kernel.replay.legal import list_legal_moves
from engine.kernel.rulebook import list_all_rules
from engine.kernel.spellings import parse_log
from fixtures.kits import GAMES
from fixtures.simulate import company, play
from fixtures.spoilers import Spoiler, spoiled, spoilers

RULES_SPOILED = 12


def recordable(raw: bytes) -> Log | None:
    """A log that can be recorded live: every line can be read, and names only things that exist."""
    log = parse_log(raw, lambda name: GAMES[name].vocabulary)
    live = begin_game(msgspec.json.encode(log.header), GAMES)
    strangers = live.game.vocabulary.check_names(log.events, live.domains)
    return None if log.faults or strangers or any(isinstance(event, Unreadable) for event in log.events) else log


def seated(log: Log) -> LiveSetup:
    return begin_game(msgspec.json.encode(log.header), GAMES)


def a_few(game: str) -> Iterator[Spoiler]:
    # A general rule is found where the special rule that it repeats is; another test shows that.
    rules = [rule for rule in spoilers(game).rules if not list_all_rules(GAMES[game])[rule][0].rule.repeats]
    for rule in rules[:: max(1, len(rules) // RULES_SPOILED)]:
        yield spoilers(game).of(rule)[0]


def wronged(game: str, seed: int = 0) -> tuple[LiveSetup, LiveState, int]:
    """Yield a spoiled game as far as it can be recorded, and the event that breaks a rule where another was legal."""
    for spoiler in a_few(game):
        found = spoiled(game, spoiler, seed)
        if found is not None and found[1]:
            log, seq = found
            live_state = fold_game(seated(log), log.events)
            plain = [f for f in list_findings(live_state) if f.seq == seq and f.status == "illegal"]
            if plain and list_legal_moves(live_state.live.program, View(live_state, "played").table_at(seq - 1)):
                return live_state.live, live_state, seq
    pytest.fail(f"no spoiled game of {game} has an illegal event")


def game_played(name: str, seed: int) -> tuple[LiveSetup, Log]:
    log = play(GAMES[name], company(GAMES[name], seed), seed)
    return begin_game(msgspec.json.encode(log.header), GAMES), log


def shown(live_state: LiveState) -> list[Any]:
    game = live_state.live.game
    books = (live_state.played, live_state.adjudicated)
    tables = [(digest_facts(game.facts(book.table)), game.draw_table(book.table), len(book.entries)) for book in books]
    return [live_state.seq, live_state.head, tables, list_findings(live_state), list_findings(live_state, "played")]


Told = set[tuple[int | None, str, str]]


def marks(found: Any) -> Told:
    return {(finding.seq, finding.rule, finding.status) for finding in found}


def same_as_from_scratch(live_state: LiveState) -> None:
    anew = fold_game(live_state.live, live_state.events)
    for one, other in ((live_state.played, anew.played), (live_state.adjudicated, anew.adjudicated)):
        assert digest_facts(live_state.live.game.facts(one.table)) == digest_facts(
            live_state.live.game.facts(other.table)
        )
        assert [(h.seq, h.laid.rule.id) for h in one.judgements] == [(h.seq, h.laid.rule.id) for h in other.judgements]
    assert live_state.head == anew.head


def live_game(header: Any, events: list[Event]) -> tuple[LiveSetup, LiveState]:
    live = begin_game(msgspec.json.encode(header), GAMES)
    return live, fold_game(live, events)


def told(live_state: LiveState, seat: str, every: int = 1) -> Iterator[Any]:
    """All that a reader can ask for, at every place or at some."""
    view = View(live_state, seat=seat)
    for seq in range(1, live_state.seq + 1, every):
        yield view.step_document(seq), view.picture_after(seq), view.legal_document(seq)
    yield list(view.event_documents())
    yield view.findings()
    yield view.header_document()
