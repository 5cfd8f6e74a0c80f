"""Logs written line by line during a game."""

from __future__ import annotations

from collections.abc import Iterator

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
from engine.kernel.events import Unreadable
from engine.kernel.log import Log
from engine.kernel.replay.legal import list_legal_moves
from engine.kernel.rulebook import list_all_rules
from engine.kernel.spellings import parse_log
from fixtures.kits import GAMES
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
