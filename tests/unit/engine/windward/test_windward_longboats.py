"""Longboats of Windward: the offered moves, what each remembers of its Grey, and the citations of findings."""

from __future__ import annotations

import random

import pytest

from audit import audit
from audit.intake.preparation import prepare_log
from engine.games import GAMES
from engine.games.windward.events import GiveOrder, PickUp, Row
from engine.games.windward.state import Table
from engine.kernel.events import Move
from engine.kernel.replay.legal import list_legal_moves
from tests.support.games.windward_cheats import HEADER
from tests.support.games.windward_ledger.bold_games import bold_game

GAME = GAMES["windward"]
SEATS = ("green", "orange", "blue")
LAUNCHES = [GiveOrder("green", "launch", boat) for boat in ("1", "2")]
SAID = {
    "planet": "a b c d e f", "wind": "1", "turn": "green", "first": "green", "round": "5", "tops": "fuel bait coffee",
    "reds": "b54", "greys": "b53 c55", "items": "none", "green.place": "a11",
    "orange.place": "port", "blue.place": "port",
    **{f"{seat}.{what}": "3" for seat in SEATS for what in ("morale", "notoriety", "gas", "rowing")},
    **{f"{seat}.{what}": "0" for seat in SEATS for what in ("cannons", "tokens", "teeth.red", "teeth.grey")},
    **{f"{seat}.{what}": "none" for seat in SEATS for what in ("crester", "hand", "crew")},
    **{f"{seat}.boat.1": "aboard" for seat in SEATS}, **{f"{seat}.boat.2": "aside" for seat in SEATS},
}  # fmt: skip


def log(*lines: str, head: str = "", **said: str) -> bytes:
    """Return a log from a position with some facts replaced; two underscores stand for a dot."""
    position = {**SAID, **{name.replace("__", "."): value for name, value in said.items()}}
    place = "".join(f"position: {name}={value}\n" for name, value in position.items())
    return "\n".join([f"{HEADER}{head}{place}---", "claim: wind 1", *lines, ""]).encode()


def played(raw: bytes) -> Table:
    """Return the table at the end of a log."""
    table = prepare_log(raw, GAMES).replay_all().table
    assert isinstance(table, Table)
    return table


def offered(raw: bytes, kind: type[Move]) -> list[Move]:
    """Return the legal moves of a kind after a log."""
    return [move for move in list_legal_moves(prepare_log(raw, GAMES).program, played(raw)) if isinstance(move, kind)]


def test_each_longboat_aboard_is_offered_for_a_launch() -> None:
    both = log(green__place="a21", green__crew="coxswain", green__boat__2="aboard")
    assert [move for move in offered(both, GiveOrder) if move in LAUNCHES] == LAUNCHES


def test_a_longboat_with_a_grey_in_tow_is_offered_no_space_of_another() -> None:
    rows = offered(log(green__boat__1="a31", items="a31.grey a41.grey"), Row)
    assert Row("green", "1", "a42") in rows
    assert Row("green", "1", "a41") not in rows
    assert Row("green", "1", "a41") in offered(log(green__boat__1="a31", items="a41.grey"), Row)


def test_where_a_grey_may_be_left_both_are_offered_unless_the_longboat_has_brought_it() -> None:
    optional, met = "rulings: WW-AMB-040=optional\n", {"green__boat__1": "a31", "items": "a41.grey"}
    rows = offered(log("green: row 1 a41", head=optional, **met), Row)
    assert [move.tow for move in rows if isinstance(move, Row) and move.to == "a51"] == ["grey", "none"]
    brought = offered(log("green: row 1 a41", "green: row 1 a42 tow=grey", head=optional, **met), Row)
    assert [move.tow for move in brought if isinstance(move, Row) and move.to == "a43"] == [""]


def test_of_two_greys_a_ship_is_offered_the_one_that_nobody_tows() -> None:
    towed = {"green__place": "a31", "orange__boat__1": "a31"}
    assert offered(log(items="a31.grey", **towed), PickUp) == []
    assert offered(log(items="a31.grey a31.grey", **towed), PickUp) == [PickUp("green", "grey")]


def test_a_longboat_that_was_lifted_has_let_go_of_its_grey() -> None:
    lines = ("green: row 1 a21", "green: sail a21", "green: lift 1", "green: pick grey", "green: order launch")
    table = played(log(*lines, green__boat__1="a31", items="a31.grey"))
    assert table.players["green"].tows["1"] == ""
    assert table.players["green"].crester == "grey"


def test_each_edition_is_cited_by_its_own_page() -> None:
    for head, layer, source in (("", "full", "full"), ("layers: classic\n", "classic", "classic")):
        raw = log("green: row 1 a41", head=head, green__boat__1="a31", items="a31.grey a41.grey")
        (root,) = audit(raw, GAMES).roots
        assert (root.rule, root.layer) == ("WW-TOW-03", layer)
        assert [(cite.source, cite.page) for cite in root.cites] == [(source, 6)]


def test_a_grey_that_was_only_met_and_left_is_contested_and_one_that_was_brought_is_not() -> None:
    said = {"green__boat__1": "a31", "items": "a41.grey"}
    (met,) = audit(log("green: row 1 a41", "green: row 1 a51 tow=none", **said), GAMES).roots
    assert (met.rule, met.status) == ("WW-TOW-01", "contested")
    assert [reading.id for reading in met.rulings] == ["WW-AMB-040"]
    (brought,) = audit(log("green: row 1 a41", "green: row 1 a42", "green: row 1 a43 tow=none", **said), GAMES).roots
    assert (brought.rule, brought.seq) == ("WW-TOW-02", 4)


def test_a_longboat_in_port_is_drawn() -> None:
    assert "1 port" in str(GAME.draw_table(played(log("green: row 1 port", green__boat__1="a11"))))


def test_nobody_is_accused_by_a_crew_member_of_whom_nobody_wrote_who_it_is() -> None:
    raw = log("green: order crew ??", "green: sail b11", "green: order launch 2", green__place="port")
    assert {finding.status for finding in audit(raw, GAMES).findings} == {"unverifiable"}


@pytest.mark.parametrize("layers", [(), ("classic",)], ids=["full", "classic"])
@pytest.mark.parametrize("seed", range(4))
def test_what_nobody_wrote_of_longboats_accuses_nobody(seed: int, layers: tuple[str, ...]) -> None:
    dice = random.Random(seed)
    head, _, body = bold_game(2 + seed, seed, layers, events=100).partition("\n---\n")
    lines = body.splitlines()
    boats = [place for place, line in enumerate(lines) if line.split(": ")[1].split()[0] in {"row", "lift", "order"}]
    for place in dice.sample(boats, 12):
        words = lines[place].split(" ")
        words[dice.randrange(2, len(words))] = "??"
        untold = "\n".join([head, "---", *lines[:place], " ".join(words), *lines[place + 1 :], ""])
        judged = prepare_log(untold.encode(), GAMES).replay_all().judgements
        accused = [(one.seq, one.laid.rule.id) for one in judged if one.breach is not None and one.seq]
        assert accused == [], f"{lines[place]} became {' '.join(words)}"
