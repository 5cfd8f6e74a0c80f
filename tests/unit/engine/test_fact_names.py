"""A fact is named by colour or by player and in any case: in claims, corrections and positions."""

from __future__ import annotations

import pytest

from audit import Report, audit
from audit.intake.preparation import prepare_log
from audit.live import UndecodedError, begin_game, decode_client_events
from engine.games import GAMES
from engine.kernel.events import Claim
from engine.kernel.log import LogError
from fixtures.kits import kit

# Headers in which the first player has a name of two words.
HEADS = {game: kit(game).header.replace("=Ada", '="Ada May"') for game in GAMES}
NAMED = [
    ("tailwinds", '"Ada May".aft', "green.aft", "ashore"),
    ("tailwinds", "BEN.Aft.Space", "orange.aft.space", 0),
    ("tailwinds", "Phase", "phase", "set-up"),
    ("winds-of-plunder", '"ada may".VP', "green.vp", 0),
    ("winds-of-plunder", "Ben.bonus.weapons", "orange.bonus.weapons", 0),
    ("winds-of-plunder", "Tile.Jamaica", "tile.jamaica", "none"),
    ("north-wind", "ben.crew.aboard", "orange.crew.aboard", 0),
    ("north-wind", "Column.Olsand", "column.olsand", "none"),
]


def told(game: str, *lines: str) -> Report:
    return audit((HEADS[game] + "---\n" + "".join(f"{line}\n" for line in lines)).encode(), GAMES)


@pytest.mark.parametrize(("game", "said", "fact", "value"), NAMED)
def test_a_claim_names_a_fact_by_player_and_in_any_case(game: str, said: str, fact: str, value: int | str) -> None:
    raw = f"{HEADS[game]}---\nclaim: {said} {value}\n".encode()
    (event,) = prepare_log(raw, GAMES).log.events
    assert isinstance(event, Claim)
    assert (event.fact, event.value) == (fact, value)
    assert [finding.status for finding in told(game, f"claim: {said} {value}").findings] == []


@pytest.mark.parametrize(("game", "said", "value"), [(game, said, value) for game, said, _, value in NAMED])
def test_a_correction_names_a_fact_in_the_same_way(game: str, said: str, value: int | str) -> None:
    quoted = said.replace('"', '\\"')
    report = told(game, "record: note x", f'record: amend 1 "claim: {quoted} {value}" who=Judge')
    assert [finding.status for finding in report.findings] == []
    (wrong,) = told(game, "record: note x", f'record: amend 1 "claim: {quoted}x {value}" who=Judge').findings
    assert (wrong.status, wrong.instead[:12]) == ("malformed", "Did you mean")


@pytest.mark.parametrize(
    ("game", "said", "meant"),
    [
        ("tailwinds", '"Ada May".Aft=7 inside, Rear=T1', {"green.aft": "7 inside", "rear": "T1"}),
        ("winds-of-plunder", '"ada may".vp=3, Ben.Port=jamaica', {"green.vp": 3, "orange.port": "jamaica"}),
        ("north-wind", "BEN.gold=3, Column.Olsand=none", {"orange.gold": 3, "column.olsand": "none"}),
    ],
)
def test_a_position_names_a_fact_in_the_same_way(game: str, said: str, meant: dict[str, int | str]) -> None:
    raw = f"{HEADS[game]}position: {said}\n---\nrecord: note x\n".encode()
    assert prepare_log(raw, GAMES).header.position == meant


def test_a_fact_named_in_two_ways_in_one_position_is_refused() -> None:
    raw = f"{HEADS['winds-of-plunder']}position: Ben.vp=3, orange.vp=4\n---\nrecord: note x\n".encode()
    with pytest.raises(LogError) as caught:
        prepare_log(raw, GAMES)
    assert "orange.vp" in caught.value.fault.says


def test_a_colour_wins_over_a_name_in_facts_too() -> None:
    raw = b"game: north-wind\nplayers: green=Ada, orange=Letters\n---\nclaim: letters 8\nclaim: Letters.gold 5\n"
    first, second = prepare_log(raw, GAMES).log.events
    assert isinstance(first, Claim)
    assert isinstance(second, Claim)
    assert (first.fact, second.fact) == ("letters", "orange.gold")


def test_a_live_game_reads_the_fact_that_a_claim_names() -> None:
    live = begin_game((HEADS["winds-of-plunder"] + "---\n").encode(), GAMES)
    (claim,) = decode_client_events(live, [{"do": "claim", "fact": "Ada May.VP", "value": 0}])
    assert isinstance(claim, Claim)
    assert claim.fact == "green.vp"
    with pytest.raises(UndecodedError):
        decode_client_events(live, [{"do": "claim", "fact": "Ada May.VPP", "value": 0}])


def test_a_log_whose_pack_is_at_fault_is_told_so_whatever_it_claims() -> None:
    raw = b"game: winds-of-plunder\npack: nowhere\nplayers: green, orange, blue\n---\nclaim: Green.VP 0\n"
    with pytest.raises(LogError) as caught:
        audit(raw, GAMES)
    assert caught.value.fault.line == 2


@pytest.mark.parametrize("boat", ["orange.mast", "Green.mast"])
def test_a_player_called_as_the_own_seat_is_led_no_further(boat: str) -> None:
    log = f"game: tailwinds\nplayers: green=Green, orange=orange\n---\nclaim: rear {boat}\n"
    assert "malformed" in {one.status for one in audit(log.encode(), GAMES).findings}
