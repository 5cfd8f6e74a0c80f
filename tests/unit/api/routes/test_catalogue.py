"""What the service says about games without a log: the same as the command line, for every client."""

from __future__ import annotations

import json

import pytest

from engine.games import GAMES
from tests.support.command_line import asked
from tests.support.servers.api_client import Asker, code_of
from tests.support.servers.fixtures import Served


@pytest.fixture
def anybody(here: Served) -> Asker:
    return here.nobody


def test_the_games_are_those_of_the_command_line(anybody: Asker) -> None:
    document = {game["name"]: game for game in anybody.told("/games")["items"]}
    for game in json.loads(asked("games", "--format", "json").output):
        packs = document[game["name"]].pop("packs")
        assert document[game["name"]] == game
        assert packs == list(GAMES[game["name"]].shipped)


@pytest.mark.parametrize("game", GAMES)
def test_vocabulary_and_sample_are_those_of_the_command_line(anybody: Asker, game: str) -> None:
    assert anybody.told(f"/games/{game}/vocabulary")["items"] == json.loads(
        asked("events", game, "--format", "json").output
    )
    assert anybody.told(f"/games/{game}/facts")["items"] == json.loads(asked("facts", game, "--format", "json").output)
    assert anybody.get(f"/games/{game}/sample").get_data(as_text=True) == asked("new", game).output


@pytest.mark.parametrize("game", GAMES)
def test_rules_and_rulings_are_those_of_the_command_line(anybody: Asker, game: str) -> None:
    for what in ("rules", "rulings"):
        document = anybody.told(f"/games/{game}/{what}")["items"]
        assert {one.pop("game") for one in document} == ({game} if what == "rules" or GAMES[game].questions else set())
        assert document == json.loads(asked(what, game, "--format", "json").output)


def test_rules_can_be_asked_for_by_status(anybody: Asker) -> None:
    every = anybody.told("/games/tailwinds/rules")["items"]
    allowed = anybody.told("/games/tailwinds/rules?status=permission")["items"]
    assert allowed == [rule for rule in every if rule["status"] == "permission"] != []


def test_a_rule_is_found_by_its_id_in_any_letters(anybody: Asker) -> None:
    assert anybody.told("/rules/tw-move-05")["id"] == "TW-MOVE-05"
    assert anybody.told("/rules/PB-HEAP-01")["game"] == "pebbles"
    unknown = anybody.get("/rules/TW-MOVE-0")
    assert code_of(unknown) == "not-found"
    assert "TW-MOVE-" in unknown.get_json(force=True)["detail"]


def test_an_open_question_is_found_by_its_id(anybody: Asker) -> None:
    document = anybody.told("/rulings/TW-AMB-05")
    assert document["default"] in [reading["name"] for reading in document["readings"]]
    assert anybody.get("/rulings/TW-AMB-999").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_packs_that_ship_are_listed_and_fetched(anybody: Asker, game: str) -> None:
    listed = anybody.told(f"/games/{game}/packs")["items"]
    assert [pack["id"] for pack in listed] == list(GAMES[game].shipped)
    assert [pack["id"] for pack in listed[:1] if pack["reconstructed"]] == []
    for pack in listed:
        text = anybody.get(pack["url"]).get_data(as_text=True)
        assert f'id = "{pack["id"]}"' in text
    assert anybody.get(f"/games/{game}/packs/nothing").status_code == 404


def test_an_unknown_game_is_answered_with_those_there_are(anybody: Asker) -> None:
    for path in ("", "/vocabulary", "/sample", "/rules", "/rulings", "/packs", "/packs/x"):
        answer = anybody.get(f"/games/chess{path}")
        assert answer.status_code == 404
        assert "tailwinds" in answer.get_json(force=True)["detail"]


def test_a_rule_reference_is_not_sent_twice_to_who_has_it(anybody: Asker) -> None:
    first = anybody.get("/games/tailwinds/rules")
    assert first.headers["Cache-Control"].startswith("public")
    again = anybody.get("/games/tailwinds/rules", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.get_data()) == (304, b"")
