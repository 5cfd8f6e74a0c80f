"""Views of live games over HTTP: any place, either book, within the club."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from audit.store import Role
from tests.support.requests.live_games import begun, take
from tests.support.servers.api_client import Asker, places_of
from tests.support.servers.fixtures import Served


def test_a_live_game_is_looked_at_from_any_place(here: Served) -> None:
    viewer, recorder = here.asker(Role.VIEWER), here.asker(Role.RECORDER)
    url, state = begun(recorder)
    recorder.written(f"{url}/events", {"events": [take("ada", 3), take("ben", 3)]}, state)
    assert viewer.told(f"{url}/facts")["facts"]["heap"] == 14
    assert viewer.told(f"{url}/facts?seq=1") == {"seq": 1, "facts": viewer.told(f"{url}/steps/1")["facts"]}
    assert viewer.told(f"{url}/steps/0")["facts"]["heap"] == 20
    assert viewer.told(f"{url}/steps/2")["changed"]["heap"] == [17, 14]
    assert [move["text"] for move in viewer.told(f"{url}/legal")["moves"]] == [f"cleo: take {n}" for n in (1, 2, 3)]
    assert viewer.told(f"{url}/legal?seq=1")["seq"] == 1
    assert "14" in viewer.get(f"{url}/picture").get_data(as_text=True)
    for path in ("steps/3", "facts?seq=3", "legal?seq=3", "picture?seq=3"):
        assert viewer.get(f"{url}/{path}").status_code == 404, path
    assert places_of(viewer.get(f"{url}/facts?seat=zoe")) == ["seat"]
    assert places_of(viewer.get(f"{url}/facts?seq=-1")) == ["seq"]


def test_an_event_that_was_retracted_has_no_place_in_the_adjudicated_book(here: Served) -> None:
    judge = here.asker(Role.JUDGE)
    url, state = begun(judge)
    state = judge.written(f"{url}/events", {"events": [take("ada", 3)]}, state).headers["ETag"]
    judge.written(f"{url}/corrections", {"events": [{"do": "retract", "at": 1}]}, state)
    assert judge.get(f"{url}/steps/1").status_code == 404
    assert judge.told(f"{url}/steps/1?book=played")["text"] == "ada: take 3"


def test_live_games_are_listed_within_the_club(anywhere: Served) -> None:
    mine, theirs = anywhere.asker(), anywhere.asker(club="lighthouse")
    made = [begun(mine)[0] for _ in range(3)]
    first = mine.told("/live-games?limit=2")
    rest = mine.told(f"/live-games?limit=2&cursor={first['next']}")
    assert [one["url"] for one in first["items"] + rest["items"]] == made
    assert rest["next"] is None
    assert theirs.told("/live-games")["items"] == []
    for path in ("", "/events", "/facts", "/legal", "/picture", "/books", "/report", "/log/text", "/steps/0"):
        assert theirs.get(made[0] + path).status_code == 404, path
    assert theirs.written(f"{made[0]}/events", {"events": [take("ada", 1)]}, '"0-' + "0" * 64 + '"').status_code == 404


def test_a_game_may_be_closed_without_a_claim_and_without_an_event(here: Served) -> None:
    organiser = here.asker(Role.ORGANISER)
    url, state = begun(organiser)
    closed = organiser.written(f"{url}/closing", {}, state).get_json()
    assert (closed["seq"], closed["answers"], closed["result"]["status"]) == (1, [], "none claimed")
    assert organiser.told(f"{url}/facts")["seq"] == 0
    assert organiser.get(f"{url}/log/text").status_code == 200
    assert organiser.told(f"{url}/events")["items"][0]["event"] == {"do": "close"}


def test_many_writers_on_one_game_lose_no_event_and_fork_nothing(anywhere: Served) -> None:
    recorder = anywhere.asker(Role.RECORDER)
    url, _ = begun(recorder)

    def write(number: int) -> int:
        someone, refused = Asker(anywhere.app, recorder.token), 0
        while True:
            state = someone.get(url).headers["ETag"]
            answer = someone.written(f"{url}/events", {"events": [note(number)]}, state, key=f"w{number}-{refused}")
            if answer.status_code == 201:
                return refused
            assert answer.status_code in {412, 503}, answer.get_data(as_text=True)
            refused += 1

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(24)))
    events = recorder.told(f"{url}/events?limit=200")["items"]
    assert [one["seq"] for one in events] == list(range(1, 25))
    assert {one["event"]["text"] for one in events} == {str(number) for number in range(24)}
    assert anywhere.store.verify() == []


def note(number: int) -> dict[str, str]:
    return {"do": "note", "text": str(number)}
