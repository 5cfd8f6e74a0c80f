"""A token for a seat or an onlooker gets exactly the same answers, whatever the other players hide."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import msgspec
import pytest

from audit.live import LiveSetup
from audit.store import Role, Store
from engine.games import GAMES
from engine.kernel.events import Event
from engine.kernel.log import Log
from engine.kernel.spellings import parse_log
from tests.support.games.hidden_choices import AFTERWARDS, OPENS, game_played, hidden_choices, other_choices, verb
from tests.support.logs.hostile_logs import ASHORE
from tests.support.requests.hidden_games import LOOKS, NOON, everything, recorded
from tests.support.servers.api_client import Asker, code_of, places_of
from tests.support.servers.fixtures import Served, served

ONLOOKER = ""
# The number of hidden choices of a game that are tried, each replaced by one other choice.
CHOICES = 4
LOOKED = ASHORE + "green: sail olsand\ngreen: look under {tile}\nfate: tile fish-1\ngreen: pass\n"
POSITION = {
    "game": "tailwinds",
    "pack": "tailwinds-reconstructed-1",
    "players": [{"seat": "green", "role": "sailor"}, {"seat": "orange", "role": "crew"}],
}


@pytest.fixture(scope="module")
def there() -> Iterator[Served]:
    """Serve one store in memory, with a clock that always shows noon."""
    with Store.open("sqlite://", clock=lambda: NOON) as store:
        store.upgrade()
        yield served(store)


def twins(live: LiveSetup, log: Log) -> Iterator[tuple[int, str, list[list[Event]]]]:
    """Return, for some hidden choices, whom they are hidden from, and the game with that choice and with another."""
    choices = list(hidden_choices(live, log))
    for seq, event, field, seat in choices[:: max(1, len(choices) // CHOICES)]:
        quiet = takewhile(lambda later: verb(later) not in OPENS[live.game.name], log.events[seq : seq + AFTERWARDS])
        tail, others = list(quiet), other_choices(live, event, field)
        yield seq, seat, [[*log.events[: seq - 1], one, *tail] for one in (event, others[seq % len(others)])]


@pytest.mark.parametrize("game", OPENS)
@pytest.mark.parametrize("seed", range(2))
def test_another_hidden_choice_changes_no_answer_of_any_operation(there: Served, game: str, seed: int) -> None:
    live, log = game_played(game, seed)
    admin, header = there.asker(), msgspec.json.encode(log.header)
    tried = 0
    for seq, hidden_from, records in twins(live, log):
        for seat in (hidden_from, ONLOOKER):
            games = [recorded(admin, header, events)[0] for events in records]
            one, other = (everything(there, name, seat, seq) for name in games)
            assert len(one) > 2 * len(LOOKS)
            for mine, theirs in zip(one, other, strict=True):
                assert mine == theirs, f"event {seq} tells {seat or 'an onlooker'} something"
            tried += 1
    assert tried >= CHOICES


@pytest.mark.parametrize("game", OPENS)
def test_the_arbiter_sees_the_choice_that_seats_do_not(there: Served, game: str) -> None:
    """Without this check the test above would also pass for a service that reveals nothing at all."""
    live, log = game_played(game, 1)
    admin, header = there.asker(), msgspec.json.encode(log.header)
    for seq, seat, records in twins(live, log):
        names = [recorded(admin, header, events)[0] for events in records]
        whole = [admin.told(f"/live-games/{name}/steps/{seq}")["event"] for name in names]
        bound = [there.asker(Role.VIEWER, game=name, seat=seat) for name in names]
        redacted = [
            asker.told(f"/live-games/{name}/steps/{seq}")["event"] for asker, name in zip(bound, names, strict=True)
        ]
        assert whole[0] != whole[1]
        assert redacted[0] == redacted[1] != whole[0]
        looked = [admin.told(f"/live-games/{name}/steps/{seq}?seat={seat}")["event"] for name in names]
        assert looked == redacted, "an arbiter who looks from a seat sees what that seat sees"


@pytest.mark.parametrize("seat", ["orange", ONLOOKER])
def test_a_position_in_the_header_gives_no_hand_away(there: Served, seat: str) -> None:
    admin = there.asker()
    position = {"green.hand": "sailor-2 sailor-3", "orange.hand": "crew-4", "round": 4}
    name, _ = recorded(admin, msgspec.json.encode({**POSITION, "position": position}), [])
    assert admin.told(f"/live-games/{name}")["header"]["position"] == position
    seen = str(everything(there, name, seat, 0))
    assert "sailor-2" not in seen
    assert ('"orange.hand":"crew-4"' in seen) is (seat != ONLOOKER)


def test_what_is_not_hidden_is_told_a_seat_as_it_is_told_the_arbiter(there: Served) -> None:
    _, log = game_played("tailwinds", 1)
    admin = there.asker()
    name, _ = recorded(admin, msgspec.json.encode(log.header), log.events[:10])
    bound = there.asker(Role.VIEWER, game=name, seat=log.header.players[0].seat)
    mine, whole = bound.told(f"/live-games/{name}"), admin.told(f"/live-games/{name}")
    assert {**mine, "head": ""} == {**whole, "head": ""}


def test_an_onlooker_is_issued_a_token_that_sees_no_hand_and_records_no_move(there: Served) -> None:
    _, log = game_played("tailwinds", 1)
    admin = there.asker()
    name, _ = recorded(admin, msgspec.json.encode(log.header), log.events[:6])
    issued = admin.post("/tokens", json={"role": "recorder", "game": name, "seat": ONLOOKER}).get_json()
    assert issued["token"]["seat"] == ONLOOKER
    onlooker = Asker(there.app, issued["secret"])
    facts = onlooker.told(f"/live-games/{name}/facts")["facts"]
    assert facts == admin.told(f"/live-games/{name}/facts?seat=")["facts"]
    assert all(facts[f"{player.seat}.hand"] in {"??", "none"} for player in log.header.players)
    event: dict[str, Any] = json.loads(msgspec.json.encode(next(e for e in log.events if verb(e) == "commit")))
    state = onlooker.get(f"/live-games/{name}").headers["ETag"]
    refused = onlooker.written(f"/live-games/{name}/events", {"events": [event]}, state)
    assert (code_of(refused), places_of(refused)) == ("not-allowed", ["/events/0/by"])
    assert places_of(onlooker.get(f"/live-games/{name}/facts?seat={event['by']}")) == ["seat"]
    assert places_of(admin.post("/tokens", json={"role": "viewer", "seat": ONLOOKER})) == ["/seat"]


@pytest.mark.parametrize("seat", ["orange", ONLOOKER])
def test_another_tile_seen_by_a_lookout_changes_no_answer_of_any_operation(there: Served, seat: str) -> None:
    admin, seen = there.asker(), []
    for tile in ("grain-1", "wreck"):
        log = parse_log(LOOKED.format(tile=tile).encode(), lambda name: GAMES[name].vocabulary)
        name, _ = recorded(admin, msgspec.json.encode(log.header), log.events)
        assert admin.told(f"/live-games/{name}/steps/2")["event"]["tile"] == tile
        seen.append(everything(there, name, seat, 2))
    assert seen[0] == seen[1]


def test_every_game_that_hides_something_is_looked_into() -> None:
    hiding = {name for name, game in GAMES.items() if game.hidden_fields.__name__ != "<lambda>"}
    # Simulated games of North Wind name no tile that a Lookout saw; the games above do. In Windward everything hidden
    # is hidden at the start and shown much later; a file of its own has the twin games of Windward.
    assert hiding == {*OPENS, "north-wind", "windward"}
