"""Reports and books of live games: made like those of any log, and for a long game once in each of its states."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from api.jobs import dispatch
from api.live import reports
from audit.store import Role, Store
from tests.support.requests.live_games import begun, take
from tests.support.servers.api_client import Asker
from tests.support.servers.fixtures import Served, served
from tests.support.stores.tampering import SECRET, changed

LOOKS = ("/books", "/report", "/report?book=played", "/report?as=text/html")
Seen = tuple[bytes, str | None]


@pytest.fixture
def here(url: str) -> Iterator[Served]:
    """Serve a fresh database of each kind in turn, with signatures."""
    with Store.open(url, secret=SECRET) as store:
        store.sign_everything_anew(SECRET)
        yield served(store)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Treat every game as a long one, and record the jobs for it."""
    seen: list[str] = []

    def noted(*given: object) -> object:
        seen.append(str(given[0]))
        return done(*given)  # type: ignore[arg-type] # as it was called

    done = dispatch.run_job
    monkeypatch.setattr(dispatch, "run_job", noted)
    monkeypatch.setattr(reports, "LONG", 1)
    return seen


def looked(asker: Asker, url: str) -> list[Seen]:
    """Request everything that is made of a game."""
    return [_look(asker, *(url + look).split("?as=")) for look in LOOKS]


def _look(asker: Asker, path: str, form: str = "application/json") -> Seen:
    answer = asker.get(path, headers={"Accept": form})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_data(), answer.headers.get("Deadreckon-Verdict")


def test_what_is_made_of_a_long_game_is_made_once_for_each_of_its_stands(
    here: Served, url: str, made: list[str]
) -> None:
    judge = here.asker(Role.JUDGE)
    game, state = begun(judge)
    moves = {"events": [take("ada", 3), take("ben", 9)]}
    state = judge.written(f"{game}/events", moves, state).headers["ETag"]
    first = looked(judge, game)
    assert len(made) == len(LOOKS)
    assert looked(judge, game) == looked(Asker(served(here.store).app, judge.token), game) == first
    assert len(made) == len(LOOKS)
    judge.written(f"{game}/corrections", {"events": [{"do": "retract", "at": 2}]}, state)
    assert all(now != then for now, then in zip(looked(judge, game), first, strict=True))
    assert len(made) == 2 * len(LOOKS)
    # Results for an earlier state are forgotten.
    assert changed(url, "DELETE FROM snapshots WHERE seq = 3") == len(LOOKS)
    assert changed(url, "DELETE FROM snapshots") == 0


@pytest.mark.parametrize("edit", ["body = :bytes", "body = :bytes, mac = NULL"])
def test_what_somebody_has_changed_of_it_is_made_anew(here: Served, url: str, made: list[str], edit: str) -> None:
    judge = here.asker(Role.JUDGE)
    game, state = begun(judge)
    judge.written(f"{game}/events", {"events": [take("ada", 3)]}, state)
    first = looked(judge, game)
    changed(url, f"UPDATE snapshots SET {edit}", bytes=b"0\nclean\n{}")
    assert looked(judge, game) == first
    assert looked(judge, game) == first
    assert len(made) == 2 * len(LOOKS)
    assert here.store.verify() == []


def test_of_a_short_game_nothing_is_kept(here: Served, url: str) -> None:
    judge = here.asker(Role.JUDGE)
    game, state = begun(judge)
    looked(judge, game)
    judge.written(f"{game}/events", {"events": [take("ada", 3)]}, state)
    looked(judge, game)
    assert changed(url, "DELETE FROM snapshots") == 0
