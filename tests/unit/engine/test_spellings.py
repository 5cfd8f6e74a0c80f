"""Three spellings of one log: each can be read back, and each can be converted into any other."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.kernel.basics.visible_text import make_visible
from engine.kernel.events import (
    COMMON,
    MAX_NUMBER,
    Amend,
    Claim,
    Event,
    Note,
)
from engine.kernel.log import Fault, Header, HeaderPlayer, Log, LogError
from engine.kernel.spellings import SPELLINGS, Misread, make_line_reader, parse_event_line, parse_log, write, write_line
from engine.kernel.spellings.header import NOT_A_SEAT
from engine.kernel.spellings.line_words import split_words
from engine.kernel.unknown import UNKNOWN
from engine.kernel.vocabulary import Vocabulary, build_form
from fixtures.kits import GAMES
from tests.support.games.toys import TEXT, TOYS, Shift, Turn, Wait, Wind


def vocabulary_of(name: str) -> Vocabulary:
    if name != "harbour":
        raise LookupError(f"There is no game '{name}'.", "There is: harbour.")
    return TOYS


def read(text: str | bytes) -> Log:
    return parse_log(text if isinstance(text, bytes) else text.encode(), vocabulary_of)


def test_canonical_text_means_what_it_says() -> None:
    log = read(TEXT)
    assert log.spelling == "text"
    assert log.header.players == (
        HeaderPlayer("green", "Ada Lake", "sailor"),
        HeaderPlayer("orange", 'Ben, the "Elder"'),
        HeaderPlayer("red"),
    )
    assert log.header.position == {"green.aft": "7 x=1", "wind": 3}
    assert log.events[0] == Shift(by="green", boat="aft", points=4)
    assert log.events[1].points is UNKNOWN  # type: ignore[attr-defined] # it is a Shift
    assert log.events[3] == Wait(by="orange", seq=41)
    assert [(e.fact, e.value) for e in log.events if isinstance(e, Claim)][:3] == [
        ("green.aft", "7 inside"),
        ("gas", -3),
        ("gas", "3"),
    ]
    assert list(log.lines) == list(range(9, 21))
    assert log.header_lines["players"] == 4


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_spelling_gives_the_log_back(spelling: str) -> None:
    log = read(TEXT)
    again = read(write(log, spelling, TOYS))
    assert again.spelling == spelling
    assert (again.header, again.events) == (log.header, log.events)
    assert write(again, spelling, TOYS) == write(log, spelling, TOYS)


def test_canonical_text_is_its_own_canonical_form() -> None:
    assert write(read(TEXT), "text", TOYS) == TEXT


def test_an_unknown_value_is_one_in_every_kind_of_field() -> None:
    for spelling in SPELLINGS:
        log = read(write(read(TEXT), spelling, TOYS))
        turn, claim = log.events[2], log.events[9]
        assert isinstance(turn, Turn)
        assert isinstance(claim, Claim)
        assert turn.cards[2] is UNKNOWN
        assert claim.value is UNKNOWN


@pytest.mark.parametrize("inline", ["[cards]\naft = 1\n", "a = 1", "\n\na = '''\n  x\n\n'''\n\n", " # no comment\n"])
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_pack_in_the_header_is_kept_verbatim(inline: str, spelling: str) -> None:
    log = Log(Header(game="harbour", players=(HeaderPlayer("green"),), inline=inline), [Note(text="x")], [1], "jsonl")
    assert read(write(log, spelling, TOYS)).header.inline == inline


def test_people_may_write_loosely() -> None:
    log = read(
        "# a log\ngame: harbour   # our game\n\nlayers: advanced long\nplayers:green = Ada / sailor,orange\n"
        "position: a=1\nposition: b=two words\n--- \n\n  green:shift   aft 4   onto=orange # well\n# done\n"
        "green: shift points=4 aft\nfate: turn a b\nfate: turn pile=x a b\nrecord: note text=hm\n"
    )
    assert not log.faults
    assert log.header.layers == ("advanced", "long")
    assert log.header.position == {"a": 1, "b": "two words"}
    assert log.events[0] == Shift(by="green", boat="aft", points=4, onto="orange")
    assert log.events[1] == Shift(by="green", boat="aft", points=4)
    assert log.events[3] == Turn(cards=("a", "b"), pile="x")
    assert list(log.lines) == [10, 12, 13, 14, 15]


def test_a_sheet_may_be_padded_commented_and_written_by_hand() -> None:
    log = read(
        "game,harbour,,,\nplayers,green=Ada,orange=Ben,,\n\n# events,,,,\nby,do,1,2,3\n"
        "green,shift,aft,4,,yes\r\nfate,turn, a ,b,pile=some pile\r\n,,,,\nclaim,claim,green.aft,7 inside,\n"
    )
    assert not log.faults
    assert log.events == [
        Shift(by="green", boat="aft", points=4, quiet=True),
        Turn(cards=("a", "b"), pile="some pile"),
        Claim(fact="green.aft", value="7 inside"),
    ]
    assert list(log.lines) == [6, 7, 9]


def test_a_sheet_states_seqs_in_a_column_of_their_own() -> None:
    written = write(read(TEXT), "csv", TOYS)
    assert "\nseq,by,do,1,2,3" in written
    assert "\n41,orange,wait\n" in written


def test_json_need_not_be_canonical() -> None:
    log = read(
        '\n{"game": "harbour", "players": [{"seat": "green"}]}\n\n'
        '{"by": "green", "do": "shift", "boat": "aft", "points": 4, "onto": ""}\r\n'
        '{"do": "claim", "fact": "gas", "value": "\\u003f?"}'
    )
    assert not log.faults
    assert log.events[0] == Shift(by="green", boat="aft", points=4)
    assert log.events[1].value is UNKNOWN  # type: ignore[attr-defined] # it is a Claim
    assert list(log.lines) == [4, 5]


def test_a_seat_may_bear_any_name_but_a_speakers() -> None:
    for seat in ("the red one", "a:b", "#1", "claim", "é", 'say "x"'):
        event = Wait(by=seat)
        assert parse_event_line(write_line(event, TOYS), TOYS) == event


def test_a_correction_quotes_a_line_that_can_be_read() -> None:
    line = make_line_reader(TOYS, {"boat": {"aft", "fore"}})
    assert line("green: shift aft 3") == Shift(by="green", boat="aft", points=3)
    unreadable, strange = line("green: shfit aft 3"), line("green: shift aff 3")
    assert isinstance(unreadable, Fault)
    assert unreadable.hint == "Did you mean 'shift'?"
    assert isinstance(strange, Fault)
    assert strange.hint == "Did you mean 'aft'?"


def test_names_are_checked_against_their_kinds_and_unknown_ones_are_nobodys_fault() -> None:
    events: list[Event] = [
        Shift(by="green", boat="aft", points=1),
        Shift(by="gren", boat=UNKNOWN, points=UNKNOWN, onto="rde"),
        Turn(cards=("a", UNKNOWN, "z")),
        Claim(fact="gas", value=1),
        Amend(at=1, line="x"),
    ]
    domains = {"seat": {"green", "red"}, "boat": {"aft"}, "card": {"a"}, "fact": {"wind"}}
    assert TOYS.check_names(events, domains) == [
        (1, "by", "gren", "seat"),
        (1, "onto", "rde", "seat"),
        (2, "cards", "z", "card"),
        (3, "fact", "gas", "fact"),
    ]
    assert TOYS.check_names(events, {"gas": ()}) == []


def test_a_verb_taken_twice_is_the_games_own_mistake() -> None:
    with pytest.raises(ValueError, match="taken already"):
        Vocabulary((Wait, *COMMON, Wait))


def test_what_could_hide_or_reorder_text_is_shown() -> None:
    assert make_visible("a\u202eb\x1b[2J\u200b\ud800é😀") == "a\\u{202e}b\\u{1b}[2J\\u{200b}\\u{d800}é😀"


def test_a_log_with_an_unreadable_line_is_not_written_as_if_it_were_whole() -> None:
    log = read(TEXT + "green: jump\n")
    with pytest.raises(LogError, match="cannot be written"):
        write(log, "jsonl", TOYS)


def test_usage_is_made_up_where_no_example_is_declared() -> None:
    assert TOYS.forms["turn"].usage == "fate: turn CARDS [pile=…] [marks=…]"
    assert TOYS.forms["shift"].usage == "green: shift aft 4"
    with pytest.raises(Misread, match="'turn' is said by 'fate', not by 'green'"):
        parse_event_line("green: turn a", TOYS)


# Any well-formed log, in any spelling

CHARACTERS = st.characters(exclude_categories=["Cs"])
NASTY = st.sampled_from(
    ["", "??", "7", "-0", "yes", "a=b", "who=x", "#", '"', "a,b", " x ", "fate", "\u2028", "\r", "|"]
)
WORDS = st.one_of(st.text(CHARACTERS, max_size=12), NASTY)
FULL_WORDS = WORDS.filter(bool)
# Not `just`, which would hash the unknown value; that raises an error.
UNKNOWNS = st.builds(lambda: UNKNOWN)
NUMBERS = st.one_of(st.integers(-MAX_NUMBER, MAX_NUMBER), UNKNOWNS)
NAMES = st.one_of(WORDS, UNKNOWNS).map(lambda n: UNKNOWN if isinstance(n, str) and n == "??" else n)
SEQS = st.sampled_from([0, 0, 0, 1, 5, 10_000_000])
SEATS = NAMES.filter(lambda n: n is UNKNOWN or n != "")


def lists_of(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(values, max_size=4).map(tuple)


EVENTS: st.SearchStrategy[Any] = st.one_of(
    st.builds(
        Shift,
        seq=SEQS,
        by=SEATS,
        boat=NAMES,
        points=NUMBERS,
        onto=NAMES,
        quiet=st.booleans(),
        over=lists_of(NUMBERS),
    ),
    st.builds(Turn, seq=SEQS, cards=lists_of(NAMES), pile=NAMES, marks=lists_of(NAMES)),
    st.builds(Wait, seq=SEQS, by=SEATS, cards=lists_of(NAMES)),
    st.builds(Wind, seq=SEQS, turns=lists_of(NUMBERS), reason=NAMES),
    st.builds(Claim, seq=SEQS, fact=NAMES, value=st.one_of(NAMES, st.integers(-9, 9), st.just("7 inside"))),
    st.builds(Note, seq=SEQS, text=NAMES, who=NAMES),
)


def told_apart(players: list[HeaderPlayer]) -> bool:
    """Filter names so that each means one seat."""
    said = [word.casefold() for player in players for word in {player.seat, player.name} - {""}]
    return len(set(said)) == len(said)


HEADERS = st.builds(
    Header,
    game=st.just("harbour"),
    layers=st.lists(FULL_WORDS, max_size=3, unique=True).map(tuple),
    pack=WORDS,
    players=st.lists(
        st.builds(HeaderPlayer, seat=FULL_WORDS.filter(lambda s: s not in NOT_A_SEAT), name=WORDS, role=WORDS),
        min_size=1,
        max_size=3,
        unique_by=lambda p: p.seat,
    )
    .filter(told_apart)
    .map(tuple),
    rulings=st.dictionaries(WORDS, WORDS, max_size=2),
    event=WORDS,
    position=st.dictionaries(WORDS, st.one_of(WORDS, st.integers(-9, 9)), max_size=8),
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(header=HEADERS, events=st.lists(EVENTS, min_size=1, max_size=6), spelling=st.sampled_from(SPELLINGS))
def test_any_log_survives_any_spelling(header: Header, events: list[Event], spelling: str) -> None:
    log = Log(header, events, range(len(events)), "jsonl")
    written = write(log, spelling, TOYS)
    again = read(written)
    assert [f for f in again.faults if "the numbering" not in f.says] == []
    assert (again.header, lines_of(again.events)) == (header, lines_of(events))
    assert write(again, spelling, TOYS) == written


def lines_of(events: list[Event]) -> list[str]:
    return [write_line(event, TOYS) for event in events]


@pytest.mark.parametrize("game", GAMES)
def test_every_field_that_holds_a_name_is_looked_up(game: str):
    vocabulary = GAMES[game].vocabulary
    for kind in vocabulary.kinds:
        form = build_form(kind)
        fields = [field for field in form.fields if field.kind]
        filled: dict[str, Any] = {"by": UNKNOWN} if form.has_seat else {}
        filled |= {f.attribute: ("nobody",) if f.kind and f.many else "nobody" if f.kind else 0 for f in form.fields}
        event = kind(**filled)
        strangers = vocabulary.check_names([event], {field.kind: frozenset() for field in fields})
        assert strangers == [(0, f.name, "nobody", f.kind) for f in fields], kind


@pytest.mark.parametrize("line", ["take oil,", "take oil, ", "take oil,=1", 'take "oil",', 'take oil,"'])
def test_a_comma_that_no_word_follows_is_misread(line: str) -> None:
    with pytest.raises(Misread):
        split_words(line)
