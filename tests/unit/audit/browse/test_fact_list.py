"""Every fact is listed with its possible values, and with a line that can really be read."""

from __future__ import annotations

import pytest

from audit import audit
from audit.browse.facts import ANY_SEAT, list_fact_documents
from audit.intake.preparation import prepare_log
from engine.kernel.replay.claims import list_fact_patterns
from engine.kernel.replay.fact_values import LIST
from fixtures.goldens import goldens
from fixtures.kits import GAMES, kit
from tests.support.command_line import asked


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_of_a_table_is_listed(game: str) -> None:
    sample = prepare_log(GAMES[game].sample.encode(), GAMES)
    first, listed = sample.build_table().seats[0], {str(one["fact"]) for one in list_fact_documents(GAMES[game])}
    there = set(GAMES[game].reckoners(sample.build_table()))
    assert {name.replace(f"{ANY_SEAT}.", f"{first}.") for name in listed} <= there
    assert {name.replace(f"{seat}.", f"{ANY_SEAT}.") for seat in sample.build_table().seats for name in there} >= listed
    assert all(any(one in listed for one in (name, f"{ANY_SEAT}.{name.partition('.')[2]}")) for name in there)


@pytest.mark.parametrize("game", GAMES)
def test_every_example_is_read(game: str) -> None:
    examples = [str(one["example"]) for one in list_fact_documents(GAMES[game])]
    header = GAMES[game].sample.partition("\n---\n")[0]
    report = audit(f"{header}\n---\n{''.join(f'{line}' + chr(10) for line in examples)}".encode(), GAMES)
    assert [finding.says for finding in report.findings if finding.status == "malformed"] == []
    assert len(examples) == len(list_fact_documents(GAMES[game])) > 0


@pytest.mark.parametrize("game", GAMES)
def test_a_fact_that_was_ever_several_values_says_so(game: str) -> None:
    """Each list in a golden is declared as one, so that a claim may name it."""
    for golden in goldens(game):
        log = prepare_log(golden.log, GAMES)
        for fact, value in log.game.facts(log.replay_all().table).items():
            if isinstance(value, str) and " " in value:
                kinds = next(
                    log.game.values[name]
                    for name in list_fact_patterns(fact, log.build_table().seats)
                    if name in log.game.values
                )
                assert LIST in kinds, (golden.name, fact, value)


@pytest.mark.usefixtures("one_small_game")
def test_the_listing_groups_what_is_alike_and_help_teaches() -> None:
    said = asked("facts", "pebbles").stdout
    assert "Of each seat" in said
    assert "SEAT.taken" in said
    assert "claim: heap 3" in said
    assert "position:" in asked("facts", "--help").stdout
    assert "deadreckon facts pebbles" in asked("events", "pebbles").stdout


def test_a_fact_that_is_none_is_told_where_they_are_listed() -> None:
    (finding,) = audit(b"game: pebbles\nplayers: ada, ben\n---\nclaim: stones 3\n", GAMES).findings
    assert "deadreckon facts" in finding.instead


@pytest.mark.parametrize("game", [game for game in GAMES if kit(game).ordered is not None])
def test_every_list_has_an_order_or_none(game: str) -> None:
    lists = {str(one["fact"]): one["ordered"] for one in list_fact_documents(GAMES[game]) if one["list"]}
    assert {fact for fact, ordered in lists.items() if ordered} == set(kit(game).ordered or ())
    assert {fact for fact, ordered in lists.items() if not ordered} == set(kit(game).unordered)


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_of_a_game_has_a_kind_and_an_example_that_is_one(game: str) -> None:
    facts = list_fact_documents(GAMES[game])
    assert [str(one["fact"]) for one in facts if not one["kinds"]] == []
    lists = [one for one in facts if one["list"] and one["names"]]
    assert all(str(one["example"]).split()[-1] in one["names"] for one in lists)
