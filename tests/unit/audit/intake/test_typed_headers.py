"""A header is read as people type it, if it can mean one thing only; the report shows how it was read."""

from __future__ import annotations

import pytest

from audit import AuditOptions, audit
from audit.intake.reader import read_log
from audit.report import render_text
from engine.games import GAMES
from engine.kernel.log import Header, LogError
from tests.measure.typed_lines import KNOWN

CANONICAL = (
    "game: tailwinds\npack: tailwinds-reconstructed-1\nplayers: green=Ada/sailor, orange=Ben/crew\n"
    "event: Club night\n---\nfate: roll start 3 seat=green\n"
)
MAIL = (
    "From: Ada <ada@example.org>\nTo: the club\nDate: Thu, 19 Nov\nSubject: our game\n\n"
    "> Game: Tailwinds\n> Pack: Tailwinds reconstructed 1\n> Players: Ada (green, sailor), Ben (orange, crew)\n"
    "> Occasion: Club night\n>\n> fate: roll start 3 seat=green\n"
)


def header(text: str) -> Header:
    return read_log(text.encode(), KNOWN).header


@pytest.mark.parametrize(
    "typed",
    [
        CANONICAL.replace("game: tailwinds", "Game: Tail Winds").replace("players:", "PLAYERS:"),
        CANONICAL.replace("game: tailwinds", "Spiel = tailwinds").replace("players", "Spieler"),
        CANONICAL.replace("---", "-----").replace("game", "**Game**", 1),
        CANONICAL.replace("game", "* game", 1).replace("---", "=========="),
        CANONICAL.replace("green=Ada/sailor, orange=Ben/crew", "green: Ada (sailor); orange: Ben (crew)"),
        CANONICAL.replace("green=Ada/sailor, orange=Ben/crew", "Ada (green/sailor) and Ben (orange/crew)"),
        CANONICAL.replace("---\n", "\n"),
        CANONICAL.replace("\n", "\r\n").replace("game", "Game", 1),
        "Dear all,\n\n" + CANONICAL,
        CANONICAL.replace("game: tailwinds", "Tail Winds"),
        "Tailwinds\n" + CANONICAL.replace("game", "Game", 1),
        MAIL,
    ],
)
def test_a_header_is_read_as_it_was_typed(typed: str) -> None:
    assert header(typed) == header(CANONICAL)
    assert [event.__struct_config__.tag for event in read_log(typed.encode(), KNOWN).events] == ["roll"]


def test_a_sheet_may_have_capitals_in_its_keys_and_titles() -> None:
    canonical = "game;tailwinds\nplayers;green=Ada;orange=Ben\nby;do;1\ngreen;place;3\n"
    typed = canonical.replace("game;tailwinds", "Game;Tailwinds").replace("by;do", "By;Do")
    assert header(typed) == header(canonical)
    assert read_log(("\ufeff" + canonical).encode(), KNOWN).faults == []


def test_every_line_of_the_header_is_told_with_what_it_was_read_as() -> None:
    found = audit(MAIL.encode(), GAMES)
    read = {one.line: one.read_as for one in found.found.read_as}
    assert read[3] == "", "the date of a mail is not that of the game"
    assert read[6] == "game: tailwinds"
    assert read[8] == "players: green=Ada/sailor, orange=Ben/crew"
    assert found.found.log.date == ""
    assert "line 6: > Game: Tailwinds  =>  game: tailwinds" in render_text(found, width=100, colour=False)


def test_a_sheet_may_tell_its_players_as_people_do_and_leave_rows_empty() -> None:
    head = 'Spiel;Tail Winds\n;;\n# at the club\nSpieler;"Ada (grün, sailor)";Ben - orange\nby;do;1\n'
    found = audit((head + "fate;shuffle\n").encode(), GAMES).found
    assert [(one.seat, one.name, one.role) for one in found.log.players] == [
        ("green", "Ada", "sailor"),
        ("orange", "Ben", ""),
    ]
    assert [(one.line, one.read_as) for one in found.read_as] == [
        (1, "game;tailwinds"),
        (4, "players;green=Ada/sailor;orange=Ben"),
    ]


def test_a_byte_order_mark_is_told_and_costs_nothing() -> None:
    found = audit(("\ufeff" + CANONICAL).encode(), GAMES).found
    assert [one.read_as for one in found.read_as] == ["game: tailwinds"]
    assert not [finding for finding in found.findings if finding.status == "malformed"]
    strict = audit(("\ufeff" + CANONICAL).encode(), GAMES, AuditOptions(strict=True)).found
    assert ["byte-order mark" in finding.says for finding in strict.findings] == [True]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (CANONICAL.replace("tailwinds\n", "tallships\n", 1), "no game"),
        (CANONICAL.replace("event: Club night", "Weather: fair"), "no header key"),
        (CANONICAL.replace("players: ", "players: Cleo, "), ""),
        (CANONICAL.replace("---\n", ""), "no line '---'"),
    ],
)
def test_what_can_be_read_in_no_way_for_certain_is_refused_as_before(typed: str, says: str) -> None:
    if not says:
        assert "Cleo" in {player.seat for player in header(typed).players}
        return
    with pytest.raises(LogError, match=says):
        read_log(typed.encode(), KNOWN)


def test_of_a_header_that_is_read_but_for_its_players_that_line_is_named() -> None:
    typed = CANONICAL.replace("game: tailwinds", "Game: Tail Winds").replace("orange=Ben/crew", "Ben - orange crew")
    with pytest.raises(LogError, match="It is unclear which words are players") as caught:
        read_log(typed.encode(), KNOWN)
    assert caught.value.fault.line == 3
    # This does not hide what stops the canonical reader later.
    with pytest.raises(LogError, match="no header key 'Weather'"):
        read_log(typed.replace("Game: Tail Winds", "game: tailwinds\nWeather: fair", 1).encode(), KNOWN)


def test_a_strict_reader_takes_canonical_headers_only() -> None:
    with pytest.raises(LogError, match="no line"):
        read_log(MAIL.encode(), KNOWN, strict=True)
    assert read_log(CANONICAL.encode(), KNOWN, strict=True).typed == []
    assert read_log(CANONICAL.encode(), KNOWN).typed == []
