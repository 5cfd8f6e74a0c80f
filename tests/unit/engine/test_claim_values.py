"""A value in a claim is read as what it names: a player as the seat, a name in any case."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from audit import Report, audit
from audit.intake.domains import list_domains
from audit.intake.preparation import prepare_log
from audit.intake.prepared import PreparedLog
from audit.live import UndecodedError, begin_game, decode_client_events
from audit.model.findings import Finding
from engine.games import GAMES
from engine.kernel.log import LogError
from engine.kernel.replay.claims import list_fact_patterns
from engine.kernel.replay.fact_values import LIST, Values
from engine.kernel.spellings import Misread
from engine.kernel.unknown import is_known
from fixtures.kits import kit
from tests.support.games.pebbles import CLEAN
from tests.support.games.pebbles import GAMES as PEBBLES
from tests.support.logs.pebbles_audits import told
from tests.support.paths import FIXTURES

# Headers in which the second player has a name of three words.
HEADS = {name: kit(name).header.replace("=Ben", '="Ben van Dyk"') for name in GAMES if kit(name).header}


@cache
def prepared(game: str) -> PreparedLog:
    return prepare_log(f"{HEADS[game]}---\nrecord: note x\n".encode(), GAMES)


def values_in(log: PreparedLog) -> Values:
    return Values(log.game.values, log.header, list_domains(log.game, log.header, log.content))


def logs_of(game: str) -> list[Path]:
    return sorted((FIXTURES / game.replace("-", "_") / "logs").glob("*.log"))


def claimed(game: str, *claims: str) -> Report:
    lines = "".join(f"{claim}\n" for claim in claims)
    return audit(f"{HEADS[game]}---\n{lines}".encode(), GAMES)


def malformed(report: Report) -> Finding:
    (finding,) = [finding for finding in report.findings if finding.status == "malformed"]
    return finding


@pytest.mark.parametrize("game", HEADS)
def test_every_fact_says_what_it_may_be(game: str) -> None:
    log = prepared(game)
    facts = log.game.facts(log.build_table())
    assert [
        fact for fact in facts if log.game.values.keys().isdisjoint(list_fact_patterns(fact, log.build_table().seats))
    ] == []


@pytest.mark.parametrize("game", HEADS)
def test_what_is_reckoned_is_read_as_itself(game: str, subtests: pytest.Subtests) -> None:
    for path in logs_of(game):
        with subtests.test(f"{game}-{path.stem}"):
            log = prepare_log(path.read_bytes(), GAMES)
            values = values_in(log)
            facts = {fact: value for fact, value in log.game.facts(log.replay_all().table).items() if is_known(value)}
            assert {fact: values.read_value(fact, value) for fact, value in facts.items()} == facts


@pytest.mark.parametrize("game", HEADS)
@pytest.mark.parametrize("said", ["ORANGE", "Ben van Dyk", "ben VAN dyk"])
def test_a_seat_is_named_by_colour_or_player_in_any_case(game: str, said: str) -> None:
    values = values_in(prepared(game))
    seated = [fact for fact, kinds in values.kinds.items() if kinds == ("seat",) and "*" not in fact]
    assert "turn" in seated
    assert {fact: values.read_value(fact, said) for fact in seated} == dict.fromkeys(seated, "orange")
    lists = [fact for fact, kinds in values.kinds.items() if set(kinds) == {"seat", LIST} and "*" not in fact]
    assert {fact: values.read_value(fact, f"{said}, Ada") for fact in lists} == dict.fromkeys(lists, "orange green")


@pytest.mark.parametrize(
    ("game", "fact", "said", "meant"),
    [
        ("winds-of-plunder", "wind", "South", "S"),
        ("winds-of-plunder", "green.compass", "n", "N"),
        ("winds-of-plunder", "green.port", "Jamaica", "jamaica"),
        ("winds-of-plunder", "green.marks", "Havana,Belize", "havana belize"),
        ("winds-of-plunder", "marker.crew", "Ada", "green"),
        ("winds-of-plunder", "area.1", "ada Ben van Dyk", "green orange"),
        ("winds-of-plunder", "green.vp", "7", 7),
        ("winds-of-plunder", "green.vp", "Seven", 7),
        ("tailwinds", "green.aft", "seven inside", "7 inside"),
        ("north-wind", "green.gold", "twenty-one", 21),
        ("winds-of-plunder", "winner", "None", "none"),
        ("tailwinds", "green.aft", "7 Inside", "7 inside"),
        ("tailwinds", "leader", "Ada.fore", "green.fore"),
        ("tailwinds", "last", "Ben van Dyk.aft ADA.AFT", "orange.aft green.aft"),
        ("tailwinds", "rear", "t1", "T1"),
        ("tailwinds", "green.hand", "Sailor-5 ??", "sailor-5 ??"),
        ("north-wind", "column.olsand", "Ada Cleo", "green blue"),
        ("north-wind", "stack", "Fort_Haven", "fort_haven"),
        ("north-wind", "green.hold", "Salt FISH", "salt fish"),
    ],
)
def test_a_value_is_read_as_what_it_names(game: str, fact: str, said: str, meant: str | int) -> None:
    read = values_in(prepared(game)).read_value(fact, said)
    assert (read, type(read)) == (meant, type(meant))


@pytest.mark.parametrize(
    ("game", "fact", "said", "remedy"),
    [
        ("winds-of-plunder", "green.port", "Jamacia", "Did you mean 'jamaica'?"),
        ("winds-of-plunder", "green.vp", "sevn", "a whole number"),
        ("tailwinds", "winner", "grean", "Did you mean 'green'?"),
        ("tailwinds", "green.aft", "7 insidde", "Did you mean 'inside'?"),
        ("north-wind", "green.gold", "green", "a whole number"),
        ("winds-of-plunder", "winner", "7", "There is: Ada, Ben van Dyk, Cleo, blue, green, orange."),
        ("tailwinds", "rear", "3", "'T3'"),
        ("north-wind", "turn", "Zoe", "There is: Ada, Ben van Dyk, Cleo, blue, green, orange."),
    ],
)
def test_what_is_no_value_is_malformed_with_a_remedy_and_breaks_nothing(
    game: str, fact: str, said: str, remedy: str
) -> None:
    with pytest.raises(Misread) as caught:
        values_in(prepared(game)).read_value(fact, said)
    assert remedy in caught.value.hint
    report = claimed(game, f"claim: {fact} {said}")
    finding = malformed(report)
    assert remedy in finding.instead
    assert [one.status for one in report.findings] == ["malformed"]


@pytest.mark.parametrize("game", HEADS)
def test_the_winner_may_be_claimed_by_name(game: str) -> None:
    path, seat = next((path, seat) for path in logs_of(game) for seat in [_sole_winner(path)] if seat)
    text, name = path.read_text(), "Zacharias"
    header, rule, lines = text.partition("\n---\n")
    players = next(line for line in header.splitlines() if line.startswith("players:"))
    renamed = ", ".join(
        f"{one.partition('=')[0].strip()}={name}{''.join(one.partition('/')[1:])}"
        if one.partition("=")[0].partition("/")[0].strip() == seat
        else one.strip()
        for one in players.removeprefix("players:").split(",")
    )
    by_name = header.replace(players, f"players: {renamed}") + rule + lines.replace(f"winner {seat}", f"winner {name}")
    assert f"claim: winner {name}" in by_name
    assert audit(by_name.encode(), GAMES).result.status == "confirmed"


def _sole_winner(path: Path) -> str:
    result = audit(path.read_bytes(), GAMES).result
    winner = str(result.claimed.get("winner", ""))
    return winner if result.status == "confirmed" and winner != "none" and " " not in winner else ""


# The result


def test_a_result_claimed_by_name_is_that_of_the_seat() -> None:
    report = told(*CLEAN[:-1], "claim: winner BEN")
    assert (report.result.claimed, report.result.status) == ({"winner": "ben"}, "confirmed")


def test_a_malformed_claim_of_the_result_leaves_it_unproven() -> None:
    report = told(*CLEAN[:-1], "claim: winner bem")
    assert (report.verdict, report.result.status) == ("incomplete", "unproven")
    assert malformed(report).repairs == ()


@pytest.mark.parametrize("game", HEADS)
@pytest.mark.parametrize("said", ["", "7", "??", "grean", "phase", "green orange blue yellow"])
def test_no_claim_that_cannot_be_read_refutes_a_result(game: str, said: str) -> None:
    report = claimed(game, f"claim: winner {said}".rstrip())
    assert report.result.status == "unproven"
    assert {finding.status for finding in report.findings} <= {"malformed", "unverifiable"}


def test_a_malformed_claim_takes_a_right_one_before_it_back() -> None:
    assert told(*CLEAN, "claim: winner bem").result.status == "unproven"


def test_a_correction_may_quote_a_claim_by_name() -> None:
    amended = f'record: amend {len(CLEAN)} "claim: winner Ben" who=Judge'
    assert told(*CLEAN[:-1], "claim: winner ada", amended).result.status == "confirmed"
    amended = amended.replace("Ben", "Bem")
    assert malformed(told(*CLEAN[:-1], "claim: winner ada", amended)).instead == "Did you mean 'ben'?"


# Positions


@pytest.mark.parametrize(
    ("game", "said", "meant"),
    [
        ("winds-of-plunder", "phase=Plunder, turn=Ben van Dyk, wind=South", ("plunder", "orange", "S")),
        ("tailwinds", "phase=Choosing, acted=ada, rear=t2", ("choosing", "green", "T2")),
        ("north-wind", "phase=Income, turn=Cleo, column.olsand=Ada Ben van Dyk", ("income", "blue", "green orange")),
    ],
)
def test_a_position_is_read_as_the_values_it_names(game: str, said: str, meant: tuple[str, ...]) -> None:
    assert tuple(_at(game, said).header.position.values()) == meant


@pytest.mark.parametrize("game", HEADS)
def test_a_position_that_says_no_value_is_refused_with_a_remedy(game: str) -> None:
    with pytest.raises(LogError) as caught:
        _at(game, "phase=Over, turn=Grean")
    begun, fault = caught.value.faults
    assert "cannot start in phase “over”" in begun.says
    assert (fault.says, fault.line) == ("'Grean' is no value of turn.", 4)
    assert fault.hint == "Did you mean 'green'?"


def _at(game: str, position: str) -> PreparedLog:
    return prepare_log(f"{HEADS[game]}position: {position}\n---\nrecord: note x\n".encode(), GAMES)


# Names that could mean two seats


@pytest.mark.parametrize(
    ("players", "says"),
    [
        ("ada=Zoe, ben=zoe", "ada and ben are both played by 'zoe'"),
        ("ada=Ben, ben=Zoe", "called 'Ben', as another seat is"),
        ("ada=Zoe, ben=ADA", "called 'ADA', as another seat is"),
    ],
)
def test_a_name_that_could_mean_two_seats_is_refused(players: str, says: str) -> None:
    with pytest.raises(LogError) as caught:
        prepare_log(f"game: pebbles\nplayers: {players}\n---\nada: take 1\n".encode(), PEBBLES)
    assert says in caught.value.fault.says
    assert (caught.value.fault.line, caught.value.fault.hint[-1]) == (2, ".")


# Live games


def test_a_live_game_keeps_the_seat_where_a_claim_names_the_player() -> None:
    live = begin_game(b"game: pebbles\nplayers: ada=Zoe, ben=Ben\n---\n", PEBBLES)
    (claim,) = decode_client_events(live, [{"do": "claim", "fact": "winner", "value": "Zoe"}])
    assert claim.value == "ada"  # type: ignore[attr-defined] # a claim as it was sent
    with pytest.raises(UndecodedError) as caught:
        decode_client_events(live, [{"do": "claim", "fact": "winner", "value": "Zoo"}])
    (misfit,) = caught.value.misfits
    assert (misfit.pointer, misfit.hint) == ("/0/value", "Did you mean 'Zoe'?")
