"""Unwritten lines of Tailwinds: what later lines show is accepted and checked, what was due is reported once."""

from __future__ import annotations

from typing import Any

import pytest

from audit import AuditOptions, audit
from engine.games import GAMES
from engine.games.tailwinds import events as e
from engine.games.tailwinds.folds.abilities import replaced
from engine.kernel.events import Event
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.rulebook import stack_layers
from engine.kernel.spellings import parse_log
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN, is_known
from fixtures.simulate import company, play

TWO = """
game: tailwinds
pack: tailwinds-reconstructed-1
players: green=Ada/sailor, orange=Ben/crew
"""
# Green (3 and 9) is in last place; T1 ends with space 6, T2 with 12.
RACE = f"""{TWO.rstrip()}
position: round=2, phase=choosing, rear=T1, market=anchor rum telescope, pile=17
position: green.aft=3 inside, green.fore=9 inside, orange.aft=4 inside, orange.fore=12 inside
position: green.played=none, orange.played=none, green.rainbow=none, orange.rainbow=none, discard=none
"""
# Three of them, with the Admiral in last place and the Pirate behind the Crew; only orange holds a Rainbow card.
ABLE = """
game: tailwinds
pack: tailwinds-reconstructed-1
players: white=Ada/admiral, orange=Ben/crew, black=Cleo/pirate
position: round=2, phase=choosing, rear=T1, market=anchor rum telescope, pile=16
position: white.aft=3 inside, white.fore=9 inside, orange.aft=4 inside, orange.fore=12 inside
position: black.aft=5 inside, black.fore=10 inside, white.played=none, orange.played=none, black.played=none
position: white.rainbow=none, orange.rainbow=tail_wind, black.rainbow=none, discard=none
"""
ACCUSING = {"illegal", "contested", "mismatch", "malformed"}


def roots(header: str, log: str) -> list[tuple[int | None, str]]:
    """Audit a log; return the violations that follow from nothing else."""
    raw = f"{header.strip()}\n---\n{log.strip()}\n".encode()
    return [(found.seq, found.rule) for found in audit(raw, GAMES, AuditOptions()).roots if found.status in ACCUSING]


def missing(header: str, log: str) -> list[tuple[int, str, Event | None]]:
    """Replay a log; return each broken rule, and the line that it names as missing."""
    raw = f"{header.strip()}\n---\n{log.strip()}\n".encode()
    read = parse_log(raw, lambda name: GAMES[name].vocabulary)
    game, header_read = GAMES["tailwinds"], read.header
    program = Program(stack_layers(game, header_read.layers, header_read.rulings))
    table = game.lay(header_read, game.content(header_read, {}), program.rulebook.terms)
    if header_read.position:
        game.declare(table, header_read.position)
    run = Replay(program, table).run(enumerate(read.events, 1))
    return [(met.seq, met.laid.rule.id, met.breach.missing) for met in run.judgements if met.breach is not None]


CHOSEN = "green: commit sailor-4\norange: commit crew-3\nfate: reveal sailor-4 crew-3\n"
LINED_UP = "green: place 3\ngreen: place 2\norange: place 3\norange: place 2\n"
SHOWN = {
    "the rolls for the start, the shuffle and the market": (TWO, LINED_UP + CHOSEN + "orange: move fore 3"),
    "the track, of which both faces have starting spaces 1 to 3": (
        TWO + "layers: advanced-track",
        LINED_UP + CHOSEN + "orange: move fore 3",
    ),
    "the choices": (RACE, "fate: reveal sailor-4 crew-3\ngreen: move fore 4\norange: move aft 2\norange: move fore 1"),
    "the reveal": (RACE, "green: commit sailor-4\norange: commit crew-3\ngreen: move fore 4"),
    "the end of a turn, as the next cards are turned up": (
        RACE,
        CHOSEN + "green: move fore 4\norange: move aft 2\norange: move fore 1\nfate: reveal sailor-5 crew-4",
    ),
    "Shackle, as another card is chosen": (
        ABLE,
        (
            "fate: reveal admiral-shackle crew-3 pirate-5\norange: replace crew-4\nblack: replace pirate-6\n"
            "white: move fore 3"
        ),
    ),
    "Parlay, as it is answered": (
        ABLE,
        (
            "fate: reveal admiral-3 crew-3 pirate-parlay\nwhite: move fore 3\norange: move fore 3\norange: done\n"
            "orange: answer yes\nblack: spend tail_wind\nblack: move fore 7"
        ),
    ),
    "Parlay, its answer and the throw, as the die is rolled for the refusal": (
        ABLE,
        (
            "fate: reveal admiral-3 crew-3 pirate-parlay\nwhite: move fore 3\norange: move fore 3\n"
            "fate: roll parlay 4\nblack: move fore 8"
        ),
    ),
    "the copy of the only card shown": (
        RACE.replace("orange=Ben/crew", "black=Ben/pirate").replace("orange.", "black."),
        "fate: reveal sailor-4 pirate-copy\ngreen: move fore 4\nblack: move fore 4\nblack: done",
    ),
}


@pytest.mark.parametrize("what", SHOWN)
def test_what_later_lines_show_is_missed_by_nobody(what: str) -> None:
    assert roots(*SHOWN[what]) == []


FOUND = {
    "a card turned up that was played before": (
        RACE.replace("green.played=none", "green.played=sailor-4"),
        "fate: reveal sailor-4 crew-3",
        (1, "TW-CHOOSE-06"),
    ),
    "a placer with a written 4 against a written 6": (
        TWO,
        "fate: roll start 6 seat=green\nfate: roll start 4 seat=orange\norange: place 3",
        (3, "TW-SETUP-06"),
    ),
    "the card taken back, chosen again": (
        ABLE,
        "fate: reveal admiral-shackle crew-3 pirate-5\norange: replace crew-3",
        (2, "TW-SHACKLE-01"),
    ),
    "another card chosen, and no Shackle lies there": (
        ABLE,
        "fate: reveal admiral-3 crew-3 pirate-5\norange: replace crew-4",
        (2, "TW-CHOOSE-05"),
    ),
    "points left at an end that the next player shows": (
        RACE,
        CHOSEN + "green: move fore 3\norange: move fore 3",
        (5, "TW-MOVE-02"),
    ),
    "more points than the only copy gives": (
        RACE.replace("orange=Ben/crew", "black=Ben/pirate").replace("orange.", "black."),
        "fate: reveal sailor-4 pirate-copy\ngreen: move fore 4\nblack: move fore 5",
        (3, "TW-MOVE-04"),
    ),
    "a third card, where nobody knows which of two was given": (
        ABLE,
        (
            "fate: reveal admiral-3 crew-3 pirate-parlay\nwhite: move fore 3\norange: move fore 3\n"
            "black: parlay orange\nblack: spend rum"
        ),
        (5, "TW-RAIN-14"),
    ),
    "a refill without a gap": (RACE, CHOSEN + "fate: refill rum", (4, "TW-MARKET-01")),
}


@pytest.mark.parametrize("what", FOUND)
def test_what_is_only_inferred_is_checked_all_the_same(what: str) -> None:
    header, log, root = FOUND[what]
    assert roots(header, log) == [root]


def test_a_late_refill_is_one_that_comes_after_somebody_looked_at_the_market() -> None:
    # Green's 4 ends on the rainbow of T1 (space 4); so does orange's.
    race = RACE.replace("orange.aft=4", "orange.aft=2").replace("green.aft=3", "green.aft=1")
    start = "fate: reveal sailor-3 crew-3\ngreen: move aft 3\ngreen: take rum\n"
    in_time = (
        start + "green: done\nfate: refill calm_sea\norange: move aft 2\norange: move fore 1\norange: take calm_sea"
    )
    late = (
        start
        + "orange: move aft 2\norange: move fore 1\norange: take anchor\nfate: refill calm_sea\nfate: refill anchor"
    )
    assert roots(race, in_time) == []
    assert roots(race, late) == [(8, "TW-MARKET-01")]


DUE = {
    "a boat that nobody placed": (
        TWO,
        "green: place 3\norange: place 3\norange: place 2\n" + CHOSEN + "green: move fore 4\norange: move fore 3",
        (4, "TW-SETUP-07"),
        e.PlaceBoat,
        "green",
    ),
    "all choices of a round": (
        RACE,
        "green: move fore 4\norange: move fore 3\ngreen: commit sailor-5\norange: commit crew-4",
        (1, "TW-ROUND-01"),
        e.Reveal,
        "",
    ),
    "a move, and what it changes for those after it": (
        RACE,
        CHOSEN + "green: move fore 1\ngreen: done\norange: move fore 3\norange: done\ngreen: commit sailor-5",
        (5, "TW-MOVE-02"),
        e.MoveBoat,
        "green",
    ),
    "a wind": (
        RACE.replace("green.aft=3", "green.aft=9").replace("inside, green.fore=9", "middle, green.fore=9"),
        CHOSEN + "orange: move aft 3\norange: done\ngreen: move fore 4",
        (5, "TW-WIND-01"),
        e.RollWind,
        "",
    ),
    "another card, after Shackle": (
        ABLE,
        "fate: reveal admiral-shackle crew-3 pirate-5\nwhite: shackle\nwhite: move fore 3\norange: move fore 6",
        (3, "TW-SHACKLE-01"),
        e.Replace,
        "",
    ),
    "the number copied, where there is a choice": (
        ABLE,
        "fate: reveal admiral-3 crew-5 pirate-copy\nwhite: move fore 3\norange: move fore 5\nblack: move fore 5",
        (4, "TW-VALUE-06"),
        e.CopyValue,
        "black",
    ),
    "a turn as a whole": (
        RACE,
        CHOSEN + "orange: move fore 3\norange: done\ngreen: commit sailor-5\norange: commit crew-4",
        (4, "TW-ORDER-01"),
        e.MoveBoat,
        "green",
    ),
}


@pytest.mark.parametrize("what", DUE)
def test_what_was_due_is_missed_once_with_the_line_to_write(what: str) -> None:
    header, log, root, kind, seat = DUE[what]
    assert roots(header, log) == [root]
    lines = [line for seq, rule, line in missing(header, log) if (seq, rule) == root]
    assert [type(line) for line in lines] == [kind]
    by = getattr(lines[0], "by", "")
    assert (by if is_known(by) else "") == seat


def test_a_card_used_that_nobody_saw_taken_names_the_line_that_is_missing() -> None:
    log = CHOSEN + "green: spend anchor\ngreen: move fore 5"
    assert roots(RACE, log) == [(4, "TW-RAIN-14")]
    assert missing(RACE, log)[0] == (4, "TW-RAIN-14", e.TakeRainbow("green", "anchor"))


def test_a_point_too_many_names_the_rainbow_card_held() -> None:
    race = RACE.replace("green.rainbow=none", "green.rainbow=anchor")
    log = CHOSEN + "green: move fore 5"
    assert roots(race, log) == [(4, "TW-MOVE-04")]
    assert missing(race, log)[0][2] == e.SpendRainbow("green", "anchor")


def test_the_answer_that_nobody_wrote_is_told_by_who_plays_the_card() -> None:
    asked = (
        "fate: reveal admiral-3 crew-3 pirate-parlay\nwhite: move fore 3\norange: move fore 3\nblack: parlay orange\n"
    )
    yes = asked + "black: spend tail_wind\nclaim: orange.rainbow none\nblack: move fore 7"
    no = asked + "fate: roll parlay 2\nclaim: orange.rainbow tail_wind\nblack: move fore 6"
    assert roots(ABLE, yes) == roots(ABLE, no) == []


def test_what_an_absence_made_unknown_is_known_again_when_a_line_states_it() -> None:
    start = "green: place 3\norange: place 3\norange: place 2\ngreen: commit sailor-4\norange: commit crew-3\n"
    log = start + "green: move aft 4 start=2\norange: move fore 3\nclaim: green.aft.space 3\nclaim: green.fore.space 6"
    assert roots(TWO, log) == [(4, "TW-SETUP-07")]


def test_a_move_by_nobody_knows_whom_leaves_places_and_turns_open() -> None:
    log = CHOSEN + "??: move fore 4\norange: move fore 3\ngreen: move aft 4\nclaim: green.fore 13 inside"
    assert roots(RACE, log) == []


def test_one_landing_of_two_says_nothing_of_the_other_boat() -> None:
    # Orange's aft leaves T1 empty; the wind of 2 also pulls the leader, whose place is not stated.
    race = RACE.replace("green.aft=3 inside", "green.aft=8 inside").replace("orange.fore=12", "orange.fore=14")
    log = CHOSEN + "orange: move aft 3\nfate: wind 2 orange.aft@9/middle"
    assert roots(race, log) == []
    assert roots(race, log.replace("@9", "@10")) == [(5, "TW-WIND-04")]


def test_a_card_may_be_replaced_where_nobody_knows_whose_turn_it_is() -> None:
    game = GAMES["tailwinds"]
    log = play(game, company(game, 3), 3)
    rulebook = stack_layers(game, log.header.layers)
    table: Any = game.lay(log.header, game.content(log.header, {}), rulebook.terms)
    seats = list(table.players)
    for seat in seats[:2]:
        table.players[seat].card, table.players[seat].shackled = None, min(table.players[seat].hand)
    table.active = UNKNOWN
    table.owed.append(Owed(e.Replace, "TW-SHACKLE-01", "Another card", seats=tuple(seats)))
    replaced(table, e.Replace(by=seats[0], card=UNKNOWN))
    (owed,) = table.owed
    assert (owed.what, owed.seats) == (e.Replace, tuple(table.seats))
