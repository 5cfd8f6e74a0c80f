"""North Wind against positions and lines that make no sense, cheats, mangled logs, and events by nobody knows whom."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from audit import Asked, audit
from audit.report import as_html, as_json, as_sarif, as_text
from engine.games import GAMES
from engine.kernel.copying import copied
from engine.kernel.events import Event, Move
from engine.kernel.layers import stack
from engine.kernel.legal import legal_moves
from engine.kernel.log import LogError
from engine.kernel.program import Program
from engine.kernel.replay import POLICIES, Replay
from engine.kernel.spellings import parse, write
from engine.kernel.unknown import UNKNOWN
from fixtures.simulate import Session, play
from tests.desk import ROOT, asked
from tests.hostile import ASHORE, NONSENSE_ASHORE, STRANGE_ASHORE
from tests.mangling import mangled
from tests.north_wind_cheating import CHEATS, HEAD, ODD

GAME = GAMES["north-wind"]
LOGS = sorted((ROOT / "fixtures" / "north_wind" / "logs").glob("*.log"))
SAILING = "green: sail olsand\n"
WON = {2: 10, 3: 10, 4: 8}


def instead(one: str, other: str) -> str:
    """Exchange one part of a good position."""
    assert one in ASHORE
    return ASHORE.replace(one, other, 1) + SAILING


def test_the_position_that_is_spoiled_below_is_a_good_one() -> None:
    assert not audit((ASHORE + SAILING).encode(), GAMES).findings


@pytest.mark.parametrize("change", NONSENSE_ASHORE.values(), ids=NONSENSE_ASHORE)
def test_a_position_that_cannot_be_is_refused_with_its_line_and_a_remedy(change: tuple[str, str]) -> None:
    with pytest.raises(LogError) as refused:
        audit(instead(*change).encode(), GAMES)
    fault = refused.value.fault
    assert 1 <= fault.line < len(ASHORE.splitlines())
    assert fault.says
    assert fault.hint


@pytest.mark.parametrize("name", ["five crew members", "a seat called as a fact", "a tile that there is not"])
def test_the_program_says_where_such_a_position_is_and_ends(name: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.log"
    path.write_text(instead(*NONSENSE_ASHORE[name]))
    for command in ("audit", "replay", "legal"):
        done = asked(command, str(path))
        assert (done.exit_code, done.stdout) == (3, "")
        assert done.stderr.startswith(f"{path}:")


@pytest.mark.parametrize("line", STRANGE_ASHORE)
def test_a_line_about_what_there_is_not_is_found_where_it_stands(line: str) -> None:
    report = audit((ASHORE + SAILING + line + "\n").encode(), GAMES)
    lost = [finding for finding in report.findings if finding.status == "malformed"]
    assert [finding.line for finding in lost] == [len((ASHORE + SAILING).splitlines()) + 1]
    assert lost[0].column > 0
    assert lost[0].instead


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_is_named_by_its_rule_and_the_replay_goes_on(name: str) -> None:
    log, rule = CHEATS[name]
    report = audit((HEAD + log + "claim: bank 3\n").encode(), GAMES)
    seen = [finding.rule for finding in report.roots if finding.status in {"illegal", "contested"}]
    assert seen == [rule]
    assert report.findings[-1].line == len((HEAD + log).splitlines()) + 1


@pytest.mark.parametrize("log", ODD.values(), ids=ODD)
def test_what_is_odd_and_within_the_rules_is_let_pass(log: str) -> None:
    report = audit((HEAD + log).encode(), GAMES)
    assert [finding for finding in report.findings if finding.status != "unverifiable"] == []


def test_no_more_tokens_lie_on_the_board_than_a_player_has() -> None:
    for players, tokens in WON.items():
        game = Session(GAME, players, 1, rulings={"NW-AMB-17": "finish-turn"})
        game.finish()
        placed = [GAME.facts(game.table)[f"{seat}.placed"] for seat in game.table.seats]
        assert max(placed) == tokens


def by_nobody(log: list[Event]) -> Iterator[Event]:
    """One move of each kind in a game, and nobody wrote down whose it was."""
    first = {type(event): event for event in reversed(log) if isinstance(event, Move)}
    yield from (replace(event, by=UNKNOWN) for event in first.values())


@pytest.mark.parametrize("seed", range(3))
def test_a_move_by_nobody_knows_whom_makes_nothing_fail(seed: int) -> None:
    log = play(GAME, 2 + seed, seed)
    moves = list(by_nobody(list(log.events)))
    assert len(moves) > 10
    program = Program(stack(GAME, log.header.layers, log.header.rulings))
    run = Replay(program, GAME.lay(log.header, GAME.content(log.header, {}), program.rulebook.terms))
    for seq, event in enumerate(log.events, 1):
        run.run([(seq, event)])
        if seq % 40 == seed:
            after = Replay(program, copied(run.table)).run((seq, move) for move in moves)
            legal_moves(program, after.table)
            assert GAME.facts(after.table)["phase"] in GAME.flow
            assert GAME.picture(after.table)


def test_mangled_logs_get_a_report_or_an_answer() -> None:
    dice, vocabulary = random.Random(11), GAME.vocabulary
    logs = [log.read_bytes() for log in LOGS] + [(HEAD + log).encode() for log, _ in CHEATS.values()]
    logs += [write(parse(log, lambda _: vocabulary), "jsonl", vocabulary).encode() for log in logs[-5:]]
    words = sorted({word for log in logs for word in log.split()}) + [b"??"] * 50
    seen = 0
    for _ in range(400):
        text, policy = mangled(dice, logs, words), dice.choice(POLICIES)
        try:
            report = audit(text, GAMES, Asked(policy=policy))
        except LogError:
            # Refused with a place and a remedy, which the test above looks at.
            continue
        seen += 1
        if not seen % 20:
            assert as_json(audit(text, GAMES, Asked(policy=policy))) == as_json(report)
            assert as_html(report)
            assert as_text(report)
            assert json.loads(as_sarif([("x.log", report)]))
    assert seen > 50
