"""Verdicts are sent to the configured addresses only, signed, until they arrive, with nothing else."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from email.parser import Parser
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from api.notify.webhooks import PAUSES, Sender, read_hooks
from api.settings import Settings
from audit.store import Role, Store
from tests.support.command_line import asked
from tests.support.games import pebbles
from tests.support.paths import ROOT
from tests.support.requests.live_games import begun, events_of
from tests.support.servers.api_client import CLUB, OTHER
from tests.support.servers.fixtures import SETTINGS, Served, served
from tests.support.servers.http_servers import Door, answer, asked_of
from tests.support.servers.serve_command import serving, told_by
from tests.support.stores.store_calls import Clock
from tests.support.stores.tampering import changed

HERE = "127.0.0.0/8"
URL = "https://club.example/hook?of=ada"
BROKEN = pebbles.log("ada: take 3", "ben: take 5", "cleo: has 0", "claim: winner ada")
SECOND = timedelta(seconds=1)
TAKEN = answer("204 Taken")


@pytest.fixture
def clock() -> Clock:
    """Set the time by hand."""
    return Clock()


@pytest.fixture
def store(sqlite_url: str, clock: Clock) -> Iterator[Store]:
    """Open a store that signs."""
    with Store.open(sqlite_url, secret=SETTINGS.secret, clock=clock) as store:
        store.sign_everything_anew(SETTINGS.secret)
        yield store


def told_at(*urls: str) -> Settings:
    return replace(SETTINGS, webhooks=" ".join(urls), webhook_networks=HERE)


def waiting(store: Store, settings: Settings) -> list[Any]:
    """Read all waiting notices, by address."""
    found = []
    for hook in read_hooks(settings):
        while (one := store.take_next_notice(hook.name, PAUSES)) is not None:
            found.append((hook.url, json.loads(one.body)))
    return found


def recipe() -> Callable[..., bool]:
    """Load the check for receivers from the operators' page."""
    page = (ROOT / "docs" / "how-to" / "run-it-for-a-club.md").read_text()
    (source,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    space: dict[str, Any] = {}
    exec(source, space)  # noqa: S102 - our own page
    return space["genuine"]  # type: ignore[no-any-return] # as it is there


def read(raw: bytes) -> tuple[Any, bytes]:
    head, _, body = raw.partition(b"\r\n\r\n")
    return Parser().parsestr(head.partition(b"\r\n")[2].decode()), body


# ---- content of a notice ----


def test_an_audit_that_is_kept_is_told_once_with_the_verdict_and_who_has_won(store: Store) -> None:
    settings = told_at(URL)
    here = served(store, settings)
    recorder = here.asker(Role.RECORDER)
    sha256 = recorder.kept(BROKEN)
    made, again = (recorder.post(f"/logs/{sha256}/audits", json={}).get_json() for _ in range(2))
    assert again == made
    ((url, said),) = waiting(store, settings)
    assert url == URL
    assert said == {
        "schema": "deadreckon.verdict/1",
        "id": f"audit_{CLUB}_{made['id']}",
        "club": CLUB,
        "log": sha256,
        "live": None,
        "audit": made["id"],
        "at": made["made_at"],
        "url": f"/api/v1/audits/{made['id']}",
        "verdict": "broken",
        "result": {"status": "unproven", "winner": {"claimed": "ada", "reckoned": "none"}},
    }


def test_what_somebody_asks_of_a_log_beside_its_verdict_is_not_told(store: Store) -> None:
    settings = told_at(URL)
    judge = served(store, settings).asker(Role.JUDGE)
    sha256 = judge.kept(BROKEN)
    for wanted in ({"book": "played"}, {"policy": "skip-illegal"}, {"layers": ["small-hands"]}):
        assert judge.post(f"/logs/{sha256}/audits", json=wanted).status_code == 201
    ruled = {"events": [{"do": "amend", "at": 2, "line": "ben: take 3"}]}
    state = judge.get(f"/logs/{sha256}/corrections").headers["ETag"]
    assert judge.written(f"/logs/{sha256}/corrections", ruled, state).status_code == 201
    assert judge.post(f"/logs/{sha256}/audits", json={"corrections": 0}).status_code == 201
    assert store.count_notices() == 0
    now = judge.post(f"/logs/{sha256}/audits", json={}).get_json()
    assert [said["audit"] for _, said in waiting(store, settings)] == [now["id"]]


def test_a_live_game_is_told_when_it_is_closed_and_a_retry_tells_nothing_more(store: Store) -> None:
    settings = told_at(URL)
    organiser = served(store, settings).asker(Role.ORGANISER)
    url, state = begun(organiser)
    events = events_of(pebbles.log(*pebbles.CLEAN))[:-1]
    state = organiser.written(f"{url}/events", {"events": events}, state).headers["ETag"]
    claims = {"claims": [{"fact": "winner", "value": "ben"}]}
    for _ in range(2):
        assert organiser.written(f"{url}/closing", claims, state, "once").status_code == 201
    ((_, said),) = waiting(store, settings)
    live = url.rpartition("/")[2]
    assert (said["live"], said["id"], said["log"], said["audit"]) == (live, f"live_{CLUB}_{live}", None, None)
    assert (said["verdict"], said["result"]["status"]) == ("clean", "confirmed")
    assert said["result"]["winner"] == {"claimed": "ben", "reckoned": "ben"}


def test_a_club_is_told_of_only_where_it_or_no_club_is_named(store: Store) -> None:
    settings = told_at(f"{OTHER}={URL}", "https://all.example/", f"{CLUB}=https://ours.example/")
    recorder = served(store, settings).asker(Role.RECORDER)
    recorder.post(f"/logs/{recorder.kept(BROKEN)}/audits", json={})
    assert {url for url, _ in waiting(store, settings)} == {"https://all.example/", "https://ours.example/"}


def test_where_no_address_is_set_nothing_waits(here: Served) -> None:
    recorder = here.asker(Role.RECORDER)
    recorder.post(f"/logs/{recorder.kept(BROKEN)}/audits", json={})
    assert here.store.count_notices() == 0
    assert b"webhooks_waiting" not in here.nobody.get("/metrics").get_data()


def test_no_fact_that_a_table_claims_is_told_but_the_winner(store: Store) -> None:
    settings = told_at(URL)
    recorder = served(store, settings).asker(Role.RECORDER)
    hand = pebbles.log("ada: take 3", "claim: ada.pebbles 3", "claim: winner ada")
    recorder.post(f"/logs/{recorder.kept(hand)}/audits", json={})
    ((_, said),) = waiting(store, settings)
    assert set(said["result"]) == {"status", "winner"}
    assert "pebbles" not in json.dumps(said)


# ---- sending ----


def sending(store: Store, settings: Settings) -> tuple[Callable[[], None], list[tuple[str, Any]]]:
    outcomes: list[tuple[str, Any]] = []
    (hook,) = read_hooks(settings)
    sender = Sender(store, hook, settings, lambda outcome, known: outcomes.append((outcome, known.get("why"))))
    return sender.send_due, outcomes


@pytest.fixture
def receiving() -> Iterator[tuple[Door, list[bytes], list[bytes]]]:
    """Receive requests; each gets the next of the answers, and the last one is repeated."""
    heard: list[bytes] = []
    answers = [TAKEN]

    def received(caller: Any) -> None:
        heard.append(asked_of(caller))
        caller.sendall(answers.pop(0) if len(answers) > 1 else answers[0])

    with Door(received) as door:
        yield door, heard, answers


def audited(store: Store, settings: Settings, log: bytes = BROKEN) -> None:
    recorder = served(store, settings).asker(Role.RECORDER)
    assert recorder.post(f"/logs/{recorder.kept(log)}/audits", json={}).status_code == 201


def test_it_is_sent_again_after_each_pause_until_it_has_arrived_and_under_one_id(
    store: Store, clock: Clock, receiving: Any
) -> None:
    door, heard, answers = receiving
    answers[:0] = [answer("500 No"), answer("302 Elsewhere", Location=f"{door.url}/other"), b"220 mail\r\n"]
    settings = told_at(f"{door.url}/hook?of=ada")
    audited(store, settings)
    send, outcomes = sending(store, settings)
    for pause in PAUSES[:4]:
        send()
        clock.time += pause - SECOND
        send()
        clock.time += SECOND
    assert [outcome for outcome, _ in outcomes] == ["failed", "failed", "failed", "sent"]
    assert [why for _, why in outcomes] == [
        "127.0.0.1 answers 500.",
        "127.0.0.1 answers 302.",
        "127.0.0.1 does not answer: its answer is not HTTP.",
        None,
    ]
    assert (len(heard), store.count_notices()) == (4, 0)
    assert len({read(raw)[0]["webhook-id"] for raw in heard}) == 1
    assert {raw.partition(b" HTTP")[0] for raw in heard} == {b"POST /hook?of=ada"}


def test_whoever_receives_knows_it_for_genuine_by_the_recipe_and_by_nothing_less(store: Store, receiving: Any) -> None:
    door, heard, _ = receiving
    settings = told_at(f"{door.url}/hook")
    audited(store, settings)
    sending(store, settings)[0]()
    headers, body = read(heard[0])
    genuine, (hook,) = recipe(), read_hooks(settings)
    secret = hook.show_key(settings.secret)
    assert genuine(secret, headers, body)
    assert not genuine(secret, headers, body.replace(b"broken", b"clean"))
    assert not genuine(replace(hook, url=f"{hook.url}s").show_key(settings.secret), headers, body)
    for name, value in (("webhook-timestamp", str(int(time.time()) - 400)), ("webhook-id", "another")):
        assert not genuine(secret, {**dict(headers), name: value}, body)


def test_after_the_last_try_nobody_tries_again_and_it_is_said(store: Store, clock: Clock) -> None:
    settings = told_at("http://127.0.0.1:1/hook")
    audited(store, settings)
    send, outcomes = sending(store, settings)
    for pause in (*PAUSES, *PAUSES):
        send()
        clock.time += pause
    assert [outcome for outcome, _ in outcomes] == [*["failed"] * len(PAUSES), "given_up"]
    assert store.count_notices() == 0


def test_what_somebody_has_put_into_the_database_is_not_sent(store: Store, sqlite_url: str, receiving: Any) -> None:
    door, heard, _ = receiving
    settings = told_at(f"{door.url}/hook")
    audited(store, settings)
    changed(sqlite_url, "UPDATE outbox SET body = CAST('x' AS BLOB)")
    send, outcomes = sending(store, settings)
    send()
    assert (heard, [outcome for outcome, _ in outcomes], store.count_notices()) == ([], ["not_ours"], 0)


def test_where_the_database_is_away_it_is_tried_later(store: Store, sqlite_url: str, receiving: Any) -> None:
    door, heard, _ = receiving
    settings = told_at(f"{door.url}/hook")
    audited(store, settings)
    place = Path(sqlite_url.removeprefix("sqlite:///"))
    send, outcomes = sending(store, settings)
    aside = place.rename(place.with_name("aside"))
    send()
    assert (heard, outcomes) == ([], [])
    aside.rename(place)
    send()
    assert [outcome for outcome, _ in outcomes] == ["sent"]


# ---- the service, and the command line ----


def test_of_two_workers_one_tells_it_and_figures_count_it(
    tmp_path: Path, receiving: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    door, heard, _ = receiving
    monkeypatch.setenv("DEADRECKON_WEBHOOKS", f"{door.url}/hook")
    monkeypatch.setenv("DEADRECKON_WEBHOOK_NETWORKS", "127.0.0.1")
    with serving(tmp_path, "--workers", "2") as (address, process):
        assert process.stdout is not None
        token = process.stdout.readline().decode().strip()
        sha256 = told_by(f"{address}/api/v1/logs", token, BROKEN)["sha256"]
        made = told_by(f"{address}/api/v1/logs/{sha256}/audits", token, b"{}", "application/json")
        for _ in range(200):
            if heard:
                break
            time.sleep(0.05)
        time.sleep(1.5)
        figures = urlopen(f"{address}/metrics").read().decode()  # noqa: S310 - our own service
    (raw,) = heard
    assert json.loads(read(raw)[1])["audit"] == made["id"]
    assert 'deadreckon_webhooks_total{outcome="sent"} 1.0' in figures
    assert "deadreckon_webhooks_waiting 0" in figures
    database = ("--database", f"sqlite:///{tmp_path / 'club.db'}")
    secret = asked("webhook", "secret", f"{door.url}/hook", *database).stdout.strip()
    assert recipe()(secret, *read(raw))
    tried = asked("webhook", "test", f"{door.url}/hook", *database)
    assert (tried.exit_code, tried.stdout.strip()) == (0, "It was accepted.")
    assert recipe()(secret, *read(heard[1]))
    assert json.loads(read(heard[1])[1])["schema"] == "deadreckon.test/1"


def test_a_test_that_does_not_arrive_says_why(tmp_path: Path) -> None:
    database = ("--database", f"sqlite:///{tmp_path / 'club.db'}")
    without = asked("webhook", "test", "https://127.0.0.1:1/", *database)
    assert (without.exit_code, "There is no key yet" in without.stderr) == (2, True)
    (tmp_path / "club.db.key").write_text("a key of this test only")
    for arguments, code, says in (
        (("https://127.0.0.1:1/",), 5, "which is neither public"),
        (("https://127.0.0.1:1/", "--networks", HERE), 5, "does not answer"),
        (("https://[/",), 2, "is not an address"),
        (("https://a.example https://b.example",), 2, "Name one address"),
        (("http://a.example/",), 2, "is not encrypted"),
        (("ftp://a.example/",), 2, "is not a valid list of addresses"),
    ):
        tried = asked("webhook", "test", *arguments, *database)
        assert (tried.exit_code, says in tried.stderr) == (code, True), (arguments, tried.stderr)


BAD = {
    "no address": (("webhooks", "https://"), "Write https://"),
    "a password": (("webhooks", "https://ada:word@club.example/"), "Write https://"),
    "a port that is none": (("webhooks", "https://club.example:99999/"), "is not an address"),
    "half an address": (("webhooks", "https://[::1/"), "is not an address"),
    "not encrypted": (("webhooks", "http://club.example/"), "Write https://"),
    "too many": (("webhooks", " ".join(f"https://{n}.example/" for n in range(9))), "Name 8 at most"),
    "no network": (("webhook_networks", "192.168.7.300"), "Write 192.168.7.0/24"),
    "a host in a network": (("webhook_networks", "192.168.7.1/24"), "Write 192.168.7.0/24"),
    "a name for a network": (("webhook_networks", "lan"), "Write 192.168.7.0/24"),
}


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_setting_is_refused_at_the_start_with_what_would_do(bad: str, tmp_path: Path) -> None:
    (name, value), hint = BAD[bad]
    flags = (f"--{name.replace('_', '-')}", value)
    refused = asked("serve", "--database", f"sqlite:///{tmp_path / 'club.db'}", *flags)
    assert (refused.exit_code, name in refused.stderr, hint in refused.stderr) == (2, True, True), refused.stderr
    assert list(tmp_path.iterdir()) == []
