"""The answers of a live game add up to the audit of its whole record."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from audit import audit
from audit.live import (
    LiveSetup,
    LiveState,
    View,
    advance_game,
    fold_game,
    list_findings,
)
from engine.kernel.events import Event, Insert
from engine.kernel.replay.fact_digest import digest_facts
from engine.kernel.replay.replay import Replay
from engine.kernel.spellings import write_line
from engine.kernel.tables.copy import copy_table
from fixtures.goldens import goldens
from fixtures.kits import GAMES
from fixtures.simulate import company, play
from fixtures.spoilers import Spoiler, spoiled
from tests.support.logs.live_logs import Told, a_few, marks, recordable, same_as_from_scratch, seated


def one_by_one(live: LiveSetup, events: Sequence[Event]) -> tuple[LiveState, Told]:
    """Record events singly, and keep the books on what the answers say."""
    live_state, found = fold_game(live), marks(list_findings(fold_game(live)))
    for event in events:
        live_state, (answer,) = advance_game(live_state, [event])
        found = (found - marks(answer.vanishes)) | marks(answer.findings) | marks(answer.appears)
    return live_state, found


def audited(live: LiveSetup, events: Sequence[Event], live_state: LiveState) -> Told:
    """What the audit of the whole log reports, less what only the end of the record and the search for causes add."""
    report = audit(live.write_log(events), GAMES)
    last = Replay(live.program, copy_table(live_state.adjudicated.table)).close(live_state.seq).judgements
    at_the_end = {(judgement.seq, judgement.laid.rule.id) for judgement in last}
    met = {(judgement.seq, judgement.laid.rule.id) for judgement in live_state.adjudicated.judgements}
    found = set()
    for finding in report.findings:
        # A consequence that shares the fate of a contested root is illegal on its own.
        carried = finding.follows is not None and finding.status == "contested"
        plain = "mismatch" if finding.facts.get("reckoned") is not None else "illegal"
        if (finding.seq, finding.rule) not in at_the_end - met:
            found.add((finding.seq, finding.rule, plain if carried else finding.status))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_answers_to_a_golden_add_up_to_its_audit(game: str, subtests: pytest.Subtests) -> None:
    for golden in goldens(game):
        log = recordable(golden.log)
        if log is None:
            continue
        with subtests.test(f"{game}-{golden.name}"):
            live = seated(log)
            live_state, found = one_by_one(live, log.events)
            assert found == marks(list_findings(live_state))
            assert found == audited(live, log.events, live_state)


@pytest.mark.parametrize(
    ("game", "spoiler"), [pytest.param(game, one, id=f"{game}-{one.rule}") for game in GAMES for one in a_few(game)]
)
def test_the_answers_to_a_spoiled_game_add_up_to_its_audit(game: str, spoiler: Spoiler) -> None:
    rule, found = spoiler.rule, spoiled(game, spoiler)
    assert found is not None
    log, seq = found
    live = seated(log)
    live_state, seen = one_by_one(live, log.events)
    assert (seq, rule) in {(at, broken) for at, broken, _ in seen}
    assert seen == audited(live, log.events, live_state)


over_games = pytest.mark.parametrize("name", GAMES)


@over_games
@pytest.mark.parametrize("seed", range(4))
def test_leaving_an_event_out_and_inserting_it_late_comes_to_the_same_table(name: str, seed: int) -> None:
    log = play(GAMES[name], company(GAMES[name], seed), seed)
    live, whole = seated(log), fold_game(seated(log), log.events)
    missing = len(log.events) * 2 // 3
    rest = [event for seq, event in enumerate(log.events, 1) if seq != missing]
    live_state = fold_game(live, rest)
    line = write_line(log.events[missing - 1], live.game.vocabulary)
    after, (answer,) = advance_game(live_state, [Insert(at=missing - 1, line=line, why="forgotten")])
    assert [finding.rule for finding in list_findings(after)] == [finding.rule for finding in list_findings(whole)]
    assert marks(answer.vanishes) == marks(list_findings(live_state)) - marks(list_findings(after))
    assert digest_facts(live.game.facts(after.adjudicated.table)) == digest_facts(live.game.facts(whole.played.table))
    same_as_from_scratch(after)


@over_games
def test_a_step_tells_what_changed_and_the_facts_follow_from_the_changes(name: str) -> None:
    log = play(GAMES[name], company(GAMES[name], 2), 2)
    view = View(fold_game(seated(log), log.events))
    facts = view.facts_after(0)
    for seq in range(1, len(log.events) + 1):
        step = view.step_document(seq)
        assert step["text"] == write_line(log.events[seq - 1], GAMES[name].vocabulary)
        assert {fact: old for fact, (old, _) in step["changed"].items()} == {f: facts[f] for f in step["changed"]}
        facts |= {fact: new for fact, (_, new) in step["changed"].items()}
        assert step["facts"] == facts == view.facts_after(seq)
    assert view.picture_after().startswith("<svg")
