"""Tokens and roles: who may do what, in which club, in which game, from which seat."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest

from api import policy
from api.routes import ROOMS
from audit.store import FINDABLE_PAGE, PAGES_LINK, PAGES_SESSION, PUBLIC_PAGE, SHARED_LOG_LINK, TABLE_LINK, Role, Store
from fixtures.simulate import simulate
from tests.support.requests.live_games import HEADER, begun, events_of, take
from tests.support.servers.api_client import CLUB, Asker, code_of, places_of, spec
from tests.support.servers.fixtures import Served, served


def test_every_operation_has_its_least_role_and_every_role_is_of_an_operation() -> None:
    documented = {
        operation["operationId"]: operation["x-least-role"]
        for path in spec()["paths"].values()
        for operation in path.values()
        if isinstance(operation, dict) and "operationId" in operation
    }
    assert documented == {name: str(least) if least else "anyone" for name, least in policy.LEAST.items()}
    assert set(policy.LEAST) >= policy.BOUND
    assert policy.UNVEILED <= policy.BOUND


@pytest.mark.parametrize("role", Role)
def test_each_role_reaches_what_the_table_says_and_no_more(here: Served, role: Role) -> None:
    someone = here.asker(role)
    for path, method, operation in operations():
        answer = someone.ask(method.upper(), path)
        refused = answer.status_code == 403
        assert refused is not policy.may_call(role, operation), f"{role} {method} {path}: {answer.status_code}"


def test_without_a_good_token_only_the_catalogue_is_open(here: Served) -> None:
    nobody, stranger = here.nobody, Asker(here.app, "dr_" + "x" * 40)
    for path, method, operation in operations():
        open_to_all = policy.LEAST[operation] is None
        for asker, code in ((nobody, "no-token"), (stranger, "bad-token")):
            answer = asker.ask(method.upper(), path)
            assert (answer.status_code == 401) is not open_to_all, f"{method} {path}"
            if not open_to_all:
                assert code_of(answer) == code
                assert answer.headers["WWW-Authenticate"].startswith("Bearer")


# A value for an address in which an `x` would match no operation at all.
FILLED = {"seq": "1", "number": "1", "spelling": "text", "form": "csv"}


def operations() -> list[tuple[str, str, str]]:
    """List every operation with an address where nothing exists."""
    found = []
    for path, methods in spec()["paths"].items():
        filled = re.sub(r"{(\w+)}", lambda name: FILLED.get(name[1], "x"), path)
        found += [(filled, method, seen["operationId"]) for method, seen in methods.items() if method != "parameters"]
    return found


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic YTpi", "Bearer \xff", "Bearer " + "x" * 9_000])
def test_whatever_stands_where_a_token_should_is_answered_with_401(here: Served, header: str) -> None:
    answer = here.nobody.get("/token", headers={"Authorization": header})
    assert answer.status_code == 401


OF_THE_PAGES = (
    PAGES_LINK,
    PAGES_SESSION,
    SHARED_LOG_LINK,
    f"{SHARED_LOG_LINK}: for Ada",
    TABLE_LINK,
    PUBLIC_PAGE,
    f"{PUBLIC_PAGE}: for all",
    FINDABLE_PAGE,
    f"{FINDABLE_PAGE}: for all",
)


@pytest.mark.parametrize("label", OF_THE_PAGES)
def test_the_secret_of_a_link_or_a_session_is_no_bearer_token(here: Served, label: str) -> None:
    asker = here.asker(label=label)
    for path in ("/token", "/logs", "/tokens"):
        answer = asker.get(path)
        assert (answer.status_code, code_of(answer)) == (401, "bad-token"), path
        assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize("label", OF_THE_PAGES)
def test_no_token_is_issued_that_would_open_the_pages(here: Served, label: str) -> None:
    answer = here.asker().post("/tokens", json={"role": "admin", "label": label})
    assert (answer.status_code, places_of(answer)) == (422, ["/label"])


def test_a_token_whose_label_only_begins_like_one_of_the_pages_is_a_token(here: Served) -> None:
    issued = here.asker().post("/tokens", json={"role": "viewer", "label": "shared logs of the season"})
    assert issued.status_code == 201
    assert Asker(here.app, issued.get_json()["secret"]).get("/logs").status_code == 200


def test_an_admin_issues_a_token_lists_it_and_revokes_it(anywhere: Served) -> None:
    admin = anywhere.asker()
    answer = admin.post("/tokens", json={"role": "recorder", "label": "table 7", "days": 2})
    document, secret = answer.get_json()["token"], answer.get_json()["secret"]
    assert (answer.status_code, document["role"], document["club"]) == (201, "recorder", CLUB)
    issued = Asker(anywhere.app, secret)
    assert issued.told("/token") == document
    assert document in admin.told("/tokens")["items"]
    assert secret not in admin.get("/tokens").get_data(as_text=True)
    assert admin.ask("DELETE", f"/tokens/{document['id']}").get_json()["revoked_at"] is not None
    assert code_of(issued.get("/token")) == "bad-token"
    assert admin.ask("DELETE", "/tokens/nothing").status_code == 404
    assert anywhere.asker(club="lighthouse").ask("DELETE", f"/tokens/{document['id']}").status_code == 404


def test_tokens_are_listed_page_by_page_and_all_at_once(anywhere: Served) -> None:
    admin = anywhere.asker()
    issued = [admin.post("/tokens", json={"role": "viewer"}).get_json()["token"]["id"] for _ in range(3)]
    first = admin.told("/tokens?limit=2")
    rest = admin.told(f"/tokens?limit=2&cursor={first['next']}")
    assert (len(first["items"]), rest["next"]) == (2, None)
    assert {*issued} < {one["id"] for one in (*first["items"], *rest["items"])}
    lines = admin.get("/tokens", headers={"Accept": "application/x-ndjson"}).get_data().splitlines()
    assert json.loads(lines[-1]) == {"end": True, "count": 4}


def test_what_a_token_cannot_be_is_named_with_its_pointer(here: Served) -> None:
    admin = here.asker()
    url, _ = begun(admin)
    game = url.rpartition("/")[2]
    for document, pointer in (
        ({"role": "king"}, "/role"),
        ({}, "/role"),
        ({"role": "viewer", "days": 0}, "/days"),
        ({"role": "viewer", "days": "2"}, "/days"),
        ({"role": "viewer", "days": True}, "/days"),
        ({"role": "viewer", "seat": "ada"}, "/seat"),
        ({"role": "viewer", "game": "nothing"}, "/game"),
        ({"role": "viewer", "game": game, "seat": "zoe"}, "/seat"),
        ({"role": "viewer", "label": "a\u0000b"}, "/label"),
        ({"role": "viewer", "id": "mine"}, "/id"),
        ({"role": "viewer", "club": "lighthouse"}, "/club"),
    ):
        assert places_of(admin.post("/tokens", json=document)) == [pointer], document


def test_a_token_past_its_day_is_none(sqlite_url: str) -> None:
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    with Store.open(sqlite_url, clock=lambda: now[0]) as store:
        there = served(store)
        asker = there.asker(lasting=timedelta(days=1))
        assert asker.get("/token").status_code == 200
        now[0] += timedelta(days=1, seconds=1)
        assert code_of(asker.get("/token")) == "bad-token"


def test_a_token_of_one_game_is_good_for_nothing_else(here: Served) -> None:
    admin = here.asker()
    (mine, state), (other, _) = begun(admin), begun(admin)
    bound = here.asker(Role.RECORDER, game=mine.rpartition("/")[2])
    assert bound.told(mine)["seq"] == 0
    assert bound.written(f"{mine}/events", {"events": [take("ada", 1)]}, state).status_code == 201
    for path in ("", "/events", "/facts", "/legal", "/books", "/steps/0", "/log/text"):
        assert bound.get(other + path).status_code == 404
    for path in ("/live-games", "/logs", "/packs"):
        assert code_of(bound.get(path)) == "not-allowed"
    assert bound.written("/live-games", {"text": HEADER}).status_code == 403


def test_a_token_of_one_seat_records_no_move_of_another(here: Served) -> None:
    url, state = begun(here.asker())
    ada = here.asker(Role.RECORDER, game=url.rpartition("/")[2], seat="ada")
    answer = ada.written(f"{url}/events", {"events": [take("ada", 1), take("ben", 1)]}, ada.get(url).headers["ETag"])
    assert (answer.status_code, places_of(answer)) == (403, ["/events/1/by"])
    answer = ada.written(f"{url}/events", {"events": [take("ada", 1)]}, ada.get(url).headers["ETag"])
    assert answer.status_code == 201
    assert answer.headers["ETag"] == ada.get(url).headers["ETag"] != state
    assert places_of(ada.get(f"{url}/facts?seat=ben")) == ["seat"]


def test_a_seat_is_never_told_what_a_hash_would_give_away(here: Served) -> None:
    """A card is one of a few dozen: given a hash over it and everything else hashed, a client can try them all."""
    admin = here.asker()
    url, state = begun(admin)
    ada = here.asker(Role.RECORDER, game=url.rpartition("/")[2], seat="ada")
    receipt = admin.written(f"{url}/events", {"events": [take("ada", 1)]}, state).get_json()
    seen = [ada.get(url + path).get_data(as_text=True) for path in ("", "/events", "/steps/1", "/facts", "/legal")]
    seen += [str(ada.get(url).headers), str(ada.written(f"{url}/events", {"events": [take("ada", 1)]}, state).headers)]
    stale = ada.written(f"{url}/events", {"events": [take("ada", 1)]}, '"0-' + "0" * 64 + '"')
    assert stale.status_code == 412
    seen.append(stale.get_data(as_text=True))
    hashes = [receipt["head"], admin.told(f"{url}/events")["items"][0]["hash"], state.strip('"')[2:]]
    assert not [one for one in seen for secret in hashes if secret in one]
    for path in ("/books", "/report", "/log/jsonl"):
        assert ada.get(url + path).status_code == 403


@pytest.mark.parametrize("game", ["tailwinds", "winds-of-plunder"])
def test_no_answer_shows_a_seat_what_another_seat_hides(here: Served, game: str) -> None:
    admin = here.asker()
    log = simulate(game, None, 5, (), {}, "text").encode()
    url, state = begun(admin, log.decode().partition("---\n")[0])
    seats = [player["seat"] for player in admin.told(url)["header"]["players"]]
    askers = {seat: here.asker(Role.RECORDER, game=url.rpartition("/")[2], seat=seat) for seat in seats}
    checked = 0
    for at, event in enumerate(events_of(log)[:40], 1):
        state = admin.written(f"{url}/events", {"events": [event]}, state).headers["ETag"]
        checked += _veiled(admin, askers, url, at)
    assert checked, "nothing was hidden in this game"


def _veiled(admin: Asker, askers: dict[str, Asker], url: str, seq: int) -> int:
    """Check that no answer tells a seat an event that it may not see; return the number of such seats."""
    hidden = 0
    for seat, asker in askers.items():
        document = asker.told(f"{url}/steps/{seq}")
        listed = asker.told(f"{url}/events?after={seq - 1}")["items"][0]
        assert listed["event"] == document["event"]
        assert listed["hash"] is None
        mine, whole = document["facts"], admin.told(f"{url}/facts")["facts"]
        assert mine == asker.told(f"{url}/facts")["facts"] == admin.told(f"{url}/facts?seat={seat}")["facts"]
        hidden += sum(mine[name] == "??" and whole[name] != "??" for name in whole)
        assert {move["event"].get("by") for move in document["legal"]["moves"]} <= {seat}
    return hidden


def test_the_answer_to_a_seat_is_kept_for_that_token_alone(here: Served) -> None:
    url, state = begun(here.asker())
    one = here.asker(Role.RECORDER)
    two = here.asker(Role.RECORDER)
    one.written(f"{url}/events", {"events": [take("ada", 1)]}, state, key="same")
    other = two.written(f"{url}/events", {"events": [take("ada", 1)]}, state, key="same")
    assert code_of(other) == "stale"


def test_rooms_have_no_operation_twice() -> None:
    names = [endpoint for room in ROOMS for endpoint in room._endpoints]
    assert sorted(names) == sorted(policy.LEAST)
